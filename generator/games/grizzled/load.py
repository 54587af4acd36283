"""Turns plain data, a whole position or only what matters of it, into a state; finds every fault.

What is left out is as in a new game whose players have just chosen their Grizzled, in the order of
the records, and in which the Leader has to name the Intensity.  Of the cards that are placed
nowhere the Trials pile gets as many as at the start, and the Reserve the rest; where the Reserve is
given, the rest is discarded.  A pile is a list with its top card first, or only a number of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from generator.engine.game import Locator
from generator.engine.pending import Stack, Step
from generator.engine.position_reader import PositionReader
from generator.engine.rng import Rng
from generator.games.grizzled.dump import read_step
from generator.games.grizzled.flow import GrizzledFlow
from generator.games.grizzled.invariants import position_faults
from generator.games.grizzled.rules.setup import deal_tiles
from generator.games.grizzled.rules.support import end

if TYPE_CHECKING:
    from generator.games.grizzled.game import Grizzled

KEYS = (
    *("options", "players", "round", "leader", "pending", "grizzled", "used", "trials", "reserve"),
    *("hands", "land", "knocks", "discarded", "suffered", "tiles", "played", "boxed", "tokens"),
    *("stock", "removed", "withdrawn", "turns", "outcome", "chance"),
)


def load(game: Grizzled, data: Mapping[str, Any], where: Locator) -> GrizzledFlow:
    """The state that the data describes.  Raises KitError with every fault at its place."""
    return _Loading(game, data, where).state()


class _Loading(PositionReader):
    """One position on its way from data to a state."""

    def __init__(self, game: Grizzled, data: Mapping[str, Any], where: Locator) -> None:
        super().__init__(data, where)
        self.game = game

    def state(self) -> GrizzledFlow:
        self.only_keys(KEYS)
        options = self.options(self.game)
        players = self.number("players", self.game.seats[0])
        if players not in self.game.seats:
            says = f"{players} cannot play this game"
            self.fault(says, "players", check=self.game.seats_rule)
        self.stop_at_faults()
        self.config = self.game.config(players, options)
        state = GrizzledFlow(self.config, Rng(self.number("chance", 1)))
        # What is not said is filled in at random, but not by the state's own chance.
        self.filling = Rng(state.rng.state, stream=1)
        self.read_players(state)
        self.read_cards(state)
        self.read_tiles(state)
        self.read_speeches(state)
        state.pending = self.stack(state)
        self.decision(state.pending)
        self.deciding(state)
        self.stop_at_faults()
        self.read_outcome(state)
        self.stop_at_broken(position_faults(state))
        return state

    def by_name(self, key: str, names: Sequence[str]) -> dict[int, Any]:
        """What stands under the names of players, by their seats."""
        given = self.mapping(key)
        known = self.known(given, names, "player", key)
        return {names.index(name): given[name] for name in known}

    def seats(self, key: str) -> list[bool]:
        """Which seats a list names."""
        named = self.known(self.words(key), self.config.people, "player", key)
        return [name in named for name in self.config.people]

    # Parts

    def read_players(self, state: GrizzledFlow) -> None:
        config = self.config
        state.round = self.number("round", 1)
        leader = self.data.get("leader", config.people[config.leader])
        for name in self.known([leader], config.people, "player", "leader"):
            state.leader = config.seat_of[name]
        if "grizzled" in self.data:
            for holder, id in self.by_name("grizzled", config.holder_names).items():
                for known in self.known([id], config.charm, "Grizzled", "grizzled"):
                    state.grizzled[holder] = known
        else:
            state.grizzled = list(config.charm)[: config.holders]
        state.used = self.seats("used")
        state.withdrawn = self.seats("withdrawn")
        for seat, turns in self.by_name("turns", config.people).items():
            state.turns[seat] = self.as_count(turns, "turns", config.people[seat])

    def cards(self, value: Any, *path: str) -> list[str]:
        """A list of Trial cards."""
        return self.known(self.as_words(value, *path), self.config.cards, "Trial card", *path)

    def read_cards(self, state: GrizzledFlow) -> None:
        people = self.config.people
        for seat, cards in self.by_name("hands", people).items():
            state.hands[seat] = tuple(self.cards(cards, "hands", people[seat]))
        for seat, cards in self.by_name("knocks", people).items():
            state.knocks[seat] = tuple(self.cards(cards, "knocks", people[seat]))
        state.land = tuple(self.cards(self.data.get("land"), "land"))
        state.discarded = tuple(self.cards(self.data.get("discarded"), "discarded"))
        assigned = [card for knocks in state.knocks for card in knocks]
        state.suffered = tuple(self.cards(self.data.get("suffered", assigned), "suffered"))
        placed = Counter([*state.land, *state.discarded, *assigned])
        for hand in state.hands:
            placed.update(hand)
        for pile in ("trials", "reserve"):
            if isinstance(self.data.get(pile), (list, tuple)):
                placed.update(self.words(pile))
        rest = self.filling.shuffled(id for id in self.config.cards if not placed[id])
        state.trials = self.pile("trials", self.config.start, rest)
        state.reserve = self.pile("reserve", len(rest), rest)
        if "reserve" in self.data and "discarded" not in self.data:
            state.discarded = tuple(rest)
            rest.clear()
        if rest and not self.faults:
            says = f"{len(rest)} Trial cards are nowhere: {', '.join(sorted(rest))}"
            self.fault(says, "trials", check="check-conserve")

    def pile(self, key: str, usual: int, rest: list[str]) -> list[str]:
        """A pile with its top card last; one given as a number takes cards off the rest."""
        value = self.data.get(key, usual)
        if isinstance(value, (list, tuple)):
            return self.cards(value, key)[::-1]
        wanted = self.as_count(value, key)
        if wanted > len(rest):
            self.fault(f"only {len(rest)} cards are left for this pile", key)
        taken = rest[:wanted]
        del rest[:wanted]
        return taken

    def tile_words(self, value: Any, *path: str) -> list[str]:
        """A list of Support tiles."""
        return self.known(self.as_words(value, *path), self.config.steps, "Support tile", *path)

    def read_tiles(self, state: GrizzledFlow) -> None:
        config = self.config
        names = config.holder_names
        given = self.by_name("tiles", names)
        rest = Counter(config.tiles)
        for holder, tiles in given.items():
            state.tiles[holder] = tuple(self.tile_words(tiles, "tiles", names[holder]))
            rest.subtract(state.tiles[holder])
        for holder, tile in self.by_name("played", names).items():
            for known in self.known([tile], config.steps, "Support tile", "played"):
                state.played[holder] = known
                rest.subtract([known])
        left = list(rest.elements())
        others = [holder for holder in range(config.holders) if holder not in given]
        if any(left.count(tile) < len(others) for tile in config.singles):
            says = "there are not enough Support tiles for the players who are not given any"
            self.fault(says, "tiles", check="check-conserve")
        elif len(left) < self.config.tiles_each * len(others):
            self.fault("more Support tiles are given than there are", "tiles")
        else:
            deal_tiles(state, left, others, self.filling)
        if "boxed" in self.data:
            state.boxed = tuple(self.tile_words(self.data["boxed"], "boxed"))

    def read_speeches(self, state: GrizzledFlow) -> None:
        people = self.config.people
        for seat, tokens in self.by_name("tokens", people).items():
            state.tokens[seat] = self.as_count(tokens, "tokens", people[seat])
        state.removed = self.number("removed", 0)
        left = self.config.speeches - sum(state.tokens) - state.removed
        state.stock = self.number("stock", max(0, left))

    def stack(self, state: GrizzledFlow) -> Stack:
        """What waits; the Leader's choice of the Intensity unless it is said."""
        if self.data.get("pending") is None:
            return (Step("intensity", state.leader),)
        steps = self.steps(self.words("pending"), lambda text: read_step(text, self.config))
        return tuple(reversed(steps))

    def deciding(self, state: GrizzledFlow) -> None:
        """Who has withdrawn takes no turn and hears no Speech, and Merry Christmas needs somebody."""
        for step in state.pending:
            if step.seat is None:
                continue
            who = self.config.people[step.seat]
            if step.name in ("turn", "reply") and state.withdrawn[step.seat]:
                self.fault(f"{who} has withdrawn", "pending", check="withdraw-ends-part")
            if step.name == "christmas" and not (any(state.knocks) or any(state.used)):
                says = "Merry Christmas has nothing to choose from"
                self.fault(says, "pending", check="play-christmas")

    def read_outcome(self, state: GrizzledFlow) -> None:
        """A game that is over says how it ended."""
        outcome = self.mapping("outcome")
        if outcome:
            end(state, str(outcome.get("result")), str(outcome.get("rule")), [])
