"""Pictures that a table names: those found beside it, and a grey one in place of each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path, PurePosixPath

from PIL import Image, ImageDraw

from generator.base.text_files import bytes_of

DEPTH = 4
"""Folders below the table's own in which pictures are looked for."""
MOST = 20_000
"""Files that are looked at."""
_WIDE, _HIGH = 1650, 1120
"""Pixels of a grey picture: enough for a page."""
_GREY, _LINE, _SEEN = (0x8A, 0x92, 0xA8), (0x6A, 0x76, 0x90), 0.33
"""Its colours, through which words are seen that it lies over."""
_FORMS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP", ".gif": "GIF"}
_SVG = (
    f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {_HIGH}">'
    f'<g opacity="{_SEEN}"><rect width="{_WIDE}" height="{_HIGH}" fill="rgb{_GREY}"/>'
    f'<path d="M0 0 L{_WIDE} {_HIGH} M0 {_HIGH} L{_WIDE} 0" stroke="rgb{_LINE}" stroke-width="13"/>'
    "</g></svg>\n"
)


class PictureFinder:
    """Finds the files that a table or a script names."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """Look in these folders, the first that has one first, and then below all of them."""
        self._folders = folders
        self._below: dict[str, Path] | None = None

    def find(self, written: str) -> Path | None:
        """Where a file lies: under the name that it is given, or anywhere below."""
        for folder in self._folders:
            path = folder / written
            if ".." not in PurePosixPath(written).parts and lies_in(folder, path):
                return path
        if self._below is None:
            self._below = {}
            for folder in self._folders:
                for path in files_below(folder):
                    self._below.setdefault(path.name.lower(), path)
        return self._below.get(PurePosixPath(written).name.lower())


def files_below(folder: Path) -> Iterator[Path]:
    """The files of a folder and of those below it, nearer ones first, none that is hidden."""
    return (path for path in _files(folder, DEPTH, [MOST]) if lies_in(folder, path))


def lies_in(folder: Path, path: Path) -> bool:
    """Whether a file is there, and no link, ".." or absolute name leads to it out of the folder.

    Who made the table or script that names it may be a stranger.
    """
    try:
        return path.is_file() and path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):  # a circle of links, or no name for a file
        return False


def _files(folder: Path, depth: int, left: list[int]) -> Iterator[Path]:
    try:
        entries = sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    except OSError:
        return
    yield from (entry for entry in entries if entry.is_file())
    left[0] -= len(entries)
    if depth and left[0] > 0:
        for entry in entries:
            if entry.is_dir() and not entry.is_symlink():
                yield from _files(entry, depth - 1, left)


def picture_bytes(name: str, found: Path | None) -> bytes:
    """The content of a picture, or of the grey placeholder for it.  Raises OSError."""
    if found is not None:
        return bytes_of(found)
    suffix = PurePosixPath(name).suffix.lower()
    if suffix == ".svg":
        return _SVG.encode()
    image = Image.new("RGBA", (_WIDE, _HIGH), (*_GREY, round(255 * _SEEN)))
    draw = ImageDraw.Draw(image)
    for y in (0, _HIGH):
        draw.line((0, y, _WIDE, _HIGH - y), (*_LINE, round(255 * _SEEN)), 13)
    form = _FORMS.get(suffix, "TIFF")
    if form in ("JPEG", "GIF"):
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image).convert("RGB")
    content = BytesIO()
    image.save(content, form, **({"compression": "tiff_deflate"} if form == "TIFF" else {}))
    return content.getvalue()
