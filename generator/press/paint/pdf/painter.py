"""Turns scenes into one PDF file: live embedded text, each shared scene stored once as a form.

The page's content starts with one flip, so that all of it is written in the scene's coordinates
(y down).  A `Use`d scene becomes a form XObject the first time it is met; pages and other forms
refer to it.  Links and bookmarks belong to pages in PDF, so they are gathered through all uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import groupby
from pathlib import Path as FilePath
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import PDFFormXObject
from reportlab.pdfgen.canvas import Canvas

from generator.base.errors import KitError, did_you_mean
from generator.base.units import IDENTITY, Matrix
from generator.press.cache.memoize import once_a_scene
from generator.press.paint.pdf import operators
from generator.press.paint.pdf.images import image_object
from generator.press.paint.pdf.metadata import finished
from generator.press.paint.pdf.tags import ARTIFACT, Structure, has_tags
from generator.press.paint.pdf.text import PdfText
from generator.press.scene.items import (
    Anchor,
    GlyphRun,
    Group,
    Image,
    Item,
    Link,
    Path,
    Scene,
    Tag,
    Use,
)

rl_config.useA85 = 0  # ASCII85 makes streams a quarter larger, for transports nobody uses now


_ROOM = 10_000
"""Points by which a form reaches beyond its scene on every side."""


@dataclass(frozen=True, slots=True)
class Info:
    """What a PDF file says about itself."""

    title: str
    language: str = "en"
    author: str = ""
    subject: str = ""


def paint_pdf(pages: Sequence[Scene], info: Info) -> bytes:
    """Scenes -> the bytes of a PDF with a page each; the same scenes give the same bytes.

    A page is as large as the scene with its bleed; TrimBox and BleedBox say where it is cut.
    """
    painter = Painter(info)
    painter.tagged = any(has_tags(page.items) for page in pages)
    for page in pages:
        painter.page(page)
    names = [page.name for page in pages]
    return finished(painter.finish(), names, painter.structure, info.language)


class _Canvas(Canvas):  # type: ignore[misc]
    """reportlab's canvas without its opening words, which would name a font that is not embedded."""

    def _make_preamble(self) -> None:
        self._preamble = ""


class Painter:
    """One PDF file in the making; kinds of PDF with rules of their own are made of it."""

    colors = operators.RGB
    """How colours are written."""
    outline = staticmethod(operators.outline)
    """How outlines are written."""
    tagged = False
    """Whether the file tells what its content is to a reader who hears it."""
    packed = True
    """Whether the file is made small, which takes its time."""

    def __init__(self, info: Info) -> None:
        self._file = BytesIO()
        self._canvas = _Canvas(self._file, invariant=1, pageCompression=int(self.packed))
        self._canvas.setTitle(info.title)
        self._canvas.setAuthor(info.author)
        self._canvas.setSubject(info.subject)
        self._canvas.setCreator("Grimoire")
        self._canvas.setCatalogEntry("Lang", info.language)
        self._document = self._canvas._doc
        self._text = PdfText(self._document, self.colors)
        self._forms: dict[Scene, str] = {}
        self._images: dict[FilePath, str] = {}
        self._used: dict[str, None] = {}  # objects that the content now being written refers to
        self._pages = 0
        self.structure = Structure()
        self._level = -1
        self._anchors: set[str] = set()
        self._targets: dict[str, None] = {}

    def page(self, scene: Scene) -> None:
        canvas, bleed = self._canvas, scene.bleed
        width, height = scene.width + 2 * bleed, scene.height + 2 * bleed
        flip = Matrix(1, 0, 0, -1, bleed, height - bleed)
        canvas.setPageSize((width, height))
        canvas.setTrimBox((bleed, bleed, width - bleed, height - bleed))
        canvas.setBleedBox((0, 0, width, height))
        content, used = self._composed(
            self._read_out(scene.items, ()) if self.tagged else self._content(scene.items)
        )
        canvas.addLiteral(f"{operators.matrix(flip)}\n{content}")
        canvas._formsinuse += used
        self.marks(scene, flip)
        canvas.showPage()
        self._pages += 1

    def marks(self, scene: Scene, flip: Matrix) -> None:
        """Links and bookmarks of a page; `flip` takes its scene to the page."""
        links = 0
        for item, matrix, path in _marks(scene.items, flip, ()):
            if isinstance(item, Link):
                self._link(item, matrix)
                if self.tagged:
                    self.structure.link(self._pages, links, path)
                links += 1
            else:
                self._anchor(item, matrix)

    def image(self, file: FilePath, name: str) -> Any:
        """An image file as an object of the document, to be stored under `name`."""
        return image_object(file, name)

    def finish(self) -> bytes:
        for target in self._targets:
            if target not in self._anchors:
                raise KitError(
                    f'a link leads to "#{target}", but there is no such anchor',
                    hint=did_you_mean(target, self._anchors),
                    check="broken-link",
                )
        if self._level >= 0:
            self._canvas.showOutline()
        self._canvas.save()
        return self._file.getvalue()

    def _composed(self, operators: Iterable[str]) -> tuple[str, list[str]]:
        """The operators as one text, and the names of the objects they refer to."""
        outer, self._used = self._used, {}
        content = "\n".join(operators)
        used, self._used = list(self._used), outer
        return content, used

    def _read_out(self, items: Iterable[Item], path: tuple[Tag, ...]) -> Iterator[str]:
        """The operators that draw a page's items, in marks that say what they are.

        `path` are the tags around the items; what has none is no part of what is read out.
        """
        for tagged, run in groupby(items, lambda item: has_tags((item,))):
            if not tagged:
                drawn = [item for item in run if not isinstance(item, Link | Anchor)]
                if drawn:
                    yield self._mark(path)
                    yield from self._content(drawn)
                    yield "EMC"
                continue
            for item in run:
                assert isinstance(item, Group)
                yield from self._opened(item)
                yield from self._read_out(item.items, path + item.tags)
                yield "Q"

    def _mark(self, path: tuple[Tag, ...]) -> str:
        """The operator that opens a piece of content with these tags."""
        if not path or path[-1].role == ARTIFACT:
            return f"/{ARTIFACT} BMC"
        return f"/{path[-1].role} <</MCID {self.structure.number(self._pages, path)}>> BDC"

    def _opened(self, group: Group) -> Iterator[str]:
        yield "q"
        if group.matrix != IDENTITY:
            yield operators.matrix(group.matrix)
        if group.clip is not None:
            yield f"{self.outline(group.clip)} W n"

    def _content(self, items: Iterable[Item]) -> Iterator[str]:
        for item in items:
            match item:
                case GlyphRun():
                    yield self._text.run(item)
                case Path():
                    yield operators.path(item, self.colors, self.outline)
                case Use():
                    yield f"q {operators.matrix(item.matrix)} /{self._form(item.scene)} Do Q"
                case Group():
                    named = self.tagged and item.symbol and not item.decor
                    if named:
                        yield f"/Span <</Alt <feff{item.symbol.encode('utf-16-be').hex()}>>> BDC"
                    yield from self._opened(item)
                    yield from self._content(item.items)
                    yield "Q EMC" if named else "Q"
                case Image():
                    box = item.box
                    place = Matrix(box.width, 0, 0, -box.height, box.x, box.bottom)
                    yield f"q {operators.matrix(place)} /{self._image(item.file)} Do Q"
                case Link() | Anchor():
                    pass  # these belong to the page, not to its content

    def _form(self, scene: Scene) -> str:
        """The name of the form that draws a scene; made when first asked for."""
        name = self._forms.get(scene)
        if name is None:
            name = self._forms[scene] = f"scene{len(self._forms) + 1}"
            # What a form's box cuts off is lost: it is wide enough for art that stands over.
            form = PDFFormXObject(-_ROOM, -_ROOM, scene.width + _ROOM, scene.height + _ROOM)
            content, used = self._composed(self._content(scene.items))
            form.setStreamList(content or " ")
            form.XObjects = self._document.xobjDict(used)
            form.compression = int(self.packed)
            self._document.addForm(name, form)
        return self._refer(name)

    def _image(self, file: FilePath) -> str:
        """The name of an image object; made when first asked for."""
        name = self._images.get(file)
        if name is None:
            name = self._images[file] = f"image{len(self._images) + 1}"
            image = self.image(file, name)
            mask = getattr(image, "_smask", None)
            if mask is not None:
                image.smask = self._document.Reference(mask, f"{name}mask")
                del image._smask
            self._document.addForm(name, image)
        return self._refer(name)

    def _refer(self, name: str) -> str:
        self._used[name] = None
        return str(self._document.getXObjectName(name))

    def _link(self, link: Link, matrix: Matrix) -> None:
        x1, y1 = matrix.apply(link.box.x, link.box.y)
        x2, y2 = matrix.apply(link.box.right, link.box.bottom)
        box = (min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
        if link.target.startswith("#"):
            self._targets[link.target[1:]] = None
            self._canvas.linkRect("", link.target[1:], box, relative=0, Border="[0 0 0]")
        else:
            self._canvas.linkURL(link.target, box, relative=0)

    def _anchor(self, anchor: Anchor, matrix: Matrix) -> None:
        self._anchors.add(anchor.name)
        _, top = matrix.apply(0, anchor.y)
        self._canvas.bookmarkPage(anchor.name, fit="XYZ", top=top)
        if anchor.title:
            self._level = min(anchor.level, self._level + 1)
            self._canvas.addOutlineEntry(anchor.title, anchor.name, level=self._level)


def _marks(
    items: Iterable[Item], matrix: Matrix, path: tuple[Tag, ...]
) -> Iterator[tuple[Link | Anchor, Matrix, tuple[Tag, ...]]]:
    """All links and anchors, through groups and uses, with the matrix to the page and the tags."""
    for item in items:
        match item:
            case Link() | Anchor():
                yield item, matrix, path
            case Group():
                yield from _marks(item.items, item.matrix.then(matrix), path + item.tags)
            case Use() if _has_marks(item.scene):
                for mark, place, _ in _marks(item.scene.items, item.matrix.then(matrix), ()):
                    yield mark, place, path  # what is stored once is one thing to who hears it


@once_a_scene
def _has_marks(scene: Scene) -> bool:
    return any(True for _ in _marks(scene.items, IDENTITY, ()))
