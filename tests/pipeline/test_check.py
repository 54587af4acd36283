"""Tests of the check of a whole kit: every shipped kit passes every check, in the table's order."""

from __future__ import annotations

import shutil
from contextlib import chdir
from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.registry import game_names
from generator.kit.load import load_kit
from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.pipeline.check import CHECKS, check, written_checks
from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.press.running import FIND, FINDS, GAME, Workshop
from tests.shipped import shipped_checks, shipped_rule_faults

FOLDER = "data/tidewrack"
EXAMPLES = "data/tidewrack/examples/more.yaml"
WRONG = "kit: tidewrack\nexamples: [{id: more, title: More, says: No., moves: [stepp]}]\n"
BOOK = "templates/tidewrack/rulebook.md.j2"


@pytest.mark.parametrize("kit", BUILT_IN.names())
def test_a_shipped_kit_passes_every_check(kit: str) -> None:
    passed = shipped_checks(kit)
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


def test_independent_faults_of_all_checks_are_reported_together(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(FIND, '<card size="poker"', '<card size="poker" colour="ink"')
    workshop.write(EXAMPLES, WRONG)
    workshop.edit(BOOK, "## The finds\n", "## The finds\n\nUse a :hert: here.\n")
    faults = workshop.run("check", "tidewrack").faults
    assert [word for fault in faults for word in ("colour", "stepp", "hert") if word in fault] == [
        "stepp",
        "colour",
        "hert",
    ]
    assert len(faults) == 3


@pytest.mark.parametrize(
    ("right", "wrong", "slug", "hint"),
    [
        ("row.name", "row.nmae", "template-fails", 'did you mean "name"?'),
        (
            "<rect inset",
            '<image src="wolf.png"/><rect inset',
            "unknown-picture",
            "data/mygame/wolf.png",
        ),
    ],
)
def test_a_fault_of_every_card_is_not_one_of_the_rulebook_too(
    right: str, wrong: str, slug: str, hint: str, tmp_path: Path
) -> None:
    with chdir(tmp_path):
        create_kit(ScaffoldOptions("mygame", "Mygame"), Path())
    template = tmp_path / "templates/mygame/card.xml"
    template.write_text(template.read_text().replace(right, wrong))
    with pytest.raises(KitError) as caught:
        check("mygame", KitSearchPath(tmp_path / "data", tmp_path / "templates"))
    assert {fault.check for fault in caught.value.faults} == {slug}
    assert hint in str(caught.value)


def test_faulty_tables_hide_no_fault_of_other_files(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(FINDS, "whelk,Whelk,shell,1,2", "whelk,Whelk,shell,one,2")
    workshop.edit(GAME, "sum: finds.copies", "sum: finnds.copies")
    workshop.edit(f"{FOLDER}/rules.yaml", "players:\n  section", "players:\n  secton")
    ran = workshop.run("check", "tidewrack")
    assert [word for word in ("finnds", "one", "secton") if word in ran.err] == [
        "finnds",
        "one",
        "secton",
    ]
    left_out = "6 checks (T-worth, T-weather, rules, faces, eyes, rulebook)"
    assert ran.out == f"tidewrack: {left_out} left out until these faults are corrected\n"


def test_only_what_is_left_out_is_named(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(FIND, '<card size="poker"', '<card size="poker" colour="ink"')
    assert workshop.run("check", "tidewrack").out == ""
    workshop.edit(GAME, "title: Tidewrack", "titel: Tidewrack")
    left_out = "every check left out until these faults are corrected"
    assert workshop.run("check", "tidewrack").out == f"tidewrack: {left_out}\n"


def test_consequences_of_faulty_data_are_left_out(tmp_path: Path) -> None:
    """Examples are played only with data that pass their checks, and faulty rows are not drawn."""
    workshop = Workshop(tmp_path)
    workshop.edit(FINDS, "whelk,Whelk,shell,1,2", "whelk,Whelk,shell,1,3")
    workshop.write(EXAMPLES, WRONG)
    ran = workshop.run("check", "tidewrack")
    assert (ran.code, len(ran.faults)) == (1, 1)
    left_out = "2 checks (rules, rulebook)"  # it shows examples
    assert ran.out == f"tidewrack: {left_out} left out until these faults are corrected\n"


def test_a_dangling_reference_is_reported_once(tmp_path: Path) -> None:
    """Checks that read the reference would report it again."""
    folders = BUILT_IN.find("gruff")
    shutil.copytree(folders.data, tmp_path / "gruff")
    cards = tmp_path / "gruff" / "cards.yaml"
    cards.write_text(cards.read_text().replace("pool: dingbucket", "pool: dingbuckt", 1))
    with pytest.raises(KitError) as caught:
        check("gruff", KitSearchPath(tmp_path, folders.templates[0].parent))
    assert [fault.check for fault in caught.value.faults] == ["unknown-reference"]


def test_catalogues_are_checked_whoever_uses_them(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    header = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Language: de\\n"\n'
    )
    for name in ("fr", "de", "french"):
        workshop.write(f"{FOLDER}/languages/{name}.po", header)
    assert [fault.partition(";")[0] for fault in workshop.run("check", "tidewrack").faults] == [
        f'{FOLDER}/languages/fr.po:4: the header says that the language is "de"',
        f'{FOLDER}/languages/french.po: there is no language "french"',
    ]
    assert "Also in: de, fr." in workshop.run("kits").out


@pytest.mark.parametrize(("language", "faults"), [("he", 0), ("xx", 1)])
def test_a_kit_may_be_written_in_any_language(tmp_path: Path, language: str, faults: int) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(f"{FOLDER}/game.yaml", "language: en", f"language: {language}")
    found = workshop.run("check", "tidewrack").faults
    assert [f'there is no language "{language}"' in fault for fault in found] == [True] * faults


def test_a_variant_of_a_game_keeps_its_checks(tmp_path: Path) -> None:
    gruff = BUILT_IN.find("gruff")
    shutil.copytree(gruff.data, tmp_path / "data" / "gruff2")
    package = tmp_path / "rules" / "gruff2"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(
        "from generator.games.gruff import GAME as Gruff\n\nclass Gruff2(Gruff):\n"
        "    name = 'gruff2'\n\nGAME = Gruff2\n"
    )
    variant = replace(
        gruff, name="gruff2", data=tmp_path / "data" / "gruff2", games=tmp_path / "rules"
    )
    assert [each.slug for each in written_checks(load_kit(variant))] == [
        each.slug for each in written_checks(load_kit(gruff))
    ]


@pytest.mark.parametrize(
    ("grid", "cells", "says"),
    [
        ("{names: odd}", '["0101", "0201"]', ["the grid differs from that of", 'names="q,r"']),
        ('{names: "q,r", flat: true}', '["0,0", "1,0"]', ["the grid differs", 'flat="no"']),
        ('{names: "q,r"}', '["0,0", "1,0"]', []),
    ],
)
def test_the_grid_of_the_turns_is_that_of_the_board(
    tmp_path: Path, grid: str, cells: str, says: list[str]
) -> None:
    workshop = Workshop(tmp_path)
    track = f"tracks:\n  marsh: {{spaces: {cells}, grid: {grid}}}\n"
    workshop.edit("data/tidewrack/turns.yaml", "tracks:\n", track)
    ran = workshop.run("check", "tidewrack")
    assert ran.code == bool(says)
    assert len(ran.faults) == bool(says)
    for words in ("turns.yaml:11", "shore.xml:4", *says) if says else ():
        assert words in ran.faults[0]


@pytest.mark.parametrize(
    ("markup", "says"),
    [
        ("<txt/>", "table.xml:2: <txt>: there is no element <txt>"),
        ("{{ position.nope }}", 'table.xml:2: there is no "nope" in it'),
    ],
)
def test_the_table_of_a_game_is_drawn(tmp_path: Path, markup: str, says: str) -> None:
    workshop = Workshop(tmp_path)
    board = f'<board width="90mm" height="90mm">\n{markup}\n</board>\n'
    workshop.write("templates/tidewrack/table.xml", board)
    (fault,) = workshop.run("check", "tidewrack").faults
    assert says in fault
