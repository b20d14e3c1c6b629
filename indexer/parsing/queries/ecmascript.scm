; What JavaScript and TypeScript share.

; Definitions

(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (_) @name) @definition.class
(method_definition name: (_) @name) @definition.method

(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.function

(variable_declarator
  name: (identifier) @name
  value: (class body: (_) @body)) @definition.class

(assignment_expression
  left: (member_expression
    object: (_) @container
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.function

(assignment_expression
  left: (member_expression
    object: (_) @container
    property: (property_identifier) @name)
  right: (class body: (_) @body)) @definition.class

(export_statement
  declaration: (lexical_declaration
    (variable_declarator name: (identifier) @name) @definition.constant))

; Imports

(import_statement) @import.import
(export_statement source: (string)) @import.export

(call_expression
  function: (identifier) @_require
  arguments: (arguments . (string) @module)
  (#eq? @_require "require")) @import.require

(call_expression
  function: (import)
  arguments: (arguments . [(string) (template_string)] @module)) @import.dynamic

; Registrations

(call_expression
  function: (member_expression
    property: (property_identifier) @last) @callee
  arguments: (arguments . [(string) (template_string) (identifier) (member_expression) (regex) (array)]) @arguments
  (#any-of? @last
    "get" "post" "put" "patch" "delete" "del" "all" "use" "route" "options" "head" "register" "command" "option"
    "mount" "handle" "on" "event" "listen" "action" "scriptName" "openapi" "doc" "doc31")) @registration.call

(call_expression
  function: (member_expression
    property: (property_identifier) @last) @callee
  arguments: (arguments . [(number) (binary_expression) (object) (call_expression) (arrow_function)]) @arguments
  (#any-of? @last "listen" "register" "use" "command" "action" "openapi")) @registration.call

(call_expression
  function: (member_expression
    property: (property_identifier) @last) @callee
  arguments: (arguments . (binary_expression) . (_)) @arguments
  (#any-of? @last "get" "post" "put" "patch" "delete" "all")) @registration.call

(call_expression
  function: (member_expression
    object: (call_expression)
    property: (property_identifier) @last) @callee
  arguments: (arguments . [(arrow_function) (function_expression) (call_expression)]) @arguments
  (#any-of? @last "get" "post" "put" "patch" "delete" "all")) @registration.call

(call_expression
  function: (member_expression
    property: (property_identifier) @last) @callee
  arguments: (arguments . (object)) @arguments
  (#eq? @last "route")) @registration.call

(variable_declarator
  name: (identifier) @target
  value: (call_expression
    function: [
      (identifier) @last
      (member_expression property: (property_identifier) @last)
    ] @callee
    arguments: (arguments) @arguments)
  (#any-of? @last
    "express" "Router" "fastify" "Fastify" "Hono" "Koa" "createServer" "create" "createApp" "yargs" "cac" "sade" "meow"
    "createRouter" "createExpressServer" "createKoaServer" "server" "restify" "polka" "createCommand" "command" "defineCommand" "initTRPC" "router" "basePath")) @registration.assignment

(variable_declarator
  name: (identifier) @target
  value: (await_expression
    (call_expression
      function: [
        (identifier) @last
        (member_expression property: (property_identifier) @last)
      ] @callee
      arguments: (arguments) @arguments))
  (#any-of? @last "create" "createApplicationContext" "createMicroservice" "createApp" "createServer")) @registration.assignment

(variable_declarator
  name: (identifier) @target
  value: (call_expression
    function: (call_expression
      function: (identifier) @_require
      arguments: (arguments)) @callee
    arguments: (arguments) @arguments)
  (#eq? @_require "require")) @registration.assignment

(variable_declarator
  name: (identifier) @target
  value: (new_expression
    constructor: [
      (identifier) @last
      (member_expression property: (property_identifier) @last)
    ] @callee
    arguments: (arguments) @arguments)
  (#match? @last "^[A-Z]")
  (#not-match? @last "^(Map|Set|WeakMap|WeakSet|Date|[A-Za-z]*Error|Promise|URL|URLSearchParams|RegExp|[A-Za-z0-9]*Array|Object|ArrayBuffer|DataView|Proxy|Function|FormData|Headers|Blob|Event|AbortController|TextEncoder|TextDecoder|Image)$")) @registration.assignment

(class_declaration
  decorator: (decorator) @registration.decorator
  name: (_) @on)

(export_statement
  decorator: (decorator) @registration.decorator
  declaration: (class_declaration name: (_) @on))

(export_statement
  "default" @callee
  declaration: (_ name: (_)? @on)) @registration.assignment

(export_statement
  "default" @callee
  value: [(arrow_function) (function_expression) (class) (call_expression) (identifier)] @arguments) @registration.assignment
