"""Import graph: which package of `generator/` imports which, read from the source.

    python .ci/import_graph.py

prints how large the graph is.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "generator"

STATEMENTS = (ast.stmt, ast.excepthandler, ast.match_case)

Edge = tuple[str, str]


@dataclass
class Graph:
    """Imports between the top-level packages, and between single modules."""

    modules: dict[str, set[str]] = field(default_factory=dict)
    """Module -> the modules that it imports when it is imported itself."""
    eager: Counter[Edge] = field(default_factory=Counter)
    """Imports at module level, by package."""
    late: Counter[Edge] = field(default_factory=Counter)
    """Imports inside functions, by package."""

    @property
    def packages(self) -> list[str]:
        """Every package and module directly in `generator/` that the picture shows."""
        names = {name.split(".")[1] for name in self.modules if "." in name}
        return sorted(names - {"__main__"})


def read_graph(source: Path = SOURCE) -> Graph:
    """Parse every module below `source` and collect its imports of the project itself."""
    graph = Graph()
    paths = {dotted(path, source): path for path in sorted(source.rglob("*.py"))}
    for name, path in paths.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        graph.modules[name] = set()
        for target, late in imports(tree):
            while target not in paths:  # an imported name stands in the module above it
                target = target.rpartition(".")[0]
            if not late:
                graph.modules[name].add(target)
            edge = (part(name), part(target))
            if edge[0] != edge[1] and all(edge) and "__main__" not in edge:
                (graph.late if late else graph.eager)[edge] += 1
    return graph


def dotted(path: Path, source: Path) -> str:
    """generator/press/scene/items.py -> generator.press.scene.items."""
    parts = path.relative_to(source.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part(name: str) -> str:
    """The top-level package of a module; "" for `generator` itself."""
    return [*name.split("."), ""][1]


def imports(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """Names imported from the project, each with whether that happens inside a function.

    Imports for type checkers alone are left out: they create no dependency when the code runs.
    """
    stack: list[tuple[ast.AST, bool]] = [(tree, False)]
    while stack:
        node, late = stack.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            names = []
        yield from ((name, late) for name in names if name.split(".")[0] == SOURCE.name)
        inner = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        children = ast.iter_child_nodes(node)  # no expression has an import in it
        stack += [(child, inner) for child in children if isinstance(child, STATEMENTS)]


def layers(graph: Graph) -> tuple[dict[str, int], list[Edge]]:
    """The height of each package above the ground, and the imports that point upwards.

    A package stands one layer above the highest package that it imports.
    """
    kept = dict(graph.eager)
    dropped: list[Edge] = []
    while loop := cycle(kept):
        weakest = min(loop, key=lambda edge: (kept[edge], edge))
        dropped.append(weakest)
        del kept[weakest]
    below = {name: {b for a, b in kept if a == name} for name in graph.packages}

    @cache
    def height(name: str) -> int:
        return 1 + max((height(each) for each in below[name]), default=-1)

    heights = {name: height(name) for name in graph.packages}
    up = [edge for edge in graph.late if heights[edge[0]] <= heights[edge[1]]]
    return heights, sorted({*dropped, *up})


def cycle(edges: dict[Edge, int]) -> list[Edge]:
    """The edges of one cycle, or nothing."""
    for start in sorted({a for a, _ in edges}):
        trails = [[start]]
        seen: set[str] = set()
        while trails:
            trail = trails.pop()
            for a, b in edges:
                if a == trail[-1] and b == start:
                    return list(zip(trail, [*trail[1:], start], strict=True))
                if a == trail[-1] and b not in seen:
                    seen.add(b)
                    trails.append([*trail, b])
    return []


def cover(graph: Graph, upward: list[Edge]) -> list[Edge]:
    """The imports that no chain of other imports implies: the arrows of the picture."""
    edges = set(graph.eager) - set(upward)

    @cache
    def reach(name: str) -> frozenset[str]:
        found = {b for a, b in edges if a == name}
        return frozenset(found.union(*(reach(each) for each in found)))

    direct = {name: {b for a, b in edges if a == name} for name in graph.packages}
    return sorted(
        (a, b) for a, b in edges if not any(b in reach(other) for other in direct[a] if other != b)
    )


def circles(modules: dict[str, set[str]]) -> list[list[str]]:
    """Groups of modules that import one another in a circle (strongly connected components)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in sorted(modules[name]):
            if other not in index:
                visit(other)
            if other in stack:
                low[name] = min(low[name], low[other])
        if low[name] == index[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(modules):
        if name not in index:
            visit(name)
    return found


def figures(graph: Graph) -> str:
    """How large the import graph is, in lines that a page can quote."""
    _, upward = layers(graph)
    found = circles(graph.modules)
    return "\n".join(
        (
            f"packages at the top: {len(graph.packages)}",
            f"arrows between them: {len({*graph.eager, *graph.late})}",
            f"arrows that point upwards: {len(upward)}",
            f"modules: {len(graph.modules)}",
            f"imports between modules: {sum(map(len, graph.modules.values()))}",
            f"circles of modules at import: {len(found)}",
        )
    )


if __name__ == "__main__":
    print(figures(read_graph()))
