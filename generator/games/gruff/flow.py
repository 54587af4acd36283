"""Turns decisions into play: what is legal at each decision, what each does, and what follows.

The table of decisions and that of automatic steps name all that can stand on the stack; the modules
they point to do the work.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step, then
from generator.games.gruff.effects.resolve import (
    begun,
    carry_on,
    effect_step,
    in_progress,
    next_options,
    pick,
    put_back,
)
from generator.games.gruff.illegal_moves import why_not
from generator.games.gruff.moves import ACTIVATE, CHOOSE, HOST, NO, SPOTS, STOP, YES, Move
from generator.games.gruff.rules import setup, turn
from generator.games.gruff.rules.attacks import strike
from generator.games.gruff.rules.card_zones import discard
from generator.games.gruff.state import GruffState


class GruffFlow(GruffState):
    """A duel or a tournament, and how it is played."""

    __slots__ = ()

    # Decisions

    def compute_legal_moves(self) -> Sequence[Move]:
        step = self.pending[-1]
        content = self.config.content
        name, about = step.name, step.about
        if name == "play":
            return [*(content.play[card] for card in turn.playable(self)), STOP]
        if name == "tactic":
            return turn.tactics(self)
        if name == "activate":
            return [ACTIVATE[column] for column in turn.ready_columns(self)]
        if name == "choose":
            return [CHOOSE[spot] for spot in sorted(self.place[f] for f in self.options())]
        if name == "host":
            card = content.cards[int(about[0])]
            return [HOST[spot] for spot in sorted(self.place[f] for f in turn.hosts(self, card))]
        if name == "may":
            return [YES, NO]
        if name == "strip":
            return [content.discard[card] for card in sorted(self.options())]
        if name == "recover":
            return [content.take_back[card] for card in sorted(self.options())]
        if name in ("discard", "trim"):
            assert step.seat is not None
            hand = self.hands[self.pair.index(step.seat)]
            return [content.discard[card] for card in sorted(hand)]
        if name == "line":
            return setup.line_moves(self, int(about[0]))
        assert step.seat is not None
        if name == "draft":
            return setup.draft_moves(self, str(about[0]))
        return [content.drop[card] for card in setup.droppable(self, step.seat)]

    def options(self) -> list[int]:
        """What the clause below a choice on the stack lets choose between."""
        effect, op, picks = in_progress(self, self.pending[-2].about)
        return next_options(self, effect.rule.deeds[op], effect, picks) or []

    def apply_decision(self, step: Step, move: Move, events: list[Event]) -> None:
        name, content = step.name, self.config.content
        if name == "play":
            if move == STOP:
                events.append(Event("stop", "play-any-number", step.seat, {}))
                self.pending = (*self.pending, Step("tactics"))
            else:
                turn.play(self, content.card_number[move.about], events)
        elif name == "tactic":
            turn.act(self, move, events)
        elif name == "activate":
            turn.activate(self, int(move.about) - 1, events)
        elif name == "choose":
            self.picked(self.line[SPOTS.index(move.about)], events)
        elif name in ("strip", "recover"):
            self.picked(content.card_number[move.about], events)
        elif name == "host":
            host = self.line[SPOTS.index(move.about)]
            turn.lay(self, int(step.about[0]), host, events)
        elif name == "may":
            self.answered(move == YES, events)
        elif name == "trim":
            turn.trim(self, content.card_number[move.about], events)
        elif name == "discard":
            self.gave_up(step, content.card_number[move.about], events)
        elif name == "line":
            setup.line_up(self, int(step.about[0]), move.about.split(), events)
        else:
            self.prepared(step, move, events)

    def prepared(self, step: Step, move: Move, events: list[Event]) -> None:
        """A decision of the draft or of deck building."""
        content, seat = self.config.content, step.seat
        assert seat is not None
        if step.name == "draft":
            what = str(step.about[0])
            numbers = content.shepherd_number if what == "shepherd" else content.gruff_number
            setup.take(self, seat, what, numbers[move.about], events)
        else:
            setup.drop(self, seat, content.card_number[move.about], events)
            if not setup.built(self, seat):
                self.pending = (*self.pending, step)

    def picked(self, what: int, events: list[Event]) -> None:
        """A gruff or a card has been chosen for the clause on top of the stack."""
        effect, op, picks = in_progress(self, self.pending[-1].about)
        self.pending = self.pending[:-1]
        deed = effect.rule.deeds[op]
        gruff = len(picks) < len(deed.slots)
        seat = self.pair[effect.side]
        content = self.config.content
        if gruff:
            facts = {"gruff": content.gruffs[self.fighters[what]].id}
        else:
            facts = {"card": content.cards[what].id}
        events.append(Event("choose", "controller", seat, facts))
        picks = pick(deed, effect, picks, what)
        put_back(self, effect, op, picks)

    def answered(self, yes: bool, events: list[Event]) -> None:
        """A player makes use of a clause that may be left, or not."""
        effect, _, _ = in_progress(self, self.pending[-1].about)
        seat = self.pair[effect.side]
        facts: dict[str, JsonValue] = {"source": effect.rule.source.id, "yes": yes}
        events.append(Event("answer", "controller", seat, facts))
        if yes:
            begun(self, effect, events)
        else:
            self.pending = self.pending[:-1]

    def gave_up(self, step: Step, card: int, events: list[Event]) -> None:
        """A player has discarded one card of several to an effect."""
        assert step.seat is not None
        side, left = self.pair.index(step.seat), int(step.about[0]) - 1
        discard(self, side, card, "text-wins", events)
        if left:
            self.pending = (*self.pending, Step("discard", step.seat, (left,)))

    # Automatic steps

    def run_step(self, step: Step, events: list[Event]) -> None:
        name, about = step.name, step.about
        if name == "effect":
            carry_on(self, about, events)
        elif name == "triggers":
            self.next_trigger()
        elif name == "cards":
            turn.offer_cards(self)
        elif name == "played":
            turn.has_played(self, int(about[0]), events)
        elif name == "weird":
            turn.go_weird(self, events)
        elif name == "tactics":
            turn.offer_tactics(self, events)
        elif name == "limit":
            turn.limit_hand(self)
        elif name == "end":
            turn.end_turn(self, events)
        elif name == "turn":
            turn.begin_turn(self, int(about[0]), events)
        elif name == "strike":
            strike(self, events)
        elif name == "expire":
            turn.expire(self, events)
        elif name == "refresh":
            turn.refresh(self, events)
        elif name == "draw":
            turn.draw_one(self, events)
        elif name == "waken":
            turn.waken(self, events)
        else:
            self.set_up(step, events)

    def set_up(self, step: Step, events: list[Event]) -> None:
        """An automatic step before a game."""
        if step.name == "deal":
            setup.deal_teams(self, events)
        elif step.name == "decks":
            self.ask_for_decks(events)
        elif step.name == "game":
            setup.start_game(self, int(step.about[0]), events)
        elif step.name == "opening":
            setup.open_game(self, events)
        else:
            super().run_step(step, events)

    def ask_for_decks(self, events: list[Event]) -> None:
        """Every seat builds its deck in secret, or is dealt one."""
        steps = [Step("build", seat) for seat in self.order]
        if not self.config.build:
            for seat in self.order:
                setup.deal_decks(self, seat, events)
            steps = []
        self.pending = then(self.pending, *steps, Step("game", None, (0,)))

    def next_trigger(self) -> None:
        """`trigger-order`: first in, first out; when none waits the chain is over."""
        if not self.queue:
            self.fired = ()
            return
        (number, host, it), self.queue = self.queue[0], self.queue[1:]
        rule = self.config.content.rules[number]
        self.pending = then(self.pending, effect_step(rule, host, it), Step("triggers"))

    def explain_illegal(self, move: Move) -> tuple[str, str]:
        return why_not(self, move)
