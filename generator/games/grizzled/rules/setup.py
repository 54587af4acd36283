"""Turns a new game into one that is set up, and every round's Preparation into dealt cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.engine.events import Event
from generator.engine.pending import Stack, Step, then
from generator.engine.rng import Rng
from generator.games.grizzled.rules.hard_knocks import own

if TYPE_CHECKING:
    from generator.games.grizzled.state import Table


# Set-up


def set_up(table: Table, events: list[Event]) -> None:
    """Both piles, the Support tiles, the stock of Speech tokens and the first Leader."""
    setting, rng = table.setting, table.rng
    events.append(Event("mode", setting.mode, None, {}))
    cards = rng.shuffled(setting.cards)
    events.append(Event("shuffle", "term-trial", None, {"cards": len(cards)}))
    table.trials, table.reserve = cards[: setting.start], cards[setting.start :]
    piles = {"trials": len(table.trials), "reserve": len(table.reserve)}
    events.append(Event("piles", _start_rule(table), None, piles))
    deal_tiles(table, setting.tiles, range(setting.holders), rng)
    facts = {"tiles": len(table.tiles[0]), "boxed": len(table.boxed)}
    events.append(Event("tiles", "tile-mix", None, facts))
    for seat in range(setting.players):
        hand_tiles = list(table.tiles[seat])
        events.append(Event("own-tiles", "tiles-face-down", seat, {"tiles": hand_tiles}, seat))
    events.append(Event("leader", "first-leader", table.leader, {"speeches": table.stock}))
    table.pending = opening(table)


def opening(table: Table) -> Stack:
    """`grizzled-pick`: all choose clockwise from the first Leader; then the first round."""
    takes = [Step("take", seat) for seat in table.seats_from(table.leader)]
    return then((), *takes, Step("chaplain"), Step("round"))


def _start_rule(table: Table) -> str:
    """The rule that says how large the Trials pile is."""
    setting = table.setting
    if setting.start != setting.usual_start:
        return "chaplain-ladder" if setting.players == 2 else "modes-combine"
    if setting.mode == "veteran":
        return "veteran"
    return "chaplain-start-20" if setting.players == 2 else "normal"


def deal_tiles(table: Table, tiles: list[str], holders: Sequence[int], rng: Rng) -> None:
    """`tile-mix`: one of each single for every holder, and one of the mixed rest; box what is left."""
    rest = tiles[:]
    for holder in holders:
        table.tiles[holder] = tuple(table.setting.singles)
        for tile in table.setting.singles:
            rest.remove(tile)
    rest = rng.shuffled(rest)
    for holder in holders:
        table.tiles[holder] += (rest.pop(),)
    table.boxed = tuple(rest)


def take(table: Table, seat: int, grizzled: str, events: list[Event]) -> None:
    """`grizzled-pick`: nobody else has that one."""
    table.grizzled[seat] = grizzled
    events.append(Event("take", "grizzled-pick", seat, {"grizzled": grizzled}))


def chaplain_joins(table: Table, events: list[Event]) -> None:
    """`chaplain-joins`, `grizzled-pick`: with two players, he is shown by the lowest one left."""
    if table.setting.holders > table.setting.players:
        left = [id for id in table.setting.charm if id not in table.grizzled]
        table.grizzled[-1] = left[0]
        events.append(Event("chaplain", "chaplain-joins", None, {"grizzled": left[0]}))


# Every round


def begin_round(table: Table, events: list[Event]) -> None:
    """`round-four-steps`, `chaplain-first`: his tile comes before everything else."""
    setting = table.setting
    table.round += 1
    table.withdrawn = [False] * setting.players
    table.turns = [0] * setting.players
    events.append(Event("round", "round-four-steps", table.leader, {"round": table.round}))
    if setting.holders > setting.players:
        tiles = table.tiles[-1]
        if tiles:
            drawn = table.rng.below(len(tiles))
            table.played[-1] = tiles[drawn]
            table.tiles[-1] = tiles[:drawn] + tiles[drawn + 1 :]
        # `chaplain-first`: without a tile he lays none.
        rule = "chaplain-tile" if tiles else "chaplain-first"
        events.append(Event("chaplain-tile", rule, None, {"tiles": len(tiles)}))
    table.pending = (Step("intensity", table.leader),)


def intensities(table: Table) -> range:
    """`intensity-min`, `intensity-first-three`, `intensity-cap`."""
    fewest = table.setting.figures["first-intensity" if table.round == 1 else "least-intensity"]
    most = -(-len(table.trials) // table.setting.players)
    return range(fewest, max(fewest, most) + 1)


def deal(table: Table, seat: int, intensity: int, events: list[Event]) -> None:
    """`deal-one-by-one`, `deal-runs-short`, and then what `overburdened` players draw."""
    events.append(Event("intensity", "intensity-choice", seat, {"intensity": intensity}))
    seats = table.seats_from(seat)
    dealt: list[list[str]] = [[] for _ in seats]
    wanted = intensity * len(seats)
    number = min(wanted, len(table.trials))
    for card in range(number):
        dealt[card % len(seats)].append(table.trials.pop())
    for player, cards in zip(seats, dealt, strict=True):
        events.append(Event("deal", "deal-one-by-one", player, {"cards": len(cards)}))
        _into_hand(table, player, cards, events)
    if number < wanted:
        events.append(Event("short", "deal-runs-short", None, {"missing": wanted - number}))
    for player in seats:
        _draw_more(table, player, events)
    table.pending = (Step("mission"),)


def _into_hand(table: Table, seat: int, cards: list[str], events: list[Event]) -> None:
    """`hand-secret`: only who gets the cards knows which they are."""
    if cards:
        table.hands[seat] += tuple(cards)
        events.append(Event("hand", "hand-secret", seat, {"cards": cards}, seat))


def _draw_more(table: Table, seat: int, events: list[Event]) -> None:
    """`overburdened`; `empty-pile-no-draw`."""
    knock = own(table, seat, "draw-more")
    for _ in range(knock.number if knock else 0):
        assert knock
        if not table.trials:
            events.append(Event("no-draw", "empty-pile-no-draw", seat, {"for": knock.id}))
            return
        events.append(Event("draw-more", knock.rule, seat, {"knock": knock.id}))
        _into_hand(table, seat, [table.trials.pop()], events)
