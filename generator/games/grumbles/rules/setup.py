"""Set-up: the starting Goofs, then each seat drafts three Grumbles."""

from __future__ import annotations

from generator.engine.events import Event
from generator.engine.pending import Stack, Step, then
from generator.games.grumbles.board import EMPTY, TEAM
from generator.games.grumbles.content import STARTER
from generator.games.grumbles.moves import Move
from generator.games.grumbles.state import GREEN, RED, GrumblesState

DRAFT: Stack = then(
    (), *(Step("pick", seat) for seat in (RED, GREEN) * TEAM), Step("leftover"), Step("turn")
)
"""`draft-order`: Red, Green, Red, Green, Red, Green."""


def set_up(state: GrumblesState, events: list[Event]) -> None:
    """`star-squares`, `starting-goofs`, `pile-face-down`; then the draft."""
    config = state.config
    stars = [config.board.names[star] for star in config.board.stars]
    facts = {"layout": config.options["board"], "stars": stars}
    events.append(Event("board", "star-squares", None, facts))
    for star in config.board.stars:
        state.put(STARTER, star)
    events.append(Event("start", "starting-goofs", None, {"squares": stars}))
    state.pile = state.rng.shuffled(config.pile)
    events.append(Event("mix", "pile-face-down", None, {"goofs": len(state.pile)}))
    state.pending = DRAFT


def picks(state: GrumblesState, step: Step) -> list[Move]:
    """`draft-order`, `draft-place`: any remaining Grumble, on any empty square next to the player's home."""
    config = state.config
    starts = [at for at in config.board.starts[step.decider] if state.board[at] == EMPTY]
    return [config.picks[name, at] for name in state.spare() for at in starts]


def pick(state: GrumblesState, step: Step, move: Move, events: list[Event]) -> None:
    """`draft-order`, `draft-place`: take a Grumble and put it next to the player's home at once."""
    seat = step.decider
    state.put(move.grumble, state.config.board.squares[move.to])
    state.teams[seat] += (move.grumble,)
    events.append(Event("pick", "draft-order", seat, {"grumble": move.grumble}))
    facts = {"grumble": move.grumble, "to": move.to}
    events.append(Event("place", "draft-place", seat, facts))


def leave_over(state: GrumblesState, step: Step, events: list[Event]) -> None:
    """`draft-leftover`: the Grumble that nobody picked is the unused one."""
    (state.unused,) = state.spare()
    events.append(Event("leave", "draft-leftover", None, {"grumble": state.unused}))
