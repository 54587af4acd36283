"""Turns a game, its examples and some games at random into the faults in how its rules hang together.

Faults are rules that nothing ever shows, citations of rules that do not exist, printed things that
never have an effect, positions in which a player is stuck, games that break off with an error, and
pieces that are printed but not played with, or the other way round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from generator.base.errors import Fault, KitError
from generator.engine.bots.baselines import random
from generator.engine.events import Event
from generator.engine.game import Game, error_text
from generator.engine.playthrough import play
from generator.engine.testing.coverage import Effects, uncited_rules, unrefused_rules
from generator.engine.testing.examples import Example, run_example
from generator.engine.testing.laws import Trial, trials

GAMES = 4
"""How many games are played for every choice of players and options."""
TURNS = 100
"""After how many turns such a game is broken off."""


def check_consistency(
    game: Game[Any],
    examples: Iterable[Example] = (),
    games: int = GAMES,
    turns: int = TURNS,
    seed: int = 1,
) -> list[Fault]:
    """Every fault found; the same ones for the same seed."""
    look = CheckContext(game)
    for example in examples:
        look.at_example(example)
    look.at_set_up()
    for trial in trials(game):
        for number in range(seed, seed + games):
            look.at_game(trial, number, turns)
    return [
        *look.faults,
        *look.given_away(),
        *look.unknown(),
        *look.unreachable(),
        *look.without_effect(),
    ]


class CheckContext:
    """What has been seen of a game, and the faults found on the way."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.faults: list[Fault] = []
        self.fired: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.effects = Effects(game.promised_events())
        self.unseen: dict[str, None] = dict.fromkeys(self.effects.shows)
        """Printed things that have not had an effect yet."""
        self.secrets = False
        """Whether an event has been told to one seat alone."""
        self.hidden = False
        """Whether anything has been hidden from anybody."""

    def note(self, events: Iterable[Event]) -> None:
        """Counts what these events cite and show."""
        for event in events:
            self.fired[event.rule] += 1
            self.secrets = self.secrets or event.only is not None
            for item in self.effects.of(event):
                self.unseen.pop(item, None)

    def at_example(self, example: Example) -> None:
        """Runs an example, and counts the moves it shows to be illegal."""
        try:
            shown = run_example(self.game, example)
        except KitError as error:
            self.faults += error.faults
            return
        except Exception as error:  # whatever a game dies of is a fault of the game
            says = f"the game breaks off: {error_text(error)}"
            self.faults.append(Fault(says, example.where(), example.item))
            return
        self.note(shown.events)
        self.refused.update(example.expect.get("illegal", {}).values())

    def at_set_up(self) -> None:
        """Holds what is set up against what is printed, and asks for too many players."""
        state, events = self.game.start()
        self.note(events)
        played, printed = Counter(state.pieces()), Counter(self.game.printed_pieces())
        for piece in sorted(played | printed):
            if played[piece] != printed[piece]:
                says = f"{printed[piece]} are printed, but {played[piece]} are played with"
                self.faults.append(Fault(says, item=f'piece "{piece}"'))
        try:
            self.game.start(players=self.game.seats[-1] + 1)
        except KitError as error:
            self.refused.update(fault.check for fault in error.faults)

    def at_game(self, trial: Trial, seed: int, turns: int) -> None:
        """Plays a game at random, and looks at every position."""
        try:
            for told in play(self.game, [random], seed, trial.players, trial.options, turns):
                self.note(told.events)
                state = told.state
                self.hidden = self.hidden or (
                    self.secrets and state.view(None) != state.view(state.to_act)
                )
                faults = state.faults()
                if state.outcome is None and not state.legal_moves():
                    faults.append(Fault("nobody has a legal move, but the game is not over"))
                if faults:
                    self.faults += [
                        Fault(fault.message, item=f"{trial} seed={seed}") for fault in faults
                    ]
                    return
        except Exception as error:  # whatever a game dies of is a fault of the game
            says = f"the game breaks off: {error_text(error)}"
            self.faults.append(Fault(says, item=f"{trial} seed={seed}"))

    def given_away(self) -> Iterator[Fault]:
        """A game with secrets that shows everybody everything."""
        if self.secrets and not self.hidden:
            yield Fault(
                "some events are told to one player alone, but everybody sees everything",
                item=f'game "{self.game.name}"',
                hint="hide in `view` what others may not see, and draw it anew in `determinize` "
                "(`imagine`, in a simple game)",
            )

    def unknown(self) -> Iterator[Fault]:
        """Citations of rules that the rulebook does not have."""
        for slug in sorted({*self.fired, *self.refused} - {*self.game.rules}):
            yield Fault("the engine cites a rule that rules.yaml does not have", check=slug)

    def unreachable(self) -> Iterator[Fault]:
        """Rules that no example, no game and no refusal shows, or shows though it should not."""
        rules = self.game.rules
        for slug in uncited_rules(rules, self.fired):
            says = "no example and no game shows this rule"
            yield Fault(says, rules[slug].place, f'rule "{slug}"')
        for slug in unrefused_rules(rules, self.refused):
            says = "no example shows a move that this rule forbids"
            yield Fault(says, rules[slug].place, f'rule "{slug}"')
        for slug, rule in rules.items():
            if self.fired[slug] and not rule.happens:
                says = "there are events that cite this rule, so it needs no reason why not"
                yield Fault(says, rule.place, f'rule "{slug}"')

    def without_effect(self) -> Iterator[Fault]:
        """Printed things that never had an effect."""
        for item in self.unseen:
            yield Fault("in no game and no example does this ever have an effect", item=item)
