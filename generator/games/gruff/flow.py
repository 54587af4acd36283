"""Step tables of Gruff: the decision or the automatic action at each step.

The stack of pending steps holds the order of play::

    draft ... or deal, decks, build (each player)         teams and decks, once
    game, line, line, opening                             the start of each game
    turn, strike, expire, refresh, draw, waken            a turn: clean up and draw
    activate, weird, cards, play, tactic                  activate, play cards, one tactical action
    limit, trim                                           the end of the turn, then the next one

Each of these may be followed by `triggers`, which puts one `effect` after another on the stack until
the chain ends. An effect is below the decision it waits for: `may`, `choose`, `strip`, `recover`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.engine.pending import Automatic, Decision, Step, Words, read_words, write_words
from generator.games.gruff.content import Content
from generator.games.gruff.effects import resolve
from generator.games.gruff.entries import NONE
from generator.games.gruff.rules import attacks, card_zones, clean_up, setup, turn
from generator.games.gruff.state import GruffState

DECISIONS: Mapping[str, Decision] = {
    "draft": Decision(setup.drafts, setup.draft, about=("what",)),
    "build": Decision(setup.drops, setup.build),
    "line": Decision(setup.lines, setup.line_up, about=("side",)),
    "activate": Decision(turn.activations, turn.activate),
    "play": Decision(turn.plays, turn.play),
    "tactic": Decision(turn.tactics, turn.act),
    "host": Decision(turn.host_moves, turn.choose_host, about=("card",)),
    "choose": Decision(resolve.choices, resolve.choose_gruff),
    "may": Decision(resolve.yes_or_no, resolve.answer),
    "strip": Decision(resolve.choices, resolve.choose_card),
    "recover": Decision(resolve.choices, resolve.choose_card),
    "discard": Decision(card_zones.hand, card_zones.discard_one, about=("number",)),
    "trim": Decision(card_zones.hand, card_zones.trim),
}
EFFECT = ("rule", "number", "fighter", "fighter", "fighter")
"""The parameters of an effect; its picks follow."""
AUTOMATIC: Mapping[str, Automatic] = {
    "deal": Automatic(setup.deal_teams),
    "decks": Automatic(setup.begin_decks),
    "game": Automatic(setup.start_game, ("number",)),
    "opening": Automatic(setup.open_game),
    "turn": Automatic(turn.begin_turn, ("side",)),
    "strike": Automatic(attacks.strike_step),
    "triggers": Automatic(resolve.next_trigger),
    "effect": Automatic(resolve.continue_clause, EFFECT),
    "expire": Automatic(clean_up.expire),
    "refresh": Automatic(clean_up.refresh),
    "draw": Automatic(turn.draw_one),
    "waken": Automatic(turn.ask_for_activation),
    "weird": Automatic(turn.gain_crazy),
    "cards": Automatic(turn.offer_cards),
    "played": Automatic(turn.card_played, ("card",)),
    "limit": Automatic(turn.limit_hand),
}


def step_words(state: GruffState) -> Words:
    """The parameters of steps, by the kinds of their words."""
    content, ids = state.config.content, state.config.gruff_ids
    fighters = {ids[gruff]: number for number, gruff in enumerate(state.fighters) if gruff >= 0}
    return {
        "what": ("shepherd", "gruff"),
        "side": {"A": 0, "B": 1},
        "card": content.card_number,
        "rule": content.clause_number,
        "fighter": {**fighters, "-": NONE},
    }


def effect_kinds(content: Content, about: Sequence[Any]) -> list[str] | None:
    """The kinds of an effect's parameters, its picks at the end: fighters, then cards."""
    if len(about) < len(EFFECT):
        return None
    number, picks = int(about[1]), len(about) - len(EFFECT)
    operations = content.clauses[int(about[0])].operations
    if not (0 <= number < len(operations) or (number == resolve.START and not picks)):
        return None
    fighters = min(picks, len(operations[number].slots)) if operations[number].takes_card else picks
    return [*EFFECT, *["fighter"] * fighters, *["card"] * (picks - fighters)]


def effect_text(state: GruffState, step: Step) -> str:
    """A clause in progress as text: `effect horn-rush#1 0 billy - -`."""
    kinds = effect_kinds(state.config.content, step.about) or ()
    return " ".join([step.name, *write_words(kinds, step.about, step_words(state))])


def read_effect(state: GruffState, text: str) -> Step | None:
    """Parse a clause in progress; None if it is not one."""
    name, *words = text.split()
    known = step_words(state)
    clause = read_words(EFFECT[:2], words[:2], known)
    kinds = effect_kinds(state.config.content, (*clause, *words[2:])) if clause else None
    about = read_words(kinds, words, known) if kinds else None
    return None if about is None else Step(name, None, about)
