"""Tests of the check of a whole kit: every shipped kit passes every check, in the table's order."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.registry import game_names
from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.pipeline.check import CHECKS, CheckContext, check, check_kit
from tests.press.running import GAME, Workshop
from tests.shipped import shipped_faces, shipped_kit, shipped_rule_faults


@pytest.mark.parametrize("kit", BUILT_IN.names())
def test_a_shipped_kit_passes_every_check(kit: str) -> None:
    context = CheckContext(shipped_kit(kit), "full", "")
    context.faces = shipped_faces(
        kit
    )  # the faces it would render itself, rendered once for each test process
    context.rule_faults = shipped_rule_faults(kit)
    passed = check_kit(context)
    assert all(entry.passed for entry in passed)
    slugs = [entry.slug for entry in passed]
    assert len(set(slugs)) == len(slugs)
    only_in_a_language = {"words", "translated", "reach"}
    assert [slug for slug in CHECKS if slug not in only_in_a_language] == slugs[-4:]


@pytest.mark.parametrize("kit", game_names())
def test_every_rule_of_a_shipped_kit_has_an_effect(kit: str) -> None:
    assert shipped_rule_faults(kit) == []


def test_a_dangling_reference_hides_no_other_fault(tmp_path: Path) -> None:
    folders = BUILT_IN.find("ggt")
    shutil.copytree(folders.data, tmp_path / "ggt")
    limbs, monsters = tmp_path / "ggt" / "limbs.yaml", tmp_path / "ggt" / "monsters.yaml"
    limbs.write_text(limbs.read_text().replace("ability: rend", "ability: rand", 1))
    monsters.write_text(monsters.read_text().replace("health: 13}", "health: 14}", 1))
    with pytest.raises(KitError) as caught:
        check("ggt", KitSearchPath(tmp_path, folders.templates[0].parent))
    assert [fault.check for fault in caught.value.faults] == [
        "unknown-reference",
        "id-start-total",
        "id-budget",
    ]
    assert caught.value.exit_code == 2


def test_a_missing_quick_start_sheet_is_reported(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    both = "rulebook: {template: rulebook.md.j2, quick-start: nosuch.md.j2}"
    workshop.edit(GAME, "rulebook: rulebook.md.j2", both)
    ran = workshop.run("check", "tidewrack")
    assert ran.code == 2
    assert 'there is no template "nosuch.md.j2"' in ran.err
