"""Free layout: everything on a free table, as set up from a kit and as stored in a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeAlias

from pydantic import Field, ValidationError

from generator.base.errors import KitError
from generator.base.schema import adapter_of

LEAST = 420.0
"""Least width of a table, in millimetres."""
SHAPE = 0.4
"""Height of a table by its width: beside a hand, it is whole in a window of 1280 by 800 pixels."""
WIDER = (1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7)
"""How many times its least width a table may have, so that it is no higher than that."""
SEATS = 12
"""Most seats of a table."""
Length: TypeAlias = Annotated[float, Field(ge=-100_000, le=100_000)]
Whole: TypeAlias = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]
Word: TypeAlias = Annotated[str, Field(max_length=200)]


@dataclass
class Token:
    """One piece: which of the kit's it is, and whether it is face up."""

    component: Word
    row: Word
    front: bool = True


@dataclass
class TokenStack:
    """One or more pieces in one place; the last is on top."""

    id: Whole
    x: Length
    y: Length
    tokens: Annotated[list[Token], Field(min_length=1)]
    turn: Length = 0.0
    board: bool = False
    """Whether it lies under everything, and does not move."""


@dataclass
class Counter:
    """A number that is counted up and down."""

    name: Word
    value: Whole = 0


@dataclass
class Layout:
    """Everything on a table; a saved one may come from a stranger, and is held to these bounds."""

    piles: list[TokenStack]
    hands: Annotated[list[list[Token]], Field(max_length=SEATS)]
    counters: Annotated[list[Counter], Field(max_length=100)] = field(default_factory=list)
    rolled: Annotated[list[Whole], Field(max_length=100)] = field(default_factory=list)
    """The results of the dice."""
    next: Whole = 1
    wide: Annotated[Length, Field(gt=0)] = LEAST
    high: Annotated[Length, Field(gt=0)] = LEAST * SHAPE
    """Height of the table in millimetres."""

    def tokens(self) -> list[Token]:
        """All pieces, wherever they are."""
        places = (*(pile.tokens for pile in self.piles), *self.hands)
        return [token for tokens in places for token in tokens]


def set_up(
    pieces: Sequence[tuple[str, str, int, bool, bool]], players: int, size_of: Any
) -> Layout:
    """The pieces of a kit set up from its data: boards, decks face down, and the rest next to them.

    `pieces` are components and rows with their copies, whether each is a board, and whether all of
    its component have the same back.
    """
    layout = Layout([], [[] for _ in range(players)])
    decks: dict[str, list[Token]] = {}
    for component, row, copies, board, alike in pieces:
        tokens = [Token(component, row, front=not alike) for _ in range(copies)]
        name = component if alike else f"{component}/{row}"
        if board and any(pile.board for pile in layout.piles):
            continue  # the first board is laid out, the others stay in the box
        if board:
            layout.piles.append(TokenStack(layout.next, 10.0, 10.0, tokens[:1], board=True))
            layout.next += 1
        else:
            decks.setdefault(name, []).extend(tokens)
    under = next((size_of(pile.tokens[0]) for pile in layout.piles), (0.0, 0.0))
    sizes = [size_of(tokens[-1]) for tokens in decks.values()]
    least = max(
        LEAST, 2.1 * under[0], 30 + under[0] + max((size[0] for size in sizes), default=0.0)
    )
    for times in WIDER:
        layout.wide = least * times
        places, lowest = _places(sizes, under, layout.wide)
        layout.high = max(SHAPE * layout.wide, lowest)
        if lowest <= SHAPE * layout.wide:
            break
    for (x, y), tokens in zip(places, decks.values(), strict=True):
        layout.piles.append(TokenStack(layout.next, x, y, tokens))
        layout.next += 1
    return layout


def _places(
    sizes: Sequence[tuple[float, float]], under: tuple[float, float], wide: float
) -> tuple[list[tuple[float, float]], float]:
    """Where pieces lie in rows, beside the board and then below it; and how high the table must be."""
    left, y, lowest = 20 + under[0], 10.0, 0.0
    x, places = left, []
    for width, height in sizes:
        if x + width + 10 > wide and x > left:
            y, lowest = y + lowest + 6, 0.0
            left = left if y < under[1] + 16 else 10.0
            x = left
        places.append((x, y))
        x, lowest = x + width + 6, max(lowest, height)
    return places, max(y + lowest, under[1]) + 20


def read_layout(text: str) -> Layout:
    """The layout in the text of a file.  Raises KitError for an impossible one."""
    try:
        layout = adapter_of(Layout).validate_json(text)
    except ValidationError:
        raise not_a_table() from None
    ids = {pile.id for pile in layout.piles}
    if len(ids) < len(layout.piles) or layout.next <= max(ids, default=0):
        raise not_a_table()
    return layout


def not_a_table() -> KitError:
    """The error for a file that is not a table of the kit."""
    return KitError("this is not a saved table of this kit", check="free-table")
