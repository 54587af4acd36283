"""PDF document: pages, forms, images, fonts, links and bookmarks as the objects of a file.

Drawn content is written immediately, and anything that refers to other pages (links, bookmarks, the
catalogue) at the end.  reportlab subsets the fonts; only its public classes and attributes are
used.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reportlab import rl_config
from reportlab.pdfbase.pdfdoc import PDFDocument

from generator.base.units import Rect
from generator.press.paint.pdf.file import (
    PdfFile,
    array,
    dictionary,
    numbers,
    reference,
    references,
    text_string,
)
from generator.press.paint.pdf.images import ImageObject

rl_config.useA85 = 0  # ASCII85 makes streams a quarter larger and serves only old transports

_FORM_MARGIN = 10_000
"""Distance in points by which a form's box exceeds its scene: anything outside the box is lost."""
_GROUP = "<</S /Transparency /CS /DeviceRGB /I true>>"
"""Entry of a transparency group: blended in device RGB, by all readers alike."""
_DATE = "(D:20000101000000+00'00')"
"""The date of every file: the same input gives the same bytes."""


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """The title, language (BCP 47), author and subject that a PDF file states."""

    title: str
    language: str = "en"
    author: str = ""
    subject: str = ""
    creator: str = "Grimoire"


@dataclass(slots=True)
class _Link:
    """A link that is not written yet: its object number, its entries and the anchor it leads to."""

    number: int
    entries: dict[str, object]
    anchor: str = ""


@dataclass(slots=True)
class _Bookmark:
    """A line of the outline, with its children."""

    title: str
    anchor: str
    number: int
    children: list[_Bookmark] = field(default_factory=list)

    def __len__(self) -> int:
        """Number of lines below it, at any depth."""
        return len(self.children) + sum(map(len, self.children))


class Document:
    """One PDF file in the making; coordinates are PDF's, y up."""

    def __init__(self, info: DocumentInfo, *, compressed: bool) -> None:
        # The same input gives the same bytes: no variable of the system may date the file.
        os.environ.pop("SOURCE_DATE_EPOCH", None)
        self.fonts = PDFDocument(compression=int(compressed), invariant=1)
        """The document as reportlab's fonts need it; it holds nothing else."""
        self.file = PdfFile(compressed=compressed)
        self.pages: list[int] = []
        """The object numbers of the pages."""
        self.page_entries: list[dict[str, object]] = []
        self.links: list[list[_Link]] = []
        """The links of each page."""
        self.catalog: dict[str, object] = {"Type": "/Catalog", "Lang": text_string(info.language)}
        self._info = info
        self._tree, self._font_names = self.file.reserve(), self.file.reserve()
        self._objects: dict[str, tuple[str, int]] = {}
        self._is_transparent = False
        self._next_links: list[_Link] = []
        self._anchors: dict[str, tuple[int, float]] = {}
        self._bookmarks: list[tuple[int, _Bookmark]] = []

    def add_page(
        self, size: tuple[float, float], trim: Sequence[float], content: str, used: Sequence[str]
    ) -> None:
        """Add a page with its bleed box, its trim box and the links added since the last page.

        `used` are the names of the forms and images that the content refers to.
        """
        content_number = self.file.add_stream({}, _encode(content))
        box = _box((0, 0, *size))
        entries: dict[str, object] = {
            "Type": "/Page",
            "Parent": reference(self._tree),
            "MediaBox": box,
            "BleedBox": box,
            "TrimBox": _box(trim),
            "Contents": reference(content_number),
            "Resources": self._resources(used),
        }
        if self._next_links:
            entries["Annots"] = references(link.number for link in self._next_links)
        self.pages.append(self.file.reserve())
        self.page_entries.append(entries)
        self.links.append(self._next_links)
        self._next_links = []

    def add_form(
        self,
        name: str,
        size: tuple[float, float],
        content: str,
        used: Sequence[str],
        *,
        group: bool = False,
        parents: int | None = None,
    ) -> None:
        """Store a content stream under a name, to be drawn on pages and in other forms.

        A `group` is composited as one picture onto what is behind it.  `parents` is the key of its
        marked content in the parent tree.
        """
        width, height = size
        box = (-_FORM_MARGIN, -_FORM_MARGIN, width + _FORM_MARGIN, height + _FORM_MARGIN)
        entries = {
            "Type": "/XObject",
            "Subtype": "/Form",
            "BBox": _box(box),
            "Resources": self._resources(used),
            **({"Group": _GROUP} if group else {}),
            **({} if parents is None else {"StructParents": parents}),
        }
        number = self.file.add_stream(entries, _encode(content))
        self._objects[name] = "XObject", number

    def add_resource(self, kind: str, name: str, entries: Mapping[str, object]) -> None:
        """Store a dictionary under a name: an "ExtGState" or a "Shading"."""
        self._objects[name] = kind, self.file.add(dictionary(entries))
        self._is_transparent = True

    def number(self, name: str) -> int:
        """The object number of what is stored under a name."""
        return self._objects[name][1]

    def add_image(self, name: str, image: ImageObject) -> None:
        """Store an image, and its mask if it has one."""
        masks = {
            key: reference(self.file.add_stream(mask.entries, mask.data))
            for key, mask in image.masks.items()
        }
        number = self.file.add_stream({**image.entries, **masks}, image.data)
        self._objects[name] = "XObject", number

    def add_link(self, target: str, box: Rect) -> None:
        """Add a link to the next page; "#name" leads to an anchor of this file."""
        link = _Link(
            self.file.reserve(),
            {
                "Type": "/Annot",
                "Subtype": "/Link",
                "Rect": _box((box.x, box.y, box.right, box.bottom)),
                "Border": "[0 0 0]",
            },
        )
        if target.startswith("#"):
            link.anchor = target[1:]
        else:
            action = {"Type": "/Action", "S": "/URI", "URI": text_string(target)}
            link.entries["A"] = dictionary(action)
        self._next_links.append(link)

    def add_anchor(self, name: str, top: float) -> None:
        """Add a place on the next page that links and bookmarks lead to."""
        self._anchors.setdefault(name, (len(self.pages), top))  # a rule is cited in many places

    def add_bookmark(self, anchor: str, title: str, level: int) -> None:
        """Add a line to the outline; `level` is at most one more than that of the last line."""
        self._bookmarks.append((level, _Bookmark(title, anchor, self.file.reserve())))

    def write(self) -> bytes:
        """The whole file; the document cannot be used any more."""
        file = self.file
        self._write_fonts()
        for link in (link for links in self.links for link in links):
            if link.anchor:
                link.entries["Dest"] = self._destination(link.anchor)
            file.put(link.number, dictionary(link.entries))
        if self._bookmarks:
            outline = file.reserve()
            self.catalog |= {"PageMode": "/UseOutlines", "Outlines": reference(outline)}
            root = _Bookmark("", "", outline)
            _nest(self._bookmarks, root)
            file.put(outline, dictionary({"Type": "/Outlines", **self._write_children(root)}))
        for number, entries in zip(self.pages, self.page_entries, strict=True):
            if self._is_transparent:
                entries["Group"] = _GROUP
            file.put(number, dictionary(entries))
        tree = {"Type": "/Pages", "Kids": references(self.pages), "Count": len(self.pages)}
        file.put(self._tree, dictionary(tree))
        self.catalog["Pages"] = reference(self._tree)
        return file.finish(file.add(dictionary(self.catalog)), file.add(self._information()))

    def _information(self) -> str:
        """The information dictionary."""
        info = self._info
        texts = {
            "Title": info.title,
            "Author": info.author,
            "Subject": info.subject,
            "Creator": info.creator,
            "Producer": info.creator,
        }
        named: dict[str, object] = {key: text_string(text) for key, text in texts.items()}
        return dictionary({**named, "CreationDate": _DATE, "ModDate": _DATE, "Trapped": "/False"})

    def _write_children(self, bookmark: _Bookmark) -> dict[str, object]:
        """Write the lines below one, and give the entries that link it to them."""
        lines = bookmark.children
        if not lines:
            return {}
        for index, line in enumerate(lines):
            entries: dict[str, object] = {
                "Title": text_string(line.title),
                "Parent": reference(bookmark.number),
                "Dest": self._destination(line.anchor),
                **self._write_children(line),
            }
            if index:
                entries["Prev"] = reference(lines[index - 1].number)
            if index < len(lines) - 1:
                entries["Next"] = reference(lines[index + 1].number)
            self.file.put(line.number, dictionary(entries))
        ends = {"First": reference(lines[0].number), "Last": reference(lines[-1].number)}
        return {**ends, "Count": len(bookmark)}

    def _destination(self, anchor: str) -> str:
        page, top = self._anchors[anchor]
        (height,) = numbers([top])
        return array([reference(self.pages[page]), "/XYZ", "null", height, "null"])

    def _resources(self, used: Sequence[str]) -> str:
        kinds: dict[str, dict[str, object]] = {}
        for name in used:
            kind, number = self._objects[name]
            kinds.setdefault(kind, {})[name] = reference(number)
        named = {kind: dictionary(objects) for kind, objects in kinds.items()}
        return dictionary({"Font": reference(self._font_names), **named})

    def _write_fonts(self) -> None:
        """Write the fonts as reportlab makes them, with object numbers of this file."""
        source: Any = self.fonts
        before = set(source.idToObject)
        for font in source.delayedFonts:
            font.addObjects(source)
        new_objects = [name for name in source.idToObject if name not in before]
        numbered = {name: self.file.reserve() for name in new_objects}
        for name, number in numbered.items():
            source.idToObjectNumberAndVersion[name] = number, 0
        for name, number in numbered.items():
            self.file.add_written(bytes(source.idToObject[name].format(source)), number)
        fonts = source.idToObject["BasicFonts"].dict
        named = {name: reference(numbered[name]) for name in fonts if name in numbered}
        self.file.put(self._font_names, dictionary(named))


def _nest(bookmarks: Sequence[tuple[int, _Bookmark]], root: _Bookmark) -> None:
    """Nest each line below the last one before it of a lower level."""
    ancestors: list[tuple[int, _Bookmark]] = []
    for level, line in bookmarks:
        while ancestors and ancestors[-1][0] >= level:
            ancestors.pop()
        (ancestors[-1][1] if ancestors else root).children.append(line)
        ancestors.append((level, line))


def _box(lengths: Sequence[float]) -> str:
    return array(numbers(lengths))


def _encode(content: str) -> bytes:
    return content.encode("latin-1") or b" "
