"""Face set of a kit: its components and rows as pieces, every face rendered, every fault gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain
from math import ceil
from typing import Any, TypeAlias, TypeVar

from generator.base.errors import CheckFailed, Fault, KitError, did_you_mean, some_of
from generator.base.side_by_side import can_share, elsewhere
from generator.base.units import Size
from generator.kit.decks import deal
from generator.kit.load import Kit
from generator.kit.manifest.load import Component
from generator.kit.tables.field_types import LooseText
from generator.kit.tables.records import Table
from generator.kit.tuckbox import Box, box_for, read_stock
from generator.press.cache.artifacts import Key
from generator.press.cache.build_cache import open_artifacts
from generator.press.cache.dependencies import DependencySet
from generator.press.cache.input_digests import InputDigests
from generator.press.instructions.packing_list import part_title
from generator.press.layout.checks.resolution import coarse_images, too_coarse, warning
from generator.press.manifest import face_digests
from generator.press.pieces.facts import facts_of
from generator.press.pieces.large_print import Enlarger
from generator.press.pieces.piece import Part, Piece, PieceSpec
from generator.press.scene.digest import scene_digest
from generator.press.scene.items import Scene
from generator.press.templates.handover import HandOver, take_over
from generator.press.templates.renderer import Renderer, Style
from generator.press.text.inline import loosened

T = TypeVar("T")
Made: TypeAlias = tuple[Any, DependencySet]
"""What was made of faces, and what was read for it."""

FEW = 8
"""So few pieces are drawn before another process has begun."""
SHARES = 16
"""In so many shares the pieces are drawn by several processes, since some take longer than others."""
FIRST = "?"
"""Stands for the first row, whichever that is, in dependencies; no id has this character."""


class FaceSet:
    """The faces of one kit in one look; each is rendered once, when first asked for.

    A face that an earlier build made is used again if all that it was made of is unchanged.  `scale`
    enlarges the pieces, but not the faces that templates and the rulebook ask for.
    """

    def __init__(self, kit: Kit, style: Style, scale: float = 1.0) -> None:
        self.kit = kit
        self.scale = scale
        boxes = {each.id: tuple(each.holds) for each in kit.file.components if each.holds}
        paper = style.sizes.get("paper")
        self._enlarger = Enlarger(scale, paper, boxes, self._faces_of_component)
        self._inputs = InputDigests(kit, style, self._inputs_of)
        self._faces: dict[tuple[str, str], tuple[Scene, DependencySet]] = {}
        self._ahead: dict[tuple[str, str], tuple[Scene, DependencySet]] = {}
        """Faces that other processes have drawn, to be used if they are asked for."""
        self._made: dict[Key, Made] = {}
        """What other processes have made of faces."""
        self._notes: dict[Key, Made] | None = None
        """What this process makes for another one, if it does."""
        self._specs = {
            component.id: {spec.id: spec for spec in self._rows(component)}
            for component in kit.file.components
        }
        self._artifacts = open_artifacts(kit, style.variables["ink"], base=self._inputs.base)
        self.renderer = Renderer(
            style,
            self.face,
            2 * sum(map(len, self._specs.values())),
            partial(self._artifacts.scene, inputs=self._inputs),
        )
        style.reads.keeps = self._artifacts.keeps
        self._artifacts.pieces = [
            spec.piece for specs in self._specs.values() for spec in specs.values()
        ]

    def parts(self, *, made: bool = False) -> tuple[Part, ...]:
        """All pieces in print order, those of one part together.

        With `made` also those of components that only generated maps use.  Raises KitError with the
        faults of all faces; the same fault of many rows is reported once.
        """
        parts: dict[str, list[Piece]] = {}
        faults: list[Fault] = []
        wanted = [
            spec
            for specs in self._specs.values()
            for spec in specs.values()
            if made or not spec.component.made
        ]
        self._draw_ahead(wanted)
        for spec in wanted:
            try:
                piece = self._piece(spec)
            except KitError as error:
                faults += error.faults
            else:
                parts.setdefault(spec.component.part, []).append(piece)
        if faults:
            distinct: dict[object, Fault] = {}
            for fault in faults:
                distinct.setdefault((fault.place, fault.message), fault)
            raise KitError(distinct.values())
        return tuple(Part(name, self._title(name), tuple(pieces)) for name, pieces in parts.items())

    def part_of(self, component: str, row: str) -> Part:
        """One copy of a single piece, as a part by itself.  Raises KitError for unknown names."""
        piece = replace(self._piece(self._spec(component, row)), copies=1)
        return Part(piece.part, self._title(piece.part), (piece,))

    def check_resolution(self, parts: Sequence[Part], *, draft: bool = False) -> str:
        """A warning of pictures with too few dots for the size they are printed at; "" if all are fine.

        Raises CheckFailed for far too few, unless it is a draft or the kit allows them.
        """
        pieces = [piece for part in parts for piece in part.pieces]
        coarse = coarse_images(
            scene for piece in pieces for scene in (piece.front, piece.back) if scene
        )
        if (far := too_coarse(coarse)) and not draft and self.kit.file.coarse != "allow":
            raise CheckFailed(each.fault(self.renderer.place_of(each.image)) for each in far)
        return warning(coarse)

    def loose_marks(self) -> str:
        """A warning of marks in the words of tables that are printed as they are; "" if none are."""
        found = [
            f"{row.place_of(name)}: {label}: {error.faults[0].message}"
            for table in self.kit.tables.values()
            if isinstance(table, Table)
            for row, label in table.with_labels()
            for name in row
            if isinstance(row[name], LooseText)
            for error in loosened(row[name])[1]
        ]
        if not found:
            return ""
        named = some_of(found, 400).replace(", … and", "; … and")
        return f"warning: printed as they are, since game.yaml calls their markup loose: {named}"

    def _title(self, part: str) -> str:
        return self.kit.words.text(part_title(part))

    def face(self, component: str, row: str | None, face: str) -> Scene:
        """One face by name, for templates and the rulebook.  Raises KitError for unknown names."""
        return self._scene(self._spec(component, row), face)

    def made_of(self, kind: str, piece: Piece, face: str, make: Callable[[Scene], T]) -> T:
        """Make something of one face and nothing else, such as a drawing, or take it from the cache."""
        _, reading = self._faces[piece.id, face]
        scene = piece.front if face == "front" else piece.back
        assert scene is not None
        plain = DependencySet(set(reading.inputs))
        key = (kind, piece.id, face, scene.name, f"{self.scale:g}")
        made: T = self._get_or_make(key, lambda: (make(scene), plain))
        return made

    def face_digests(self, piece: Piece) -> tuple[str, ...]:
        """The digests of the pictures of a piece's faces, front first."""
        if (piece.id, "front") not in self._faces:
            return face_digests(piece)  # a page that explains the kit
        sides = ("front", "back") if piece.back else ("front",)
        return tuple(self.made_of("look", piece, side, scene_digest) for side in sides)

    def made_with(self, key: Key, context: str, make: Callable[[], T]) -> T:
        """Make something of faces, templates and a context of that digest, or take it from the cache."""
        dependency = (key[0], "context")
        self._inputs.set(dependency, context)

        def now() -> tuple[T, DependencySet]:
            with self.renderer.reads.reading() as reading:
                value = make()
            return value, DependencySet({*reading.inputs, dependency})

        made: T = self._get_or_make(key, now, context)
        return made

    def made_once(self, name: str, make: Callable[[], T]) -> T:
        """Make something that only this run needs."""
        made: T = self._now((name,), lambda: (make(), DependencySet()))[0]
        return made

    def make_ahead(self, works: Sequence[Callable[[], object]]) -> None:
        """Do independent work in several processes, if any are free.

        What it makes of faces is at hand from then on.  What fails is not: to be done again is how
        it can say why.
        """
        if can_share():
            for made in elsewhere([partial(self._noted, work) for work in works]) or ():
                self._made |= made

    def _noted(self, work: Callable[[], object]) -> dict[Key, Made]:
        """What some work makes."""
        self._notes = {}
        with suppress(KitError):
            work()
        return self._notes

    def _get_or_make(self, key: Key, make: Callable[[], Made], context: str = "") -> Any:
        return self._artifacts.get_or_make(
            key, self._inputs, lambda: self._now((*key, context), make)
        )

    def _now(self, key: Key, make: Callable[[], Made]) -> Made:
        """What another process has made, or what is made now."""
        made = self._made.pop(key, None) or make()
        if self._notes is not None:
            self._notes[key] = made
        return made

    def _spec(self, component: str, row: str | None) -> PieceSpec:
        """The piece of a row (None: the component's first)."""
        specs = self._specs.get(component)
        if specs is None:
            hint = did_you_mean(component, self._specs)
            raise KitError(
                f'there is no component "{component}"', hint=hint, check="unknown-component"
            )
        if row is None and specs:
            self.renderer.reads.record("piece", f"{component}/{FIRST}")
            return next(iter(specs.values()))
        if row not in specs:
            hint = did_you_mean(str(row), specs)
            raise KitError(
                f'component "{component}" has no piece "{row}"', hint=hint, check="unknown-piece"
            )
        return specs[row]

    def _rows(self, component: Component) -> Iterator[PieceSpec]:
        """The pieces a component is made of."""
        for row, copies in deal(component, self.kit.tables):
            yield PieceSpec(component, row, "" if row is None else row["id"], copies)

    def _piece(self, spec: PieceSpec) -> Piece:
        component = spec.component
        enlarged = partial(self._enlarger.face, component=component.id)
        return Piece(
            spec.piece,
            component.id,
            component.title,
            component.part,
            spec.copies,
            enlarged(self._scene(spec, "front")),
            enlarged(self._scene(spec, "back")) if component.back else None,
            component.two_sided,
            component.note,
            spec.label,
            component.instead or "",
            facts_of(self.kit, component.each, spec.row),
            _block(spec),
        )

    @property
    def some_keep_size(self) -> bool:
        """Whether there are components that are not enlarged with the others."""
        return self.scale != 1.0 and any(map(self._enlarger.keeps, self._specs))

    def _faces_of_component(self, name: str) -> Iterator[Scene]:
        """All faces of a component."""
        for spec in self._specs[name].values():
            yield from (self._scene(spec, face) for face in _faces_of(spec))

    def _inputs_of(self, piece: str) -> object:
        """What a piece is made of, apart from what its templates read besides."""
        component, _, row = piece.partition("/")
        specs = self._specs.get(component, {})
        if row == FIRST:
            return next(iter(specs), None)
        spec = specs.get(row)
        if spec is None:
            return None
        of = spec.component
        box = self._box(of) if of.holds else None
        return of.front, of.back, of.variables, spec.row, box

    def _scene(self, spec: PieceSpec, face: str) -> Scene:
        """A face: the one of this run, an earlier one that is still right, or a new one."""
        name = (spec.piece, face)
        if name not in self._faces:
            reads = self.renderer.reads
            with reads.reading() as reading:
                reads.record("piece", spec.piece)
                scene: Scene = self._artifacts.get_or_make(
                    ("face", *name),
                    self._inputs,
                    lambda: (self._rendered(spec, face), reading),
                    self.renderer.adopt,
                )
            self._faces[name] = scene, reading
        scene, reading = self._faces[name]
        self.renderer.reads.replay(reading)
        return scene

    def _draw_ahead(self, specs: Sequence[PieceSpec]) -> None:
        """Have the faces that must be made drawn by several processes, if any are free."""
        if not can_share():
            return
        new = [
            spec
            for spec in specs
            if not spec.component.holds  # a box needs all the cards in it
            and not all(self._is_made(spec.piece, face) for face in _faces_of(spec))
        ]
        if len(new) < FEW:
            return
        used = [(spec.component.front, spec.component.back) for spec in new]
        self.renderer.style.templates.compile(filter(None, chain.from_iterable(used)))
        some = ceil(len(new) / SHARES)
        shares = [new[at : at + some] for at in range(0, len(new), some)]
        for content in elsewhere([partial(self._drawn, share) for share in shares]) or ():
            taken = take_over(self.renderer, content)
            if taken is None:
                return  # the others may have been drawn with what this one lacked
            self._ahead |= taken

    def _is_made(self, piece: str, face: str) -> bool:
        return (piece, face) in self._faces or self._artifacts.has(
            ("face", piece, face), self._inputs
        )

    def _drawn(self, specs: Sequence[PieceSpec]) -> bytes:
        """The faces of some pieces that can be drawn, for another process."""
        new = HandOver(self.renderer)
        names = [(spec, face) for spec in specs for face in _faces_of(spec)]
        for spec, face in names:
            with suppress(KitError):  # it is met again where all faults are gathered
                self._scene(spec, face)
        pieces = [(spec.piece, face) for spec, face in names]
        return new.content({each: self._faces[each] for each in pieces if each in self._faces})

    def _rendered(self, spec: PieceSpec, face: str) -> Scene:
        if ahead := self._ahead.pop((spec.piece, face), None):
            scene, reading = ahead
            if self.renderer.adopt(reading):
                return scene
        component = spec.component
        template = component.front if face == "front" else component.back
        if template is None:
            raise KitError(f'component "{component.id}" has no {face}', check="unknown-piece")
        variables: Mapping[str, Any] = {
            **component.variables,
            "row": spec.row,
            "face": face,
            **({"box": self._box(component)} if component.holds else {}),
        }
        try:
            return self.renderer.render(
                template, variables, f"{spec.piece} {face}", component.place
            )
        except KitError as error:
            raise error.within(item=self._label(spec)) from None

    def _box(self, component: Component) -> Box:
        """The inside of a box, from the cards that it holds.  Raises KitError if there are none."""
        held = [
            (spec.copies, Size(scene.width, scene.height))
            for name in component.holds
            for spec in self._specs[name].values()
            for scene in (self._scene(spec, "front"),)
        ]
        if not held:
            raise KitError(
                "there are no cards to lie in the box",
                place=component.place_of("holds"),
                check="box-empty",
            )
        return box_for(held, read_stock(self.kit.folders.shared), component.thickness)

    def _label(self, spec: PieceSpec) -> str:
        """The name of a piece in messages: `Grumble "Push" (data/grumbles/grumbles.yaml:3)`."""
        if spec.row is None:
            return spec.component.title
        table = self.kit.tables[str(spec.component.each)]
        assert isinstance(table, Table)
        return f"{table.label(spec.row)} ({spec.row.place})"


def _faces_of(spec: PieceSpec) -> tuple[str, ...]:
    return ("front", "back") if spec.component.back else ("front",)


def _block(spec: PieceSpec) -> str:
    """The block of pieces that one stands in: its component, and its word of the field `blocks`."""
    blocks = spec.component.blocks
    if blocks is None or spec.row is None:
        return ""
    return f"{spec.component.id}/{spec.row[blocks]}"
