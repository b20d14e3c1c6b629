"""Whom scripts, images and services serve, told by their names and by what starts them."""

from __future__ import annotations

import pytest

from indexer.facts import Role
from tests.support.entry_points import found, only

SHELL = "#!/bin/sh\necho\n"


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("version.sh", Role.DEV),
        ("libexec/tool-version", Role.PRODUCT),
        ("libexec/tool/tool-exec-test", Role.PRODUCT),
        ("run", Role.PRODUCT),
        ("checks/run_spelling.sh", Role.DEV),
        ("server.sh", Role.PRODUCT),
        ("regressions/server-socket-error.sh", Role.DEV),
        ("meson/install-links", Role.DEV),
        ("autogen.sh", Role.DEV),
        ("docker-deploy.sh", Role.DEV),
        ("shellcheck.sh", Role.DEV),
    ],
)
def test_words_that_say_little_count_only_where_they_are_the_whole_name(path: str, role: Role) -> None:
    """Programs of an installed collection are for users, whatever their names say."""
    assert only({path: SHELL}, "script", executable=[path]).role is role


def test_a_script_with_a_manual_page_is_for_users() -> None:
    """Nobody writes one for a script that only developers start."""
    scripts = dict.fromkeys(["scripts/db-tool", "scripts/db-view.pl", "scripts/db-check"], SHELL)
    texts = {**scripts, "doc/db-tool.1": ".TH DB-TOOL 1\n", "doc/db-view.1.markdown": "# db-view\n"}
    roles = {entry.name: entry.role for entry in found(texts, "script", executable=list(scripts))}
    assert roles == {
        "scripts/db-tool": Role.PRODUCT,
        "scripts/db-view.pl": Role.PRODUCT,
        "scripts/db-check": Role.DEV,
    }


def test_a_file_to_be_sourced_is_a_script_where_users_start_with_it() -> None:
    """Without a first line that names a shell, the project's own name tells so, or the place below ``bin``."""
    texts = dict.fromkeys(["project.sh", "part.sh", "bin/more.sh", "data.txt"], "f() { :; }\n")
    scripts = found(texts, "script", executable=["project.sh", "part.sh", "data.txt"])
    assert sorted(entry.name for entry in scripts) == ["bin/more.sh", "project.sh"]


def test_what_an_image_starts_is_a_script_of_the_product_with_those_beside_it() -> None:
    """It need not be executable, since the image makes it so; a developer's script stays one."""
    texts = {
        "Dockerfile": 'FROM alpine\nENTRYPOINT ["/bin/bash", "/app/boot.sh"]\nCMD ["sh", "missing.sh"]\n',
        "app/boot.sh": SHELL,
        "app/renew.sh": SHELL,
        "app/cleanup_docs.sh": SHELL,
        "app/functions.sh": SHELL,
        "other/boot2.sh": SHELL,
    }
    executable = ["app/renew.sh", "app/cleanup_docs.sh", "other/boot2.sh"]
    roles = {entry.name: entry.role for entry in found(texts, "script", executable=executable)}
    assert roles == {
        "app/boot.sh": Role.PRODUCT,
        "app/renew.sh": Role.PRODUCT,
        "app/cleanup_docs.sh": Role.DEV,
        "other/boot2.sh": Role.DEV,
    }


def test_a_script_beside_the_manifest_of_an_image_makes_no_product_of_all_others() -> None:
    """What lies at the root of a repository goes into no image for that reason."""
    texts = {"Dockerfile": 'FROM alpine\nCMD ["./begin.sh"]\n', "begin.sh": SHELL, "mk/headers.sh": SHELL}
    roles = {entry.name: entry.role for entry in found(texts, "script", executable=["mk/headers.sh"])}
    assert roles == {"begin.sh": Role.PRODUCT, "mk/headers.sh": Role.DEV}


def test_variants_of_images_are_told_by_the_words_in_their_names() -> None:
    """Words are also joined by capital letters."""
    texts = dict.fromkeys(
        ["Dockerfile", "Dockerfile.HotReload", "Dockerfile.DelveServer", "Dockerfile.alpine"], "FROM x\n"
    )
    roles = {entry.name: entry.role for entry in found(texts, "container")}
    assert roles == {
        "Dockerfile": Role.PRODUCT,
        "Dockerfile.HotReload": Role.DEV,
        "Dockerfile.DelveServer": Role.DEV,
        "Dockerfile.alpine": Role.PRODUCT,
    }


def test_a_service_made_of_an_image_for_developers_serves_them() -> None:
    """The Dockerfile tells, wherever its context is; a service that is only pulled keeps the file's role."""
    texts = {
        "compose.yml": (
            "services:\n  fedora:\n    build:\n      context: .\n      dockerfile: devtools/Dockerfile.fedora\n"
            "  web:\n    build: .\n  mail:\n    image: mail\n  lost:\n    build: nowhere\n"
        ),
        "devtools/Dockerfile.fedora": "FROM fedora\nCMD make test\n",
        "Dockerfile": "FROM alpine\n",
    }
    roles = {entry.name: entry.role for entry in found(texts, "compose_service")}
    assert roles == {"fedora": Role.DEV, "web": Role.PRODUCT, "mail": Role.PRODUCT, "lost": Role.PRODUCT}
