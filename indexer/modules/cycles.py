"""Circles of imports: strongly connected components, found without recursion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence


def find_cycles(graph: Mapping[str, Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """Return each set of nodes that reach one another, sorted, the largest first; lone nodes are no cycle."""
    components = [tuple(sorted(component)) for component in _components(graph) if len(component) > 1]
    return tuple(sorted(components, key=lambda component: (-len(component), component)))


def _components(graph: Mapping[str, Sequence[str]]) -> Iterator[list[str]]:
    """Tarjan's algorithm with an explicit stack of iterators, so that a long chain cannot overflow."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_nodes: dict[str, None] = {}
    for start in sorted(graph):
        if start in order:
            continue
        order[start] = lowest[start] = len(order)
        open_nodes[start] = None
        waiting = [(start, iter(sorted(graph[start])))]
        while waiting:
            node, successors = waiting[-1]
            following = next((other for other in successors if _advance(node, other, order, lowest, open_nodes)), None)
            if following is not None:
                order[following] = lowest[following] = len(order)
                open_nodes[following] = None
                waiting.append((following, iter(sorted(graph.get(following, ())))))
                continue
            waiting.pop()
            if waiting:
                parent = waiting[-1][0]
                lowest[parent] = min(lowest[parent], lowest[node])
            if lowest[node] == order[node]:
                yield _close(node, open_nodes)


def _advance(
    node: str, other: str, order: Mapping[str, int], lowest: dict[str, int], open_nodes: Mapping[str, None]
) -> bool:
    """Whether ``other`` is yet to be visited; when it is on the open path, ``node`` reaches back to it."""
    if other in open_nodes:
        lowest[node] = min(lowest[node], order[other])
    return other not in order


def _close(node: str, open_nodes: dict[str, None]) -> list[str]:
    component: list[str] = []
    while not component or component[-1] != node:
        component.append(open_nodes.popitem()[0])
    return component
