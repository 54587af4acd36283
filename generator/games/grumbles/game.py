"""Grumbles and Goofs: the game described by the kit's records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from generator.engine.events import Event, JsonValue
from generator.engine.game import Game, Records, Refusal
from generator.engine.options import Options
from generator.engine.rng import Rng
from generator.games.grumbles import display, flow, illegal_moves, moves, position
from generator.games.grumbles.board import TEAM
from generator.games.grumbles.checks import unplayable
from generator.games.grumbles.content import REGULAR, STARTER, MatchConfig
from generator.games.grumbles.heuristic.evaluate import WEIGHTS, judge
from generator.games.grumbles.invariants import find_violations
from generator.games.grumbles.rules import setup
from generator.games.grumbles.state import GrumblesState


class Grumbles(Game[GrumblesState]):
    """`two-players`: a duel of Red (the first seat) and Green (the second)."""

    name = "grumbles"
    unprinted = ("power", "sides", "mark")
    seat_titles = display.SEATS
    seats_rule = "two-players"
    seats_differ = "Red has the first pick of Grumbles, and Green the first turn."
    state_class = GrumblesState
    decisions = display.SENTENCES.with_prompts(flow.DECISIONS)
    automatic = flow.AUTOMATIC

    # Each of these is a function of the state, in the module named after it.
    unplayable = staticmethod(unplayable)
    prepare = staticmethod(setup.set_up)
    refusals = illegal_moves.REFUSALS
    complete = staticmethod(position.complete)
    restore_outcome = staticmethod(position.restore_outcome)
    invariants = staticmethod(find_violations)
    weights = WEIGHTS
    judge = staticmethod(judge)
    text = staticmethod(display.draw)
    move_sentence = staticmethod(display.move_sentence)
    things = staticmethod(display.things)
    legend = display.LEGEND
    sentences = display.SENTENCES.events
    series = display.SENTENCES.series
    together = display.SENTENCES.together
    messages = (*display.MESSAGES, *illegal_moves.MESSAGES)

    def __init__(self, records: Records) -> None:
        super().__init__(records)
        self.standard: MatchConfig = self.usual_config
        """The configuration without options; all others have the same names of squares and pieces."""

    def configure(self, players: int, options: Options) -> MatchConfig:
        return MatchConfig(self.records.tables, options)

    def max_decisions(self, options: Options) -> int:
        """The picks of both seats, then activations and a trade in each turn up to `turn-cap`."""
        return 2 * TEAM + (TEAM + 1) * int(options["turn-cap"])

    def read_move(self, text: str) -> moves.Move:
        known = self.standard
        return moves.read_move(text, known.powers, known.names, known.board.squares)

    def thing_titles(self, state: GrumblesState) -> Mapping[str, str]:
        return {**super().thing_titles(state), **{name: name for name in state.config.board.names}}

    def event_words(self, event: Event) -> Mapping[str, Any]:
        return display.words(event, self.standard.names, self.translator)

    def explain_illegal(self, state: GrumblesState, move: moves.Move) -> Refusal:
        if not state.outcome:
            return super().explain_illegal(state, move)
        if state.outcome.rule == "turn-cap":
            return "turn-cap", "the game has been stopped"
        return "doom-ends-at-once", "the game is over"

    def redraw(self, state: GrumblesState, seat: int, rng: Rng) -> None:
        """`goof-knowledge`: shuffle the Goofs in the pile together with those drawn from it."""
        hidden = [square for square in state.goof_squares() if state.board[square] != STARTER]
        # Sorted first, so that the shuffle does not depend on where the Goofs really are.
        kinds = rng.shuffled(sorted([state.board[square] for square in hidden] + state.pile))
        for square in hidden:
            state.board[square] = kinds.pop()
        state.pile = kinds

    def is_certain(self, before: GrumblesState, after: GrumblesState) -> bool:
        """Whether no Goof was drawn or captured; bots value those on the board alike."""
        return len(after.pile) == len(before.pile) and after.captured == before.captured

    def is_deterministic(self, before: GrumblesState, after: GrumblesState) -> bool:
        """Whether no unknown Goof was revealed: a drawn one is as unknown as before."""
        if after.captured == before.captured:
            return True
        return after.captured[0].count(STARTER) + after.captured[1].count(STARTER) > (
            before.captured[0].count(STARTER) + before.captured[1].count(STARTER)
        )

    # Components: printed parts, and their use in play

    def printed_pieces(self) -> list[str]:
        return sorted([*self.standard.powers, *Counter(self.standard.copies).elements()])

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """Each power is used, and a Goof of each kind is captured."""
        names, promised = self.standard.names, dict[str, Mapping[str, JsonValue]]()
        for name, power in self.standard.powers.items():
            promised[f'Grumble "{names[name]}"'] = {"event": power, "grumble": name}
        for kind in self.standard.copies:
            promised[f'Goof "{names[kind]}"'] = {"event": "reveal", "goof": kind}
        return promised

    def pieces(self, state: GrumblesState) -> list[str]:
        goofs = [REGULAR if goof == STARTER else goof for goof in state.all_goofs()]
        grumbles = set(state.config.powers) & {*state.at, state.unused, *state.spare()}
        return sorted([*grumbles, *goofs])

    def components_by_seat(self, state: GrumblesState) -> dict[str, dict[str, list[int]]]:
        """The seats by the Grumbles in their teams at the end, and by the Goofs they captured."""
        found: dict[str, dict[str, list[int]]] = {"in the team": {}, "captured": {}}
        for usage, items in zip(found, (state.teams, state.captured), strict=True):
            for seat, each in enumerate(items):
                for name in dict.fromkeys(state.config.names[item] for item in each):
                    found[usage].setdefault(name, []).append(seat)
        return found

    def component_usage(self, state: GrumblesState) -> dict[str, int]:
        """Grumbles on the board, and Goofs drawn so far."""
        return {"grumble": len(state.at), "goof": state.config.goofs - len(state.pile)}

    def remaining_supply(self, state: GrumblesState) -> dict[str, tuple[int, ...]]:
        return {"pile": (len(state.pile),)}
