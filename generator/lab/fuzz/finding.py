"""Findings of the fuzzer: faults found in play, each with a question to the designer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from generator.base.errors import counted
from generator.engine.game import Game
from generator.engine.testing.laws import Trial
from generator.engine.text.rule_texts import EMPTY as EMPTY
from generator.engine.text.rule_texts import LONG as LONG
from generator.engine.text.rule_texts import LOOP as LOOP

STUCK, CRASH, FORCED = "stuck", "crash", "forced loop"
REFUSED, CITED, LAW, NOT_REDRAWN = "refused", "cited", "law", "not redrawn"
KINDS = (STUCK, CRASH, FORCED, LOOP, LONG, EMPTY, REFUSED, CITED, LAW, NOT_REDRAWN)

QUESTIONS: Mapping[str, str] = {
    STUCK: "What happens to a player who has no legal move: pass, lose, or take something back?",
    CRASH: "What should happen here? The rules as programmed have no answer.",
    FORCED: "Nothing the players can do leads out of this. What ends it?",
    LOOP: "The players can repeat this for ever. What ends it, or who must choose another move?",
    LONG: "The game is longer than its stated limit. What ends it in time, or how long may it be?",
    EMPTY: "What happens when a rule says to take something from the {about} now? Does the game "
    "end, is it filled again, or is nothing taken?",
    REFUSED: "One rule allows this move, another forbids it. Which of them applies?",
    CITED: "A rule applies that is said never to apply, or is not written down. Which is right?",
    LAW: "The position breaks what must hold in every game. Which rule led there?",
    NOT_REDRAWN: "Bots that plan know it. Is it a secret? Draw it anew in `imagine` (`redraw`, in a "
    "`Game`); if not, show it in `view`.",
}


@dataclass(frozen=True)
class Finding:
    """Finding: one fault found in play."""

    kind: str
    """One of KINDS."""
    subject: str
    """The subject, which identifies the finding within its kind: a pile, a rule, a step."""
    message: str
    """The observation in words."""

    @property
    def topic(self) -> str:
        """The entry under `answers` of a rule that settles the finding: `empty deck`, `loop`."""
        return f"{self.kind} {self.subject}" if self.kind == EMPTY else self.kind

    @property
    def key(self) -> tuple[str, str]:
        """The identity of the finding."""
        return self.kind, self.subject

    @property
    def question(self) -> str:
        return QUESTIONS[self.kind].format(about=self.subject)

    def answer(self, game: Game[Any]) -> str:
        """The slug of the rule that claims to settle the finding; empty if none does."""
        if self.kind not in (EMPTY, LOOP, LONG):
            return ""
        return next((slug for slug, rule in game.rules.items() if self.topic in rule.answers), "")


@dataclass(frozen=True)
class LineOfPlay:
    """Line of play: the set-up of a game, and its moves."""

    trial: Trial
    seed: int
    moves: tuple[str, ...]

    @property
    def size(self) -> tuple[int, int, int, int]:
        """Sort key, the smallest game first: moves, players, options changed, seed."""
        return len(self.moves), self.trial.players, len(self.changed_options), self.seed

    def __str__(self) -> str:
        players, moves = counted(self.trial.players, "player"), counted(len(self.moves), "move")
        options = [f"{name} {value}" for name, value in self.changed_options.items()]
        return ", ".join([players, *options, f"seed {self.seed}", moves])

    @property
    def changed_options(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        options = self.trial.game.records.options
        return {
            name: value
            for name, value in self.trial.options.items()
            if value != options[name].default
        }
