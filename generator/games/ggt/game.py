"""Grunt, Growl, and Tear: the game described by the kit's records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.engine.events import Event, JsonValue
from generator.engine.fields.reader import PositionReader
from generator.engine.game import Game, NewMap, Records
from generator.engine.options import Options
from generator.engine.pending import Words
from generator.engine.rng import Rng
from generator.engine.text.move_notation import Kinds, Notation
from generator.games.ggt import determinize, flow, illegal_moves, invariants, position, statistics
from generator.games.ggt.checks import unplayable
from generator.games.ggt.combat_state import UNANSWERED
from generator.games.ggt.content import Box, MatchConfig
from generator.games.ggt.display import move_labels, move_sentences, text
from generator.games.ggt.display.together import TOGETHER
from generator.games.ggt.heuristic.evaluate import WEIGHTS, judge, judge_seat
from generator.games.ggt.map import map_generator
from generator.games.ggt.map.board import Board
from generator.games.ggt.map.hexes import read_name
from generator.games.ggt.moves import ANY_MOVE, FORMS, OFF, PATTERNS, Move, read_move
from generator.games.ggt.rules import dismember, setup
from generator.games.ggt.state import GgtState


class Ggt(Game[GgtState]):
    """A game in which the last monster wins (`last-monster`)."""

    name = "ggt"
    state_class = GgtState
    decisions = text.SENTENCES.with_prompts(flow.DECISIONS)
    automatic = flow.AUTOMATIC
    determinizations = 1
    time_fields = ("round", "turns", "tally", "deeds")
    legend = move_labels.LEGEND
    unprinted = ("plan", "skin", "colour", "shape", "sign", "hex", "rows")
    seats_rule = "player-count"
    turn_event = "turn"
    picks = ("take",)
    sentences = text.SENTENCES.events
    together = TOGETHER
    series = text.SENTENCES.series
    map_options = map_generator.MAP_OPTIONS
    weights = WEIGHTS
    judge = staticmethod(judge)
    judge_seat = staticmethod(judge_seat)

    # Each of these is a function of the state, in the module named after it.
    unplayable = staticmethod(unplayable)
    prepare = staticmethod(setup.set_up)
    refusals = illegal_moves.REFUSALS
    complete = staticmethod(position.complete)
    pieces = staticmethod(invariants.pieces)
    invariants = staticmethod(invariants.invariants)
    redraw = staticmethod(determinize.redraw)
    text = staticmethod(text.draw)
    text_for = staticmethod(move_labels.draw_for)
    move_sentence = staticmethod(move_sentences.move_sentence)
    describe_move = staticmethod(move_labels.describe_move)
    things = staticmethod(move_labels.things)
    components_by_seat = staticmethod(statistics.components_by_seat)
    metrics = staticmethod(statistics.metrics)
    component_usage = staticmethod(statistics.component_usage)

    def __init__(self, records: Records) -> None:
        super().__init__(records)
        self.box = Box(records.tables)
        box = self.box
        kinds: Kinds = {
            **PATTERNS,
            OFF: {OFF},
            "space": read_name,
            "limb": [limb.id for limb in box.limbs],
            "monster": box.monster_number,
            "card": box.card_number,
            "attribute": box.attributes[:-1],
            "target": lambda word: word in box.weights or PATTERNS["player"](word),
        }
        self._notation = Notation(FORMS, kinds, ANY_MOVE, {"space": read_name})

    def configure(self, players: int, options: Options) -> MatchConfig:
        board = self.box.boards[str(options["map"])]
        return MatchConfig(self.box, players, board, options)

    def seats_with(self, options: Options) -> range:
        """`monster-and-map-choice`: a map limits the number of players."""
        board = self.box.boards.get(str(options["map"]))  # None: a map to be generated
        if board is None:
            return self.seats
        return range(self.seats[0], board.map.players + 1)

    def printed_pieces(self) -> list[str]:
        return invariants.printed_pieces(self.box)

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """Each monster is chosen, with its limbs, and each ability takes effect."""
        names, shows = self.box.names, dict[str, Mapping[str, JsonValue]]()
        for monster in self.box.monsters:
            label = f'monster "{names.monsters[monster.id]}"'
            shows[label] = {"event": "take", "monster": monster.id}
        for limb in self.box.limbs:
            home = self.box.monsters[limb.home].id
            shows[f'limb "{names.limbs[limb.id]}"'] = {"event": "take", "monster": home}
            if limb.ability:
                label = f'{names.abilities[limb.ability]} of "{names.limbs[limb.id]}"'
                shows[label] = {"event": "ability", "limb": limb.id}
        return shows

    def max_decisions(self, options: Options) -> int:
        """`sim-cap`: most rounds x most turns in a round x most decisions in a turn.

        The longest action is an attack with all its exchanges. In an exchange both fighters may heal
        and decide whether to continue, one may shield, rip and land, and both play all their cards.
        """
        box, most = self.box, self.seats[-1]
        exchange = 2 + 2 + 3 + 2 * len(box.cards)
        action = 1 + most + box.figures["exchange-cap"] * exchange
        turn = (box.longest_turn + 3) * action
        return 2 * most + box.figures["round-cap"] * most * turn

    def begin(self, rng: Rng, players: int, options: Options, events: list[Event]) -> GgtState:
        if options["map"] in self.box.boards:
            return super().begin(rng, players, options, events)
        # The map is for this game alone, so its configuration is not cached.
        state = GgtState(rng, self, self._generate_map(rng.bits(), players, options))
        setup.set_up(state, events)
        return state

    def _generate_map(self, seed: int, players: int, options: Options) -> MatchConfig:
        """The configuration of a game on a generated map."""
        defaults = {name: option.default for name, option in self.map_options.items()}
        generated = map_generator.make_map(self.records.tables, seed, players, defaults)
        drawn = {"rows": generated.row["rows"], "objects": generated.row["objects"]}
        return MatchConfig(self.box, players, Board(generated.map), options, drawn)

    def new_map(self, seed: int, players: int, options: Options) -> NewMap:
        return map_generator.new_map(self.records.tables, seed, players, options)

    def step_words(self, state: GgtState) -> Words:
        return state.config.step_words

    def read_move(self, text: str) -> Move:
        return read_move(text, self._notation)

    # Positions

    def read_config(self, reader: PositionReader) -> MatchConfig:
        """The configuration of a position, with the map that it draws, if any."""
        options, players = reader.options(self), reader.number("players", self.seats[0])
        if players not in self.seats:
            reader.fault(f"{players} cannot play this game", "players", check=self.seats_rule)
        reader.stop_at_faults()
        board, drawn = position.read_board(reader, self.box, str(options["map"]))
        if drawn is None:
            config: MatchConfig = self.config(players, options)
            return config
        return MatchConfig(self.box, players, board, options, drawn)

    def restore_outcome(self, state: GgtState, result: str, rule: str) -> None:
        state.pending, state.outcome = (), dismember.outcome(state)

    def view(self, state: GgtState, seat: int | None) -> dict[str, JsonValue]:
        """A seat's view; `cells` has the terrain for figures."""
        return {**super().view(state, seat), "cells": state.config.board.shown}

    # Judgement and display

    def is_deterministic(self, before: GgtState, after: GgtState) -> bool:
        """Whether no card was drawn, and no secret commitments were pending.

        Commitments are made in a Test, and in a combat about healing and about continuing.
        """
        if before.contest is not None or after.rng.state != before.rng.state:
            return False
        fight = before.fight
        return fight is None or fight.heals == fight.wants == (UNANSWERED, UNANSWERED)

    def thing_titles(self, state: GgtState) -> Mapping[str, str]:
        return {**super().thing_titles(state), **dict(move_labels.thing_titles(state))}

    def event_words(self, event: Event) -> Mapping[str, Any]:
        return text.words(event, self.box.names)

    # Statistics

    def component_names(self) -> Mapping[str, Sequence[str]]:
        return statistics.component_names(self.box)

    def component_conditions(self, usage: str, component: str) -> Sequence[tuple[str, str]]:
        return statistics.component_conditions(self.box, usage, component)

    def remaining_supply(self, state: GgtState) -> dict[str, tuple[int, ...]]:
        return {
            **{"draw pile": tuple(pile.bit_count() for pile in state.piles)},
            "supply of Power": (max(0, state.supply),),
        }
