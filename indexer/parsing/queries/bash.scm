; Definitions

(function_definition name: (word) @name) @definition.function

; Imports

((command
  name: (command_name (word) @_command)
  .
  argument: (_) @module) @import.source
  (#any-of? @_command "source" "."))

; Registrations

((command
  name: (command_name (word) @target)
  argument: (_) @arguments) @registration.main
  (#any-of? @target "main" "_main" "__main__")
  (#match? @arguments "@"))

(program
  (command name: (command_name (word) @target) !argument) @registration.main
  (#any-of? @target "main" "_main" "__main__"))
