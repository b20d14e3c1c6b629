; Definitions

(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name) @definition.method
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(namespace_definition name: (namespace_name) @name) @definition.namespace
(const_declaration (const_element (name) @name) @definition.constant)

; Imports

(namespace_use_declaration) @import.use
(require_expression (_) @module) @import.include
(require_once_expression (_) @module) @import.include
(include_expression (_) @module) @import.include
(include_once_expression (_) @module) @import.include

; Registrations

[
  (class_declaration
    attributes: (attribute_list (attribute_group (attribute) @registration.decorator))
    name: (name) @on)
  (method_declaration
    attributes: (attribute_list (attribute_group (attribute) @registration.decorator))
    name: (name) @on)
  (function_definition
    attributes: (attribute_list (attribute_group (attribute) @registration.decorator))
    name: (name) @on)
]

(scoped_call_expression
  scope: (_) @scope_name
  name: (name) @last
  arguments: (arguments) @arguments
  (#any-of? @scope_name "Route" "Router" "Artisan" "Schedule" "Broadcast" "Volt" "Flight" "\\Route")) @registration.call

(member_call_expression
  object: (_)
  name: (name) @last
  arguments: (arguments . (argument [(string) (encapsed_string) (array_creation_expression)])) @arguments
  (#any-of? @last
    "get" "post" "put" "patch" "delete" "options" "any" "map" "match" "group" "route" "resource" "add" "command" "mount"
    "redirect" "connect")) @registration.call
