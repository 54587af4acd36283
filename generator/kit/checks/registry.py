"""Registry of checks that a game adds in Python to those declared in `game.yaml`.

They check what no declaration can: geometry, and the meaning of a game's effects::

    @check("K-home-edge")
    def home_edge(tables: Tables) -> Iterator[Fault]:
        \"\"\"Each home has exactly three neighbours on the board.\"\"\"

They are registered by the package of their module (`generator.games.grumbles`), so that two games
can use the same name; `registered(package)` returns those of a game, and `checks.run` runs them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from generator.base.errors import Fault
from generator.kit.tables.records import Tables

Finder = Callable[[Tables], Iterable[Fault]]
Oracle = Callable[[Tables], "bool | None"]
"""Whether tables pass a check; None if this implementation cannot tell."""


@dataclass(frozen=True, slots=True)
class PythonCheck:
    """A check that is a function from a kit's tables to the faults in them."""

    slug: str
    description: str
    find: Finder
    allows: Mapping[str, str] = field(default_factory=dict)
    """Kinds of changes of values it reads that may be harmless, each with the reason."""
    oracle: Oracle | None = None
    """Independent second implementation of the check, for comparison."""


_registry: dict[str, dict[str, PythonCheck]] = {}


def check(
    slug: str, allows: Mapping[str, str] | None = None, oracle: Oracle | None = None
) -> Callable[[Finder], Finder]:
    """Register a function as the check of that name; its docstring describes what it ensures.

    The other arguments are for mutation testing (`grimoire check --deep`).  `oracle` is a second
    implementation, which shares only the tables and returns whether they pass: the two must agree
    about every change.  Without one, or where it returns None, `allows` has the changes that may be
    harmless: `{"* cards.name": "any other name will do"}`.
    """

    def register(find: Finder) -> Finder:
        checks = _registry.setdefault(find.__globals__["__package__"], {})
        assert re.fullmatch(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", slug), (
            f"{slug!r} is not a name for a check"
        )
        assert slug not in checks, f"two checks are named {slug}"
        says = find.__doc__ or ("" if __debug__ else slug)  # -OO drops every docstring
        assert says, f"check {slug} has no docstring"
        description = says.strip().splitlines()[0].removesuffix(".")
        checks[slug] = PythonCheck(slug, description, find, allows or {}, oracle)
        return find

    return register


def registered(package: str) -> tuple[PythonCheck, ...]:
    """The Python checks in the modules of a package, in the order of their definition."""
    return tuple(_registry.get(package, {}).values())
