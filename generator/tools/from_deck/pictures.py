"""Pictures of an imported deck: finds, names, measures and, if necessary, simplifies them."""

from __future__ import annotations

import re
from collections.abc import Set
from io import BytesIO
from pathlib import Path, PurePosixPath

from lxml import etree
from PIL import Image

from generator.base.errors import KitError, Place
from generator.base.schema import filename_problem
from generator.base.text_files import bytes_of
from generator.kit.tables.columns import slug_of
from generator.kit.tables.guess import PICTURES
from generator.press.svg.importer import EFFECTS, read_color
from generator.press.svg.sanitizer import LINE, read_svg
from generator.tools.from_deck.design import Design
from generator.tools.from_table.pictures import PictureFinder

_PORTABLE = r"[\w][\w .()-]*"
"""Names of folders and files that all systems accept."""
_SIDE = re.compile(
    rb"""<svg[^>]*?\s(width|height)\s*=\s*["']\s*([\d.]+)\s*(mm|cm|in|pt|px)?\s*["']""", re.S
)
_BOX = re.compile(rb"""viewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)""")
_DECLARATION = re.compile(r"(?<![\w-])([\w-]++)(\s*+:\s*+)([^;{}]++)(;?)")
_SVG = b'<svg xmlns="http://www.w3.org/2000/svg"'
_HEAD = 50_000
_MAX_BYTES = 200_000_000
_PER_INCH = {b"mm": 25.4, b"cm": 2.54, b"in": 1.0, b"pt": 72.0}


class ScriptPictures:
    """The pictures that a script names."""

    def __init__(self, design: Design, folders: list[Path]) -> None:
        """Search these folders in order, and then the folders below them."""
        self.design = design
        self._finder = PictureFinder(folders)
        self._names: dict[str, str] = {}
        self._sizes: dict[str, tuple[float, float] | None] = {}

    def find(self, written: str) -> Path | None:
        """Find a file by its name in the script, which may be one of Windows."""
        return self._finder.find(written.replace("\\", "/"))

    def add(self, written: str, place: Place) -> str:
        """Add a picture by its name in the script; return its path in the kit, "" if it is no picture."""
        written = written.strip().replace("\\", "/")
        if not written:
            return ""
        if written in self._names:
            return f"art/{self._names[written]}"
        path = self.find(written)
        suffix = PurePosixPath(written).suffix.lower()
        if suffix not in PICTURES:
            message = f"the picture {written[:60]!r} is not of a kind that can be printed"
            self.design.note(place, message)
            return ""
        name = _kit_name(written)
        number = 2
        while name in self.design.pictures and self.design.pictures[name] != path:
            name, number = f"{number}-{name.rpartition('/')[2].split('-', 1)[-1]}", number + 1
        self._names[written] = name
        self.design.pictures[name] = path
        return f"art/{name}"

    def size(self, name: str) -> tuple[float, float] | None:
        """Width and height in pixels; None if they are unknown."""
        name = name.removeprefix("art/")
        if name not in self._sizes:
            self._sizes[name] = _size(self.design.pictures.get(name))
        return self._sizes[name]


def _kit_name(written: str) -> str:
    """The name of a picture in the kit: its own if that is portable, else a slug."""
    path = PurePosixPath(written)
    portable = path.suffix == path.suffix.lower() and written.isascii()
    fine = (re.fullmatch(_PORTABLE, each) and not filename_problem(each) for each in path.parts)
    if portable and all(fine):
        return written
    return slug_of(path.stem, "picture") + path.suffix.lower()


def _size(path: Path | None) -> tuple[float, float] | None:
    if path is None:
        return None
    try:
        content = bytes_of(path, _MAX_BYTES)
        if path.suffix.lower() != ".svg":
            with Image.open(BytesIO(content)) as image:
                return float(image.width), float(image.height)
    except (OSError, ValueError, Image.DecompressionBombError):
        return None
    head = content[:_HEAD]
    sides = {
        name: float(number) * 96 / _PER_INCH.get(unit, 96.0)
        for name, number, unit in _SIDE.findall(head)
    }
    box = _BOX.search(head)
    if len(sides) == 2:
        return sides[b"width"], sides[b"height"]
    return (float(box[1]), float(box[2])) if box else None


def simplified(path: Path) -> bytes:
    """The drawing without effects, unknown colours and anything else that cannot be printed.

    Raises KitError or OSError if it cannot be read.
    """
    root, _ = read_svg(path)
    known = {
        str(each.get("id")) for each in root.iter("linearGradient", "radialGradient", "clipPath")
    }

    def kept(found: re.Match[str]) -> str:
        return found[0] if _is_printed(found[1], found[3].strip(), known) else ""

    for element in root.iter():
        for key, value in element.attrib.items():
            if key == LINE or not _is_printed(str(key), str(value), known):
                del element.attrib[key]
        if element.get("style"):
            element.set("style", _DECLARATION.sub(kept, str(element.get("style"))))
        if element.tag == "style":
            element.text = _DECLARATION.sub(kept, element.text or "")
    return etree.tostring(root).replace(b"<svg", _SVG, 1)


def _is_printed(key: str, value: str, known: Set[str]) -> bool:
    """Whether a property with this value can be printed; `known` are the ids of gradients and clips."""
    if key in EFFECTS or key == "stroke-dashoffset":
        return False
    if key not in ("fill", "stroke", "clip-path"):
        return True
    if value.startswith("url("):
        return key != "stroke" and value[4:].strip(" ()#'\"") in known
    if key == "clip-path":
        return True
    try:
        read_color(value)
    except KitError:
        return False
    return True
