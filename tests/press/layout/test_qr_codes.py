"""Tests of QR codes: scanners read them from PDF, SVG and preview; unreadable ones are refused."""

from __future__ import annotations

from typing import Any

import pytest
import segno
import zxingcpp
from PIL import Image

from generator.base.errors import KitError
from generator.press.markup.elements import ELEMENTS
from generator.press.paint.raster import SceneRasters
from generator.press.scene.alt_text import all_words
from generator.press.scene.qr_code import MAX_BYTES, QUIET_ZONE, qr_code
from tests.press.paint.comparing import as_pdf, as_svg, framed
from tests.press.scene.drawing import drawn, laid_out, refusal

ADDRESS = "https://example.org/rules"
TEXTS = (ADDRESS, "1234567890", "ABC $%*", "Grüße aus dem Gebüsch", "黒猫 🐈", "x" * 60)


def scanned(picture: Any) -> list[str]:
    """What a scanner reads from a picture."""
    return [found.text for found in zxingcpp.read_barcodes(picture)]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("level", ELEMENTS["qr"].attributes["level"].choices)
def test_scanners_read_the_code_in_every_output(text: str, level: str) -> None:
    scene = laid_out(
        '<drawing width="40mm" height="40mm"><rect fill="sea"/>'
        f'<qr text="{text}" level="{level}" inset="3mm" turn="10"/></drawing>'
    )
    (preview,) = SceneRasters([scene]).render(200)
    pictures = [Image.fromarray(preview), as_pdf(framed(scene)), as_svg(framed(scene))]
    assert [scanned(picture) for picture in pictures] == [[text]] * 3


def test_a_code_is_one_outline_over_its_background() -> None:
    behind, group, outline = drawn(f'<qr text="{ADDRESS}" width="49pt"/>')
    assert behind == "path M 0 0.5 L 49 0.5 L 49 49.5 L 0 49.5 Z fill #ffffff"
    assert group.startswith(f"group QR code: {ADDRESS}")
    assert outline.strip().startswith("path ")
    assert len(drawn(f'<qr text="{ADDRESS}" width="49pt" background="none"/>')) == 2


def test_the_outline_encloses_the_dark_modules_and_nothing_else() -> None:
    code = qr_code(ADDRESS)
    modules = [bytes(row) for row in segno.make_qr(ADDRESS, error="M").matrix]
    assert code.side == len(modules) + 2 * QUIET_ZONE
    area, corner, first = 0.0, (0.0, 0.0), (0.0, 0.0)
    for name, *to in code.outline:
        following = first if name == "Z" else (to[0], to[1])
        if name == "M":
            first = following
        else:
            area += (corner[0] * following[1] - following[0] * corner[1]) / 2
        corner = following
    assert area == sum(map(sum, modules))


def test_a_screen_reader_says_what_the_code_says() -> None:
    scene = laid_out(f'<card size="poker"><qr inset="8mm" text="{ADDRESS}"/></card>')
    assert all_words(scene) == f"QR code: {ADDRESS}"


@pytest.mark.parametrize(
    ("markup", "message"),
    [
        ('<qr text=""/>', "a QR code needs a text"),
        (f'<qr text="{"x" * (MAX_BYTES + 1)}"/>', "is 301 bytes long"),
        (f'<qr text="{ADDRESS}" width="10mm" height="10mm"/>', "would be 10 mm wide, too fine"),
        (f'<qr text="{ADDRESS}" fill="#888888"/>', "not dark enough on its background"),
        (f'<qr text="{ADDRESS}" background="#444444"/>', "not dark enough on its background"),
        (f'<qr text="{ADDRESS}" fill="none"/>', "not dark enough on its background"),
        (f'<qr text="{ADDRESS}" level="X"/>', "is not one of L, M, Q, H"),
        ("<qr/>", "text"),
    ],
)
def test_a_code_that_cannot_be_scanned_is_refused(markup: str, message: str) -> None:
    assert message in refusal(markup)


def test_a_code_counts_at_the_size_at_which_it_is_printed() -> None:
    code = f'<qr text="{ADDRESS}" width="60" height="60"/>'
    assert "would be 9 mm wide" in refusal(
        f'<group width="15mm" height="15mm" view="100 100">{code}</group>'
    )
    assert drawn(f'<group width="17mm" height="17mm" view="60 60">{code}</group>')


def test_a_code_stays_in_the_safe_zone() -> None:
    with pytest.raises(KitError, match=r"QR code: .* extends .* beyond the safe zone"):
        laid_out(f'<card size="poker"><qr text="{ADDRESS}" width="16mm" height="16mm"/></card>')
