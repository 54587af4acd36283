"""Tests of unread numbers: a number is unread until a check, a template, a text or an example reads it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.pipeline.unread import unread_numbers
from tests.press.running import FINDS, GAME, Workshop
from tests.shipped import shipped_kit

FOLDER = "data/tidewrack"
WORTH = "      worth: {type: integer, from: 0, to: 9}\n"
RULES = f"{FOLDER}/turns.yaml"
BOOK = "templates/tidewrack/rulebook.md.j2"


@pytest.mark.parametrize("kit", ["grumbles", "grizzled"])
def test_a_shipped_kit_has_none(kit: str) -> None:
    assert unread_numbers(shipped_kit(kit)) == []


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (GAME, "checks:\n", "checks:\n  T-bulk: {every: finds.bulk, from: 0}\n"),
        (BOOK, "## The finds\n", "## The finds\n\nA net weighs {{ tables.finds.net.bulk }}.\n"),
        (FINDS, "Worth *1*, and", "Weighs {{ row.bulk }}. Worth *1*, and"),
        (RULES, "by: now.tide,", "by: now.tide + 5 - 5 * finds.whelk.bulk,"),
    ],
    ids=["check", "template", "text", "example"],
)
def test_a_number_is_unread_until_something_reads_it(
    tmp_path: Path, file: str, old: str, new: str
) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(GAME, WORTH, f"{WORTH}      bulk: {{type: integer, default: 1}}\n")
    folders = KitSearchPath(tmp_path / "data", tmp_path / "templates").find("tidewrack")
    assert "finds.bulk" in unread_numbers(load_kit(folders))
    workshop.edit(file, old, new)
    assert "finds.bulk" not in unread_numbers(load_kit(folders))


def test_check_deep_lists_rules_and_numbers_that_nothing_shows(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(GAME, WORTH, f"{WORTH}      bulk: {{type: integer, default: 1}}\n")
    workshop.edit(f"{FOLDER}/rules.yaml", "players:\n", "players:\n  structure: Nobody else can.\n")
    shown = workshop.run("check", "tidewrack", "--deep", "--games", 1, "-o", tmp_path / "gaps").out
    assert "  rules that only their `structure` vouches for: players\n" in shown
    assert "  numbers that no check, template, text or example reads: finds.bulk, weather" in shown
