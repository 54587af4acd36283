"""Checks of the kit's tables that need Python: the combinations of threats.

All other checks are declared in `game.yaml`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from generator.base.errors import Fault, some_of
from generator.engine.game import Records
from generator.games.grizzled import oracles
from generator.kit.checks.registry import check
from generator.kit.tables.records import Record, Table, Tables, table_named

THRICE = (("night", "snow"), ("rain", "mask"), ("shell", "whistle"))
"""Pairs of threats on three cards; all others are on two."""
TRIPLES = (
    ("night", "snow", "mask"),
    ("snow", "rain", "shell"),
    ("rain", "mask", "whistle"),
    ("night", "mask", "shell"),
    ("snow", "shell", "whistle"),
    ("night", "rain", "whistle"),
)
"""Threats on each of the six cards that have three."""
TRAPPED = (("night", "rain", "whistle"), ("snow", "mask", "shell"))
"""Two groups of threats: each pair with one from either group has a Trap."""

Threats = frozenset[str]


@check("check-threat-pairs", oracle=oracles.threat_pairs)
def threat_pairs(tables: Tables) -> Iterator[Fault]:
    """Each pair of threats is on two cards, three of them on a third, and each triple on one."""
    menaces = table_named(tables, "menaces")
    order = [row["id"] for row in table_named(tables, "threats")]
    cards: dict[Threats, list[Record]] = defaultdict(list)
    for row in menaces:
        cards[frozenset(row["threats"])].append(row)
    expected_counts: Counter[Threats] = Counter()
    for pair in combinations(order, 2):
        expected_counts[frozenset(pair)] = 3 if pair in THRICE else 2
    expected_counts.update(map(frozenset, TRIPLES))
    for threats in [*expected_counts, *(other for other in cards if other not in expected_counts)]:
        found = cards.get(threats, [])
        if len(found) != expected_counts[threats]:
            label = _label(threats, order)
            yield _count_fault(menaces, label, found, expected_counts[threats])


@check("check-traps-9", oracle=oracles.traps)
def traps(tables: Tables) -> Iterator[Fault]:
    """Nine Traps: one on each pair of Night, Rain or Whistle with Snow, Mask or Shell, so three a threat."""
    menaces = table_named(tables, "menaces")
    order = [row["id"] for row in table_named(tables, "threats")]
    trapped = [row for row in menaces if row["trap"]]
    cards: dict[Threats, list[Record]] = defaultdict(list)
    for row in trapped:
        cards[frozenset(row["threats"])].append(row)
    expected_pairs = {frozenset(pair) for pair in product(*TRAPPED)}
    if len(trapped) != len(expected_pairs):
        yield _count_fault(menaces, "all Traps", trapped, len(expected_pairs))
    for threats in sorted({*expected_pairs, *cards}, key=sorted):
        found, expected = cards.get(threats, []), int(threats in expected_pairs)
        if len(found) != expected:
            label = _label(threats, order)
            yield _count_fault(menaces, f"Traps on {label}", found, expected)
    for threat in order:
        found = [row for row in trapped if threat in row["threats"]]
        expected = sum(threat in pair for pair in expected_pairs)
        if len(found) != expected:
            yield _count_fault(menaces, f"Traps with {threat}", found, expected)


def _label(threats: Threats, order: Sequence[str]) -> str:
    """The name of a set of threats: in table order, unknown ones last."""
    known = [each for each in order if each in threats]
    return "+".join([*known, *sorted(threats.difference(order))])


def unplayable(records: Records) -> Iterator[Fault]:
    """Yield the faults in the records that keep some number of players from setting up."""
    tables = records.tables
    seatings, modes = table_named(tables, "seatings"), table_named(tables, "modes")
    cards = sum(len(table_named(tables, name)) for name in ("menaces", "knocks", "christmas"))
    tiles = table_named(tables, "tiles")
    singles = [row["copies"] for row in tiles if not row["double"]]
    every = sum(row["copies"] for row in tiles)
    for name in ("rookie", "normal", "veteran"):
        if name not in modes:
            yield Fault(f'there is no mode "{name}"', modes.place)
    for players in records.seats:
        rows = [row for row in seatings if row["players"] == players]
        if len(rows) != 1:
            yield Fault(f"{len(rows)} lines are for {players} players instead of 1", seatings.place)
    for row in [*seatings, *modes]:
        if (row["trials"] or 0) >= cards:
            message = f"{row['trials']} of {cards} Trial cards would leave no Reserve"
            yield Fault(message, row.place_of("trials"))
    for row in seatings:
        holders = row["holders"]
        if holders not in (row["players"], row["players"] + 1):
            message = "tiles are held by the players, and perhaps by the Chaplain"
            yield Fault(message, row.place_of("holders"), check="chaplain-joins")
        if holders > len(table_named(tables, "grizzled")):
            yield Fault(f"{holders} Grizzled are needed", row.place, check="grizzled-pick")
        in_use = every if row["doubles"] else sum(singles)
        if min(singles, default=0) < holders or in_use < (len(singles) + 1) * holders:
            message = f"there are not enough Support tiles for {holders}"
            yield Fault(message, tiles.place, check="tile-mix")
    yield from records.unknown_rules(table_named(tables, "knocks"))


def _count_fault(state: Table, what: str, found: Sequence[Record], expected: int) -> Fault:
    """Return the fault for a wrong number of cards, listing the cards found."""
    which = f" ({some_of([row['id'] for row in found], 40)})" if found else ""
    place = found[-1].place if found else state.place
    return Fault(f"{what}: found {len(found)}{which}, expected {expected}", place)
