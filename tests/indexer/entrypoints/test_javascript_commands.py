"""Commands of Node programs: chains, modules, objects and files that name them."""

from __future__ import annotations

import json

import pytest

from indexer.entrypoints import detect_entry_points, javascript_text
from tests.support.entry_points import found, names
from tests.support.trees import tree_of


def package(library: str, **more: object) -> dict[str, str]:
    """Return the manifest of a program ``shop`` that uses a library."""
    document = {"name": "shop", "bin": {"shop": "bin/shop.js"}, "dependencies": {library: "1"}, **more}
    return {"package.json": json.dumps(document)}


def commands(texts: dict[str, str]) -> list[str]:
    """Return the commands of a tree."""
    return names(texts, "cli_command")


def test_the_commands_of_a_chain_of_yargs_stand_side_by_side() -> None:
    """Each lies on the same program, also on one that another file makes; inside a builder they lie below."""
    text = (
        "import make from './make'\nconst yargs = make()\nyargs\n  .help()\n  .command('db:up', 'Up', up)\n"
        "  .command(\n    'db:down',\n    'Down',\n    down\n  )\n"
        "  .command('remote', 'Remotes', (yargs) => yargs.command('add <url>', 'Add', add))\n  .argv\n"
    )
    make = "import yargs from 'yargs'\nexport default () => yargs\n"
    expected = ["shop db:down", "shop db:up", "shop remote", "shop remote add"]
    assert commands({**package("yargs"), "cli.js": text, "make.js": make}) == expected


def test_modules_of_yargs_lie_under_those_that_load_their_directory() -> None:
    """A list of names counts by its first; a module that neither builds nor handles is none."""
    module = "exports.command = '{}'\nexports.handler = async function (argv) {{}}\n"
    texts = {
        "cli.js": "require('yargs').commandDir('cmds').argv\n",
        "cmds/space.js": "exports.command = 'space'\nexports.builder = (yargs) => yargs.commandDir('space_cmds')\n",
        "cmds/space_cmds/create.ts": (
            "export const command = ['create <name>', 'new']\nexport const handler = () => {}\n"
        ),
        "cmds/space_cmds/util.js": "exports.command = 'none'\n",
        "cmds/login.js": module.format("login"),
        "cmds/init.ts": (
            "import type { CommandModule } from 'yargs'\nconst init: CommandModule = {\n  command: 'init',\n"
            "  handler: () => {},\n}\nexport default init\n"
        ),
    }
    assert commands({**package("yargs"), **texts}) == ["shop init", "shop login", "shop space", "shop space create"]
    assert commands({**package("express"), **texts}) == []


def test_commands_of_commander_that_are_objects_lie_where_they_are_added() -> None:
    """In a variable, from a function, and by ``name``; the program itself is none."""
    texts = {
        "src/add.ts": (
            "import { Command } from 'commander'\n"
            "export const add = new Command()\n"
            "  .name('add')\n"
            "  .description('Add')\n"
        ),
        "src/db.ts": (
            "import { Command } from 'commander'\nexport function makeDb() {\n  const db = new Command('db')\n"
            "  db.command('migrate [to]').action(migrate)\n  return db\n}\n"
        ),
        "src/cli.ts": (
            "import { Command } from 'commander'\nimport { add } from './add'\nimport { makeDb } from './db'\n"
            "const program = new Command('shop')\nprogram.addCommand(add)\nprogram.addCommand(makeDb())\n"
            "// program.addCommand(new Command('old'))\nprogram.parseAsync()\n"
        ),
    }
    assert commands({**package("commander"), **texts}) == ["shop add", "shop db", "shop db migrate"]


def test_a_file_that_is_handed_the_program_names_commands_on_it() -> None:
    """The class need not import the library; a database's ``command`` is none."""
    texts = {
        "commands/new.js": (
            "class New {\n  load(program) {\n    program\n      .command('new [name]')\n      .action(run)\n  }\n}\n"
        ),
        "db.js": "async function ping(connection) {\n  await client.command('ping')\n}\n",
    }
    assert commands({**package("commander"), **texts}) == ["shop new"]
    assert commands({**package("mongodb"), **texts}) == []


def test_commands_of_citty_are_named_by_the_objects_above_them() -> None:
    """The first of several names counts; loaders lead to files, and of several binaries the stated one is meant."""
    two = {"nuxi": "bin/n.mjs", "nuxt": "bin/n.mjs"}
    texts = {
        "src/main.ts": (
            "import { defineCommand, runMain } from 'citty'\nimport { commands } from './commands'\n"
            "const main = defineCommand({\n  meta: { name: nightly ? name : 'nuxt' },\n  subCommands: commands,\n})\n"
            "runMain(main)\n"
        ),
        "src/commands/index.ts": (
            "const load = (r: any) => r.default\nconst loaders = {\n  'add': () => import('./add').then(load),\n"
            "  module: () => import('./module').then(load),\n  i: () => import('./add').then(load),\n}\n"
            "export const commands = Object.assign(Object.create(null), loaders)\n"
        ),
        "src/commands/add.ts": "import { makeAdd } from './make'\n\nexport default makeAdd({ all: true })\n",
        "src/commands/module.ts": (
            "import { defineCommand } from 'citty'\nconst search = defineCommand({ run() {} })\n"
            "export default defineCommand({\n  subCommands: { search },\n})\n"
        ),
    }
    tree = {**package("citty", bin=two), **texts}
    assert commands(tree) == ["nuxt add", "nuxt module", "nuxt module search"]
    added = next(entry for entry in found(tree, "cli_command") if entry.name == "nuxt add")
    assert (added.path, added.line) == ("src/commands/add.ts", 3)


def test_the_files_of_an_oclif_program_are_its_commands() -> None:
    """The manifest names where they are built; topics are directories, and tests beside them are none."""
    manifest = package("@oclif/core", oclif={"bin": "shop", "commands": "./dist/commands", "topicSeparator": " "})
    command = "import { Command } from '@oclif/core'\nexport default class One extends Command {\n}\n"
    texts = {
        "src/commands/pack/deb.ts": command,
        "src/commands/pack/index.ts": command,
        "src/commands/pack/deb.test.ts": command,
        "src/commands/util.ts": "export const x = 1\n",
        "src/other/lock.ts": command,
    }
    assert commands({**manifest, **texts}) == ["shop pack", "shop pack deb"]
    colon = package("@oclif/core", oclif={"bin": "shop", "commands": "./dist/commands"})
    assert commands({**colon, **texts}) == ["shop pack", "shop pack:deb"]


def test_of_several_programs_a_command_belongs_to_the_one_whose_file_leads_to_it() -> None:
    """The nearest counts, of equally near ones the first; a file that no program leads to has none."""
    manifest = {
        "name": "shop",
        "bin": {"shop": "bin/shop", "shop-dev": "bin/dev.js"},
        "dependencies": {"commander": "1"},
    }
    program = "const commander = require('commander')\n"
    texts = {
        "package.json": json.dumps(manifest),
        "bin/shop": "#!/usr/bin/env node\nrequire('../lib/cli')\n",
        "bin/dev.js": "require('../lib/dev')\n",
        "lib/cli.js": f"{program}require('./more')\ncommander.command('open')\n",
        "lib/dev.js": f"{program}require('./cli')\nrequire('./more')\ncommander.command('watch')\n",
        "lib/more.js": f"{program}commander.command('close')\n",
        "lib/stray.js": f"{program}commander.command('stray')\n",
    }
    assert commands(texts) == ["shop close", "shop open", "shop-dev watch", "stray"]


def test_a_module_of_yargs_belongs_to_the_program_of_the_package_that_adds_it() -> None:
    """The module lies in a directory that no package of a program holds; what only reads it adds nothing."""
    module = (
        "import type {{ CommandModule }} from 'yargs'\nconst command: CommandModule = {{\n"
        "  command: '{0} <script>',\n  handler() {{}},\n}}\nexport default command\n"
    )
    texts = {
        "package.json": json.dumps({"name": "root", "private": True}),
        "tsconfig.json": json.dumps({"compilerOptions": {"paths": {"@shop/commands/*": ["libs/commands/*"]}}}),
        "packages/shop/package.json": json.dumps(
            {"name": "shop", "bin": {"shop": "dist/cli.js"}, "dependencies": {"yargs": "1"}}
        ),
        "packages/shop/src/index.ts": (
            "import yargs from 'yargs'\nimport run from '@shop/commands/run'\nyargs().command(run).parse()\n"
        ),
        "libs/commands/run.ts": module.format("run"),
        "libs/commands/loose.ts": module.format("loose"),
    }
    assert commands(texts) == ["loose", "shop run"]


def test_calls_that_are_never_closed_are_looked_at_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Brackets inside brackets without an end do not multiply the work: it grows with the file, not with its square."""
    scanned: list[int] = []

    def counted(text: str, start: int) -> int:
        scanned.append(start)
        return len(text)

    monkeypatch.setattr(javascript_text, "end_of_brackets", counted)
    for call in (".command(", ".addCommand(", "defineCommand({ "):
        manifest = package("commander", dependencies={"commander": "1", "citty": "1", "yargs": "1"})
        list(detect_entry_points(tree_of({**manifest, "cli.js": f"require('commander')\n{call * 5000}"})))
    assert len(scanned) < 2000
