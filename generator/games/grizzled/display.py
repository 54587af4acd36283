"""Display: the table as lines of text, moves in words, an event as a sentence."""

from __future__ import annotations

from typing import Any

from generator.engine.event_text import listed, with_capitals
from generator.engine.events import Event
from generator.games.grizzled.content import CHAPLAIN, Names
from generator.games.grizzled.moves import Move
from generator.games.grizzled.state import GrizzledState


def seat_names(players: int) -> tuple[str, ...]:
    """The name of every seat."""
    return tuple(f"Player {seat + 1}" for seat in range(players))


def person(name: str) -> str:
    """A player, or the Chaplain, by the name in a position: `p2`, `chaplain`."""
    return "the Chaplain" if name == CHAPLAIN else f"Player {name[1:]}"


def draw(state: GrizzledState) -> str:
    """The table as everybody sees it, with the number of cards in each hand."""
    names, config = state.config.names, state.config
    land = "; ".join(f"{card} {names.cards[card]}" for card in state.land) or "empty"
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
    for seat, player in enumerate(seat_names(config.players)):
        lines.append(f"    {player}: {', '.join(_player(state, seat))}")
    if config.holders > config.players and state.grizzled[-1]:
        laid = ", one laid" if state.played[-1] else ""
        shown = names.grizzled[state.grizzled[-1]]
        lines.append(f"    The Chaplain: shown by {shown}, tiles {len(state.tiles[-1])}{laid}")
    return "\n".join(lines)


def draw_for(state: GrizzledState, seat: int) -> str:
    """The table as one player sees it: also their cards and tiles, with the ids that moves use."""
    names = state.config.names
    cards = "; ".join(f"{card} {names.cards[card]}" for card in state.hands[seat])
    tiles = "; ".join(f"{tile} {names.tiles[tile]}" for tile in state.tiles[seat])
    lines = [
        draw(state),
        f"    your hand: {cards or 'empty'}",
        f"    your tiles: {tiles or 'none'}",
    ]
    if played := state.played[seat]:
        lines.append(f"    your tile on the table: {names.tiles[played]}")
    return "\n".join(lines)


def describe_move(state: GrizzledState, move: Move) -> str:
    """What a move's ids stand for: `Rain+Mask`, `Clovis (Charm Rain)`, `Player 2, Mute`."""
    names = state.config.names
    known = {**names.cards, **names.tiles}
    for grizzled, name in names.grizzled.items():
        known[grizzled] = f"{name} (Charm {names.threats[names.charms[grizzled]]})"
    if move.what == "cheer":
        return ", ".join([person(move.one), *filter(None, [known.get(move.other)])])
    return ", ".join(known[word] for word in (move.one, move.other) if word in known)


def _player(state: GrizzledState, seat: int) -> list[str]:
    """The things in front of a player."""
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
    words += [f"{card} {names.cards[card]}" for card in state.knocks[seat]]
    if seat == state.leader:
        words.append("Leader")
    if state.withdrawn[seat]:
        words.append("withdrawn")
    return words


SENTENCES: dict[str | tuple[str, str], str] = {
    "mode": "The game is a {rule} one.",
    "shuffle": "All Trial cards are shuffled together: {cards}.",
    "piles": "{trials} cards are the Trials pile, {reserve} the Reserve.",
    "tiles": "Everybody gets {tiles} Support tiles; left over and boxed unseen: {boxed}.",
    "own-tiles": "{Seat}'s tiles: {tiles}.",
    ("leader", "leader-passes"): "{Seat} is the new Leader.",
    "leader": "{Seat} is the first Mission Leader; Speech tokens in stock: {speeches}.",
    "take": "{Seat} is {grizzled}.",
    "chaplain": "The Chaplain joins, shown by {grizzled}.",
    "round": "Round {round}, led by {seat}.",
    ("chaplain-tile", "chaplain-first"): "The Chaplain has no tile to lay.",
    "chaplain-tile": "A tile of the Chaplain's {tiles} is laid on his card, unseen.",
    "intensity": "{Seat} calls an Intensity of {intensity}.",
    "deal": "{Seat} is dealt {cards}.",
    "hand": "{Seat} takes up {cards}.",
    "short": "The Trials pile has run out; not dealt: {missing}.",
    "draw-more": "{Seat} draws one more card ({knock}).",
    "mission": "The Mission begins; {seat} goes first.",
    "turn": "{Seat}'s turn.",
    "draw": "{Seat} has to draw and play {card}, because of {for}.",
    "no-draw": "The Trials pile is empty, so {seat} draws nothing for {for}.",
    "land": "To No Man's Land: {card}.",
    "assign": "{Seat} is assigned {card}.",
    "christmas": "{Seat} plays {card}.",
    "cheer": "{Seat} frees {for} of {knock}.",
    ("cheer", "charm"): "{Seat} turns {for}'s {grizzled} back to the Charm side.",
    "no-trap": "The Trap on {card} is not resolved.",
    (
        "conflict",
        "knock-empty-hand",
    ): "{Seat} holds no cards, so {knock} does not keep {seat} here.",
    "conflict": "Hard Knocks disagree about {seat}; {knock} settles it.",
    "must": "{Seat} has to withdraw ({knock}).",
    "held": "{Seat} may not withdraw ({knock}).",
    "charm": "{Seat} uses {grizzled}'s Charm and discards {card}.",
    "flip": "{Grizzled} is turned to the used side.",
    "speech": "{Seat} makes a Speech against {threat}.",
    ("token", "speech-token-spent"): "The Speech token leaves the game.",
    ("token", "speech-token-returns"): "The Speech token goes back to the stock, now {stock}.",
    ("token", "leader-gains-speech"): "{Seat} takes a Speech token; {stock} left in stock.",
    "unheard": "Those who have withdrawn get nothing from it: {players}.",
    "deaf": "{Seat} may not discard to it ({knock}).",
    "keep": "{Seat} discards nothing.",
    "drop": "{Seat} discards {card}.",
    "withdraw": "{Seat} withdraws.",
    "tile": "{Seat} lays a Support tile face down and keeps {left}.",
    "own-tile": "{Seat}'s tile is {tile}.",
    "no-tile": "{Seat} plays no Support tile.",
    "relieved": "Without effect until the Mission ends: {knocks}.",
    "hold": "{Seat} keeps {cards} for the next round.",
    "fail": "The Mission fails; active three times: {threats}.",
    "haunt": "{Seat}'s {knock} counts for it.",
    "reshuffle": "Shuffled into the Trials pile: {cards}; the pile has {trials} now.",
    "succeed": "Everybody has withdrawn: the Mission succeeds.",
    ("clear", "idle-mission"): "No Man's Land was empty.",
    "clear": "Discarded: {cards}.",
    "late": "Support comes only from those who had withdrawn: {players}.",
    "support": "{From} gives {tile} to {to}.",
    ("no-support", "support-majority"): "No tile was given: nobody benefits.",
    ("no-support", "chaplain-majority"): (
        "The Chaplain has been given the most tiles: nobody benefits."
    ),
    "majority": "{Seat} has been given the most tiles: {tiles}.",
    "tie": "{Players} have {tiles} each: nobody benefits.",
    "no-benefit": "{Seat} makes no use of the Support.",
    "relief": "{Seat} is rid of {knocks}.",
    "recover": "{Grizzled} is turned back to the Charm side.",
    "fall": "Too much to bear for {seat}: {knocks}.",
    "peace": "The Trials pile and all hands are empty: the dove is there for all to see.",
    "morale": "The Morale Drop moves {cards}: Trials {trials}, Reserve {reserve}.",
    "monument": "The Reserve is empty and the Monument shows.",
    "result": "The game ends in round {rounds}: {result} for all.",
}


def describe(event: Event, names: Names) -> str:
    """The event as one sentence."""
    facts: dict[str, Any] = {key: _words(key, value, names) for key, value in event.facts.items()}
    facts["rule"] = event.rule
    if event.seat is not None:
        facts["seat"] = f"Player {event.seat + 1}"
    if event.kind == "cheer" and facts["for"] == facts["seat"] and "knock" in facts:
        facts["for"] = "themself"
    variant = "charm" if "grizzled" in facts else event.rule
    sentence = SENTENCES.get((event.kind, variant)) or SENTENCES[event.kind]
    return sentence.format_map(with_capitals(facts))


def _words(key: str, value: Any, names: Names) -> Any:
    """A fact as the words of a sentence."""
    if isinstance(value, (list, tuple)):
        singular = key.removesuffix("s")
        if not value:
            return "nobody" if singular == "player" else "nothing"
        return listed(str(_words(singular, item, names)) for item in value)
    if key in ("from", "to", "player") or (key == "for" and value not in names.cards):
        return person(str(value))
    if value in names.cards:
        return f"{value} {names.cards[value]}"  # as moves name it, and as everybody does
    for known in (names.tiles, names.grizzled, names.threats):
        if value in known:
            return known[value]
    if key in ("cards", "missing"):
        return "1 card" if value == 1 else f"{value} cards"
    return value
