"""Tests of importing nanDECK scripts: labels, sequences, ranges, loops, macros, missing features."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from generator.base.errors import KitError
from generator.kit.load import load_kit
from generator.kit.tables.records import Table
from generator.pipeline.check import check
from generator.tools.from_deck.new_kit import new_from_design
from generator.tools.from_nandeck.arithmetic import number
from generator.tools.from_nandeck.drawing import read_script

SCRIPT = """\
; a deck of our own
UNIT=MM
CARDSIZE=56,88
DPI=300
LINKMULTI=count
LINK=mire.csv
[all]="1-{(name)}"
[zone]=10%,5%,80%,12%
[tints]=#aa3322|#2255aa
[wide]=([half]*2)
[half]=3
INCLUDE=more.txt
BORDER=RECTANGLE,#000000,1
RECTANGLE=[all],0,0,100%,100%,#f0e8d0
ELLIPSE=[all],50%-[half],20,{[half]*2},6,[tints],EMPTY,0.5
FONT=Arial,14,B,#222222
TEXT=[all],[name],[zone],center,center
TEXTFONT="1,3","a|b",0,70%,100%,10%,left,top,180,100,Times New Roman,9,I,#0000ff
IMAGE=[all],[art],10,30,36,20,0,P
LINE="1-3",0,60,100%,60,#333333,0.3
TRIANGLE=2,10,70,20,70,15,62,#118811
ICON=,F,drop.png
ICONS=[all],[keys],4,75,30,6,6,6
FOR=i,1,2
  IF={i}=2
    PIP=1,{i*10}
  ELSE
    PIP=2,5
  ENDIF
NEXT
IF=[gone]=Lamp
  TEXT=1,never,0,0,10,10
ENDIF
FOURIER=1,2
"""
MORE = "MACRO=PIP,(card),(where)\nPOLYGON=(card),(where),50,8,8,6,0,#000000#ffffff@90\nEND\n"
TABLE = "name,count,art,keys\nBog Witch,2,witch.png,FF\nLamp,,gone.jpg,\nMire,1,witch.png,F\n"


def script(folder: Path, words: str = SCRIPT) -> Path:
    """A small script, with the files that it reads next to it."""
    source = folder / "mire"
    source.mkdir()
    (source / "mire.csv").write_text(TABLE)
    (source / "more.txt").write_text(MORE)
    for name in ("witch", "drop"):
        Image.new("RGB", (300, 200), "green").save(source / f"{name}.png")
    path = source / "mire.nde"
    path.write_text(words, encoding="utf-8")
    return path


def test_an_imported_script_passes_every_check(tmp_path: Path) -> None:
    design, fonts = read_script(script(tmp_path))
    roots = new_from_design("mire", design, fonts, tmp_path).roots
    kit = load_kit(roots.find("mire"))
    rows = kit.tables["mire"]
    assert isinstance(rows, Table)
    assert [(row.id, row.count) for row in rows] == [("bog-witch", 2), ("lamp", 1), ("mire", 1)]
    assert not [
        entry for entry in check("mire", roots) if entry.slug == "faces" and not entry.passed
    ]
    front = (tmp_path / "templates/mire/mire.xml").read_text()
    for part in (
        '<card width="56mm" height="88mm"',
        '<rect x="0mm" y="0mm" width="56mm" height="88mm" fill="#f0e8d0" stroke="#f0e8d0" line="0.1mm"/>',
        '<ellipse x="25mm" y="20mm" width="6mm" height="6mm" fill="none" stroke="{{ row.ellipse_line }}"',
        '<text x="5.6mm" y="4.4mm" width="44.8mm" height="10.56mm" font="body" size="14..6" bold="yes"',
        ">{{ row.name }}</text>",
        'x="0.2mm" y="61.6mm" width="55.6mm" height="8.8mm" turn="180" font="source-serif-pro"',
        ">{{ row.text }}</text>",
        'src="art/{{ row.art }}" x="10mm" y="30mm" width="36mm" height="20mm" fit="contain"',
        '{% if row.name == "Lamp" %}<polygon points="10,70 20,70 15,62"',
        '<image src="art/drop.png" x="10mm" y="75mm" width="6mm" height="6mm" fit="stretch"/>',
        '<polygon points="24,50 27.46,52 27.46,56 24,58 20.54,56 20.54,52" fill="linear(270, #000000, ',
    ):
        assert part in front, part
    words = [row.split(",") for row in (tmp_path / "data/mire/mire.csv").read_text().splitlines()]
    assert [row[words[0].index("text")] for row in words[1:]] == ["_a_", "", "_b_"]
    page = (tmp_path / "data/mire/IMPORT.md").read_text()
    for line in (
        "- `mire.nde:13`: BORDER: Grimoire prints marks to cut along",
        "- `mire.nde:31`: the condition IF=[gone]=Lamp is not understood: its lines are left out",
        "- `mire.nde:34`: FOURIER has no counterpart",
        "with a grey one in `art/` for each: `gone.jpg`",
    ):
        assert line in page, line


def test_each_key_draws_its_icon(tmp_path: Path) -> None:
    """A directive that draws several pictures on a card draws all of them."""
    design, _ = read_script(script(tmp_path))
    icons = [
        (each.attributes["x"], each.cards)
        for each in design.decks[0].front
        if each.attributes.get("src") == "art/drop.png"
    ]
    assert icons == [("4mm", (True, False, True)), ("10mm", (True, False, False))]


@pytest.mark.parametrize(
    ("words", "corners"),
    [
        ("", [(4, 10), (10, 10), (4, 16)]),
        (",LEFT,TOP", [(4, 10), (10, 10), (4, 16)]),
        (",CENTER", [(5, 10), (11, 10), (8, 16)]),
        ("100,RIGHT,BOTTOM", [(6, 28), (12, 28), (12, 34)]),
        (",,BOTTOM", [(4, 28), (10, 28), (4, 34)]),
        (",CENTER,CENTER", [(5, 19), (11, 19), (8, 25)]),
    ],
)
def test_icons_are_aligned_in_their_box(
    tmp_path: Path, words: str, corners: list[tuple[float, float]]
) -> None:
    """The box is 14 mm wide and 30 high: two icons of 6 mm fit in a row."""
    lines = f"UNIT=MM\nICON=1,d,drop.png\nICONS=1,ddd,4,10,14,30,6,6,0,P,{words}"
    design, _ = read_script(script(tmp_path, lines))
    drawn = [each.attributes for each in design.decks[0].front]
    assert [(each["x"], each["y"]) for each in drawn] == [(f"{x}mm", f"{y}mm") for x, y in corners]


PIPS = """\
UNIT=MM
[suits]=drop|witch
MACRO=CORNER,(card),(suit)
IMAGE=(card),(suit).png,0,0,5,5
TEXT=(card),(suit),0,5,5,5
END
FOR=pip,1,3
FOR=suit,1,2
FOR=value,{pip},3
IMAGE={value+3*(suit-1)},{suits?suit}.png,10,{pip*10},8,8
CORNER={value+3*(suit-1)},{suits?suit}
NEXT
NEXT
NEXT
"""


def test_what_loops_draw_on_different_cards_is_one_element(tmp_path: Path) -> None:
    """Each pip is drawn for each card by itself, and each corner once for each pip."""
    (deck,) = read_script(script(tmp_path, PIPS))[0].decks
    assert deck.cards == 6
    found = [(each.kind, each.attributes["y"], each.cards) for each in deck.front]
    assert found == [
        ("image", "10mm", None),
        ("image", "20mm", (False, True, True, False, True, True)),
        ("image", "30mm", (False, False, True, False, False, True)),
        ("image", "0mm", None),
        ("text", "5mm", None),
    ]
    assert deck.front[-1].words == ("drop",) * 3 + ("witch",) * 3


def test_calls_in_different_orders_on_different_cards_are_all_drawn(tmp_path: Path) -> None:
    words = (
        "MACRO=A,(c)\nLINE=(c),0,0,5,5\nEND\nMACRO=B,(c)\nELLIPSE=(c),0,0,5,5\nEND\n"
        "FOR=i,1,2\nIF={i}=1\nA=1\nB=1\nENDIF\nIF={i}=2\nB=2\nA=2\nENDIF\nNEXT\n"
    )
    (deck,) = read_script(script(tmp_path, words))[0].decks
    assert sorted((each.kind, each.cards) for each in deck.front) == [
        ("ellipse", (False, True)), ("ellipse", (True, False)),
        ("line", (False, True)), ("line", (True, False)),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("box", "angle", "flags", "placed"),
    [
        ("5,6,7,8", "0", "", ("5mm", "6mm", None, None)),
        ("5,6,-7,-8", "0", "", ("5mm", "6mm", "180", None)),
        ("5,6,-7,8", "90", "", ("5mm", "6mm", "270", "yes")),
        ("5,6,7,-8", "0", "P", ("5mm", "6mm", "180", "yes")),
        ("5,6,7,8", "0", "PV", ("5mm", "6mm", "180", "yes")),
        ("5,6,-7,8", "0", "hP", ("5mm", "6mm", None, None)),
    ],
)
def test_negative_sizes_and_flags_mirror_in_place(
    tmp_path: Path, box: str, angle: str, flags: str, placed: tuple[str | None, ...]
) -> None:
    design, fonts = read_script(
        script(tmp_path, f"UNIT=MM\nIMAGE=1,drop.png,{box},{angle},{flags}")
    )
    (image,) = design.decks[0].front
    assert tuple(map(image.attributes.get, ("x", "y", "turn", "mirror"))) == placed
    new_from_design("mire", design, fonts, tmp_path)
    front = (tmp_path / "templates/mire/mire.xml").read_text()
    assert ('<group x="5mm"' in front) == (placed[3] == "yes")


HTML = """\
UNIT=MM
HTMLFONT=rule,Times New Roman,10,BI,#aa0000
HTMLTEXT=1,"<p align=center><b>Big</b> bang<br>goes the <i>door</i></p>",5,5,50,20,#FFFFFF,0,,100,
HTMLTEXT=1,"Take <font color="#0000ff">blue</font> <blink>now</blink>",5,40,50,20,#ffee88,90,,100,rule
HTMLTEXT=1,plain,5,70,50,9,#ffee88,0,T,100,rule
"""


def test_text_with_tags_is_imported(tmp_path: Path) -> None:
    design, _ = read_script(script(tmp_path, HTML))
    first, ground, second, third = design.decks[0].front
    assert first.words == "*Big* bang\ngoes the _door_"
    assert (first.attributes["align"], first.attributes["valign"]) == ("center", "top")
    assert (ground.kind, ground.attributes["fill"]) == ("rect", "#ffee88")
    assert second.words == "_Take [blue]{#0000ff} now_"
    assert {**second.attributes, "x": "5mm", "turn": "270", "size": "10", "bold": "yes",
            "align": "left", "color": "#aa0000"} == second.attributes  # fmt: skip
    assert third.words == "_plain_"
    assert [note.message for note in design.notes] == [
        "HTMLTEXT: <blink> has no counterpart, its words stay"
    ]


def test_a_condition_selects_the_cards_of_a_table(tmp_path: Path) -> None:
    words = """UNIT=MM
LINK=mire.csv
[all]="1-{(name)}"
[which]=[name]
FONT=Arial,10,,#000000
IF=[which]=Lamp
  FONT=Arial,10,,#aa0000
ELSEIF=[count]<>""
  TEXT=[all],many,0,0,20,10
ELSE
  TEXT=[all],never,0,0,20,10
ENDIF
IF=[art]=witch.png_AND_[keys]<>FF
  ELLIPSE=[all],0,20,10,10
ENDIF
TEXT=[all],[name],0,40,50,10
"""
    (deck,) = read_script(script(tmp_path, words))[0].decks
    many, ellipse, *names = deck.front
    assert (many.words, many.cards) == (("many", "", "many"), (True, False, True))
    assert (ellipse.kind, ellipse.cards) == ("ellipse", (False, False, True))
    (name,) = names
    assert name.attributes["color"] == ("#000000", "#aa0000", "#000000")


@pytest.mark.parametrize(
    ("compared", "drawn"),
    [("9 < 10", True), ("A > 10", True), ("10 >= A", False), ("b<=C", True), ("x <> X", False)],
)
def test_numbers_are_compared_as_numbers_and_words_as_words(
    tmp_path: Path, compared: str, drawn: bool
) -> None:
    words = f"LINE=1,0,0,5,5\nIF={compared}\nELLIPSE=1,0,0,5,5\nENDIF"
    design, _ = read_script(script(tmp_path, words))
    assert not design.notes
    assert [each.kind for each in design.decks[0].front] == ["line"] + ["ellipse"] * drawn


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("50%-3/2", 28.5),
        ("-(2+3)*2", -10),
        ("7\\2", 3),
        ("1/0", None),
        ("2 +", None),
        ("(" * 99, None),
        ("x", None),
        ("9" * 400, None),
    ],
)
def test_arithmetic_is_evaluated(words: str, value: float | None) -> None:
    assert number(words, 60) == value


@pytest.mark.parametrize(
    "words",
    [
        "TEXT=1,x",
        "FOR=i,1,9\nFOR=j,1,99999999\nTEXT=1,{i},0,0,1,1\n",
        "INCLUDE=mire.nde\nTEXT=1,again,0,0,5,5",
        "[a]=[b]\n[b]=[a]\nTEXT=[a],[a],[a],[a],[a],[a]",
        "MACRO=M,(x)\nM=(x)(x)\nEND\nM=1\nRECTANGLE=1,0,0,1,1",
        "TEXT=1-99999999,{{ x }}{% if,0,0,100%,100%",
        "IF=1=1\nELSE\nENDIF\nNEXT\nENDIF\nELLIPSE=1,{{},{(a)},[,],#12",
        "CARDSIZE=0,-3\nLINE=1,,,,,\nPOLYGON=1,0,0,0,0,0\nIMAGE=1,../../up.png,0,0,5,5\nICONS=1,,",
        "LINK=nothing.csv\nTEXTFONT=1,\U0001f600,0,0,10,10,left,top,45,100,Comic,500",
    ],
)
def test_no_script_causes_a_traceback(tmp_path: Path, words: str) -> None:
    """Each is either imported as far as it is understood, or refused with a message of one line."""
    path = script(tmp_path, words)
    try:
        design, fonts = read_script(path)
        new_from_design("mire", design, fonts, tmp_path)
    except KitError:
        pass
    written = [(tmp_path / "data").exists(), (tmp_path / "data/mire/IMPORT.md").is_file()]
    assert written in ([False, False], [True, True])


@pytest.mark.parametrize(
    ("words", "cards"),
    [
        ("1-3,7", [0, 1, 2, 6]),
        ("3,1-4#2", [2, 0, 1, 3]),
        (" 2 - 3 , 2", [1, 2]),
        ("-3-2,0", [0, 1]),
        ("-1000000000-2", [0, 1]),
        ("1-9" + "9" * 400, []),
        ("2-" + " " * 100_000 + "x", []),
        (",".join([f"{low}-{low + 1899}" for low in range(1, 100)] * 300), list(range(1998))),
    ],
    ids=range(8),
)
def test_long_ranges_are_parsed_in_linear_time(
    tmp_path: Path, words: str, cards: list[int]
) -> None:
    """However long a range is, and however often it names the same cards."""
    source = script(tmp_path, f'RECTANGLE="{words}",0,0,5,5')
    if not cards:
        with pytest.raises(KitError, match="is not understood"):
            read_script(source)
        return
    (deck,) = read_script(source)[0].decks
    (drawn,) = deck.front
    assert [card for card in range(deck.cards) if drawn.on(card)] == sorted(cards)


def test_the_number_of_drawings_is_bounded(tmp_path: Path) -> None:
    """Each directive for each of 2,000 cards: a line of 25 letters would be 2,000 drawings."""
    source = script(tmp_path, 'RECTANGLE="1-2000",0,0,5,5\n' * 100)
    design, _ = read_script(source)
    assert len(design.decks[0].front) == 1
    assert any("draws too much; the rest of it is left out" in str(note) for note in design.notes)


def test_a_missing_script_is_reported(tmp_path: Path) -> None:
    with pytest.raises(KitError, match="there is no such file"):
        read_script(tmp_path / "nowhere.nde")


COPIES = """\
LINKMULTI=count
LINK=mire.csv
TEXT="1-4",[name],0,0,100%,20%
ICON="1-4",(drop),drop.png
ICONS="1-4",[keys],0,50%,100%,20%,6,6
"""


def test_a_range_may_count_all_copies(tmp_path: Path) -> None:
    """nanDECK reads a row as often as it has copies, so `1-4` are two witches, a lamp and a mire."""
    source = script(tmp_path, COPIES)
    design, _ = read_script(source)
    (deck,) = design.decks
    assert (deck.cards, deck.copies) == (3, "count")
    assert deck.columns["name"] == ["Bog Witch", "Lamp", "Mire"]


def test_copies_that_are_drawn_otherwise_stay_cards_of_their_own(tmp_path: Path) -> None:
    source = script(tmp_path, f'{COPIES}LINE="2",0,60,100%,60,#333333,0.3\n')
    design, _ = read_script(source)
    (deck,) = design.decks
    assert (deck.cards, deck.copies) == (4, "")
    name = next(element for element in deck.front if element.kind == "text")
    assert name.words == ("Bog Witch", "Bog Witch", "Lamp", "Mire")


def test_a_key_of_several_letters_is_an_icon(tmp_path: Path) -> None:
    source = script(tmp_path, COPIES)
    (source.parent / "mire.csv").write_text(TABLE.replace("FF", "(drop) and (drop)"))
    design, _ = read_script(source)
    images = [element for element in design.decks[0].front if element.kind == "image"]
    assert len(images) == 2
