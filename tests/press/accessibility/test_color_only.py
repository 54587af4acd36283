"""Tests of accessibility checks: pieces that differ in colour alone, and text that is hard to read."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest

from generator.base.units import MM, Rect
from generator.press.accessibility.color_only import color_only_faults
from generator.press.accessibility.color_vision import (
    COLOR_VISION_DEFICIENCIES,
    contrast,
    lab,
    luminance,
)
from generator.press.accessibility.legibility import (
    book_legibility_faults,
    legibility_faults,
    with_textless_copies,
)
from generator.press.pieces.piece import Piece
from generator.press.scene.items import GlyphRun, Item, Scene, Use
from generator.press.scene.items import Path as Shape
from generator.press.scene.paths import ellipse, rectangle
from tests.press.running import GAME, Workshop
from tests.press.scene.drawing import tidewrack

RED, GREEN = "#c83c28", "#527e30"
"""Equally light, and alike without green cones."""


def token(name: str, color: str, *marks: Item, component: str = "token", side: float = 20) -> Piece:
    box = Rect(0, 0, side * MM, side * MM)
    scene = Scene(name, box.width, box.height, (Shape(rectangle(box), color), *marks))
    return Piece(f"{component}/{name}", component, "Tokens", "tokens", 1, scene)


def letter(text: str) -> GlyphRun:
    font = tidewrack().renderer.fonts.font("Roboto")
    return GlyphRun(6 * MM, 14 * MM, 24, "#ffffff", (font.word(text),))


def fault_lines(*pieces: Piece, groups: tuple[tuple[str, ...], ...] = ()) -> list[str]:
    return [str(fault) for fault in color_only_faults(pieces, groups)]


def test_red_and_green_tokens_are_alike_to_some_people() -> None:
    (fault,) = fault_lines(token("ada", RED), token("bob", GREEN))
    assert (
        'Tokens "token/ada": its front differs from that of Tokens "token/bob" in colour' in fault
    )
    assert "add a shape, a letter or a pattern (eyes-apart)" in fault


def test_pieces_that_all_look_alike_are_one_fault() -> None:
    colors = {"ada": RED, "bob": GREEN, "cy": "#527e31", "dot": "#527e32"}
    (fault,) = fault_lines(*(token(name, color) for name, color in colors.items()))
    assert (
        'differs from those of Tokens "token/bob", Tokens "token/cy", Tokens "token/dot"' in fault
    )


def test_pieces_that_look_like_different_others_have_faults_of_their_own() -> None:
    """The first looks like the second and the fourth, which look like the third."""
    colors = {"ada": "#ff7060", "bob": "#8aa010", "cy": RED, "dot": GREEN}
    first, second, third = fault_lines(*(token(name, color) for name, color in colors.items()))
    assert (
        '"token/ada": its front differs from those of Tokens "token/bob", Tokens "token/dot"'
        in first
    )
    assert '"token/bob": its front differs from that of Tokens "token/cy"' in second
    assert '"token/cy": its front differs from that of Tokens "token/dot"' in third


def test_a_letter_or_a_shape_distinguishes_them() -> None:
    assert fault_lines(token("ada", RED, letter("A")), token("bob", GREEN, letter("B"))) == []
    disc = Shape(ellipse(Rect(10, 10, 30, 30)), "#ffffff")
    assert fault_lines(token("ada", RED, disc), token("bob", GREEN)) == []
    assert fault_lines(token("ada", RED), token("bob", GREEN, side=25)) == []


def test_a_small_mark_lighter_only_to_some_does_not_distinguish_them() -> None:
    """Without red cones this red looks nearly as dark as that brown."""

    def marked(color: str) -> Shape:
        return Shape(rectangle(Rect(10 * MM, 10 * MM, 3 * MM, 3 * MM)), color)

    plain = token("ada", "#ffffff", marked("#ff0000")), token("bob", "#ffffff", marked("#594d00"))
    (fault,) = fault_lines(*plain)
    assert "a difference lost without red cones (protanopia)" in fault
    large = token("ada", "#ff0000"), token("bob", "#594d00")
    assert fault_lines(*large) == []  # a field this large is lighter to everyone


def test_bold_text_counts_as_large_at_a_smaller_size() -> None:
    """Grey on white at 4 : 1 is enough for large text, and bold text counts as large from 14 pt."""
    book = tidewrack().renderer.fonts

    def pale(style: str, size: float) -> list[str]:
        word = book.font("Roboto", style).word("Words")
        run = GlyphRun(6 * MM, 14 * MM, size, "#808080", (word,))
        ground = Shape(rectangle(Rect(0, 0, 40 * MM, 20 * MM)), "#ffffff")
        scene = Scene("words", 40 * MM, 20 * MM, (ground, run))
        return [str(fault) for fault in legibility_faults({scene: "words"}, lambda run: None)]

    assert pale("bold", 14) == pale("regular", 18) == []
    assert len(pale("regular", 14)) == len(pale("bold", 13.5)) == 1


def test_everyone_can_distinguish_light_and_dark() -> None:
    assert fault_lines(token("ada", "#203060"), token("bob", "#f0e0b0")) == []


def test_pieces_alike_to_everyone_are_not_reported() -> None:
    assert fault_lines(token("ada", RED), token("bob", RED)) == []


@pytest.mark.parametrize(
    ("one", "other", "vision"),
    [
        ("#ff7060", "#8aa010", "protanopia"),
        ("#d06a00", "#6f8f2e", "deuteranopia"),
        ("#2f8ce0", "#009c6d", "tritanopia"),
    ],
)
def test_each_colour_vision_deficiency_confuses_its_own_pairs(
    one: str, other: str, vision: str
) -> None:
    """Each pair lies on a confusion line of that deficiency, where its colours nearly coincide."""
    (name,) = (each for each in COLOR_VISION_DEFICIENCIES if vision in each)
    dots = numpy.array(
        [[[int(color[at : at + 2], 16) for at in (1, 3, 5)] for color in (one, other)]], numpy.uint8
    )
    away = {
        each: float(numpy.linalg.norm(lab(dots, each)[0, 0] - lab(dots, each)[0, 1]))
        for each in ("", *COLOR_VISION_DEFICIENCIES)
    }
    assert away[""] > 1.5 * away[name]


def test_different_components_are_compared_if_the_kit_says_so() -> None:
    pieces = token("ada", RED), token("bob", GREEN, component="counter")
    assert fault_lines(*pieces) == []
    assert len(fault_lines(*pieces, groups=(("token", "counter"),))) == 1


@pytest.mark.parametrize("vision", COLOR_VISION_DEFICIENCIES)
def test_white_and_greys_look_the_same_to_everyone(vision: str) -> None:
    greys = numpy.array([[[level] * 3 for level in (0, 90, 180, 255)]], numpy.uint8)
    assert numpy.allclose(lab(greys, vision), lab(greys), atol=0.2)


def test_contrast_is_that_of_wcag() -> None:
    """White on #767676 is the textbook pair: 4.54 : 1."""
    grey = luminance(numpy.array([[[0x76] * 3]], numpy.uint8))
    assert float(contrast(grey, 1.0)[0, 0]) == pytest.approx(4.54, abs=0.005)


@pytest.mark.parametrize("ink", ["full", "low"])
def test_a_good_kit_passes(tmp_path: Path, ink: str) -> None:
    ran = Workshop(tmp_path).run("check", "tidewrack", "--ink", ink)
    assert (ran.code, ran.err) == (0, "")


def test_pale_text_is_reported_at_its_line(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    card = (
        '<card size="poker" fill="#888888">\n<text x="5mm" y="5mm" width="50mm" height="9mm" '
        'size="9" color="#999999">{{ row.name }}</text></card>'
    )
    workshop.write("templates/tidewrack/find.xml", card)
    ran = workshop.run("check", "tidewrack")
    assert ran.code == 1
    (fault,) = (line for line in ran.faults if "eyes-contrast" in line)
    assert fault.startswith("templates/tidewrack/find.xml:2: Finds")
    assert "(#999999, 9 pt) has a contrast of 1.2:1 with its background" in fault
    assert "more texts on this line)" in fault


def test_text_is_compared_with_what_is_behind_it(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    words = '<text x="5mm" y="5mm" width="50mm" height="9mm" size="9" color="#ffffff">{}</text>'
    dark = '<rect x="0" y="0" width="63mm" height="20mm" fill="#222222"/>'
    name = words.format("{{ row.name }}")
    workshop.write("templates/tidewrack/find.xml", f'<card size="poker">{dark}{name}</card>')
    assert workshop.run("check", "tidewrack").code == 0
    workshop.write("templates/tidewrack/find.xml", f'<card size="poker">{name}</card>')
    assert "has a contrast of 1.0:1" in workshop.run("check", "tidewrack").err


def test_small_text_is_found_even_in_a_scaled_drawing(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    words = '<text x="10mm" y="10mm" width="45mm" height="9mm" size="8">{{ row.name }}</text>'
    shrunk = f'<group x="0" y="0" width="31.5mm" height="44mm" view="63 88">{words}</group>'
    workshop.write("templates/tidewrack/find.xml", f'<card size="poker">{shrunk}</card>')
    ran = workshop.run("check", "tidewrack")
    assert ran.code == 1
    assert "is printed at 4 pt, below the minimum of 6.5" in ran.err


def test_components_to_be_compared_must_exist(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(
        GAME, "rulebook: rulebook.md.j2", "tell-apart: [[find, cuonter]]\nrulebook: rulebook.md.j2"
    )
    ran = workshop.run("check", "tidewrack")
    assert ran.code == 2
    assert (
        'tell-apart names "cuonter", which is not a component; did you mean "counter"?' in ran.err
    )


def test_hidden_or_clipped_text_is_found(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    words = '<text x="10mm" y="10mm" width="45mm" height="9mm" size="9">{{ row.name }}</text>'
    cover = '<rect x="0" y="0" width="63mm" height="40mm" fill="#ffffff"/>'
    workshop.write("templates/tidewrack/find.xml", f'<card size="poker">{words}{cover}</card>')
    ran = workshop.run("check", "tidewrack")
    assert ran.code == 1
    assert "is not visible: it is covered or cut off" in ran.err
    far = f'<group x="0" y="50mm" width="63mm" height="5mm" clip="box">{words}</group>'
    workshop.write("templates/tidewrack/find.xml", f'<card size="poker">{far}</card>')
    assert "(eyes-hidden)" in workshop.run("check", "tidewrack").err


@pytest.mark.parametrize("word", [".", "-", "Words"])
def test_a_word_is_found_on_a_raster_that_is_rounded_up(word: str) -> None:
    """A page of 200.01 points has 201 pixels, so its last lines are almost a pixel further down."""
    font = tidewrack().renderer.fonts.font("Source Sans Pro")
    runs = [
        GlyphRun(170, 150 + 4 * step + 0.1 * step, 9.5, "#23252e", (font.word(word),))
        for step in range(11)
    ]
    ground = Shape(rectangle(Rect(0, 0, 300, 300)), "#fffdf8")
    for visible in (True, False):
        for run in runs:
            items = (ground, run) if visible else (run, ground)
            scene = Scene("face", 200.01, 200.01, items)
            faults = legibility_faults({scene: "face"}, lambda run: None)
            assert [fault.check for fault in faults] == ([] if visible else ["eyes-hidden"])


def test_small_type_in_a_rulebook_is_found_but_allowed_in_figures() -> None:
    font = tidewrack().renderer.fonts.font("Roboto")
    run = GlyphRun(20, 20, 8, "#000000", (font.word("Small"),))
    page = Scene("page", 400, 600, (run, run))
    (fault,) = book_legibility_faults([Scene("fine", 400, 600, (Use(page),)), page])
    assert str(fault).startswith(
        'page 2 of the rulebook: "Small" is printed at 8 pt, below the minimum of'
    )


def test_faces_that_differ_only_in_text_are_the_same_without_text() -> None:
    scenes = [token(word, RED, letter(word)).front for word in ("A", "B")]
    first, second, bare, again = with_textless_copies(scenes).scenes
    assert [first, second] == scenes
    assert bare is again
    assert bare.items == scenes[0].items[:1]
    other = token("C", GREEN, letter("C")).front
    assert len({*with_textless_copies([*scenes, other]).scenes}) == 5
