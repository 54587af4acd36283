"""Component supply: the most of each component in use at one time, against the copies printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from generator.kit.decks import deal
from generator.kit.load import Kit


class Supply(NamedTuple):
    """Supply of a kind of component: the copies needed and the copies printed."""

    kind: str
    """Name in `State.component_usage`: a component, `power-token`, or a row of one, `token/hit`."""
    most: int
    """Most copies in use at one time."""
    seed: int
    """Seed of the first game that used that many."""
    printed: int | None
    """Copies that the kit prints; None if it prints nothing of that name."""
    name: str
    """The kit's title of the component: `Power tokens`."""

    @property
    def short(self) -> bool:
        """Whether more copies were needed than are printed."""
        return self.printed is not None and self.most > self.printed

    @property
    def share(self) -> float:
        """The most in use as a share of the copies printed; 0 if none are printed."""
        return self.most / self.printed if self.printed else 0.0


def printed_copies(kit: Kit) -> dict[str, int]:
    """The copies that a kit prints of each component, `power-token`, and of each row, `token/hit`.

    Raises KitError if a component's rows cannot be computed.
    """
    copies: dict[str, int] = {}
    for component in kit.file.components:
        if component.made:  # only for generated maps
            continue
        for row, count in deal(component, kit.tables):
            copies[component.id] = copies.get(component.id, 0) + count
            if row is not None:
                copies[f"{component.id}/{row['id']}"] = count
    return copies


def component_names(kit: Kit) -> dict[str, str]:
    """The titles of a kit's components and of their rows: `Power tokens`, `Markers: Hit`.

    Raises KitError if a component's rows cannot be computed.
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
    """The supply of every kind, the scarcest first; `most` maps a kind to (number, seed)."""
    found = [
        Supply(kind, *shown, printed.get(kind), names.get(kind, kind))
        for kind, shown in most.items()
    ]
    return sorted(found, key=_by_scarcity)


def most_of_all(runs: Iterable[tuple[int, Iterable[Supply]]]) -> list[tuple[int, Supply]]:
    """For each kind, the supply of the run that needed the most, with the run's number."""
    found: dict[str, tuple[int, Supply]] = {}
    for number, each in runs:
        for supply in each:
            if supply.kind not in found or supply.most > found[supply.kind][1].most:
                found[supply.kind] = number, supply
    return sorted(found.values(), key=lambda each: _by_scarcity(each[1]))


def _by_scarcity(supply: Supply) -> tuple[float, str]:
    return -supply.share, supply.kind
