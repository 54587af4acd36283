"""Tests of warnings about pieces: a deck whose backs tell the cards apart."""

from __future__ import annotations

from pathlib import Path

from tests.press.running import GAME, Workshop

BACK = "templates/tidewrack/find-back.xml"
SAYS = "its 16 pieces have 4 different backs, which tell what is on their fronts"


def test_a_marked_deck_fails_its_check_and_a_build_warns_of_it(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    built = workshop.build()
    assert "different backs" not in built.out
    workshop.edit(
        BACK, '<card size="poker" fill="sea">', '<card size="poker" fill="{{ row.kind }}">'
    )
    palette = (
        'palette:\n  shell: "#aabbcc"\n  glass: "#bbccaa"\n  wood: "#ccbbaa"\n  rope: "#aaccbb"\n'
    )
    workshop.edit(GAME, "palette:\n", palette)
    built = workshop.build()
    assert built.code == 0
    line = workshop.line(GAME, "back: find-back.xml")
    assert f"warning: {GAME}:{line}: Finds: {SAYS}" in built.out
    checked = workshop.run("check", "tidewrack")
    assert checked.code == 1
    assert f"{GAME}:{line}: Finds: {SAYS}" in checked.err
    workshop.edit(GAME, "find-back.xml", "find-back.xml\n    two-sided: true")
    assert "different backs" not in workshop.build().out + workshop.run("check", "tidewrack").err


def test_a_back_that_is_cut_elsewhere_fails_its_check_and_a_build_warns_of_it(
    tmp_path: Path,
) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(BACK, '<card size="poker"', '<card size="poker" corners="5mm"')
    says = "Finds: its back is cut along another line than its front; give both templates the same"
    place = f"{GAME}:{workshop.line(GAME, 'back: find-back.xml')}"
    built = workshop.build()
    assert built.code == 0
    assert f"warning: {place}: {says}" in built.out
    assert f"{place}: {says}" in workshop.run("check", "tidewrack").err
