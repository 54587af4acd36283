"""Tests of rules that one example cannot show: invariants and statistics of many games."""

from __future__ import annotations

from collections import Counter

import pytest

from generator.engine.bots import bot_named
from generator.engine.playthrough import play
from generator.engine.rng import Rng
from generator.games.gruff.game import GruffGame
from generator.games.gruff.history import CARDS
from generator.games.gruff.rules.playable import crazy_left
from generator.games.gruff.rules.setup import droppable
from generator.games.gruff.rules.stats import OF_SIDE
from generator.games.gruff.state import GruffState
from tests.games.gruff.conftest import position


def test_the_first_player_and_the_first_drafter_are_random(game: GruffGame) -> None:
    drafting: Counter[int] = Counter()
    first: Counter[int] = Counter()
    for seed in range(60):
        state, _ = game.start(seed, options={"draft": "random", "decks": "random"})
        assert isinstance(state, GruffState)
        drafting[state.order[0]] += 1
        first[state.pair[0]] += 1
    assert min(drafting.values()) > 15
    assert min(first.values()) > 15


def test_every_choice_of_cards_left_out_gives_a_legal_deck(game: GruffGame) -> None:
    for shepherd in game.content.shepherds:
        other = next(each for each in game.content.shepherds if each.id != shepherd.id)
        chosen = {"red": shepherd.id, "blue": other.id}
        for seed in range(10):
            state = position(game, shepherds=chosen, pending=["build red"])
            state.dropped[0] = ()
            rng = Rng(seed)
            while state.to_act == 0:
                assert [str(move).split()[1] for move in state.legal_moves()] == (
                    game.content.card_ids(droppable(state, 0))
                )
                state.apply(rng.pick(state.legal_moves()))
            ultimates = [game.content.cards[card].ultimate for card in state.packs[0]]
            assert len(ultimates) == 24
            assert sum(ultimates) <= shepherd.breaking_point


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_games_end_with_a_reason_and_have_metrics(game: GruffGame, bot: str) -> None:
    for seed in range(15):
        *_, step = play(game, [bot_named(bot)], seed)
        state = step.state
        assert isinstance(state, GruffState)
        assert state.outcome is not None
        assert state.outcome.facts["reason"] in ("gruffs", "life", "both", "cap")
        assert sum(state.outcome.worth) == 1
        assert 1 < state.turn <= game.content.figures.turn_cap
        measures = state.metrics()
        assert measures["cards played"] == state.counts[CARDS]
        assert measures["attacks declared"] >= measures["attacks blocked"]


def test_a_tournament_shows_its_standings(game: GruffGame) -> None:
    options = {"tournament": True, "draft": "random", "decks": "random"}
    *_, step = play(game, [bot_named("greedy")], 2, 4, options)
    assert step.state.outcome is not None
    measures = step.state.metrics()
    table = {name: measures[f"points of {name}"] for name in ("red", "blue", "green", "gold")}
    assert table == step.state.outcome.facts["points"]
    assert sum(table.values()) == 6 * game.content.figures.win


def test_components_are_recorded_by_seat(game: GruffGame) -> None:
    *_, step = play(game, [bot_named("random")], 8)
    state = step.state
    assert isinstance(state, GruffState)
    parts, names = state.components_by_seat(), game.component_names()
    assert list(parts) == list(names)
    for how, had in parts.items():
        assert set(had) <= set(names[how])
    assert len(parts["drafted"]) == 8
    assert len(parts["in the deck"]) == 48
    assert set(parts["played"]) <= set(parts["drawn"]) <= set(parts["in the deck"])
    for seat in (0, 1):
        assert sum(seat in seats for seats in parts["in the deck"].values()) == 24


def test_no_chain_triggers_a_clause_twice(game: GruffGame) -> None:
    for seed in range(10):
        for step in play(game, [bot_named("random")], seed):
            triggered: Counter[str] = Counter()
            for event in step.events:
                if event.kind in ("activate", "strike", "play", "tactic", "turn"):
                    triggered.clear()
                if event.kind == "trigger" and event.rule != "threshold":
                    clause = f"{event.facts['source']} {event.facts['trigger']}"
                    triggered[clause] += 1
                    assert triggered[clause] == 1, (seed, clause)


def test_exactly_the_cards_with_a_host_and_candidates_can_be_played(game: GruffGame) -> None:
    """Cards that always have both are not tested in play: here they are, by all their clauses."""
    sure = 0
    for seed in range(20):
        for step in play(game, [bot_named("random")], seed):
            state = step.state
            assert isinstance(state, GruffState)
            if not state.pending or state.pending[-1].name != "play":
                continue
            side, expected = state.side, []
            for number in sorted(state.hands[side]):
                card = game.content.cards[number]
                there = card.hosts(state, OF_SIDE[side], ()) if card.hosts else [-1]
                if card.cost <= crazy_left(state) and any(
                    all(
                        need(state, (side, host, -1, -1), ())
                        for clause in card.immediate
                        for need in clause.needs
                    )
                    for host in there
                ):
                    expected.append(f"play {card.id}")
                    sure += card.sure
            assert [str(move) for move in state.legal_moves()] == [*expected, "stop"]
    assert sure > 100
