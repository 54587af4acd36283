"""Turns the cards of a component into sheets, backs and a deck on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image

from generator.base.units import MM
from generator.kit.manifest.load import Component
from generator.press.pieces.piece import Piece
from generator.press.scene.items import Scene
from generator.publish.order import Order
from generator.publish.product_match import shape_of
from generator.publish.shop_limits import TtsLimits
from generator.publish.tabletop_simulator import card_sheets, objects
from generator.publish.tabletop_simulator.objects import FACE_DOWN, FACE_UP, Object
from generator.publish.tabletop_simulator.table_layout import Thing

_SAME = 0.5 * MM
"""A size of cards that has a name may be missed by so much."""


def is_card(piece: Piece, order: Order, limits: TtsLimits) -> bool:
    """Whether a piece is handled as a card: a rectangle of a size that cards have.

    It has a back that hides it, or else its size is one that has a name.
    """
    if shape_of(piece) != "rectangle":
        return False
    shorter, longer = sorted(piece.size)
    least, most = limits.cards.shorter, limits.cards.longer
    if not (least[0] <= shorter <= least[1] and most[0] <= longer <= most[1]):
        return False
    named = order.faces.renderer.style.sizes.values()
    return (piece.back is not None and not piece.two_sided) or any(
        abs(min(size) - shorter) < _SAME and abs(max(size) - longer) < _SAME for size in named
    )


class Decks:
    """The decks of one export, their sheets numbered from 1."""

    def __init__(
        self, order: Order, limits: TtsLimits, url: Callable[[str], str], ids: objects.Ids
    ) -> None:
        self._order, self._limits, self._url, self._ids = order, limits, url, ids
        self._sheets = 0

    def thing(self, component: Component, pieces: Sequence[Piece]) -> Thing:
        """A component's cards as one pile: face down if their backs hide them."""
        first = pieces[0]
        scale = first.size.height / self._limits.poker
        hides = first.back is not None and not first.two_sided
        flip = FACE_DOWN if hides else FACE_UP
        cards: list[Object] = []
        for faces in card_sheets.in_sheets([piece.front for piece in pieces], self._limits):
            at = len({card["CardID"] for card in cards})
            shown = pieces[at : at + len(faces)]
            cards += self._cards(component, shown, scale, flip)
        made = cards[0]
        if len(cards) > 1:
            guid = self._ids.of(component.id)
            made = objects.deck(guid, component.title, scale, cards, note=component.note, flip=flip)
        height = self._limits.card * scale
        return Thing(made, height * first.size.width / first.size.height, height, "far")

    def _cards(
        self, component: Component, pieces: Sequence[Piece], scale: float, flip: float
    ) -> list[Object]:
        """The cards of one sheet, each as often as the kit holds it."""
        self._sheets += 1
        dpi = self._order.request.dpi or self._limits.dpi
        grid = card_sheets.sharpest(len(pieces), pieces[0].size, self._limits, dpi)
        name = f"sheets/{component.id}-{self._sheets}"
        face = self._sheet(f"{name}-faces.jpg", [piece.front for piece in pieces], grid)
        backs = [piece.back for piece in pieces]
        own = len({id(back) for back in backs}) > 1
        if own:
            back = self._sheet(f"{name}-backs.jpg", backs, grid)
        else:
            back = self._sheet(
                f"{name}-back.jpg", backs[:1], card_sheets.Grid(1, 1, grid.width, grid.height)
            )
        entry = objects.sheet_entry(
            self._url(face), self._url(back), grid.columns, grid.rows, own_backs=own
        )
        cards = []
        for place, piece in enumerate(pieces):
            title = self._order.title(piece)
            self._order.crate.send(piece, title=title, front=face, back=back, product="card")
            for copy in range(piece.copies):
                guid = self._ids.of(f"{piece.id}:{copy}")
                wide = piece.size.width > piece.size.height
                number = self._sheets * 100 + place
                cards.append(
                    objects.card(
                        guid, title, scale, number, entry, piece=piece.id, sideways=wide, flip=flip
                    )
                )
        return cards

    def _sheet(self, path: str, faces: Sequence[Scene | None], grid: card_sheets.Grid) -> str:
        """Write a sheet; a face that is not there is white."""
        shots = [card_sheets.cell(face, grid) for face in faces if face]
        drawn = self._order.pictures(f"draw {path}", shots)
        white = Image.new("RGB", (grid.width, grid.height), "white")
        cells = [next(drawn) if face else white for face in faces]
        return self._order.crate.picture(
            path,
            card_sheets.assembled(cells, grid),
            role="sheet",
            cells=(grid.columns, grid.rows, len(faces)),
        )
