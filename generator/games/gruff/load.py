"""Turns plain data, a whole position or only what matters of it, into a state; finds every fault.

What is left out is as in a game under way: the teams are the first of the records, everybody is
alive and ready with the starting stats, the first player is about to activate a gruff in the fifth
turn, hands are empty, and each deck is made of the plain cards of its pools besides those that are
placed somewhere.  `decks` lists the cards on top, the rest lies below them in random order; or it
is only a number of cards, and the rest is discarded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from generator.engine.fields.reader import PositionReader
from generator.engine.game import Locator
from generator.engine.pending import Step
from generator.engine.rng import Rng
from generator.games.gruff.card_text.vocabulary import DURATIONS
from generator.games.gruff.content import MatchConfig
from generator.games.gruff.dump import Spelling
from generator.games.gruff.effects.ast import STATS
from generator.games.gruff.flow import GruffFlow
from generator.games.gruff.invariants import position_faults, turn_faults
from generator.games.gruff.rules.setup import TEAM, pack_of, picks, set_table
from generator.games.gruff.rules.stats import FLAG, INDEX, Boost
from generator.games.gruff.rules.tournament import Result, outcome
from generator.games.gruff.state import Counts

if TYPE_CHECKING:
    from generator.games.gruff.game import GruffGame

PREPARED = (
    *("options", "players", "order", "shepherds", "teams", "dropped", "packs", "seen", "drawn"),
    *("played", "counts", "results", "turns-before", "pending", "outcome", "chance"),
)
PLAYED = (
    *("first", "second", "turn", "now", "active", "spent", "line", "stats", "dead", "exhausted"),
    *("marks", "attacking", "cards", "boosts", "life", "crazy", "hands", "decks", "discards"),
    *("shown", "playing", "queue", "fired"),
)
USUAL_TURN = 5


def load(game: GruffGame, data: Mapping[str, Any], where: Locator) -> GruffFlow:
    """The state that the data describes.  Raises KitError with every fault at its place."""
    return _Loading(game, data, where).state()


class _Loading(PositionReader):
    """One position on its way from data to a state."""

    def __init__(self, game: GruffGame, data: Mapping[str, Any], where: Locator) -> None:
        super().__init__(data, where)
        self.game = game

    def state(self) -> GruffFlow:
        self.only_keys((*PREPARED, *PLAYED))
        options = self.options(self.game)
        usual = self.game.seats_with(options)
        players = self.number("players", usual[0])
        if players not in usual:
            self.fault(f"{players} cannot play so", "players", check=self.game.seats_rule)
        self.stop_at_faults()
        self.config: MatchConfig = self.game.config(players, options)
        self.content = self.config.content
        state = GruffFlow(self.config, Rng(self.number("chance", 1)))
        # What is not said is filled in at random, but not by the state's own chance.
        self.filling = Rng(state.rng.state, stream=1)
        waits = [str(words).split()[0] for words in self.words("pending")[:1]]
        self.before_play = "first" not in self.data and waits in (["draft"], ["build"])
        self.read_teams(state)
        self.stop_at_faults()
        self.read_record(state)
        if self.before_play:
            self.read_drops(state)
        else:
            self.read_game(state)
        self.stop_at_faults()
        self.read_pending(state)
        self.decision(state.pending)
        self.stop_at_faults()
        if self.mapping("outcome") and state.results:
            state.outcome = outcome(state)
        self.stop_at_broken((*position_faults(state), *turn_faults(state)))
        return state

    # Words as numbers

    def by_seat(self, key: str) -> dict[int, Any]:
        """What stands under the names of seats."""
        given = self.mapping(key)
        known = self.known(given, self.config.seats, "player", key)
        return {self.config.seats.index(name): given[name] for name in known}

    def seat(self, key: str, otherwise: int) -> int:
        name = self.data.get(key)
        if name is None:
            return otherwise
        found = self.known([name], self.config.seats, "player", key)
        return self.config.seats.index(found[0]) if found else otherwise

    def numbers(self, value: Any, known: Mapping[str, int], what: str, *path: str) -> list[int]:
        """The numbers of things in a list of their ids."""
        return [known[id] for id in self.known(self.as_words(value, *path), known, what, *path)]

    def cards(self, value: Any, *path: str) -> tuple[int, ...]:
        return tuple(self.numbers(value, self.content.card_number, "card", *path))

    # Before play

    def read_teams(self, state: GruffFlow) -> None:
        content = self.content
        order = self.known(self.words("order"), self.config.seats, "player", "order")
        if order:
            state.order = tuple(self.config.seats.index(name) for name in order)
        for seat, id in self.by_seat("shepherds").items():
            for known in self.known([id], content.shepherd_number, "shepherd", "shepherds"):
                state.shepherds[seat] = content.shepherd_number[known]
        for seat, ids in self.by_seat("teams").items():
            name = self.config.seats[seat]
            gruffs = self.numbers(ids, content.gruff_number, "gruff", "teams", name)
            state.teams[seat] = tuple(gruffs)
            if not self.before_play and len(gruffs) != TEAM:
                self.fault(f"a team has {TEAM} gruffs", "teams", name, check="team")
        if self.before_play and self.words("pending")[0].startswith("draft"):
            return
        for seat in range(self.config.players):
            taken = [gruff for team in state.teams for gruff in team]
            free = [n for n in range(len(content.gruffs)) if n not in taken]
            if not state.teams[seat]:
                state.teams[seat] = tuple(free[:TEAM])
            if state.shepherds[seat] < 0:
                left = [n for n in range(len(content.shepherds)) if n not in state.shepherds]
                state.shepherds[seat] = left[0]

    def read_drops(self, state: GruffFlow) -> None:
        for seat, ids in self.by_seat("dropped").items():
            state.dropped[seat] = self.cards(ids, "dropped", self.config.seats[seat])
        for seat, ids in self.by_seat("packs").items():
            state.packs[seat] = self.cards(ids, "packs", self.config.seats[seat])

    def read_record(self, state: GruffFlow) -> None:
        """What is over already, and what has been seen."""
        for key, values in (("seen", state.seen), ("drawn", state.drawn), ("played", state.played)):
            for seat, ids in self.by_seat(key).items():
                values[seat] = self.cards(ids, key, self.config.seats[seat])
        counts = {key: n for key, n in self.mapping("counts").items() if key in Counts._fields}
        state.counts = Counts(**counts)
        state.results = tuple(Result(*result) for result in self.data.get("results") or ())
        state.turns_before = self.number("turns-before", 0)

    # The game at the table

    def read_game(self, state: GruffFlow) -> None:
        first = self.seat("first", 0)
        second = self.seat("second", 1 if first == 0 else 0)
        self.names = (self.config.seats[first], self.config.seats[second])
        for seat in range(self.config.players):
            state.packs[seat] = pack_of(state, seat)  # for now; see read_packs
        set_table(state, (first, second))
        self.fighter_of = {
            self.content.gruffs[gruff].id: number for number, gruff in enumerate(state.fighters)
        }
        state.side = (first, second).index(self.seat("now", first))
        state.turns = self.number("turn", USUAL_TURN + state.side)
        state.spent = self.number("spent", 0)
        active = self.fighters([self.data["active"]] if self.data.get("active") else [], "active")
        state.active = active[0] if active else -1
        self.read_gruffs(state)
        self.read_shepherds(state)
        self.stop_at_faults()
        self.read_zones(state)
        self.stop_at_faults()
        self.read_packs(state)
        self.read_chain(state)

    def fighters(self, ids: Any, *path: str) -> list[int]:
        return self.numbers(ids, self.fighter_of, "gruff at the table", *path)

    def read_gruffs(self, state: GruffFlow) -> None:
        for side, name in enumerate(self.names):
            if name in self.mapping("line"):
                line = self.fighters(self.mapping("line")[name], "line", name)
                if sorted(line) != list(range(3 * side, 3 * side + 3)):
                    self.fault("a line has each gruff of the team once", "line", name)
                    continue
                for column, fighter in enumerate(line):
                    state.line[3 * side + column] = fighter
                    state.place[fighter] = 3 * side + column
        for id, stats in self.mapping("stats").items():
            for fighter in self.fighters([id], "stats"):
                for stat in self.known(stats, STATS, "stat", "stats", id):
                    n = self.as_count(stats[stat], "stats", id, stat)
                    state.sliders[3 * fighter + STATS.index(stat)] = n
        for fighter in self.fighters(self.words("dead"), "dead"):
            state.alive[fighter] = False
        for fighter in self.fighters(self.words("exhausted"), "exhausted"):
            state.ready[fighter] = False
        for fighter in self.fighters(self.words("attacking"), "attacking"):
            state.attackers[fighter // 3] = fighter
        for id, marks in self.mapping("marks").items():
            for fighter in self.fighters([id], "marks"):
                state.marks[fighter] = self.as_count(marks, "marks", id)

    def read_shepherds(self, state: GruffFlow) -> None:
        for key, values in (("life", state.life), ("crazy", state.crazy)):
            given = self.mapping(key)
            for name in self.known(given, self.names, "player at the table", key):
                values[self.names.index(name)] = self.as_count(given[name], key, name)
        boosts = []
        for number, row in enumerate(self.data.get("boosts") or ()):
            known = {"gruff": self.fighter_of, "what": {**FLAG, **INDEX}, "until": DURATIONS}
            known["by"] = self.names
            wrong = [key for key, words in known.items() if row.get(key) not in words]
            if wrong or not isinstance(row.get("n"), int):
                says = f"a boost needs gruff, what, n, until and by; see {', '.join(wrong) or 'n'}"
                self.fault(says, "boosts", number)
                continue
            fighter, side = self.fighter_of[row["gruff"]], self.names.index(row["by"])
            boosts.append(Boost(fighter, row["what"], row["n"], row["until"], side))
        state.boosts = tuple(boosts)

    def zone(self, key: str) -> dict[int, tuple[int, ...]]:
        """The cards of each side in one kind of place."""
        given = self.mapping(key)
        return {
            self.names.index(name): self.cards(given[name], key, name)
            for name in self.known(given, self.names, "player at the table", key)
        }

    def read_zones(self, state: GruffFlow) -> None:
        for key, zones in (
            ("hands", state.hands),
            ("discards", state.discards),
            ("shown", state.shown),
        ):
            for side, cards in self.zone(key).items():
                zones[side] = cards
        for id, cards in self.mapping("cards").items():
            for fighter in self.fighters([id], "cards"):
                state.cards_on[fighter] = self.cards(cards, "cards", id)
        playing = self.data.get("playing")
        state.playing = self.cards([playing], "playing")[0] if playing else -1
        pools = self.content.cards
        placed = [*state.hands[0], *state.hands[1], *state.discards[0], *state.discards[1]]
        placed += [card for on in state.cards_on for card in on]
        for card in placed:
            if state.owner[pools[card].pool] < 0:
                says = f"the gruff of {pools[card].id} is at nobody's side"
                self.fault(says, "hands", check="deck-eight-each")
        for side in (0, 1):
            for card in (*state.hands[side], *state.discards[side]):
                if state.owner[pools[card].pool] == 1 - side:
                    says = f"{pools[card].id} is a card of the other player's"
                    self.fault(says, "hands", check="deck-eight-each")

    def read_packs(self, state: GruffFlow) -> None:
        """Which cards the decks are made of, and what is left in them."""
        given, dropped = self.by_seat("packs"), self.by_seat("dropped")
        decks = self.mapping("decks")
        for seat, name in enumerate(self.config.seats):
            side = self.names.index(name) if name in self.names else None
            tops = decks.get(name)
            top = self.cards(tops, "decks", name) if isinstance(tops, (list, tuple)) else ()
            placed = self.placed(state, side) if side is not None else []
            if seat in given:
                state.packs[seat] = self.cards(given[seat], "packs", name)
            else:
                state.packs[seat] = self.usual_pack(state, seat, [*placed, *top])
            kept = state.packs[seat]
            pools = [self.content.gruffs[gruff].pool for gruff in state.teams[seat]]
            left_out = tuple(card for pool in pools for card in pool if card not in kept)
            if seat in dropped:
                left_out = self.cards(dropped[seat], "dropped", name)
            state.dropped[seat] = left_out
            if side is None:
                continue
            rest = self.filling.shuffled(c for c in kept if c not in placed and c not in top)
            if isinstance(tops, int):
                number = self.as_count(tops, "decks", name)
                if rest[number:] and name in self.mapping("discards"):
                    says = f"{len(rest[number:])} cards of {name} are in no hand, deck or discards"
                    self.fault(says, "decks", name, check="deck-eight-each")
                state.discards[side] = (*state.discards[side], *rest[number:])
                rest = rest[:number]
            state.decks[side] = (*rest, *top[::-1])
            if "seen" not in self.data:
                on = [card for cards in state.cards_on for card in cards if card in kept]
                state.seen[seat] = (*state.discards[side], *on)

    def placed(self, state: GruffFlow, side: int) -> list[int]:
        """The cards of a side that the data place somewhere else than in its deck."""
        cards = [*state.hands[side], *state.discards[side]]
        others = [card for on in state.cards_on for card in on]
        others += [state.playing] if state.playing >= 0 else []
        pools = self.content.cards
        return cards + [card for card in others if state.owner[pools[card].pool] == side]

    def usual_pack(self, state: GruffFlow, seat: int, wanted: Sequence[int]) -> tuple[int, ...]:
        """A deck with these cards, filled up with plain ones."""
        pack: list[int] = []
        for gruff in state.teams[seat]:
            pool = self.content.gruffs[gruff].pool
            best = sorted(
                pool, key=lambda card: (card not in wanted, self.content.cards[card].ultimate)
            )
            pack += sorted(best[: self.config.figures.pool_in_deck])
        return tuple(pack)

    # What waits

    def read_chain(self, state: GruffFlow) -> None:
        rules = self.content.rule_number
        state.fired = tuple(self.numbers(self.words("fired"), rules, "clause", "fired"))
        queue = []
        for name, *who in self.data.get("queue") or ():
            for number in self.numbers([name], rules, "clause", "queue"):
                host, it = (self.fighter_of.get(str(each), -1) for each in who)
                queue.append((number, host, it))
        state.queue = tuple(queue)

    def read_pending(self, state: GruffFlow) -> None:
        """What waits; the choice of a gruff to activate unless it is said."""
        if self.data.get("pending") is None:
            state.pending = (Step("activate", state.pair[state.side]),)
            return
        steps = self.steps(self.words("pending"), Spelling(self.config, state.fighters).step)
        if self.before_play and len(steps) == 1:
            steps += self.rest_of_preparation(state, steps[0])
        state.pending = tuple(reversed(steps))

    def rest_of_preparation(self, state: GruffFlow, step: Step) -> list[Step]:
        """What follows on a single step of the draft or of deck building."""
        if step.name == "build":
            later = state.order[state.order.index(step.seat or 0) + 1 :]
            return [*(Step("build", seat) for seat in later), Step("game", None, (0,))]
        taken = sum(shepherd >= 0 for shepherd in state.shepherds)
        taken += sum(map(len, state.teams))
        steps = [Step("draft", seat, (what,)) for seat, what in picks(state.order)]
        return [*steps[taken + 1 :], Step("decks")]
