"""Turns a position into every check it fails: `P-squares`, `P-grumbles`, `P-goofs` and the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator.engine.game import PositionFault
from generator.games.grumbles.board import COLOURS, EMPTY
from generator.games.grumbles.content import DOOM, GOOFS, REGULAR, STARTER

if TYPE_CHECKING:
    from generator.games.grumbles.state import Table


def position_faults(table: Table) -> Iterator[PositionFault]:
    """Every check that a position between two activations fails."""
    yield from _squares(table)
    yield from _grumbles(table)
    yield from _goofs(table)
    yield from _home(table)
    yield from _stars(table)
    yield from _score(table)


def _squares(table: Table) -> Iterator[PositionFault]:
    """`P-squares`: every piece on a square of the board, and no square with two of them."""
    squares = set(table.setting.board.squares.values())
    for square, piece in enumerate(table.board):
        if square not in squares:
            if piece != table.setting.board.blank[square]:
                yield "P-squares", (), f"{piece} is off the board"
        elif piece != EMPTY and piece not in GOOFS and table.at.get(piece) != square:
            yield "P-squares", (), f"{piece} is on two squares"
    for name, square in table.at.items():
        if table.board[square] != name:
            yield "P-squares", (), f"{name} is not where it should be"


def _grumbles(table: Table) -> Iterator[PositionFault]:
    """`P-grumbles`: three red, three green, one unused, every Grumble once (fewer in the draft)."""
    picked = len(table.at)
    drafting = table.turn == 0 and picked < 6
    wanted = ((picked + 1) // 2, picked // 2) if drafting else (3, 3)
    for colour, team, count in zip(COLOURS, table.teams, wanted, strict=True):
        if len(team) != count:
            says = f"{colour} has {len(team)} Grumbles on the board instead of {count}"
            yield "P-grumbles", (colour,), says
    everywhere = Counter([*table.teams[0], *table.teams[1], *table.spare(), table.unused])
    for name in table.setting.powers:
        if everywhere[name] != 1:
            yield "P-grumbles", ("unused",), f"{name} is there {everywhere[name]} times"


def _goofs(table: Table) -> Iterator[PositionFault]:
    """`P-goofs`: on the board, in the pile and captured there are all Goofs of every kind."""
    goofs = [*table.goofs().values(), *table.pile, *table.captured[0], *table.captured[1]]
    found = Counter(goofs)
    wanted = Counter(table.setting.pile)
    wanted[STARTER] = len(table.setting.board.stars)
    for kind, count in wanted.items():
        if found[kind] != count:
            called = "drawn regular" if kind == REGULAR else kind
            says = f"there are {found[kind]} {called} Goofs instead of {count}"
            yield "P-goofs", ("goofs" if kind == STARTER else "pile",), says
    if DOOM in table.captured[0] + table.captured[1] and table.pending:
        yield "P-goofs", ("captured",), "Doom has been captured, but the game goes on"


def _home(table: Table) -> Iterator[PositionFault]:
    """`P-home`: no Goof on a home."""
    names = table.setting.board.names
    for home in table.setting.board.homes:
        if table.board[home] in GOOFS:
            yield "P-home", ("goofs", names[home]), f"a Goof is on the home {names[home]}"


def _stars(table: Table) -> Iterator[PositionFault]:
    """`P-stars`: while there is a pile, no star is empty."""
    if not table.pile or table.outcome:
        return
    for star in table.setting.board.stars:
        if table.board[star] == EMPTY:
            name = table.setting.board.names[star]
            yield "P-stars", ("goofs",), f"the star {name} is empty although there is a pile"


def _score(table: Table) -> Iterator[PositionFault]:
    """`P-score`: the recorded result has the points that the captured Goofs give."""
    if table.outcome:
        points = dict(zip(COLOURS, table.points(), strict=True))
        if table.outcome.facts["points"] != points:
            yield "P-score", ("points",), f"the points are {points}"
