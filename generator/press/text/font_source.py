"""Font source: the file that a font is read from, as a TrueType font that a PDF can hold.

CFF outlines, as in `.otf` files, are converted; of a variable font one instance is taken, the one
that its style asks for or that is stated: `fonts/Inter.ttf#wght=300,wdth=80`.
"""

from __future__ import annotations

import re
from pathlib import Path

from generator.base.errors import KitError
from generator.base.text_files import bytes_of

_CFF, _TRUETYPE = b"OTTO", (b"\x00\x01\x00\x00", b"true")
_AXES = re.compile(r"[A-Za-z0-9 ]{4}=-?\d+(\.\d+)?(,[A-Za-z0-9 ]{4}=-?\d+(\.\d+)?)*")


def font_file(path: Path) -> Path:
    """The file that a font is read from, whichever instance of it is named."""
    return Path(str(path).partition("#")[0])


def truetype(path: Path, style: str) -> bytes:
    """The font that a path names, as a TrueType font without variations.

    Raises KitError for a font that is neither TrueType nor OpenType, is broken, or has no such axis.
    """
    data, axes = bytes_of(font_file(path)), str(path).partition("#")[2]
    name = font_file(path).name
    if data[:4] not in (_CFF, *_TRUETYPE):
        message = f"{name} is not a TrueType or OpenType font"
        raise KitError(message, hint="use the .ttf or .otf file of the font", check="font-file")
    if axes and not _AXES.fullmatch(axes):
        message = f'"{axes}" are not axes of a font'
        raise KitError(message, hint='write "font.ttf#wght=300"', check="font-file")
    if data[:4] != _CFF and b"fvar" not in data[: 12 + 16 * int.from_bytes(data[4:6], "big")]:
        if axes:
            message = f"{name} is not a variable font"
            raise KitError(message, hint=f'leave out "#{axes}"', check="font-file")
        return data
    from generator.press.text.font_conversion import converted  # slow to import

    try:
        return converted(data, axes, style)
    except KitError as error:
        raise error.within(item=name) from None
    except Exception as error:  # fontTools raises many kinds of errors for fonts it cannot read
        raise KitError(f"{name} is a broken font file", check="font-file") from error
