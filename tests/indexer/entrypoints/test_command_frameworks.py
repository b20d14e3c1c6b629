"""Commands of cleo, Symfony's console, Mercenary and Thor."""

from __future__ import annotations

import json

from tests.support.entry_points import names


def commands(texts: dict[str, str]) -> list[str]:
    """Return the commands of a tree."""
    return names(texts, "cli_command")


def test_cleo_commands_bear_the_names_of_their_classes() -> None:
    """Through classes of the repository as well; without cleo a class with a name is no command."""
    texts = {
        "pyproject.toml": '[project]\nname = "tool"\n[project.scripts]\ntool = "tool.app:main"\n',
        "src/tool/app.py": "def main(): ...\n",
        "src/tool/base.py": (
            "from cleo.commands.command import Command as BaseCommand\nclass Command(BaseCommand): ...\n"
        ),
        "src/tool/add.py": (
            'from tool.base import Command\nclass AddCommand(Command):\n    name = "source add"\n'
            'class Row:\n    name = "row"\n'
        ),
    }
    assert commands(texts) == ["tool source add"]
    assert commands({path: text for path, text in texts.items() if path != "src/tool/base.py"}) == []


def test_console_commands_bear_the_program_of_their_project() -> None:
    """It is the framework's console, or else what composer installs; the name is stated in one of several ways."""
    texts = {
        "src/A.php": "<?php\nclass ACommand extends Command { protected static $defaultName = 'app:a'; }\n",
        "src/B.php": "<?php\nclass B extends BaseCommand { function configure() { $this->setName('b'); } }\n",
        "src/C.php": "<?php\n#[AsCommand(name: 'c|cc')]\nclass C extends Command {}\n",
        "src/D.php": "<?php\nclass D extends Entity { function x() { $this->setName('d'); } }\n",
    }
    library = json.dumps({"bin": ["bin/tool.php"]})
    assert commands({**texts, "composer.json": library}) == ["tool app:a", "tool b", "tool c"]
    console = {"composer.json": "{}", "bin/console": "#!/usr/bin/env php\n"}
    assert commands({**texts, **console})[0] == "php bin/console app:a"
    laravel = {"composer.json": "{}", "artisan": "#!/usr/bin/env php\n"}
    assert commands({**texts, **laravel})[0] == "php artisan app:a"


def test_mercenary_commands_nest_as_their_blocks_do() -> None:
    """The gem must depend on it; another object's ``command`` is none."""
    texts = {
        "tool.gemspec": "Gem::Specification.new do |s|\n  s.add_dependency('mercenary', '~> 1')\nend\n",
        "exe/tool": "#!/usr/bin/env ruby\nMercenary.program(:tool) do |p|\nend\n",
        "lib/tool.rb": (
            "def init(prog)\n  prog.command(:new) do |c|\n    c.command(:'new-theme') do |sub|\n    end\n  end\n"
            "  prog.command(:serve) do |c|\n  end\nend\n"
        ),
    }
    assert commands(texts) == ["tool new", "tool new new-theme", "tool serve"]
    assert commands({**texts, "tool.gemspec": "Gem::Specification.new do |s|\nend\n"}) == []


GEM = "Gem::Specification.new do |gem|\n  gem.name = 'tool'\n  gem.executables = %w[tool tools]\nend\n"
CLI = (
    "class Tool::Cli::Main < Tool::Cli::Base\n  desc 'check [DIR]', 'x'\n  def check(dir = nil)\n"
    "    kind = if dir\n      1\n    end\n  end\n\n  desc 'version', 'y'\n  def version\n  end\nend\n"
)


def test_thor_commands_are_found_through_bases_without_commands() -> None:
    """A value that a condition gives does not end the class; of two executables one starts the commands."""
    texts = {
        "tool.gemspec": GEM,
        "bin/tool": "#!/usr/bin/env ruby\nrequire 'tool'\nTool::Cli::Main.start(ARGV)\n",
        "bin/tools": "#!/usr/bin/env ruby\nload File.expand_path('../tool', __FILE__)\n",
        "lib/tool/cli/base.rb": "module Tool::Cli\n  class Base < ::Thor\n  end\nend\n",
        "lib/tool/cli/main.rb": CLI,
    }
    assert commands(texts) == ["tool check", "tool version"]
    assert commands({**texts, "lib/tool/cli/base.rb": "module Tool::Cli\n  class Base\n  end\nend\n"}) == []


def test_executables_that_a_gemspec_computes_are_those_of_their_directory() -> None:
    """A block after the assignment belongs to it."""
    gemspec = (
        "Gem::Specification.new do |gem|\n  gem.executables = spec.fetch('executables') do\n"
        "    glob['bin/*'].map { |path| File.basename(path) }\n  end\nend\n"
    )
    assert names({"tool.gemspec": gemspec, "bin/tool": "#!/usr/bin/env ruby\n"}, "binary") == ["tool"]


def test_console_commands_may_keep_their_names_in_constants() -> None:
    """The class's own; a name that comes from elsewhere is none that can be told."""
    configure = "function configure() { $this->setName(self::NAME); }"
    text = f"<?php\nclass A extends Command {{ const NAME = 'app:a'; {configure} }}\n"
    library = json.dumps({"bin": ["bin/tool"]})
    assert commands({"composer.json": library, "src/A.php": text}) == ["tool app:a"]
    assert commands({"composer.json": library, "src/A.php": text.replace("const NAME = 'app:a';", "")}) == []


def test_a_console_command_bears_the_program_that_makes_its_application() -> None:
    """Of several that are installed the one the application is named after, and else the script that adds it."""
    command = "<?php\nclass ShowCommand extends Command { function configure() { $this->setName('show'); } }\n"
    adding = "<?php\n$app = new Application('tool-plugin', VERSION);\n$app->addCommands([new ShowCommand($x)]);\n"
    texts = {"src/ShowCommand.php": command, "src/Cli.php": adding}
    several = json.dumps({"bin": ["tool", "tool-plugin"]})
    assert commands({**texts, "composer.json": several}) == ["tool-plugin show"]
    assert commands({**texts, "composer.json": "{}"}) == ["php src/Cli.php show"]
    assert commands({"src/ShowCommand.php": command, "composer.json": several}) == ["tool show"]


def test_a_package_of_composer_is_a_library_unless_it_says_otherwise() -> None:
    """Or is started: a project, and an application with a front controller, are required by nobody."""
    package = {"name": "acme/log", "autoload": {"psr-4": {"Acme\\": "src"}}}
    assert names({"composer.json": json.dumps(package)}, "library_root") == ["acme/log"]
    assert names({"composer.json": json.dumps({**package, "type": "project"})}, "library_root") == []
    assert names({"composer.json": json.dumps(package), "public/index.php": "<?php\n"}, "library_root") == []
    assert names({"composer.json": json.dumps({"name": "acme/log"})}, "library_root") == []
    assert names({"tools/bot/composer.json": json.dumps(package)}, "library_root") == []
    assert names({"bridge/composer.json": json.dumps({**package, "type": "library"})}, "library_root") == ["acme/log"]
