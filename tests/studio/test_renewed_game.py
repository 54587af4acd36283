"""Tests of a game on the table while its kit is changed: it goes on, or stays as it is."""

from __future__ import annotations

from pathlib import Path

from generator.kit.locate import KitSearchPath
from generator.studio.play.rooms import Room
from generator.tools.first_rules import write_first_turns
from generator.tools.scaffold import ScaffoldOptions, create_kit


def test_a_game_goes_on_with_new_drawings_but_not_with_other_rules(tmp_path: Path) -> None:
    create_kit(ScaffoldOptions("fresh", "Fresh"), tmp_path)
    path = KitSearchPath(tmp_path / "data", tmp_path / "templates")
    write_first_turns(path.find("fresh"))
    room = Room(path, "fresh")
    assert room.renew(1)  # it has just been read
    room.match.make(room.match.state.legal_moves()[0])
    before, history = room.pictures, room.match.history.saved()
    table = tmp_path / "templates" / "fresh" / "table.xml"
    table.write_text('<drawing width="40mm" height="30mm"/>\n', encoding="utf-8")
    assert room.renew(2)
    assert room.pictures is not before
    assert room.match.history.saved() == history
    people = room.game.people(room.match.state)
    assert room.pictures.picture(room.match.state.view(0), people, 0).parts == ()
    turns = tmp_path / "data" / "fresh" / "turns.yaml"
    kept, rules = room.match, turns.read_text(encoding="utf-8")
    for number, wrong in enumerate(
        (f"nothing: 1\n{rules}", rules.replace("of: cards", "of: cards, where: row.worth < 2")), 3
    ):
        assert wrong != rules
        turns.write_text(wrong, encoding="utf-8")
        assert not room.renew(number)
        assert room.match is kept
        assert room.pictures.picture(kept.state.view(0), people, 0).parts == ()
