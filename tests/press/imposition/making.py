"""Papers, faces and pieces for tests of imposition, measured in millimetres."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path as FilePath

from generator.base.load_document import load_yaml
from generator.base.units import MM, Rect
from generator.kit.words import UNTRANSLATED, Translator
from generator.press import library
from generator.press.imposition.duplex import Backs
from generator.press.imposition.impose import draw_sheets
from generator.press.imposition.sheet import Placement, Sheet
from generator.press.imposition.sheet_plans import plan_sheets
from generator.press.imposition.tiles.tiling import Tile
from generator.press.paper import Paper
from generator.press.pieces.piece import Part, Piece
from generator.press.scene.items import Group, Outline, Path, Scene
from generator.press.scene.paths import bounds, rectangle
from generator.press.text.fonts import FontBook, Fonts
from tests.kinds import present

SHARED = FilePath(__file__).parents[3] / "data" / "shared"


@cache
def papers() -> dict[str, Paper]:
    return library.papers((SHARED,))


@cache
def font() -> Fonts:
    families = load_yaml(SHARED / "fonts.yaml").data
    return Fonts(FontBook.from_families(families, SHARED), "Manrope")


def face(width: float, height: float, bleed: float = 3, trim: Outline | None = None) -> Scene:
    box = Rect(0, 0, width * MM, height * MM)
    background = box.grown(bleed * MM)
    art = (
        Path(rectangle(background), fill="#88aacc"),
        Path(rectangle(background._replace(height=background.height / 2)), fill="#aa88cc"),
    )
    return Scene("face", box.width, box.height, art, bleed * MM, 3 * MM, trim)


def piece(
    name: str,
    width: float,
    height: float,
    copies: int = 1,
    *,
    bleed: float = 3,
    back: bool = True,
    two_sided: bool = False,
    trim: Outline | None = None,
) -> Piece:
    front = face(width, height, bleed, trim)
    other = face(width, height, bleed, trim) if back else None
    return Piece(name, name, name.title(), "cards", copies, front, other, two_sided)


def part(*pieces: Piece, name: str = "cards") -> Part:
    return Part(name, name.title(), pieces)


def impose(
    parts: Sequence[Part],
    paper: Paper,
    backs: Backs,
    *,
    title: str,
    font: Fonts,
    words: Translator = UNTRANSLATED,
) -> tuple[Sheet, ...]:
    """All sheets of a file, in print order."""
    plans = plan_sheets(parts, paper, backs)
    return tuple(draw_sheets(plans, title=title, font=font, words=words))


def tile_of(placement: Placement) -> Tile:
    return present(placement.tile)


def clips(sheet: Sheet) -> list[Rect]:
    """The boxes to which faces on a sheet are clipped."""
    return [
        bounds(item.clip) for item in sheet.scene.items if isinstance(item, Group) and item.clip
    ]


def in_mm(rect: Rect) -> tuple[float, ...]:
    return tuple(round(value / MM, 2) for value in rect)
