; Definitions

(function_definition name: (identifier) @name) @definition.function
(class_definition name: (identifier) @name) @definition.class
(type_alias_statement left: (type (identifier) @name)) @definition.type

(module
  (expression_statement
    (assignment left: (identifier) @name) @definition.constant)
  (#match? @name "^_{0,2}[A-Z][A-Z0-9_]*$"))

; Imports

(import_statement) @import.import
(import_from_statement) @import.from
(future_import_statement) @import.from

; Registrations

(decorated_definition
  (decorator) @registration.decorator
  definition: (_ name: (identifier) @on))

(assignment
  left: [(identifier) (attribute)] @target
  right: (call
    function: [
      (identifier) @last
      (attribute attribute: (identifier) @last)
    ] @callee
    arguments: (argument_list) @arguments)
  (#match? @last "^_*[A-Z]|^(add_parser|add_subparsers|create_app|make_app|get_wsgi_application|get_asgi_application|group|command|namespace)$")) @registration.assignment

(expression_statement
  (call
    function: [
      (identifier) @last
      (attribute attribute: (identifier) @last)
    ] @callee
    arguments: (argument_list) @arguments) @registration.call
  (#any-of? @last
    "include_router" "mount" "register_blueprint" "add_url_rule" "add_api_route" "add_api_websocket_route"
    "add_websocket_route" "add_typer" "add_command" "add_parser" "path" "re_path" "url" "include" "add_task"
    "add_route" "add_routes" "route" "Route" "Mount" "WebSocketRoute" "setup" "run" "run_app" "execute_from_command_line"
    "register" "add_job" "add_resource" "add_periodic_task" "add_namespace" "add_router" "init_app"))

(list
  (call
    function: [
      (identifier) @last
      (attribute attribute: (identifier) @last)
    ] @callee
    arguments: (argument_list) @arguments) @registration.call
  (#any-of? @last
    "path" "re_path" "url" "include" "Route" "Mount" "WebSocketRoute" "route" "get" "post" "put" "patch" "delete"
    "view" "static"))

; Classes made of Starlette's, in a list of routes.
(list
  (call
    function: (identifier) @last @callee
    arguments: (argument_list) @arguments) @registration.call
  (#match? @last "^[A-Z][A-Za-z]*Route$"))

(return_statement
  (call
    function: [
      (identifier) @last
      (attribute attribute: (identifier) @last)
    ] @callee
    arguments: (argument_list) @arguments) @registration.call
  (#any-of? @last "FastAPI" "Flask" "Starlette" "Quart" "Sanic" "Litestar" "add_parser"))

; What is handed to a call such as `urlpatterns.append(...)` or `i18n_patterns(...)`, or stands in a tuple.
([(argument_list
    (call
      function: (identifier) @last @callee
      arguments: (argument_list) @arguments) @registration.call)
  (tuple
    (call
      function: (identifier) @last @callee
      arguments: (argument_list) @arguments) @registration.call)]
  (#any-of? @last "path" "re_path" "url" "Route" "Mount" "WebSocketRoute"))

(if_statement
  condition: (comparison_operator
    (identifier) @_name
    (string (string_content) @_main))
  consequence: (block) @arguments
  (#eq? @_name "__name__")
  (#eq? @_main "__main__")) @registration.main_guard
