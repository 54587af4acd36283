"""Turns a kit's pieces and a request into sheets, and the sheets into files in a staging folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from generator.errors import Fault, KitError, did_you_mean
from generator.paint.pdf import Info, paint_pdf
from generator.press.faces import Faces
from generator.press.how_to import how_to, on_paper, placeholder
from generator.press.loading import Kit
from generator.press.made_maps import MadeMap
from generator.press.request import MAPS, MONITORS, RULEBOOK, WHOLE, Request
from generator.press.writing import Staging
from generator.sheets.impose import Sheet, impose
from generator.sheets.manifest import Made
from generator.sheets.offset import offset_sheets
from generator.sheets.paper import Paper
from generator.sheets.pieces import Part
from generator.units import Size


@dataclass(frozen=True, slots=True)
class Press:
    """One kit with all its pieces ready, and the request that says what to print of it."""

    request: Request
    kit: Kit
    faces: Faces
    parts: tuple[Part, ...]
    paper: Paper
    made_up: MadeMap | None = None

    def imposed(self) -> tuple[tuple[Part, ...], tuple[Sheet, ...]]:
        """The parts to print and their sheets; in a whole kit a page that explains it is first."""
        parts = self._selected()
        if self.request.only != WHOLE:
            return parts, self._sheets(parts)
        counted = self._sheets((placeholder(self.paper), *parts))
        rulebook = self._named(RULEBOOK) if self.kit.file.rulebook else ""
        renderer, backs = self.faces.renderer, self.request.backs
        first = how_to(renderer, parts, counted, backs, rulebook, scale=self.faces.scale)
        first = on_paper(first, self.paper)
        return (first, *parts), self._sheets((first, *parts))

    def painted(self, sheets: Sequence[Sheet], stage: Staging) -> Iterator[Made]:
        """Paint and write every file of the request, telling what was made."""
        only = self.request.only
        if sheets:
            name = self._named(only or "print")
            scenes = [sheet.scene for sheet in sheets]
            stage.write(name, paint_pdf(scenes, self._info(only or "print and cut")))
            yield Made(name, len(sheets), Size(self.paper.width, self.paper.height), tuple(sheets))
        if only in (WHOLE, RULEBOOK) and self.kit.file.rulebook:
            yield self._rulebook(stage)
        for kind in (MAPS, MONITORS):
            if only in (WHOLE, kind):
                yield from self._drawings(kind, stage)
        if self.made_up:
            name = f"{self.made_up.id}.yaml"
            stage.write(name, self.made_up.text.encode())
            yield Made(name, 0, Size(0.0, 0.0))

    def _selected(self) -> tuple[Part, ...]:
        """The parts that are asked for, with just the pieces that are."""
        only = self.request.only
        if only == WHOLE or self.made_up:
            return self.parts
        if only == RULEBOOK and self.kit.file.rulebook:
            return ()
        if only in (MAPS, MONITORS):
            wanted = self._components(only)
            parts = tuple(
                replace(part, pieces=pieces)
                for part in self.parts
                if (pieces := tuple(p for p in part.pieces if p.component in wanted))
            )
        else:
            parts = tuple(part for part in self.parts if part.name == only)
        if not parts:
            known = [part.name for part in self.parts]
            known += [kind for kind in (MAPS, MONITORS) if self._components(kind)]
            known += [RULEBOOK] if self.kit.file.rulebook else []
            hint = did_you_mean(only, known)
            if only == MAPS and any(component.made for component in self.kit.file.components):
                hint = "its game makes them up: add --random"
            raise KitError(f'{self.kit.file.title} has no "{only}"', hint=hint)
        return parts

    def _components(self, kind: str) -> list[str]:
        """The components that are maps, or monitors."""
        if self.made_up:
            return [self.made_up.component.id]
        return [
            component.id
            for component in self.kit.file.components
            if not component.made and (component.map if kind == MAPS else component.monitor)
        ]

    def _sheets(self, parts: Sequence[Part]) -> tuple[Sheet, ...]:
        renderer = self.faces.renderer
        font = renderer.fonts.font(renderer.family("body"))
        backs, title = self.request.backs, self.kit.file.title
        try:
            sheets = impose(parts, self.paper, backs, title=title, font=font)
            return offset_sheets(sheets, self.request.offset, backs, parts)
        except KitError as error:
            raise KitError(self._placed(error, parts)) from None

    def _placed(self, error: KitError, parts: Sequence[Part]) -> Iterator[Fault]:
        """The faults; those of a piece with the line that states its component."""
        stated = {component.id: component.place for component in self.kit.file.components}
        places = {
            piece.name: stated.get(piece.component) for part in parts for piece in part.pieces
        }
        for fault in error.faults:
            yield replace(fault, place=fault.place or places.get(fault.item))

    def _rulebook(self, stage: Staging) -> Made:
        from generator.press.book import compose_book  # slow to import

        name = self._named(RULEBOOK)
        large = self.request.large_print
        pages = compose_book(self.kit, self.faces, self.parts, self.paper, large=large).pages
        stage.write(name, paint_pdf(pages, self._info(RULEBOOK)))
        return Made(name, len(pages), Size(pages[0].width, pages[0].height))

    def _drawings(self, kind: str, stage: Staging) -> Iterator[Made]:
        """One SVG at true size for each map (or monitor)."""
        folder = "" if self.request.only else f"{kind}/"
        wanted = self._components(kind)
        for piece in (piece for part in self.parts for piece in part.pieces):
            if piece.component in wanted:
                from generator.paint.svg import paint_svg  # slow to import, and few kits have maps

                name = f"{folder}{piece.id.replace('/', '-')}.svg"
                stage.write(name, paint_svg(piece.front))
                yield Made(name, 1, piece.size)

    def _named(self, what: str) -> str:
        return f"{self.kit.name}-{what}-{self.paper.name}.pdf"

    def _info(self, what: str) -> Info:
        file = self.kit.file
        author = "; ".join(file.credits)
        return Info(f"{file.title}: {what}", file.language, author, file.summary)
