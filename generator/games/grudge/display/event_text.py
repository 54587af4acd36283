"""Sentences for each kind of event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.text.event_text import Series, SeriesTable, Together, Wording, added

SENTENCES: dict[str, str] = {
    "stats": "The Warrior has Spades {spades}, Clubs {clubs} and Hearts {hearts}.",
    "loadout": "The Warrior sets out with {weapons}, and wears {armour}.",
    "keep": "Luckstones kept: {luckstones}.",
    "challenge": "Challenge {number} begins, with decks freshly shuffled.",
    "roll": "The die for the {what} shows {number}.",
    "spend": "With {spent} it is {number}.",
    "cap": "Above {number} counts as {number}.",
    "again": "The die is rolled again.",
    "room": "The room is {room}.",
    "roll-pig": "The Stuck Pig: {rank} for the rank, {file} for the file, so {square}.",
    "place": "{element} on {squares}.",
    "edge": "The Warrior comes in from the {edge}.",
    "stand": "The Warrior stands on {square}.",
    "encounter": "The Encounter is {encounter}.",
    "spawn": "{Who} waits on {square}, {weapon} in hand.",
    "wield": "The Warrior takes the {weapon} in hand.",
    "round": "Round {round}.",
    "draw": "The Warrior draws {cards}.",
    "refill": "The Warrior deck is used up; the discards are shuffled.",
    "flip": "The {deck} deck is used up; its discard pile is turned over.",
    "joker": "A Joker comes up in the {deck} deck and is set aside.",
    "initiative": "The Warrior's Initiative is {card}.",
    "assign": "The Warrior lays out {cards}: Main Action, Reaction, Interrupt.",
    "monster-initiative": "The Monsters have Initiative {cards}.",
    "monster-cards": "The Monsters’ cards: {cards}.",
    "turn": "{Who} has a turn.",
    "main": "{Who} uses the Main Action: {plan}.",
    "idle": "{Who} finds nothing useful to do.",
    "pass": "The Warrior does nothing.",
    "decline": "The Warrior keeps the Interrupt.",
    "window": "A Monster has fallen early: the Warrior may use the Reaction now.",
    "reaction": "{Who} reacts: {plan}.",
    "strike": "{Who} Strikes at {target}: {value}.",
    "upper-hand": "{Who} has the upper hand.",
    "favour": "With favour that is {value}.",
    "hit": "{value} is above {against}: a hit.",
    "hit/strike-ties": "{value} against {against} is a tie, which hits.",
    "hit/flail": "{value} against {against} is a tie, which hits.",
    "miss": "{value} is below {against}: a miss.",
    "pierce": "The damage is Piercing.",
    "aid": "{Who} adds {value} by Aid.",
    "riposte": "{Who} Ripostes at {target} with {value}.",
    "cut": "The Blade cuts deep: {amount} Damage.",
    "sidestep": "{Who} Sidesteps.",
    "follow": "The Axe goes on, with the same {value}.",
    "sweep": "The Sweep brings: {condition}.",
    "damage": "{Who} takes {amount} Damage from {by}.",
    "immune": "{Who} is immune to {weapon}.",
    "notch": "A Notch in the {piece} saves a point of Damage.",
    "destroyed": "The {piece} is destroyed.",
    "defeated": "{Who} is defeated on {square}.",
    "condition": "{Who} is {condition}.",
    "drop": "{Who} drops the {item}.",
    "recover": "{Who} is no longer {condition}.",
    "pick-up": "{Who} takes up {items}.",
    "skip": "{Who} is Stunned and loses this chance to act.",
    "roughhouse": "{Who} Roughhouses {target} with {value}.",
    "resist": "{value} is not enough for {who}.",
    "push": "{Target} is sent {direction}.",
    "displace": "{Who} slides {steps} {direction}.",
    "avoid": "{Who} Avoids with {value}.",
    "dash": "{Who} Dashes, up to {steps}.",
    "avoided": "{Who} gets away from {enemy}.",
    "held-off": "So many Goblins keep the Warrior from attacking {enemy}.",
    "opportunity": "{Who} makes an Opportunity Attack on {target}.",
    "step": "{Who} moves to {square}.",
    "cloud": "{Who} is {stunned}overcome by the Stinking Cloud.",
    "burn": "{Who} is in the Campfire on {square}.",
    "exit": "{Who} leaves the fire for {square}.",
    "load": "{Who} Loads the Bow.",
    "harden": "{Who} is immune to {weapon} now.",
    "loot": "The Warrior takes the {weapon} of {of}.",
    "loot-pig": "The Warrior loots the Stuck Pig.",
    "find": "The Warrior finds: {find}.",
    "cast": "The Warrior casts {spell} with {value}.",
    "luck": "If the Pig is looted later, its entry may be chosen.",
    "smoke": "A Stinking Cloud lies on {square}.",
    "end": "Round {round} ends.",
    "discard": "The Monsters’ cards are discarded: {cards}.",
    "reset": "Because of the Joker, both Monster discard piles go back onto their decks.",
    "hand": "The Warrior takes all Initiative cards in hand again.",
    "won": "Challenge {number} is won.",
    "ends": "All Conditions end, and all clouds.",
    "camp": "The Warrior camps and has {health} Health.",
    "shuffle": "The decks take back their discards and Jokers.",
    "result": "The game ends in {result}: Challenges won {challenges}, Rounds {rounds}.",
    # Events that mean different things under different rules
    "main/main-any-suit": "The Warrior uses {card} for the Main Action.",
    "reaction/reaction-window": "The Warrior uses the Reaction.",
    "damage/warrior-health": (
        "{Who} takes {amount} Damage from {by} and has {health} Health left."
    ),
    "damage/flail": "{Who} takes {amount} Damage from {by} and has {health} Health left.",
    "damage/piercing": "{Who} takes {amount} Piercing Damage from {by}; Health left: {health}.",
    "damage/defence-first": (
        "{Who} takes {amount} Damage from {by}: Defence {defence} and Health {health} are left."
    ),
    "aid/aid-shield": "{Who} adds {value} to the Initiative behind the Shield.",
    "aid/aid-monsters-share": "{Who} adds the shared Aid of {value}, too.",
    "dash/monster-paths": "{Who} Dashes, {steps}.",
    "avoid/boss-mobility": "{Who} Avoids by {steps} with {value}.",
    "monster-initiative/enraged-monsters": (
        "With rage among the Monsters two Initiative cards are drawn: {cards}; the lower counts."
    ),
    "initiative/enraged": "Enraged, the Warrior has to play {card}.",
    "encounter/troll-by-luckstone": "Luckstones have found the Troll: {encounter}.",
    "upper-hand/ganging-up": "The Monsters gang up.",
    "upper-hand/enraged": "{Who} is Enraged.",
    "upper-hand/unarmed-favour": "The target has neither melee Weapon nor Shield.",
    "upper-hand/prone": "The target is Prone.",
    "pass/window-order": "The Warrior lets the moment pass.",
    "strike/bow-range": "{Who} shoots at {target}: {value}.",
    "strike/axe": "{Who} Strikes on at {target} with the same {value}.",
    "riposte/spear": "{Who} Ripostes with the Spear before the Strike, with {value}.",
    "hit/hammer": "{value} is at least twice {against}: a heavy hit.",
    "find/spell-luck": "By Luck the Warrior chooses: {find}.",
    "condition/spell-brainfever": "{Who} is Enraged by Brainfever.",
}
# Several events as one sentence


def _sum(facts: Mapping[str, Any], stat_name: str) -> str:
    """A value as a sum: card, Stat and favour."""
    favour = facts.get("favour", 0)
    base = facts["value"] - favour
    stat = base - facts["worth"] if "worth" in facts else facts.get("stat", 0)
    parts = [(base - stat, "")]
    parts += [(stat, stat_name)] * (stat > 0) + [(favour, "favour")] * (favour > 0)
    return added(parts)


def _caused(facts: Mapping[str, Any], words: str) -> str:
    """Put the cause of favour, if any, before the words."""
    return f"{facts['cause']} {words}" if "cause" in facts else words


def _strike(facts: Mapping[str, Any]) -> str:
    """A Strike with its value, and its result if known."""
    result = f", {_result(facts)}" if "against" in facts else "."
    words = f"{_lead(facts)} at {facts['target']}: {_sum(facts, 'Spades')}{result}"
    return _caused(facts, words)


def _strike_on(facts: Mapping[str, Any]) -> str:
    return f"{facts['Who']} Strikes on at {facts['target']} with the same {facts['value']}, {_result(facts)}"


def _valued(sentence: str, stat_name: str) -> Wording:
    """Wording of a sentence followed by its value as a sum, which may include a Stat."""
    return lambda facts: _caused(facts, f"{sentence.format_map(facts)}: {_sum(facts, stat_name)}.")


def _lead(facts: Mapping[str, Any]) -> str:
    if "reacts" in facts:
        return f"{facts['Who']} uses a Reaction to {'shoot' if facts['far'] else 'Strike'}"
    return f"{facts['Who']} {'shoots' if facts['far'] else 'Strikes'}"


def _aided(facts: Mapping[str, Any]) -> str:
    """A value with Aid against an Initiative."""
    value, more = facts["value"], facts["aid"]
    result = "above" if value > facts["against"] else "a match for"
    sum_of = added([(value - more, ""), (more, "Aid")])
    return f"{facts['Aider']} gives Aid: {sum_of}, {result} {facts['against']}, so it hits."


def _shielded(facts: Mapping[str, Any]) -> str:
    """An Initiative with Aid behind a Shield against a value."""
    against, more = facts["against"], facts["aid"]
    sum_of = added([(against - more, ""), (more, "Aid")])
    return f"{facts['Aider']} raises the Shield: Initiative {sum_of}. {_compared(facts)}"


def _result(facts: Mapping[str, Any]) -> str:
    """The comparison of a value with the number to beat."""
    value, against = facts["value"], facts["against"]
    if value == against:
        return f"against {against} a tie, {'which hits' if facts['hits'] else 'which misses here'}."
    return f"above {against}: a hit." if value > against else f"below {against}: a miss."


def _compared(facts: Mapping[str, Any]) -> str:
    return f"{facts['value']} is {_result(facts)}"


MAIN, REACTION = "main", "reaction"
FAVOURED = ("upper-hand", "favour")
SUMS = {
    "roughhouse": ("{Who} Roughhouses {target}", "Spades"),
    "avoid/avoid": ("{Who} Avoids", "Clubs"),
    "avoid/monster-paths": ("{Who} Avoids", "Clubs"),
    "avoid/boss-mobility": ("{Who} Avoids by {steps}", "Clubs"),
    "cast": ("{Who} casts {spell}", "Hearts"),
    "riposte/riposte": ("{Who} Ripostes at {target}", "Spades"),
    "riposte/spear": ("{Who} Ripostes with the Spear, before the Strike", "Spades"),
}
"""Sentences of events whose value is shown as a sum, with the Stat that it may include."""
STRIKES = [
    (*lead, strike, *more)
    for strike in ("strike/strike", "strike/bow-range")
    for lead in ((), (MAIN,), (REACTION,))
    for more in ((), FAVOURED)
]
RESULTS = (("hit/strike",), ("miss",))
DASHES = {  # of the Warrior, who takes step after step
    ("main/main-any-suit", "dash", "step"): "The Warrior Dashes, up to {steps}",
    (
        "reaction/reaction-window",
        "dash",
        "step",
    ): "The Warrior uses the Reaction to Dash, up to {steps}",
}
MONSTER_DASHES = {
    (*lead, "dash/monster-paths", "step"): f"{{Who}} {does}, and stops on {{square}}."
    for lead, does in (
        ((), "Dashes"),
        ((MAIN,), "Dashes"),
        ((REACTION,), "uses a Reaction to Dash"),
    )
}
TOGETHER: Together = {
    **{(*run, *result): _strike for run in STRIKES for result in ((), *RESULTS)},
    **MONSTER_DASHES,
    **{
        (*lead, kind, *more): _valued(sentence, stat_name)
        for kind, (sentence, stat_name) in SUMS.items()
        for lead in ((), ("main/main-any-suit",))
        for more in ((), FAVOURED)
    },
    ("cloud", "condition/spell-cloud"): "{Who} is overcome by the Stinking Cloud, and Stunned.",
    ("push", "displace"): "{Who} slides {steps} {direction}.",
    ("burn", "damage/piercing"): (
        "{Who} comes into the Campfire on {square} and takes {amount} Piercing Damage; "
        "Health left: {health}."
    ),
    ("roll", "sweep", "condition"): "The die for the Sweep shows {number}: {condition}.",
    **{run: f"{does}, first to {{square}}." for run, does in DASHES.items()},
    ("roll", "room"): "The die for the Room shows {number}: {room}.",
    ("roll", "encounter"): "The die for the Encounter shows {number}: {encounter}.",
    ("shuffle", "challenge"): (
        "The decks take back their discards and Jokers and are shuffled. Challenge {number} begins."
    ),
    ("hit/strike",): _compared,
    ("miss",): _compared,
    ("aid/aid", "hit"): _aided,
    ("aid/aid-monsters-share", "hit"): _aided,
    ("aid/aid-shield", "miss"): _shielded,
    ("round", "draw"): "Round {round}: the Warrior draws {cards}.",
    ("round", "joker", "draw"): (
        "Round {round}: a Joker comes up in the {deck} deck and is set aside. "
        "The Warrior draws {cards}."
    ),
    ("end", "discard"): "Round {round} ends.",
    ("damage/defence-first", "defeated"): "{Who} takes {amount} Damage and falls, on {square}.",
    ("follow",): "",
    ("turn",): "",
    ("reaction/monster-reaction-clubs",): "",
    ("main/monster-main-order",): "",
    ("drop", "condition/disarm"): "{Who} is Disarmed and drops the {item}.",
    ("decline",): "",
    ("pass/window-order",): "",
}
"""Sentences for runs of events; "" leaves a run out."""
SERIES: SeriesTable = {
    # the result may come after a decision not to use an Interrupt
    **{run: Series(_strike, "", ("value",), RESULTS) for run in STRIKES},
    ("strike/axe",): Series(_strike_on, "", ("value",), RESULTS),
    ("step",): Series("{Who} moves by {before} to {square}.", "{square}", ("Who",)),
    **{
        run: Series(f"{does}, by {{before}} to {{square}}.", "{square}", ("Who",), (("step",),))
        for run, does in DASHES.items()
    },
    **{
        run: Series(text, "{square}", ("Who",), (("step",),))
        for run, text in MONSTER_DASHES.items()
    },
}
"""Sentences for several events of one kind in a row."""
