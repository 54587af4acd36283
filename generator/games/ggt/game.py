"""Turns the kit's records into the game of Grunt, Growl, and Tear, ready to be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.base.errors import KitError
from generator.engine.events import Event, JsonValue
from generator.engine.game import Game, Locator, NewMap, Records, no_location
from generator.engine.options import Options
from generator.engine.rng import Rng
from generator.games.ggt import invariants
from generator.games.ggt.checks import unplayable
from generator.games.ggt.content import Box, MatchConfig
from generator.games.ggt.display import text
from generator.games.ggt.flow import GgtFlow
from generator.games.ggt.load import load
from generator.games.ggt.map import map_generator
from generator.games.ggt.map.board import Board
from generator.games.ggt.moves import Move, Vocabulary, read_move
from generator.games.ggt.rules import setup


class Ggt(Game[GgtFlow]):
    """A game in which the last monster wins (`last-monster`)."""

    name = "ggt"
    time_fields = ("round", "turns", "tally", "deeds")
    seats_rule = "player-count"
    map_options = map_generator.MAP_OPTIONS

    def __init__(self, records: Records) -> None:
        super().__init__(records)
        faults = unplayable(records)
        if faults:
            raise KitError(faults)
        self.box = Box(records.tables)
        box = self.box
        self._words = Vocabulary(
            [limb.id for limb in box.limbs],
            [monster.id for monster in box.monsters],
            box.card_number,
            box.weights,
            box.attributes[:-1],
        )

    def configure(self, players: int, options: Options) -> MatchConfig:
        board = self.box.boards[str(options["map"])]
        return MatchConfig(self.box, players, board, options)

    def seats_with(self, options: Options) -> range:
        """`monster-and-map-choice`: a map says how many it has room for."""
        board = self.box.boards.get(str(options["map"]))  # none: a map that will be made up
        if board is None:
            return self.seats
        return range(self.seats[0], board.map.players + 1)

    def printed_pieces(self) -> list[str]:
        return invariants.printed(self.box)

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """Every monster is chosen, with its limbs, and every ability takes effect."""
        names, shows = self.box.names, dict[str, Mapping[str, JsonValue]]()
        for monster in self.box.monsters:
            called = f'monster "{names.monsters[monster.id]}"'
            shows[called] = {"event": "take", "monster": monster.id}
        for limb in self.box.limbs:
            home = self.box.monsters[limb.home].id
            shows[f'limb "{names.limbs[limb.id]}"'] = {"event": "take", "monster": home}
            if limb.ability:
                called = f'{names.abilities[limb.ability]} of "{names.limbs[limb.id]}"'
                shows[called] = {"event": "ability", "limb": limb.id}
        return shows

    def seat_names(self, players: int) -> tuple[str, ...]:
        return text.seat_names(players)

    def max_decisions(self, options: Options) -> int:
        """`sim-cap`: so many rounds, in each so many turns, in each so many actions.

        The longest action is an attack with all its exchanges.  In one, both fighters may heal and
        say whether they go on, one may shield, rip and land, and both play all their cards.
        """
        box, most = self.box, self.seats[-1]
        exchange = 2 + 2 + 3 + 2 * len(box.cards)
        action = 1 + most + box.figures["exchange-cap"] * exchange
        turn = (box.longest_turn + 3) * action
        return 2 * most + box.figures["round-cap"] * most * turn

    def begin(self, rng: Rng, players: int, options: Options, events: list[Event]) -> GgtFlow:
        if options["map"] in self.box.boards:
            config = self.config(players, options)
        else:
            config = self._made_up(rng.bits(), players, options)
        state = GgtFlow(config, rng)
        setup.set_up(state, events)
        return state

    def _made_up(self, seed: int, players: int, options: Options) -> MatchConfig:
        """The setting of a game on a map that nobody has drawn yet."""
        usual = {name: option.default for name, option in self.map_options.items()}
        made = map_generator.make_map(self.records.tables, seed, players, usual)
        drawn = {"rows": made.row["rows"], "objects": made.row["objects"]}
        return MatchConfig(self.box, players, Board(made.map), options, drawn)

    def load(self, data: Mapping[str, Any], where: Locator = no_location) -> GgtFlow:
        return load(self, data, where)

    def read_move(self, text: str) -> Move:
        return read_move(text, self._words)

    def describe(self, event: Event) -> str:
        return text.tell(event, self.box.names)

    def new_map(self, seed: int, players: int, options: Options) -> NewMap:
        return map_generator.new_map(self.records.tables, seed, players, options)
