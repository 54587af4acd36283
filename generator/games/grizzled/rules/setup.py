"""Set-up and Preparation: the piles, the Grizzled, and the cards dealt every round."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event
from generator.engine.pending import Stack, Step, then
from generator.engine.rng import Rng
from generator.games.grizzled.moves import Move
from generator.games.grizzled.rules.hard_knocks import own
from generator.games.grizzled.state import GrizzledState

# Set-up


def set_up(state: GrizzledState, events: list[Event]) -> None:
    """Both piles, the Support tiles, the stock of Speech tokens and the first Leader."""
    config, rng = state.config, state.rng
    events.append(Event("mode", config.mode, None, {}))
    cards = rng.shuffled(config.cards)
    events.append(Event("shuffle", "term-trial", None, {"cards": len(cards)}))
    state.trials, state.reserve = cards[: config.start], cards[config.start :]
    piles = {"trials": len(state.trials), "reserve": len(state.reserve)}
    events.append(Event("piles", _start_rule(state), None, piles))
    deal_tiles(state, config.tiles, range(config.holders), rng)
    facts = {"tiles": len(state.tiles[0]), "boxed": len(state.boxed)}
    events.append(Event("tiles", "tile-mix", None, facts))
    for seat in range(config.players):
        hand_tiles = list(state.tiles[seat])
        events.append(Event("own-tiles", "tiles-face-down", seat, {"tiles": hand_tiles}, seat))
    events.append(Event("leader", "first-leader", state.leader, {"speeches": state.stock}))
    state.pending = opening(state)


def opening(state: GrizzledState) -> Stack:
    """`grizzled-pick`: all choose clockwise from the first Leader; then the first round."""
    takes = [Step("take", seat) for seat in state.seats_from(state.leader)]
    return then((), *takes, Step("chaplain"), Step("round"))


def _start_rule(state: GrizzledState) -> str:
    """The rule that says how large the Trials pile is."""
    config = state.config
    if config.start != config.usual_start:
        return "chaplain-ladder" if config.players == 2 else "modes-combine"
    if config.mode == "veteran":
        return "veteran"
    return "chaplain-start-20" if config.players == 2 else "normal"


def deal_tiles(state: GrizzledState, tiles: list[str], holders: Sequence[int], rng: Rng) -> None:
    """`tile-mix`: one of each single for every holder, and one of the mixed rest; box what is left."""
    rest = tiles[:]
    for holder in holders:
        state.tiles[holder] = tuple(state.config.singles)
        for tile in state.config.singles:
            rest.remove(tile)
    rest = rng.shuffled(rest)
    for holder in holders:
        state.tiles[holder] += (rest.pop(),)
    state.boxed = tuple(rest)


def take(state: GrizzledState, step: Step, move: Move, events: list[Event]) -> None:
    """`grizzled-pick`: nobody else has that one."""
    seat, grizzled = step.decider, move.one
    state.grizzled[seat] = grizzled
    events.append(Event("take", "grizzled-pick", seat, {"grizzled": grizzled}))


def chaplain_joins(state: GrizzledState, step: Step, events: list[Event]) -> None:
    """`chaplain-joins`, `grizzled-pick`: with two players, he is shown by the lowest one left."""
    if state.config.holders > state.config.players:
        left = [id for id in state.config.charm if id not in state.grizzled]
        state.grizzled[-1] = left[0]
        events.append(Event("chaplain", "chaplain-joins", None, {"grizzled": left[0]}))


# Every round


def begin_round(state: GrizzledState, step: Step, events: list[Event]) -> None:
    """`round-four-steps`, `chaplain-first`: his tile comes before everything else."""
    config = state.config
    state.round += 1
    state.withdrawn = [False] * config.players
    state.turns = [0] * config.players
    events.append(Event("round", "round-four-steps", state.leader, {"round": state.round}))
    if config.holders > config.players:
        tiles = state.tiles[-1]
        if tiles:
            drawn = state.rng.below(len(tiles))
            state.played[-1] = tiles[drawn]
            state.tiles[-1] = tiles[:drawn] + tiles[drawn + 1 :]
        # `chaplain-first`: without a tile he lays none.
        rule = "chaplain-tile" if tiles else "chaplain-first"
        events.append(Event("chaplain-tile", rule, None, {"tiles": len(tiles)}))
    state.pending = (Step("intensity", state.leader),)


def allowed_intensities(state: GrizzledState) -> range:
    """`intensity-min`, `intensity-first-three`, `intensity-cap`."""
    fewest = state.config.figures["first-intensity" if state.round == 1 else "least-intensity"]
    most = -(-len(state.trials) // state.config.players)
    return range(fewest, max(fewest, most) + 1)


def deal(state: GrizzledState, step: Step, move: Move, events: list[Event]) -> None:
    """`deal-one-by-one`, `deal-runs-short`, and then what `overburdened` players draw."""
    seat, intensity = step.decider, int(move.one)
    events.append(Event("intensity", "intensity-choice", seat, {"intensity": intensity}))
    seats = state.seats_from(seat)
    dealt: list[list[str]] = [[] for _ in seats]
    wanted = intensity * len(seats)
    number = min(wanted, len(state.trials))
    for card in range(number):
        dealt[card % len(seats)].append(state.trials.pop())
    for player, cards in zip(seats, dealt, strict=True):
        events.append(Event("deal", "deal-one-by-one", player, {"cards": len(cards)}))
        _into_hand(state, player, cards, events)
    if number < wanted:
        events.append(Event("short", "deal-runs-short", None, {"missing": wanted - number}))
    for player in seats:
        _draw_more(state, player, events)
    state.pending = (Step("mission"),)


def _into_hand(state: GrizzledState, seat: int, cards: list[str], events: list[Event]) -> None:
    """`hand-secret`: only who gets the cards knows which they are."""
    if cards:
        state.hands[seat] += tuple(cards)
        events.append(Event("hand", "hand-secret", seat, {"cards": cards}, seat))


def _draw_more(state: GrizzledState, seat: int, events: list[Event]) -> None:
    """`overburdened`; `empty-pile-no-draw`."""
    knock = own(state, seat, "draw-more")
    for _ in range(knock.number if knock else 0):
        assert knock
        if not state.trials:
            events.append(Event("no-draw", "empty-pile-no-draw", seat, {"for": knock.id}))
            return
        events.append(Event("draw-more", knock.rule, seat, {"knock": knock.id}))
        _into_hand(state, seat, [state.trials.pop()], events)
