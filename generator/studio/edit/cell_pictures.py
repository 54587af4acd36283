"""Cell pictures: the icons and picture files that the columns of a table name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from generator.base.errors import KitError, Place
from generator.base.text_files import MAX_BYTES, inside, read_bytes
from generator.kit.locate import KitFolders
from generator.press.paint.png import encode_png

SUFFIXES = (".png", ".jpg", ".jpeg", ".svg")
ART = "art"
"""The folder of a kit's data that dropped pictures are put into."""
ICONS = "icons"
_THUMBNAIL = 96
_DEFAULTS = {"icon": ICONS, "art": ART, "picture": ART, "image": ART}
"""Folders of pictures for fields whose cells are all empty, by field name."""


class CellPictures:
    """The icons and pictures of a kit, by the words by which cells may name them."""

    def __init__(self, folders: KitFolders) -> None:
        icons: dict[str, str] = {}
        for folder in folders.icons:
            for path in sorted(folder.glob("*.svg")):
                icons.setdefault(path.stem, f"{ICONS}/{path.name}")
        self.icons: Mapping[str, str] = icons
        own = (path for path in folders.data.rglob("*") if path.suffix.lower() in SUFFIXES)
        names = sorted(path.relative_to(folders.data).as_posix() for path in own)
        files = [name for name in names if not name.startswith((f"{ICONS}/", "."))]
        self.files = tuple(files)
        self._by_word = (
            icons,
            {name: name for name in files},
            {name.rpartition("/")[2]: name for name in files},
            {Path(name).stem: name for name in files},
        )

    def of(self, field: str, values: Collection[str]) -> Mapping[str, str]:
        """The pictures that a column's cells name; none if most of them name no picture."""
        used = {value for value in values if value}
        for pictures in self._by_word if used else ():
            if 2 * len(used & pictures.keys()) > len(used):
                return pictures
        default = _DEFAULTS.get(field) if not used else None
        return {} if default is None else self._by_word[0 if default == ICONS else 1]

    def word(self, pictures: Mapping[str, str], file: str) -> str:
        """The text of a cell for one of these pictures."""
        by_word = next(
            (by_word for by_word in self._by_word[1:] if by_word == pictures), self._by_word[1]
        )
        return next((word for word, name in by_word.items() if name == file), file)


def thumbnail(folders: KitFolders, name: str) -> tuple[bytes, str]:
    """A picture of a kit for a cell, and its media type.  Raises KitError."""
    top, _, rest = name.partition("/")
    icons = [inside(folder, rest) for folder in folders.icons] if top == ICONS and rest else []
    path = next(filter(Path.is_file, [*icons, inside(folders.data, name)]), None)
    if path is None or path.suffix.lower() not in SUFFIXES:
        raise KitError(f'there is no picture "{name}"', check="unknown-picture")
    content = read_bytes(path, name)
    if path.suffix.lower() == ".svg":
        return content, "image/svg+xml"
    with _open_image(content, name) as picture:
        picture.thumbnail((_THUMBNAIL, _THUMBNAIL))
        return encode_png(picture), "image/png"


def art_file(folders: KitFolders, file_name: str, content: bytes) -> Path:
    """The file of a dropped picture: in art/, under its own name.  Raises KitError if it is no picture."""
    name = file_name.replace("\\", "/").rpartition("/")[2].strip()
    if Path(name).suffix.lower() not in SUFFIXES or name.startswith("."):
        hint = f"a picture ends in {', '.join(SUFFIXES)}"
        raise KitError(f'"{name}" is not a picture', hint=hint, check="unknown-picture")
    if len(content) > MAX_BYTES:
        message = f'"{name}" is larger than {MAX_BYTES // 1024 // 1024} MB'
        raise KitError(message, hint="make it smaller", check="unknown-picture")
    if Path(name).suffix.lower() != ".svg":
        _open_image(content, name).close()
    return inside(folders.data, f"{ART}/{name}")


def _open_image(content: bytes, name: str) -> Image.Image:
    try:
        return Image.open(BytesIO(content), formats=("PNG", "JPEG"))
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError) as error:
        message = f"is not a picture that can be read: {error}"
        raise KitError(message, place=Place(name), check="unknown-picture") from None
