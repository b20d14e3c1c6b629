"""Scripts that a build installs among the programs, and what is no part of the product beside a build."""

from __future__ import annotations

import pytest

from indexer.facts import Role
from tests.support.entry_points import found, only

SHELL = "#!/bin/sh\necho\n"
MAIN = "int main(void) {\n    return 0;\n}\n"


@pytest.mark.parametrize(
    ("manifest", "text"),
    [
        ("programs/Makefile", "install:\n\t$(INSTALL_SCRIPT) tool-grep $(DESTDIR)$(BINDIR)/tool-grep\n"),
        ("programs/Makefile", "install:\n\tinstall -m 755 tool-grep ${DESTDIR}${bindir}\n"),
        ("Makefile", "install:\n\t@cp -p programs/tool-grep /usr/local/bin/\n"),
        ("programs/Makefile.am", "dist_bin_SCRIPTS = \\\n\ttool-grep\n"),
        ("build/meson.build", "install_data(join_paths(root, 'programs/tool-grep'),\n  install_dir: zstd_bindir)\n"),
        (
            "build/CMakeLists.txt",
            'install(PROGRAMS ${PROGRAMS_DIR}/tool-grep DESTINATION "${CMAKE_INSTALL_BINDIR}")\n',
        ),
    ],
)
def test_what_a_build_installs_among_the_programs_is_a_script_of_the_product(manifest: str, text: str) -> None:
    """It lies where no script is looked for, or is one for developers by its place."""
    texts = {"programs/tool-grep": SHELL, manifest: text}
    entry = only(texts, "script")
    assert (entry.name, entry.role) == ("programs/tool-grep", Role.PRODUCT)


@pytest.mark.parametrize(
    ("manifest", "text"),
    [
        ("programs/Makefile", "install:\n\t$(INSTALL_DATA) tool-grep $(DESTDIR)$(MANDIR)/man1/tool-grep\n"),
        ("programs/Makefile.am", "noinst_SCRIPTS = tool-grep\n"),
        ("programs/meson.build", "install_data('tool-grep', install_dir: join_paths(datadir, 'tool'))\n"),
        ("programs/CMakeLists.txt", "install(PROGRAMS tool-grep DESTINATION share/tool)\n"),
    ],
)
def test_what_is_installed_elsewhere_is_no_program(manifest: str, text: str) -> None:
    """Data and manuals are not called by name."""
    assert (
        only({"programs/tool-grep": SHELL, manifest: text}, "script", executable=["programs/tool-grep"]).role
        is Role.DEV
    )


def test_what_a_test_installs_stays_a_test() -> None:
    """Only what has no one else to serve becomes the product's."""
    texts = {"tests/helper": SHELL, "tests/Makefile": "install:\n\tinstall helper $(BINDIR)/helper\n"}
    assert only(texts, "script").role is Role.TEST


def test_a_file_named_like_a_document_is_a_script_when_it_may_be_executed() -> None:
    """``install`` and ``INSTALL`` differ by that alone."""
    assert only({"install": SHELL}, "script", executable=["install"]).role is Role.PRODUCT
    assert found({"INSTALL": "Run make.\n"}, "script") == []


def test_a_main_that_no_manifest_builds_is_for_developers_where_manifests_build_programs() -> None:
    """Ports and probes lie about; without such a manifest every main counts, and so does one that is linked."""
    texts = {
        "CMakeLists.txt": "add_executable(tool src/tool.c)\n",
        "src/tool.c": MAIN,
        "ports/old/tool_main.c": MAIN,
    }
    assert {entry.name: entry.role for entry in found(texts, "binary")} == {
        "tool": Role.PRODUCT,
        "tool_main": Role.DEV,
    }
    alone = {path: text for path, text in texts.items() if path != "CMakeLists.txt"}
    assert {entry.role for entry in found(alone, "binary")} == {Role.PRODUCT}


def test_an_image_that_starts_tests_is_for_developers() -> None:
    """What it starts tells, whatever the file is called."""
    image = "FROM ruby\nCOPY . /tool\n{command}\n"
    tests = {"Dockerfile": image.format(command='CMD ["bash", "-c", "ruby /tool/test/runner.rb"]')}
    assert only(tests, "container").role is Role.DEV
    product = {"Dockerfile": image.format(command='CMD ["tool", "--latest", "/contest/x"]')}
    assert only(product, "container").role is Role.PRODUCT


def test_what_the_product_s_image_starts_is_the_product_s_wherever_it_lies() -> None:
    """Unless its name says that developers start it, or the image is one for them."""
    image = 'FROM alpine\nCOPY scripts /\nENTRYPOINT ["/{name}"]\n'
    for dockerfile, name, role in (
        ("Dockerfile", "entrypoint.sh", Role.PRODUCT),
        ("Dockerfile", "test.sh", Role.DEV),
        ("Dockerfile.dev", "entrypoint.sh", Role.DEV),
    ):
        texts = {dockerfile: image.format(name=name), f"scripts/docker/{name}": SHELL}
        assert only(texts, "script", executable=[f"scripts/docker/{name}"]).role is role
