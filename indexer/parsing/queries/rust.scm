; Definitions

(function_item name: (identifier) @name) @definition.function
(trait_item body: (declaration_list (function_signature_item name: (identifier) @name) @definition.function))
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name) @definition.enum
(trait_item name: (type_identifier) @name) @definition.trait
(type_item name: (type_identifier) @name) @definition.type
(macro_definition name: (identifier) @name) @definition.macro
(mod_item name: (identifier) @name body: (declaration_list)) @definition.module
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable

(impl_item
  type: [
    (type_identifier) @name
    (generic_type type: (_) @name)
    (scoped_type_identifier name: (type_identifier) @name)
    (reference_type type: (type_identifier) @name)
  ]) @scope

; Imports

(use_declaration argument: (_) @module) @import.use
(extern_crate_declaration name: (identifier) @module) @import.use
(mod_item name: (identifier) @module !body) @import.mod

; Paths that need no import: the beginning of each, from which the reader takes the whole.
((scoped_identifier path: [(identifier) (crate) (super)] @import.path)
  (#match? @import.path "^[a-z]"))
((scoped_type_identifier path: [(identifier) (crate) (super)] @import.path)
  (#match? @import.path "^[a-z]"))
((token_tree [(identifier) (crate) (super)] @import.path . "::")
  (#match? @import.path "^[a-z]"))

; Registrations

(source_file
  (function_item
    name: (identifier) @target
    parameters: (parameters) @arguments) @registration.main
  (#eq? @target "main"))

((attribute_item (attribute) @registration.decorator)
  .
  [(attribute_item) (line_comment) (block_comment)]*
  .
  (function_item name: (identifier) @on)
  (#not-match? @registration.decorator "^(inline|allow|must_use|doc|cold|track_caller|deprecated|warn|expect|cfg)\\b"))

((attribute_item (attribute) @registration.decorator)
  .
  [(attribute_item) (line_comment) (block_comment)]*
  .
  [
    (struct_item name: (type_identifier) @on)
    (enum_item name: (type_identifier) @on)
  ]
  (#match? @registration.decorator "^derive.*\\b(Parser|Subcommand|Args|StructOpt|FromArgs)\\b|^(command|clap|structopt|argh)\\b"))

(call_expression
  function: [
    (field_expression field: (field_identifier) @last)
    (scoped_identifier name: (identifier) @last)
  ] @callee
  arguments: (arguments . (string_literal)) @arguments
  (#any-of? @last
    "route" "nest" "nest_service" "route_service" "service" "scope" "resource" "mount" "at" "get" "post" "put" "patch"
    "delete" "bind" "subcommand" "path")) @registration.call
