"""Free position: converts a free table to a position of the kit's game, if its fields can hold it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from generator.base.errors import KitError
from generator.base.formats.yaml import dump_yaml, parse_yaml
from generator.engine.game import Game
from generator.engine.testing.example_run import run_example
from generator.engine.testing.examples import examples_in
from generator.studio.play.free_layout import Layout, Token

HAND = "hand"
"""Part of the name of the field that holds the hands, if there are several fields by seat."""


def example_of(game: Game[Any], layout: Layout, name_of: Callable[[Token], str]) -> str:
    """An example file whose position is that of a free table.

    Raises KitError with the reason if the rules reject the position.
    """
    players = len(layout.hands)
    if players not in game.seats:
        known = " or ".join(map(str, game.seats))
        people = "player" if known == "1" else "players"
        raise KitError(f"the game is for {known} {people}", check="free-table")
    fresh = game.start(1, players)[0].to_data()
    stated = _stated(layout, fresh, name_of)
    if "players" in fresh:
        stated["players"] = players
    if not stated.keys() - {"players"}:
        raise KitError("no field of a position can hold these pieces", check="free-table")
    row = {
        "id": "from-the-table",
        "title": "A position from the free table",
        "players": players,
        "position": stated,
        "moves": [],
    }
    text = dump_yaml({"kit": game.name, "examples": [row]})
    (example,) = examples_in(parse_yaml(text, "the example"))
    run_example(game, example)
    return text


def _stated(
    layout: Layout, fresh: Mapping[str, Any], name_of: Callable[[Token], str]
) -> dict[str, Any]:
    """The fields of a position: hands, and piles that consist mostly of a field's initial pieces.

    All other fields are assumed to be in their initial state.
    """
    piles = [[*map(name_of, pile.tokens)] for pile in layout.piles if not pile.board]
    stated: dict[str, Any] = {}
    if hands := _hands(fresh, len(layout.hands)):
        names = [[*map(name_of, hand)] for hand in layout.hands]
        keyed = isinstance(fresh[hands], Mapping)
        stated[hands] = dict(zip(fresh[hands], names, strict=True)) if keyed else names
    held = [name_of(token) for hand in layout.hands for token in hand]
    known = {*held, *(name for names in piles for name in names)}
    for field, initial in fresh.items():
        if not _are_pieces(initial, known):
            continue
        best = max(piles, key=lambda pile: _shared(pile, initial), default=[])
        if 2 * _shared(best, initial) > len(best):
            piles.remove(best)
            stated[field] = best
        elif _shared(held, initial) == len(initial):
            stated[field] = []
    return stated


def _hands(fresh: Mapping[str, Any], players: int) -> str:
    """The field that holds a list of pieces for each seat; "" if there is none, or no single one."""
    found = []
    for field, value in fresh.items():
        each = [*value.values()] if isinstance(value, Mapping) else value
        if (
            isinstance(each, list)
            and len(each) == players
            and all(type(one) is list for one in each)
        ):
            found.append(field)
    named = [field for field in found if HAND in field] or found
    return named[0] if len(named) == 1 else ""


def _are_pieces(initial: object, known: set[str]) -> bool:
    return (
        isinstance(initial, list)
        and bool(initial)
        and all(type(each) is str and each in known for each in initial)
    )


def _shared(pile: Sequence[str], initial: Sequence[str]) -> int:
    return (Counter(pile) & Counter(initial)).total()
