"""Tests of untrusted kits: templates reach nothing outside their folders and always end."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from generator.base.schema import filename_problem
from generator.base.text_files import shown_name
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.kit.tables.records import Record
from generator.press.cache.dependencies import TrackedMapping, TrackedTable
from generator.press.library import papers
from generator.press.templates.style import style_of
from tests.press.running import BOARD, FIND, FINDS, GAME, KITS, Workshop

OUT_OF_REACH = "is not allowed in a kit"
LEADS_OUT = "points outside the folder"
TOO_MUCH = "the template fails: it builds a"

TRICKS = {
    '{{ "".__class__ }}': OUT_OF_REACH,
    '{{ row["__class__"] }}': OUT_OF_REACH,
    "{{ kit.__class__.__mro__ }}": OUT_OF_REACH,
    "{{ tables.__init__.__globals__ }}": OUT_OF_REACH,
    "{{ tables._values }}": OUT_OF_REACH,
    "{{ tables.finds._table }}": OUT_OF_REACH,
    "{{ (tables.finds | first).place.line }}": OUT_OF_REACH,
    "{{ cycler.__init__.__globals__.os }}": OUT_OF_REACH,
    "{{ self._TemplateReference__context }}": OUT_OF_REACH,
    "{{ [kit] | sum(attribute='__class__') }}": OUT_OF_REACH,
    '{{ "{0.__class__}".format(kit) }}': OUT_OF_REACH,
    "{{ tables.finds.rows.__len__ }}": OUT_OF_REACH,
    "{{ [].append(1) }}": OUT_OF_REACH,
    '{{ kit | attr("__class__") }}': 'there is no filter "attr" (template-syntax)',
    "{{ kit._document }}": 'there is no "_document" in it',
    '{{ kit.parse_raw("x", proto="pickle", allow_pickle=True) }}': 'there is no "parse_raw" in it',
    '{{ kit.parse_file("/etc/passwd") }}': 'there is no "parse_file" in it',
    "{{ kit.file }}": 'there is no "file" in it',
    "{{ lipsum }}": '"lipsum" is not defined',
    '{% include "../../data/tidewrack/game.yaml" %}': LEADS_OUT,
    '{% include "/etc/passwd" %}': LEADS_OUT,
    '{% import "../other/macros.xml" as x %}': LEADS_OUT,
    '<use template="../../data/tidewrack/art/bottle.svg"/>': LEADS_OUT,
    '<image src="../../../../../../etc/passwd"/>': "is outside the kit's data folder",
    '<icon name="../art/bottle"/>': 'there is no icon "../art/bottle"',
    '{% import "os" as os %}': 'there is no template "os" (unknown-template)',
    "{% for x in range(100000) %}{% endfor %}": TOO_MUCH,
    '{{ "a" * 10**9 }}': TOO_MUCH,
    "{{ [1] * 10**9 }}": TOO_MUCH,
    "{{ 10 ** (10 ** 10) }}": "it computes a number that is too large",
    '{{ "%999999999d" % 1 }}': "pads a text",
    '{{ "a" | center(10**9) }}': "it counts beyond 10,000 (template-fails)",
    '{% set n = namespace(a="x") %}{% for i in range(40) %}{% set n.a = n.a ~ n.a %}{% endfor %}':
        TOO_MUCH,
    "{% for a in range(9999) %}{% for b in range(9999) %}<rect/>{% endfor %}{% endfor %}": TOO_MUCH,
    "{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}": "the template calls itself endlessly "
    "(template-fails)",
    '{% include "shore.xml" %}': "the template calls itself endlessly (template-fails)",
    '<use template="shore.xml"/>': "templates use each other in a circle",
    "<group>" * 300 + "</group>" * 300: "elements are nested too deeply",
    "<text>&file;</text>": 'there is no character "&file;"',
    '<rect xmlns="urn:other"/>': "there is no element",
    '{{ "\\ud800" }}': "contains an incomplete character (markup-syntax)",
    '{{ "\\u0000" }}': "contains a character that XML does not allow",
}  # fmt: skip


def board(markup: str) -> str:
    return f'<board width="150mm" height="120mm">\n{markup}\n</board>\n'


@pytest.mark.parametrize("trick", TRICKS, ids=range(len(TRICKS)))
def test_an_attack_is_refused_in_one_line(trick: str, tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.write(BOARD, board(trick))
    ran = workshop.build()
    (line,) = ran.faults
    assert ran.code == 2
    assert line.startswith(BOARD)
    assert TRICKS[trick] in line
    assert not workshop.out.exists()


@pytest.mark.parametrize(
    "entity", ['"words"', 'SYSTEM "file:///etc/passwd"', 'SYSTEM "http://localhost/x"']
)
def test_entities_are_refused(entity: str, tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.write(BOARD, f"<!DOCTYPE board [<!ENTITY x {entity}>]>{board('<text>&x;</text>')}")
    ran = workshop.build()
    assert ran.code == 2
    assert "<!DOCTYPE> is not allowed in markup; delete it (markup-syntax)" in ran.err


def test_two_templates_that_use_each_other_are_named(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.write(BOARD, board('<use template="a.xml"/>'))
    for name, other in ("ab", "ba"):
        text = f'<drawing width="9" height="9"><use template="{other}.xml"/></drawing>'
        workshop.write(f"templates/tidewrack/{name}.xml", text)
    ran = workshop.build()
    assert ran.err.startswith("templates/tidewrack/b.xml:1: ")
    assert "in a circle: a.xml uses b.xml uses a.xml (template-circle)" in ran.err


def test_too_deeply_nested_elements_are_refused(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    deep = "<group>" * 240 + "{}" + "</group>" * 240
    workshop.write(BOARD, board(deep.format('<use template="deep.xml"/>')))
    text = f'<drawing width="9" height="9">{deep.format("<rect/>")}</drawing>'
    workshop.write("templates/tidewrack/deep.xml", text)
    ran = workshop.build()
    assert (ran.code, len(ran.faults)) == (2, 1)
    assert "elements are nested too deeply (drawing-too-complex)" in ran.err


@pytest.mark.parametrize(
    ("file", "old", "new", "link"),
    [
        (GAME, "file: finds.csv", "file: link.csv", "data/tidewrack/link.csv"),
        (GAME, "front: shore.xml", "front: link.xml", "templates/tidewrack/link.xml"),
        (FINDS, "art/oar.jpg\ntwine", "link.png\ntwine", "data/tidewrack/link.png"),
    ],
)
def test_a_link_out_of_the_kit_is_not_followed(
    file: str, old: str, new: str, link: str, tmp_path: Path
) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(file, old, new)
    os.symlink("/etc/passwd", workshop.path(link))
    ran = workshop.build()
    assert (ran.code, len(ran.faults)) == (2, 1)
    assert ran.err.startswith(f"{link}: is a link that points outside the kit's folders")
    assert not workshop.out.exists()


def reachable(value: object) -> Iterator[type]:
    """The types of all objects that a template can reach from a value."""
    yield type(value)
    if isinstance(value, Mapping):
        for part in value.values():
            yield from reachable(part)
    elif isinstance(value, (tuple, list, TrackedTable)):
        for part in value:
            yield from reachable(part)


def test_templates_receive_plain_values_only() -> None:
    """The methods of a model could read files and load pickles."""
    kit = load_kit(KitSearchPath(KITS / "data", KITS / "templates").find("tidewrack"))
    paper = papers(kit.folders.shared)["a4"]
    types = set(reachable(style_of(kit, ink="full", paper=paper).variables))
    assert types == {
        dict, list, TrackedMapping, TrackedTable, Record, tuple, str, int, float, bool, type(None)
    }  # fmt: skip


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Con", "is reserved on Windows"),
        ("aux.1", "is reserved on Windows"),
        ("a:b", 'has ":" which Windows does not allow there in a file name'),
        ("dot.", 'has "." which Windows does not allow there in a file name'),
        ("long" * 30, "is longer than 80 characters"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="there are no folders of these names")
def test_a_kit_name_is_a_valid_file_name_everywhere(name: str, says: str, tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    for folder in ("data", "templates"):
        os.rename(tmp_path / folder / "tidewrack", tmp_path / folder / name)
    ran = workshop.run("build", name, "-o", "out")
    (line,) = ran.faults
    assert ran.code == 2
    assert "the name of the kit is not allowed: it " + says in line
    assert line.endswith("rename its data and template folders (kit-name)")
    assert not workshop.out.exists()


def test_a_kit_name_that_the_system_cannot_decode_is_refused() -> None:
    """How a UTF-8 name reaches a program where another encoding is the default."""
    assert "set LC_ALL to C.UTF-8" in filename_problem("\udcc3\udca4")
    assert shown_name(Path("a\udcc3\udca4")) == "a\ufffd"


def test_a_misspelt_closing_tag_is_reported_at_its_own_line(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(FIND, "</card>", "</crd>")
    ran = workshop.build()
    assert ran.code == 2
    assert ran.err.startswith(f"{FIND}:{workshop.line(FIND, '</crd>')}: ")
    assert "is still open at </crd>" in ran.err
