"""Tests of Tabletop Simulator set-up: pieces lie on the board where the kit's own table draws them."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.base.units import MM
from generator.engine.game import Game
from generator.kit.locate import KitSearchPath
from generator.publish.export import export
from generator.publish.request import ExportRequest
from generator.publish.shop_limits import TtsLimits, load_limits
from tests.press.running import KITS
from tests.publish.making import SHARED, SIXTH, ExportCopy

LIMITS = load_limits(SHARED, "tts", TtsLimits)
TABLE = """\
{% macro at(x, y, id="crab", face="front", turn=0) %}
<group x="{{ x - 12 }}mm" y="{{ y - 12 }}mm" width="24mm" height="24mm" turn="{{ turn }}">
  <use component="counter" id="{{ id }}" face="{{ face }}" width="100%" height="100%"/></group>
{% endmacro %}
<drawing width="400mm" height="200mm">
  <use component="shore" face="front" x="20mm" y="30mm" width="75mm" height="60mm"/>
  {{ at(20 + 10, 30 + 10) }}
  {{ at(20 + 60, 30 + 20, turn=180) }}
  {{ at(20 + 40, 30 + 30, id="gull") }}
  {{ at(20 + 41, 30 + 31, id="gull") }}{# over the other #}
  {{ at(20 + 60, 30 + 45, turn=30) }}{# askew #}
  {{ at(20 + 3, 30 + 3) }}{# beyond the edge #}
  {{ at(200, 100) }}{# beside the board #}
</drawing>
"""


@pytest.fixture(scope="module")
def set_up_export(tmp_path_factory: pytest.TempPathFactory) -> ExportCopy:
    """The game may be for more players than its default options allow."""
    folder = tmp_path_factory.mktemp("laid")
    for name in ("data", "templates"):
        shutil.copytree(KITS / name / "tidewrack", folder / name / "tidewrack")
    (folder / "templates/tidewrack/table.xml").write_text(TABLE, encoding="utf-8")
    roots = KitSearchPath(folder / "data", folder / "templates")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Game, "seats_with", lambda game, options: game.seats[:-1])
        result = export(ExportRequest("tidewrack", "tts", roots, folder / "out"))
    return ExportCopy(result.folder, LIMITS)


def test_pieces_lie_on_the_board_as_the_table_draws_them(set_up_export: ExportCopy) -> None:
    assert set_up_export.faults() == []
    assert "3 pieces are on the board, set up for a game of 3 players" in " ".join(
        set_up_export.manifest()["notes"]
    )
    objects = set_up_export.saved_objects()
    (board,) = (each for each in objects if each["GMNotes"] == "shore")
    found = {}
    for each in objects:
        at, under = each["Transform"], board["Transform"]
        if at["posY"] > under["posY"]:
            offset = [(at[axis] - under[axis]) * LIMITS.unit / MM for axis in ("posX", "posZ")]
            x, y = round(2 * 37.5 + offset[0]), round(2 * 30 - offset[1])
            found[x, y] = (each["GMNotes"], at["rotY"], at["rotZ"])
    assert found == {  # in millimetres of the board, which is drawn at half its size
        (20, 20): ("counter/crab", 180.0, 0.0),
        (120, 40): ("counter/crab", 0.0, 0.0),
        (80, 60): ("counter/gull", 180.0, 0.0),
    }


def test_pieces_on_the_board_are_not_in_a_bag(set_up_export: ExportCopy) -> None:
    bags = {each["Nickname"]: len(each["ContainedObjects"]) for each in set_up_export.saved_objects()
            if each["Name"] == "Bag"}  # fmt: skip
    assert bags == {"Crab": 4, "Gull": 4}


def test_a_part_without_the_board_has_nothing_on_it(tmp_path: Path) -> None:
    result = export(ExportRequest("tidewrack", "tts", SIXTH, tmp_path, only="counters"))
    assert "are on the board" not in " ".join(ExportCopy(result.folder, LIMITS).manifest()["notes"])
