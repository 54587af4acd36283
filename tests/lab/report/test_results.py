"""Tests of the results of a run: shares, lengths, rules and failures, each with an example game."""

from __future__ import annotations

from generator.engine.simulation.run import GameRecord, Plan
from generator.engine.statistics.intervals import Share
from generator.lab.report.document import ReportText
from generator.lab.report.load import Version
from generator.lab.report.results import RunResults, by_bot
from generator.lab.report.sections.components import component_blocks
from generator.lab.report.sections.summary import LENGTH_QUESTION, WINNER_QUESTION, summary
from tests.lab.report.simulated import duel, game, plan, results_of, together


def test_seats_are_listed_with_their_first_win() -> None:
    records = [duel(seed) for seed in range(1, 41)]
    found = results_of(records)
    red = [record.seed for record in records if record.result == "red"]
    assert [won.name for won in found.won] == ["Red", "Green"]
    assert found.won[0].share == Share(len(red), 40)
    assert found.won[0].seed == red[0]
    assert (found.fair, found.cooperative, found.seeds) == (0.5, False, (1, 40))
    assert {ending.result: ending.share.games for ending in found.endings}["red"] == len(red)


def test_cooperative_players_are_one_row() -> None:
    found = results_of([together(seed) for seed in range(60)], plan("grizzled"))
    assert [won.name for won in found.won] == ["the players"]
    assert found.cooperative


def test_lengths_have_quartiles_and_the_longest_game() -> None:
    turns = [5, 1, 9, 3, 7]
    found = results_of([duel(seed, turns=each) for seed, each in enumerate(turns)]).length
    assert found is not None
    assert (found.mean, found.quartiles) == (5.0, (3.0, 5, 7.0))
    assert (found.shortest, found.longest) == ((1, 1), (9, 2))


def test_with_stopped_games_the_longest_finished_one_is_reported() -> None:
    games = [duel(seed, turns=seed) for seed in range(1, 30)]
    cut = [GameRecord(n, "unfinished", "turn-cap", (0.5, 0.5), turns=200) for n in range(30, 33)]
    assert "the longest 29 (seed 29)." in length_lines(games)
    assert length_lines(games + cut).endswith(
        "the longest that ended 29 (seed 29). 3 games were stopped at 200 turns."
    )
    assert "longest" not in length_lines(cut)


def length_lines(games: list[GameRecord]) -> str:
    """What the summary of a report says about the lengths of these games."""
    return answer(LENGTH_QUESTION, results_of(games))


def answer(question: str, results: RunResults) -> str:
    """The answer to a question in the summary of a report on this run."""
    text = summary(Version("games", "1", "1.0", {}, [results]))
    return next(each.text for each in text if each.lead == question)


def test_games_of_one_length_have_no_range() -> None:
    text = length_lines([duel(seed, turns=40 + 20 * (seed == 9)) for seed in range(1, 10)])
    assert "The median is 40 turns; all of the middle half took 40, the longest 60" in text


def test_shared_games_count_for_each_winner() -> None:
    worths = [(0.5, 0.5, 0), (0, 0.5, 0.5), (1 / 3, 1 / 3, 1 / 3), (1, 0, 0), (0, 1, 0)]
    games = [
        GameRecord(seed, "won", "last-monster", worth, {}, 9, 9)
        for seed, worth in enumerate(worths)
    ]
    results = results_of(games, plan("ggt", players=3))
    assert (results.undecided, results.shared) == (1, 0.4)
    assert (
        "; 20.0\N{NO-BREAK SPACE}% had no winner; 40.0\N{NO-BREAK SPACE}% were shared, and count for "
        "each winner. Even play would give each 40.0"
    ) in answer(WINNER_QUESTION, results)


def test_the_number_of_families_is_in_words_of_that_number() -> None:
    assert "Bonferroni's for its 1 family of tests" in correlation([duel(seed) for seed in (1, 2)])


def correlation(games: list[GameRecord]) -> str:
    """The remarks on correlation with winning in a report on these games."""
    version = Version("games", "1", "1.0", {}, [results_of(games)])
    return "\n".join(
        each.text for each in component_blocks(version) if isinstance(each, ReportText)
    )


def test_a_rule_has_games_occurrences_and_its_lowest_seed() -> None:
    records = [duel(1), duel(2, rules={"swap": 3}), duel(3, rules={"swap": 1})]
    found = {each.rule: each for each in results_of(records).fired}
    assert (found["swap"].games, found["swap"].times, found["swap"].seed) == (Share(2, 3), 4, 2)
    assert "push" in results_of(records).never
    assert "swap" not in results_of(records).never


def test_the_maximum_in_use_has_the_first_game_with_it() -> None:
    records = [duel(1, most={"goof": 4}), duel(2, most={"goof": 12}), duel(3, most={"goof": 12})]
    (supply,) = results_of(records).supplies
    assert (supply.most, supply.seed, supply.printed, supply.short) == (12, 2, 10, True)


def test_failed_games_are_counted_only_as_failures() -> None:
    found = results_of([duel(1), GameRecord(2, error="KeyError: 3")])
    assert (found.games, [record.seed for record in found.failed]) == (1, [2])
    nothing = results_of([GameRecord(2, error="KeyError: 3")])
    assert (nothing.games, nothing.length, nothing.endings) == (0, None, [])


def test_both_orders_separate_bots_from_seats() -> None:
    """Red wins three of four, whoever plays it: the bots are equal."""
    records = [duel(seed, 0.75) for seed in range(200)]
    orders = [("greedy", "random"), ("random", "greedy")]
    runs = [
        results_of(records, Plan(game("grumbles"), order, 2, {}), number)
        for number, order in enumerate(orders, start=1)
    ]
    usage = by_bot(runs)
    assert usage is not None
    assert [part.found.difference.value for part in usage.parts if part.found.difference] == [0, 0]
    one_order = by_bot(runs[:1])
    assert one_order is not None
    assert one_order.parts[0].item == "greedy"
    assert one_order.parts[0].significant
    assert by_bot([results_of(records)]) is None


def test_bots_are_compared_only_at_the_same_number_of_players() -> None:
    """One of two wins half of its games, one of four a quarter; all bots are equal."""
    runs = []
    for number, players in enumerate((2, 4), start=1):
        worths = [tuple(float(seat == n % players) for seat in range(players)) for n in range(80)]
        records = [GameRecord(n, "won", "most", worth) for n, worth in enumerate(worths)]
        bots = ("greedy", *("random",) * (players - 1))
        runs.append(results_of(records, Plan(game("ggt"), bots, players, {}), number))
    usage = by_bot(runs)
    assert usage is not None
    for part in usage.parts:
        assert part.found.difference is not None
        assert part.found.difference.value == 0
        assert part.found.difference.low < 0 < part.found.difference.high
