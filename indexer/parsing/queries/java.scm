; Definitions

(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name) @definition.method
(compact_constructor_declaration name: (identifier) @name) @definition.method

(field_declaration
  (modifiers) @_modifiers
  declarator: (variable_declarator name: (identifier) @name)
  (#match? @name "^[A-Z][A-Z0-9_]*$")
  (#match? @_modifiers "static")) @definition.constant

(interface_body (constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant)

; Imports

(import_declaration) @import.import

; Registrations

([
  (class_declaration
    (modifiers [(annotation) (marker_annotation)] @registration.decorator)
    name: (identifier) @on)
  (interface_declaration
    (modifiers [(annotation) (marker_annotation)] @registration.decorator)
    name: (identifier) @on)
  (record_declaration
    (modifiers [(annotation) (marker_annotation)] @registration.decorator)
    name: (identifier) @on)
  (enum_declaration
    (modifiers [(annotation) (marker_annotation)] @registration.decorator)
    name: (identifier) @on)
  (annotation_type_declaration
    (modifiers [(annotation) (marker_annotation)] @registration.decorator)
    name: (identifier) @on)
  (method_declaration
    (modifiers [(annotation) (marker_annotation)] @registration.decorator)
    name: (identifier) @on)
]
(#not-match? @registration.decorator "^@(Override|Deprecated|Nullable|NonNull|SafeVarargs|FunctionalInterface|SuppressWarnings)\\b"))

(method_declaration
  (modifiers) @_modifiers
  type: (void_type)
  name: (identifier) @target
  parameters: (formal_parameters) @arguments
  (#eq? @target "main")
  (#match? @_modifiers "static")) @registration.main
