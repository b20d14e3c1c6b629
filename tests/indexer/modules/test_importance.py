"""PageRank and cycles: what holds for every graph."""

from __future__ import annotations

import math
import random
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from indexer.modules.cycles import find_cycles
from indexer.modules.importance import normalised, page_rank

NAMES = st.sampled_from([f"n{number}" for number in range(12)])
EDGES = st.lists(st.tuples(NAMES, NAMES, st.sampled_from([0.5, 0.8, 1.0])), max_size=60)


def test_empty_graph_has_no_ranks() -> None:
    """No node, no division by zero."""
    assert page_rank([], []) == {}
    assert page_rank([], [("a", "b", 1.0)]) == {}


def test_graph_without_edges_shares_evenly() -> None:
    """Where nothing imports anything, all are alike."""
    assert page_rank(["a", "b"], []) == {"a": 0.5, "b": 0.5}


def test_imported_file_outranks_its_importers() -> None:
    """What much rests on is important, and what an important file rests on as well."""
    ranks = page_rank("abcde", [("a", "c", 1.0), ("b", "c", 1.0), ("c", "d", 1.0)])
    assert ranks["d"] > ranks["c"] > ranks["a"] == ranks["b"] == ranks["e"]


def test_closed_form_of_two_files() -> None:
    """For one edge between two files the fixed point is known: 1/2.85 and 1.85/2.85."""
    ranks = page_rank(["a", "b"], [("a", "b", 1.0)])
    assert math.isclose(ranks["a"], 1 / 2.85, rel_tol=1e-9)
    assert math.isclose(ranks["b"], 1.85 / 2.85, rel_tol=1e-9)


@given(st.lists(NAMES, min_size=1), EDGES)
def test_ranks_sum_to_one_and_are_positive(nodes: list[str], edges: list[tuple[str, str, float]]) -> None:
    """Whatever the graph, the ranks share out one."""
    ranks = page_rank(nodes, edges)
    assert set(ranks) == set(nodes)
    assert math.isclose(sum(ranks.values()), 1.0, rel_tol=1e-9)
    assert min(ranks.values()) > 0


@given(st.lists(NAMES, min_size=1), EDGES, st.randoms(use_true_random=False))
def test_order_of_input_changes_nothing(
    nodes: list[str], edges: list[tuple[str, str, float]], shuffler: random.Random
) -> None:
    """A permutation gives the same ranks to the last bit, in the same order."""
    other_nodes, other_edges = list(nodes), list(edges)
    shuffler.shuffle(other_nodes)
    shuffler.shuffle(other_edges)
    assert list(page_rank(nodes, edges).items()) == list(page_rank(other_nodes, other_edges).items())


def test_normalised_values_sum_to_one() -> None:
    """Zeros alone are shared evenly, nothing stays nothing."""
    assert normalised({"a": 1.0, "b": 3.0}) == {"a": 0.25, "b": 0.75}
    assert normalised({"a": 0.0, "b": 0.0}) == {"a": 0.5, "b": 0.5}
    assert normalised({}) == {}


def test_cycles_are_sorted_and_lone_nodes_are_none() -> None:
    """Larger cycles come first; a node that only reaches a cycle is not in it."""
    graph = {"a": ["b"], "b": ["a", "c"], "c": ["d"], "d": ["e"], "e": ["c"], "f": ["a"]}
    assert find_cycles(graph) == (("c", "d", "e"), ("a", "b"))


def test_long_chain_does_not_overflow() -> None:
    """Ten thousand modules in a row are walked without recursion."""
    names = [f"n{number:05}" for number in range(10_000)]
    chain: dict[str, list[str]] = {name: [following] for name, following in pairwise(names)}
    assert find_cycles({**chain, names[-1]: []}) == ()
    assert find_cycles({**chain, names[-1]: [names[0]]}) == (tuple(names),)


def reachable(graph: dict[str, list[str]], start: str) -> set[str]:
    """Return every node that a walk of at least one step from ``start`` can meet."""
    found: set[str] = set()
    waiting = list(graph.get(start, []))
    while waiting:
        node = waiting.pop()
        if node not in found:
            found.add(node)
            waiting += graph.get(node, [])
    return found


@given(st.dictionaries(NAMES, st.lists(NAMES, max_size=4)))
def test_cycles_are_the_sets_that_reach_one_another(graph: dict[str, list[str]]) -> None:
    """Held against plain reachability."""
    nodes = sorted({*graph, *(target for targets in graph.values() for target in targets)})
    reach = {node: reachable(graph, node) for node in nodes}
    expected = {
        tuple(other for other in nodes if other == node or (other in reach[node] and node in reach[other]))
        for node in nodes
    }
    assert set(find_cycles(graph)) == {component for component in expected if len(component) > 1}
