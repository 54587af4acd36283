"""Face set of a kit: its components and rows as pieces, every face rendered, every fault gathered."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import astuple, replace
from functools import cache, partial
from itertools import chain
from math import ceil
from typing import Any, TypeAlias, TypeVar

from generator.base.errors import Fault, KitError, Place, did_you_mean, raise_faults
from generator.base.side_by_side import can_share, elsewhere
from generator.kit.decks import deal
from generator.kit.expressions.metering import StepMeter
from generator.kit.load import Kit
from generator.kit.manifest.load import Component
from generator.kit.tuckbox import BoxSize, box_for, read_stock
from generator.press.cache.artifacts import InputDigests, Key
from generator.press.cache.build_cache import open_artifacts
from generator.press.cache.checksums import checksum
from generator.press.cache.dependencies import DependencySet
from generator.press.cache.results import Results
from generator.press.instructions.packing_list import translated_part_title
from generator.press.marks.bleed import edge_color
from generator.press.markup.scaling import TypeGrowth
from generator.press.pieces.facts import facts_of
from generator.press.pieces.large_print import Enlarger, Growth, enlarged
from generator.press.pieces.piece import Part, Piece, PieceSpec
from generator.press.scene.digest import scene_digest
from generator.press.scene.items import GlyphRun, Image, Scene
from generator.press.templates.handover import HandOver, take_over
from generator.press.templates.renderer import Renderer, Style

T = TypeVar("T")
PieceProgress: TypeAlias = Callable[[int, int], object]
"""Called after each piece with the number of finished pieces and the number of all pieces."""

MIN_SHARED = 8
"""Minimum number of pieces to share: fewer are drawn before another process could start."""
SHARES = 16
"""Number of batches in which several processes draw the pieces, since some take longer than others."""
FIRST_ROW = "?"
"""Stands for the first row, whichever it is, in dependencies; no id contains this character."""


class FaceSet:
    """The faces of one kit in one style; each is rendered once, when first requested.

    A face from an earlier build is reused if its inputs are unchanged.  In `large` print, pieces
    are enlarged, but not the faces that templates and the rulebook show.
    """

    def __init__(
        self, kit: Kit, style: Style, large: bool = False, boxes: FaceSet | None = None
    ) -> None:
        """`boxes` is the face set that gives the sizes of boxes, if it is not this one."""
        self.kit = kit
        self._boxes = boxes or self
        self._enlarger = (
            Enlarger(kit.file.components, self._draw_with_growth, style.sizes.get("paper"))
            if large
            else None
        )
        self._enlarged = cache(enlarged)
        self._meter = StepMeter()
        self._with_larger_type = {style.growth: self}
        """Sets of the same kit's faces with other type growth."""
        self._inputs = InputDigests(kit, style, self._inputs_of)
        self._faces: dict[tuple[str, str], tuple[Scene, DependencySet]] = {}
        self._predrawn: dict[tuple[str, str], tuple[Scene, DependencySet]] = {}
        """Faces that other processes have drawn, for when they are requested."""
        self._specs = {
            component.id: {spec.id: spec for spec in self._specs_of(component)}
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
            # no piece has that name, so they are kept in memory only
            lambda source, draw: self._kept(("figure", checksum(source)), draw)[0],
        )
        self.results = Results(self._artifacts, self._inputs, self.renderer.reads)
        self._redrawing: list[Renderer] = []
        style.reads.recording = self._artifacts.is_persistent
        self._artifacts.pieces = [
            spec.piece for specs in self._specs.values() for spec in specs.values()
        ]

    def parts(
        self, *, with_map_pieces: bool = False, progress: PieceProgress | None = None
    ) -> tuple[Part, ...]:
        """All pieces in print order, those of one part together.

        With `with_map_pieces`, also those of components that only generated maps use.  Raises KitError
        with the faults of all faces; the same fault of many rows is reported once.
        """
        parts, faults = self.possible_parts(with_map_pieces=with_map_pieces, progress=progress)
        raise_faults(faults)
        return parts

    def possible_parts(
        self, *, with_map_pieces: bool = False, progress: PieceProgress | None = None
    ) -> tuple[tuple[Part, ...], list[Fault]]:
        """The parts without the pieces that cannot be drawn, and the faults of these pieces."""
        parts: dict[str, list[Piece]] = {}
        faults: dict[object, Fault] = {}
        self.draw_ahead(with_map_pieces=with_map_pieces)
        printed = self._printed(with_map_pieces)
        for number, spec in enumerate(printed, 1):
            try:
                piece = self._make_piece(spec)
            except KitError as error:
                for fault in error.faults:
                    faults.setdefault((fault.place, fault.message), fault)
            else:
                parts.setdefault(spec.component.part, []).append(piece)
            if progress:
                progress(number, len(printed))
        title = partial(translated_part_title, self.kit)
        drawn = tuple(Part(name, title(name), tuple(each)) for name, each in parts.items())
        return drawn, [*faults.values()]

    def part_of(self, component: str, row: str) -> Part:
        """One copy of a single piece, as a part of its own.  Raises KitError for unknown names."""
        piece = replace(self._make_piece(self._spec(component, row)), copies=1)
        return Part(piece.part, translated_part_title(self.kit, piece.part), (piece,))

    def face(self, component: str, row: str | None, face: str) -> Scene:
        """One face by name, for templates and the rulebook.  Raises KitError for unknown names."""
        return self._scene(self._spec(component, row), face)

    def cached_for_face(self, kind: str, piece: Piece, face: str, make: Callable[[Scene], T]) -> T:
        """Make something from one face alone, such as a drawing, or take it from the cache."""
        growth = self.growth(piece.component)
        _, reading = self._with_growth(growth.type)._faces[piece.id, face]
        scene = piece.front if face == "front" else piece.back
        assert scene is not None
        inputs = DependencySet(set(reading.inputs))
        key = (kind, piece.id, face, scene.name, *map(str, astuple(growth)))
        result: T = self.results.get_or_make(key, lambda: (make(scene), inputs))
        return result

    def _spec(self, component: str, row: str | None) -> PieceSpec:
        """The piece of a row (None: the component's first)."""
        specs = self._specs.get(component)
        if specs is None:
            hint = did_you_mean(component, self._specs)
            message = f'there is no component "{component}"'
            raise KitError(message, hint=hint, check="unknown-component")
        if row is None and specs:
            self.renderer.reads.record("piece", f"{component}/{FIRST_ROW}")
            return next(iter(specs.values()))
        if row not in specs:
            hint = did_you_mean(str(row), specs)
            message = f'component "{component}" has no piece "{row}"'
            raise KitError(message, hint=hint, check="unknown-piece")
        return specs[row]

    def _specs_of(self, component: Component) -> Iterator[PieceSpec]:
        """The pieces that a component consists of."""
        for row, copies in deal(component, self.kit.tables):
            yield PieceSpec(component, row, "" if row is None else row["id"], copies)

    def _make_piece(self, spec: PieceSpec) -> Piece:
        component = spec.component
        return Piece(
            spec.piece,
            component.id,
            component.title,
            component.part,
            spec.copies,
            self._printed_face(spec, "front"),
            self._printed_face(spec, "back") if component.back else None,
            component.two_sided,
            component.note,
            spec.label,
            component.instead or "",
            facts_of(self.kit, component.each, spec.row),
            spec.block,
        )

    def _printed_face(self, spec: PieceSpec, face: str) -> Scene:
        """A face as printed: as it is, or at another scale, or enlarged for large print."""
        growth = self.growth(spec.component.id)
        return self._enlarged(self._with_growth(growth.type)._scene(spec, face), growth.piece)

    def enlarged_titles(self) -> list[str] | None:
        """The titles of the components that grow in large print; None if it is not large print."""
        if self._enlarger is None:
            return None
        grown = self._enlarger.growth
        return [each.title for each in self.kit.file.components if grown(each.id).piece > 1]

    def growth(self, component: str) -> Growth:
        """How much larger a component is printed than drawn."""
        growth = self._enlarger.growth(component) if self._enlarger else Growth()
        return replace(growth, piece=growth.piece * self.renderer.style.scale)

    def redrawn(self, piece: Piece, face: str) -> Scene:
        """A face drawn anew: for a cached face it is unknown which template line draws what."""
        spec = self._specs[piece.component][piece.row]
        growth = self.growth(piece.component)
        faces = self._with_growth(growth.type)
        self._redrawing.append(Renderer(faces.renderer.style, faces.face, 2))
        return self._enlarged(faces._render(spec, face, self._redrawing[-1]), growth.piece)

    def place_of(self, item: Image | GlyphRun) -> Place | None:
        """The template line of a picture or text on a piece that was drawn in this run."""
        renderers = (each.renderer for each in self._with_larger_type.values())
        places = (each.place_of(item) for each in (*renderers, *self._redrawing))
        return next(filter(None, places), None)

    def _with_growth(self, growth: TypeGrowth) -> FaceSet:
        """The faces of this kit with larger type."""
        if growth not in self._with_larger_type:
            style = self.renderer.style
            style = replace(style, growth=growth, variables={**style.variables, "large": True})
            self._with_larger_type[growth] = FaceSet(self.kit, style, boxes=self)
        return self._with_larger_type[growth]

    def _draw_with_growth(self, component: str, growth: TypeGrowth) -> list[Scene]:
        """All faces of a component with larger type.  Raises KitError if there is no room for it."""
        faces = self._with_growth(growth)
        specs = self._specs[component].values()
        with self.renderer.style.templates.spending(faces._meter):
            return [faces._scene(spec, face) for spec in specs for face in spec.sides]

    def _inputs_of(self, piece: str) -> object:
        """The inputs of a piece, apart from what its templates read."""
        component, _, row = piece.partition("/")
        specs = self._specs.get(component, {})
        if row == FIRST_ROW:
            return next(iter(specs), None)
        spec = specs.get(row)
        if spec is None:
            return None
        owner = spec.component
        box = self._box(owner) if owner.holds else None
        return owner.front, owner.back, owner.variables, spec.row, box

    def _kept(self, key: Key, draw: Callable[[], Scene]) -> tuple[Scene, DependencySet]:
        """A scene from an earlier build if what was read for it is unchanged; otherwise a new one."""
        with self.renderer.reads.reading() as reading:
            scene: Scene = self._artifacts.get_or_make(
                key, self._inputs, lambda: (draw(), reading), self.renderer.adopt
            )
        return scene, reading

    def _scene(self, spec: PieceSpec, face: str) -> Scene:
        """A face: from this run, from an earlier one if still valid, or newly drawn."""
        name = (spec.piece, face)
        if name not in self._faces:

            def draw() -> Scene:
                self.renderer.reads.record("piece", spec.piece)
                return self._render(spec, face)

            self._faces[name] = self._kept(("face", *name), draw)
        scene, reading = self._faces[name]
        self.renderer.reads.replay(reading)
        return scene

    def _printed(self, with_map_pieces: bool) -> list[PieceSpec]:
        every = chain.from_iterable(specs.values() for specs in self._specs.values())
        return [spec for spec in every if with_map_pieces or not spec.component.made]

    def draw_ahead(self, *, with_map_pieces: bool = False) -> None:
        """Have several processes draw the missing faces of `parts` ahead of time, if any are free."""
        if not can_share():
            return
        missing = [
            spec
            for spec in self._printed(with_map_pieces)
            if not spec.component.holds  # a box needs all the cards that it holds
            and not all(self._is_available(spec.piece, face) for face in spec.sides)
        ]
        if len(missing) < MIN_SHARED:
            return
        used = [(spec.component.front, spec.component.back) for spec in missing]
        self.renderer.style.templates.compile(filter(None, chain.from_iterable(used)))
        size = ceil(len(missing) / SHARES)
        shares = [missing[start : start + size] for start in range(0, len(missing), size)]
        elsewhere([partial(self._hand_over, share) for share in shares], take=self._take_over)

    def _take_over(self, content: bytes) -> bool:
        faces = take_over(self.renderer, content)
        self._predrawn |= faces or {}
        return faces is not None  # otherwise the next faces may have been drawn with other scenes

    def _is_available(self, piece: str, face: str) -> bool:
        name = (piece, face)
        known = name in self._faces or name in self._predrawn
        return known or self._artifacts.has(("face", *name), self._inputs)

    def _hand_over(self, specs: Sequence[PieceSpec]) -> bytes:
        """The faces of those pieces that can be drawn, for another process."""
        handover = HandOver(self.renderer)
        names = [(spec, face) for spec in specs for face in spec.sides]
        for spec, face in names:
            with suppress(KitError):  # errors are raised again where all faults are gathered
                self._scene(spec, face)
        pieces = [(spec.piece, face) for spec, face in names]
        for drawn in filter(None, map(self._faces.get, pieces)):
            edge_color(drawn[0])  # every face needs its edge colour, which is stored with the face
            scene_digest(drawn[0])
        return handover.content({each: self._faces[each] for each in pieces if each in self._faces})

    def _render(self, spec: PieceSpec, face: str, renderer: Renderer | None = None) -> Scene:
        if renderer is None and (predrawn := self._predrawn.pop((spec.piece, face), None)):
            scene, reading = predrawn
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
            return (renderer or self.renderer).render(
                template, variables, f"{spec.piece} {face}", component.place
            )
        except KitError as error:  # only now: a label for each face would cost time
            raise error.within(item=spec.label_in(self.kit.tables)) from None

    def _box(self, component: Component) -> BoxSize:
        """The inner size of a box, from the cards that it holds.  Raises KitError if there are none."""
        held = [
            (spec.copies, scene.size)
            for name in component.holds
            for spec in self._specs[name].values()
            for scene in (self._boxes._scene(spec, "front"),)
        ]
        if not held:
            message = "there are no cards to put in the box"
            raise KitError(message, place=component.place_of("holds"), check="box-empty")
        return box_for(held, read_stock(self.kit.folders.shared), component.thickness)
