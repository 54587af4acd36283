"""Visual proof of a built kit: preflight, and a comparison of rasterised pages with the manifest.

`preflight` reads files and manifest, which is quick, so every build ends with it.  This also
compares rasters of all pages, and reports how much it has covered, and findings: possible
improvements of books and sheets that are no faults.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import numpy
import pypdfium2
from numpy.typing import NDArray

from generator.base.errors import Fault, Place, counted, raise_faults
from generator.base.text_files import bytes_of
from generator.press.manifest import BookEntry, FileEntry, PieceEntry, read_manifest
from generator.press.preflight import preflight
from generator.press.preflight.files import file_faults
from generator.press.preflight.visual.captions import caption_findings
from generator.press.preflight.visual.raster import GrayImage, Rasters
from generator.press.preflight.visual.tags import prove_tags
from generator.press.preflight.visual.visibility import VisibilityFindings, visibility_faults
from generator.press.request import MANIFEST

_CAPTION = re.compile(r"· page (\d+) of (\d+) ·")
_RULER_TOLERANCE = 0.1
"""Minimum error of a ruler's length, in millimetres, that counts: its picture may be that inexact."""

Progress = Callable[[int, int], None]
"""Called with the number of pages done and the number of all pages."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of proving one kit; `ruler` is the printed length in millimetres."""

    kit: str
    folder: Path
    faults: tuple[Fault, ...]
    files: int
    pages: int
    visibility: VisibilityFindings
    ruler: float | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    """The tags of each PDF for screen readers; "" for one without."""
    findings: tuple[str, ...] = ()
    """Possible improvements: small type and empty pages of a book, unused paper, words near a cut."""

    def __str__(self) -> str:
        counts = [
            f"{counted(self.files, 'file')}, {counted(self.pages, 'page')}",
            f"{counted(self.visibility.faces, 'face')} seen in place on {self.visibility.pages} of them",
        ]
        if self.visibility.backs:
            backs = f"{counted(self.visibility.backs, 'back')} behind their fronts"
            counts.append(f"{backs}, worst {self.visibility.worst:.2f} mm off")
        if self.visibility.flaps:
            counts.append(f"{counted(self.visibility.flaps, 'flap')} alike on both tiles")
        if tagged := sum(map(bool, self.tags.values())):
            counts.append(f"{tagged} of {counted(len(self.tags), 'PDF')} tagged")
        if self.ruler is not None:
            counts.append(f"a ruler of {self.ruler:.1f} mm")
        if self.visibility.blank:
            counts.append(f"{counted(self.visibility.blank, 'face')} too plain to measure")
        return "; ".join(counts)

    def as_data(self) -> dict[str, object]:
        """The same as plain data, for `--json`."""
        return {
            "kit": self.kit,
            "folder": str(self.folder),
            "files": self.files,
            "pages": self.pages,
            "pages-seen": self.visibility.pages,
            "faces": self.visibility.faces,
            "backs": self.visibility.backs,
            "worst-back-mm": round(self.visibility.worst, 3),
            "flaps": self.visibility.flaps,
            "plain-faces": self.visibility.blank,
            "tagged": dict(self.tags),
            "findings": list(self.findings),
            "ruler-mm": None if self.ruler is None else round(self.ruler, 2),
            "faults": [fault.as_data() for fault in self.faults],
        }


def folders_with(name: str, folder: Path) -> list[Path]:
    """The folders in or below this one, or that of this file, that have a manifest of that name."""
    if folder.name == name and folder.is_file():
        return [folder.parent]
    return sorted(
        path.parent
        for path in folder.rglob(name)
        if not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def built_folders(folders: Sequence[Path], exported: Collection[Path] = ()) -> list[Path]:
    """The folders of built kits among or below those named.

    Raises KitError, for all names at once, where there is none; the `exported` need none.
    """
    found: list[Path] = []
    faults: list[Fault] = []
    for folder in folders:
        builds = folders_with(MANIFEST, folder)
        if not builds and folder not in exported:
            message = f"contains no {MANIFEST}, so no kit was built there" if folder.is_dir() else (
                "is not the folder of a built kit" if folder.exists() else "there is no such folder"
            )  # fmt: skip
            hint = "name the folder that grimoire build or export wrote, such as output/mygame"
            faults.append(Fault(message, Place(str(folder)), hint=hint, check="not-a-build"))
        found += builds
    raise_faults(faults)
    return list(dict.fromkeys(found))


def prove(folder: Path, watch: Progress = lambda done, total: None) -> Proof:
    """Prove the finished kit in a folder.  Raises KitError when its manifest cannot be read."""
    manifest = read_manifest(folder / MANIFEST)
    faults = list(preflight(folder))
    pages = {(face.file, face.page) for piece in manifest.pieces for face in piece.faces}
    findings, length, done = VisibilityFindings(), None, 0
    # Preflight reports the others, and their pages may differ from the manifest.
    intact = [entry for entry in manifest.files if not file_faults(entry, folder)]
    cut_up = {file for file, _ in pages}
    sheet_files = [entry for entry in intact if entry.path in cut_up]
    precut = {entry.file for entry in manifest.precut}
    for entry in sheet_files:

        def step(_: int) -> None:
            nonlocal done
            done += 1
            watch(done, len(pages))

        found, visibility = visibility_faults(entry, manifest, folder, step)
        faults += [*found, *_order_faults(folder / entry.path)]
        findings = findings.plus(visibility)
        if length is None:
            with closing(Rasters(folder / entry.path, ())) as rasters:
                length = measure_ruler(rasters.page(1, dpi=RULER_DPI))
            if length is not None or entry.path not in precut:  # those may lack room for a ruler
                faults += _ruler_faults(length, folder / entry.path)
    tags = {
        entry.path: prove_tags(folder / entry.path)
        for entry in intact
        if entry.path.endswith(".pdf")
    }
    faults += [fault for each in tags.values() for fault in each.faults]
    cut_from = [file for file in manifest.files if file.path not in precut]
    return Proof(
        manifest.kit,
        folder,
        tuple(dict.fromkeys(faults)),
        len(manifest.files),
        sum(entry.pages for entry in manifest.files),
        findings,
        length,
        {path: str(each) for path, each in tags.items()},
        (
            *(line for book in manifest.books for line in book_findings(book)),
            *(line for file in cut_from for line in paper_findings(file)),
            *(line for piece in manifest.pieces for line in seam_findings(piece)),
            *(
                f"{path}: is not tagged for screen readers"
                for path, each in tags.items()
                if not each.roles
            ),
            *(line for file in sheet_files for line in caption_findings(file, manifest, folder)),
        ),
    )


def _order_faults(path: Path) -> Iterator[Fault]:
    """Pages that are not where their captions say: backs would meet other fronts."""
    pdf = pypdfium2.PdfDocument(bytes_of(path))
    try:
        for number, page in enumerate(pdf, start=1):
            text = page.get_textpage()
            captions = _CAPTION.findall(text.get_text_bounded())
            text.close()
            page.close()
            if captions and (str(number), str(len(pdf))) not in captions:
                message = f"has the caption of page {captions[-1][0]} of {captions[-1][1]}"
                hint = f"it is page {number} of {len(pdf)} here: build the kit again"
                yield Fault(message, Place(str(path)), f"page {number}", hint, "proof-order")
    finally:
        pdf.close()


def _ruler_faults(length: float | None, path: Path) -> Iterator[Fault]:
    place = Place(str(path))
    if length is None:
        yield Fault(f"has no ruler of {RULER} mm", place, "page 1", check="proof-ruler")
    elif abs(length - RULER) > _RULER_TOLERANCE:
        message = f"has a ruler that is {length:.1f} mm long instead of {RULER} mm"
        yield Fault(message, place, "page 1", check="proof-ruler")


MIN_TYPE_SIZE = 6.0
"""Minimum type size, in points, that makes no finding."""
MIN_FILL = 0.75
"""Minimum filled share of a column, unless its chapter ends on it."""


def book_findings(book: BookEntry) -> Iterator[str]:
    """Possible improvements of a rulebook, each as one line that names the file."""
    if book.least_type is not None and book.least_type < MIN_TYPE_SIZE:
        yield (
            f"{book.file}: the smallest type in its figures is {book.least_type:g} pt; "
            f"enlarge or crop cards until it is {MIN_TYPE_SIZE:g} pt"
        )
    low = [fill for fill in book.fill if fill is not None and fill < MIN_FILL]
    if low:
        yield (
            f"{book.file}: {len(low)} of {counted(len(book.fill), 'column')} are less than "
            f"{MIN_FILL:.0%} full, the emptiest {min(low):.0%}"
        )
    for title in book.stranded:
        yield f'{book.file}: the heading "{title}" is at the foot of a page'


MIN_EFFICIENCY = 0.70
"""Minimum share of their bands that pieces should fill; the rest of a sheet is whole strips."""


def paper_findings(file: FileEntry) -> Iterator[str]:
    """Possible improvements of sheets, each as one line that names the file."""
    bands = file.efficiency if file.band_efficiency is None else file.band_efficiency
    if bands is not None and file.efficiency is not None and bands < MIN_EFFICIENCY:
        yield (
            f"{file.path}: pieces fill {bands:.0%} of the strips of paper that they are cut from "
            f"(less than {MIN_EFFICIENCY:.0%}), and {file.efficiency:.0%} of all paper"
        )
    if file.blank_sides:
        yield (
            f"{file.path}: {file.blank_sides} of {file.pages} sides are blank; "
            "--split prints pieces without backs on separate sheets"
        )


def seam_findings(piece: PieceEntry) -> Iterator[str]:
    """Possible improvements of the seams of a tiled piece, each as one line that names the piece."""
    rows = max((face.tile.rows for face in piece.faces if face.tile), default=0)
    for seam in piece.seams:
        name = f"{piece.display_name}: the {_WAYS[seam.axis]} seam at {seam.at:g} mm"
        if seam.words:
            words = ", ".join(f'"{words}"' for words in seam.words)
            yield f"{name} cuts through {words}; leave room for it between grid lines"
        if seam.arrows < (rows if seam.axis == "x" else 1):
            yield f"{name} has no room for an arrow; make the piece smaller"


_WAYS = {"x": "vertical", "y": "horizontal"}


RULER = 50
"""Nominal length of a ruler, in millimetres."""
RULER_DPI = 300
_DARK = 150.0
_BESIDE = 0.4
"""Distance in millimetres from the line within which all ticks are visible: the shortest has 0.8."""
_SLACK = 0.2
"""Tolerance of a ruler's length, as a share of it."""


def measure_ruler(page: GrayImage) -> float | None:
    """Millimetres from the first to the last tick, in a picture at `RULER_DPI`; None without a ruler.

    It is found as a person would find it: a straight line with a tick at every millimetre.
    """
    dark: NDArray[numpy.bool_] = page < _DARK
    offset = max(round(_BESIDE * RULER_DPI / 25.4), 1)
    for turned in (dark, dark.T):
        for row, start, stop in _lines(turned):
            for at in (row - offset, row + offset):
                if not 0 <= at < len(turned):
                    continue
                ticks = _runs(turned[at, max(start - 2, 0) : stop + 2])
                if len(ticks) == RULER + 1:
                    return (sum(ticks[-1]) - sum(ticks[0])) / 2 * 25.4 / RULER_DPI
    return None


def _lines(dark: NDArray[numpy.bool_]) -> Iterator[tuple[int, int, int]]:
    """Dark lines about as long as the ruler, as (row, first column, column after the last)."""
    min_length, max_length = (RULER * (1 + slack) * RULER_DPI / 25.4 for slack in (-_SLACK, _SLACK))
    for row in numpy.flatnonzero(dark.sum(axis=1) >= min_length):
        for start, stop in _runs(dark[row]):
            if min_length <= stop - start <= max_length:
                yield int(row), start, stop


def _runs(dots: NDArray[numpy.bool_]) -> list[tuple[int, int]]:
    """Where runs of dark pixels begin and end."""
    edges = numpy.flatnonzero(numpy.diff(numpy.concatenate(([False], dots, [False])).astype(int)))
    return [(int(start), int(stop)) for start, stop in edges.reshape(-1, 2)]
