"""Commands of Go programs that are written as literals, declared by tags, or made by calls."""

from __future__ import annotations

import pytest

from tests.support.entry_points import found, names

MODULE = {"go.mod": "module x.y/shop\n"}


def go(text: str, imports: str = "") -> str:
    """Return a main package that imports a package."""
    return f'package main\n\nimport "{imports}"\n\nfunc main() {{}}\n{text}'


def test_literals_of_urfave_nest_and_refer_to_variables_and_functions() -> None:
    """A group is no command of its own; comments hold no quotes; a flag has a name too and is no command."""
    text = (
        'func app() {\n\tapp := &cli.App{\n\t\tName: "store", // don\'t (\n'
        '\t\tFlags: []cli.Flag{&cli.BoolFlag{Name: "quiet"}},\n'
        "\t\tAction: func(c *cli.Context) error { return nil },\n\t\tCommands: []*cli.Command{\n"
        '\t\t\t{Name: "add", Aliases: []string{"a"}, Action: add},\n'
        '\t\t\t{Name: "cart", Subcommands: []*cli.Command{{Name: "clear", Action: a}, pay}},\n\t\t\tserve(),\n\t\t},\n'
        "\t}\n}\n"
        'var pay = &cli.Command{Name: "pay", Action: a}\n'
        'func serve() *cli.Command { return &cli.Command{Name: "serve", Action: b} }\n'
    )
    texts = {**MODULE, "main.go": go(text, "github.com/urfave/cli/v2")}
    commands = found(texts, "cli_command")
    assert sorted(entry.name for entry in commands) == [
        "store add",
        "store cart clear",
        "store cart pay",
        "store serve",
    ]
    assert next(entry.line for entry in commands if entry.name == "store add") == 12


def test_commands_of_a_list_that_is_given_to_an_app_later_bear_the_program() -> None:
    """``cli.NewApp()`` holds nothing yet; a list of commands may be a variable of its own."""
    text = (
        "func run() {\n\tapp := cli.NewApp()\n\tapp.Commands = commands\n}\n"
        'var commands = []cli.Command{{Name: "list", Action: list}}\n'
    )
    assert names({**MODULE, "main.go": go(text, "github.com/urfave/cli")}, "cli_command") == ["shop list"]


def test_the_root_of_the_third_version_is_a_command_and_names_the_program() -> None:
    """What nothing holds and what holds others is the program itself; files beside may define the rest."""
    root = 'func Root() *cli.Command {\n\treturn &cli.Command{Name: "hook", Commands: commands}\n}\n'
    texts = {
        **MODULE,
        "main.go": "package main\n\nfunc main() {}\n",
        "cmd/root.go": f'package cmd\n\nimport "github.com/urfave/cli/v3"\n\n{root}',
        "cmd/commands.go": (
            'package cmd\n\nimport "github.com/urfave/cli/v3"\n\nvar commands = []*cli.Command{\n\trun(),\n}\n'
        ),
        "cmd/run.go": (
            'package cmd\n\nimport "github.com/urfave/cli/v3"\n\nfunc run() *cli.Command {\n'
            '\tflag := &cli.BoolFlag{\n\t\tName: "fast",\n\t}\n\treturn &cli.Command{\n\t\tName: "run",\n'
            "\t\tFlags: []cli.Flag{flag},\n\t\tAction: do,\n\t}\n}\n"
        ),
    }
    assert names(texts, "cli_command") == ["hook run"]


def test_tags_of_kong_make_commands_of_fields() -> None:
    """Names are stated or in kebab case; types of other packages are followed; other fields are flags."""
    text = (
        'var CLI struct {\n\tVerbose bool `help:"More {"`\n\tRm struct {\n\t\tForce bool `help:"x"`\n'
        '\t} `cmd:"" help:"r"`\n'
        '\tUsers UsersCmd `cmd:""`\n\tCheckAll check.Options `cmd:"" hidden:""`\n\tShared\n}\n'
        'type UsersCmd struct {\n\tAdd AddCmd `cmd:""`\n\tDrop AddCmd `cmd:"" name:"rm"`\n}\n'
        'type AddCmd struct {\n\tName string `arg:""`\n}\ntype Shared struct {\n\tInfo AddCmd `cmd:""`\n}\n'
    )
    texts = {
        **MODULE,
        "main.go": go(text, "github.com/alecthomas/kong"),
        "check/options.go": 'package check\n\ntype Options struct {\n\tDeep bool `help:"x"`\n}\n',
    }
    assert names(texts, "cli_command") == [
        "shop check-all",
        "shop info",
        "shop rm",
        "shop users add",
        "shop users rm",
    ]


@pytest.mark.parametrize(
    ("package", "tag"),
    [
        ("github.com/jessevdk/go-flags", 'command:"serve" description:"x"'),
        ("github.com/alexflint/go-arg", 'arg:"subcommand:serve"'),
    ],
)
def test_tags_of_other_parsers_state_the_command(package: str, tag: str) -> None:
    """Their commands are fields as well."""
    text = (
        f'type Options struct {{\n\tServe ServeCommand `{tag}`\n\tPort int `long:"port"`\n}}\n'
        f"type ServeCommand struct {{}}\n"
    )
    assert names({**MODULE, "main.go": go(text, package)}, "cli_command") == ["shop serve"]


def test_calls_of_kingpin_nest_by_their_variables() -> None:
    """A command with others below it is a group; a flag is none."""
    text = (
        'var (\n\tapp = kingpin.New("chat", "x")\n\treg = app.Command("register", "Register")\n'
        '\tpost = app.Command("post", "x")\n\timage = post.Command("image", "x")\n\tname = reg.Arg("name", "x")\n)\n'
    )
    texts = {**MODULE, "main.go": go(text, "github.com/alecthomas/kingpin/v2")}
    assert names(texts, "cli_command") == ["shop post image", "shop register"]


def test_commands_that_are_types_say_their_name() -> None:
    """Each is asked for its name; a name that is computed is not told."""
    text = (
        'func (*printCmd) Name() string { return "print" }\nfunc (c *otherCmd) Name() string { return c.name }\n'
        'func (*printCmd) Synopsis() string { return "Prints" }\n'
    )
    texts = {**MODULE, "main.go": go(text, "github.com/google/subcommands")}
    assert names(texts, "cli_command") == ["shop print"]


def test_a_command_is_part_of_the_program_whose_directory_holds_or_imports_it() -> None:
    """With several programs, the one that imports the package is meant; where that is open, none is named."""
    command = 'package cli\n\nimport "github.com/urfave/cli/v2"\n\nvar All = []*cli.Command{{Name: "go", Action: a}}\n'
    main = 'package main\n\nimport "x.y/shop/%s"\n\nfunc main() {}\n'
    texts = {**MODULE, "cmd/a/main.go": main % "cli", "cmd/b/main.go": main % "other", "cli/cli.go": command}
    assert names(texts, "cli_command") == ["a go"]
    assert names({**texts, "cmd/b/main.go": main % "cli"}, "cli_command") == []


def test_cobra_may_bear_another_name_and_a_command_may_be_written_where_it_is_added() -> None:
    """The root whose name is computed is called as the program; another command of such a name is not told."""
    texts = {
        **MODULE,
        "main.go": "package main\n\nfunc main() {}\n",
        "cmd/root.go": (
            'package cmd\n\nimport cli "github.com/spf13/cobra"\n\n'
            "var rootCmd = &cli.Command{\n\tUse: version.Executable,\n}\n"
        ),
        "cmd/version.go": (
            'package cmd\n\nimport cli "github.com/spf13/cobra"\n\nfunc init() {\n'
            '\trootCmd.AddCommand(&cli.Command{\n\t\tUse: "version",\n'
            "\t\tRun: func(cmd *cli.Command, args []string) {\n\t\t\tfmt.Println(version.Name)\n\t\t},\n\t})\n"
            "\trootCmd.AddCommand(other)\n}\n\nvar other = &cli.Command{\n\tUse: names.Other,\n\tRun: run,\n}\n"
        ),
    }
    assert names(texts, "cli_command") == ["shop version"]


@pytest.mark.parametrize(
    "text", ["var x = cli.Command{", "cli.App{Commands: []cli.Command{{Name: ", "var CLI struct {"]
)
def test_unfinished_literals_end_in_an_answer(text: str) -> None:
    """What is being typed is no reason to fail."""
    for package in ("github.com/urfave/cli/v2", "github.com/alecthomas/kong"):
        assert found({**MODULE, "main.go": go(text, package)}, "cli_command") == []
