"""Tests of tuning in the studio: values tried as by the command, and the results in a file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.locations import data_root
from generator.kit.locate import KitSearchPath
from generator.lab.tune import Target
from generator.studio.lab import tuning
from generator.studio.lab.experiment import Experiment

GAMES = 12
"""Games with each value: 8 would not tell 30 trials from 13."""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> KitSearchPath:
    """A copy of The Grizzled; its veteran game is hardly ever won by greedy players."""
    data = tmp_path_factory.mktemp("data")
    shutil.copytree(data_root() / "grizzled", data / "grizzled")
    return KitSearchPath(data, data)


def request_for(path: KitSearchPath, cell: str, values: str, share: float) -> tuning.TuningRequest:
    experiment = Experiment(path, "grizzled", ("greedy",), 2, {"mode": "veteran"}, GAMES)
    table, row, field = cell.split(".")
    return tuning.TuningRequest(experiment, table, row, field, values, "", Target(share, 0.4))


def test_the_smallest_change_is_found_and_kept_in_a_file(
    path: KitSearchPath, tmp_path: Path
) -> None:
    file, told = tmp_path / "state/tuning.yaml", list[tuple[str, int, int]]()
    assert tuning.result_in(file) is None
    tuning.tune(
        lambda *report: told.append(report),
        request_for(path, "modes.veteran.trials", "28,13,10", 0.6),
        file,
    )
    result = tuning.result_in(file)
    assert result
    assert result.cell == ("modes", result.cell.row, "veteran", "trials", "30")
    assert [each.value for each in result.tried] == ["30", "28", "13"]
    assert [each.low >= 0.2 and each.high <= 1 for each in result.tried] == [False, False, True]
    assert [each.change == "now" for each in result.tried] == [True, False, False]
    assert result.aim == pytest.approx((0.2, 1))
    assert result.title == "the players win: toward 60.0%, 12 games with each value"
    assert result.best == "13"
    (says,) = result.conclusion
    assert says.startswith("Change: ")
    assert says.endswith("trials: 30 -> 13")
    # The games of a value are counted from its first to its last.
    assert [each for each in told if each[1] in (0, GAMES)] == [
        (f"trials {value}", done, GAMES) for value in (30, 28, 13) for done in (0, GAMES)
    ]


def test_a_value_that_cannot_be_played_and_one_that_changes_nothing(
    path: KitSearchPath, tmp_path: Path
) -> None:
    file = tmp_path / "tuning.yaml"
    tuning.tune(lambda *_: None, request_for(path, "modes.veteran.trials", "99", 0.95), file)
    result = tuning.result_in(file)
    assert result
    assert [bool(each.error) for each in result.tried] == [False, True]
    assert f"{path.data}/grizzled/modes.yaml" in result.tried[1].error
    assert result.best == ""
    assert result.conclusion


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("modes.veterans.trials", 'no row "veterans" in '),
        ("modes.veteran.name", "name is not a whole number; name the values to try"),
    ],
)
def test_what_cannot_be_tuned_is_refused_with_the_reason(
    path: KitSearchPath, cell: str, message: str
) -> None:
    with pytest.raises(KitError, match=message):
        request_for(path, cell, "", 0.5).plan()


def test_a_component_that_no_seat_can_have_is_refused(path: KitSearchPath) -> None:
    request = request_for(path, "modes.veteran.trials", "", 0.5)._replace(of="met: x")
    with pytest.raises(KitError, match='counts no components that are "met"'):
        request.plan()
