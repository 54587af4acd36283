"""Display: the table as lines of text, moves in words, events as sentences."""

from __future__ import annotations

from typing import Any

from generator.engine.events import Event
from generator.engine.text.event_text import listed, with_capitals
from generator.engine.text.sentence_file import load_sentences
from generator.games.grizzled.content import CHAPLAIN, Names
from generator.games.grizzled.moves import CHARM, Move
from generator.games.grizzled.state import GrizzledState

SENTENCES = load_sentences(__file__)


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
    kind = f"{move.what}/{named}" if move.one else move.what
    words = {"one": known.get(move.one), "other": known.get(move.other)}
    facts = {**words, "whose": whose, "charm": charm}
    return SENTENCES.order(kind if kind in SENTENCES.moves else move.what, facts)


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


def words(event: Event, names: Names) -> dict[str, Any]:
    """The facts of an event as words for its sentence, also capitalized."""
    facts: dict[str, Any] = {key: _words(key, value, names) for key, value in event.facts.items()}
    facts |= {"rule": event.rule, "nobody": facts.get("players") == "nobody"}
    facts["one-tile"] = event.facts.get("tiles") == 1
    if event.seat is not None:
        facts["seat"] = f"Player {event.seat + 1}"
    if event.kind == "cheer" and facts["for"] == facts["seat"] and "knock" in facts:
        facts["for"] = "themself"
    if holder := event.facts.get("holder"):
        facts["knock"] = f"{person(str(holder))}'s {facts['knock']}"
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
