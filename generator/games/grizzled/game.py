"""The Grizzled: the game of the kit's records, ready to be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.events import Event, JsonValue
from generator.engine.game import Game, Records
from generator.engine.options import Options
from generator.engine.outcome import SearchLimits
from generator.engine.text.move_notation import Notation
from generator.games.grizzled import display, flow, heuristic, illegal_moves, position
from generator.games.grizzled.checks import unplayable
from generator.games.grizzled.content import CHAPLAIN, MatchConfig, Names
from generator.games.grizzled.invariants import find_violations
from generator.games.grizzled.moves import CHARM, FORMS, Move, read_move
from generator.games.grizzled.rules import setup
from generator.games.grizzled.state import SPEECHES, GrizzledState
from generator.kit.tables.records import Record, Table

GRIZZLED = "Grizzled"
"""How a seat has one, in statistics."""


class Grizzled(Game[GrizzledState]):
    """The Grizzled, a cooperative game: all players win or all lose (`outcome`)."""

    name = "grizzled"
    state_class = GrizzledState
    decisions = display.SENTENCES.with_prompts(flow.DECISIONS)
    automatic = flow.AUTOMATIC
    time_fields = ("round",)
    cooperative = True
    search_limits = SearchLimits(depth=3, draws=10)
    unprinted = ("effect", "number")
    seats_rule = "two-to-five"

    # Each of these is a function of the state, in the module named after it.
    unplayable = staticmethod(unplayable)
    prepare = staticmethod(setup.set_up)
    step_words = staticmethod(flow.step_words)
    refusals = illegal_moves.REFUSALS
    complete = staticmethod(position.complete)
    restore_outcome = staticmethod(position.restore_outcome)
    invariants = staticmethod(find_violations)
    weights = heuristic.WEIGHTS
    judge = staticmethod(heuristic.judge)
    text = staticmethod(display.draw)
    text_for = staticmethod(display.draw_for)
    move_sentence = staticmethod(display.move_sentence)
    sentences = display.SENTENCES.events
    together = display.SENTENCES.together
    series = display.SENTENCES.series

    def __init__(self, records: Records) -> None:
        super().__init__(records)
        self.names = Names(records.tables)
        people = [f"p{seat}" for seat in range(1, self.seats[-1] + 1)]
        kinds = {
            "Grizzled": self.names.grizzled,
            "card": self.names.cards,
            "threat": self.names.threats,
            "tile": self.names.tiles,
            "player": [*people, CHAPLAIN],
            "relief": [*self.names.cards, CHARM],
        }
        self._notation = Notation(FORMS, kinds, "one-action")

    def configure(self, players: int, options: Options) -> MatchConfig:
        return MatchConfig(self.records.tables, players, options)

    def max_decisions(self, options: Options) -> int:
        """`finite-game`: each round takes cards from the Reserve, and each of its turns uses up a
        card, a Charm, a token (which all may answer) or the player's part in the Mission.
        """
        longest = 0
        for players in self.seats:
            config = self.config(players, options)
            cards = len(config.cards)
            rounds = -(-(cards - config.start) // config.figures["least-drop"])
            turns = cards + 2 * players + config.speeches * (1 + players)
            longest = max(longest, players + rounds * (turns + 3))
        return longest

    def read_move(self, text: str) -> Move:
        return read_move(text, self._notation)

    def event_words(self, event: Event) -> Mapping[str, Any]:
        return display.words(event, self.names)

    def thing_titles(self, state: GrizzledState) -> Mapping[str, str]:
        return {**super().thing_titles(state), CHAPLAIN: display.person(CHAPLAIN)}

    def row_title(self, table: Table, row: Record) -> str:
        return self.names.spoken.get(row["id"]) or super().row_title(table, row)

    def component_title(self, component: str) -> str:
        name = self.names.cards.get(component)
        return f"{component} {name}" if name else self.names.grizzled.get(component, component)

    # Components: what is printed, what is used in play, and what each seat had

    def printed_pieces(self) -> list[str]:
        config = self.usual_config
        speeches = [SPEECHES.token] * (config.speeches + config.speeches_boxed)
        tiles = [*config.tiles, *config.spare_tiles]
        return sorted([*config.charm, *config.cards, *tiles, *speeches, *config.things])

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """Every Threat card laid, Hard Knock assigned, tile given, Charm used and threat named."""
        config, names = self.usual_config, self.names
        shows: dict[str, Mapping[str, JsonValue]] = {}
        for card in config.cards:
            kind, label = "christmas", f'"{names.cards[card]}"'
            if card in config.menaces:
                kind, label = "land", f'Threat card "{names.cards[card]}" {card}'
            elif card in config.knocks:
                kind, label = "assign", f'Hard Knock "{names.cards[card]}"'
            shows[label] = {"event": kind, "card": card}
        for id, name in names.tiles.items():
            shows[f'Support tile "{name}"'] = {"event": "support", "tile": id}
        for id, name in names.grizzled.items():
            shows[f'Grizzled "{name}"'] = {"event": "charm", "grizzled": id}
        for id, name in names.threats.items():
            shows[f'threat "{name}"'] = {"event": "speech", "threat": id}
        return shows

    def boxed_pieces(self, state: GrizzledState) -> list[str]:
        config = state.config
        grizzled = [id for id in state.grizzled if id]
        grizzled += [id for id in config.charm if id not in grizzled]
        speeches = [SPEECHES.token] * config.speeches_boxed
        return [*grizzled, *config.spare_tiles, *speeches, *config.things]

    def component_usage(self, state: GrizzledState) -> dict[str, int]:
        """Count Grizzled chosen, tiles dealt, Speech tokens out of the stock, and cards on the table."""
        return {
            "grizzled": sum(map(bool, state.grizzled)),
            "tile": sum(map(len, state.tiles)) + sum(map(bool, state.played)),
            "speech": state.config.speeches - state.stock,
            "menace": len(state.land),
            "knock": sum(map(len, state.knocks)),
        }

    def components_by_seat(self, state: GrizzledState) -> dict[str, dict[str, list[int]]]:
        """The seat of each Grizzled.

        Not what all had alike, such as Hard Knocks suffered: those tell how long a game was.
        """
        players = state.config.players
        return {GRIZZLED: {id: [seat] for seat, id in enumerate(state.grizzled[:players]) if id}}

    def component_names(self) -> dict[str, list[str]]:
        return {GRIZZLED: [*self.names.grizzled]}

    def remaining_supply(self, state: GrizzledState) -> dict[str, tuple[int, ...]]:
        return {
            **{"Trials": (len(state.trials),), "Reserve": (len(state.reserve),)},
            "stock of Speech tokens": (state.stock,),
        }
