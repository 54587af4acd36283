"""Preview: pictures of faces and pages for watch mode, in `output/KIT/preview`.

There is a picture for each face, a PDF for each changed page, and `index.html`, which shows all
faces in a browser and updates itself.  Preflight does not check them; it checks builds.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

from generator.base.atomic_output import remove, staging, write_whole
from generator.base.text_files import bytes_of, shown_name
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paint.raster import paint_png
from generator.press.scene.items import Scene
from generator.tools.watch.incremental import Drawn

FOLDER = "preview"
INDEX = "index.html"
STATE = "state.js"
DPI = 150
MAX_PIXELS = 1600
"""Most pixels along the longer side; a board is drawn at less than 150 dpi."""


class Preview:
    """Preview: the files that show one kit."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / FOLDER
        self._pictures: dict[str, tuple[Scene, int]] = {}
        """For each picture, by name: its scene, and how often it has been drawn."""
        self._files: dict[str, tuple[str, Scene]] = {}
        self._pages: set[int] = set()

    def begin(self) -> None:
        """Create the folder and the page for browsers.  Raises KitError if they cannot be written."""
        is_own = (self.folder / INDEX).is_file()
        with staging(self.folder) as stage:
            stage.write(INDEX, bytes_of(Path(__file__).with_name("page.html")))
            stage.finish(INDEX)
        self._pictures.clear()
        self._pages.clear()
        for kind in ("*.png", "page-*.pdf") if is_own else ():
            remove(self.folder, [path.name for path in self.folder.glob(kind)])

    def show(self, drawn: Drawn) -> None:
        """Update the list of faces, and remove the pictures of deleted faces."""
        if not self.folder.is_dir():
            self.begin()  # the folder was deleted
        self._files = {name: (label, scene) for name, label, scene in _faces(drawn)}
        for name in self._pictures.keys() - self._files.keys():
            del self._pictures[name]
            remove(self.folder, [name])

    def pending(self) -> Iterator[str]:
        """Yield the names of the pictures still to be drawn."""
        for name, (_, scene) in self._files.items():
            known = self._pictures.get(name)
            if known is None or known[0] is not scene:
                yield name

    def draw(self, name: str) -> None:
        """Draw one picture."""
        _, scene = self._files[name]
        drawings = self._pictures[name][1] + 1 if name in self._pictures else 1
        write_whole(self.folder / name, picture(scene))
        self._pictures[name] = scene, drawings

    def skip(self, name: str) -> None:
        """Skip a picture that cannot be drawn."""
        del self._files[name]
        self._pictures.pop(name, None)

    def shows_any(self, name: str, scenes: Collection[Scene]) -> bool:
        return self._files[name][1] in scenes

    def mark_unchanged(self, changed: Collection[Scene]) -> None:
        """Mark pictures as up to date whose faces were laid out again without a visible change."""
        for name, (_, scene) in self._files.items():
            if name in self._pictures and scene not in changed:
                self._pictures[name] = scene, self._pictures[name][1]

    @property
    def shown(self) -> str:
        """The path of the page for browsers."""
        return shown_name(self.folder / INDEX)

    def page(self, drawn: Drawn, number: int) -> str:
        """Write one page (from 1) of the kit's PDF as a separate file; return its name."""
        title = f"{drawn.kit.file.title}: page {number}"
        content = paint_pdf([drawn.sheets[number - 1].scene], DocumentInfo(title))
        write_whole(self.folder / page_name(number), content)
        self._pages.add(number)
        return page_name(number)

    def remove_pages(self, numbers: Collection[int] | None = None) -> None:
        """Remove outdated pages: those with these numbers, or all."""
        outdated = self._pages.intersection(numbers) if numbers is not None else self._pages
        remove(self.folder, map(page_name, outdated))
        self._pages = self._pages.difference(numbers) if numbers is not None else set()

    def update_page(
        self, title: str, message: str, faults: Sequence[str], changed: Collection[Scene]
    ) -> None:
        """Update the page in the browser."""
        faces = [
            {
                "file": name,
                "label": label,
                "drawn": self._pictures[name][1],
                "fresh": scene in changed,
            }
            for name, (label, scene) in self._files.items()
            if name in self._pictures
        ]
        state = {"title": title, "says": message, "faults": list(faults), "faces": faces}
        write_whole(self.folder / STATE, f"show({json.dumps(state)})\n".encode())


def picture(scene: Scene) -> bytes:
    """A face as a PNG, without its bleed."""
    inches = max(scene.width, scene.height) / 72
    dpi = min(DPI, MAX_PIXELS / inches)
    trimmed = replace(scene, bleed=0.0)
    return paint_png(paint_pdf([trimmed], DocumentInfo(scene.name)), dpi=dpi)


def page_name(number: int) -> str:
    return f"page-{number}.pdf"


def _faces(drawn: Drawn) -> Iterator[tuple[str, str, Scene]]:
    """Yield the name of each picture, its label, and the face; a shared face only once."""
    shown: set[Scene] = set()
    names: set[str] = set()
    for id, piece in drawn.pieces.items():
        for side, scene in (("", piece.front), ("-back", piece.back)):
            if scene and scene not in shown:
                shown.add(scene)
                name = whole = f"{id.replace('/', '-')}{side}"
                for number in count(2):  # "a/b-c" and "a-b/c" give the same name
                    if name not in names:
                        break
                    name = f"{whole}-{number}"
                names.add(name)
                yield f"{name}.png", drawn.labels[id] + (", back" if side else ""), scene
