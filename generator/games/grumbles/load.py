"""Turns plain data, a whole position or only what matters of it, into a state; finds every fault.

What is left out is as in a new game, as far as it can be: the Goofs on their stars, the pile made
up of what is nowhere else, the first turn.  `player`, `points` and `outcome` follow from the rest;
where they are given, they must agree with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from generator.engine.game import Locator
from generator.engine.position_reader import PositionReader
from generator.engine.rng import Rng
from generator.games.grumbles.board import COLOURS, EMPTY
from generator.games.grumbles.content import DOOM, GOOFS, STARTER
from generator.games.grumbles.flow import DRAFT, TURN, Duel, player
from generator.games.grumbles.invariants import position_faults

if TYPE_CHECKING:
    from generator.games.grumbles.game import Grumbles

KEYS = (
    *("options", "turn", "player", "activated", *COLOURS, "unused", "goofs", "pile"),
    *("captured", "points", "outcome", "chance"),
)


def load(game: Grumbles, data: Mapping[str, Any], where: Locator) -> Duel:
    """The state that the data describes.  Raises KitError with every fault at its place."""
    return _Loading(game, data, where).state()


class _Loading(PositionReader):
    """One position on its way from data to a state."""

    def __init__(self, game: Grumbles, data: Mapping[str, Any], where: Locator) -> None:
        super().__init__(data, where)
        self.game = game

    def state(self) -> Duel:
        self.only_keys(KEYS)
        options = self.options(self.game)
        config = self.game.config(options)
        self.stop_at_faults()
        state = Duel(config, Rng(self.number("chance", 1)))
        for seat, colour in enumerate(COLOURS):
            self.read_team(state, seat, colour)
        self.read_goofs(state)
        self.read_turn(state)
        self.stop_at_faults()
        self.set_pending(state)
        self.stop_at_broken(position_faults(state))
        self.read_known(state)
        self.stop_at_faults()
        return state

    # Parts

    def put(self, state: Duel, piece: str, name: object, *path: str) -> bool:
        """Puts a piece on the square with this name; a fault if there is no room."""
        square = state.config.board.squares.get(str(name))
        if square is None:
            self.fault(f'there is no square "{name}"', *path, check="P-squares")
        elif state.board[square] != EMPTY:
            there = state.board[square]
            self.fault(f"{piece} and {there} are both on {name}", *path, check="P-squares")
        else:
            state.put(piece, square)
            return True
        return False

    def read_team(self, state: Duel, seat: int, colour: str) -> None:
        for name, square in self.mapping(colour).items():
            if name not in state.config.powers:
                self.unknown("Grumble", name, state.config.powers, colour, name)
            elif name in state.at:
                self.fault(f"{name} is on the board twice", colour, name, check="P-grumbles")
            elif self.put(state, name, square, colour, name):
                state.teams[seat].append(name)

    def read_goofs(self, state: Duel) -> None:
        if "goofs" not in self.data:
            for star in state.config.board.stars:
                if state.board[star] == EMPTY:
                    state.board[star] = STARTER
        for square, goof in self.mapping("goofs").items():
            if not isinstance(goof, str) or goof not in GOOFS:
                self.unknown("Goof", str(goof), GOOFS, "goofs", square)
            else:
                self.put(state, goof, square, "goofs", square)
        for colour in self.mapping("captured"):
            if colour not in COLOURS:
                self.unknown("player", colour, COLOURS, "captured", colour)
        for seat, colour in enumerate(COLOURS):
            for goof in self.words("captured", colour):
                if goof not in GOOFS:
                    self.unknown("Goof", goof, GOOFS, "captured", colour)
                else:
                    state.captured[seat].append(goof)
        if self.data.get("pile") is not None:
            state.pile = self.words("pile")[::-1]
            for goof in state.pile:
                if goof not in state.config.copies:
                    self.unknown("Goof", goof, state.config.copies, "pile")
        else:
            elsewhere = Counter([*state.goofs().values(), *state.captured[0], *state.captured[1]])
            rest = Counter(state.config.pile) - elsewhere
            state.pile = state.rng.shuffled(sorted(rest.elements()))

    def read_turn(self, state: Duel) -> None:
        drafted = len(state.at) == 6
        state.turn = self.number("turn", 1 if drafted else 0)
        if drafted:
            (left,) = (name for name in state.config.powers if name not in state.at)
            state.unused = left
        unused = self.data.get("unused")
        if unused is not None and unused != state.unused:
            self.fault(f"the unused Grumble cannot be {unused}", "unused", check="P-grumbles")
        state.spent = tuple(self.words("activated"))
        for name in state.spent:
            if state.turn and name not in state.teams[player(state.turn)]:
                owner = COLOURS[player(state.turn)]
                self.fault(f"{name} is not one of {owner}'s Grumbles", "activated")
        if len(set(state.spent)) < len(state.spent):
            self.fault("a Grumble has been activated twice", "activated", check="activation-order")
        if state.turn > state.config.turn_cap:
            self.fault(f"there is no turn {state.turn}", "turn", check="turn-cap")
        if state.turn == 0:
            self.read_draft(state)

    def read_draft(self, state: Duel) -> None:
        """Before the first turn there are picks and nothing else."""
        board = state.config.board
        if len(state.at) >= 6:
            self.fault("the draft is over, so this is turn 1 or a later one", "turn")
        for colour, team, starts in zip(COLOURS, state.teams, board.starts, strict=True):
            for name in team:
                if state.at[name] not in starts:
                    says = f"{name} is not beside the {colour} home, but the draft goes on"
                    self.fault(says, colour, name, check="draft-place")
        if sorted(state.goofs()) != sorted(board.stars) or state.spent:
            self.fault("nothing has happened yet, because the draft goes on", "goofs")

    # What follows

    def set_pending(self, state: Duel) -> None:
        """Puts on the stack what is left to do at this point of the game."""
        doomed = [seat for seat in (0, 1) if DOOM in state.captured[seat]]
        if doomed:
            state.doom(doomed[0], [])
        elif not state.turn:
            state.pending = DRAFT[: len(DRAFT) - len(state.at)]
        elif self.mapping("outcome").get("rule") == "turn-cap":
            state.stop([])
        else:
            state.pending = TURN[player(state.turn)]
            state.pending = state.pending[: len(state.pending) - len(state.spent)]

    def read_known(self, state: Duel) -> None:
        """What is written down although it follows from the rest."""
        known = state.to_data()
        for key, check in (("player", "turns-alternate"), ("points", "P-score"), ("outcome", "")):
            given = self.data.get(key)
            if given is not None and given != known.get(key):
                self.fault(f'"{key}" must be {known.get(key)}, not {given}', key, check=check)
