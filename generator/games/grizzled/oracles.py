"""Test oracles: this kit's checks implemented a second time, as simply as possible (see `mutation`)."""

from __future__ import annotations

from generator.kit.tables.records import Tables, table_named

THREATS = ("night", "snow", "rain", "mask", "shell", "whistle")
TRIPLES = ("night snow mask", "snow rain shell", "rain mask whistle", "night mask shell",
          "snow shell whistle", "night rain whistle")  # fmt: skip


def _cards(tables: Tables, trapped: bool = False) -> list[str]:
    """The distinct threats of each card, in alphabetical order."""
    rows = [row for row in table_named(tables, "menaces") if row["trap"] or not trapped]
    return sorted(" ".join(sorted({*row["threats"]})) for row in rows)


def threat_pairs(tables: Tables) -> bool:
    """Each pair is on two cards, three pairs on a third, and six triples on one each."""
    pairs = [f"{min(a, b)} {max(a, b)}" for n, a in enumerate(THREATS) for b in THREATS[n + 1 :]]
    tripled = ["night snow", "mask rain", "shell whistle"]
    triples = [" ".join(sorted(each.split())) for each in TRIPLES]
    known = {row["id"] for row in table_named(tables, "threats")}
    return known == {*THREATS} and _cards(tables) == sorted([*pairs, *pairs, *tripled, *triples])


def traps(tables: Tables) -> bool:
    """The nine Trap cards are the pairs with one threat from either group."""
    pairs = [
        sorted([a, b]) for a in ("night", "rain", "whistle") for b in ("snow", "mask", "shell")
    ]
    return _cards(tables, trapped=True) == sorted(map(" ".join, pairs))
