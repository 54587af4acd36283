"""Face set of a kit: its components and rows as pieces, every face rendered, every fault gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, replace
from functools import partial
from itertools import chain
from math import ceil
from typing import Any, TypeAlias, TypeVar

from generator.base.errors import Fault, KitError, Place, did_you_mean
from generator.base.side_by_side import can_share, elsewhere
from generator.base.units import Size
from generator.kit.decks import deal
from generator.kit.expressions.metering import StepMeter
from generator.kit.load import Kit
from generator.kit.manifest.load import Component
from generator.kit.tables.records import Table
from generator.kit.tuckbox import BoxSize, box_for, read_stock
from generator.press.cache.artifacts import Key
from generator.press.cache.build_cache import open_artifacts
from generator.press.cache.dependencies import DependencySet
from generator.press.cache.input_digests import InputDigests
from generator.press.instructions.packing_list import part_title
from generator.press.manifest import face_digests
from generator.press.marks.bleed import edge_color
from generator.press.markup.scaling import TypeGrowth
from generator.press.pieces.facts import facts_of
from generator.press.pieces.large_print import Enlarger, Growth
from generator.press.pieces.piece import Part, Piece, PieceSpec
from generator.press.scene.digest import scene_digest
from generator.press.scene.items import GlyphRun, Image, Scene
from generator.press.templates.handover import HandOver, take_over
from generator.press.templates.renderer import Renderer, Style

T = TypeVar("T")
Made: TypeAlias = tuple[Any, DependencySet]
"""A result made from faces, and what was read for it."""

FEW = 8
"""Pieces so few that they are drawn before another process could start."""
SHARES = 16
"""Number of batches in which several processes draw the pieces, since some take longer than others."""
FIRST = "?"
"""Stands for the first row, whichever it is, in dependencies; no id has this character."""


class FaceSet:
    """The faces of one kit in one look; each is rendered once, when first asked for.

    A face from an earlier build is used again if its inputs are unchanged.  In `large` print pieces
    are enlarged, but not the faces that templates and the rulebook ask for.
    """

    def __init__(
        self, kit: Kit, style: Style, large: bool = False, boxes: FaceSet | None = None
    ) -> None:
        """`boxes` gives the sizes of boxes, if the faces in this set do not."""
        self.kit = kit
        self._boxes = boxes or self
        self._enlarger = (
            Enlarger(kit.file.components, self._drawn_with, style.sizes.get("paper"))
            if large
            else None
        )
        self._meter = StepMeter()
        self._with_larger_type = {style.growth: self}
        """Sets of the same kit's faces, by how their type grows."""
        self._inputs = InputDigests(kit, style, self._inputs_of)
        self._faces: dict[tuple[str, str], tuple[Scene, DependencySet]] = {}
        self._ahead: dict[tuple[str, str], tuple[Scene, DependencySet]] = {}
        """Faces that other processes have drawn, to be used if they are asked for."""
        self._results: dict[Key, Made] = {}
        """Results that other processes have made from faces."""
        self._recording: dict[Key, Made] | None = None
        """Results that this process makes for another one; None if it works for itself."""
        self._specs = {
            component.id: {spec.id: spec for spec in self._rows(component)}
            for component in kit.file.components
        }
        self._artifacts = open_artifacts(
            kit, style.variables["ink"], style.growth, base=self._inputs.base
        )
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

        With `made`, also those of components that only generated maps use.  Raises KitError with
        the faults of all faces; the same fault of many rows is reported once.
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
        """One copy of a single piece, as a part of its own.  Raises KitError for unknown names."""
        piece = replace(self._piece(self._spec(component, row)), copies=1)
        return Part(piece.part, self._title(piece.part), (piece,))

    def _title(self, part: str) -> str:
        return self.kit.words.text(part_title(part))

    def face(self, component: str, row: str | None, face: str) -> Scene:
        """One face by name, for templates and the rulebook.  Raises KitError for unknown names."""
        return self._scene(self._spec(component, row), face)

    def made_of(self, kind: str, piece: Piece, face: str, make: Callable[[Scene], T]) -> T:
        """Make something from one face alone, such as a drawing, or take it from the cache."""
        growth = self.growth(piece.component)
        _, reading = self._with(growth.type)._faces[piece.id, face]
        scene = piece.front if face == "front" else piece.back
        assert scene is not None
        plain = DependencySet(set(reading.inputs))
        key = (kind, piece.id, face, scene.name, *map(str, astuple(growth)))
        made: T = self._get_or_make(key, lambda: (make(scene), plain))
        return made

    def face_digests(self, piece: Piece) -> tuple[str, ...]:
        """The digests of the pictures of a piece's faces, front first."""
        if piece.component not in self._specs:  # the instruction page
            return self.made_once(f"look {piece.id}", partial(face_digests, piece))
        sides = ("front", "back") if piece.back else ("front",)
        return tuple(self.made_of("look", piece, side, scene_digest) for side in sides)

    def made_with(self, key: Key, context: str, make: Callable[[], T]) -> T:
        """Make something from faces, templates and a context with that digest, or take it from the cache."""
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
        made: T = self._result_of((name,), lambda: (make(), DependencySet()))[0]
        return made

    def make_ahead(self, works: Sequence[Callable[[], object]]) -> None:
        """Do independent work in several processes, if any are free.

        Results made from faces are at hand from then on.  Work that fails is simply done again
        later, where its error can be reported.
        """
        if can_share():
            for made in elsewhere([partial(self._recorded, work) for work in works]) or ():
                self._results |= made

    def _recorded(self, work: Callable[[], object]) -> dict[Key, Made]:
        """Run some work and record the results it makes."""
        self._recording = {}
        with suppress(KitError):
            work()
        return self._recording

    def _get_or_make(self, key: Key, make: Callable[[], Made], context: str = "") -> Any:
        return self._artifacts.get_or_make(
            key, self._inputs, lambda: self._result_of((*key, context), make)
        )

    def _result_of(self, key: Key, make: Callable[[], Made]) -> Made:
        """A result of another process, or one made now."""
        made = self._results.pop(key, None) or make()
        if self._recording is not None:
            self._recording[key] = made
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
        """The pieces that a component consists of."""
        for row, copies in deal(component, self.kit.tables):
            yield PieceSpec(component, row, "" if row is None else row["id"], copies)

    def _piece(self, spec: PieceSpec) -> Piece:
        component = spec.component
        return Piece(
            spec.piece,
            component.id,
            component.title,
            component.part,
            spec.copies,
            self._printed(spec, "front"),
            self._printed(spec, "back") if component.back else None,
            component.two_sided,
            component.note,
            spec.label,
            component.instead or "",
            facts_of(self.kit, component.each, spec.row),
            spec.block,
        )

    def _printed(self, spec: PieceSpec, face: str) -> Scene:
        """A face as printed: as it is, or enlarged for large print."""
        if self._enlarger is None:
            return self._scene(spec, face)
        growth = self._enlarger.growth(spec.component.id)
        return self._enlarger.face(self._with(growth.type)._scene(spec, face), growth.piece)

    def larger(self) -> list[str] | None:
        """The titles of the components that grow in large print; None if it is not large print."""
        if self._enlarger is None:
            return None
        return [each.title for each in self.kit.file.components if self.growth(each.id).piece > 1]

    def growth(self, component: str) -> Growth:
        """How much larger a component is printed than drawn."""
        return self._enlarger.growth(component) if self._enlarger else Growth()

    def place_of(self, item: Image | GlyphRun) -> Place | None:
        """The template line of a picture or text on a piece."""
        places = (each.renderer.place_of(item) for each in self._with_larger_type.values())
        return next(filter(None, places), None)

    def _with(self, growth: TypeGrowth) -> FaceSet:
        """The faces of this kit with larger type."""
        if growth not in self._with_larger_type:
            style = self.renderer.style
            style = replace(style, growth=growth, variables={**style.variables, "large": True})
            self._with_larger_type[growth] = FaceSet(self.kit, style, boxes=self)
        return self._with_larger_type[growth]

    def _drawn_with(self, component: str, growth: TypeGrowth) -> list[Scene]:
        """All faces of a component with larger type.  Raises KitError if there is no room for it."""
        faces = self._with(growth)
        specs = self._specs[component].values()
        with self.renderer.style.templates.spending(faces._meter):
            return [faces._scene(spec, face) for spec in specs for face in _faces_of(spec)]

    def _inputs_of(self, piece: str) -> object:
        """The inputs of a piece, apart from what its templates read."""
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
        """A face: from this run, from an earlier one if still valid, or newly drawn."""
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
        """Have several processes draw the faces that are missing, if any are free."""
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
                return  # the others may have been drawn with other scenes than this one has
            self._ahead |= taken

    def _is_made(self, piece: str, face: str) -> bool:
        return (piece, face) in self._faces or self._artifacts.has(
            ("face", piece, face), self._inputs
        )

    def _drawn(self, specs: Sequence[PieceSpec]) -> bytes:
        """The faces of those pieces that can be drawn, for another process."""
        new = HandOver(self.renderer)
        names = [(spec, face) for spec in specs for face in _faces_of(spec)]
        for spec, face in names:
            with suppress(KitError):  # it is raised again where all faults are gathered
                self._scene(spec, face)
        pieces = [(spec.piece, face) for spec, face in names]
        for drawn in filter(None, map(self._faces.get, pieces)):
            edge_color(drawn[0])  # every face is asked for it, and it travels with the face
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

    def _box(self, component: Component) -> BoxSize:
        """The inner size of a box, from the cards that it holds.  Raises KitError if there are none."""
        held = [
            (spec.copies, Size(scene.width, scene.height))
            for name in component.holds
            for spec in self._specs[name].values()
            for scene in (self._boxes._scene(spec, "front"),)
        ]
        if not held:
            raise KitError(
                "there are no cards to put in the box",
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
