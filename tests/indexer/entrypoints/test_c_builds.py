"""Programs of C and C++ as their build manifests name them, and whom those are built for."""

from __future__ import annotations

import pytest

from indexer.facts import Role
from tests.support.entry_points import found, names, only

MAIN = "int main(int argc, char **argv) {\n    return 0;\n}\n"
TEST_MAIN = f"#include <t.h>\n{MAIN}"


def programs(texts: dict[str, str]) -> dict[str, tuple[str, Role]]:
    """Return path and role of each program by name."""
    return {entry.name: (entry.path, entry.role) for entry in found(texts, "binary")}


def test_a_main_is_found_where_macros_hide_brackets_from_the_grammar() -> None:
    """A half of a block in ``#if`` leaves the body outside of any function; a call of ``main`` is none."""
    text = (
        f"void f(void) {{\n#ifdef A\n    if (a) {{\n#else\n    if (b) {{\n#endif\n        main(1);\n    }}\n"
        f"}}\n\n{MAIN}"
    )
    entry = only({"server.c": text}, "binary")
    assert (entry.name, entry.line, entry.symbol) == ("server", 11, "main")


def test_lists_of_meson_are_followed_and_what_is_not_installed_serves_developers() -> None:
    """Sources stand in variables and are joined to directories; without any installation nothing is told by it."""
    meson = (
        "project('wm', 'c')\nroot = '..'\nsources = files(\n  'a.c',\n  root / 'wm/main.c',\n)\n"
        "# executable('old', 'old.c')\nexecutable(\n  'wm', sources + generated,\n  install: true)\n"
        "executable('gen', 'gen.c', install: false)\n"
    )
    texts = {"wm/meson.build": meson, "wm/main.c": MAIN, "wm/gen.c": TEST_MAIN}
    assert programs(texts) == {"wm": ("wm/main.c", Role.PRODUCT), "gen": ("wm/gen.c", Role.DEV)}
    small = {"meson.build": "project('wm')\nexecutable(meson.project_name(), 'main.c')\n", "main.c": MAIN}
    assert programs(small) == {"wm": ("main.c", Role.PRODUCT)}


def test_automake_says_which_programs_are_not_installed() -> None:
    """Conditions and several lists of sources are read; what is checked is a test."""
    manifest = (
        "if PCP\nbin_PROGRAMS = pcp\nendif\nnoinst_PROGRAMS = sizes testapp\ncheck_PROGRAMS = fuzz/in-fuzzer\n"
        "dist_pcp_SOURCES = list.c \\\n  $(platform) pcp-main.c\nsizes_SOURCES = sizes.c\nextra_PROGRAMS_note = no\n"
    )
    texts = {
        "Makefile.am": manifest,
        "pcp-main.c": MAIN,
        "sizes.c": f"{MAIN}\n",
        "testapp.c": f"\n{MAIN}",
        "fuzz/in-fuzzer.c": f"\n\n{MAIN}",
    }
    assert programs(texts) == {
        "pcp": ("pcp-main.c", Role.PRODUCT),
        "sizes": ("sizes.c", Role.DEV),
        "testapp": ("testapp.c", Role.TEST),
        "in-fuzzer": ("fuzz/in-fuzzer.c", Role.DEV),
    }


def test_a_program_that_two_build_systems_declare_is_found_once() -> None:
    """Lists of Automake may stand in other variables; what one system leaves open the other tells."""
    manifest = (
        "bin_PROGRAMS=rofi\nSOURCES=\\\n\tsource/rofi.c\\\n\tsource/view.c\nrofi_SOURCES=\\\n\ta.y\\\n\t$(SOURCES)\n"
    )
    texts = {
        "Makefile.am": manifest,
        "meson.build": "project('rofi')\nexecutable('rofi', unknown_sources, install: true)\n",
        "source/rofi.c": MAIN,
        "source/view.c": "int view;\n",
    }
    assert programs(texts) == {"rofi": ("source/rofi.c", Role.PRODUCT)}
    assert len(found(texts, "binary")) == 1


def test_variables_and_patterns_of_cmake_lead_to_the_main() -> None:
    """Paths are quoted and joined, globbed, added later; a target may be written under another name."""
    cmake = (
        'cmake_minimum_required(VERSION 3.10)\nproject("lz")\nset(TOP "${CMAKE_CURRENT_SOURCE_DIR}/../..")\n'
        'set(PROGRAMS "${TOP}/programs")\nfile(GLOB SOURCES "${PROGRAMS}/*.c")\nlist(APPEND SOURCES ${LIB})\n'
        "add_executable(lzcli ${SOURCES})\nset_target_properties(lzcli PROPERTIES OUTPUT_NAME lz)\n"
        'add_executable(later "")\ntarget_sources(later PRIVATE "${TOP}/later.cc")\n'
        "foreach(name a b)\n  add_executable(${name} ${name}.c)\nendforeach()\n"
    )
    texts = {"build/cmake/CMakeLists.txt": cmake, "programs/cli.c": MAIN, "later.cc": MAIN}
    assert programs(texts) == {"lz": ("programs/cli.c", Role.PRODUCT), "later": ("later.cc", Role.PRODUCT)}


def test_variables_of_cmake_are_handed_down_to_subdirectories() -> None:
    """A list of the project's own manifest is known below."""
    texts = {
        "CMakeLists.txt": "project(shop)\nset(MAIN_SOURCE ${CMAKE_SOURCE_DIR}/src/start.cpp)\nadd_subdirectory(app)\n",
        "app/CMakeLists.txt": "add_executable(${PROJECT_NAME}-app ${MAIN_SOURCE})\n",
        "src/start.cpp": MAIN,
    }
    assert programs(texts) == {"shop-app": ("src/start.cpp", Role.PRODUCT)}


def test_a_declared_program_without_known_sources_is_the_one_beside_its_manifest() -> None:
    """The file of its name, or the only one with a main; where there are several nothing is guessed."""
    texts = {"CMakeLists.txt": "add_executable(tool ${SOURCES})\n", "src/main.c": MAIN}
    assert programs(texts) == {"tool": ("src/main.c", Role.PRODUCT)}
    several = {"CMakeLists.txt": "add_executable(tool ${SOURCES})\n", "one.c": MAIN, "two.c": TEST_MAIN}
    assert programs(several)["tool"] == ("CMakeLists.txt", Role.PRODUCT)


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("parser_perftest", Role.TEST),
        ("unit-test-list", Role.TEST),
        ("RunTests", Role.TEST),
        ("hash_bench", Role.DEV),
        ("compress_fuzzer", Role.DEV),
        ("db-benchmark", Role.PRODUCT),
        ("testdisk", Role.PRODUCT),
        ("contest", Role.PRODUCT),
    ],
)
def test_the_name_of_a_program_tells_whether_it_tests(name: str, role: Role) -> None:
    """Only whole words count: many a product measures, or has the letters in its name."""
    assert only({f"src/{name}.c": MAIN}, "binary").role is role


def test_a_benchmark_that_is_not_installed_serves_developers() -> None:
    """One that is installed is a program for users."""
    texts = {"CMakeLists.txt": "add_executable(db_benchmark b.c)\n", "b.c": MAIN}
    assert only(texts, "binary").role is Role.DEV
    installed = {**texts, "CMakeLists.txt": "add_executable(db_benchmark b.c)\ninstall(TARGETS lib db_benchmark)\n"}
    assert only(installed, "binary").role is Role.PRODUCT


@pytest.mark.parametrize(
    ("path", "name"),
    [("bar/main.c", "bar"), ("bar/src/main.c", "bar"), ("src/main.c", "project"), ("src/view.c", "view")],
)
def test_a_main_that_is_called_so_bears_the_name_of_its_directory(path: str, name: str) -> None:
    """``main`` says nothing; directories for sources do not either."""
    assert names({path: MAIN}, "binary") == [name]


def test_a_main_that_is_compiled_to_generate_something_serves_developers() -> None:
    """The macro says what it is for."""
    assert only({"src/icons.c": f"#ifdef ICONS_GENERATE\n{MAIN}#endif\n"}, "binary").role is Role.DEV


def test_a_rule_of_the_same_name_names_the_object_before_smaller_ones() -> None:
    """A variant that is linked from less is another program."""
    makefile = "bench-lib: bench.o\n\tcc\nbench: bench.o a.o b.o\n\tcc\n"
    assert names({"Makefile": makefile, "bench.c": MAIN}, "binary") == ["bench"]
