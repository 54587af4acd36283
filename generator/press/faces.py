"""Turns a kit's components and rows into pieces: every face rendered, every fault gathered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.errors import Fault, KitError, did_you_mean
from generator.model.decks import deal
from generator.model.kitfile import Component
from generator.model.records import Record, Table
from generator.press.large_print import Enlarger
from generator.press.loading import Kit
from generator.scene.items import Scene
from generator.scene.renderer import Look, Renderer
from generator.sheets.pieces import Part, Piece


@dataclass(frozen=True, slots=True)
class _Maker:
    """One piece to make: a component, and the row it is made of if it has one."""

    component: Component
    row: Record | None
    id: str
    """The row's id, or "" for a component without rows."""
    copies: int

    @property
    def piece(self) -> str:
        return f"{self.component.id}/{self.id}" if self.id else self.component.id


class Faces:
    """The faces of one kit in one look; each is rendered once, when first asked for."""

    def __init__(self, kit: Kit, look: Look, scale: float = 1.0) -> None:
        """`scale` enlarges the pieces, but not the faces that templates and the rulebook ask for."""
        self.kit = kit
        self.scale = scale
        self._enlarger = Enlarger(scale, look.sizes.get("paper"))
        self.renderer = Renderer(look, self.face)
        self._makers = {
            component.id: {maker.id: maker for maker in self._rows(component)}
            for component in kit.file.components
        }

    def parts(self, *, made: bool = False) -> tuple[Part, ...]:
        """All pieces in print order, those of one part together.

        With `made` also those of components that only made-up maps use.  Raises KitError with the
        faults of all faces; the same fault of many rows is told once.
        """
        parts: dict[str, list[Piece]] = {}
        faults: list[Fault] = []
        for makers in self._makers.values():
            for maker in makers.values():
                if maker.component.made and not made:
                    continue
                try:
                    piece = self._piece(maker)
                except KitError as error:
                    faults += error.faults
                else:
                    parts.setdefault(maker.component.part, []).append(piece)
        if faults:
            told: dict[object, Fault] = {}
            for fault in faults:
                told.setdefault((fault.place, fault.message), fault)
            raise KitError(told.values())
        return tuple(Part(name, part_title(name), tuple(pieces)) for name, pieces in parts.items())

    def part_of(self, component: str, row: str) -> Part:
        """One copy of a single piece, as a part by itself.  Raises KitError for unknown names."""
        piece = replace(self._piece(self._maker(component, row)), copies=1)
        return Part(piece.part, part_title(piece.part), (piece,))

    def face(self, component: str, row: str | None, face: str) -> Scene:
        """One face by name, for templates and the rulebook.  Raises KitError for unknown names."""
        return self._scene(self._maker(component, row), face)

    def _maker(self, component: str, row: str | None) -> _Maker:
        """The piece of a row (None: the component's first)."""
        makers = self._makers.get(component)
        if makers is None:
            hint = did_you_mean(component, self._makers)
            raise KitError(f'there is no component "{component}"', hint=hint)
        if row is None and makers:
            return next(iter(makers.values()))
        if row not in makers:
            hint = did_you_mean(str(row), makers)
            raise KitError(f'component "{component}" has no piece "{row}"', hint=hint)
        return makers[row]

    def _rows(self, component: Component) -> Iterator[_Maker]:
        """The pieces a component is made of."""
        for row, copies in deal(component, self.kit.tables):
            yield _Maker(component, row, "" if row is None else row["id"], copies)

    def _piece(self, maker: _Maker) -> Piece:
        component = maker.component
        return Piece(
            maker.piece,
            component.id,
            component.title,
            component.part,
            maker.copies,
            self._enlarger.face(self._scene(maker, "front")),
            self._enlarger.face(self._scene(maker, "back")) if component.back else None,
            component.two_sided,
            component.note,
        )

    def _scene(self, maker: _Maker, face: str) -> Scene:
        component = maker.component
        template = component.front if face == "front" else component.back
        if template is None:
            raise KitError(f'component "{component.id}" has no {face}')
        variables: Mapping[str, Any] = {**component.variables, "row": maker.row, "face": face}
        try:
            return self.renderer.render(
                template, variables, f"{maker.piece} {face}", component.place
            )
        except KitError as error:
            raise error.within(item=self._label(maker)) from None

    def _label(self, maker: _Maker) -> str:
        """What messages call a piece: `Grumble "Push" (data/grumbles/grumbles.yaml:3)`."""
        if maker.row is None:
            return maker.component.title
        table = self.kit.tables[str(maker.component.each)]
        assert isinstance(table, Table)
        return f"{table.label(maker.row)} ({maker.row.place})"


def part_title(name: str) -> str:
    """The title of a part: `punch-board` is "Punch board"."""
    return name.replace("-", " ").capitalize()
