"""Tests of sweep charts: points at their shares, readable text, and a check of the space needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.units import MM
from generator.engine.simulation.parameters import Axis
from generator.engine.simulation.sweep import Sweep
from generator.kit.locate import KitFolders, KitSearchPath
from generator.lab.odds_chart import OddsChart
from generator.press.scene.items import GlyphRun, Group, Item
from generator.press.scene.items import Path as Drawn
from tests.engine.records import plan_of_heap, won_or_lost
from tests.press.outlines import vertices
from tests.press.running import KITS

MODES = Axis("mode", ("easy", "normal", "hard"))


@pytest.fixture(scope="module")
def folders() -> KitFolders:
    return KitSearchPath(KITS / "data", KITS / "templates").find("tidewrack")


def sweep_of(axes: Sequence[Axis], wins: Sequence[int], games: int = 10) -> Sweep:
    """A sweep with these numbers of games won, repeated over its combinations."""
    sweep = Sweep(plan_of_heap(), axes)
    for number in range(len(sweep.points)):
        for seed in range(games):
            sweep.add(number, won_or_lost(seed, seed < wins[number % len(wins)]))
    return sweep


def items(inside: Sequence[Item]) -> Iterator[Item]:
    for item in inside:
        if isinstance(item, Group):
            yield from items(item.items)
        else:
            yield item


def drawn(folders: KitFolders, sweep: Sweep) -> tuple[list[str], list[Drawn]]:
    """The text lines and the shapes of a picture."""
    scene = OddsChart(folders, Path("chart.svg"), sweep.axes).scene(sweep, 10, 3)
    found = list(items(scene.items))
    words = [item.text for item in found if isinstance(item, GlyphRun)]
    return words, [item for item in found if isinstance(item, Drawn)]


def test_the_chart_states_its_contents_and_the_plan(folders: KitFolders) -> None:
    words, _ = drawn(folders, sweep_of([MODES], [5]))
    assert words[:2] == ["Tidewrack", "The players win, 10 games at each point"]
    assert {"0 %", "100 %", "easy", "normal", "hard", "mode"} <= set(words)
    assert "2 players, random; seeds 3 to 12; bars: 95 % intervals (Wilson)" in words


def test_a_point_is_at_its_share(folders: KitFolders) -> None:
    _, shapes = drawn(folders, sweep_of([Axis("players", (2, 3, 5))], [0, 10, 5]))
    (line,) = [shape for shape in shapes if len(shape.outline) == 3 and not shape.fill]
    (x0, none), (x1, all_), (x2, half) = vertices(line.outline)
    assert half == pytest.approx((none + all_) / 2, abs=0.01)
    assert none - all_ > 60 * MM
    assert x2 - x1 == pytest.approx(2 * (x1 - x0), abs=0.01)  # numbers are to scale


def test_values_of_text_are_not_joined_by_a_line(folders: KitFolders) -> None:
    _, shapes = drawn(folders, sweep_of([MODES], [0, 10, 5]))
    assert not [shape for shape in shapes if len(shape.outline) == 3 and not shape.fill]


def test_a_second_axis_gives_lines_with_markers_and_a_legend(folders: KitFolders) -> None:
    words, shapes = drawn(folders, sweep_of([Axis("players", (2, 3)), MODES], [9, 5, 1]))
    assert [word for word in words if "mode" in word] == ["mode easy", "mode normal", "mode hard"]
    lines = [shape for shape in shapes if len(shape.outline) == 2 and shape.stroke]
    assert len({line.stroke.dash for line in lines if line.stroke}) == 3


def test_a_single_run_shows_how_the_games_ended(folders: KitFolders) -> None:
    words, _ = drawn(folders, sweep_of([], [4]))
    assert "How the games ended, 10 games" in words
    assert [word for word in words if word in ("60 %", "40 %")] == ["40 %", "60 %", "60 %", "40 %"]
    assert {"defeat, tie", "victory, most"} <= set(words)


@pytest.mark.parametrize(
    "axes",
    [
        [Axis("rounds", tuple(range(40)))],
        [Axis("rounds", (1, 2, 1_000_000))],
        [Axis("mode", tuple(f"a-remarkably-long-name-of-a-mode-{n}" for n in range(40)))],
        [Axis("players", (2,)), Axis("open", ("false", "true")), Axis("rounds", (1, 2, 3, 4))],
    ],
)
def test_every_sweep_that_fits_can_be_drawn(folders: KitFolders, axes: list[Axis]) -> None:
    words, _ = drawn(folders, sweep_of(axes, [0, 3, 10], games=10))
    assert axes[0].name in words


def test_a_point_without_games_is_left_out(folders: KitFolders) -> None:
    sweep = Sweep(plan_of_heap(), [Axis("rounds", (1, 2))])
    sweep.add(0, won_or_lost(1, True))
    words, _ = drawn(folders, sweep)
    assert words.count("100 %") == 2
    assert words.count("0 %") == 1


@pytest.mark.parametrize(
    ("file", "axes", "message"),
    [
        ("chart.gif", [], 'no kind of picture ".gif"'),
        ("nowhere/chart.svg", [], "its folder does not exist"),
        ("c.svg", [Axis("rounds", tuple(range(41)))], "40 values of rounds, not for 41"),
        ("c.svg", [MODES, MODES, MODES], "8 lines, but mode and mode make 9; name fewer"),
    ],
)
def test_an_undrawable_sweep_is_reported_before_any_game(
    folders: KitFolders, tmp_path: Path, file: str, axes: list[Axis], message: str
) -> None:
    with pytest.raises(KitError, match=message):
        OddsChart(folders, tmp_path / file, axes)


@pytest.mark.parametrize(
    ("kind", "starts"), [("svg", b"<?xml"), ("PDF", b"%PDF"), ("png", b"\x89PNG")]
)
def test_the_file_name_determines_the_format(
    folders: KitFolders, tmp_path: Path, kind: str, starts: bytes
) -> None:
    file = tmp_path / f"chart.{kind}"
    sweep = sweep_of([MODES], [5])
    OddsChart(folders, file, sweep.axes).write(sweep, 10, 1)
    once = file.read_bytes()
    OddsChart(folders, file, sweep.axes).write(sweep, 10, 1)
    assert once.startswith(starts)
    assert file.read_bytes() == once
