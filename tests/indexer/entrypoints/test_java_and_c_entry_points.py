"""Java mains and annotations; C and C++ programs."""

from __future__ import annotations

from indexer.facts import Role
from tests.support.entry_points import found, names, only, product

C_MAIN = "int main(int argc, char **argv) {\n    return 0;\n}\n"


def test_java_mains_are_named_by_their_class() -> None:
    """A person starts a class by its full name."""
    text = "package org.acme.shop;\n\npublic class App {\n    public static void main(String[] args) {}\n}\n"
    entry = only({"src/main/java/org/acme/shop/App.java": text}, "main_function")
    assert (entry.name, entry.line, entry.symbol) == ("org.acme.shop.App", 4, "App.main")
    assert entry.role is Role.PRODUCT
    assert only({"src/test/java/org/acme/AppTest.java": text}, "main_function").role is Role.TEST


def test_spring_routes_lie_under_the_mapping_of_their_class() -> None:
    """Class and method compose; several paths and methods give several routes."""
    text = (
        'package a;\n@RestController\n@RequestMapping("/api/users")\npublic class Users {\n'
        '    @GetMapping("/{id}")\n    public U one() {}\n    @PostMapping\n    public U add() {}\n'
        '    @RequestMapping(value = {"/a", "/b"}, method = {RequestMethod.PUT})\n    public U put() {}\n}\n'
    )
    assert names({"src/Users.java": text}, "http_route") == [
        "GET /api/users/{id}",
        "POST /api/users",
        "PUT /api/users/a",
        "PUT /api/users/b",
    ]


def test_a_client_with_the_same_annotations_serves_no_routes() -> None:
    """A Feign interface calls, it does not answer."""
    text = 'package a;\n@FeignClient("users")\npublic interface Users {\n    @GetMapping("/{id}")\n    U one();\n}\n'
    assert found({"src/Users.java": text}) == []


def test_jax_rs_takes_method_and_path_from_two_annotations() -> None:
    """``@GET`` and ``@Path`` stand beside each other."""
    text = (
        'package a;\n@Path("/orders")\npublic class Orders {\n    @GET\n    @Path("{id}")\n    public O one() {}\n'
        "    @POST\n    public O add() {}\n}\n"
    )
    assert names({"src/Orders.java": text}, "http_route") == ["GET /orders/{id}", "POST /orders"]


def test_picocli_commands_and_scheduled_methods_are_found() -> None:
    """A command lies under the class that lists it."""
    text = (
        "package a;\nimport picocli.CommandLine.Command;\n"
        '@Command(name = "shop", subcommands = {Add.class})\nclass Shop {}\n@Command(name = "add")\nclass Add {}\n'
        'class Jobs {\n    @Scheduled(cron = "0 0 * * * *")\n    void clean() {}\n}\n'
    )
    texts = {"src/Shop.java": text}
    assert names(texts, "cli_command") == ["shop", "shop add"]
    assert names(texts, "task") == ["Jobs.clean"]


def test_a_c_main_is_named_by_its_file_where_nothing_else_names_it() -> None:
    """The file's stem is what a compiler would be told."""
    entry = only({"src/tool.c": C_MAIN}, "binary")
    assert (entry.name, entry.line, entry.evidence) == ("tool", 1, "int main(int argc, char **argv) {")


def test_a_makefile_names_what_it_links() -> None:
    """Variables are followed to the objects; the rule for everything names nothing."""
    makefile = (
        "SUFFIX?=\nNAME=my-server$(SUFFIX)\nOBJ=list.o \\\n  server.o\nall: $(NAME) my-cli\n\n"
        "$(NAME): $(OBJ)\n\t$(CC) -o $@ $^\n\nmy-cli: cli.o list.o\n\t$(CC) -o $@ $^\n\n%.o: %.c\n\t$(CC) -c $<\n"
    )
    texts = {"src/Makefile": makefile, "src/server.c": C_MAIN, "src/cli.c": C_MAIN, "src/list.c": "int x;\n"}
    assert names(texts, "binary") == ["my-cli", "my-server"]


def test_cmake_targets_are_found_at_the_main_of_their_sources() -> None:
    """Variables are expanded; what is only an alias is no program."""
    cmake = (
        "project(shop CXX)\nset(SOURCES src/main.cpp src/a.cpp)\nadd_executable(${PROJECT_NAME} ${SOURCES})\n"
        "# add_executable(old old.cpp)\nadd_executable(other::x ALIAS shop)\nadd_executable(${UNKNOWN} x.cpp)\n"
        "add_executable(gen ${GENERATED})\n"
    )
    texts = {"CMakeLists.txt": cmake, "src/main.cpp": "int main() { return 0; }\n", "src/a.cpp": "int a;\n"}
    assert [(entry.name, entry.path, entry.line) for entry in found(texts, "binary")] == [
        ("gen", "CMakeLists.txt", 7),
        ("shop", "src/main.cpp", 1),
    ]


def test_a_main_behind_a_macro_for_tests_is_a_test() -> None:
    """A library file that can test itself is no program of the product."""
    text = f"int f(void);\n#ifdef SDS_TEST_MAIN\n#include <stdio.h>\n{C_MAIN}#endif\n"
    assert only({"src/sds.c": text}, "binary").role is Role.TEST
    ended = f"#ifdef SDS_TEST\n#endif\n#ifndef _WIN32\n{C_MAIN}#endif\n"
    assert only({"src/x.c": ended}, "binary").role is Role.PRODUCT


def test_meson_and_automake_programs_are_found() -> None:
    """Other build systems declare programs too."""
    texts = {
        "meson.build": "project('p', 'c')\nexecutable('viewer', 'src/view.c', install: true)\n",
        "src/view.c": C_MAIN,
        "am/Makefile.am": "bin_PROGRAMS = teller\nteller_SOURCES = main.c \\\n  other.c\n",
        "am/main.c": C_MAIN,
    }
    assert names(texts, "binary") == ["teller", "viewer"]


def test_mains_of_vendored_code_tests_and_examples_are_not_the_product() -> None:
    """The role is the file's."""
    texts = {"deps/lua/src/lua.c": C_MAIN, "tests/t.c": C_MAIN, "examples/e.c": C_MAIN}
    assert product(texts) == []
    assert len(found(texts, "binary")) == 3


def test_annotations_made_of_a_mapping_are_mappings() -> None:
    """A project may compose its own; an interface that is mapped itself composes none."""
    annotation = (
        "package a;\n@Target(ElementType.METHOD)\n@RequestMapping(method = RequestMethod.GET)\n"
        "public @interface AnonymousGetMapping {\n    String[] value() default {};\n}\n"
    )
    controller = (
        'package a;\n@RestController\n@RequestMapping("/auth")\npublic class Auth {\n'
        '    @AnonymousGetMapping("/code")\n    public C code() {}\n    @OtherMapping("/x")\n'
        "    public C other() {}\n}\n"
    )
    texts = {"src/AnonymousGetMapping.java": annotation, "src/Auth.java": controller}
    assert names(texts, "http_route") == ["GET /auth/code"]


def test_an_interface_that_becomes_a_rest_client_serves_no_routes() -> None:
    """The annotations are those of a server."""
    text = 'package a;\n@RegisterRestClient\n@Path("/connectors")\npublic interface Api {\n    @GET\n    C all();\n}\n'
    assert found({"src/Api.java": text}) == []


def test_the_name_of_a_controller_is_a_prefix_only_where_it_means_a_path() -> None:
    """Spring's is the name of a bean, Micronaut's is the path."""
    spring = 'package a;\n@Controller("users")\npublic class Users {\n    @GetMapping("/x")\n    public U x() {}\n}\n'
    assert names({"src/Users.java": spring}, "http_route") == ["GET /x"]
    micronaut = (
        "package a;\nimport io.micronaut.http.annotation.*;\n"
        '@Controller("/users")\npublic class Users {\n    @Get("/{id}")\n    public U x() {}\n    @Post\n'
        "    public U y() {}\n}\n"
    )
    assert names({"src/Users.java": micronaut}, "http_route") == ["GET /users/{id}", "POST /users"]


def test_a_long_list_of_subcommands_is_read_to_its_end() -> None:
    """The facts keep only its beginning."""
    classes = [f"VeryLongNameOfTheCommandNumber{number}" for number in range(30)]
    listed = ", ".join(f"{name}.class" for name in classes)
    commands = "".join(f'@Command(name = "c{number}")\nclass {name} {{}}\n' for number, name in enumerate(classes))
    text = (
        "package a;\nimport picocli.CommandLine;\nimport picocli.CommandLine.Command;\n"
        f'@CommandLine.Command(name = "shop", subcommands = {{ {listed} }}, description = "x")\nclass Shop {{}}\n'
        f"{commands}"
    )
    assert names({"src/Shop.java": text}, "cli_command") == sorted(
        ["shop", *(f"shop c{number}" for number in range(30))]
    )
