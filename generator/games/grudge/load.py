"""Turns plain data, a whole position or only what matters of it, into a state; finds every fault.

What is left out is as in a Challenge under way: a Warrior with Stats 4, 3, 2, Axe and Shield, and
no Monsters.  Monsters have the figures of their cards.  Where `cards` are given it is the moment at
which turns begin; where not, the Warrior has drawn three cards and chooses an Initiative.  A deck is
a list of its top cards, and all cards that are nowhere lie below them at random.  A position
without a Warrior is a new game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from generator.engine.fields.reader import PositionReader
from generator.engine.game import Locator
from generator.engine.pending import Stack
from generator.engine.rng import Rng
from generator.games.grudge.character import Figure
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.dump import read_step
from generator.games.grudge.flow import GrudgeFlow
from generator.games.grudge.invariants import position_faults
from generator.games.grudge.map.squares import NAMES, NUMBER
from generator.games.grudge.map.terrain import Placed
from generator.games.grudge.rules.damage import finish
from generator.games.grudge.rules.setup import set_up

if TYPE_CHECKING:
    from generator.games.grudge.game import Grudge

KEYS = (
    *("options", "players", "challenge", "won", "round", "rounds", "rerolls", "pending"),
    *("stats", "weapons"),
    *("notches", "luckstones", "runestones", "experienced", "room", "encounter", "elements"),
    *("warrior", "monsters", "waiting", "fallen", "clouds", "luck", "looted", "warrior-deck"),
    *("warrior-discard", "hand", "cards", "initiative-hand", "initiative-discard", "initiative"),
    *("monster-deck", "monster-discard", "monster-cards", "monster-initiative-deck"),
    *("monster-initiative-discard", "monster-initiative", "aside", "joker", "shared-aid"),
    *("dragged", "fell", "reached", "killer", "tally", "chance", "outcome"),
)
FIGURE: Mapping[str, type] = {
    **{"at": str, "health": int, "defence": int, "weapon": str, "shield": bool, "loaded": bool},
    **{"dropped": list, "conditions": list, "acted": bool, "reacted": bool, "interrupted": bool},
    **{"steps": int, "struck": bool, "hurt-by": str, "immune": str},
}
"""What can be told of a Character."""
TURNS = ("next", "turns", "end-round")
DRAWN = ("initiative", "assign", "monster-cards", "turns", "end-round")


def load(game: Grudge, data: Mapping[str, Any], where: Locator) -> GrudgeFlow:
    """The state that the data describes.  Raises KitError with every fault at its place."""
    return _Loading(game, data, where).state()


class _Loading(PositionReader):
    """One position on its way from data to a state."""

    def __init__(self, game: Grudge, data: Mapping[str, Any], where: Locator) -> None:
        super().__init__(data, where)
        self.game = game

    def state(self) -> GrudgeFlow:
        self.only_keys(KEYS)
        options = self.options(self.game)
        self.stop_at_faults()
        self.config = self.game.config(1, options)
        state = GrudgeFlow(self.config, Rng(self.number("chance", 1)))
        set_up(state, [])
        state.rng = Rng(self.number("chance", 1))  # as written, whatever has been dealt
        if "warrior" not in self.data:
            self.read_rest(state)
            self.stop_at_faults()
            return state
        # What is not said is filled in at random, but not by the state's own chance.
        self.filling = Rng(state.rng.state, stream=1)
        state.challenge = self.number("challenge", 1)
        self.read_numbers(state)
        self.read_board(state)
        self.read_warrior(state)
        self.read_monsters(state)
        self.stop_at_faults()
        if state.challenge:
            self.read_cards(state)
        self.read_rest(state)
        state.pending = self.stack(state)
        self.decision(state.pending)
        drawn = all(step.name != "monster-cards" for step in state.pending)
        if state.initiative and drawn and not state.m_initiative:
            self.fault("the Monsters have an Initiative card, too", "monster-initiative")
        self.stop_at_faults()
        outcome = self.mapping("outcome")
        if outcome:
            finish(state, str(outcome.get("result")), str(outcome.get("rule")), [])
        self.stop_at_broken(position_faults(state))
        return state

    # Parts

    def read_numbers(self, state: GrudgeFlow) -> None:
        state.won = self.number("won", 0)
        state.round = self.number("round", 1)
        state.rounds = self.number("rounds", state.round)
        state.rerolls = self.number("rerolls", 0)
        state.luckstones = self.number("luckstones", state.luckstones)
        state.runestones = self.number("runestones", 0)
        stats = self.at("stats")
        state.stats = self.config.spreads[0] if stats is None else tuple(stats)
        state.experienced = tuple(self.at("experienced") or ())
        rooms = {id: number for number, id in self.config.room_ids.items()}
        for id in self.known([self.at("room") or ""], ["", *rooms], "room", "room"):
            state.room = rooms.get(id, 0)

    def square(self, name: Any, *path: str) -> int:
        if name not in NUMBER:
            self.unknown("square", str(name), NAMES, *path)
            return 0
        return NUMBER[name]

    def rows(self, key: str, wanted: Mapping[str, type]) -> list[Mapping[str, Any]]:
        """A list of mappings that have just these keys."""
        rows = self.at(key) or []
        if not isinstance(rows, (list, tuple)):
            self.fault(f'"{key}" must be a list', key)
            return []
        found = []
        for row in rows:
            fits = isinstance(row, Mapping) and row.keys() == wanted.keys()
            if fits and all(isinstance(row[name], kind) for name, kind in wanted.items()):
                found.append(row)
            else:
                self.fault(f'each of "{key}" has {" and ".join(wanted)}', key)
        return found

    def read_board(self, state: GrudgeFlow) -> None:
        elements = []
        for row in self.rows("elements", {"element": str, "squares": list}):
            known = self.known([row["element"]], self.config.elements, "Element", "elements")
            squares = tuple(self.square(name, "elements") for name in row["squares"])
            elements += [Placed(id, squares) for id in known]
        state.elements = tuple(elements)
        state.terrain = self.config.terrain(state.elements)
        state.clouds = tuple(
            (self.square(row["square"], "clouds"), row["value"])
            for row in self.rows("clouds", {"square": str, "value": int})
        )
        state.fallen = tuple(
            (row["of"], self.square(row["square"], "fallen"), row["weapon"])
            for row in self.rows("fallen", {"of": str, "square": str, "weapon": str})
        )

    def read_warrior(self, state: GrudgeFlow) -> None:
        config = self.config
        weapons = self.words("weapons") if "weapons" in self.data else ["axe"]
        state.weapons = tuple(self.known(weapons, config.weapons, "Weapon", "weapons"))
        whole_armour: dict[str, Any] = dict.fromkeys(config.armour, 0)
        notches = self.mapping("notches") if "notches" in self.data else whole_armour
        known = self.known(notches, config.armour, "armour", "notches")
        state.notches = {piece: self.as_count(notches[piece], "notches", piece) for piece in known}
        whole = state.notches.get("shield", 9) < config.armour["shield"]
        usual = Figure(WARRIOR, -1, config.health, 0, state.weapons[0] if state.weapons else "")
        usual = usual._replace(shield=whole and "shield" not in self.words("warrior", "dropped"))
        state.figures = {WARRIOR: self.figure(usual, "warrior")}

    def read_monsters(self, state: GrudgeFlow) -> None:
        config = self.config
        given = self.mapping("monsters")
        known = self.known(given, config.monsters, "Monster", "monsters")
        rolls = {id: number for number, id in config.encounter_ids.items()}
        usual = config.encounter_ids[config.highest if "troll" in known else min(rolls.values())]
        if "encounter" in self.data:
            usual = self.data["encounter"]
        for id in self.known([usual], ["", *rolls], "Encounter", "encounter"):
            state.encounter = rolls.get(id, 0)
        state.waiting = tuple(self.known(self.words("waiting"), config.monsters, "Monster"))
        for id in known:
            kind, standee = config.kind_of[id], config.standees[id]
            weapon = standee.weapons[0] if standee.weapons else "hammer"
            figure = Figure(id, -1, kind.health, kind.defence, weapon, standee.shield)
            state.figures = {**state.figures, id: self.figure(figure, "monsters", id)}

    def figure(self, usual: Figure, *path: str) -> Figure:
        """A Character, as usual but for what is said."""
        changes: dict[str, Any] = {}
        for key, value in self.mapping(*path).items():
            if key not in FIGURE:
                self.fault(f'a Character has no "{key}"', *path, key)
            elif not isinstance(value, FIGURE[key]):
                self.fault(f'"{key}" cannot be "{value}"', *path, key)
            else:
                changes[key.replace("-", "_")] = value
        if "at" in changes:
            changes["at"] = self.square(changes["at"], *path, "at") if changes["at"] else -1
        conditions = changes.get("conditions", ())
        known = self.known(conditions, self.config.conditions, "Condition", *path, "conditions")
        changes["conditions"] = frozenset(known)
        changes["dropped"] = tuple(changes.get("dropped", ()))
        gear = ("", "shield", *self.config.weapons)
        for word in ("weapon", "hurt_by", "immune"):
            self.known([changes.get(word, "")], gear, "Weapon", *path, word.replace("_", "-"))
        self.known(changes["dropped"], gear, "Weapon", *path, "dropped")
        return usual._replace(**changes)

    # Cards

    def cards(self, key: str) -> tuple[str, ...]:
        """A list of cards."""
        words = [word.upper() for word in self.words(key)]
        return tuple(self.known(words, self.config.value, "card", key))

    def pile(self, key: str, every: Sequence[str], placed: Sequence[str]) -> tuple[str, ...]:
        """A deck: the top cards that are given, and below them what is nowhere else."""
        top = self.cards(key)
        rest = Counter(every)
        rest.subtract([*placed, *top])
        below = self.filling.shuffled(sorted(rest.elements()))
        return (*below, *top[::-1])

    def three(self, key: str) -> tuple[str, ...]:
        """The cards in their places, if they are there."""
        cards = self.cards(key)
        if len(cards) not in (0, 3):
            self.fault("three cards have places: Main Action, Reaction, Interrupt", key)
        return cards if len(cards) == 3 else ("", "", "")

    def read_cards(self, state: GrudgeFlow) -> None:
        config = self.config
        state.aside = tuple(self.words("aside"))
        own = [each.split()[-1] for each in state.aside if each.startswith(WARRIOR)]
        theirs = [each.split()[-1] for each in state.aside if not each.startswith(WARRIOR)]
        state.slots, state.m_slots = self.three("cards"), self.three("monster-cards")
        state.w_discard, state.m_discard = (
            self.cards("warrior-discard"),
            self.cards("monster-discard"),
        )
        state.mi_discard = self.cards("monster-initiative-discard")
        state.m_initiative = self.cards("monster-initiative")
        state.hand = self.cards("hand")
        gone = [*state.w_discard, *state.hand, *filter(None, state.slots), *own]
        state.w_deck = self.pile("warrior-deck", config.action_cards, gone)
        if "pending" not in self.data and not state.hand and "cards" not in self.data:
            drawn = [card for card in state.w_deck[::-1] if card not in config.jokers][:3]
            state.w_deck = tuple(card for card in state.w_deck if card not in drawn)
            state.hand = tuple(drawn)
        gone = [*state.m_discard, *filter(None, state.m_slots), *theirs]
        state.m_deck = self.pile("monster-deck", config.action_cards, gone)
        gone = [*state.mi_discard, *state.m_initiative]
        state.mi_deck = self.pile("monster-initiative-deck", config.initiative_cards, gone)
        state.initiative = str(self.at("initiative") or "").upper()
        self.known(filter(None, [state.initiative]), config.initiative_cards, "card", "initiative")
        state.initiative_discard = self.cards("initiative-discard")
        state.initiative_hand = self.cards("initiative-hand")
        placed = {*state.initiative_discard, *state.initiative_hand, state.initiative}
        rest = tuple(card for card in config.initiative_cards if card not in placed)
        if "initiative-hand" not in self.data:
            state.initiative_hand = rest
        elif "initiative-discard" not in self.data:
            state.initiative_discard = rest

    def read_rest(self, state: GrudgeFlow) -> None:
        for key in ("luck", "looted", "joker", "dragged", "fell", "reached"):
            value = self.at(key) or False
            if isinstance(value, bool):
                setattr(state, key, value)
            else:
                self.fault(f'"{key}" is true or false', key)
        state.shared_aid = str(self.at("shared-aid") or "")
        state.killer = str(self.at("killer") or "")
        state.tally = self.mapping("tally")
        if "warrior" not in self.data and "pending" in self.data:
            state.pending = self.stack(state)

    def stack(self, state: GrudgeFlow) -> Stack:
        """What waits; by default the turns, or the choice of the Initiative."""
        words: Sequence[str] = self.words("pending")
        if self.data.get("pending") is None:
            words = TURNS if "cards" in self.data else DRAWN
        return tuple(reversed(self.steps(words, lambda text: read_step(text, self.config))))
