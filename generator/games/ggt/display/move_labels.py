"""Move labels: each legal move in a few words; the position as a player sees it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from generator.engine.text.event_text import listed
from generator.games.ggt.combat_state import NOBODY, Contest
from generator.games.ggt.content import BARE, STRENGTH, Box
from generator.games.ggt.display.move_sentences import attachment_price, name_of
from generator.games.ggt.display.text import map_lines, player_line
from generator.games.ggt.map import hexes
from generator.games.ggt.moves import FORMS, Move
from generator.games.ggt.rules.actions import direction
from generator.games.ggt.rules.tests import BONUS, side, total
from generator.games.ggt.state import GgtState

LEGEND = "# obstacle, o edge, . open, @ object to push, * limb; a digit is a player"
"""Legend of the map."""

# The position


def draw_for(state: GgtState, seat: int) -> str:
    """The position as a player sees it: the map with names of hexes, their hand and limbs."""
    if state.pending and state.pending[-1].name == "take":
        lines = list(_legend(state.config.box))
    else:
        lines = list(_map(state))
        if state.pending and state.pending[-1].name == "place":
            lines.append(LEGEND)
    lines += [
        player_line(state, other, limbs=other != seat) for other in range(state.config.players)
    ]
    if state.monster[seat] != NOBODY and seat in state.living:
        lines += _own_lines(state, seat)
    return "\n".join(f"    {line}" for line in lines)


def _legend(box: Box) -> Iterator[str]:
    """Yield explanations of the figures of monsters and limbs."""
    names = box.names
    for attribute, name in names.attributes.items():
        yield f"{names.short[attribute]} {name}: {names.attribute_texts[attribute]}"
    abilities = (
        f"{name}: {names.ability_texts[id].format(k='n')}" for id, name in names.abilities.items()
    )
    yield "Abilities, with n for their number: " + " ".join(abilities)


def _map(state: GgtState) -> Iterator[str]:
    """Yield the rows of the map, each between the names of its first and last hex."""
    rows: dict[int, list[int]] = {}
    for q, r in state.config.board.map.kinds:
        rows.setdefault(r, []).append(q)
    for (r, row), line in zip(sorted(rows.items()), map_lines(state), strict=True):
        first, last = (hexes.printed_name(hexes.name((q, r))) for q in (min(row), max(row)))
        yield f"{first:>6} {line} {last}"


def _own_lines(state: GgtState, seat: int) -> Iterator[str]:
    box, board = state.config.box, state.config.board
    hand = ", ".join(box.names.cards[box.cards[card].sign] for card in state.hands[seat])
    yield f"you are Player {seat + 1}; your hand: {hand or 'empty'}"
    limbs = "; ".join(limb_words(box, limb) for limb in state.limbs(seat))
    yield f"your limbs: {limbs or 'none'}"
    if state.lying:
        lying = (
            f"{limb_words(box, limb)} on {hexes.printed_name(board.names[cell])}"
            for limb, cell in state.lying
        )
        yield f"limbs on the map (*): {'; '.join(lying)}"
    if state.now == seat and state.pending and state.pending[-1].name == "act":
        free = ", a free Turn" * (not state.turned)
        free += ", a free Heal" * bool(state.power[seat] and not state.healed)
        yield f"actions left: {state.body[seat].speed - state.spent}{free}"
    if state.banked and state.now == seat:
        yield f"free Moves or Turns: {state.banked}"
    if state.contest:
        yield _test(state, state.contest)


def _test(state: GgtState, contest: Contest) -> str:
    """The totals of a Test so far, without the secret commitments."""
    names = state.config.box.names
    what = list(names.attributes.values())[contest.attribute]
    sides = (
        f"{name_of(state, side(state, contest, seat))} {total(state, contest, place)}"
        for place, seat in enumerate(contest.sides)
    )
    return f"Test of {what} so far: {', '.join(sides)}"


def limb_words(box: Box, limb: int) -> str:
    """A limb with its kind, bonuses and ability: `Reed Hand (arm, Smarts +1, Health +1)`."""
    return f"{box.names.limbs[box.limbs[limb].id]} ({_figures(box, limb)})"


def _figures(box: Box, limb: int) -> str:
    counter, names = box.limbs[limb], box.names.attributes.values()
    adds = ", ".join(f"{name} {n:+d}" for name, n in zip(names, counter.figures, strict=True) if n)
    return ", ".join(filter(None, [counter.kind, adds, _ability(box, limb)]))


def _ability(box: Box, limb: int) -> str:
    counter = box.limbs[limb]
    if not counter.ability:
        return ""
    return box.names.abilities[counter.ability] + (f" {counter.k}" if counter.k else "")


# The moves


def describe_move(state: GgtState, move: Move) -> str:
    """A legal move in a few words: its target, its cost, the totals compared."""
    seat = state.to_act
    if seat is None or move.what not in LABELS:
        return ""
    return LABELS[move.what](state, seat, move.about)


Words = tuple[str, ...]


def things(state: GgtState, move: Move) -> Iterator[str]:
    """Yield the objects of a move: players and slots by ids, facings by the space ahead."""
    seat, board = state.to_act, state.config.board
    assert seat is not None
    me = state.config.people[seat]
    at = state.at[seat]
    if move.what in ("move", "turn"):
        yield f"player-{me}"
    for kind, word in zip(FORMS[move.what].variants()[-1], move.about, strict=False):
        match kind:
            case "way" | "facing":
                ahead = board.near[at][direction(state, seat, word) if kind == "way" else int(word)]
                yield board.names[ahead] if ahead >= 0 else ""
            case "player" | "target" if word in state.config.people:
                yield f"player-{word}"
            case "slot":
                yield f"slot-{me}-{word}"
            case "space":
                at = board.number[word]
                yield word
            case "limb" | "monster" | "card" | "target":
                yield word


def thing_titles(state: GgtState) -> Iterator[tuple[str, str]]:
    """Yield the titles of what has no name of its own: cards, spaces, and what belongs to a player."""
    yield from state.config.box.names.cards.items()
    for name in state.config.board.shown:
        yield name, hexes.printed_name(name)
    for seat, who in enumerate(state.config.people):
        owner = f"Player {who}"
        if state.monster[seat] != NOBODY:
            owner = f"{name_of(state, who)} ({owner})"
        yield f"player-{who}", owner
        yield f"discards-{who}", f"the discards of {owner}"
        for slot in range(1, len(state.slots[seat]) + 1):
            yield f"slot-{who}-{slot}", f"slot {slot} of {owner}"


def _take(state: GgtState, seat: int, about: Words) -> str:
    box = state.config.box
    monster = box.monsters[box.monster_number[about[0]]]
    body = box.body(box.monster_number[about[0]], monster.limbs)
    figures = zip(box.names.attributes.values(), body, strict=False)
    abilities = [_ability(box, limb) for limb in monster.limbs if limb != BARE]
    words = ", ".join(f"{name} {n}" for name, n in figures)
    return f"{words}; {', '.join(sorted(filter(None, abilities))) or 'no abilities'}"


def _step(state: GgtState, seat: int, about: Words) -> str:
    way = direction(state, seat, about[0])
    board = state.config.board
    cell = board.near[state.at[seat]][way]
    box = state.config.box
    lying = [box.names.limbs[box.limbs[limb].id] for limb, at in state.lying if at == cell]
    return f"where {listed(lying)} {'lies' if len(lying) == 1 else 'lie'}" if lying else ""


def _turn(state: GgtState, seat: int, about: Words) -> str:
    """Who is then in front (`front-arc`)."""
    facing, arc = int(about[0]), state.config.board.arc[state.at[seat]]
    ahead = [
        f"Player {state.config.people[other]}"
        for other in state.living
        if other != seat and state.at[other] != NOBODY and arc[state.at[other]] >> facing & 1
    ]
    return f"with {listed(ahead)} in front" if ahead else ""


def _attack(state: GgtState, seat: int, about: Words) -> str:
    other, box = int(about[0]) - 1, state.config.box
    strength = box.names.attributes[box.attributes[STRENGTH]]
    against = f"{strength} {state.body[seat].strength} against {state.body[other].strength}"
    standing = f"pool {state.pool[other]}, hand {len(state.hands[other])}"
    return f"{against}; {standing}"


def _escape(state: GgtState, seat: int, about: Words) -> str:
    other, box = int(about[0]) - 1, state.config.box
    number = box.attributes.index(about[1])
    own = state.body[seat][number] + getattr(state.body[seat], BONUS["escape"])
    return f"{own} against {state.body[other][number]}"


def _push(state: GgtState, seat: int, about: Words) -> str:
    own = state.body[seat].strength + getattr(state.body[seat], BONUS["push"])
    if about[0] in state.config.box.weights:
        against = state.config.box.weights[about[0]]
    else:
        against = state.body[int(about[0]) - 1].strength
    return f"{own} against {against}"


def _rest(state: GgtState, seat: int, about: Words) -> str:
    return f"draw {1 + state.body[seat].extra_draw}"


def _attach(state: GgtState, seat: int, about: Words) -> str:
    box = state.config.box
    price = attachment_price(state, seat, about)
    return f"{_figures(box, box.limb_number[about[0]])}; {price} of {state.power[seat]} Power"


def _heal(state: GgtState, seat: int, about: Words) -> str:
    points = int(about[0])
    return f"pool {state.pool[seat] + points}, Power {state.power[seat] - points}"


def _card(state: GgtState, seat: int, about: Words) -> str:
    box, contest = state.config.box, state.contest
    card = box.cards[box.card_number[about[0]]]
    if card.beats:
        return f"royal: beats numbers and lower royals; deals {card.damage} in a fight"
    assert contest is not None
    so_far = total(state, contest, contest.sides.index(seat))
    return f"adds {card.value}, to {so_far + card.value}"


def _flip(state: GgtState, seat: int, about: Words) -> str:
    price = state.config.box.figures["flip-cost"]
    return f"for {price} of {state.pool[seat]} Health"


def _shield(state: GgtState, seat: int, about: Words) -> str:
    return f"for {len(about)} of {state.power[seat]} Power" if about else ""


def _rip(state: GgtState, seat: int, about: Words) -> str:
    """A limb with the price of attaching it."""
    box = state.config.box
    limb = box.limb_number[about[0]]
    counter = box.limbs[limb]
    if state.stitched >> limb & 1:
        return f"{_figures(box, limb)}; it leaves the game"
    price = f"{counter.matching} Power"
    if counter.other != counter.matching:
        price += f", elsewhere {counter.other}"
    return f"{_figures(box, limb)}; attached for {price}"


def _land(state: GgtState, seat: int, about: Words) -> str:
    board = state.config.board
    cell = board.number[about[0]]
    if cell == state.at[seat]:
        return "where you stand"
    away = board.distance[state.at[seat]][cell]
    return f"{away} {'hex' if away == 1 else 'hexes'} from you"


LABELS: Mapping[str, Callable[[GgtState, int, Words], str]] = {
    "take": _take,
    "move": _step,
    "turn": _turn,
    "attack": _attack,
    "escape": _escape,
    "rest": _rest,
    "push": _push,
    "attach": _attach,
    "heal": _heal,
    "card": _card,
    "flip": _flip,
    "shield": _shield,
    "rip": _rip,
    "land": _land,
}
"""Functions that label a move, by kind of move; other kinds have no label."""
