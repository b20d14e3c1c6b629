"""Commands of CLAide, each a class under the class of the command above it."""

from __future__ import annotations

from indexer.entrypoints.ruby_claide import detect
from tests.support.trees import tree_of

ROOT = "class Command < CLAide::Command\n  self.abstract_command = true\n  self.command = 'pod'\nend\n"
REPO = "module Pod\n  class Command\n    class Repo < Command\n"
TEXTS = {
    "lib/pod/command.rb": f"require 'claide'\nmodule Pod\n{ROOT}end\n",
    "lib/pod/command/install.rb": (
        "module Pod\n  class Command\n    class Install < Command\n      def run; end\n    end\n  end\nend\n"
    ),
    "lib/pod/command/repo.rb": f"{REPO}      self.abstract_command = true\n    end\n  end\nend\n",
    "lib/pod/command/repo/add_cdn.rb": (
        f"{REPO}      class AddCDN < Repo\n        def run; end\n      end\n    end\n  end\nend\n"
    ),
    "lib/pod/other.rb": "class Install < Step\n  def run; end\nend\n",
}


def commands(texts: dict[str, str]) -> list[str]:
    """Return the commands of a tree."""
    return sorted(entry.name for entry in detect(tree_of(texts)))


def test_classes_of_commands_bear_their_names_with_hyphens() -> None:
    """A group is no command, nor is a class of the same name that descends from something else."""
    assert commands(TEXTS) == ["pod install", "pod repo add-cdn"]


def test_without_claide_classes_are_no_commands() -> None:
    """The words are those of any program."""
    assert commands({path: text.replace("CLAide::", "") for path, text in TEXTS.items()}) == []
