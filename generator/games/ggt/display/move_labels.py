"""Turns what a player holds and may do next into words, for one who decides at a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from generator.games.ggt.combat_state import NOBODY, Contest
from generator.games.ggt.content import BARE, STRENGTH, Box
from generator.games.ggt.display.text import WAYS, map_lines, player_line
from generator.games.ggt.moves import Move
from generator.games.ggt.rules.actions import direction
from generator.games.ggt.rules.attach import cost
from generator.games.ggt.rules.tests import BONUS, side, total

if TYPE_CHECKING:
    from generator.games.ggt.state import Table


# What somebody sees


def draw_for(table: Table, seat: int) -> str:
    """The position as one player sees it: the map with coordinates, and the own hand and limbs."""
    if table.pending and table.pending[-1].name == "take":
        lines = list(_legend(table.setting.box))
    else:
        lines = list(_map(table))
        if table.pending and table.pending[-1].name == "place":
            lines.append(
                "# obstacle, o edge, . open, @ object to push, * limb; a digit is a player"
            )
    lines += [
        player_line(table, other, limbs=other != seat) for other in range(table.setting.players)
    ]
    if table.monster[seat] != NOBODY and seat in table.living:
        lines += _own(table, seat)
    return "\n".join(f"    {line}" for line in lines)


def _legend(box: Box) -> Iterator[str]:
    """What the figures of monsters and limbs are for."""
    names = box.names
    for attribute, name in names.attributes.items():
        yield f"{names.short[attribute]} {name}: {names.says[attribute]}"
    abilities = (f"{name}: {names.does[id].format(k='n')}" for id, name in names.abilities.items())
    yield "Abilities, with n for their number: " + " ".join(abilities)


def _map(table: Table) -> Iterator[str]:
    """The map, each row between the names of its first and last hex."""
    rows: dict[int, list[int]] = {}
    for q, r in table.setting.board.map.kinds:
        rows.setdefault(r, []).append(q)
    for (r, row), line in zip(sorted(rows.items()), map_lines(table), strict=True):
        yield f"{f'{min(row)},{r}':>6} {line} {max(row)},{r}"


def _own(table: Table, seat: int) -> Iterator[str]:
    box, board = table.setting.box, table.setting.board
    hand = " ".join(box.cards[card].sign for card in table.hands[seat])
    yield f"you are Player {seat + 1}; your hand: {hand or 'empty'}"
    limbs = "; ".join(limb_words(box, limb) for limb in table.limbs(seat))
    yield f"your limbs: {limbs or 'none'}"
    if table.lying:
        lying = (f"{limb_words(box, limb)} on {board.names[cell]}" for limb, cell in table.lying)
        yield f"limbs on the map (*): {'; '.join(lying)}"
    if table.now == seat and table.pending and table.pending[-1].name == "act":
        besides = ", a free Turn" * (not table.turned)
        besides += ", a free Heal" * bool(table.power[seat] and not table.healed)
        yield f"actions left: {table.body[seat].speed - table.spent}{besides}"
    if table.banked and table.now == seat:
        yield f"free Moves or Turns: {table.banked}"
    if table.contest:
        yield _test(table, table.contest)


def _test(table: Table, contest: Contest) -> str:
    """How a Test stands; what is committed to it in secret is not told."""
    names = table.setting.box.names
    what = list(names.attributes.values())[contest.attribute]
    sides = (
        f"{_called(table, side(table, contest, seat))} {total(table, contest, place)}"
        for place, seat in enumerate(contest.sides)
    )
    return f"Test of {what} so far: {', '.join(sides)}"


def limb_words(box: Box, limb: int) -> str:
    """A limb with what it adds and can do: `Reed Hand (arm, Sm+1 Ht+1)`."""
    return f"{box.names.limbs[box.limbs[limb].id]} ({_figures(box, limb)})"


def _figures(box: Box, limb: int) -> str:
    counter, short = box.limbs[limb], box.names.short.values()
    adds = " ".join(f"{name}{n:+d}" for name, n in zip(short, counter.figures, strict=True) if n)
    return ", ".join(filter(None, [counter.kind, adds, _ability(box, limb)]))


def _ability(box: Box, limb: int) -> str:
    counter = box.limbs[limb]
    if not counter.ability:
        return ""
    return box.names.abilities[counter.ability] + (f" {counter.k}" if counter.k else "")


def _called(table: Table, who: str) -> str:
    """A player's monster, or an object, by its word in a move."""
    names = table.setting.box.names
    if who in names.objects:
        return names.objects[who]
    return names.monsters[table.setting.box.monsters[table.monster[int(who) - 1]].id]


# What a move is


def gloss(table: Table, move: Move) -> str:
    """What a legal move means: who that is, what it costs, what stands against what."""
    seat = table.to_act
    if seat is None or move.what not in GLOSSES:
        return ""
    return GLOSSES[move.what](table, seat, move.about)


Words = tuple[str, ...]


def _take(table: Table, seat: int, about: Words) -> str:
    box = table.setting.box
    monster = box.monsters[box.monster_number[about[0]]]
    body = box.body(box.monster_number[about[0]], monster.limbs)
    figures = zip(box.names.short.values(), body, strict=False)
    abilities = [_ability(box, limb) for limb in monster.limbs if limb != BARE]
    words = " ".join(f"{short} {n}" for short, n in figures)
    return f"{words}; {', '.join(sorted(filter(None, abilities))) or 'no abilities'}"


def _place(table: Table, seat: int, about: Words) -> str:
    return f"facing {WAYS[int(about[1])]}"


def _step(table: Table, seat: int, about: Words) -> str:
    way = direction(table, seat, about[0])
    board = table.setting.board
    cell = board.near[table.at[seat]][way]
    here = "".join(
        f", where {table.setting.box.names.limbs[table.setting.box.limbs[limb].id]} lies"
        for limb, at in table.lying
        if at == cell
    )
    return f"{WAYS[way]}, to {board.names[cell]}{here}"


def _turn(table: Table, seat: int, about: Words) -> str:
    """The way, and who is then in front (`front-arc`)."""
    facing, arc = int(about[0]), table.setting.board.arc[table.at[seat]]
    ahead = [
        f"Player {table.setting.people[other]}"
        for other in table.living
        if other != seat and table.at[other] != NOBODY and arc[table.at[other]] >> facing & 1
    ]
    return WAYS[facing] + (f", with {', '.join(ahead)} in front" if ahead else "")


def _attack(table: Table, seat: int, about: Words) -> str:
    other, box = int(about[0]) - 1, table.setting.box
    strength = box.names.attributes[box.attributes[STRENGTH]]
    against = f"{strength} {table.body[seat].strength} against {table.body[other].strength}"
    state = f"pool {table.pool[other]}, hand {len(table.hands[other])}"
    return f"{_called(table, about[0])}: {against}; {state}"


def _escape(table: Table, seat: int, about: Words) -> str:
    other, box = int(about[0]) - 1, table.setting.box
    number = box.attributes.index(about[1])
    own = table.body[seat][number] + getattr(table.body[seat], BONUS["escape"])
    return f"from {_called(table, about[0])}: {own} against {table.body[other][number]}"


def _push(table: Table, seat: int, about: Words) -> str:
    own = table.body[seat].strength + getattr(table.body[seat], BONUS["push"])
    if about[0] in table.setting.box.weights:
        against = table.setting.box.weights[about[0]]
    else:
        against = table.body[int(about[0]) - 1].strength
    return f"{_called(table, about[0])}: {own} against {against}"


def _rest(table: Table, seat: int, about: Words) -> str:
    return f"draw {1 + table.body[seat].extra_draw}"


def _put(table: Table, seat: int, about: Words) -> str:
    return _called(table, str(table.pending[-1].about[0])) + ("" if about else " stays there")


def _attach(table: Table, seat: int, about: Words) -> str:
    box, slot = table.setting.box, int(about[1]) - 1
    limb = box.limb_number[about[0]]
    kind = box.monsters[table.monster[seat]].slots[slot]
    price = cost(table, seat, limb, slot)
    off = ""
    if len(about) > 2:
        price += box.figures["removal-cost"]
        off = f", {limb_words(box, box.limb_number[about[3]])} comes off"
    return f"{_figures(box, limb)}; {kind} slot{off}; {price} of {table.power[seat]} Power"


def _heal(table: Table, seat: int, about: Words) -> str:
    points = int(about[0])
    return f"pool {table.pool[seat] + points}, Power {table.power[seat] - points}"


def _answer(yes: bool) -> Callable[[Table, int, Words], str]:
    def words(table: Table, seat: int, about: Words) -> str:
        step = table.pending[-1]
        if step.name == "consent":
            does = "may" if yes else "may not"
            return f"{_called(table, table.setting.people[table.now])} {does} {step.about[0]}"
        return "fight on, if both want to" if yes else "end the fight"

    return words


def _card(table: Table, seat: int, about: Words) -> str:
    box, contest = table.setting.box, table.contest
    card = box.cards[box.card_number[about[0]]]
    if card.beats:
        return f"royal: beats numbers and lower royals; deals {card.damage} in a fight"
    assert contest is not None
    so_far = total(table, contest, contest.sides.index(seat))
    return f"adds {card.value}, to {so_far + card.value}"


def _flip(table: Table, seat: int, about: Words) -> str:
    price = table.setting.box.figures["flip-cost"]
    return f"the top card of your draw pile, for {price} of {table.pool[seat]} Health"


def _shield(table: Table, seat: int, about: Words) -> str:
    limbs = table.setting.box.names.limbs
    if not about:
        return "keep your Power"
    return f"{', '.join(limbs[id] for id in about)}: {len(about)} of {table.power[seat]} Power"


def _rip(table: Table, seat: int, about: Words) -> str:
    """A limb with what its finder pays for it."""
    box = table.setting.box
    limb = box.limb_number[about[0]]
    counter = box.limbs[limb]
    if table.stitched >> limb & 1:
        return f"{_figures(box, limb)}; it leaves the game"
    price = f"{counter.matching} Power"
    if counter.other != counter.matching:
        price += f", elsewhere {counter.other}"
    return f"{_figures(box, limb)}; attached for {price}"


def _land(table: Table, seat: int, about: Words) -> str:
    board = table.setting.board
    cell = board.number[about[0]]
    if cell == table.at[seat]:
        return "where you stand"
    away = board.distance[table.at[seat]][cell]
    return f"{away} {'hex' if away == 1 else 'hexes'} from you"


GLOSSES: Mapping[str, Callable[[Table, int, Words], str]] = {
    "take": _take,
    "place": _place,
    "move": _step,
    "turn": _turn,
    "attack": _attack,
    "escape": _escape,
    "rest": _rest,
    "push": _push,
    "to": _put,
    "leave": _put,
    "attach": _attach,
    "heal": _heal,
    "yes": _answer(True),
    "no": _answer(False),
    "card": _card,
    "flip": _flip,
    "nothing": lambda table, seat, about: "add nothing",
    "shield": _shield,
    "rip": _rip,
    "land": _land,
}
"""The words for each kind of decision that needs some."""
