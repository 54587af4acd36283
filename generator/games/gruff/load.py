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

from generator.engine.game import Locator
from generator.engine.pending import Step
from generator.engine.position_reader import PositionReader
from generator.engine.rng import Rng
from generator.games.gruff.card_text.vocabulary import DURATIONS
from generator.games.gruff.content import Setting
from generator.games.gruff.dump import Spelling
from generator.games.gruff.effects.ast import STATS
from generator.games.gruff.flow import Match
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


def load(game: GruffGame, data: Mapping[str, Any], where: Locator) -> Match:
    """The state that the data describes.  Raises KitError with every fault at its place."""
    return _Loading(game, data, where).state()


class _Loading(PositionReader):
    """One position on its way from data to a state."""

    def __init__(self, game: GruffGame, data: Mapping[str, Any], where: Locator) -> None:
        super().__init__(data, where)
        self.game = game

    def state(self) -> Match:
        self.only_keys((*PREPARED, *PLAYED))
        options = self.options(self.game)
        usual = self.game.seats_with(options)
        players = self.number("players", usual[0])
        if players not in usual:
            self.fault(f"{players} cannot play so", "players", check=self.game.seats_rule)
        self.stop_at_faults()
        self.setting: Setting = self.game.setting(players, options)
        self.content = self.setting.content
        table = Match(self.setting, Rng(self.number("chance", 1)))
        # What is not said is filled in at random, but not by the state's own chance.
        self.filling = Rng(table.rng.state, stream=1)
        waits = [str(words).split()[0] for words in self.words("pending")[:1]]
        self.before_play = "first" not in self.data and waits in (["draft"], ["build"])
        self.read_teams(table)
        self.stop_at_faults()
        self.read_record(table)
        if self.before_play:
            self.read_drops(table)
        else:
            self.read_game(table)
        self.stop_at_faults()
        self.read_pending(table)
        self.decision(table.pending)
        self.stop_at_faults()
        if self.mapping("outcome") and table.results:
            table.outcome = outcome(table)
        self.stop_at_broken((*position_faults(table), *turn_faults(table)))
        return table

    # Words as numbers

    def by_seat(self, key: str) -> dict[int, Any]:
        """What stands under the names of seats."""
        given = self.mapping(key)
        known = self.known(given, self.setting.seats, "player", key)
        return {self.setting.seats.index(name): given[name] for name in known}

    def seat(self, key: str, otherwise: int) -> int:
        name = self.data.get(key)
        if name is None:
            return otherwise
        found = self.known([name], self.setting.seats, "player", key)
        return self.setting.seats.index(found[0]) if found else otherwise

    def numbers(self, value: Any, known: Mapping[str, int], what: str, *path: str) -> list[int]:
        """The numbers of things in a list of their ids."""
        return [known[id] for id in self.known(self.as_words(value, *path), known, what, *path)]

    def cards(self, value: Any, *path: str) -> tuple[int, ...]:
        return tuple(self.numbers(value, self.content.card_number, "card", *path))

    # Before play

    def read_teams(self, table: Match) -> None:
        content = self.content
        order = self.known(self.words("order"), self.setting.seats, "player", "order")
        if order:
            table.order = tuple(self.setting.seats.index(name) for name in order)
        for seat, id in self.by_seat("shepherds").items():
            for known in self.known([id], content.shepherd_number, "shepherd", "shepherds"):
                table.shepherds[seat] = content.shepherd_number[known]
        for seat, ids in self.by_seat("teams").items():
            name = self.setting.seats[seat]
            gruffs = self.numbers(ids, content.gruff_number, "gruff", "teams", name)
            table.teams[seat] = tuple(gruffs)
            if not self.before_play and len(gruffs) != TEAM:
                self.fault(f"a team has {TEAM} gruffs", "teams", name, check="team")
        if self.before_play and self.words("pending")[0].startswith("draft"):
            return
        for seat in range(self.setting.players):
            taken = [gruff for team in table.teams for gruff in team]
            free = [n for n in range(len(content.gruffs)) if n not in taken]
            if not table.teams[seat]:
                table.teams[seat] = tuple(free[:TEAM])
            if table.shepherds[seat] < 0:
                left = [n for n in range(len(content.shepherds)) if n not in table.shepherds]
                table.shepherds[seat] = left[0]

    def read_drops(self, table: Match) -> None:
        for seat, ids in self.by_seat("dropped").items():
            table.dropped[seat] = self.cards(ids, "dropped", self.setting.seats[seat])
        for seat, ids in self.by_seat("packs").items():
            table.packs[seat] = self.cards(ids, "packs", self.setting.seats[seat])

    def read_record(self, table: Match) -> None:
        """What is over already, and what has been seen."""
        for key, values in (("seen", table.seen), ("drawn", table.drawn), ("played", table.played)):
            for seat, ids in self.by_seat(key).items():
                values[seat] = self.cards(ids, key, self.setting.seats[seat])
        counts = {key: n for key, n in self.mapping("counts").items() if key in Counts._fields}
        table.counts = Counts(**counts)
        table.results = tuple(Result(*result) for result in self.data.get("results") or ())
        table.turns_before = self.number("turns-before", 0)

    # The game at the table

    def read_game(self, table: Match) -> None:
        first = self.seat("first", 0)
        second = self.seat("second", 1 if first == 0 else 0)
        self.names = (self.setting.seats[first], self.setting.seats[second])
        for seat in range(self.setting.players):
            table.packs[seat] = pack_of(table, seat)  # for now; see read_packs
        set_table(table, (first, second))
        self.fighter_of = {
            self.content.gruffs[gruff].id: number for number, gruff in enumerate(table.fighters)
        }
        table.side = (first, second).index(self.seat("now", first))
        table.turns = self.number("turn", USUAL_TURN + table.side)
        table.spent = self.number("spent", 0)
        active = self.fighters([self.data["active"]] if self.data.get("active") else [], "active")
        table.active = active[0] if active else -1
        self.read_gruffs(table)
        self.read_shepherds(table)
        self.stop_at_faults()
        self.read_zones(table)
        self.stop_at_faults()
        self.read_packs(table)
        self.read_chain(table)

    def fighters(self, ids: Any, *path: str) -> list[int]:
        return self.numbers(ids, self.fighter_of, "gruff at the table", *path)

    def read_gruffs(self, table: Match) -> None:
        for side, name in enumerate(self.names):
            if name in self.mapping("line"):
                line = self.fighters(self.mapping("line")[name], "line", name)
                if sorted(line) != list(range(3 * side, 3 * side + 3)):
                    self.fault("a line has each gruff of the team once", "line", name)
                    continue
                for column, fighter in enumerate(line):
                    table.line[3 * side + column] = fighter
                    table.place[fighter] = 3 * side + column
        for id, stats in self.mapping("stats").items():
            for fighter in self.fighters([id], "stats"):
                for stat in self.known(stats, STATS, "stat", "stats", id):
                    n = self.as_count(stats[stat], "stats", id, stat)
                    table.sliders[3 * fighter + STATS.index(stat)] = n
        for fighter in self.fighters(self.words("dead"), "dead"):
            table.alive[fighter] = False
        for fighter in self.fighters(self.words("exhausted"), "exhausted"):
            table.ready[fighter] = False
        for fighter in self.fighters(self.words("attacking"), "attacking"):
            table.attackers[fighter // 3] = fighter
        for id, marks in self.mapping("marks").items():
            for fighter in self.fighters([id], "marks"):
                table.marks[fighter] = self.as_count(marks, "marks", id)

    def read_shepherds(self, table: Match) -> None:
        for key, values in (("life", table.life), ("crazy", table.crazy)):
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
        table.boosts = tuple(boosts)

    def zone(self, key: str) -> dict[int, tuple[int, ...]]:
        """The cards of each side in one kind of place."""
        given = self.mapping(key)
        return {
            self.names.index(name): self.cards(given[name], key, name)
            for name in self.known(given, self.names, "player at the table", key)
        }

    def read_zones(self, table: Match) -> None:
        for key, zones in (
            ("hands", table.hands),
            ("discards", table.discards),
            ("shown", table.shown),
        ):
            for side, cards in self.zone(key).items():
                zones[side] = cards
        for id, cards in self.mapping("cards").items():
            for fighter in self.fighters([id], "cards"):
                table.cards_on[fighter] = self.cards(cards, "cards", id)
        playing = self.data.get("playing")
        table.playing = self.cards([playing], "playing")[0] if playing else -1
        pools = self.content.cards
        placed = [*table.hands[0], *table.hands[1], *table.discards[0], *table.discards[1]]
        placed += [card for on in table.cards_on for card in on]
        for card in placed:
            if table.owner[pools[card].pool] < 0:
                says = f"the gruff of {pools[card].id} is at nobody's side"
                self.fault(says, "hands", check="deck-eight-each")
        for side in (0, 1):
            for card in (*table.hands[side], *table.discards[side]):
                if table.owner[pools[card].pool] == 1 - side:
                    says = f"{pools[card].id} is a card of the other player's"
                    self.fault(says, "hands", check="deck-eight-each")

    def read_packs(self, table: Match) -> None:
        """Which cards the decks are made of, and what is left in them."""
        given, dropped = self.by_seat("packs"), self.by_seat("dropped")
        decks = self.mapping("decks")
        for seat, name in enumerate(self.setting.seats):
            side = self.names.index(name) if name in self.names else None
            tops = decks.get(name)
            top = self.cards(tops, "decks", name) if isinstance(tops, (list, tuple)) else ()
            placed = self.placed(table, side) if side is not None else []
            if seat in given:
                table.packs[seat] = self.cards(given[seat], "packs", name)
            else:
                table.packs[seat] = self.usual_pack(table, seat, [*placed, *top])
            kept = table.packs[seat]
            pools = [self.content.gruffs[gruff].pool for gruff in table.teams[seat]]
            left_out = tuple(card for pool in pools for card in pool if card not in kept)
            if seat in dropped:
                left_out = self.cards(dropped[seat], "dropped", name)
            table.dropped[seat] = left_out
            if side is None:
                continue
            rest = self.filling.shuffled(c for c in kept if c not in placed and c not in top)
            if isinstance(tops, int):
                number = self.as_count(tops, "decks", name)
                if rest[number:] and name in self.mapping("discards"):
                    says = f"{len(rest[number:])} cards of {name} are in no hand, deck or discards"
                    self.fault(says, "decks", name, check="deck-eight-each")
                table.discards[side] = (*table.discards[side], *rest[number:])
                rest = rest[:number]
            table.decks[side] = (*rest, *top[::-1])
            if "seen" not in self.data:
                on = [card for cards in table.cards_on for card in cards if card in kept]
                table.seen[seat] = (*table.discards[side], *on)

    def placed(self, table: Match, side: int) -> list[int]:
        """The cards of a side that the data place somewhere else than in its deck."""
        cards = [*table.hands[side], *table.discards[side]]
        others = [card for on in table.cards_on for card in on]
        others += [table.playing] if table.playing >= 0 else []
        pools = self.content.cards
        return cards + [card for card in others if table.owner[pools[card].pool] == side]

    def usual_pack(self, table: Match, seat: int, wanted: Sequence[int]) -> tuple[int, ...]:
        """A deck with these cards, filled up with plain ones."""
        pack: list[int] = []
        for gruff in table.teams[seat]:
            pool = self.content.gruffs[gruff].pool
            best = sorted(
                pool, key=lambda card: (card not in wanted, self.content.cards[card].ultimate)
            )
            pack += sorted(best[: self.setting.figures.pool_in_deck])
        return tuple(pack)

    # What waits

    def read_chain(self, table: Match) -> None:
        rules = self.content.rule_number
        table.fired = tuple(self.numbers(self.words("fired"), rules, "clause", "fired"))
        queue = []
        for name, *who in self.data.get("queue") or ():
            for number in self.numbers([name], rules, "clause", "queue"):
                host, it = (self.fighter_of.get(str(each), -1) for each in who)
                queue.append((number, host, it))
        table.queue = tuple(queue)

    def read_pending(self, table: Match) -> None:
        """What waits; the choice of a gruff to activate unless it is said."""
        if self.data.get("pending") is None:
            table.pending = (Step("activate", table.pair[table.side]),)
            return
        steps = self.steps(self.words("pending"), Spelling(self.setting, table.fighters).step)
        if self.before_play and len(steps) == 1:
            steps += self.rest_of_preparation(table, steps[0])
        table.pending = tuple(reversed(steps))

    def rest_of_preparation(self, table: Match, step: Step) -> list[Step]:
        """What follows on a single step of the draft or of deck building."""
        if step.name == "build":
            later = table.order[table.order.index(step.seat or 0) + 1 :]
            return [*(Step("build", seat) for seat in later), Step("game", None, (0,))]
        taken = sum(shepherd >= 0 for shepherd in table.shepherds)
        taken += sum(map(len, table.teams))
        steps = [Step("draft", seat, (what,)) for seat, what in picks(table.order)]
        return [*steps[taken + 1 :], Step("decks")]
