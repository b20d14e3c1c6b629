; Definitions

(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(struct_declaration name: (identifier) @name) @definition.struct
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(delegate_declaration name: (identifier) @name) @definition.type
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.method
(local_function_statement name: (identifier) @name) @definition.function
(property_declaration name: (identifier) @name) @definition.property
(namespace_declaration name: (_) @name) @definition.namespace
(file_scoped_namespace_declaration name: (_) @name) @definition.namespace

(field_declaration
  (modifier) @_modifier
  (variable_declaration (variable_declarator name: (identifier) @name))
  (#eq? @_modifier "const")) @definition.constant

; Imports

(using_directive) @import.using

; Registrations

[
  (class_declaration
    (attribute_list (attribute) @registration.decorator)
    name: (identifier) @on)
  (struct_declaration
    (attribute_list (attribute) @registration.decorator)
    name: (identifier) @on)
  (record_declaration
    (attribute_list (attribute) @registration.decorator)
    name: (identifier) @on)
  (interface_declaration
    (attribute_list (attribute) @registration.decorator)
    name: (identifier) @on)
  (method_declaration
    (attribute_list (attribute) @registration.decorator)
    name: (identifier) @on)
]

(method_declaration
  (modifier) @_modifier
  name: (identifier) @target
  parameters: (parameter_list) @arguments
  (#eq? @_modifier "static")
  (#eq? @target "Main")) @registration.main

(compilation_unit (global_statement (_)) @registration.main)

(invocation_expression
  function: (member_access_expression name: (_) @last) @callee
  arguments: (argument_list) @arguments
  (#match? @last "^(Map(Get|Post|Put|Patch|Delete|Methods|Group|Controllers|ControllerRoute|DefaultControllerRoute|Hub|GrpcService|RazorPages|RazorComponents|HealthChecks|Fallback)|Map|AddCommand|AddHostedService|UseStartup)\\b")) @registration.call

(variable_declarator
  name: (identifier) @target
  (invocation_expression
    function: (member_access_expression name: (_) @last) @callee
    arguments: (argument_list) @arguments)
  (#any-of? @last "CreateBuilder" "CreateSlimBuilder" "CreateDefaultBuilder" "CreateApplicationBuilder" "Build" "MapGroup")) @registration.assignment

(variable_declarator
  name: (identifier) @target
  (object_creation_expression
    type: (identifier) @callee
    arguments: (argument_list) @arguments)
  (#any-of? @callee "RootCommand" "Command" "CommandApp")) @registration.assignment
