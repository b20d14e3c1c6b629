; Definitions

(program (method name: (_) @name) @definition.function)
(method name: (_) @name) @definition.method
(singleton_method name: (_) @name) @definition.method
(class name: (_) @name) @definition.class
(module name: (_) @name) @definition.module

(assignment left: (constant) @name) @definition.constant

; Imports

((call
  !receiver
  method: (identifier) @_method
  arguments: (argument_list . (string) @module)) @import.require
  (#any-of? @_method "require" "load"))

((call
  !receiver
  method: (identifier) @_method
  arguments: (argument_list . (string) @module)) @import.require_relative
  (#eq? @_method "require_relative"))

((call
  !receiver
  method: (identifier) @_method
  arguments: (argument_list . (simple_symbol) . (string) @module)) @import.require
  (#eq? @_method "autoload"))

; Registrations

(call
  !receiver
  method: (identifier) @callee
  arguments: (argument_list . [(string) (simple_symbol) (pair) (constant) (scope_resolution)]) @arguments
  (#any-of? @callee
    "get" "post" "put" "patch" "delete" "options" "match" "resources" "resource" "namespace" "scope" "root" "task" "desc"
    "file" "multitask" "mount" "run" "map" "use" "devise_for" "draw")) @registration.call

(if
  condition: (binary
    left: (identifier) @_file
    right: (global_variable))
  consequence: (then) @arguments
  (#eq? @_file "__FILE__")) @registration.main_guard
