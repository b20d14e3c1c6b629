; include: c_family

(class_specifier name: (_) @name body: (_)) @definition.class
(struct_specifier name: (template_type) @name body: (_)) @definition.struct
(namespace_definition name: (_) @name) @definition.namespace
(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type

(function_definition
  declarator: [
    (function_declarator
      declarator: [
        (identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name) (template_function)
      ] @name)
    (pointer_declarator
      declarator: (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (operator_name)] @name))
    (reference_declarator
      (function_declarator declarator: [(identifier) (field_identifier) (qualified_identifier) (operator_name)] @name))
    (qualified_identifier) @name
    (operator_cast) @name
  ]) @definition.function

((declaration
  (type_qualifier) @_qualifier
  declarator: (init_declarator declarator: (identifier) @name)) @definition.constant
  (#eq? @_qualifier "constexpr")
  (#match? @name "^(k[A-Z]|[A-Z][A-Z0-9_]*$)"))
