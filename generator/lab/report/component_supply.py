"""Turns the most of each component that games needed at one time into whether enough is printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from generator.kit.decks import deal
from generator.kit.load import Kit


class Supply(NamedTuple):
    """One kind of component: what was needed, and what there is."""

    kind: str
    """As `State.in_use` calls it: a component, `power-token`, or a row of one, `token/hit`."""
    most: int
    """The most that was in use at one time."""
    seed: int
    """The first game that used so many."""
    printed: int | None
    """What the kit prints; None if it prints nothing of that name."""
    name: str
    """As the kit calls it: `Power tokens`."""

    @property
    def short(self) -> bool:
        """Whether more was needed than there is."""
        return self.printed is not None and self.most > self.printed


def printed_copies(kit: Kit) -> dict[str, int]:
    """How many pieces a kit prints of each component, `power-token`, and each row, `token/hit`.

    Nothing is drawn for it.  Raises KitError if a component's rows cannot be worked out.
    """
    copies: dict[str, int] = {}
    for component in kit.file.components:
        if component.made:  # only for maps that are made up
            continue
        for row, count in deal(component, kit.tables):
            copies[component.id] = copies.get(component.id, 0) + count
            if row is not None:
                copies[f"{component.id}/{row['id']}"] = count
    return copies


def component_names(kit: Kit) -> dict[str, str]:
    """What a kit calls each component, and each row of one: `Power tokens`, `Markers: Hit`.

    Raises KitError if a component's rows cannot be worked out.
    """
    names: dict[str, str] = {}
    for component in kit.file.components:
        names[component.id] = component.title
        for row, _ in deal(component, kit.tables):
            if row is not None:
                own = row.get("name") or row["id"]
                names[f"{component.id}/{row['id']}"] = f"{component.title}: {own}"
    return names


def supplies(
    most: Mapping[str, tuple[int, int]],
    printed: Mapping[str, int],
    names: Mapping[str, str] = MappingProxyType({}),
) -> list[Supply]:
    """Every kind with its most and the seed that shows it, the scarcest first."""
    found = [
        Supply(kind, *shown, printed.get(kind), names.get(kind, kind))
        for kind, shown in most.items()
    ]
    return sorted(found, key=lambda each: (-_part(each), each.kind))


def most_of_all(runs: Iterable[tuple[int, Iterable[Supply]]]) -> list[tuple[int, Supply]]:
    """Of each kind the supply of the run that needed most, with that run's number."""
    found: dict[str, tuple[int, Supply]] = {}
    for number, each in runs:
        for supply in each:
            if supply.kind not in found or supply.most > found[supply.kind][1].most:
                found[supply.kind] = number, supply
    return sorted(found.values(), key=lambda each: (-_part(each[1]), each[1].kind))


def _part(supply: Supply) -> float:
    """How much of what is printed was in use; 0 where nothing of that name is."""
    return supply.most / supply.printed if supply.printed else 0.0
