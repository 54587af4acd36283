"""Positions: defaults for entries missing from the data, and faults that span entries.

The defaults are those of a new game in which the players have just chosen their Grizzled, in the
order of the records, and the Leader names the Intensity next. Unplaced cards go to the Trials pile
up to its usual number, and then to the Reserve; if the Reserve is given, the rest is discarded. A
pile is a list with its top card first, or just a number of cards.
"""

from __future__ import annotations

from collections import Counter

from generator.engine.fields.reader import PositionReader
from generator.engine.pending import Step
from generator.games.grizzled.rules.setup import deal_tiles
from generator.games.grizzled.rules.support import end
from generator.games.grizzled.state import CONSERVE, GrizzledState


def complete(state: GrizzledState, reader: PositionReader) -> None:
    """Fill in the entries that the data of a position lacks."""
    config = state.config
    if not reader.given("round"):
        state.round = 1
    if not reader.given("grizzled"):
        state.grizzled = list(config.charm)[: config.holders]
    _cards(state, reader)
    _tiles(state, reader)
    state.count_in_force()
    if not reader.given("stock"):
        state.stock = max(0, config.speeches - sum(state.tokens) - state.removed)
    if not reader.given("pending"):
        state.pending = (Step("intensity", state.leader),)
    _deciders(state, reader)


def _cards(state: GrizzledState, reader: PositionReader) -> None:
    """Make both piles of the unplaced cards."""
    assigned = [card for knocks in state.knocks for card in knocks]
    if not reader.given("suffered"):
        state.suffered = tuple(assigned)
    placed = {*state.land, *state.discarded, *assigned, *state.trials, *state.reserve}
    placed.update(card for hand in state.hands for card in hand)
    rest = reader.filling.shuffled(id for id in state.config.cards if id not in placed)
    if not reader.has_list("trials"):
        state.trials = _pile(reader, "trials", state.config.start, rest)
    if not reader.has_list("reserve"):
        state.reserve = _pile(reader, "reserve", len(rest), rest)
    if reader.given("reserve") and not reader.given("discarded"):
        state.discarded = tuple(rest)
    elif rest and not reader.faults:
        message = f"{len(rest)} Trial cards are missing: {', '.join(sorted(rest))}"
        reader.fault(message, "trials", check=CONSERVE)


def _pile(reader: PositionReader, key: str, usual: int, rest: list[str]) -> list[str]:
    """Take a pile given as a number, or not at all, from the rest of the cards."""
    number = reader.number(key, usual)
    if number > len(rest):
        reader.fault(f"only {len(rest)} cards are left for this pile", key)
    taken = rest[:number]
    del rest[:number]
    return taken


def _tiles(state: GrizzledState, reader: PositionReader) -> None:
    """Deal tiles to the holders without any in the data, and box the rest."""
    config, boxed = state.config, state.boxed
    given = reader.mapping("tiles")
    rest = Counter(config.tiles)
    rest.subtract(tile for tiles in state.tiles for tile in tiles)
    rest.subtract(tile for tile in state.played if tile)
    left = list(rest.elements())
    others = [holder for holder, name in enumerate(config.holder_names) if name not in given]
    if any(left.count(tile) < len(others) for tile in config.singles):
        message = "there are not enough Support tiles for the players who are not given any"
        reader.fault(message, "tiles", check=CONSERVE)
    elif len(left) < config.tiles_each * len(others):
        reader.fault("more Support tiles are given than exist", "tiles")
    else:
        deal_tiles(state, config.mixed(left, len(others)), others, reader.filling)
    if reader.given("boxed"):
        state.boxed = boxed


def _deciders(state: GrizzledState, reader: PositionReader) -> None:
    """Check pending decisions: nobody withdrawn takes a turn or hears a Speech, and Merry Christmas
    has a choice.
    """
    for step in state.pending:
        if step.seat is None:
            continue
        if step.name in ("turn", "reply") and state.withdrawn[step.seat]:
            name = state.config.people[step.seat]
            reader.fault(f"{name} has withdrawn", "pending", check="withdraw-ends-part")
        if step.name == "christmas" and not (any(state.knocks) or any(state.used)):
            message = "Merry Christmas has nothing to choose from"
            reader.fault(message, "pending", check="play-christmas")


def restore_outcome(state: GrizzledState, result: str, rule: str) -> None:
    """End a game whose data gives its outcome."""
    end(state, result, rule, [])
