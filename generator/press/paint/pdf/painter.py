"""PDF painter: scenes as pages with live embedded text, each shared scene stored once as a form.

A page's content starts with one flip, so that all of it is written in the scene's coordinates
(y down).  A `Use`d scene becomes a form XObject when it is first met; pages and other forms refer
to it.  Links and bookmarks belong to pages in PDF, so they are gathered through all uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest
from pathlib import Path as FilePath

from generator.base.errors import KitError, did_you_mean
from generator.base.units import DPI, IDENTITY, Matrix
from generator.press.paint.pdf import operators
from generator.press.paint.pdf.document import Document, DocumentInfo
from generator.press.paint.pdf.file import dictionary
from generator.press.paint.pdf.images import ImageObject, image_object
from generator.press.paint.pdf.metadata import add_metadata
from generator.press.paint.pdf.tags import ARTIFACT, CELLS, CONTAINERS, StructureTree
from generator.press.paint.pdf.text import PdfText, continues
from generator.press.scene.alt_text import has_tags, is_structured
from generator.press.scene.items import (
    THING,
    Anchor,
    GlyphRun,
    Gradient,
    Group,
    Image,
    Item,
    Link,
    Path,
    Scene,
    Tag,
    Use,
    grey,
    is_opaque,
    memoize_by_identity,
    memoize_per_scene,
    opacity_of,
    seen_before,
)
from generator.press.scene.paths import bounds_under
from generator.press.scene.placed_images import needed_pixels
from generator.press.scene.transparency import on_paper


def paint_pdf(pages: Sequence[Scene], info: DocumentInfo, dpi: float = DPI) -> bytes:
    """The bytes of a PDF with a page for each scene; the same scenes give the same bytes.

    A page is as large as the scene with its bleed; TrimBox and BleedBox say where it is cut.
    Pictures are sampled down to `dpi` dots to the inch.
    """
    return painted(Painter(info, pages, dpi), pages, info)


def painted(painter: Painter, pages: Sequence[Scene], info: DocumentInfo) -> bytes:
    """The bytes of a PDF in which `painter` has drawn the pages, with the metadata for searching."""
    painter.tagged = any(is_structured(page) for page in pages)
    for page in pages:
        painter.page(page)
    add_metadata(painter.document, [page.name for page in pages], painter.structure, info)
    return painter.finish()


class Painter:
    """Painter of one PDF file; the painters of other kinds of PDF derive from it."""

    colors = operators.RGB
    """The colour space of the file."""
    outline = staticmethod(operators.outline)
    """The function that writes outlines."""
    tagged = False
    """Whether the file has a structure tree for screen readers."""
    compressed = True
    """Whether streams are compressed, which takes time."""

    def __init__(self, info: DocumentInfo, pages: Sequence[Scene], dpi: float = DPI) -> None:
        """`pages` are all pages to paint, with pictures at `dpi` dots to the inch."""
        self.needed = needed_pixels(pages, dpi)
        self.document = Document(info, compressed=self.compressed)
        self._text = PdfText(self.document.fonts, self.colors)
        self._path_operators = memoize_by_identity(self._compose_path)
        self._group_operators = memoize_by_identity(self._compose_group)
        self._seen_before = seen_before()
        self._forms: dict[Scene, str] = {}
        self._resources: dict[str, str] = {}
        self._groups = 0
        self._images: dict[FilePath, str] = {}
        self._used: dict[str, None] = {}  # objects that the content being written refers to
        self._pages = 0
        self.structure = StructureTree(len(pages))
        self._current_form = ""
        """The form that marked content is written into, if any."""
        self._level = -1
        self._anchors: set[str] = set()
        self._targets: dict[str, None] = {}

    def page(self, scene: Scene) -> None:
        scene = on_paper(scene)
        bleed = scene.bleed
        width, height = scene.width + 2 * bleed, scene.height + 2 * bleed
        flip = Matrix(1, 0, 0, -1, bleed, height - bleed)
        content, used = self._compose(
            self._tagged_content(scene.items, ()) if self.tagged else self._content(scene.items)
        )
        self.annotate(scene, flip)
        self.document.add_page(
            (width, height),
            (bleed, bleed, width - bleed, height - bleed),
            f"{operators.matrix(flip)}\n{content}",
            used,
        )
        self._pages += 1

    def annotate(self, scene: Scene, flip: Matrix) -> None:
        """Add the links and bookmarks of a page; `flip` maps its scene to the page."""
        links = 0
        for item, matrix, path in _annotations(scene.items, flip, ()):
            if isinstance(item, Link):
                self._link(item, matrix)
                if self.tagged:
                    self.structure.link(self._pages, links, path)
                links += 1
            else:
                self._anchor(item, matrix)

    def image(self, file: FilePath) -> ImageObject:
        """An image file as an object of the document."""
        return image_object(file, self.needed[file])

    def finish(self) -> bytes:
        for target in self._targets:
            if target not in self._anchors:
                message = f'a link leads to "#{target}", but there is no such anchor'
                hint = did_you_mean(target, self._anchors)
                raise KitError(message, hint=hint, check="broken-link")
        del self._path_operators, self._group_operators  # a cycle: they hold the painter
        return self.document.write()

    def _compose(self, operators: Iterable[str]) -> tuple[str, list[str]]:
        """The operators as one text, and the names of the objects they refer to."""
        outer, self._used = self._used, {}
        content = "\n".join(operators)
        used, self._used = list(self._used), outer
        return content, used

    def _tagged_content(self, items: Iterable[Item], path: tuple[Tag, ...]) -> Iterator[str]:
        """The operators that draw a page's items, as marked content.

        `path` are the tags around the items; untagged content is an artifact, which is not read out.
        """
        for tagged, run in groupby(items, lambda item: self._is_structured(item, path)):
            if not tagged:
                drawn = [item for item in run if not isinstance(item, Link | Anchor)]
                if drawn:
                    yield self._mark(path)
                    yield from self._content(drawn)
                    yield "EMC"
                continue
            for item in run:
                if isinstance(item, Use):
                    name = self._tagged_form(item.scene)
                    yield f"q {operators.matrix(item.matrix)} /{name} Do Q"
                    continue
                assert isinstance(item, Group)
                if item.tags and item.tags[-1].role in CELLS:
                    self.structure.add_element(path + item.tags)
                yield from self._open_group(item)
                yield from self._tagged_content(item.items, path + item.tags)
                yield "Q"

    def _mark(self, path: tuple[Tag, ...]) -> str:
        """The operator that opens a piece of content with these tags."""
        if not path or path[-1].role in (ARTIFACT, *CONTAINERS):
            return f"/{ARTIFACT} BMC"
        number = self.structure.add_content(self._pages, path, self._current_form)
        return f"/{path[-1].role} <</MCID {number}>> BDC"

    @staticmethod
    def _is_structured(item: Item, path: tuple[Tag, ...]) -> bool:
        """Whether there are tags in an item: in a used scene too, unless that is part of a figure."""
        return has_tags((item,), deep=not path)

    def _tagged_form(self, scene: Scene) -> str:
        """The name of a form with marked content, which is drawn on this page alone."""
        self._groups += 1
        name, outer = f"T{self._groups}", self._current_form
        self._current_form = name
        content, used = self._compose(self._tagged_content(scene.items, ()))
        self._current_form = outer
        key = self.structure.add_form(name)
        self.document.add_form(name, (scene.width, scene.height), content, used, parents=key)
        return self._reference(name)

    def _open_group(self, group: Group) -> Iterator[str]:
        yield "q"
        if group.matrix != IDENTITY:
            yield operators.matrix(group.matrix)
        if group.clip is not None:
            yield f"{self.outline(group.clip)} W n"

    def _content(self, items: Sequence[Item], use_cache: bool = True) -> Iterator[str]:
        """The operators that draw items; those of repeated items are cached."""
        for item, following in zip_longest(items, items[1:]):
            match item:
                case GlyphRun():
                    opacity = opacity_of(item.color)
                    spaced = self.tagged and not continues(item, following)
                    run = self._text.run(item, spaced=spaced)
                    yield run if opacity == 1 else f"q {self._state(ca=opacity)} {run} Q"
                case Path():
                    yield self._cached(*self._path_operators(item))
                case Group() if use_cache and self._seen_before(item):
                    yield self._cached(*self._group_operators(item))
                case Group():
                    yield from self._draw_group(item, use_cache)
                case Use():
                    yield f"q {operators.matrix(item.matrix)} /{self._form(item.scene)} Do Q"
                case Image():
                    box = item.box
                    place = Matrix(box.width, 0, 0, -box.height, box.x, box.bottom)
                    yield f"q {operators.matrix(place)} /{self._image(item.file)} Do Q"
                case Link() | Anchor():
                    pass  # these belong to the page, not to its content

    def _cached(self, operators: str, used: Iterable[str]) -> str:
        """Operators written before, which refer to the same objects each time."""
        self._used |= dict.fromkeys(used)
        return operators

    def _compose_group(self, group: Group) -> tuple[str, Sequence[str]]:
        return self._compose(self._draw_group(group, use_cache=False))

    def _draw_group(self, group: Group, use_cache: bool) -> Iterator[str]:
        if group.is_composited:
            yield self._composite_group(group)
            return
        named = self.tagged and group.symbol and not group.decor
        if named:
            yield f"/Span <</Alt <feff{group.symbol.encode('utf-16-be').hex()}>>> BDC"
        yield from self._open_group(group)
        yield from self._content(group.items, use_cache)
        yield "Q EMC" if named else "Q"

    def _compose_path(self, item: Path) -> tuple[str, Sequence[str]]:
        """The operators that draw a path, and the names of the objects they refer to."""
        if isinstance(item.fill, Gradient):
            return self._compose(self._draw_gradient(item, item.fill))
        fill_opacity = 1.0 if item.fill is None else opacity_of(item.fill)
        line_opacity = opacity_of(item.stroke.color) if item.stroke else 1.0
        if fill_opacity == line_opacity == 1:
            return operators.path(item, self.colors, self.outline), ()
        if item.fill and item.stroke:  # both translucent in one operation: readers differ
            parts = replace(item, stroke=None), replace(item, fill=None)
            return self._compose(self._content(parts))
        return self._compose(self._draw_translucent(item, fill_opacity, line_opacity))

    def _draw_translucent(
        self, item: Path, fill_opacity: float, line_opacity: float
    ) -> Iterator[str]:
        drawn = operators.path(item, self.colors, self.outline)
        yield f"q {self._state(ca=fill_opacity, CA=line_opacity)} {drawn} Q"

    def _draw_gradient(self, item: Path, fill: Gradient) -> Iterator[str]:
        """A path filled with a gradient: the gradient covers the whole plane, clipped to the path."""
        clip = f"{self.outline(item.outline)} {'W*' if item.even_odd else 'W'} n"
        if is_opaque(fill):
            shading = operators.shading(fill, self.colors)
            yield f"q {clip} /{self._resource('Shading', shading)} sh Q"
        else:
            stops = tuple((share, grey(255 * opacity_of(color))) for share, color in fill.stops)
            mask = replace(item, fill=replace(fill, stops=stops), stroke=None)
            set_mask = self._set_mask(self._content([mask]))
            opaque = replace(fill, stops=tuple((share, color[:7]) for share, color in fill.stops))
            form = self._group_form(self._content([replace(item, fill=opaque, stroke=None)]))
            yield f"q {set_mask} /{form} Do Q"
        if item.stroke:
            yield from self._content([replace(item, fill=None)])

    def _state(self, **entries: object) -> str:
        """The operator that sets entries of the graphics state: opacity and blend mode."""
        written = {key: operators.format_number(value) if isinstance(value, float) else value
                for key, value in entries.items()}  # fmt: skip
        return f"/{self._resource('ExtGState', written)} gs"

    def _resource(self, kind: str, entries: Mapping[str, object]) -> str:
        """The name of a dictionary; stored on first use."""
        key = f"{kind} {dictionary(entries)}"
        name = self._resources.get(key)
        if name is None:
            name = self._resources[key] = f"{kind[0]}{kind[-1]}{len(self._resources) + 1}"
            self.document.add_resource(kind, name, entries)
        return self._reference(name)

    def _composite_group(self, group: Group) -> str:
        """A group that is composited as one picture onto what is behind it."""
        entries: dict[str, object] = {}
        if group.opacity < 1:
            entries |= {"ca": group.opacity, "CA": group.opacity}
        if group.blend != "normal":
            entries["BM"] = f"/{group.blend.capitalize()}"
        state = self._state(**entries) if entries else ""
        turned = operators.matrix(group.matrix)
        if group.mask:
            state += f" q {turned} {self._set_mask(self._content(group.mask))} "
        content = replace(group, opacity=1.0, blend="normal", mask=())
        if group.mask:  # the mask is set under the group's own matrix, and the group drawn under it
            content = replace(content, matrix=IDENTITY)
        form = self._group_form(self._content([content]))
        return f"q {state} /{form} Do {'Q ' if group.mask else ''}Q"

    def _set_mask(self, content: Iterable[str]) -> str:
        """The operator that masks what is drawn next: hidden wherever the content is not white."""
        form = self.document.number(self._group_form(content, record=False))
        mask = {"Type": "/Mask", "S": "/Luminosity", "G": f"{form} 0 R"}
        return self._state(SMask=dictionary(mask))

    def _group_form(self, content: Iterable[str], *, record: bool = True) -> str:
        drawn, used = self._compose(content)
        self._groups += 1
        name = f"T{self._groups}"
        self.document.add_form(name, (0, 0), drawn, used, group=True)
        return self._reference(name) if record else name

    def _form(self, scene: Scene) -> str:
        """The name of the form that draws a scene; stored on first use."""
        name = self._forms.get(scene)
        if name is None:
            name = self._forms[scene] = f"S{len(self._forms) + 1}"
            content, used = self._compose(self._content(scene.items))
            self.document.add_form(name, (scene.width, scene.height), content, used)
        return self._reference(name)

    def _image(self, file: FilePath) -> str:
        """The name of an image object; stored on first use."""
        name = self._images.get(file)
        if name is None:
            name = self._images[file] = f"I{len(self._images) + 1}"
            self.document.add_image(name, self.image(file))
        return self._reference(name)

    def _reference(self, name: str) -> str:
        self._used[name] = None
        return name

    def _link(self, link: Link, matrix: Matrix) -> None:
        if link.target.startswith("#"):
            self._targets[link.target[1:]] = None
        self.document.add_link(link.target, bounds_under(link.box, matrix))

    def _anchor(self, anchor: Anchor, matrix: Matrix) -> None:
        self._anchors.add(anchor.name)
        _, top = matrix.apply(0, anchor.y)
        self.document.add_anchor(anchor.name, top)
        if anchor.title:
            self._level = min(anchor.level, self._level + 1)
            self.document.add_bookmark(anchor.name, anchor.title, self._level)


def _annotations(
    items: Iterable[Item], matrix: Matrix, path: tuple[Tag, ...]
) -> Iterator[tuple[Link | Anchor, Matrix, tuple[Tag, ...]]]:
    """All links and anchors, through groups and uses, with the matrix to the page and the tags."""
    for item in items:
        match item:
            case Link(target=target) if target.startswith(THING):
                pass
            case Link() | Anchor():
                yield item, matrix, path
            case Group():
                yield from _annotations(item.items, item.matrix.then(matrix), path + item.tags)
            case Use() if _has_annotations(item.scene):
                for mark, place, _ in _annotations(item.scene.items, item.matrix.then(matrix), ()):
                    yield mark, place, path  # a shared scene is a single figure to screen readers


@memoize_per_scene
def _has_annotations(scene: Scene) -> bool:
    return any(True for _ in _annotations(scene.items, IDENTITY, ()))
