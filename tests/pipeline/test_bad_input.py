"""Tests of bad input: Tidewrack broken in one place, and the one-line fault with place and hint."""

from __future__ import annotations

import io
import struct
import zlib
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image as Pillow

from tests.press.running import BOARD, BOXES, COUNTERS, FIND, FINDS, GAME, SHORE, Workshop

GLASS = "data/tidewrack/art/glass.png"
PICTURE = (FIND, '<image box="art"')


def png(width: int, height: int) -> bytes:
    """A PNG whose header claims more pixels than it contains."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = b"IDAT" + zlib.compress(b"\0" * 100)
    chunks = [
        struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
        for chunk in (header, data, b"IEND")
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


def coarse() -> bytes:
    """A PNG with too few pixels for a card."""
    file = io.BytesIO()
    Pillow.new("RGB", (60, 60)).save(file, "PNG")
    return file.getvalue()


def bomb() -> str:
    """An alias bomb: each line of a hundred bytes multiplies the values by nine."""
    rings = [f"x{n}: &x{n} [{', '.join([f'*x{n - 1}' if n else 'sea'] * 9)}]" for n in range(12)]
    return "\n".join(["name: Bomb", *rings, "cells: *x11"])


@dataclass(frozen=True)
class Case:
    """The file to break (a replacement in it, or its whole new content) and the expected fault."""

    name: str
    file: str
    old: str
    new: str | bytes
    says: str
    hint: str = ""
    at: tuple[str, str | int | None] | None = None
    """The expected file and line (or text of the line), if not those of the change."""
    code: int = 2

    def make(self, workshop: Workshop) -> None:
        if self.old:
            assert isinstance(self.new, str)
            workshop.edit(self.file, self.old, self.new)
        else:
            workshop.write(self.file, self.new)

    def place(self, workshop: Workshop) -> str:
        file, line = self.at or (self.file, str(self.new))
        if isinstance(line, str):
            line = workshop.line(file, line)
        return f"{file}: " if line is None else f"{file}:{line}: "


def drawn(name: str, markup: str, says: str, hint: str = "", words: str = "") -> Case:
    """A fault in markup that replaces the content of the board."""
    board = f'<board width="150mm" height="120mm">\n{markup}\n</board>\n'
    at = (BOARD, words or markup.split("\n")[0])
    return Case(name, BOARD, "", board, says, hint, at)


DATA = [
    Case("yaml-that-does-not-parse", GAME, "players: [2, 4]", "players: [2, 4",
         'a list that starts with "["', 'write it as "[one, two, three]"'),
    Case("yaml-tab", GAME, "  - id: find\n", "\t- id: find\n", "a tab is used", "spaces only",
         (GAME, "\t- id: find")),
    Case("yaml-key-twice", GAME, "age: 8", "age: 8\nage: 9", '"age" appears twice; first on line',
         at=(GAME, "age: 9")),
    Case("yaml-alias-bomb", SHORE, "", bomb(), "contains more than 100,000 values",
         at=(SHORE, "x5:")),
    Case("yaml-object", SHORE, "name: Long Shore", "name: !!python/object/apply:os.getcwd []",
         "the tag", "leave it out"),
    Case("unknown-field", GAME, "minutes: 20", "minuts: 20", 'unknown field "minuts"',
         'did you mean "minutes"?'),
    Case("missing-field", COUNTERS, "name: Gull, ", "", "name is missing", at=(COUNTERS, "gull")),
    Case("wrong-type", COUNTERS, "copies: 6", "copies: many",
         'copies must be a whole number, but is the text "many"'),
    Case("out-of-range", FINDS, "Half an Oar,wood,2", "Half an Oar,wood,12",
         'finds "Half an Oar": worth 12 is outside 0..9'),
    Case("unknown-choice", FINDS, "Half an Oar,wood", "Half an Oar,wod", 'kind cannot be "wod"',
         'did you mean "wood"?'),
    Case("duplicate-id", FINDS, "cowrie,Cowrie", "whelk,Cowrie",
         'the id "whelk" appears twice; first on line 2'),
    Case("csv-short-row", FINDS, "cowrie,Cowrie,shell,2,2,,", "cowrie,Cowrie,shell",
         "the row has 3 values, but the header has 7 columns", "add the missing cells"),
    Case("csv-long-row", FINDS, "cowrie,Cowrie,shell,2,2,,", "cowrie,Cowrie,shell,2,2,,,,",
         "the row has 9 values, but the header has 7 columns", "put a cell"),
    Case("not-utf-8", FINDS, "", "id,name\na,Caf\xe9\n".encode("latin-1"),
         'is not UTF-8 text: the letter after "a,Caf" is saved otherwise', 'save the file as "CSV UTF-8"',
         (FINDS, 2)),
    Case("utf-16", FINDS, "", "id,name\n".encode("utf-16"), "is UTF-16 text", at=(FINDS, 1)),
    Case("control-character", SHORE, "Long Shore", "Long\x07Shore", "invisible character U+0007",
         "delete it", (SHORE, "name:")),
    Case("unknown-key-of-a-check", GAME, "sum: finds.copies", "sum: finds.copies\n    condition: it.worth",
         'unknown field "condition" in checks.T-finds', 'with "sum" go where, times, when, expect',
         (GAME, "    condition:")),
    Case("unknown-kind-of-check", GAME, "sum: finds.copies", "assertion: finds.copies",
         'unknown field "assertion" in checks.T-finds', "a check does one of: find, count",
         (GAME, "    assertion:")),
    Case("table-file-missing", GAME, "file: finds.csv", "file: find.csv", 'there is no file "find.csv"',
         'did you mean "finds.csv"?', (GAME, "file: find.csv")),
    Case("table-outside-the-kit", GAME, "file: finds.csv", "file: ../../../../etc/passwd",
         "must name a file in the kit's folder"),
    Case("failed-check", FINDS, "whelk,Whelk,shell,1,2", "whelk,Whelk,shell,1,3",
         "sixteen finds make the deck: found 17, expected 16; stated at",
         "(T-finds)", at=(FINDS, None), code=1),
]  # fmt: skip

TEMPLATES = [
    Case("unknown-template", GAME, "front: find.xml", "front: fnd.xml",
         'there is no template "fnd.xml"', 'did you mean "find.xml"?', (GAME, "- id: find")),
    Case("template-outside", GAME, "front: find.xml", "front: ../find.xml",
         "must name a file in the kit's folder"),
    drawn("unknown-element", '<lne x1="0" stroke="ink"/>', "there is no element <lne>",
          'did you mean "line"?'),
    drawn("unknown-attribute", '<rect fil="red"/>', '<rect> has no attribute "fil"',
          'did you mean "fill"?'),
    drawn("unknown-icon", '<icon name="wav"/>', 'there is no icon "wav"', 'did you mean "wave"?'),
    drawn("unknown-icon-in-text", "<text>a :wav:</text>", 'no icon "wav"', 'did you mean "wave"?'),
    drawn("unknown-font", '<text font="Robotto">a</text>', 'no font family "Robotto"',
          'did you mean "Roboto"?'),
    drawn("unknown-colour-far", '<rect fill="dark red"/>', 'no colour "dark red"', '"#rrggbb"'),
    drawn("unknown-colour", '<rect fill="seaa"/>', 'no colour "seaa"', 'did you mean "sea"?'),
    drawn("no-colour-at-all", '<rect fill="#12345"/>', '"#12345" is not a colour', "#rrggbb"),
    drawn("unknown-component", '<use component="fin"/>', 'no component "fin"', '"find"?'),
    drawn("unknown-piece", '<use component="find" id="welk"/>', 'no piece "welk"', '"whelk"?'),
    Case("unknown-box", FIND, 'box="words"', 'box="word"', 'there is no box "word"', '"words"?'),
    drawn("undefined-variable", "<text>{{ rwo.name }}</text>", '"rwo" is not defined',
          'did you mean "row"?'),
    Case("field-without-row", FIND, "{{ row.worth }}", "{{ worth }}", '"worth" is not defined',
         "write row.worth"),
    drawn("variable-of-ones-own", "<text>{{ thickness }}</text>", '"thickness" is not defined',
          "values of your own stand under `with` of the component"),
    drawn("no-such-row", "<text>{{ tables.finds.whlk.name }}</text>", 'there is no "whlk"',
          'did you mean "whelk"?'),
    drawn("row-by-number", "<text>{{ tables.finds[0].name }}</text>", 'there is no "0"',
          "write a name, not a number; `| first` gives the first"),
    drawn("undefined-field", "<text>{{ tables.shore.nam }}</text>", 'there is no "nam"',
          'did you mean "name"?'),
    drawn("template-syntax", "{% if %}", "the template has a syntax error"),
    drawn("markup-not-closed", "<text>a", "a tag is not closed: <text>", 'write "</text>"'),
    drawn("markup-not-closed-above", "<group>\n<rect/>", "a tag is not closed: <group>",
          'or "<group/>" if it is empty'),
    drawn("lone-ampersand", "<text>A & B</text>", 'a lone "&" is not allowed', 'write "&amp;"'),
    drawn("unknown-filter", "<text>{{ 'a'|uper }}</text>", 'there is no filter "uper"',
          'did you mean "upper"?'),
    drawn("tiny-type", '<text size="9..3">a</text>', '"9..3" is below 4 pt', "shorten"),
    drawn("cell-outside", '<squaregrid x="200" cell="9" columns="2" rows="2">'
          '<cell at="a1"/></squaregrid>', 'the cell "a1" is entirely outside', "move the grid"),
    Case("unknown-family", GAME, "title: Amatic SC", "title: Amatik SC",
         'font "title": there is no font family "Amatik SC"', 'did you mean "Amatic SC"?',
         (GAME, "fonts:")),
    Case("colour-lost-to-a-comment", GAME, '  ink: "#1d2b33"', "  ink: #1d2b33",
         "palette.ink is empty: # starts a comment", 'quote it: "#1d2b33"', (GAME, "  ink:")),
    drawn("unclosed-bold", "<text inset='5'>a *b</text>", "* is never closed", "write *word* for bold"),
    drawn("words-outside-text", "Hello", 'the words "Hello" are outside any <text>',
          "put them into a <text>"),
    drawn("missing-glyph", "<text>a ☠ b</text>",
          'Source Sans Pro Regular has no "☠" (U+2620, skull and crossbones)', "use an :icon:"),
    drawn("emoji", "<text>🦀</text>", "has no", "write it another way"),
    drawn("right-to-left", "<text>שלום</text>", 'has no "ש" (U+05E9', "write it another way"),
    drawn("one-long-word", f'<text inset="5" width="20">{"a" * 999}</text>', 'aaa …" is',
          "soft hyphen"),
    drawn("text-in-the-rim", "<text>a word</text>",
          'the text "a word" extends 2.2 mm beyond the safe zone', 'or add decor="yes"'),
    drawn("icon-in-the-rim", '<icon name="wave" width="9"/>', 'the symbol "wave" extends',
          "move it inward"),
    Case("text-too-long", FINDS, "Worth *4* if you hold no other glass.", "many words " * 60,
         "mm too long for its box at 7 pt: no room for", "or allow a smaller size",
         (FIND, 'box="words"')),
    Case("larger-than-any-table", BOARD, 'width="150mm" height="120mm"',
         'width="3000mm" height="3000mm"', 'The shore "shore": 3000 × 3000 mm is too large for A4',
         "choose a larger paper",
         (GAME, "- id: shore")),
    Case("faces-that-differ", GAME, "front: shore.xml", "front: shore.xml\n    back: find-back.xml",
         "the front is 150 × 120 mm but the back is 63.5 × 88.9 mm", "give both faces the same size",
         (GAME, "- id: shore")),
    Case("box-circle", BOXES, "extends: art", "extends: words", "extend each other in a circle"),
    Case("box-of-nothing", BOXES, "extends: art", "extends: arts", 'extends "arts"', '"art"?'),
    Case("box-of-a-list", BOXES, "extends: art", "extends: [art]", "which is not a box"),
]  # fmt: skip

PICTURES = [
    Case("picture-missing", FINDS, "score it.,art/bottle.svg", "score it.,art/botle.svg",
         'there is no picture "art/botle.svg"', 'did you mean "art/bottle.svg"?', PICTURE),
    Case("picture-outside", FINDS, "art/bottle.svg", "../../../../etc/passwd",
         "is outside the kit's data folder", "copy it into that folder", PICTURE),
    Case("picture-broken", GLASS, "", b"no picture", "is not a PNG, JPEG, WebP,", "save it again",
         PICTURE),
    Case("picture-empty", GLASS, "", b"", "is not a PNG, JPEG", "save it again", PICTURE),
    Case("picture-truncated", GLASS, "", png(40, 40), "cannot be read: image file is truncated",
         "save it again", PICTURE),
    Case("picture-coarse", GLASS, "", coarse(), f"the picture {GLASS} has 60 × 60 pixels",
         "print it smaller, use one that is at least", PICTURE, 1),
    Case("picture-large", GLASS, "", png(9_000, 9_000), "is too large: 9,000 × 9,000 pixels",
         "make it smaller than 36 million pixels", PICTURE),
    Case("picture-bomb", GLASS, "", png(50_000, 50_000), "has far too many pixels: 2,500,000,000",
         "make it smaller than 100 million pixels", PICTURE),
    Case("svg-broken", "data/tidewrack/art/bottle.svg", "", "<svg", "is not well-formed XML",
         at=("data/tidewrack/art/bottle.svg", "<svg")),
]  # fmt: skip

FIGURES = [
    drawn(f"figure-{number}", markup, says)
    for number, (markup, says) in enumerate(
        [
            ('<rect width="0"/>', "there is no room: the box is 0 × 120 mm"),
            ('<rect width="-5"/>', "there is no room: the box is -5 × 120 mm"),
            ('<rect inset="60mm"/>', "there is no room"),
            ('<rect width="nan"/>', 'width: "nan" is not a length'),
            ('<rect width="inf"/>', 'width: "inf" is not a length'),
            ('<rect width="5 furlongs"/>', "is not a length"),
            ('<rect width="1000000000mm"/>', 'width: "1000000000mm" is longer than 10 m'),
            (f'<rect width="{"9" * 400}mm"/>', "a length has too many digits"),
            (f'<rect turn="{"9" * 400}"/>', "is larger than 1,000,000"),
            ('<rect turn="1e3"/>', 'turn: "1e3" is not a number'),
            ('<rect line="-1mm" stroke="ink"/>', 'line: "-1mm" is not above 0'),
            ('<rect line="5%" stroke="ink"/>', 'line: "5%" is not a length'),
            ('<rect radius="-1mm"/>', 'radius: "-1mm" is less than 0'),
            ('<ellipse cx="5" cy="5"/>', "cx, cy and ry need r"),
            ('<row><rect grow="0"/></row>', 'grow: "0" is not above 0'),
            ('<group scale="0"/>', 'scale: "0" is not above 0'),
            ('<text leading="-1">a</text>', 'leading: "-1" is not above 0'),
            ('<text size="6..9">a</text>', '"6..9" is not a font size'),
            ('<squaregrid cell="0" columns="2" rows="2"/>', 'cell: "0" is not above 0'),
            ('<squaregrid cell="9" columns="0" rows="2"/>', "not a whole number from 1 to 500"),
            ('<path d="hello"/>', '"hello" is not path data'),
            ('<path d="M0 0 L99999999 0"/>', "extends beyond 10 m"),
            ('<path d="Z"/>', "is not path data"),
            ('<polygon points="1,1"/>', "not a list of at least two points"),
            ('<link to="javascript:alert(1)"/>', "is not a link target"),
            (
                '<row><rect width="99"/><rect width="99"/></row>',
                "contents of the row are 48 mm too long",
            ),
            ('<grid columns="2" rows="1"><rect/><rect/><rect/></grid>', "but 3 elements"),
        ]
    )
]


@pytest.mark.parametrize(
    "case", [*DATA, *TEMPLATES, *PICTURES, *FIGURES], ids=lambda case: case.name
)
def test_bad_input_is_reported_in_one_line_and_nothing_is_written(
    case: Case, tmp_path: Path
) -> None:
    workshop = Workshop(tmp_path)
    case.make(workshop)
    ran = workshop.build()
    assert ran.code == case.code
    assert ran.out == ""
    (line,) = ran.faults
    assert line.startswith(case.place(workshop))
    assert case.says in line
    assert case.hint in line
    assert "Traceback" not in ran.err
    assert not workshop.out.exists()
