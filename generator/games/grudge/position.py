"""Positions of Grudge: defaults for entries missing from the data.

The defaults are those of a Challenge under way: a Warrior with Stats 4, 3, 2, Axe and Shield, and
no Monsters. Monsters have the numbers on their cards. If `cards` are given, turns are about to
begin; otherwise the Warrior has drawn three cards and chooses an Initiative. A deck is a list of
its top cards; all unplaced cards lie below them in random order. A position without a Warrior is a
new game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from generator.engine.fields import derive
from generator.engine.fields.reader import PositionReader
from generator.engine.pending import Step, then
from generator.engine.rng import Rng
from generator.games.grudge.character import Figure, read_figure
from generator.games.grudge.content import MONSTERS, WARRIOR
from generator.games.grudge.rules.damage import SCORES
from generator.games.grudge.rules.setup import set_up
from generator.games.grudge.state import GrudgeState

TURNS = (Step("next", 0), Step("turns"), Step("end-round"))
DRAWN = (Step("initiative", 0), Step("assign", 0), Step("monster-cards"), *TURNS[1:])
KEPT_ATTRIBUTES = (
    *("luck", "looted", "joker", "shared_aid", "dragged", "fell", "reached", "killer", "tally"),
    "pending",
)
"""Attributes that a position without a Warrior may give, besides options and chance."""


def complete(state: GrudgeState, reader: PositionReader) -> None:
    """Fill in the entries that the data of a position lacks."""
    if WARRIOR not in reader.data:
        _new_game(state)
        return
    if not reader.given("challenge"):
        state.challenge = 1
    if not reader.given("round"):
        state.round = 1
    if not reader.given("rounds"):
        state.rounds = state.round
    state.terrain = state.config.terrain(state.elements)
    _warrior(state, reader)
    _monsters(state, reader)
    reader.stop_at_faults()
    if state.challenge:
        _cards(state, reader)
    if not reader.given("pending"):
        state.pending = then((), *(TURNS if reader.given("cards") else DRAWN))
    drawn = all(step.name != "monster-cards" for step in state.pending)
    if state.initiative and drawn and not state.m_initiative:
        reader.fault("the Monsters have an Initiative card, too", "monster-initiative")
    if reader.mapping("outcome"):
        reader.known([reader.at("outcome", "result")], SCORES, "result", "outcome", "result")


def _new_game(state: GrudgeState) -> None:
    """Reset to a new game, keeping what does not depend on a Challenge."""
    kept = {name: getattr(state, name) for name in KEPT_ATTRIBUTES}
    chance = state.rng.state
    derive.begin(state)
    set_up(state, [])
    state.rng = Rng(chance)
    for name, value in kept.items():
        if value:
            setattr(state, name, value)


def _warrior(state: GrudgeState, reader: PositionReader) -> None:
    """Fill in default Stats and gear, and read the Warrior."""
    config = state.config
    if not reader.given("stats"):
        state.stats = config.spreads[0]
    if not reader.given("weapons"):
        state.weapons = ("axe",)
    if not reader.given("notches"):
        state.notches = dict.fromkeys(config.armour, 0)
    whole = state.notches.get("shield", 9) < config.armour["shield"]
    shield = whole and "shield" not in reader.words(WARRIOR, "dropped")
    weapon = state.weapons[0] if state.weapons else ""
    usual = Figure(WARRIOR, -1, config.health, 0, weapon, shield)
    state.place_figures({WARRIOR: read_figure(reader, usual, WARRIOR)})


def _monsters(state: GrudgeState, reader: PositionReader) -> None:
    """Read the Monsters, with the numbers on their cards as defaults, and fill in an Encounter."""
    config = state.config
    given = reader.mapping("monsters")
    known = reader.known(given, config.monsters, "Monster", "monsters")
    if not reader.given("encounter"):
        state.encounter = config.highest if "troll" in known else min(config.encounter_ids)
    for id in known:
        kind, standee = config.kind_of[id], config.standees[id]
        weapon = standee.weapons[0] if standee.weapons else "hammer"
        usual = Figure(id, -1, kind.health, kind.defence, weapon, standee.shield)
        figure = read_figure(reader, usual, MONSTERS, id)
        state.place_figures({**state.figures, id: figure})


# Cards


def _cards(state: GrudgeState, reader: PositionReader) -> None:
    """Make the decks of the unplaced cards, and draw a hand if cards are to be assigned."""
    config = state.config
    own, theirs = state.set_aside(WARRIOR), state.set_aside(MONSTERS)
    gone = [*state.w_discard, *state.hand, *filter(None, state.slots), *own]
    state.w_deck = _deck(reader, state.w_deck, config.action_cards, gone)
    if not (reader.given("pending") or state.hand or reader.given("cards")):
        drawn = [card for card in state.w_deck[::-1] if card not in config.jokers][:3]
        state.w_deck = tuple(card for card in state.w_deck if card not in drawn)
        state.hand = tuple(drawn)
    gone = [*state.m_discard, *filter(None, state.m_slots), *theirs]
    state.m_deck = _deck(reader, state.m_deck, config.action_cards, gone)
    gone = [*state.mi_discard, *state.m_initiative]
    state.mi_deck = _deck(reader, state.mi_deck, config.initiative_cards, gone)
    every = config.initiative_cards
    if not reader.given("initiative-hand"):
        placed = {*state.initiative_discard, state.initiative}
        state.initiative_hand = tuple(card for card in every if card not in placed)
    elif not reader.given("initiative-discard"):
        placed = {*state.initiative_hand, state.initiative}
        state.initiative_discard = tuple(card for card in every if card not in placed)


def _deck(
    reader: PositionReader, top: Sequence[str], every: Sequence[str], gone: Sequence[str]
) -> tuple[str, ...]:
    """A deck: the given cards on top, and all unplaced ones below them."""
    rest = Counter(every)
    rest.subtract([*gone, *top])
    return (*reader.filling.shuffled(sorted(rest.elements())), *top)
