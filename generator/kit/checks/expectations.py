"""Turns what a demand expects into a verdict on what was found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.base.errors import KitError
from generator.base.wording import short
from generator.kit.checks.spec import Assertion
from generator.kit.expressions.evaluate import Expression


class Expectation:
    """What a demand expects, ready to be held against many things found."""

    def __init__(
        self, demand: Assertion, expect: Expression | None, find: Expression | None
    ) -> None:
        self.demand, self.expect, self.find = demand, expect, find

    def miss(self, found: Any, variables: Mapping[str, Any]) -> str:
        """`found 4, expected 1..3`; empty if it is as expected.

        Raises KitError if a number is expected of something that is none.
        """
        demand = self.demand
        if demand.limited:
            if isinstance(found, bool) or not isinstance(found, (int, float)):
                what = f"the expression `{demand.find}`" if self.find else demand.in_short
                raise KitError(
                    f"{what} gives {shown(found)}, but from and to need a number",
                    place=self.find.place if self.find else None,
                )
            fits, expected = demand.allow(found), demand.in_words
        else:
            wanted = self.expect(variables) if self.expect else demand.expect
            fits = found == wanted and isinstance(found, bool) == isinstance(wanted, bool)
            expected = shown(wanted)
        return "" if fits else f"found {shown(found)}, expected {expected}"


def shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else short(value, 200)
