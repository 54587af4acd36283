"""Tests of error slugs: each is explained by `grimoire reference errors`."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import generator
from generator.cli.reference_page import errors
from generator.tools.reference.page import cells, rows
from tests.press.running import GAME, Workshop, run

PACKAGE = Path(generator.__file__).parent
MADE_BY = ("Fault", "KitError", "CheckFailed", "DoesNotFit")
FOLDERS = ("base", "cli", "i18n", "kit", "pipeline", "press", "publish", "studio", "tools")
ENGINE = (
    "options.py",
    "registry.py",
    "save_file.py",
    "scripted",
    "simulation",
    "testing/examples.py",
)
NAMED_BY_CALLER = (
    "base/errors.py",
    "base/units.py",
    "engine/testing/examples.py",
    "kit/checks/coverage.py",
    "kit/checks/declared.py",
    "press/markup/attribute_types.py",
)
"""Files whose errors all get one slug from the function that calls them."""
PLACES = [PACKAGE / name for name in (*FOLDERS, *(f"engine/{name}" for name in ENGINE))]
SOURCES = [
    file for place in PLACES for file in ([place] if place.suffix else sorted(place.rglob("*.py")))
]
EXPLAINED = [cells(row)[0].strip("`") for _, row in rows(errors())]


def calls(file: Path) -> Iterator[ast.Call]:
    """The calls that create a fault."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in MADE_BY:
            yield node


def slug_of(call: ast.Call) -> str | None:
    """The slug that a fault is given; "" if it is taken from another fault, None without one."""
    given = [each.value for each in call.keywords if each.arg == "check"] or call.args[4:5]
    if not given:
        return None
    return str(given[0].value) if isinstance(given[0], ast.Constant) else ""


def test_every_error_slug_is_explained() -> None:
    for file in SOURCES:
        for call in calls(file):
            slug = slug_of(call)
            assert not slug or slug in EXPLAINED, f"{file}:{call.lineno}: {slug}"
            if slug is None and file.relative_to(PACKAGE).as_posix() not in NAMED_BY_CALLER:
                assert not isinstance(call.args[0], ast.Constant | ast.JoinedStr), (
                    f"{file}:{call.lineno}: no name"
                )


def test_every_explained_slug_belongs_to_an_error() -> None:
    assert len(set(EXPLAINED)) == len(EXPLAINED)
    package = Path(generator.__file__).parent
    text = "".join(file.read_text("utf-8") for file in package.rglob("*.py"))
    assert [slug for slug in EXPLAINED if text.count(f'"{slug}"') == 0] == []


def test_an_error_is_explained_by_its_slug() -> None:
    output = run("reference", "errors", "safe-zone").out
    assert "`safe-zone`" in output
    assert "mark it `decor`" in output
    assert "`no-room`" not in output
    (section,) = json.loads(run("reference", "errors", "safe-zone", "--json").out)["sections"]
    assert section["title"] == "Errors in layout"
    result = run("reference", "errors", "saef-zone")
    assert (result.code, result.faults) == (
        2,
        ['the reference says nothing about "saef-zone"; did you mean "safe-zone"? (unknown-topic)'],
    )


@pytest.mark.parametrize(
    ("old", "new", "slug"), [("front: find.xml", "front: fond.xml", "unknown-template")]
)
def test_a_message_ends_with_its_slug(old: str, new: str, slug: str, tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(GAME, old, new)
    result = workshop.run("check", "tidewrack", "--json")
    assert all(line.endswith(f"({slug})") for line in result.faults)
    assert {fault["check"] for fault in json.loads(result.out)["faults"]} == {slug}
