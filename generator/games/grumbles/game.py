"""Grumbles and Goofs: the game of the kit's records, ready to be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from generator.base.errors import KitError
from generator.engine.events import Event, JsonValue
from generator.engine.fields.reader import PositionReader
from generator.engine.game import Game, PositionFault, Records, Refusal
from generator.engine.options import Options
from generator.engine.rng import Rng
from generator.games.grumbles import flow, illegal_moves, invariants, position
from generator.games.grumbles.checks import unplayable
from generator.games.grumbles.content import DRAWN, REGULAR, STARTER, MatchConfig
from generator.games.grumbles.display import text
from generator.games.grumbles.heuristic.evaluate import evaluate
from generator.games.grumbles.moves import Move, read_move
from generator.games.grumbles.rules import draft, goofs
from generator.games.grumbles.state import GrumblesState
from generator.kit.words import Message


class Grumbles(Game[GrumblesState]):
    """`two-players`: a duel of Red (the first seat) and Green (the second)."""

    name = "grumbles"
    state_class = GrumblesState
    decisions = flow.DECISIONS
    automatic = flow.AUTOMATIC
    legend = text.LEGEND
    seats_rule = "two-players"

    def __init__(self, records: Records) -> None:
        super().__init__(records)
        faults = unplayable(records)
        if faults:
            raise KitError(faults)
        self.standard: MatchConfig = self.usual_config
        """The setting of a game without options, which names squares and pieces like any other."""

    def configure(self, players: int, options: Options) -> MatchConfig:
        return MatchConfig(self.records.tables, options)

    def printed_pieces(self) -> list[str]:
        return sorted([*self.standard.powers, *Counter(self.standard.copies).elements()])

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """Every power is used, and a Goof of every kind is captured."""
        standard = self.standard
        powers = {f'Grumble "{standard.names[name]}"': name for name in standard.powers}
        goofs = {f'Goof "{standard.names[kind]}"': kind for kind in standard.copies}
        return {
            **{
                item: {"event": standard.powers[name], "grumble": name}
                for item, name in powers.items()
            },
            **{item: {"event": "reveal", "goof": kind} for item, kind in goofs.items()},
        }

    def seat_names(self, players: int) -> tuple[str, ...]:
        return "Red", "Green"

    def max_decisions(self, options: Options) -> int:
        """Six picks, then three activations and a trade every turn up to `turn-cap`."""
        return 6 + 4 * int(options["turn-cap"])

    def prepare(self, state: GrumblesState, events: list[Event]) -> None:
        draft.set_up(state, events)

    def explain_illegal(self, state: GrumblesState, move: Move) -> Refusal:
        return illegal_moves.explain_illegal(state, move)

    def read_move(self, text: str) -> Move:
        return read_move(text, self.standard.powers, self.standard.board.squares)

    # Positions

    def complete(self, state: GrumblesState, reader: PositionReader) -> None:
        position.complete(state, reader)

    def restore_outcome(self, state: GrumblesState, result: str, rule: str) -> None:
        if rule == "turn-cap" and state.turn and not state.outcome:
            goofs.stop(state, [])

    def redraw(self, state: GrumblesState, seat: int, rng: Rng) -> None:
        """Neither seat knows one drawn Goof from another (`goof-knowledge`): they are mixed."""
        hidden = [square for square, piece in enumerate(state.board) if piece in DRAWN]
        # Sorted, so that the mix tells nothing about how the Goofs really lie.
        kinds = rng.shuffled(sorted([state.board[square] for square in hidden] + state.pile))
        for square in hidden:
            state.board[square] = kinds.pop()
        state.pile = kinds

    def invariants(self, state: GrumblesState) -> Iterator[PositionFault]:
        return invariants.invariants(state)

    def pieces(self, state: GrumblesState) -> list[str]:
        found = [*state.goofs().values(), *state.pile, *state.captured[0], *state.captured[1]]
        found = [REGULAR if goof == STARTER else goof for goof in found]
        grumbles = set(state.config.powers) & {*state.at, state.unused, *state.spare()}
        return sorted([*grumbles, *found])

    # How it is judged and shown

    def evaluate(self, state: GrumblesState) -> tuple[float, ...]:
        return evaluate(state)

    def text(self, state: GrumblesState) -> str:
        return text.draw(state)

    def describe(self, event: Event) -> str:
        return text.describe(event, self.standard.names, self.translator)

    def translatable_sentences(self) -> Sequence[Message]:
        return text.SAID

    # Statistics

    def components_by_seat(self, state: GrumblesState) -> dict[str, dict[str, list[int]]]:
        """The seats by the Grumbles in their teams at the end, and by the Goofs they captured."""
        found: dict[str, dict[str, list[int]]] = {"in the team": {}, "captured": {}}
        for way, had in zip(found, (state.teams, state.captured), strict=True):
            for seat, each in enumerate(had):
                for item in set(each):
                    name = REGULAR if item == STARTER else item
                    found[way].setdefault(state.config.names[name], []).append(seat)
        return found

    def component_usage(self, state: GrumblesState) -> dict[str, int]:
        """Grumbles on the board, and Goofs that have been drawn."""
        return {"grumble": len(state.at), "goof": state.config.goofs - len(state.pile)}

    def remaining_supply(self, state: GrumblesState) -> dict[str, tuple[int, ...]]:
        return {"pile": (len(state.pile),)}
