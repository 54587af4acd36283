"""Tests of layout: each element and its attributes in a drawing of 100 by 50 points."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.press.layout import context as layouts
from generator.press.layout.engine import Layout
from generator.press.markup.parser import MarkupParser
from generator.press.paint.recording import record
from generator.press.scene.items import GlyphRun, Scene
from generator.press.text.fonts import Fonts
from generator.press.text.line_breaking import IconWidth, Prepared, prepare
from tests.press.scene.drawing import drawn, laid_out, refusal, tidewrack

RED, SEA, SUN, INK = "#b5442e", "#5aa9bf", "#f2b134", "#1d2b33"
WAVE = "group clip M 0 0 L 24 0 L 24 24 L 0 24 Z"


def box(x: float, y: float, right: float, bottom: float, color: str = "", indent: int = 0) -> str:
    outline = f"path M {x:g} {y:g} L {right:g} {y:g} L {right:g} {bottom:g} L {x:g} {bottom:g} Z"
    return " " * indent + outline + (f" fill {color}" if color else "")


SHAPES = {
    "<rect/>": [box(0, 0, 100, 50)],
    '<rect x="10pt" y="50%" width="25%" height="5pt" fill="red" stroke="ink" line="2pt" dash="3pt 1pt"/>':
        [f"{box(10, 25, 35, 30, RED)} stroke {INK} 2 dash 3 1"],
    '<rect inset="5pt" fill="#ABC"/>': [box(5, 5, 95, 45, "#aabbcc")],
    '<rect inset="10%" fill="red"/>': [box(5, 5, 95, 45, RED)],
    '<rect x="10pt" width="20pt" height="10pt" inset="-2pt" turn="90" fill="red"/>':
        ["group 0 1 -1 0 25 -15", box(8, -2, 32, 12, RED, 2)],
    '<rect radius="50%" width="20pt" height="10pt"/>':
        ["path M 5 0 L 15 0 C 17.8 0 20 2.2 20 5 L 20 5 C 20 7.8 17.8 10 15 10 L 5 10 "
         "C 2.2 10 0 7.8 0 5 L 0 5 C 0 2.2 2.2 0 5 0 Z"],
    '<ellipse width="20pt" height="10pt"/>':
        ["path M 20 5 C 20 7.8 15.5 10 10 10 C 4.5 10 0 7.8 0 5 C 0 2.2 4.5 0 10 0 "
         "C 15.5 0 20 2.2 20 5 Z"],
    '<ellipse cx="50%" cy="50%" r="10pt"/>':
        ["path M 60 25 C 60 30.5 55.5 35 50 35 C 44.5 35 40 30.5 40 25 C 40 19.5 44.5 15 50 15 "
         "C 55.5 15 60 19.5 60 25 Z"],
    '<ellipse cx="20pt" cy="10pt" r="10pt" ry="5pt" turn="90"/>':
        ["group 0 1 -1 0 30 -10",
         "  path M 30 10 C 30 12.8 25.5 15 20 15 C 14.5 15 10 12.8 10 10 C 10 7.2 14.5 5 20 5 "
         "C 25.5 5 30 7.2 30 10 Z"],
    '<line x1="10%" y1="0" x2="90%" y2="100%" stroke="ink" line="1pt" cap="round"/>':
        [f"path M 10 0 L 90 50 stroke {INK} 1"],
    '<path d="M0 0 h10 v5 z" fill="sea"/>': [f"path M 0 0 L 28.3 0 L 28.3 14.2 L 0 0 Z fill {SEA}"],
    '<polygon points="0,0 10,0 5,8" fill="sun"/>':
        [f"path M 0 0 L 28.3 0 L 14.2 22.7 Z fill {SUN}"],
    '<polygon points="0 0 10 0 5 8" open="yes" stroke="sun" line="1pt"/>':
        [f"path M 0 0 L 28.3 0 L 14.2 22.7 stroke {SUN} 1"],
    '<column><rect height="10pt"/><path d="M0 0 h10 v5 z" turn="90"/></column>':
        [box(0, 0, 100, 10), "group 0 1 -1 0 31.26 2.913",
         "  path M 0 10 L 28.3 10 L 28.3 24.2 L 0 10 Z"],
}  # fmt: skip

GROUPS = {
    '<group x="10pt" y="5pt"><path d="M0 0 h10 v5 z"/></group>':
        ["group 1 0 0 1 10 5", "  path M 0 0 L 28.3 0 L 28.3 14.2 L 0 0 Z"],
    '<group x="10pt" y="10pt" width="40pt" height="20pt" view="100 50"><rect/></group>':
        ["group 0.1411 0 0 0.1411 10 10", box(0, 0, 283.5, 141.7, indent=2)],
    '<group x="10pt" y="10pt" width="40pt" height="20pt" view="100 100"><rect/></group>':
        ["group 0.07056 0 0 0.07056 20 10", box(0, 0, 283.5, 283.5, indent=2)],
    '<group width="40pt" height="20pt" turn="90"><rect/></group>':
        ["group 0 1 -1 0 30 -10", box(0, 0, 40, 20, indent=2)],
    '<group width="40pt" height="20pt" mirror="yes"><rect/></group>':
        ["group -1 0 0 1 40 0", box(0, 0, 40, 20, indent=2)],
    '<group width="40pt" height="20pt" mirror="yes" scale="2"><rect/></group>':
        ["group -2 0 0 2 60 -10", box(0, 0, 40, 20, indent=2)],
    '<group width="40pt" height="20pt" clip="box"><rect/></group>':
        ["group clip M 0 0 L 40 0 L 40 20 L 0 20 Z", box(0, 0, 40, 20, indent=2)],
    '<group width="40pt" height="20pt" clip="ellipse"><rect/></group>':
        ["group clip M 40 10 C 40 15.5 31 20 20 20 C 9 20 0 15.5 0 10 C 0 4.5 9 0 20 0 "
         "C 31 0 40 4.5 40 10 Z", box(0, 0, 40, 20, indent=2)],
    '<group clip-path="M0 0 h10 v10 z"><rect/></group>':
        ["group clip M 0 0 L 28.3 0 L 28.3 28.3 L 0 0 Z", box(0, 0, 100, 50, indent=2)],
    '<link to="#a" x="5pt" width="20pt" height="10pt"><rect/></link><anchor name="a" title="T"/>':
        [box(5, 0, 25, 10), "link #a 5 0 20 10", 'anchor a at 0 "T"'],
}  # fmt: skip

FLOWS = {
    '<row gap="10pt" padding="5pt"><rect width="20pt"/><rect/><rect grow="2"/></row>':
        [box(5, 5, 25, 45), box(35, 5, 51.7, 45), box(61.7, 5, 95, 45)],
    '<row><rect width="25%"/><rect inset="5pt"/></row>': [box(0, 0, 25, 50), box(30, 5, 95, 45)],
    '<row turn="90"><rect/></row>': ["group 0 1 -1 0 75 -25", box(0, 0, 100, 50, indent=2)],
    '<column gap="2pt"><rect height="20pt"/><rect/></column>':
        [box(0, 0, 100, 20), box(0, 22, 100, 50)],
    '<column><text height="auto" size="10">Aa</text><rect/></column>':
        ['text "Aa" Source Sans Pro Regular 10 at 0 6.6 #000000', box(0, 6.7, 100, 50)],
    '<grid columns="2" gap="10pt"><rect/><rect/><rect/></grid>':
        [box(0, 0, 45, 20), box(55, 0, 100, 20), box(0, 30, 45, 50)],
    '<grid columns="2" tracks="3 1" rows="2"><rect/><rect/></grid>':
        [box(0, 0, 75, 25), box(75, 0, 100, 25)],
}  # fmt: skip

MAPS = {
    '<squaregrid x="10pt" y="10pt" cell="10pt" columns="3" rows="2"><cell at="a1" fill="red"/>'
    '<cell at="c2"><rect inset="2pt"/></cell></squaregrid>':
        [box(10, 20, 20, 30, RED), box(32, 12, 38, 18)],
    '<hexgrid x="50pt" y="20pt" cell="10pt"><cell at="0,0" fill="red"/><cell at="1,-1" fill="sea"/>'
    "</hexgrid>":
        [f"path M 50 14.2 L 55 17.1 L 55 22.9 L 50 25.8 L 45 22.9 L 45 17.1 Z fill {RED}",
         f"path M 55 5.6 L 60 8.5 L 60 14.2 L 55 17.1 L 50 14.2 L 50 8.5 Z fill {SEA}"],
    '<hexgrid x="50pt" y="20pt" cell="10pt" flat="yes"><cell at="0,0" fill="red"/>'
    '<cell at="1, 0" fill="sea"/></hexgrid>':
        [f"path M 47.1 15 L 52.9 15 L 55.8 20 L 52.9 25 L 47.1 25 L 44.2 20 Z fill {RED}",
         f"path M 55.8 20 L 61.5 20 L 64.4 25 L 61.5 30 L 55.8 30 L 52.9 25 Z fill {SEA}"],
}  # fmt: skip

PICTURES = {
    '<image src="art/glass.png" width="40pt" height="20pt"/>': ["image glass.png 4.3 0 31.5 20"],
    '<image src="art/glass.png" width="40pt" height="20pt" fit="cover"/>':
        ["group clip M 0 0 L 40 0 L 40 20 L 0 20 Z", "  image glass.png 0 -2.7 40 25.4"],
    '<image src="art/glass.png" width="40pt" height="20pt" fit="stretch" turn="90"/>':
        ["group 0 1 -1 0 30 -10", "  image glass.png 0 0 40 20"],
    '<use template="badge.xml" arg-letter="A" x="5pt"/>': ["use badge.xml 1 0 0 1 5 0"],
    '<use template="badge.xml" arg-letter="A" width="50%" height="50%"/>':
        ["use badge.xml 0.735 0 0 0.735 12.5 0"],
}  # fmt: skip

TEXTS = {
    '<text size="10" align="right" valign="bottom" color="red">Hello</text>':
        [f'text "Hello" Source Sans Pro Regular 10 at 78 47.8 {RED}'],
    '<text size="20..8" width="50pt" height="12pt" align="center" valign="middle">Hello tide</text>':
        ['text "Hello tide" Source Sans Pro Regular 12.2 at 0.3 10 #000000'],
    '<text size="10" plain="yes">*a* :b:</text>':
        ['text "*a* :b:" Source Sans Pro Regular 10 at 0 6.6 #000000'],
    '<text size="10" bold="yes" font="title">A</text>':
        ['text "A" Amatic SC Bold 10 at 0 7.6 #000000'],
    '<text size="10" turn="90" width="50pt" height="20pt">A</text>':
        ["group 0 1 -1 0 35 -15", '  text "A" Source Sans Pro Regular 10 at 0 6.6 #000000'],
    '<text size="10" decor="yes">A</text>':
        ["group", '  text "A" Source Sans Pro Regular 10 at 0 6.6 #000000'],
    '<text size="8" paragraph="1">\n  one\n\n  two\n</text>':
        ['text "one" Source Sans Pro Regular 8 at 0 5.2 #000000',
         'text "two" Source Sans Pro Regular 8 at 0 23.2 #000000'],
    '<text size="10"> </text>': [],
}  # fmt: skip


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        *SHAPES.items(),
        *GROUPS.items(),
        *FLOWS.items(),
        *MAPS.items(),
        *PICTURES.items(),
        *TEXTS.items(),
    ],
)
def test_an_element_becomes_the_expected_items(markup: str, expected: list[str]) -> None:
    assert drawn(markup) == expected


def test_words_styles_and_icons_of_a_line_are_set_side_by_side() -> None:
    lines = [
        line for line in drawn('<text size="10">Hello *bold* :wave: x</text>') if line[0] != " "
    ]
    assert lines == [
        'text "Hello" Source Sans Pro Regular 10 at 0 6.6 #000000',
        'text "bold" Source Sans Pro Bold 10 at 24 6.6 #000000',
        "group wave 0.4792 0 0 0.4792 45.87 -2.74",
        'text "x" Source Sans Pro Regular 10 at 59.4 6.6 #000000',
    ]


def test_an_icon_has_the_text_colour_unless_it_has_its_own() -> None:
    plain = drawn('<icon name="wave" width="24pt" height="24pt"/>')
    own = drawn('<icon name="wave" width="24pt" height="24pt" fill="accent"/>')
    assert plain[:2] == own[:2] == ["group wave", f"  {WAVE}"]
    assert plain[2].endswith("fill #000000")
    assert own[2].endswith("fill #1f6f8b")


def test_a_used_face_is_clipped_to_its_trim() -> None:
    assert drawn('<use component="find" id="whelk" face="back" height="50pt"/>') == [
        "group 0.1984 0 0 0.1984 32.14 0 clip M 0 0 L 180 0 L 180 252 L 0 252 Z",
        "  use find/whelk back",
    ]


def test_a_line_along_the_edge_of_a_used_face_has_the_width_that_is_stated() -> None:
    face = '<use component="find" id="whelk" height="50pt" stroke="accent" line="1pt"/>'
    assert drawn(face)[2:] == ["path M 32.1 0 L 67.9 0 L 67.9 50 L 32.1 50 Z stroke #1f6f8b 1"]


@pytest.mark.parametrize(
    ("markup", "says"),
    [
        ('<row gap="10pt"><rect width="60%"/><rect width="60%"/></row>', "10.583 mm too long"),
        ('<row><rect width="100%"/><rect/></row>', "leave no room for the rest"),
        ('<grid columns="2" tracks="1"><rect/></grid>', "tracks gives 1 shares for 2 columns"),
        ('<grid columns="9" gap="20%"><rect/></grid>', "there is no room for 9 columns"),
        ('<grid columns="1" gap="100%"><rect/><rect/></grid>', "there is no room for 2 rows"),
        ('<squaregrid cell="5" columns="2" rows="2"><cell at="c1"/></squaregrid>',
         'the map has no cell "c1"; its cells are a1 to b2'),
        ('<squaregrid cell="5" columns="2" rows="2"><cell at="a3"/></squaregrid>', '"a3"'),
        ('<hexgrid cell="5"><cell at="a1"/></hexgrid>', '"a1" is not a cell of a hex map'),
        ('<ellipse r="5"/>', "r needs cx and cy"),
        ('<use/>', "either a template or a component"),
        ('<use template="badge.xml" component="find"/>', "either a template or a component"),
        ('<text color="none">a</text>', "text needs a colour"),
        ('<icon name="wave" fill="none"/>', "an icon needs a colour"),
        ('<line x2="5"/>', '<line> needs the attribute "stroke"'),
        ("<rect><rect/></rect>", "<rect> must be empty"),
        ('<hexgrid cell="5"><rect/></hexgrid>', "<hexgrid> can contain cell"),
        ("<card/>", "<card> is not allowed in <drawing>"),
        ("<text><rect/></text>", "<rect> is not allowed in a <text>"),
        ('<rect cap="flat"/>', '"flat" is not one of butt, round, square'),
        ('<group mirror="true"/>', '"true" is neither yes nor no'),
    ],
)  # fmt: skip
def test_markup_that_cannot_be_laid_out_is_reported(markup: str, says: str) -> None:
    assert says in refusal(markup)


FAR = '<hexgrid x="{x}pt" y="20pt" cell="10pt"><cell at="0,0" fill="red"/></hexgrid>'


def piece(x: float, around: str = "{}") -> str:
    grid = around.format(FAR.format(x=x))
    return f'<board width="100pt" height="50pt" bleed="3pt">{grid}</board>'


def test_a_cell_may_reach_into_the_bleed_but_not_lie_beyond_it() -> None:
    assert laid_out(piece(-7.9)).items
    for x in (-8.1, 108.1):
        with pytest.raises(KitError, match='the cell "0,0" is entirely outside the piece'):
            laid_out(piece(x))


@pytest.mark.parametrize(
    ("around", "inside", "beyond"),
    [
        ('<group x="20pt" width="80pt" height="50pt">{}</group>', -27.9, -28.1),
        ('<group view="70.5556 35.2778">{}</group>', -10.9, -11.1),
        ('<group mirror="yes">{}</group>', 107.9, 108.1),
        ('<group width="50pt" height="50pt" turn="180">{}</group>', 57.9, 58.1),
    ],
)
def test_the_transform_of_a_group_applies_to_its_cells(
    around: str, inside: float, beyond: float
) -> None:
    assert laid_out(piece(inside, around)).items
    with pytest.raises(KitError, match="is entirely outside the piece"):
        laid_out(piece(beyond, around))


def test_cells_may_be_anywhere_in_a_drawing() -> None:
    assert drawn(FAR.format(x=500))


def test_all_faults_of_an_element_are_reported_together() -> None:
    faults = refusal('<line x1="a" dash="0" colr="ink"/>').splitlines()
    assert len(faults) == 4


def test_a_layout_measures_a_text_once(monkeypatch: pytest.MonkeyPatch) -> None:
    prepared: list[str] = []

    def counted(source: str, fonts: Fonts, icon_width: IconWidth) -> Prepared:
        prepared.append(source)
        return prepare(source, fonts, icon_width)

    monkeypatch.setattr(layouts, "prepare", counted)
    drawn('<text width="50%">Gull</text><text x="50%" width="50%">Gull</text>')
    assert prepared == ["Gull"]
    drawn("<text>Gull</text>")
    assert prepared == ["Gull", "Gull"]


def cards(*templates: str) -> list[Scene]:
    """Cards of 100 by 50 points, drawn one after the other by one layout."""
    renderer = tidewrack().renderer
    layout, parser = Layout(renderer, renderer.style.palette), MarkupParser({})
    root = '<drawing width="100pt" height="50pt" color="#000000">{}</drawing>'
    return [layout.scene(parser.parse(root.format(each), "t.xml"), "card") for each in templates]


SIGN = '<group height="20pt"><ellipse fill="#ff0000"/><text{}>Gull</text></group>'


def test_repeated_markup_is_laid_out_once_in_different_contexts() -> None:
    first, *others = cards(*(f"<column>{SIGN.format('')}<text>{n}</text></column>" for n in "abcd"))
    signs = {id(scene.items[0]) for scene in others}
    assert len(signs) == 1
    assert first.items[0] == others[0].items[0]
    assert len({record(scene)[-1] for scene in (first, *others)}) == 4


@pytest.mark.parametrize("says", [' role="P"', ' alike="name"'])
def test_markup_that_depends_on_its_context_is_laid_out_each_time(says: str) -> None:
    signs = [scene.items[0] for scene in cards(*[f"<column>{SIGN.format(says)}</column>"] * 4)]
    assert len({*map(id, signs)}) == 4


def test_alike_groups_of_texts_are_separate_for_each_card() -> None:
    long = "<text alike='name' height='12pt' size='9..5'>Gull and gannet and tern and auk</text>"
    short = "<text alike='name' height='20pt' size='9..5'>Gull</text>"
    sizes = [{item.size for item in scene.items if isinstance(item, GlyphRun)}
             for scene in cards(short, short, f"<column>{short}{long}</column>", short)]  # fmt: skip
    assert len(sizes[2]) == 1 < 9 / min(sizes[2])
    assert sizes[0] == sizes[1] == sizes[3] == {9.0}
