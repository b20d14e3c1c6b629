"""Shell scripts, containers, make targets and workflows."""

from __future__ import annotations

import pytest

from indexer.facts import Role
from tests.support.entry_points import found, names, only


def test_scripts_need_a_shebang_and_the_executable_bit() -> None:
    """A file that may be executed and says by what is a script; a sourced library is none."""
    texts = {
        "run.sh": "#!/bin/sh\necho\n",
        "lib.sh": "echo\n",
        "noexec.sh": "#!/bin/sh\n",
        "tool": "#!/usr/bin/env perl\n",
        "data.txt": "#!/bin/sh\n",
        "README.md": "#!/bin/sh\n",
    }
    assert names(texts, "script", executable=["run.sh", "lib.sh", "tool", "data.txt", "README.md"]) == [
        "run.sh",
        "tool",
    ]


def test_shell_files_in_a_directory_of_scripts_are_scripts_though_less_sure() -> None:
    """Where the bit got lost, the place still tells."""
    entry = only({"bin/deploy.sh": "#!/bin/bash\necho\n"}, "script")
    assert (entry.name, entry.confidence) == ("bin/deploy.sh", 0.6)


def test_a_container_starts_what_its_last_stage_starts() -> None:
    """Earlier stages only build; continued lines are one instruction."""
    text = (
        'FROM golang:1 AS build\nCMD ["sh"]\n# comment\nFROM scratch\nCOPY --from=build /x /x\n'
        'ENTRYPOINT ["/x", \\\n  "serve"]\nCMD ["--help"]\n'
    )
    entry = only({"Dockerfile": text}, "container")
    assert (entry.name, entry.line, entry.evidence) == ("Dockerfile", 6, 'ENTRYPOINT ["/x", "serve"]')
    assert entry.confidence == 1.0


def test_a_last_stage_inherits_from_the_stage_it_builds_on() -> None:
    """What the stage itself does not say, its base says."""
    text = 'FROM python:3 AS base\nCMD ["app"]\nFROM base AS production\nRUN x\n'
    assert only({"Dockerfile": text}, "container").line == 2


@pytest.mark.parametrize("name", ["Containerfile", "Dockerfile.dev", "web.Dockerfile", "docker/api.dockerfile"])
def test_containers_are_known_by_many_names(name: str) -> None:
    """Variants of the name are the same kind of file."""
    assert names({name: "FROM x\nCMD y\n"}, "container") == [name]


@pytest.mark.parametrize("name", ["dockerfile.md", "Dockerfile.j2", "dockerfile_parser.py", ".dockerignore"])
def test_files_about_containers_are_none(name: str) -> None:
    """The name alone does not make it one."""
    assert found({name: "FROM x\nCMD y\n"}, "container") == []


def test_compose_services_are_found_with_what_they_run() -> None:
    """Each service is named, at its line."""
    text = (
        "services:\n  web:\n    build: .\n    command: [gunicorn, app]\n  db:\n    image: postgres:16\n"
        "volumes:\n  data:\n"
    )
    services = {entry.name: entry for entry in found({"docker-compose.yml": text}, "compose_service")}
    assert {name: entry.line for name, entry in services.items()} == {"web": 2, "db": 5}
    assert services["web"].evidence == "web: build: ., command: gunicorn app"


def test_make_targets_that_people_call_are_found() -> None:
    """Phony, documented and default targets count; files, patterns, variables and hidden targets do not."""
    text = (
        ".PHONY: test lint\nCC := gcc\nbuild/app: main.o\n\t$(CC) -o $@ $<\n%.o: %.c\n\tcc $<\ntest: build/app\n\t./t\n"
        "docs: ## Build the documentation\n\tx\nmain.o: CFLAGS = -O2\n.hidden:\n\tx\n"
        "parser.c: parser.y\n\tyacc $<\nlint:\n\tx\n"
    )
    targets = {entry.name: entry.role for entry in found({"Makefile": text}, "make_target")}
    assert targets == dict.fromkeys(["make build/app", "make docs", "make lint", "make test"], Role.DEV)


def test_targets_of_a_directory_say_so_and_a_stated_default_counts() -> None:
    """``make -C`` is how they are called from the root."""
    text = ".DEFAULT_GOAL := serve\nfirst:\n\tx\nserve:\n\tx\n"
    assert names({"src/Makefile": text}, "make_target") == ["make -C src serve"]


def test_just_recipes_are_found_without_hidden_ones_and_variables() -> None:
    """Recipes with arguments and dependencies count."""
    text = 'version := "1"\n\n# Build\nbuild target="x": clean\n    cargo build\n\n_hidden:\n    x\n@clean:\n    rm\n'
    assert names({"justfile": text}, "make_target") == ["just build", "just clean"]


def test_workflows_state_what_triggers_them() -> None:
    """The name is the workflow's own, or its file's; triggers come in three forms."""
    texts = {
        ".github/workflows/ci.yml": (
            "name: Continuous integration\non:\n  push:\n    branches: [main]\n  pull_request:\njobs:\n  a: {}\n"
        ),
        ".github/workflows/nightly.yaml": "on: [schedule, workflow_dispatch]\njobs: {}\n",
        ".github/workflows/notes.yml": "just: text\n",
        "docs/.github/workflows/x.yml": "on: push\njobs: {}\n",
        ".gitlab-ci.yml": "stages: [test]\n",
    }
    workflows = {entry.name: (entry.line, entry.evidence, entry.role) for entry in found(texts, "ci_workflow")}
    assert workflows == {
        "Continuous integration": (2, "on: push, pull_request", Role.DEV),
        "nightly": (1, "on: schedule, workflow_dispatch", Role.DEV),
        "GitLab CI": (1, "stages: [test]", Role.DEV),
    }


@pytest.mark.parametrize("text", ["a: [", "\t- x", "&a [*a]", "[" * 50_000, "x: !!python/object:os.system {}", "\0"])
def test_malformed_yaml_keeps_its_trouble_to_itself(text: str) -> None:
    """A file that cannot be read yields nothing, and its neighbours are read all the same."""
    texts = {
        ".github/workflows/a.yml": text,
        "compose.yaml": text,
        ".github/workflows/b.yml": "on: push\njobs: {}\n",
    }
    assert names(texts, "ci_workflow") == ["b"]
