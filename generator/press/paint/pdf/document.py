"""PDF document: pages, forms, images, links and bookmarks, written by reportlab's document objects.

Painters write content streams themselves, so they need no canvas: reportlab numbers the objects,
embeds subset fonts and writes the file.  Only its public classes and attributes are used.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import (
    Destination,
    LinkAnnotation,
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFFormXObject,
    PDFName,
    PDFPage,
    PDFResourceDictionary,
    PDFString,
)

from generator.base.units import Rect
from generator.press.paint.pdf.images import ImageObject

rl_config.useA85 = 0  # ASCII85 makes streams a quarter larger, for transports nobody uses now

_FORM_MARGIN = 10_000
"""Points by which a form's box exceeds its scene: what lies outside that box would be lost."""

_Bookmark: TypeAlias = dict[str, Any] | tuple[dict[str, Any], list["_Bookmark"]]
"""A line of the outline as reportlab takes it: {anchor: destination}, perhaps with lines below."""


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """The title, language (BCP 47), author and subject that a PDF file states."""

    title: str
    language: str = "en"
    author: str = ""
    subject: str = ""


class Document:
    """One PDF file in the making; coordinates are PDF's, y up."""

    def __init__(self, info: DocumentInfo, *, compressed: bool) -> None:
        # The same input gives the same bytes: no variable of the system may date the file.
        os.environ.pop("SOURCE_DATE_EPOCH", None)
        self.reportlab = PDFDocument(compression=int(compressed), invariant=1, lang=info.language)
        """The document as reportlab's fonts need it."""
        self.reportlab.setTitle(info.title)
        self.reportlab.setAuthor(info.author)
        self.reportlab.setSubject(info.subject)
        self.reportlab.setCreator("Grimoire")
        self._compressed = int(compressed)
        self._annotations: list[Any] = []
        self._annotation_count = 0
        self._destinations: dict[str, Any] = {}
        self._bookmarks: list[tuple[int, str]] = []

    def add_page(
        self, size: tuple[float, float], trim: Sequence[float], content: str, used: Sequence[str]
    ) -> None:
        """Add a page with its bleed box, trim box and the links added since the last page.

        `used` are the names of the forms and images that the content refers to.
        """
        page = PDFPage()
        page.pagewidth, page.pageheight = size
        page.TrimBox, page.BleedBox = PDFArray(trim), PDFArray((0, 0, *size))
        page.Rotate = 0
        page.setPageTransition(None)
        page.setCompression(self._compressed)
        page.setStream(["", content, " "])  # Ghostscript wants white space before `endstream`
        page.Resources = self._resources(used or None)
        page.Annots, self._annotations = self._annotations, []
        self.reportlab.addPage(page)

    def add_form(
        self, name: str, size: tuple[float, float], content: str, used: Sequence[str]
    ) -> None:
        """Store a content stream under a name, to be drawn on pages and in other forms."""
        width, height = size
        form = PDFFormXObject(
            -_FORM_MARGIN, -_FORM_MARGIN, width + _FORM_MARGIN, height + _FORM_MARGIN
        )
        form.setStreamList(content or " ")
        form.Resources = self._resources(used)
        form.compression = self._compressed
        self.reportlab.addForm(name, form)

    def add_image(self, name: str, image: ImageObject) -> None:
        """Store an image, and its mask if it has one."""
        for key, mask in image.masks.items():
            image.entries[key] = self.reportlab.Reference(mask, f"{name}mask")
        self.reportlab.addForm(name, image)

    def operand(self, name: str) -> str:
        """The name by which content streams draw a form or an image."""
        return str(self.reportlab.getXObjectName(name))

    def add_link(self, target: str, box: Rect) -> None:
        """Add a link to the page that comes next; "#name" leads to an anchor of this file."""
        corners = (box.x, box.y, box.right, box.bottom)
        annotation: Any
        if target.startswith("#"):
            destination = self._destination(target[1:])
            annotation = LinkAnnotation(corners, "", destination, Border="[0 0 0]")
        else:
            action = {"Type": PDFName("Action"), "S": PDFName("URI"), "URI": PDFString(target)}
            annotation = PDFDictionary(
                {
                    "Type": PDFName("Annot"),
                    "Subtype": PDFName("Link"),
                    "Rect": PDFArray(corners),
                    "A": PDFDictionary(action),
                    "Border": PDFArray([0, 0, 0]),
                }
            )
        self._annotation_count += 1
        name = f"NUMBER{self._annotation_count}"
        self.reportlab.addAnnotation(name, annotation)
        self._annotations.append(self.reportlab.refAnnotation(name))

    def add_anchor(self, name: str, top: float) -> None:
        """Add a place, on the page that comes next, that links and bookmarks lead to."""
        destination = self._destination(name)
        destination.xyz("null", top, "null")
        destination.setPage(self.reportlab.thisPageRef())

    def add_bookmark(self, anchor: str, title: str, level: int) -> None:
        """Add a line to the outline; `level` is 0 or at most one more than that of the last line."""
        self._bookmarks.append((level, anchor))
        self.reportlab.outline.destinationnamestotitles[anchor] = title

    def write(self) -> bytes:
        """The whole file; the document cannot be used any more."""
        if self._bookmarks:
            self.reportlab.Catalog.showOutline()
            self.reportlab.outline.setDestinations(self._outline(self._bookmarks))
        return bytes(self.reportlab.GetPDFData(None))

    def _outline(self, bookmarks: Sequence[tuple[int, str]]) -> list[_Bookmark]:
        """The outline of bookmarks, of which the first is an outermost one."""
        lines: list[_Bookmark] = []
        starts = [at for at, (level, _) in enumerate(bookmarks) if level == bookmarks[0][0]]
        for start, end in zip(starts, [*starts[1:], len(bookmarks)], strict=True):
            anchor = bookmarks[start][1]
            line = {anchor: self._destination(anchor)}
            inner = bookmarks[start + 1 : end]
            lines.append((line, self._outline(inner)) if inner else line)
        return lines

    def _destination(self, name: str) -> Any:
        if name not in self._destinations:
            self._destinations[name] = Destination(name)
        return self._destinations[name]

    def _resources(self, used: Sequence[str] | None) -> Any:
        resources = PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()
        if used is not None:
            resources.XObject = self.reportlab.xobjDict(used)
        return resources
