"""Tests of effects: the same picture in PDF, SVG and preview, and the intended change."""

from __future__ import annotations

import numpy
import pytest

from generator.press.paint.raster import SceneRasters
from generator.press.scene.items import Scene
from generator.press.text.inline import escape
from tests.press.paint.comparing import alike, as_pdf, as_svg, framed
from tests.press.scene.drawing import drawn, laid_out, refusal

RED = "#b5442e"
ENOUGH = 0.998
"""The share of pixels that must match; soft edges are rounded in more than one way."""
PHOTO = '<image src="art/glass.png" x="4mm" y="4mm" width="30mm" height="30mm"/>'
PANELS = '<rect fill="sun"/><rect x="20mm" fill="sea"/>'
LOOKS = {
    "opacity": PANELS + '<rect inset="6mm" fill="red" opacity="50%"/>'
    '<group inset="12mm" opacity="0.4"><rect fill="ink"/><rect x="5mm" fill="#ffffff"/></group>',
    "clear colours": PANELS + '<rect inset="6mm" fill="#b5442e80" stroke="#1d2b33aa" line="3mm"/>'
    '<ellipse inset="14mm" fill="ink/30%"/><text inset="3mm" size="40" color="#00000066">So</text>',
    "linear": '<rect inset="4mm" fill="linear(30, sun, red 40%, ink)" radius="5mm"/>',
    "linear by default": '<ellipse inset="4mm" fill="linear(#ffffff, sea)" stroke="ink" line="2mm"/>',
    "radial": '<polygon points="0,40 20,0 40,40 20,30" fill="radial(#ffffff, sun 30%, red)"/>',
    "clear gradient": PANELS + '<rect inset="4mm" fill="linear(0, #1d2b33ff, #1d2b3300)"/>'
    '<ellipse inset="12mm" fill="radial(#ffffffff, #ffffff00)"/>',
    "shadow": '<rect inset="9mm" radius="2mm" fill="sea" shadow="1mm 1.5mm 2mm #000000a0"/>',
    "hard shadow": '<icon name="wave" inset="5mm" fill="sea" shadow="1mm 1mm #00000080"/>',
    "glow": '<rect fill="ink"/><text inset="8mm" size="30" color="#ffffff" glow="2mm sun">Oar</text>',
    "multiply": PHOTO + '<rect y="15mm" fill="sun" blend="multiply"/>',
    "screen": PHOTO + '<rect y="15mm" fill="red" blend="screen"/>',
    "overlay": PHOTO + '<rect y="15mm" fill="sea" blend="overlay" opacity="0.7"/>',
    "mask": '<group inset="2mm" mask="linear(0, #ffffff, #ffffff00)">' + PHOTO + "</group>",
    "picture as mask": PANELS + '<rect inset="4mm" fill="ink" mask="art/glass.png"/>',
    "rounded picture": PANELS + PHOTO.replace("/>", ' radius="6mm" shadow="1mm 1mm 1mm ink"/>'),
    "round picture": PANELS + PHOTO.replace("/>", ' clip="ellipse" opacity="0.8"/>'),
    "rim": '<rect fill="sea"/><text inset="4mm" size="24" color="#ffffff" rim="0.7mm ink">Gull '
    "*Oar*</text>",
    "looks": '<text inset="3mm" size="11">Gain [2 :wave:]{red 130%} or :wave:{sun} and [draw *a*]{sea '
    "underline}, [not three]{strike 80%}, at the [Low Tide Pool]{caps}. 1 [or] 2</text>",
    "arc": '<text x="2mm" y="4mm" width="36mm" height="20mm" size="30..6" arc="90" color="ink" '
    'rim="0.3mm sun">Green Glass Tide</text><text x="4mm" y="20mm" width="32mm" height="16mm" '
    'size="9" arc="-70">washed ashore</text>',
}


def look(markup: str) -> Scene:
    return framed(laid_out(f'<drawing width="40mm" height="40mm">{markup}</drawing>'))


@pytest.mark.parametrize("name", LOOKS)
def test_an_effect_looks_the_same_in_every_output(name: str) -> None:
    scene = look(LOOKS[name])
    pdf = as_pdf(scene)
    assert alike(pdf, as_svg(scene)) >= ENOUGH
    (preview,) = SceneRasters([scene]).render(288)
    assert numpy.abs(preview.astype(int) - numpy.asarray(pdf)).mean() < 1


def pixel(markup: str, x: float, y: float) -> tuple[int, ...]:
    """The colour at a point (mm) of a drawing of 40 by 40 mm."""
    dots = as_pdf(look(markup), 254)
    found = dots.getpixel((round(10 * x), round(10 * y)))
    assert isinstance(found, tuple)
    return tuple(map(int, found))


def near(found: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return all(abs(a - b) <= 3 for a, b in zip(found, wanted, strict=True))


def test_half_opacity_mixes_evenly_with_the_background() -> None:
    black = '<rect fill="#000000"'
    assert near(pixel(f'{black} opacity="0.5"/>', 20, 20), (128, 128, 128))
    assert near(pixel('<rect fill="#00000080"/>', 20, 20), (127, 127, 127))
    twice = f'<group opacity="50%">{black}/>{black}/></group>'
    assert near(pixel(twice, 20, 20), (128, 128, 128))  # the group as a whole, not each item


def test_blend_modes_mix_colours() -> None:
    under = '<rect fill="#8040c0"/><rect fill="#c08040" blend="{}"/>'
    assert near(pixel(under.format("multiply"), 9, 9), (96, 32, 48))
    assert near(pixel(under.format("screen"), 9, 9), (224, 160, 208))
    assert near(pixel(under.format("overlay"), 9, 9), (193, 64, 161))


def test_a_gradient_runs_from_edge_to_edge() -> None:
    down = '<rect fill="linear(90, #000000, #ffffff)"/>'
    assert near(pixel(down, 20, 10), (64, 64, 64))
    right = '<rect fill="linear(0, #000000, #ffffff)"/>'
    assert near(pixel(right, 30, 5), (191, 191, 191))
    middle = '<rect fill="radial(#000000, #ffffff)"/>'
    assert near(pixel(middle, 20, 20), (0, 0, 0))
    assert min(pixel(middle, 0.4, 0.4)) > 245


def test_a_shadow_fades_out_and_stays_below() -> None:
    card = '<rect x="10mm" y="10mm" width="20mm" height="20mm" fill="#ffffff" shadow="0 0 4mm #000000"/>'
    shades = [pixel(card, x, 20)[0] for x in (5, 6.5, 8, 9.5)]
    assert shades == sorted(shades, reverse=True)
    assert shades[0] == 255
    assert shades[-1] < 60
    assert pixel(card, 20, 20) == (255, 255, 255)


def test_inline_styles_apply_within_a_text() -> None:
    font = "Source Sans Pro Regular"
    lines = drawn('<text size="10">a [B c]{red 200% underline} [Ab]{caps} [x] [y]{}</text>')
    runs = [line for line in lines if line.startswith("text")]
    assert [run.partition(" at ")[0] for run in runs] == [
        f'text "a" {font} 10',
        f'text "B c" {font} 20',
        f'text "A" {font} 10',
        f'text "B" {font} 8',
        f'text "[x]" {font} 10',
        f'text "y" {font} 10',
    ]
    assert [run[-7:] for run in runs] == ["#000000", RED, *["#000000"] * 4]
    (rule,) = (line for line in lines if line.startswith("path"))
    assert rule.endswith(RED)


def test_an_escaped_inline_style_is_text() -> None:
    text = escape("[so]{red} and :wave:{sun}")
    (run,) = drawn(f'<text size="7">{text}</text>')
    assert run.startswith('text "[so]{red} and :wave:{sun}" ')


def test_effects_are_recorded_around_what_they_change() -> None:
    assert drawn('<rect fill="red" opacity="0.5" blend="multiply"/>') == [
        "group opacity 0.5 multiply",
        "  path M 0 0 L 100 0 L 100 50 L 0 50 Z fill #b5442e",
    ]
    assert drawn('<rect fill="linear(0, red, sun 25%, #00000000)"/>') == [
        "path M 0 0 L 100 0 L 100 50 L 0 50 Z fill linear 0 25 100 25 "
        "(#b5442e 0%, #f2b134 25%, #00000000 100%)"
    ]
    assert drawn('<rect fill="#ff0000ff"/>') == [
        "path M 0 0 L 100 0 L 100 50 L 0 50 Z fill #ff0000"
    ]


@pytest.mark.parametrize(
    ("markup", "says"),
    [
        ('<rect opacity="1.5"/>', "test.xml: <rect opacity=\"1.5\">: opacity: \"1.5\" is not a share"),
        ('<rect blend="darken"/>', '"darken" is not one of normal, multiply, screen, overlay'),
        ('<rect fill="linear(red)"/>', "is not a gradient of 2 to 20 colours"),
        ('<rect fill="conic(red, sun)"/>', '"conic(red, sun)" is not a gradient'),
        ('<rect fill="linear(red 80%, sun 20%)"/>', "are not in ascending order"),
        ('<rect fill="linear(red, grene)"/>', 'there is no colour "grene"'),
        ('<rect fill="linear(red, none)"/>', "a gradient cannot use the colour none"),
        ('<rect fill="red/130%"/>', "is not a share from 0 to 1"),
        ('<rect shadow="1mm ink"/>', '"1mm ink" is not a shadow'),
        ('<rect shadow="1mm 1mm 400mm ink"/>', "must be at most 30 mm, and the last one at least 0"),
        ('<rect glow="1mm none"/>', "a shadow needs a colour"),
        ('<rect mask="art/nothing.png"/>', 'there is no picture "art/nothing.png"'),
        ('<rect mask="blur(3)"/>', '"blur(3)" is not a gradient'),
        ('<text rim="ink">a</text>', '"ink" is not a rim'),
        ("<text>a [b]{red sea}</text>", 'two colours are given: "red" and "sea"'),
        ("<text>a [b]{900%}</text>", "900% is not a size from 30% to 300%"),
        ("<text>a [b]{rod}</text>", 'there is no colour "rod"; did you mean "red"?'),
        ('<text arc="360">a</text>', "an arc must span 1 to 350 degrees, not 360"),
        ('<text arc="300">a</text>', "the arc is"),
        ('<text arc="40" height="auto">a :wave: b</text>', "text along an arc cannot contain icons"),
    ],
)  # fmt: skip
def test_a_broken_effect_is_reported(markup: str, says: str) -> None:
    assert says in refusal(markup)
