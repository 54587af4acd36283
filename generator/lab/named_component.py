"""Named component: a component in one usage, as options name it: `drawn: fox`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.base.errors import KitError
from generator.engine.game import Game
from generator.kit.edit.tables import unknown

NONE: Mapping[str, Sequence[str]] = MappingProxyType({})


class NamedComponent(NamedTuple):
    """What a seat does with a component, and the component's id."""

    usage: str
    item: str

    @classmethod
    def read(cls, text: str) -> NamedComponent:
        """`drawn: fox` as its two parts."""
        usage, _, item = text.partition(":")
        return cls(usage.strip(), item.strip())

    def check(self, game: Game[Any], recorded: Mapping[str, Sequence[str]] = NONE) -> None:
        """Raise KitError, which lists the alternatives, if the game does not count it.

        `recorded` are the components in games already played, which it need not list beforehand.
        """
        listed = game.component_names()
        names = {
            usage: [*dict.fromkeys([*listed.get(usage, ()), *recorded.get(usage, ())])]
            for usage in [*listed, *recorded]
        }
        if not names:
            message = f"{game.title} lists no components that a seat can have"
            hint = "leave out --of: it compares the seats that have one with all others"
            raise KitError(message, hint=hint, check="option-value")
        uses = [usage for usage, items in names.items() if not self.item and self.usage in items]
        if uses:
            message = f'"{self.usage}" does not say what a seat does with it'
            hint = "write " + " or ".join(f'"{usage}: {self.usage}"' for usage in uses)
            raise KitError(message, hint=hint, check="option-value")
        if self.usage not in names:
            message = f'this game counts no components that are "{self.usage}"'
            raise unknown(message, self.usage, names)
        if self.item not in names[self.usage]:
            message = f'no component "{self.item}" is {self.usage}'
            raise unknown(message, self.item, names[self.usage])
