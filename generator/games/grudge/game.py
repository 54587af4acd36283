"""Turns the kit's records into the game of Grudge, ready to be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.base.errors import KitError
from generator.engine.events import Event, JsonValue
from generator.engine.game import Game, Locator, NewMap, Records, no_location
from generator.engine.options import Options
from generator.engine.rng import Rng
from generator.games.grudge import invariants
from generator.games.grudge.checks import unplayable
from generator.games.grudge.content import MatchConfig, Names
from generator.games.grudge.display import text
from generator.games.grudge.flow import GrudgeFlow
from generator.games.grudge.load import load
from generator.games.grudge.map import camp_generator
from generator.games.grudge.moves import Move, Vocabulary, read_move
from generator.games.grudge.rules import setup

SET_UP, REROLL = 20, 2
"""The most decisions before the first Round of a Challenge, and for each roll made again there."""
ROUND = 160
"""More decisions than these no Round can have: see `Grudge.longest`."""


class Grudge(Game[GrudgeFlow]):
    """A game for one, against Monsters that follow their cards."""

    name = "grudge"
    time_fields = ("round", "rounds", "tally")
    seats_rule = "one-warrior"
    map_options = camp_generator.MAP_OPTIONS

    def __init__(self, records: Records) -> None:
        super().__init__(records)
        faults = list(unplayable(records))
        if faults:
            raise KitError(faults)
        self.names = Names(records.tables)
        self._words = Vocabulary(self.usual_config)

    def configure(self, players: int, options: Options) -> MatchConfig:
        return MatchConfig(self.records.tables, options)

    def printed_pieces(self) -> list[str]:
        return invariants.printed(self.usual_config)

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """Every Monster Strikes, every Weapon is wielded, every Element placed, every spell cast."""
        config, names = self.usual_config, self.names
        shows: dict[str, Mapping[str, JsonValue]] = {}
        for id in config.monsters:
            shows[f"Monster {names.short[id]}"] = {"event": "strike", "who": id}
        for id in config.weapons:
            shows[f"Weapon {names.of[id]}"] = {"event": "wield", "weapon": id}
        for id in config.elements:
            kind = "roll-pig" if id == "pig" else "place"
            told = {} if id == "pig" else {"element": id}
            shows[f"Element {names.of[id]}"] = {"event": kind, **told}
        for id in config.spells:
            shows[f"spell {names.of[id]}"] = {"event": "cast", "spell": id}
        for id in config.conditions:
            shows[f"Condition {names.of[id]}"] = {"event": "condition", "condition": id}
        for number, id in config.encounter_ids.items():
            shows[f"Encounter {number} {names.of[id]}"] = {"event": "encounter", "encounter": id}
        return shows

    def component_title(self, part: str) -> str:
        return " + ".join(self._part(each) for each in part.split("+"))

    def _part(self, id: str) -> str:
        figure = self.names.figures.get(id, "").removeprefix("the ")
        return figure or self.names.of.get(id) or self.names.of.get(f"armour {id}") or id

    def seat_names(self, players: int) -> tuple[str, ...]:
        return ("Warrior",)

    def max_decisions(self, options: Options) -> int:
        """`sim-cap`: so many Challenges of so many Rounds.

        A Challenge begins with at most 17 decisions: Room and edge (Luckstones and choice each), five
        Elements, the Warrior, the Encounter (Luckstones, keep), four Monsters, the Weapon.  A roll
        made again adds two, `reroll` and Luckstones.

        A Round has at most 155: 2 for the cards, 5 for who is next, 4 for which Monster reacts, 6
        passes; 37 for each of the Warrior's two actions (an Axe that fells four enemies: each time a
        Riposte of 2 Damage, a step with 4 Opportunity Attacks, a Campfire, the next Strike); 7 for
        each of eight Monsters' actions (a miss, then a Sidestep past 4 enemies), and 2 more for
        each Monster's Sidestep.
        """
        number: Mapping[str, int] = self.config(1, options).number
        set_up = SET_UP + REROLL * number["rerolls"]
        return 2 + number["challenges"] * (set_up + number["rounds"] * ROUND)

    def begin(self, rng: Rng, players: int, options: Options, events: list[Event]) -> GrudgeFlow:
        state = GrudgeFlow(self.config(1, options), rng)
        setup.set_up(state, events)
        return state

    def load(self, data: Mapping[str, Any], where: Locator = no_location) -> GrudgeFlow:
        return load(self, data, where)

    def read_move(self, text: str) -> Move:
        return read_move(text, self._words)

    def describe(self, event: Event) -> str:
        return text.tell(event, self.names)

    def new_map(self, seed: int, players: int, options: Options) -> NewMap:
        return camp_generator.new_map(self, seed, options)
