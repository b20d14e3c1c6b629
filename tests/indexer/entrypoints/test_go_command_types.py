"""Commands of Go programs that the repository's own types describe, and routes that its closures register."""

from __future__ import annotations

from tests.support.entry_points import found, names

MODULE = {"go.mod": "module x.y/tool\n", "main.go": "package main\n\nfunc main() {\n\tcmd.Main()\n}\n"}
TURNED = (
    'package cmd\n\nimport "github.com/spf13/cobra"\n\ntype Command struct {\n\tName string\n}\n\n'
    'func toCobra(c Command) *cobra.Command {\n\tcmd := &cobra.Command{\n\t\tUse: c.Name + " " + c.Usage,\n\t}\n'
    "\treturn cmd\n}\n"
)
SIMPLE = (
    'package commands\n\nimport "github.com/bep/simplecobra"\n\ntype simple struct {\n\tname string\n'
    "\tcommands []simplecobra.Commander\n}\n\nfunc (c *simple) Name() string {\n\treturn c.name\n}\n\n"
    'func (r *root) Name() string {\n\treturn "tool"\n}\n\nfunc (c *config) Name() string {\n\treturn "config"\n}\n\n'
)


def test_literals_of_a_type_that_is_turned_into_cobra_commands_are_commands() -> None:
    """In its own package and in others; a type of the same name elsewhere is another."""
    own = 'package cmd\n\nfunc init() {\n\tRegister(Command{\n\t\tName: "start",\n\t\tFunc: start,\n\t})\n}\n'
    other = (
        'package files\n\nimport toolcmd "x.y/tool/cmd"\n\nfunc init() {\n'
        '\ttoolcmd.Register(toolcmd.Command{Name: "serve", Func: serve})\n\tqueue.Add(queue.Command{Name: "no"})\n}\n'
    )
    unrelated = 'package queue\n\nvar job = Command{\n\tName: "never",\n\tFunc: run,\n}\n'
    texts = {
        **MODULE,
        "cmd/cobra.go": TURNED,
        "cmd/own.go": own,
        "files/command.go": other,
        "queue/queue.go": unrelated,
    }
    assert names(texts, "cli_command") == ["tool serve", "tool start"]


def test_cobra_commands_added_in_a_literal_lie_below_its_command() -> None:
    """The closure is handed the command that the literal is turned into."""
    own = (
        'package cmd\n\nimport "github.com/spf13/cobra"\n\nfunc init() {\n\tRegister(Command{\n\t\tName: "storage",\n'
        '\t\tCobraFunc: func(cmd *cobra.Command) {\n\t\t\texport := &cobra.Command{\n\t\t\t\tUse: "export",\n'
        "\t\t\t\tRunE: run,\n\t\t\t}\n\t\t\tcmd.AddCommand(export)\n\t\t},\n\t})\n}\n"
    )
    found_names = names({**MODULE, "cmd/cobra.go": TURNED, "cmd/own.go": own}, "cli_command")
    assert "tool storage export" in found_names
    assert "tool export" not in found_names


def test_types_spoken_to_as_commands_are_read_with_those_below_them() -> None:
    """The name is a field or what the method returns; functions and closures hand them out, variables keep them."""
    text = (
        f"{SIMPLE}func newExec() {{\n\trootCmd := &root{{\n\t\tcommands: []simplecobra.Commander{{\n"
        "\t\t\tnewConfig(),\n\t\t\tnewMod(),\n\t\t},\n\t}\n\tuse(rootCmd)\n}\n\n"
        "func newConfig() simplecobra.Commander {\n\treturn &config{}\n}\n\n"
        "func newMod() simplecobra.Commander {\n"
        '\tnpm := &simple{\n\t\tname: "npm",\n\t\tcommands: []simplecobra.Commander{\n'
        '\t\t\t&simple{\n\t\t\t\tname: "pack",\n\t\t\t\trun: pack,\n\t\t\t},\n\t\t},\n\t}\n'
        '\tnewTidy := func() simplecobra.Commander {\n\t\treturn &simple{name: "tidy", run: tidy}\n\t}\n'
        '\treturn &simple{\n\t\tname: "mod",\n\t\tcommands: []simplecobra.Commander{npm, newTidy()},\n\t}\n}\n'
    )
    assert names({**MODULE, "commands/commands.go": text}, "cli_command") == [
        "tool config",
        "tool mod npm pack",
        "tool mod tidy",
    ]


def test_a_method_called_name_makes_no_command_without_the_framework() -> None:
    """Much has a name."""
    text = SIMPLE.replace("github.com/bep/simplecobra", "x.y/tool/other") + 'var x = &simple{\n\tname: "x",\n}\n'
    assert names({**MODULE, "commands/commands.go": text}, "cli_command") == []


def test_a_closure_that_hands_its_pattern_to_a_mux_registers_routes() -> None:
    """Also through another closure; one that does something else with it registers none."""
    text = (
        'package main\n\nimport "net/http"\n\nconst key = "config"\n\nfunc main() {\n\tmux := http.NewServeMux()\n'
        "\tobserved := func(pattern string, h http.Handler) {\n\t\tmux.Handle(pattern, observe(h))\n\t}\n"
        "\tadd := func(pattern string, label string, h Handler) {\n\t\tobserved(pattern, wrap(h))\n\t}\n"
        "\tlog := func(message string, level int) {\n\t\tprint(message)\n\t}\n"
        '\tadd("/"+key+"/", "admin", configure)\n\tobserved("GET /stop", stop)\n\tlog("/no", 1)\n'
        '\t// add("/old", "admin", old)\n\tadd(unknown, "admin", lost)\n}\n'
    )
    assert [(entry.name, entry.line) for entry in found({"main.go": text}, "http_route")] == [
        ("/config/", 18),
        ("GET /stop", 19),
    ]
