"""File preflight: missing or changed files, wrong page counts, fonts not embedded or not subset."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pikepdf

from generator.base.errors import Fault, Place
from generator.base.text_files import bytes_of, open_plain
from generator.press.manifest import FileEntry

_SUBSET = re.compile(r"[A-Z]{6}\+")


@contextmanager
def open_pdf(path: Path) -> Iterator[pikepdf.Pdf]:
    """A PDF file, mapped into memory: as a stream of Python it takes twice as long to read.

    Raises OSError and PdfError.
    """
    with open_plain(path) as file, pikepdf.open(file, access_mode=pikepdf.AccessMode.mmap) as pdf:
        yield pdf


def file_faults(entry: FileEntry, folder: Path) -> list[Fault]:
    """Faults of a file as a whole: missing, changed, unreadable; its pages are not checked."""
    path = folder / entry.path
    place = Place(str(path))
    try:
        content = bytes_of(path)
    except OSError:
        return [Fault("is in the manifest, but cannot be read", place, check="proof-file")]
    faults = []
    if len(content) != entry.bytes or hashlib.sha256(content).hexdigest() != entry.sha256:
        faults.append(
            Fault(
                "has changed since it was built",
                place,
                hint="build the kit again",
                check="proof-file",
            )
        )
    if path.suffix == ".pdf":
        try:
            with pikepdf.open(BytesIO(content)) as pdf:
                if len(pdf.pages) != entry.pages:
                    message = f"has {len(pdf.pages)} pages, but the manifest says {entry.pages}"
                    faults.append(Fault(message, place, check="proof-file"))
        except pikepdf.PdfError:
            faults.append(Fault("cannot be opened as a PDF file", place, check="proof-file"))
    return faults


def font_faults(pages: Iterable[pikepdf.Page], place: Place) -> Iterator[Fault]:
    """Fonts that a printer would have to replace, and fonts with more in them than is used."""
    for font in _fonts(pages):
        if font.get("/Subtype") in ("/Type0", "/Type3"):
            continue  # a Type0 font's descendant carries it; a Type3 font is drawn in the file
        name = str(font.get("/BaseFont", "without a name")).removeprefix("/")
        carrier = font.get("/FontDescriptor", pikepdf.Dictionary())
        if not any(key in carrier for key in ("/FontFile", "/FontFile2", "/FontFile3")):
            yield Fault(f"font {name} is not embedded", place, check="proof-font")
        elif not _SUBSET.match(name):
            yield Fault(
                f"font {name} is embedded in full, not as a subset", place, check="proof-font"
            )


def _fonts(pages: Iterable[pikepdf.Page]) -> Iterator[pikepdf.Object]:
    """The fonts of pages and of everything those draw, each once.

    Walking all objects of the file would keep each of them in memory, tags included.
    """
    seen: set[tuple[int, int]] = set()
    queue: list[pikepdf.Object] = [page.obj for page in pages]
    while queue:
        resources = queue.pop().get("/Resources", pikepdf.Dictionary())
        for kind in ("/Font", "/XObject", "/Pattern"):
            for _, used in resources.get(kind, pikepdf.Dictionary()).items():
                if used.objgen in seen:
                    continue
                if used.is_indirect:
                    seen.add(used.objgen)
                queue.append(used)
                if kind == "/Font":
                    yield from used.get("/DescendantFonts", [used])
