; include: ecmascript

(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name) @definition.enum
(internal_module name: (_) @name) @definition.namespace
(module name: (_) @name) @definition.namespace
(function_signature name: (_) @name) @definition.function
(abstract_method_signature name: (_) @name) @definition.method
(interface_body (method_signature name: (_) @name) @definition.method)

(public_field_definition
  name: (_) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]) @definition.method

(abstract_class_declaration
  decorator: (decorator) @registration.decorator
  name: (_) @on)

(export_statement
  decorator: (decorator) @registration.decorator
  declaration: (abstract_class_declaration name: (_) @on))

(class_body
  (decorator) @registration.decorator
  .
  [(decorator) (comment)]*
  .
  [
    (method_definition name: (_) @on)
    (abstract_method_signature name: (_) @on)
    (method_signature name: (_) @on)
  ])

(public_field_definition
  decorator: (decorator) @registration.decorator
  name: (_) @on)

; The grammar takes `await make<T>()` for a call of `await make`.
(variable_declarator
  name: (identifier) @target
  value: (call_expression
    function: (await_expression
      [
        (identifier) @last
        (member_expression property: (property_identifier) @last)
      ] @callee)
    arguments: (arguments) @arguments)
  (#any-of? @last "create" "createApplicationContext" "createMicroservice" "createApp" "createServer")) @registration.assignment
