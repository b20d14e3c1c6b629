; What C and C++ share.

; Definitions

(preproc_function_def name: (identifier) @name) @definition.macro
(preproc_def name: (identifier) @name value: (preproc_arg)) @definition.constant

(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(type_definition type: (struct_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (enum_specifier !name body: (_)) declarator: (type_identifier) @name) @definition.enum
(type_definition declarator: (type_identifier) @name) @definition.type
(type_definition declarator: (pointer_declarator declarator: (type_identifier) @name)) @definition.type

(type_definition
  declarator: (function_declarator
    declarator: (parenthesized_declarator
      (pointer_declarator declarator: (type_identifier) @name)))) @definition.type

; Imports

(preproc_include path: [(system_lib_string) (string_literal)] @module) @import.include

; Registrations

(function_definition
  declarator: (function_declarator
    declarator: (identifier) @target
    parameters: (parameter_list) @arguments)
  (#any-of? @target "main" "wmain" "WinMain" "wWinMain" "_tmain" "_tWinMain" "DllMain")) @registration.main

; Where brackets do not close in the eyes of the grammar (macros and #if may hold halves), the body is no node.
(ERROR
  (function_declarator
    declarator: (identifier) @target
    parameters: (parameter_list) @arguments) @registration.main
  . "{"
  (#any-of? @target "main" "wmain" "WinMain" "wWinMain"))
