"""Turns the vocabulary of card texts into German: every name in its cases, every sentence's pattern.

In a pattern a name in braces is filled in, with its case behind a hyphen: nominative (`nom`),
accusative (`acc`), dative (`dat`) or genitive (`gen`).  Without a case it is a number or the like.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

CASES = ("nom", "acc", "dat", "gen")


class Cased(NamedTuple):
    """One thing in its four cases."""

    nom: str
    acc: str
    dat: str
    gen: str


STATS: Mapping[str, Cased] = {
    "mean": Cased("die Bosheit", "die Bosheit", "der Bosheit", "der Bosheit"),
    "weird": Cased("die Seltsamkeit", "die Seltsamkeit", "der Seltsamkeit", "der Seltsamkeit"),
    "fat": Cased("die Masse", "die Masse", "der Masse", "der Masse"),
    "damage": Cased("der Schaden", "den Schaden", "dem Schaden", "des Schadens"),
    "defense": Cased("die Abwehr", "die Abwehr", "der Abwehr", "der Abwehr"),
}
REFERENCES: Mapping[str, Cased] = {
    "self": Cased("dieser Gruff", "diesen Gruff", "diesem Gruff", "dieses Gruffs"),
    "host": Cased("der Träger", "den Träger", "dem Träger", "des Trägers"),
    "active": Cased(
        "dein aktiver Gruff",
        "deinen aktiven Gruff",
        "deinem aktiven Gruff",
        "deines aktiven Gruffs",
    ),
    "opposite": Cased(
        "der Gruff gegenüber", "den Gruff gegenüber", "dem Gruff gegenüber", "des Gruffs gegenüber"
    ),
    "it": Cased("jener Gruff", "jenen Gruff", "jenem Gruff", "jenes Gruffs"),
    "chosen": Cased(
        "der gewählte Gruff", "den gewählten Gruff", "dem gewählten Gruff", "des gewählten Gruffs"
    ),
}
SHEPHERDS: Mapping[str, Cased] = {
    "my-shepherd": Cased("dein Hirte", "deinen Hirten", "deinem Hirten", "deines Hirten"),
    "enemy-shepherd": Cased(
        "der gegnerische Hirte",
        "den gegnerischen Hirten",
        "dem gegnerischen Hirten",
        "des gegnerischen Hirten",
    ),
}
ONE = Cased("ein", "einen", "einem", "eines")
ONE_OF = Cased("einer", "einen", "einem", "eines")
EACH = Cased("jeder", "jeden", "jedem", "jedes")
GRUFF = Cased("Gruff", "Gruff", "Gruff", "Gruffs")
MIXED = Cased("er", "en", "en", "en")
"""Endings of an adjective after `ein`."""
WEAK = Cased("e", "en", "en", "en")
"""Endings of an adjective after `jeder`."""
ENEMY = "gegnerisch"
STATES: Mapping[str, tuple[str, ...]] = {
    "living": (),
    "dead": ("tot",),
    "either": ("lebend", "tot"),
    "ready": ("bereit",),
    "exhausted": ("erschöpft",),
    "attacking": ("angreifend",),
    "adjacent": ("benachbart",),
}
"""The stems of what is said of a gruff in a state; two are joined by `oder`."""
IS: Mapping[str, str] = {
    "living": "lebt",
    "dead": "tot ist",
    "either": "lebt oder tot ist",
    "ready": "bereit ist",
    "exhausted": "erschöpft ist",
    "attacking": "angreift",
    "adjacent": "benachbart ist",
}
CARDS: Mapping[str, Cased] = {
    "": Cased("eine Karte", "eine Karte", "einer Karte", "einer Karte"),
    "action": Cased("eine Aktion", "eine Aktion", "einer Aktion", "einer Aktion"),
    "condition": Cased("ein Zustand", "einen Zustand", "einem Zustand", "eines Zustands"),
    "mutation": Cased("eine Mutation", "eine Mutation", "einer Mutation", "einer Mutation"),
}
CRAZY: Mapping[str, Cased] = {
    "mine": Cased("dein Irrsinn", "deinen Irrsinn", "deinem Irrsinn", "deines Irrsinns"),
    "enemy": Cased(
        "der Irrsinn der Gegenseite",
        "den Irrsinn der Gegenseite",
        "dem Irrsinn der Gegenseite",
        "des Irrsinns der Gegenseite",
    ),
}
COUNT = Cased("die Zahl", "die Zahl", "der Zahl", "der Zahl")
HALF = Cased(
    "die abgerundete Hälfte",
    "die abgerundete Hälfte",
    "der abgerundeten Hälfte",
    "der abgerundeten Hälfte",
)
FLAGS: Mapping[str, tuple[str, str]] = {
    "no-attack": ("darf", "keinen Angriff wählen"),
    "no-swap": ("kann", "nicht vertauscht werden"),
    "no-excess": ("lässt", "keinen überschüssigen Schaden durch"),
    "hidden": ("kann", "von der Gegenseite nicht gewählt werden"),
    "direct": ("greift", "den gegnerischen Hirten direkt an"),
}
"""What a gruff is besides stronger or weaker: the verb, and the rest of the sentence."""
HAS = "hat"
DURATIONS: Mapping[str, str] = {
    "turn-end": "bis zum Ende dieses Zuges",
    "clean-up": "bis zu deinem nächsten Aufräumen",
}
OPERATIONS: Mapping[str, Mapping[str, str]] = {
    "damage": {"": "füge {to-dat} {n} Schaden zu"},
    "heal": {"": "{who-nom} erhält {n} Leben zurück"},
    "stat": {"more": "{who-nom} gewinnt {n} {stat}", "less": "{who-nom} verliert {n} {stat}"},
    "crazy": {
        "mine-more": "dein Irrsinn steigt um {n}",
        "mine-less": "dein Irrsinn sinkt um {n}",
        "enemy-more": "der Irrsinn der Gegenseite steigt um {n}",
        "enemy-less": "der Irrsinn der Gegenseite sinkt um {n}",
    },
    "draw": {"mine": "ziehe {cards}", "enemy": "die Gegenseite zieht {cards}"},
    "discard": {
        "mine": "wirf {random}{cards} ab",
        "enemy": "die Gegenseite wirft {random}{cards} ab",
    },
    "swap": {"": "vertausche {a-acc} mit {b-dat}"},
    "kill": {"": "töte {who-acc}"},
    "resurrect": {"": "belebe {who-acc} wieder"},
    "ready": {"": "erfrische {who-acc}"},
    "exhaust": {"": "erschöpfe {who-acc}"},
    "cancel": {"": "brich den Angriff {who-gen} ab"},
    "strip": {"": "wirf {kind-acc} von {from-dat} ab"},
    "recover": {"": "nimm {type-acc} aus deinem Ablagestapel auf die Hand"},
    "boost": {"": "{until} {mods}"},
}
"""The sentence of each operation: by whose side it is about, and whether there is more or less."""
TRIGGERS: Mapping[str, Mapping[str, str]] = {
    "activated": {"": "wenn {who-nom} aktiviert wird"},
    "attack-declared": {"": "wenn {who-nom} einen Angriff ansagt"},
    "attack-killed": {"": "wenn ein Angriff {who-gen} tötet"},
    "attack-blocked": {"": "wenn ein Angriff {who-gen} geblockt wird"},
    "blocks": {"": "wenn {who-nom} einen Angriff blockt"},
    "damaged": {"": "wenn {who-nom} Schaden überlebt"},
    "died": {"": "wenn {who-nom} stirbt"},
    "resurrected": {"": "wenn {who-nom} wiederbelebt wird"},
    "swapped": {"": "wenn {who-nom} vertauscht wird"},
    "grew": {"": "wenn {who-nom} wächst"},
    "card-played": {
        "mine": "wenn du {card-acc} spielst",
        "enemy": "wenn die Gegenseite {card-acc} spielt",
    },
    "life-lost": {
        "mine": "wenn dein Hirte Leben verliert",
        "enemy": "wenn der gegnerische Hirte Leben verliert",
    },
    "below-threshold": {"": "Schwelle"},
    "attached": {"": "sofort"},
}
COMPARED: Mapping[str, str] = {
    ">=": "falls {left-nom} mindestens {right-nom} ist",
    "<=": "falls {left-nom} höchstens {right-nom} ist",
    "=": "falls {left-nom} genau {right-nom} ist",
}
COMPARED_WITH: Mapping[str, str] = {
    ">=": "falls {left-nom} mindestens so groß ist wie {right-nom}",
    "<=": "falls {left-nom} höchstens so groß ist wie {right-nom}",
    "=": "falls {left-nom} genauso groß ist wie {right-nom}",
}
"""The same, held against another amount instead of a number."""
HOST, WHERE, IF_IS = (
    "Träger: {who-nom}.",
    "{sentence}, wobei X {amount-nom} ist",
    "falls {who} {is}",
)
MAY = ("du darfst dies tun", "darfst du dies tun")
"""At the head of a clause, and after what has to happen: there the verb comes first."""
ONE_CARD, MANY_CARDS, RANDOM = "1 Karte", "{n} Karten", "zufällig "
EXCEPT, AND, OR = "{gruff} außer {reference-dat}", " und ", " oder "
