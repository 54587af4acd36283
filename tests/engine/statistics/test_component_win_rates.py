"""Tests of win rates by component: counted by seats, corrected for multiple comparisons, and quick."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

from generator.engine.bots import BOTS
from generator.engine.playthrough import play
from generator.engine.registry import game_names
from generator.engine.rng import Rng
from generator.engine.simulation.run import GameRecord, Plan, simulate
from generator.engine.statistics.component_win_rates import LINES, ComponentCounter
from generator.engine.statistics.summary import Tally
from tests.engine.toy import CARDS, ToyGame
from tests.shipped import shipped_game

NAMES = {"played": ["axe", "bell", "cup", "drum"]}


def duel(seed: int, winner: int, **played: tuple[int, ...]) -> GameRecord:
    """A duel: the winning seat, and which seats played which components."""
    return GameRecord(seed, "won", "most", _worth(winner), parts={"played": played})


def _worth(winner: int) -> tuple[float, float]:
    return (1.0, 0.0) if winner == 0 else (0.0, 1.0)


def counted(*records: GameRecord) -> ComponentCounter:
    count = ComponentCounter(NAMES)
    for record in records:
        count.add(record)
    return count


def sixty_duels() -> list[GameRecord]:
    """Sixty duels in which the winner plays the axe, one of each side the bell, both the cup."""
    return [
        duel(seed, seed % 2, axe=(seed % 2,), bell=(seed // 2 % 2,), cup=(0, 1))
        for seed in range(1, 61)
    ]


def test_the_seats_with_a_component_are_compared_with_all_others() -> None:
    draw = GameRecord(61, "draw", "tie", (0.5, 0.5), parts={"played": {"bell": (0,)}})
    data: Any = counted(*sixty_duels(), draw).as_data()
    played = data["played"]["items"]
    axe, bell = played["axe"], played["bell"]
    assert (axe["seats"], axe["won-with"], axe["won-without"]) == (60, 1, round(1 / 62, 4))
    assert (bell["seats"], bell["won-with"], bell["won-without"]) == (61, 0.5, 0.5)
    assert (axe["remains"], bell["remains"]) == (True, False)
    assert axe["difference"]["difference"] > 0.98
    assert bell["difference"]["95%"][0] < 0 < bell["difference"]["95%"][1]
    assert (axe["seed"], bell["seed"]) == (1, 1)
    assert list(played) == ["axe", "bell", "cup"]
    json.dumps(data)


def test_the_report_counts_tested_significant_and_unused_components() -> None:
    count = counted(*sixty_duels())
    played: Any = count.as_data()["played"]
    assert played["looked-at"] == 2  # everybody plays the cup, so there is nothing to compare
    assert played["items"]["cup"]["difference"] is None
    assert (played["correction"], played["remain"], played["never"]) == ("Holm", ["axe"], ["drum"])
    text = "\n".join(count.lines())
    assert (
        "if it remains when all of them are tested\ntogether (Holm's correction for 2 differences)."
        in text
    )
    assert "\nplayed, of 120 seats; 2 compared:\n" in text
    assert "    axe       60 won 100.0%,      60 won   0.0%  +100.0  " in text
    assert "    cup      120 won  50.0%  seed 1\n" in text
    assert text.splitlines()[-4:-1] == [
        "    remaining after the correction: axe",
        "    never played: drum",
        "a difference under 23 points can go unseen among so many; about one that is",
    ]


def test_seats_are_compared_with_seats_that_could_have_it() -> None:
    """Only who drafts the fox can play its card; foxes win, but less often with the card."""
    names = {"drafted": ["fox", "hen"], "played": ["claw"]}
    count = ComponentCounter(
        names, lambda usage, item: [("drafted", "fox")] if item == "claw" else []
    )
    for seed in range(1, 121):
        fox, clawed, won = seed % 2, seed % 3 == 0, seed % 6 > 0
        parts: dict[str, dict[str, tuple[int, ...]]] = {
            "drafted": {"fox": (fox,), "hen": (1 - fox,)},
            "played": {"claw": (fox,) * clawed},
        }
        count.add(GameRecord(seed, "won", "most", _worth(fox if won else 1 - fox), parts=parts))
    drafted, played = (each.parts for each in count.usages())
    assert [part.item for part in drafted if part.significant] == ["fox", "hen"]
    (claw,) = played
    assert (claw.found.seats, claw.found.having.seats, claw.found.lacking.seats) == (40, 40, 80)
    assert (claw.found.having.rate, claw.found.lacking.rate) == (0.5, 1)
    assert count.usages()[1].never == []


def test_a_game_without_the_component_is_counted() -> None:
    names = {"drafted": ["fox"], "played": ["claw"]}
    count = ComponentCounter(
        names, lambda usage, item: [("drafted", "fox")] if item == "claw" else []
    )
    count.add(GameRecord(1, "won", "most", _worth(0), parts={"played": {}}))
    count.add(GameRecord(2, "won", "most", _worth(0), parts={"played": {"claw": (1,)}}))
    (claw,) = count.usages()[1].parts
    assert (claw.found.seats, claw.found.having.seats) == (1, 1)


def test_a_difference_may_vanish_among_many_comparisons() -> None:
    # The axe changes hands and wins 20 of 25.
    lucky = [duel(seed, (seed + (seed % 5 == 0)) % 2, axe=(seed % 2,)) for seed in range(1, 26)]
    assert counted(*lucky).usages()[0].significant_items == ["axe"]
    among = [
        duel(
            record.seed,
            record.worth[0] == 0,
            **record.parts["played"],
            **{
                f"part {number}": ((number + record.seed // 2) % 2,)
                for number in range(40)
                if record.seed % 5 > 2
            },
        )
        for record in lucky
    ]
    (usage,) = counted(*among).usages()
    axe = next(part for part in usage.parts if part.item == "axe")
    assert usage.compared == 41
    assert axe.p > axe.found.p
    assert not axe.significant


def test_unlisted_uses_and_components_are_reported_too() -> None:
    record = GameRecord(3, "won", "most", (1.0, 0.0), parts={"drawn": {"owl": (1,), "elk": ()}})
    data: Any = counted(record).as_data()
    assert list(data) == ["played", "drawn"]
    assert list(data["drawn"]["items"]) == ["owl"]
    assert data["drawn"]["never"] == []


def test_the_surest_difference_comes_first_with_both_numbers_of_seats() -> None:
    """The axe wins 42 of 60 games; the bell both of two, which is more and shows nothing."""
    games = []
    for seed in range(60):
        axe, won = seed % 2, seed % 20 < 14
        bell = {"bell": (axe if won else 1 - axe,)} if seed in (0, 21) else {}
        games.append(duel(seed, axe if won else 1 - axe, axe=(axe,), **bell))
    count = counted(*games)
    (played,) = count.usages()
    assert [part.item for part in played.parts] == ["axe", "bell"]
    of_axe, of_bell = (part.found.difference for part in played.parts)
    assert of_axe
    assert of_bell
    assert of_bell.value > of_axe.value
    lines = list(count.lines())
    assert lines[5].startswith("    axe       60 won  70.0%,      60 won  30.0%   +40.0  (")
    assert lines[6].startswith("    bell       2 won 100.0%,     118 won  49.2%   +50.8  (")


def test_of_very_many_components_only_the_surest_are_listed() -> None:
    def lines_of(*shifts: int) -> list[str]:
        duels = []
        for seed, shift in enumerate(shifts):
            parts = {f"part {number:02}": ((number + shift) % 2,) for number in range(60)}
            duels.append(duel(seed, seed % 2, **parts))
        return list(counted(*duels).lines())

    lines = lines_of(0, 0, 1, 1)
    assert "    and 36 more; --json has all" in lines
    assert sum("won" in line and "seed" in line for line in lines) == LINES
    lines = lines_of(0, 0, 0, 0)  # whoever sits in a chair always has the same parts
    assert "played, of 8 seats; none can be compared (--json has all)" in lines
    assert not any("won" in line and "seed" in line for line in lines)


def test_the_toy_game_records_its_cards_and_measures() -> None:
    plan = Plan(ToyGame.new(), ("random",), 3, {})
    records = list(simulate(plan, games=40, jobs=2))
    assert records == list(simulate(plan, games=40))
    tally = Tally(plan)
    for record in records:
        tally.add(record)
    data: Any = tally.as_data()
    drawn = data["parts"]["drawn"]
    assert sorted(drawn["items"]) == sorted(CARDS)
    assert drawn["never"] == ["10"]
    assert sum(item["seats"] for item in drawn["items"].values()) == 40 * 3 * 2
    high, low = (drawn["items"][card]["won-with"] for card in ("9", "1"))
    assert high > low
    best = data["measures"]["points of the best"]
    seed, most = best["most"]["seed"], best["most"]["value"]
    assert records[seed - 1].measures == {"points of the best": most}
    assert most == max(record.measures["points of the best"] for record in records)
    assert best["games"] == 40
    assert 0 < best["median"] <= most
    assert f"most {most:g} (seed {seed})" in tally.text()


def test_a_log_line_counts_seats_from_one(toy: ToyGame) -> None:
    record = next(simulate(Plan(toy, ("random",), 2, {}), games=1))
    data: Any = json.loads(json.dumps(record.as_data()))
    drawn = data["parts"]["drawn"].values()
    assert sorted(seat for seats in drawn for seat in seats) == [1, 1, 2, 2]
    assert data["measures"] == record.measures


def test_records_stay_small_when_pickled() -> None:
    rng = Rng(4)
    names = [f"a part with a long name, number {number}" for number in range(138)]
    records = [
        GameRecord(
            seed, "won", "most", (1.0, 0.0, 0.0),
            parts={
                usage: {name: (rng.below(3),) for name in names if rng.below(2)}
                for usage in ("drafted", "in deck", "drawn", "played")
            },
        )
        for seed in range(16)
    ]  # fmt: skip
    assert len(pickle.dumps(records)) / len(records) < 4000


@pytest.mark.parametrize("name", game_names())
def test_components_are_named_as_the_game_lists_them(name: str) -> None:
    game = shipped_game(name)
    *_, last = play(game, [BOTS["random"]], seed=2)
    names = game.component_names()
    for usage, had in last.state.components_by_seat().items():
        assert had.keys() <= {*names.get(usage, had)}, usage
        assert {seat for seats in had.values() for seat in seats} <= {*range(game.seats[0])}
    assert all(isinstance(value, (int, float)) for value in last.state.metrics().values())


def test_without_winners_no_components_are_compared() -> None:
    lost = [
        GameRecord(seed, "lost", "x", (0.0, 0.0), parts={"played": {"axe": (0,)}})
        for seed in (1, 2)
    ]
    first, *_ = counted(*lost).lines()
    assert first.startswith("parts: every seat had the same result")
    assert any(line.startswith("    axe") for line in counted(*sixty_duels()).lines())


def test_a_component_counts_as_unused_only_if_it_was_available() -> None:
    """Nobody owned the deck of the bell, so nobody could draw it; the axe's owner drew nothing."""
    names = {"owned": ["axe", "bell"], "drawn": ["axe", "bell"]}
    counter = ComponentCounter(
        names, lambda usage, item: [("owned", item)] if usage == "drawn" else ()
    )
    for seed in range(4):
        parts: dict[str, Any] = {"owned": {"axe": (0,)}, "drawn": {}}
        counter.add(GameRecord(seed, "won", "most", _worth(seed % 2), parts=parts))
    never = {usage.name: list(usage.never) for usage in counter.usages()}
    assert never == {"owned": ["bell"], "drawn": ["axe"]}
