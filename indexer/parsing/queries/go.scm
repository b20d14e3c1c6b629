; Definitions

(function_declaration name: (identifier) @name) @definition.function

(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (type_identifier) @container
        (generic_type type: (type_identifier) @container)
        (pointer_type (type_identifier) @container)
        (pointer_type (generic_type type: (type_identifier) @container))
      ]))
  name: (field_identifier) @name) @definition.method

(type_spec name: (type_identifier) @name type: (struct_type)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(interface_type (method_elem name: (field_identifier) @name) @definition.method)
(type_alias name: (type_identifier) @name) @definition.type

(source_file
  (const_declaration
    (const_spec name: (identifier) @name) @definition.constant)
  (#match? @name "^[A-Z]"))

(source_file
  (var_declaration [
    (var_spec name: (identifier) @name) @definition.variable
    (var_spec_list (var_spec name: (identifier) @name) @definition.variable)
  ])
  (#match? @name "^[A-Z]"))

; Imports

(import_spec path: (_) @module) @import.import

; Registrations

(source_file
  (package_clause (package_identifier) @arguments)
  (function_declaration name: (identifier) @target) @registration.main
  (#eq? @arguments "main")
  (#eq? @target "main"))

(call_expression
  function: (selector_expression field: (field_identifier) @last) @callee
  arguments: (argument_list . [(interpreted_string_literal) (raw_string_literal)]) @arguments
  (#any-of? @last
    "GET" "POST" "PUT" "PATCH" "DELETE" "HEAD" "OPTIONS" "CONNECT" "TRACE" "Get" "Post" "Put" "Patch" "Delete" "Del"
    "Head" "Options" "Handle" "HandleFunc" "Handler" "HandlerFunc" "Group" "Use" "Mount" "Route" "Method" "MethodFunc" "Any" "All"
    "Match" "Static" "StaticFS" "StaticFile" "PathPrefix" "Path" "ListenAndServe" "Listen" "Run" "Start")) @registration.call

; A path put together of constants and literals, or made of one by a function.
(call_expression
  function: (selector_expression field: (field_identifier) @last) @callee
  arguments: (argument_list
    . [
      (binary_expression left: [(interpreted_string_literal) (raw_string_literal)])
      (binary_expression right: [(interpreted_string_literal) (raw_string_literal)])
      (call_expression arguments: (argument_list . [(interpreted_string_literal) (raw_string_literal)]))
    ]) @arguments
  (#any-of? @last
    "GET" "POST" "PUT" "PATCH" "DELETE" "HEAD" "OPTIONS" "Get" "Post" "Put" "Patch" "Delete" "Del" "Head" "Options"
    "Handle" "HandleFunc" "Group" "Mount" "Route" "Any" "All" "PathPrefix")) @registration.call

; A path that is a constant, where the method's name alone says that it is one.
(call_expression
  function: (selector_expression field: (field_identifier) @last) @callee
  arguments: (argument_list . [(identifier) (selector_expression)] . (_)) @arguments
  (#any-of? @last
    "GET" "POST" "PUT" "PATCH" "DELETE" "HEAD" "OPTIONS" "HandleFunc" "HandlerFunc" "Mount" "Route")) @registration.call

; ``router.Handle(http.MethodGet, "/x", handler)``
(call_expression
  function: (selector_expression field: (field_identifier) @last) @callee
  arguments: (argument_list
    . (selector_expression) @_method
    . [(interpreted_string_literal) (raw_string_literal) (binary_expression) (identifier)]) @arguments
  (#any-of? @last "Handle" "Handler" "Method" "MethodFunc" "Add")
  (#match? @_method "Method[A-Z]")) @registration.call

(short_var_declaration
  left: (expression_list . (identifier) @target)
  right: (expression_list
    . (call_expression
      function: [
        (identifier) @last
        (selector_expression field: (field_identifier) @last)
      ] @callee
      arguments: (argument_list) @arguments))
  (#any-of? @last
    "Default" "New" "NewRouter" "NewMux" "NewServeMux" "NewServer" "Classic" "Group" "Router" "Subrouter" "PathPrefix"
    "NewApp" "NewEngine" "NewRootCommand" "NewCommand")
  (#not-match? @callee "^(errors|fmt)\\.")) @registration.assignment

(var_spec
  name: (identifier) @target
  value: (expression_list
    . (call_expression
      function: [
        (identifier) @last
        (selector_expression field: (field_identifier) @last)
      ] @callee
      arguments: (argument_list) @arguments))
  (#any-of? @last
    "Default" "New" "NewRouter" "NewMux" "NewServeMux" "NewServer" "Classic" "Group" "Router" "Subrouter" "NewApp")
  (#not-match? @callee "^(errors|fmt)\\.")) @registration.assignment

(short_var_declaration
  left: (expression_list . (identifier) @target)
  right: (expression_list
    . (unary_expression
      operand: (composite_literal
        type: (qualified_type name: (type_identifier) @last) @callee
        body: (literal_value) @arguments)))
  (#eq? @last "Command")) @registration.assignment

(var_spec
  name: (identifier) @target
  value: (expression_list
    . (unary_expression
      operand: (composite_literal
        type: (qualified_type name: (type_identifier) @last) @callee
        body: (literal_value) @arguments)))
  (#eq? @last "Command")) @registration.assignment

(composite_literal
  type: (qualified_type name: (type_identifier) @last) @callee
  body: (literal_value) @arguments
  (#eq? @last "Command")) @registration.call
