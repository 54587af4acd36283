"""Display: the table as lines of text, moves in words, events as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.events import Event
from generator.engine.text.event_text import (
    Series,
    SeriesTable,
    Together,
    Wording,
    either,
    listed,
    with_capitals,
)
from generator.games.grizzled.content import CHAPLAIN, Names
from generator.games.grizzled.moves import CHARM, Move
from generator.games.grizzled.state import GrizzledState


def person(name: str) -> str:
    """The title of a player or the Chaplain, by the name in positions: `p2`, `chaplain`."""
    return "the Chaplain" if name == CHAPLAIN else f"Player {name[1:]}"


def draw(state: GrizzledState) -> str:
    """The table as everybody sees it, with the size of each hand."""
    names, config = state.config.names, state.config
    land = "; ".join(names.spoken[card] for card in state.land) or "empty"
    active = [
        f"{names.threats[threat]} {count}"
        for threat, count in zip(config.threats, state.active(), strict=True)
        if count
    ]
    lines = [
        f"    Trials {len(state.trials)}, Reserve {len(state.reserve)}, Speeches {state.stock}",
        f"    No Man's Land: {land}",
        f"    active: {', '.join(active) or 'nothing'}",
    ]
    for seat in range(config.players):
        lines.append(f"    Player {seat + 1}: {', '.join(_player(state, seat))}")
    if config.holders > config.players and state.grizzled[-1]:
        laid = ", one laid" if state.played[-1] else ""
        shown = names.grizzled[state.grizzled[-1]]
        lines.append(f"    The Chaplain: shown by {shown}, tiles {len(state.tiles[-1])}{laid}")
    return "\n".join(lines)


def draw_for(state: GrizzledState, seat: int) -> str:
    """The table as one player sees it, with their cards and tiles."""
    names = state.config.names
    cards = "; ".join(names.spoken[card] for card in state.hands[seat])
    tiles = "; ".join(names.tiles[tile] for tile in state.tiles[seat])
    lines = [
        draw(state),
        f"    your hand: {cards or 'empty'}",
        f"    your tiles: {tiles or 'none'}",
    ]
    if played := state.played[seat]:
        lines.append(f"    your tile on the table: {names.tiles[played]}")
    return "\n".join(lines)


ORDERS: Mapping[str, str] = {
    "take": "Be {one}, whose Good Luck Charm is {charm}",
    "intensity": "Deal {one} to each player",
    "play": "Play {one}",
    "charm": "Use your Charm to discard {one}",
    "speech": "Make a Speech about {one}",
    "drop": "Discard {one}",
    "keep": "Discard nothing",
    "withdraw": "Withdraw, and lay no Support tile",
    "withdraw/one": "Withdraw, and lay the tile {one} face down",
    "cheer/other": "Rid {one} of {other}",
    "cheer/charm": "Turn {whose} Grizzled back to the Charm side",
    "relief": "Make no use of the Support",
    "relief/one": "Get rid of {one}",
    "relief/other": "Get rid of {one} and {other}",
    "relief/charm": "Turn {whose} Grizzled back to the Charm side",
}
"""Moves as sentences, by their first word, and by what else they name."""


def move_sentence(state: GrizzledState, move: Move) -> str:
    """A move as a sentence, with names in place of ids."""
    names = state.config.names
    known = {**names.spoken, **names.tiles, **names.grizzled, **names.threats}
    known |= {name: person(name) for name in state.config.people} | {CHAPLAIN: person(CHAPLAIN)}
    assert state.to_act is not None
    own = state.config.people[state.to_act]
    whose = "your" if move.one in (own, CHARM) else f"{known.get(move.one)}’s"
    known[own] = "yourself"
    if move.what == "intensity":
        known[move.one] = "1 card" if move.one == "1" else f"{move.one} cards"
    charm = names.threats[names.charms[move.one]] if move.what == "take" else ""
    named = "charm" if CHARM in move[1:] else "other" if move.other else "one"
    order = ORDERS.get(f"{move.what}/{named}" if move.one else move.what) or ORDERS[move.what]
    words = {"one": known.get(move.one), "other": known.get(move.other)}
    return order.format_map({**words, "whose": whose, "charm": charm})


def _player(state: GrizzledState, seat: int) -> list[str]:
    """The pieces in front of a player."""
    names = state.config.names
    grizzled = state.grizzled[seat]
    if not grizzled:
        return ["no Grizzled yet"]
    charm = "used" if state.used[seat] else names.threats[names.charms[grizzled]]
    words = [
        f"{names.grizzled[grizzled]} (Charm {charm})",
        f"hand {len(state.hands[seat])}",
        f"tiles {len(state.tiles[seat])}",
        f"Speeches {state.tokens[seat]}",
    ]
    words += [names.spoken[card] for card in state.knocks[seat]]
    if seat == state.leader:
        words.append("Leader")
    if state.withdrawn[seat]:
        words.append("withdrawn")
    return words


def _of_one_tile(facts: Mapping[str, Any]) -> bool:
    return bool(facts["tiles"] == 1)


SENTENCES: Mapping[str, Wording] = {
    "mode": "The game is a {rule} one.",
    "shuffle": "All {cards} are shuffled together.",
    "piles": "{trials} cards make the Trials pile, {reserve} the Reserve.",
    "tiles": "Everybody gets {tiles} Support tiles; {boxed} more go into the box unseen.",
    "own-tiles": "{Seat} has these tiles: {tiles}.",
    "leader/leader-passes": "{Seat} is the new Leader.",
    "leader": "{Seat} is the first Leader. The stock has {speeches} Speech tokens.",
    "take": "{Seat} is {grizzled}.",
    "chaplain": "The Chaplain joins, shown by {grizzled}.",
    "round": "Round {round} begins, led by {seat}.",
    "chaplain-tile/chaplain-first": "The Chaplain has no tile to lay.",
    "chaplain-tile": "One of the Chaplain's {tiles} tiles is laid on his card, unseen.",
    "intensity": "{Seat} names an Intensity of {intensity}.",
    "deal": "{Seat} is dealt {cards}.",
    "hand": "{Seat} takes up {cards}.",
    "short": "The Trials pile runs out; {missing} less than called for.",
    "draw-more": "{Seat} is {knock} and draws one more card.",
    "mission": "The Mission begins, and {seat} goes first.",
    "turn": "{Seat} has a turn.",
    "draw": "{Seat} must draw a card because of {for}, and play it: {card}.",
    "no-draw": "The Trials pile is empty, so {seat} draws nothing for {for}.",
    "land": "{Seat} lays {card} in No Man's Land.",
    "assign": "{Seat} takes a Hard Knock: {card}.",
    "christmas": "{Seat} plays {card}.",
    "cheer": either(
        lambda facts: "grizzled" in facts,
        "{Seat} turns the Grizzled of {for} back to the Charm side.",
        "{Seat} frees {for} of {knock}.",
    ),
    "no-trap/failure-at-once": "It is all over, so the Trap no longer matters.",
    "no-trap/rookie": "Rookies ignore the Trap on {card}.",
    "no-trap": "The Trap on the drawn card, {card}, does nothing.",
    "conflict/knock-empty-hand": "{Seat} holds no cards, so {knock} does not keep {seat} here.",
    "conflict": "The Hard Knocks disagree about {seat}; {knock} decides.",
    "must": "{Seat} has to withdraw, because of {knock}.",
    "held": "{Seat} may not withdraw, because of {knock}.",
    "charm": "{Seat} uses the Charm to discard {card}.",
    "flip": "The Grizzled is turned to the used side.",
    "speech": "{Seat} makes a Speech about {threat}.",
    "token/speech-token-spent": "The Speech token leaves the game.",
    "token/speech-token-returns": "The Speech token goes back to the stock, which has {stock}.",
    "token/leader-gains-speech": "{Seat} takes a Speech token; the stock has {stock} left.",
    "unheard": "It does nothing for those who have withdrawn: {players}.",
    "deaf": "{Seat} is {knock} and may not answer.",
    "keep": "{Seat} discards nothing.",
    "drop": "{Seat} discards {card}.",
    "withdraw": "{Seat} withdraws.",
    "tile": "{Seat} lays a Support tile face down and has {left} left.",
    "own-tile": "{Seat}'s tile says {tile}.",
    "no-tile": "{Seat} lays no Support tile.",
    "relieved": "{Knocks} {have} no hold on {seat} until the Mission ends.",
    "hold": "{Seat} keeps {cards} for the next round.",
    "fail": "{Threats} three times: the Mission fails.",
    "haunt": "{Seat}'s {knock} counts for it.",
    "reshuffle": "No Man's Land goes back into the Trials pile, now {trials}: {cards}.",
    "succeed": "Everybody has withdrawn: the Mission succeeds.",
    "clear/idle-mission": "No Man's Land was empty.",
    "clear": "No Man's Land is discarded: {cards}.",
    "late": either(
        lambda facts: facts["players"] == "nobody",
        "Nobody had withdrawn, so there are no tiles to give.",
        "Only those who had withdrawn give a tile: {players}.",
    ),
    "support": "{From} gives {to} the tile {tile}.",
    "no-support/support-majority": "No tile was given, so nobody is helped.",
    "no-support/chaplain-majority": (
        "The Chaplain has been given the most tiles, so nobody is helped."
    ),
    "majority": either(
        _of_one_tile,
        "One tile is the most that anybody was given: {seat} is helped.",
        "With {tiles} tiles {seat} has been given the most and is helped.",
    ),
    "tie": either(
        _of_one_tile,
        "{Players} have one tile each, so nobody is helped.",
        "{Players} have {tiles} tiles each, so nobody is helped.",
    ),
    "no-benefit": "{Seat} makes no use of the Support.",
    "relief": "{Seat} is rid of {knocks}.",
    "recover": "{Seat} turns the Grizzled back to the Charm side.",
    "fall": "{Seat} has too much to bear: {knocks}.",
    "peace": "The Trials pile and all hands are empty: the dove is there for all to see.",
    "morale": (
        "The Morale Drop takes {cards}: {trials} now lie in the Trials pile, {reserve} in the Reserve."
    ),
    "monument": "The Reserve is empty and the Monument shows.",
    "result": "The game ends in round {rounds}: {result} for all.",
}
TOGETHER: Together = {
    ("turn",): "",
    ("mission",): "",
    ("charm", "flip"): (
        "{Seat} uses the Charm to discard {card}, and turns the Grizzled to its used side."
    ),
    ("withdraw", "tile", "own-tile", "hold"): (
        "{Seat} withdraws, lays the tile {tile} face down and keeps {cards}."
    ),
    ("withdraw", "tile", "own-tile"): "{Seat} withdraws and lays the tile {tile} face down.",
    ("withdraw", "tile", "hold"): (
        "{Seat} withdraws, lays a Support tile face down and keeps {cards}."
    ),
    ("withdraw", "tile"): "{Seat} withdraws and lays a Support tile face down.",
    ("withdraw", "no-tile"): "{Seat} withdraws and lays no Support tile.",
    ("withdraw", "no-tile", "hold"): ("{Seat} withdraws, lays no Support tile and keeps {cards}."),
    ("draw", "land"): "{Seat} must draw a card because of {for}, and play it: {card}.",
    ("draw", "assign"): "{Seat} must draw a card because of {for}, and takes a Hard Knock: {card}.",
    ("draw", "christmas"): "{Seat} must draw a card because of {for}, and plays {card}.",
    ("speech", "token/speech-token-spent"): (
        "{Seat} makes a Speech about {threat}, and the token leaves the game."
    ),
    ("peace", "result"): (
        "The Trials pile and all hands are empty, and the dove is there for all to see:"
        " {result} for all, in round {rounds}."
    ),
    ("monument", "result"): (
        "The Reserve is empty and the Monument shows: {result} for all, in round {rounds}."
    ),
    ("fall", "result"): (
        "{Seat} has too much to bear, {knocks}: {result} for all, in round {rounds}."
    ),
}
"""Sentences for runs of events; "" leaves a run out."""
SERIES: SeriesTable = {
    ("drop",): Series("{Items}.", "{seat} discards {card}", ()),
    ("support",): Series("{Items}.", "{from} gives {to} the tile {tile}", ()),
}
"""Sentences for several events of one kind in a row."""


def words(event: Event, names: Names) -> dict[str, Any]:
    """The facts of an event as words for its sentence, also capitalized."""
    facts: dict[str, Any] = {key: _words(key, value, names) for key, value in event.facts.items()}
    facts["rule"] = event.rule
    if event.seat is not None:
        facts["seat"] = f"Player {event.seat + 1}"
    if event.kind == "cheer" and facts["for"] == facts["seat"] and "knock" in facts:
        facts["for"] = "themself"
    if isinstance(knocks := event.facts.get("knocks"), (list, tuple)):
        facts["have"] = "has" if len(knocks) == 1 else "have"
    return with_capitals(facts)


def _words(key: str, value: Any, names: Names) -> Any:
    """One fact as words for a sentence."""
    if isinstance(value, (list, tuple)):
        singular = key.removesuffix("s")
        if not value:
            return "nobody" if singular == "player" else "nothing"
        items = [str(_words(singular, item, names)) for item in value]
        return "; ".join(items) if singular == "card" else listed(items)
    if key in ("from", "to", "player") or (key == "for" and value not in names.cards):
        return person(str(value))
    if key == "for" and value in names.traps:
        return "the Trap"
    if value in names.cards:
        return names.spoken[value]
    for known in (names.tiles, names.grizzled, names.threats):
        if value in known:
            return known[value]
    if key in ("cards", "missing"):
        return "1 card" if value == 1 else f"{value} cards"
    return value
