"""Facts of C and C++ files."""

from __future__ import annotations

from tests.support.parsing import definitions, facts_of, imports, registrations

C = """
/* An event loop for small servers.
 *
 * Copyright (c) 2010 Someone. All rights reserved.
 */
#include <stdio.h>
#include "ae.h"

#define MAX_EVENTS 16
/* Round up. */
#define ALIGN(x) (((x) + 7) & ~7)
#define AE_H

typedef struct event { int mask; } event_t;
typedef struct { int size; } loop;
struct timer { int when; };
enum state { OPEN };
typedef void (*handler)(int);

/* Create a loop.
 * Returns NULL on failure. */
static loop *
create(int size)
{
    return 0;
}

#ifdef __linux__
int poll_events(void) { return 1; }
#else
int poll_events(void) { return 0; }
#endif

int declared_only(int a);

int main(int argc, char **argv) {
    return 0;
}
"""

CPP = """
#include <vector>
#include "shape.hpp"

namespace geo::flat {

/// A closed figure.
template <typename T>
class Shape : public Base {
 public:
  Shape();
  ~Shape() {}
  virtual double area() const { return 0; }
  bool operator==(const Shape &other) { return true; }
  struct Corner { int x; };
};

using Alias = int;
constexpr int kSides = 4;
int &reference() { static int x; return x; }

}  // namespace geo::flat

double geo::flat::Circle::area() const { return 3; }
enum class Colour { Red };
"""


def test_c_definitions_keep_twins_and_skip_prototypes() -> None:
    """Functions under both branches of a condition stay; a declaration without a body defines nothing."""
    assert definitions(facts_of("c", C)) == [
        ("constant", "MAX_EVENTS"),
        ("macro", "ALIGN"),
        ("type", "event_t"),
        ("struct", "event"),
        ("struct", "loop"),
        ("struct", "timer"),
        ("enum", "state"),
        ("type", "handler"),
        ("function", "create"),
        ("function", "poll_events"),
        ("function", "poll_events"),
        ("function", "main"),
    ]


def test_a_c_signature_over_two_lines_is_joined() -> None:
    """The line with the name belongs to the signature, and the comment above the type documents it."""
    (found,) = [one for one in facts_of("c", C).symbols if one.name == "create"]
    assert (found.signature, found.doc, found.line, found.end_line) == (
        "static loop * create(int size)",
        "Create a loop.",
        21,
        25,
    )


def test_a_description_before_a_licence_in_one_comment_describes_the_file() -> None:
    """Only the first paragraph decides whether a comment is a licence."""
    assert facts_of("c", C).doc == "An event loop for small servers."


def test_includes_keep_brackets_and_drop_quotes() -> None:
    """System headers can be told from the project's own."""
    assert imports(facts_of("c", C)) == [("include", "<stdio.h>", ()), ("include", "ae.h", ())]


def test_c_main_is_a_registration() -> None:
    """The system starts main."""
    assert registrations(facts_of("c", C)) == [("main", "main", "int argc, char **argv", "main")]


def test_cpp_definitions_join_namespaces_classes_and_qualified_names() -> None:
    """Members inside and outside the class body have the same container."""
    assert definitions(facts_of("cpp", CPP)) == [
        ("namespace", "geo.flat"),
        ("class", "geo.flat.Shape"),
        ("method", "geo.flat.Shape.~Shape"),
        ("method", "geo.flat.Shape.area"),
        ("method", "geo.flat.Shape.operator=="),
        ("struct", "geo.flat.Shape.Corner"),
        ("type", "geo.flat.Alias"),
        ("constant", "geo.flat.kSides"),
        ("function", "geo.flat.reference"),
        ("method", "geo.flat.Circle.area"),
        ("enum", "Colour"),
    ]


def test_a_comment_above_a_template_documents_the_class() -> None:
    """The template line does not part a comment from its class."""
    (found,) = [one for one in facts_of("cpp", CPP).symbols if one.name == "Shape" and one.kind == "class"]
    assert (found.doc, found.signature) == ("A closed figure.", "class Shape : public Base")


def test_a_header_can_be_read_as_either_language() -> None:
    """The caller decides what a header is; a class is found only in C++."""
    source = "class Loop { void run() {} };\n"
    assert ("class", "Loop") in definitions(facts_of("cpp", source))
    assert ("class", "Loop") not in definitions(facts_of("c", source))
