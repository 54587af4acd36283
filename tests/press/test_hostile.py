"""Tests of hostile kits: whatever would never end, or fill memory or disk, is refused in one line.

Steps, characters and pieces are counted, never seconds: see `generator.kit.expressions.metering`.
The limits on steps are lowered here, so that the tests are fast.
"""

from __future__ import annotations

import os
import shutil
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from jinja2.exceptions import SecurityError

from generator.base.errors import KitError
from generator.base.formats import csv
from generator.base.units import MM, Rect
from generator.kit.expressions import evaluate, metering
from generator.press.layout.checks import complexity, overlap
from generator.press.paint.raster import MAX_PIXELS, SceneRasters
from generator.press.scene.items import Path as Shape
from generator.press.scene.items import Scene
from generator.press.scene.paths import rectangle
from generator.press.templates import renderer
from tests.press.running import BOARD, COUNTERS, FIND, FINDS, GAME, SHORE, Workshop

RULEBOOK = "templates/tidewrack/rulebook.md.j2"
GLASS = "data/tidewrack/art/glass.png"
STEPS = "it takes too many steps; look for loops that repeat too often"
LETTERS = "characters of text"
TOO_DEEP = "the template is too complicated"
DOUBLED = "{% set n = namespace(a=[1], b=[1], l=[]) %}{% for i in range(60) %}"
BIG = "{% set big = 'x' * 3000000 %}{% set n = namespace(l=[]) %}{% for i in range(9999) %}"

TEMPLATES = {
    "loops in loops": ("{% for a in range(9999) %}" * 3 + "{% endfor %}" * 3, STEPS),
    "tags": ("{{ 1 }}" * 9_000, "the template fails: it has too many tags; split it, or write a loop"),
    "a macro that doubles": (
        "{% macro f(n) %}{% if n %}{{ f(n - 1) }}{{ f(n - 1) }}{% endif %}{% endmacro %}{{ f(40) }}",
        STEPS,
    ),
    "filters in loops": (
        "{% for a in range(9999) %}{% set x = range(9999) | map('abs') | list %}{% endfor %}",
        STEPS,
    ),
    "conditions in loops": (
        "{% for a in range(9999) %}{% for b in range(9999) if b < 0 %}{% endfor %}{% endfor %}",
        STEPS,
    ),
    "comparing what is doubled": (
        DOUBLED + "{% set n.a = [n.a, n.a] %}{% set n.b = [n.b, n.b] %}{% endfor %}"
        "{{ n.a == n.b }}",
        STEPS,
    ),
    "tuples as keys": (
        "{% set n = namespace(a=(1,)) %}{% for i in range(60) %}{% set n.a = (n.a, n.a) %}"
        "{% endfor %}{% set d = {n.a: 1} %}",
        STEPS,
    ),
    "slices of a long text": (BIG + "{% set x = big[1:] %}{% endfor %}", LETTERS),
    "many long texts": (BIG + "{% set n.l = n.l + [big ~ i] %}{% endfor %}", LETTERS),
    "blocks that are kept": (
        BIG + "{% set x %}{{ big }}{% endset %}{% set n.l = n.l + [x] %}{% endfor %}",
        LETTERS,
    ),
    "words of a long text": ("{{ ('x ' * 1900000).split() }}", "a list of more than 10,000 items"),
    "tags in a long text": (
        "{{ ('<!---->' * 500000) | striptags }}",
        "it strips tags from a text of more than",
    ),
    "tags in tags": ("{% if 1 %}" * 2000 + "{% endif %}" * 2000, TOO_DEEP),
    "loops no Python holds": ("{% for a in [1] %}" * 25 + "{% endfor %}" * 25, TOO_DEEP),
    "brackets": ("{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}", TOO_DEEP),
    "a number of 5,000 digits": ("{{ " + "9" * 5000 + " }}", "the template fails"),
    "a very long template": ("<rect/>" * 150_000, "longer than 1,000,000 characters"),
    "a very long text": ("<text>{{ 'word ' * 11000 }}</text>", "more than 50,000 characters"),
    "a very long name": ("<icon name=\"{{ 'x' * 3000000 }}\"/>", "too long for a file name"),
    "a very long include": ("{% include 'x' * 3000 %}", "too long for a file name"),
    "a very long colour": ("<rect fill=\"{{ 'x' * 3000000 }}\"/>", "there is no colour"),
    "texts over texts": (
        "{% for i in range(900) %}<text x='9' y='9' size='7'>a</text><rect fill='ink'/>{% endfor %}",
        "too many texts overlap",
    ),
    "a long list of texts": (
        "{% for i in range(300) %}<text x='9' y='9' size='7'>a</text>{% endfor %}",
        "has more than 200 lines of text",
    ),
}  # fmt: skip


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    monkeypatch.setattr(metering, "MAX_STEPS", 1_000_000)
    monkeypatch.setattr(metering, "MAX_LETTERS", 20_000_000)
    monkeypatch.setattr(metering, "MAX_TOTAL_STEPS", 1_500_000)
    monkeypatch.setattr(complexity, "MAX_TOTAL", 200_000)
    monkeypatch.setattr(csv, "MAX_CELLS", 10_000)
    monkeypatch.setattr(evaluate, "MAX_STEPS", 300_000)
    return Workshop(tmp_path)


def refused(workshop: Workshop) -> str:
    """The first line of the error output, after checking that nothing else was written."""
    before = sorted(workshop.folder.rglob("*"))
    ran = workshop.build()
    assert ran.code in (1, 2)
    assert ran.out == ""
    assert "fault of Grimoire" not in ran.err
    assert all(len(line) < 2_500 for line in ran.faults)
    assert sorted(workshop.folder.rglob("*")) == before
    return ran.faults[0]


@pytest.mark.parametrize("name", TEMPLATES)
def test_an_endless_template_is_refused(
    name: str, workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    markup, says = TEMPLATES[name]
    monkeypatch.setattr(overlap, "MAX_COMPARISONS", 2_000)
    monkeypatch.setattr(complexity, "MAX_RUNS", 200 if "list" in name else 6_000)
    workshop.write(BOARD, f'<board width="150mm" height="120mm">\n{markup}\n</board>\n')
    line = refused(workshop)
    assert line.startswith(BOARD)
    assert says in line


def test_exponentially_nested_templates_are_refused(workshop: Workshop) -> None:
    for number in range(20):
        inner = f'<use template="t{number + 1}.xml"/>' * 10 if number < 19 else '<rect fill="ink"/>'
        text = f'<drawing width="90" height="90">{inner}</drawing>'
        workshop.write(f"templates/tidewrack/t{number}.xml", text)
    inner = '<group inset="9"><use template="t0.xml"/></group>'
    workshop.write(BOARD, f'<board width="150mm" height="120mm">{inner}</board>')
    assert "draws more than 150,000 items, including those of the templates" in refused(workshop)


def many_checks(workshop: Workshop) -> None:
    one = "  X-{}:\n    each: finds\n    find: \"range(9999) | map('abs') | sum\"\n    expect: 1\n"
    text = workshop.path(GAME).read_text(encoding="utf-8")
    workshop.write(GAME, text + "".join(map(one.format, range(200))))


def png(chunk: bytes) -> bytes:
    def with_crc(data: bytes) -> bytes:
        return struct.pack(">I", len(data) - 4) + data + struct.pack(">I", zlib.crc32(data))

    header = with_crc(b"IHDR" + struct.pack(">IIBBBBB", 8, 8, 8, 0, 0, 0, 0))
    pixels = with_crc(b"IDAT" + zlib.compress(b"\0" * 72))
    return b"\x89PNG\r\n\x1a\n" + header + with_crc(chunk) + pixels + with_crc(b"IEND")


def linked(file: str) -> Callable[[Workshop], None]:
    """Move the file elsewhere and leave a link to it in its place."""

    def link(workshop: Workshop) -> None:
        path = workshop.path(file)
        shutil.move(path, workshop.folder / "elsewhere")
        os.symlink(workshop.folder / "elsewhere", path)

    return link


def many(markup: str, rows: int = 60) -> Callable[[Workshop], None]:
    """A deck of many cards, with extra fields for each."""

    def make(workshop: Workshop) -> None:
        text = workshop.path(FIND).read_text(encoding="utf-8")
        workshop.write(FIND, text.replace("</card>", f"{markup}<!-- {{{{ row.id }}}} --></card>"))
        finds = workshop.path(FINDS).read_text(encoding="utf-8")
        more = "".join(f"extra-{number},Extra,wood,1,1,,\n" for number in range(rows))
        workshop.write(FINDS, finds + more)
        game = workshop.path(GAME).read_text(encoding="utf-8")
        workshop.write(GAME, game[: game.index("checks:\n")])

    return make


def bad_notes(workshop: Workshop) -> None:
    """A picture that is valid but for its EXIF, on a card that is valid but for its size."""
    notes = b"eXIfII*\0" + struct.pack("<IHHHII", 8, 1, 0x010E, 2, 9999, 26)
    workshop.write(GLASS, png(notes))


def _rows(*cells: str) -> str:
    """Rows of a table with 3,000 columns."""
    return "\n".join("|" + cell * 3_000 for cell in cells)


HARM: dict[str, tuple[Callable[[Workshop], object], str]] = {
    "many cards with a loop each": (
        many("{% for a in range(900) %}{% for b in range(99) %}{% endfor %}{% endfor %}"),
        f"{FIND}: ",
    ),
    "many cards of many things": (
        many("{% for a in range(2000) %}<rect fill='ink'/>{% endfor %}"),
        "together draw too much, this one the most",
    ),
    "notes in a picture": (bad_notes, "dpi, below the minimum of 100"),
    "ids too long": (
        lambda kit: kit.edit(FINDS, "whelk,Whelk", "w" * 300 + ",Whelk"),
        "id is longer than 80 characters",
    ),
    "ids of devices": (
        lambda kit: kit.edit(FINDS, "whelk,Whelk", "con,Whelk"),
        "Windows reserves that name",
    ),
    "a cell": (
        lambda kit: kit.write(FINDS, 'id\n"' + "x" * 200_000 + '"\n'),
        "a cell has more than 131,072 characters",
    ),
    "copies": (
        lambda kit: kit.edit(GAME, "    front: shore.xml", f"    copies: {10**9}\n    front: shore.xml"),
        "with this component, the kit has more than 5,000 pieces",
    ),
    "copies by rows": (
        lambda kit: (
            kit.edit(GAME, "from: 1, to: 20", "from: 1"),
            kit.edit(COUNTERS, "copies: 6", f"copies: {10**9}"),
        ),
        "with this component, the kit has more than 5,000 pieces",
    ),
    "sheets": (
        lambda kit: (
            kit.edit(BOARD, 'width="150mm" height="120mm"', 'width="190mm" height="270mm"'),
            kit.edit(GAME, "    front: shore.xml", "    copies: 1700\n    front: shore.xml"),
        ),
        "sheets of A4, more than the limit of 1,500",
    ),
    "checks": (many_checks, "the kit as a whole takes too many steps"),
    "columns": (lambda kit: kit.write(FINDS, "a" + "," * 100_000), "100,001 columns, more than 1,000"),
    "rows": (lambda kit: kit.write(FINDS, "id,name\n" + "a\n" * 300_000), "row has 1 value"),
    "cells": (lambda kit: kit.write(FINDS, "id,name\n" + "a,a\n" * 6_000), "more than 10,000 cells"),
    "yaml": (lambda kit: kit.write(SHORE, "\n" * 3_100_000), "is longer than 3,000,000 characters"),
    "tags": (lambda kit: kit.write(SHORE, f"a: !{'x' * 100_000} 1"), "is longer than 1000 characters"),
    "a book of headings": (lambda kit: kit.write(RULEBOOK, "# a\n\n" * 5_000), "more than 4,0"),
    "a list in a book": (lambda kit: kit.write(RULEBOOK, "# a\n\n" + "- a\n" * 5_000), "more than 4,0"),
    "a table in a book": (
        lambda kit: kit.write(RULEBOOK, "# a\n\n|a|b|\n|-|-|\n" + "|1|2|\n" * 5_000),
        "more than 4,0",
    ),
    "a wide table in a book": (
        lambda kit: kit.write(RULEBOOK, "# a\n\n" + _rows("a|", "-|", "1|", "2|")),
        "more than 4,0",
    ),
    "a book of contents": (
        lambda kit: kit.write(RULEBOOK, "# a\n\n" + "```contents\n```\n\n" * 9),
        "the book has too many blocks of this kind",
    ),
    "a long book": (lambda kit: kit.write(RULEBOOK, "{{ 'word ' * 60000 }}"), "more than 25"),
    "a picture's words": (
        lambda kit: kit.write(GLASS, png(b"zTXta\0\0" + zlib.compress(b"\0" * 50_000_000))),
        "cannot be read",
    ),
    "manual elsewhere": (linked(GAME), "points outside the kit's folders"),
    "icon elsewhere": (linked("data/tidewrack/icons/wave.svg"), "points outside the kit's folders"),
    "icons elsewhere": (linked("data/tidewrack/icons"), "points outside the kit's folders"),
    "boxes elsewhere": (linked("templates/tidewrack/boxes.yaml"), "points outside the kit's folders"),
    "a font without end": (
        lambda kit: (
            kit.edit(GAME, "palette:\n", "font-files:\n  Mine: {regular: mine.ttf}\npalette:\n"),
            kit.edit(GAME, "title: Amatic SC", "title: Mine"),
            os.symlink("/dev/zero", kit.path("data/tidewrack/mine.ttf")),
        ),
        "points outside the kit's folders",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", HARM)
def test_a_harmful_kit_is_refused(name: str, workshop: Workshop) -> None:
    make, says = HARM[name]
    make(workshop)
    assert says in refused(workshop)


def test_pictures_that_are_too_large_together_are_refused(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of the two in Tidewrack would be accepted alone."""
    monkeypatch.setattr(renderer, "MAX_TOTAL_PIXELS", 500_000)
    line = refused(workshop)
    assert line.startswith(f"{FIND}:")
    assert "the pictures of this kit have more than 500,000 pixels in all" in line


def test_larger_picture_files_may_have_more_pixels(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renderer, "MAX_TOTAL_PIXELS", 500_000)
    monkeypatch.setattr(renderer, "PIXELS_OF_BYTE", 1_000)
    assert workshop.build().code == 0


@pytest.mark.parametrize(
    "shape",
    [
        "<path d='M0 0{% for i in range(60) %} L170 {{ 240 - i }} L0 {{ i }}{% endfor %}' fill='ink'/>",
        "{% for i in range(150) %}<rect fill='ink'/>{% endfor %}",
    ],
    ids=["lines", "fields"],
)
def test_faces_that_are_slow_to_rasterize_are_refused(
    shape: str, workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(complexity, "MAX_RASTER_COST", 1_000)
    monkeypatch.setattr(complexity, "RASTER_COST_PER_FACE", 50)
    assert workshop.run("check", "tidewrack").code == 0
    workshop.write(
        FIND,
        f'<card size="poker" bleed="0">{shape}<text box="title">{{{{ row.id }}}}</text></card>',
    )
    for command in ("check", "build"):
        ran = workshop.run(command, "tidewrack")
        assert ran.code == 2
        assert ran.faults[0].startswith('Finds "find/')
        assert "the faces of this kit take too long to analyse" in ran.faults[0]


def test_the_total_size_of_all_scenes_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(complexity, "MAX_TOTAL", 1_000)
    monkeypatch.setattr(complexity, "MAX_ANY_KIT", 3_000)
    allowance = complexity.DrawingBudget()
    for _ in range(3):
        allowance.read("card.xml", "<" * 990)
    with pytest.raises(KitError, match="together draw too much"):
        allowance.read("card.xml", "<" * 990)


def test_the_bound_on_scenes_grows_with_the_number_of_faces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(complexity, "MAX_TOTAL", 1_000)
    monkeypatch.setattr(complexity, "MAX_ANY_KIT", 3_000)
    allowance = complexity.DrawingBudget(faces=50)
    for _ in range(50):
        allowance.read("card.xml", "<" * 990)
    with pytest.raises(KitError, match="together draw too much"):
        allowance.read("card.xml", "<" * 990)


def test_after_one_endless_card_others_are_stopped_early() -> None:
    counter = metering.StepMeter()
    for _ in range(100):
        counter.begin()
        with pytest.raises(SecurityError):
            counter.charge(metering.MAX_STEPS + 1)
    counter.begin()
    assert counter.done <= metering.MAX_STEPS + metering.LAST_STEPS + 100 * (metering.MAX_STEPS + 1)
    assert counter.allowed == 0


def test_an_output_folder_that_links_elsewhere_is_refused(workshop: Workshop) -> None:
    (workshop.out / "tidewrack").mkdir(parents=True)
    (workshop.folder / "elsewhere").mkdir()
    os.symlink("../../elsewhere", workshop.out / "tidewrack" / "maps")
    assert "out/tidewrack/maps: is a link that points outside the folder" in refused(workshop)


def test_a_link_in_place_of_a_file_is_replaced_and_not_followed(workshop: Workshop) -> None:
    (workshop.out / "tidewrack").mkdir(parents=True)
    workshop.write("precious", "words")
    os.symlink("../../precious", workshop.out / "tidewrack" / "manifest.json")
    assert workshop.build().code == 0
    assert workshop.path("precious").read_text() == "words"
    assert not (workshop.out / "tidewrack" / "manifest.json").is_symlink()


def test_a_dangling_output_link_is_refused(workshop: Workshop) -> None:
    os.symlink("nowhere", workshop.out)
    assert refused(workshop).startswith("out: cannot be written: the link is broken")


def test_catalogues_outside_the_kit_are_neither_read_nor_written(workshop: Workshop) -> None:
    (workshop.folder / "elsewhere").mkdir()
    os.symlink(workshop.folder / "elsewhere", workshop.path("data/tidewrack/languages"))
    ran = workshop.run("words", "tidewrack", "--language", "de")
    assert ran.code == 2
    assert ran.err.startswith(
        "data/tidewrack/languages: is a link that points outside the kit's folders"
    )
    assert not list((workshop.folder / "elsewhere").iterdir())


def test_a_very_large_board_is_rasterized_in_bounded_memory() -> None:
    side = 3500 * MM
    scene = Scene("board", side, side, (Shape(rectangle(Rect(0, 0, side, side)), "#ff0000"),))
    (view,) = SceneRasters([scene]).render(72)
    assert 0.98 * MAX_PIXELS < view.shape[0] * view.shape[1] < 1.02 * MAX_PIXELS
    assert (view == (255, 0, 0)).all()
