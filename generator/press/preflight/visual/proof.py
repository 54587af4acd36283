"""Turns the folder of a built kit into a proof: all that `preflight` finds, and what the eye would.

`preflight` reads files and manifest, which is quick, so that every build ends with it.  This also
looks at pictures of all pages, and tells how much it has seen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pypdfium2

from generator.base.errors import Fault, KitError, Place
from generator.press.manifest import NAME, FileEntry, Manifest, read_manifest
from generator.press.preflight import preflight
from generator.press.preflight.files import file_faults
from generator.press.preflight.visual.raster import Rasters
from generator.press.preflight.visual.ruler import DPI, LENGTH, ruler
from generator.press.preflight.visual.visibility import Told, seen_faults

_CAPTION = re.compile(r"· page (\d+) of (\d+) ·")
_LEAST_OFF = 0.1
"""Millimetres by which the picture of a ruler may seem too long or too short."""

Watch = Callable[[int, int], None]
"""Told how many pages have been looked at, and of how many."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of proving one kit; `ruler` is the length in millimetres of the one printed."""

    kit: str
    folder: Path
    faults: tuple[Fault, ...]
    files: int
    pages: int
    seen: Told
    ruler: float | None = None

    def __str__(self) -> str:
        counts = [
            f"{_counted(self.files, 'file')}, {_counted(self.pages, 'page')}",
            f"{_counted(self.seen.faces, 'face')} seen in place on {self.seen.pages} of them",
        ]
        if self.seen.backs:
            backs = f"{_counted(self.seen.backs, 'back')} behind their fronts"
            counts.append(f"{backs}, worst {self.seen.worst:.2f} mm off")
        if self.seen.flaps:
            counts.append(f"{_counted(self.seen.flaps, 'flap')} alike on both tiles")
        if self.ruler is not None:
            counts.append(f"a ruler of {self.ruler:.1f} mm")
        if self.seen.blank:
            counts.append(f"{_counted(self.seen.blank, 'face')} too plain to be measured")
        return "; ".join(counts)

    def as_data(self) -> dict[str, object]:
        """The same as plain data, for `--json`."""
        return {
            "kit": self.kit,
            "folder": str(self.folder),
            "files": self.files,
            "pages": self.pages,
            "pages-seen": self.seen.pages,
            "faces": self.seen.faces,
            "backs": self.seen.backs,
            "worst-back-mm": round(self.seen.worst, 3),
            "flaps": self.seen.flaps,
            "plain-faces": self.seen.blank,
            "ruler-mm": None if self.ruler is None else round(self.ruler, 2),
            "faults": [fault.as_data() for fault in self.faults],
        }


def built_folders(folders: Sequence[Path]) -> list[Path]:
    """The folders of built kits that are, or lie below, those named.

    Raises KitError, for all names at once, where there is none.
    """
    found: list[Path] = []
    faults: list[Fault] = []
    for folder in folders:
        if folder.name == NAME and folder.is_file():
            here = [folder.parent]
        else:
            here = sorted(
                path.parent
                for path in folder.rglob(NAME)
                if not any(part.startswith(".") for part in path.relative_to(folder).parts)
            )
        if not here:
            says = f"holds no {NAME}, so no kit was built there" if folder.is_dir() else (
                "is not the folder of a kit" if folder.exists() else "there is no such folder"
            )  # fmt: skip
            hint = "name the folder that grimoire build wrote, such as output/mygame"
            faults.append(Fault(says, Place(str(folder)), hint=hint, check="not-a-build"))
        found += here
    if faults:
        raise KitError(faults)
    return list(dict.fromkeys(found))


def pages_to_see(folder: Path) -> int:
    """How many pages `prove` will look at, so that a progress bar knows."""
    manifest = read_manifest(folder / NAME)
    return len({(face.file, face.page) for piece in manifest.pieces for face in piece.faces})


def prove(folder: Path, watch: Watch = lambda done, of: None) -> Proof:
    """Proves the finished kit in a folder.  Raises KitError when its manifest cannot be read."""
    manifest = read_manifest(folder / NAME)
    faults = list(preflight(folder))
    of = pages_to_see(folder)
    told, length, done = Told(), None, 0
    for entry in _cut_up(manifest):
        if file_faults(entry, folder):
            continue  # said already, and the pages may be others than those of the manifest

        def step(_: int) -> None:
            nonlocal done
            done += 1
            watch(done, of)

        found, seen = seen_faults(entry, manifest, folder, step)
        faults += [*found, *_order_faults(folder / entry.path)]
        told = told.plus(seen)
        if length is None:
            with Rasters(folder / entry.path, ()) as rasters:
                length = ruler(rasters.page(1, dpi=DPI))
            faults += _ruler_faults(length, folder / entry.path)
    return Proof(
        manifest.kit,
        folder,
        tuple(dict.fromkeys(faults)),
        len(manifest.files),
        sum(entry.pages for entry in manifest.files),
        told,
        length,
    )


def _cut_up(manifest: Manifest) -> list[FileEntry]:
    """The PDF files that pieces are on."""
    used = {face.file for piece in manifest.pieces for face in piece.faces}
    return [entry for entry in manifest.files if entry.path in used]


def _order_faults(path: Path) -> Iterator[Fault]:
    """Pages that stand elsewhere than their captions say: backs would meet other fronts."""
    pdf = pypdfium2.PdfDocument(path)
    try:
        for number, page in enumerate(pdf, start=1):
            text = page.get_textpage()
            says = _CAPTION.findall(text.get_text_bounded())
            text.close()
            page.close()
            if says and (str(number), str(len(pdf))) not in says:
                message = f"says that it is page {says[-1][0]} of {says[-1][1]}"
                hint = f"it is page {number} of {len(pdf)} here: build the kit again"
                yield Fault(message, Place(str(path)), f"page {number}", hint, "proof-order")
    finally:
        pdf.close()


def _ruler_faults(length: float | None, path: Path) -> Iterator[Fault]:
    place = Place(str(path))
    if length is None:
        yield Fault(f"shows no ruler of {LENGTH} mm", place, "page 1", check="proof-ruler")
    elif abs(length - LENGTH) > _LEAST_OFF:
        message = f"has a ruler that is {length:.1f} mm long instead of {LENGTH} mm"
        yield Fault(message, place, "page 1", check="proof-ruler")


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'s' * (number != 1)}"
