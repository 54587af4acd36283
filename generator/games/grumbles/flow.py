"""Turns a decision into what follows from it: the procedure of Grumbles and Goofs, rule by rule.

Read it beside the rulebook: every function names the rules it keeps, and every event the rule it
comes from.  What the seven powers may do is in `powers`.

The stack of pending steps holds the game's order of play::

    pick (six times), leftover, turn              set-up and draft
    activate (three times), trade, turn           a turn, again and again
"""

from __future__ import annotations

from typing import TypeAlias

from generator.engine.events import Event, JsonValue
from generator.engine.game import Outcome
from generator.engine.pending import Stack, Step, then
from generator.games.grumbles import illegal_moves
from generator.games.grumbles.board import COLOURS, EMPTY
from generator.games.grumbles.content import DOOM, GOOFS, REGULAR, STARTER, SUPER
from generator.games.grumbles.display.text import shown
from generator.games.grumbles.moves import Move
from generator.games.grumbles.rules import actions
from generator.games.grumbles.rules.powers import Shifts
from generator.games.grumbles.state import GrumblesState

RED, GREEN = range(2)

Effect: TypeAlias = tuple[str, str, Shifts]
"""What happens in one moment: what it is called, its rule, and the pieces that move."""

DRAFT: Stack = then(
    (),
    *(Step("pick", seat) for seat in (RED, GREEN) * 3),
    Step("leftover"),
    Step("turn"),
)
"""`draft-order`: Red, Green, Red, Green, Red, Green."""

TURN: dict[int, Stack] = {
    seat: then((), *[Step("activate", seat)] * 3, Step("trade", seat), Step("turn"))
    for seat in (RED, GREEN)
}
"""`turn-shape`: three activations, then a trade; after it the next turn (`turns-alternate`)."""

SCORE = {
    STARTER: "regular-one",
    REGULAR: "regular-one",
    SUPER: "super-three",
    DOOM: "doom-minus-one",
}


def player(turn: int) -> int:
    """`green-first`, `turns-alternate`: Green has the odd turns, Red the even ones."""
    return GREEN if turn % 2 else RED


class Duel(GrumblesState):
    """A game of Grumbles and Goofs in progress."""

    __slots__ = ()

    # The decisions

    def compute_legal_moves(self) -> list[Move]:
        step, config = self.pending[-1], self.config
        assert step.seat is not None
        team = self.teams[step.seat]
        if step.name == "activate":
            # `activation-order`: any Grumble of hers that has not been activated this turn.
            moves: list[Move] = []
            for name in team:
                if name not in self.spent:
                    actions.add_to(moves, self.board, self.at[name], config.books[name])
            return moves
        if step.name == "trade":
            # `trade-compulsory`: one of her three, and nothing else to choose.
            return [config.trades[name] for name in team]
        # `draft-order`, `draft-place`: any Grumble left, on any empty square beside her home.
        starts = [at for at in config.board.starts[step.seat] if self.board[at] == EMPTY]
        return [config.picks[name, at] for name in self.spare() for at in starts]

    def apply_decision(self, step: Step, move: Move, events: list[Event]) -> None:
        assert step.seat is not None
        if step.name == "activate":
            self.activate(step.seat, move, events)
        elif step.name == "trade":
            self.trade(step.seat, move.grumble, events)
        else:
            self.pick(step.seat, move, events)

    def run_step(self, step: Step, events: list[Event]) -> None:
        if step.name == "turn":
            self.begin_turn(events)
        else:
            self.leave_over(events)

    def explain_illegal(self, move: Move) -> tuple[str, str]:
        return illegal_moves.why_not(self, move)

    # The draft

    def pick(self, seat: int, move: Move, events: list[Event]) -> None:
        """`draft-order`, `draft-place`: takes a Grumble and puts it beside the own home at once."""
        self.put(move.grumble, self.config.board.squares[move.to])
        self.teams[seat].append(move.grumble)
        events.append(Event("pick", "draft-order", seat, {"grumble": move.grumble}))
        facts = {"grumble": move.grumble, "to": move.to}
        events.append(Event("place", "draft-place", seat, facts))

    def leave_over(self, events: list[Event]) -> None:
        """`draft-leftover`: the Grumble nobody picked is the unused one."""
        (self.unused,) = self.spare()
        events.append(Event("leave", "draft-leftover", None, {"grumble": self.unused}))

    # A turn

    def begin_turn(self, events: list[Event]) -> None:
        """`green-first`, `turns-alternate`; `turn-cap` stops a simulation."""
        if self.turn >= self.config.turn_cap:
            self.stop(events)
            return
        self.turn += 1
        seat = player(self.turn)
        self.pending = TURN[seat]
        rule = "green-first" if self.turn == 1 else "turns-alternate"
        events.append(Event("turn", rule, seat, {"turn": self.turn}))

    def activate(self, seat: int, move: Move, events: list[Event]) -> None:
        """`activation`, `resolve-order`: a step, then a power, each if she likes; then refills."""
        name = move.grumble
        self.spent = (*self.spent, name)
        left: list[int] = []
        if move.step:
            left += self.carry_out(seat, name, self.stride(move), events)
        if move.power:
            shifts = actions.use(self.board, self.at[name], move, self.config)
            left += self.carry_out(seat, name, (move.power, move.power, shifts), events)
        if not move.step and not move.power:
            events.append(Event("stay", "activation-optional", seat, {"grumble": name}))
        assert sum(event.kind == "capture" for event in events) <= 1, "one-capture"
        if not self.outcome:
            self.refill(seat, left, events)

    def stride(self, move: Move) -> Effect:
        """What a step is called, its rule, and all that it moves."""
        shifts = actions.walk(self.board, self.at[move.grumble], move, self.config)
        if len(shifts) > 1:
            power = self.config.powers[move.grumble]
            return power, power, shifts
        home = shifts[0][1] in self.config.board.owner
        return "step", "homes-open" if home else "one-step", shifts

    def carry_out(self, seat: int, name: str, effect: Effect, events: list[Event]) -> list[int]:
        """`move-together`: lifts every piece, then puts each on its new square.

        Returns the stars that a Goof has left.
        """
        kind, rule, shifts = effect
        board, names = self.board, self.config.board.names
        pieces = [board[start] for start, _ in shifts]
        for start, _ in shifts:
            board[start] = EMPTY
        moved: list[tuple[str, str, str]] = []
        left: list[int] = []
        home = 0
        for piece, (start, end) in zip(pieces, shifts, strict=True):
            board[end] = piece
            moved.append((shown(piece), names[start], names[end]))
            if piece not in GOOFS:
                self.at[piece] = end
                continue
            if start in self.config.board.stars:
                left.append(start)
            if end in self.config.board.owner:
                home = end
        events.append(Event(kind, rule, seat, {"grumble": name, "moved": moved}))
        if home:
            self.capture(seat, home, events)
        return left

    def trade(self, seat: int, name: str, events: list[Event]) -> None:
        """`trade`, `trade-square`: the unused Grumble takes the place of the one traded away."""
        square = self.at.pop(name)
        coming, self.unused = self.unused, name
        self.board[square] = EMPTY
        self.put(coming, square)
        team = self.teams[seat]
        team[team.index(name)] = coming
        self.spent = ()
        facts = {"grumble": name, "for": coming, "at": self.config.board.names[square]}
        events.append(Event("trade", "trade", seat, facts))

    # Goofs

    def capture(self, seat: int, home: int, events: list[Event]) -> None:
        """`capture`, `capture-owner`, `capture-reveal`: the home's owner takes and shows the Goof.

        `last-chance`: Doom is worth more if no other Goof is in play, on the board or in the pile.
        """
        captor = self.config.board.owner[home]
        goof = self.board[home]
        before = self.points()
        self.board[home] = EMPTY
        self.captured[captor].append(goof)
        facts = {"goof": shown(goof), "at": self.config.board.names[home]}
        rule = "capture" if captor == seat else "capture-owner"
        events.append(Event("capture", rule, captor, facts))
        kind = REGULAR if goof == STARTER else goof
        events.append(Event("reveal", "capture-reveal", captor, {"goof": kind}))
        rule = SCORE[goof]
        if goof == DOOM and self.goofs_left() == 0:
            rule = "last-chance"
        total = self.points()[captor]
        score = {"points": total - before[captor], "total": total}
        events.append(Event("score", rule, captor, score))
        if goof == DOOM:
            self.doom(captor, events)

    def doom(self, captor: int, events: list[Event]) -> None:
        """`doom-ends`, `doom-ends-at-once`, `most-points`, `tie-is-draw`."""
        events.append(Event("end", "doom-ends", captor, {"turns": self.turn}))
        left = 3 - len(self.spent)
        events.append(Event("drop", "doom-ends-at-once", None, {"activations": left}))
        red, green = self.points()
        winner = None if red == green else RED if red > green else GREEN
        result = "draw" if winner is None else COLOURS[winner]
        rule = "tie-is-draw" if winner is None else "most-points"
        events.append(Event("result", rule, winner, {"result": result, "red": red, "green": green}))
        worth = {None: (0.5, 0.5), RED: (1.0, 0.0), GREEN: (0.0, 1.0)}
        self.end(result, "doom-ends", worth[winner])

    def stop(self, events: list[Event]) -> None:
        """`turn-cap`: a simulation that goes on for too long has no winner."""
        events.append(Event("end", "turn-cap", None, {"turns": self.turn}))
        self.end("unfinished", "turn-cap", (0.5, 0.5))

    def end(self, result: str, rule: str, worth: tuple[float, float]) -> None:
        """`only-ending`: nothing is left to do; the outcome records how it stands."""
        self.pending = ()
        facts: dict[str, JsonValue] = {
            "points": dict(zip(COLOURS, self.points(), strict=True)),
            "captured": dict(zip(COLOURS, map(list, self.captured), strict=True)),
            "turns": self.turn,
            "goofs-left": self.goofs_left(),
        }
        self.outcome = Outcome(result, rule, worth, facts)

    def refill(self, seat: int, left: list[int], events: list[Event]) -> None:
        """`refill-timing`: at the end of an activation, every empty star gets a Goof from the pile.

        `refill` where a Goof has left the star just now; where something else still stands on that
        star, the Goof is owed.  `pile-empty`: without a pile, nothing comes.  The stars are gone
        through in the order of their names (`refill-order`).
        """
        board, names = self.board, self.config.board.names
        for star in self.config.board.stars:
            if board[star] == EMPTY and self.pile:
                board[star] = self.pile.pop()
                rule = "refill" if star in left else "refill-timing"
                events.append(
                    Event("refill", rule, seat, {"to": names[star], "pile": len(self.pile)})
                )
            elif star in left:
                rule, kind = ("refill-timing", "owe") if self.pile else ("pile-empty", "no-refill")
                events.append(Event(kind, rule, seat, {"at": names[star]}))
