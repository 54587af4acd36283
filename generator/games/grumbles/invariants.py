"""Invariants of Grumbles and Goofs: the checks `P-squares`, `P-grumbles`, `P-goofs` and the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.engine.game import PositionFault
from generator.games.grumbles.board import COLORS, EMPTY, TEAM
from generator.games.grumbles.content import DOOM, GOOFS, REGULAR, STARTER
from generator.games.grumbles.state import GrumblesState


def find_violations(state: GrumblesState) -> Iterator[PositionFault]:
    """Return every invariant that a position between two activations violates."""
    yield from _squares(state)
    yield from _grumbles(state)
    yield from _goofs(state)
    yield from _home(state)
    yield from _stars(state)
    yield from _score(state)


def _squares(state: GrumblesState) -> Iterator[PositionFault]:
    """`P-squares`: every piece is on a square of the board, and no square has two."""
    squares = set(state.config.board.squares.values())
    pieces = [square for square in squares if state.board[square] != EMPTY]
    assert state.occupied == sum(1 << square for square in pieces), "occupied"
    for square, piece in enumerate(state.board):
        if square not in squares:
            if piece != state.config.board.blank[square]:
                yield "P-squares", (), f"{piece} is off the board"
        elif piece != EMPTY and piece not in GOOFS and state.at.get(piece) != square:
            yield "P-squares", (), f"{piece} is on two squares"
    for name, square in state.at.items():
        if state.board[square] != name:
            yield "P-squares", (), f"{name} is not where it should be"


def _grumbles(state: GrumblesState) -> Iterator[PositionFault]:
    """`P-grumbles`: three red, three green, one unused, each Grumble once (fewer in the draft)."""
    picked = len(state.at)
    drafting = state.turn == 0 and picked < 2 * TEAM
    wanted = ((picked + 1) // 2, picked // 2) if drafting else (TEAM, TEAM)
    for color, team, count in zip(COLORS, state.teams, wanted, strict=True):
        if len(team) != count:
            message = f"{color} has {len(team)} Grumbles on the board instead of {count}"
            yield "P-grumbles", (color,), message
    everywhere = Counter([*state.teams[0], *state.teams[1], *state.spare(), state.unused])
    for name in state.config.powers:
        if everywhere[name] != 1:
            yield "P-grumbles", ("unused",), f"{name} occurs {everywhere[name]} times"


def _goofs(state: GrumblesState) -> Iterator[PositionFault]:
    """`P-goofs`: board, pile and captures together hold all Goofs of each kind."""
    found = Counter(state.all_goofs())
    wanted = Counter(state.config.pile)
    wanted[STARTER] = len(state.config.board.stars)
    for kind, count in wanted.items():
        if found[kind] != count:
            label = "drawn regular" if kind == REGULAR else kind
            message = f"there are {found[kind]} {label} Goofs instead of {count}"
            yield "P-goofs", ("goofs" if kind == STARTER else "pile",), message
    if DOOM in state.captured[0] + state.captured[1] and state.pending:
        yield "P-goofs", ("captured",), "Doom has been captured, but the game goes on"


def _home(state: GrumblesState) -> Iterator[PositionFault]:
    """`P-home`: no Goof is on a home."""
    names = state.config.board.names
    for home in state.config.board.homes:
        if state.board[home] in GOOFS:
            yield "P-home", ("goofs", names[home]), f"a Goof is on the home {names[home]}"


def _stars(state: GrumblesState) -> Iterator[PositionFault]:
    """`P-stars`: no star is empty while the pile is not."""
    if not state.pile or state.outcome:
        return
    for star in state.config.board.stars:
        if state.board[star] == EMPTY:
            name = state.config.board.names[star]
            yield "P-stars", ("goofs",), f"the star {name} is empty although there is a pile"


def _score(state: GrumblesState) -> Iterator[PositionFault]:
    """`P-score`: the recorded result has the points of the captured Goofs."""
    if state.outcome:
        points = dict(zip(COLORS, state.points(), strict=True))
        if state.outcome.facts["points"] != points:
            yield "P-score", ("points",), f"the points are {points}"
