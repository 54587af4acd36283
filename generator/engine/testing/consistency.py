"""Consistency check: compares rules, examples and printed pieces with games played at random.

It reports rules that nothing shows, citations of rules that do not exist, examples that name
unknown things, printed things without an effect, positions in which a player is stuck, games that
fail with an error, and pieces that are printed but not played with, or the reverse.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from generator.base.errors import Fault, KitError, Place, did_you_mean, nearest
from generator.engine.bots.baselines import random
from generator.engine.events import Event
from generator.engine.game import Game
from generator.engine.playthrough import play
from generator.engine.registry import error_text
from generator.engine.testing.coverage import Effects, uncited_rules, unrefused_rules
from generator.engine.testing.example_run import PlayedExample, run_example
from generator.engine.testing.examples import Example
from generator.engine.testing.idle_expectations import names_of_nothing
from generator.engine.testing.laws import Trial, trials
from generator.engine.text.rule_texts import RULES
from generator.engine.text.sentence_file import unfilled, unfilled_orders

GAMES = 4
"""Number of games for every choice of players and options."""
TURNS = 100
"""Number of turns after which such a game is stopped."""
EVALUATED = 20
"""Of so many positions of a game the heuristic judges one: random moves need none, but other bots do."""
MAX_WORK = 500_000
"""Steps (`Game.work`) of all these games together: each is stopped, too, when it has taken its
share of what the earlier ones have left."""


def check_consistency(
    game: Game[Any],
    examples: Iterable[Example] = (),
    games: int = GAMES,
    run: Callable[[Example], PlayedExample] | None = None,
) -> list[Fault]:
    """Return every fault found; the seeds of the games are always the same.

    `run` plays an example as `run_example` does, or returns a cached result.
    """
    context = CheckContext(game)
    for example in examples:
        context.check_example(example, run or partial(run_example, game))
    context.check_set_up()
    to_play = [(trial, seed) for trial in trials(game) for seed in range(1, games + 1)]
    end = game.work + MAX_WORK
    for played, (trial, seed) in enumerate(to_play):
        share = (end - game.work) // (len(to_play) - played)
        context.check_game(trial, seed, TURNS, share)
    return [
        *context.faults,
        *names_of_nothing(context.shown),
        *context.unhidden(),
        *context.unknown_rules(),
        *context.unshown_rules(),
        *context.ineffective_pieces(),
    ]


class CheckContext:
    """What the check has observed of a game, and the faults it has found."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.faults: list[Fault] = []
        self.shown: list[PlayedExample] = []
        """The examples that hold."""
        self.fired: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.effects = Effects(game.promised_events())
        self.unseen: dict[str, None] = dict.fromkeys(self.effects.promises)
        """Printed things without an effect so far."""
        self.out_of_place: dict[str, str] = {}
        """The rules that showed although their `only` excludes it, each with a trial in which it did."""
        self.unsure: set[str] = set()
        """The rules of examples that fail: whether something shows them cannot be told."""
        self.told: set[tuple[tuple[str, ...], ...]] = set()
        """The kinds, rules and facts of the events of each move whose sentences were checked."""
        self.orders: set[tuple[str, ...]] = set()
        """The kinds of moves whose sentences were checked."""
        self.secrets = False
        """Whether an event was visible to one seat only."""
        self.hidden = False
        """Whether a view has hidden anything."""

    def note(self, events: Sequence[Event]) -> None:
        """Count the rules that events cite and the promises they keep, and check their sentences."""
        told = tuple((event.kind, event.rule, *event.facts) for event in events)
        if told not in self.told:
            self.told.add(told)
            faults = [fault for fault in unfilled(self.game, events) if fault not in self.faults]
            self.faults += faults
        for event in events:
            self.fired[event.rule] += 1
            self.secrets = self.secrets or event.only is not None
            for item in self.effects.of(event):
                self.unseen.pop(item, None)

    def check_example(self, example: Example, run: Callable[[Example], PlayedExample]) -> None:
        """Run an example, and count the rules under which it refuses moves."""
        try:
            shown = run(example)
        except KitError as error:
            self.faults += error.faults
            self.unsure |= {*example.rules, *example.expect.get("illegal", {}).values()}
            return
        except Exception as error:  # any error of a game is a fault of the game
            message = f"the game breaks off: {error_text(error)}"
            self.faults.append(Fault(message, example.where(), example.item))
            return
        self.shown.append(shown)
        self.note(shown.events)
        self.refused.update(fault.check for fault in shown.refused.values())
        if example.expect.get("refused") in self.game.rules:  # otherwise it is a check, not a rule
            self.refused[example.expect["refused"]] += 1

    def check_set_up(self) -> None:
        """Compare the pieces set up with those printed, and try too many players."""
        state, events = self.game.start()
        self.note(events)
        played, printed = Counter(state.pieces()), Counter(self.game.printed_pieces())
        for piece in sorted(played | printed):
            if played[piece] != printed[piece]:
                message = f"{printed[piece]} are printed, but {played[piece]} are played with"
                self.faults.append(Fault(message, item=f'piece "{piece}"'))
        try:
            self.game.start(players=self.game.seats[-1] + 1)
        except KitError as error:
            self.refused.update(fault.check for fault in error.faults)

    def check_game(self, trial: Trial, seed: int, turns: int, work: int = MAX_WORK) -> None:
        """Play a random game, and check every position, up to so many turns and steps."""
        most = self.game.work + work
        options = self.game.read_options(trial.options)
        beyond = {
            slug
            for slug, rule in self.game.rules.items()
            if not rule.applies(trial.players, options)
        }
        try:
            steps = play(self.game, [random], seed, trial.players, trial.options, turns)
            for number, step in enumerate(steps):
                self.note(step.events)
                self.out_of_place.update(
                    dict.fromkeys({event.rule for event in step.events} & beyond, str(trial))
                )
                state = step.state
                self.hidden = self.hidden or (
                    self.secrets and state.view(None) != state.view(state.to_act)
                )
                faults = state.faults()
                if state.outcome is None and not state.legal_moves():
                    faults.append(Fault("nobody has a legal move, but the game is not over"))
                self.faults += unfilled_orders(state, self.orders)
                if faults:
                    self.faults += [
                        Fault(fault.message, item=f"{trial} seed={seed}") for fault in faults
                    ]
                    return
                if number % EVALUATED == 0:
                    with suppress(NotImplementedError):  # a game need not have a heuristic
                        state.evaluate()
                if self.game.work > most:
                    return
        except KitError as error:
            self.unsure |= {*self.game.rules}  # the rest of the game might have shown them
            for fault in error.faults:
                if all(fault.place != each.place for each in self.faults):  # each line once
                    self.faults.append(replace(fault, item=f"game with {trial} seed={seed}"))
        except Exception as error:  # any error of a game is a fault of the game
            self.unsure |= {*self.game.rules}
            message = f"the game breaks off: {error_text(error)}"
            if all(message != fault.message for fault in self.faults):  # report each error once
                self.faults.append(Fault(message, item=f"{trial} seed={seed}"))

    def unhidden(self) -> Iterator[Fault]:
        """Faults of a game with private events whose views hide nothing."""
        if self.secrets and not self.hidden:
            yield Fault(
                "some events are for one player only, but everybody sees everything",
                item=f'game "{self.game.name}"',
                hint="hide in `view` what others may not see, and draw it anew in `determinize` "
                "(`imagine`, in a simple game)",
            )

    def unknown_rules(self) -> Iterator[Fault]:
        """Faults for cited rules that the rulebook does not have."""
        rules = self.game.rules
        idle = [*uncited_rules(rules, self.fired), *unrefused_rules(rules, self.refused)]
        file = next((Place(rule.place.file) for rule in rules.values() if rule.place), None)
        for slug in sorted({*self.fired, *self.refused} - {*rules}):
            message = "the engine cites a rule that rules.yaml does not have"
            hint = did_you_mean(slug, idle) or nearest(slug, rules)  # a renamed one is idle
            yield Fault(message, file, f'rule "{slug}"', hint, slug)

    def unshown_rules(self) -> Iterator[Fault]:
        """Faults for rules that nothing shows, and for those that events cite contrary to their entry."""
        rules = self.game.rules
        unknown = {*self.fired, *self.refused} - {*rules}  # each may be what a rule was called
        for slug in () if unknown else _without(self.unsure, uncited_rules(rules, self.fired)):
            message = "no example and no game shows this rule"
            place = rules[slug].place
            hint = "let a step name it under `rule`, and an example of play show it if it is rare; "
            hint += "write `forbids: true` if it only forbids moves; "
            hint += "if nothing can show it, say why under `structure`"
            if place and Path(place.file).name != RULES:  # of a kit without `rules.yaml`
                hint = "change the step, or the data, so that it comes about, or leave it out"
            yield Fault(message, place, f'rule "{slug}"', hint, "unshown-rule")
        for slug in _without(self.unsure, unrefused_rules(rules, self.refused)):
            message = "no example shows a move that this rule forbids"
            yield Fault(message, rules[slug].place, f'rule "{slug}"', check="unshown-rule")
        for slug, rule in rules.items():
            if self.fired[slug] and not rule.happens:
                message = 'events cite this rule, so it cannot have "forbids" or "structure"'
                yield Fault(message, rule.place, f'rule "{slug}"')
            if slug in self.out_of_place:
                message = f'it also shows in {self.out_of_place[slug]}, which its "only" excludes'
                yield Fault(message, rule.place, f'rule "{slug}"')

    def ineffective_pieces(self) -> Iterator[Fault]:
        """Faults for printed things that never had an effect."""
        for item in self.unseen:
            yield Fault("this has no effect in any game or example", item=item)


def _without(unsure: Container[str], slugs: Iterable[str]) -> list[str]:
    return [slug for slug in slugs if slug not in unsure]
