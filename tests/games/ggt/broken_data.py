"""Broken copies of the data: one or more changes for each check, and the expected fault."""

from __future__ import annotations

from typing import NamedTuple


class Break(NamedTuple):
    """A pattern in a file, its replacement, and the item and text of the expected fault."""

    file: str
    old: str
    new: str
    item: str
    says: str


def inside(name: str, old: str) -> str:
    """A pattern for text inside the record of a monster, a limb or a map."""
    return rf"(name: {name}\n(?:(?!\n- ).|\n(?!- ))*?){old}"


BROKEN: dict[str, list[Break]] = {
    "id-torso-pawn": [
        Break(
            "monsters.yaml",
            "name: Gravel Gus",
            "name: Old Pincher",
            'monster "Old Pincher"',
            "is already used by",
        )
    ],
    "id-limb-count": [
        Break(
            *("monsters.yaml", r"tail, limb: shell-tail", r"tail", ""),
            "a counter and a marker for each limb that any torso starts with: pieces.limb: found 45, "
            "expected 44",
        )
    ],
    "id-limb-slot": [
        Break(
            *("monsters.yaml", r"kind: tail, limb: shell-tail", r"kind: head, limb: shell-tail"),
            *('limb "Shell Tail"', "kind of slot: found head, expected tail"),
        ),
        Break(
            *("monsters.yaml", r"limb: shell-tail", r"limb: brush-tail"),
            *('limb "Shell Tail"', "starting slots: found 0, expected 1"),
        ),
        Break(
            *("limbs.yaml", inside("Shell Tail", "home: old-pincher"), r"\1home: gravel-gus"),
            *('limb "Shell Tail"', "home: found old-pincher, expected gravel-gus"),
        ),
    ],
    "id-slots": [
        Break(
            *("monsters.yaml", r"tail, limb: dumpling-tail", r"tail"),
            *('monster "Midnight Pudding"', "limbs of a torso: found 3, expected 4..5"),
        ),
        Break(
            *("monsters.yaml", r"(    - \{kind: \w+\}\n)", r"", ""),
            "torsos with an open slot: found 0, expected 2 or more",
        ),
    ],
    "id-ranges": [
        Break(
            *("limbs.yaml", inside("Boulder Fist", r"strength: \d"), r"\1strength: 4"),
            *('limb "Boulder Fist"', "strength: found 4, expected 0..3"),
        ),
        Break(
            *("monsters.yaml", inside("Gravel Gus", r"base: \{speed: \d"), r"\1base: {speed: 3"),
            *('monster "Gravel Gus"', "base: speed: found 3, expected 1..2"),
        ),
        Break(
            *("monsters.yaml", inside("Gravel Gus", r"start: \{speed: \d"), r"\1start: {speed: 7"),
            *('monster "Gravel Gus"', "start: speed: found 7, expected 3..6"),
        ),
        Break(
            "limbs.yaml",
            inside("Shell Tail", r"speed: \d\n  strength: \d\n  smarts: \d\n  health: \d"),
            r"\1speed: 0\n  strength: 0\n  smarts: 0\n  health: 0",
            *('limb "Shell Tail"', "all figures of a limb together: found 0, expected 1 or more"),
        ),
    ],
    "id-start-total": [
        Break(
            *("monsters.yaml", inside("Gravel Gus", r"(start: .*health: )\d+"), r"\1\g<2>10"),
            *('monster "Gravel Gus"', "health: found 10, expected "),
        )
    ],
    "id-budget": [
        Break(
            "monsters.yaml",
            inside("Gravel Gus", r"start: \{.*\}"),
            r"\1start: {speed: 3, strength: 7, smarts: 7, health: 12}",
            *(
                'monster "Gravel Gus"',
                "Health of every monster is from 43 to 47: found 49, expected 43..47",
            ),
        )
    ],
    "id-costs": [
        Break(
            *("limbs.yaml", inside("Shell Tail", r"other-slot: \d"), r"\1other-slot: 5"),
            *('limb "Shell Tail"', "other-slot: found 5, expected 6"),
        ),
        Break(
            *("limbs.yaml", inside("Shell Tail", r"matching-slot: \d"), r"\1matching-slot: 6"),
            *('limb "Shell Tail"', "matching-slot: found 6, expected 4"),
        ),
    ],
    "id-caps-live": [
        Break(
            *("figures.yaml", r"other-slot-cap: 6", r"other-slot-cap: 8", ""),
            "limbs whose highest figure is above the cap of other slots: found 0",
        ),
        Break(
            *("figures.yaml", r"matching-slot-cap: 4", r"matching-slot-cap: 6", ""),
            "limbs whose lowest figure is above the cap of matching slots: found 0",
        ),
    ],
    "id-ability": [
        Break(
            *("limbs.yaml", inside("Ray Arm", r"k: \d"), r"\1k: 6"),
            *('limb "Ray Arm"', "k of ranged: found 6, expected 2 to 5"),
        ),
        Break(
            *("limbs.yaml", inside("Clamp Arm", r"other-slot"), r"\1k: 1\n  other-slot"),
            *('limb "Clamp Arm"', "k of no ability: found 1, expected 0"),
        ),
        Break(
            *("limbs.yaml", r"ability: extra-draw", r"ability: slippery", ""),
            "limbs with extra-draw: found 0, expected 1 or more",
        ),
    ],
    "id-able": [
        Break(
            "limbs.yaml",
            *(inside("Moon Wing", "other-slot"), r"\1ability: reach\n  other-slot"),
            *('monster "Velvet Moth"', "have an ability: found 3, expected 1..2"),
        )
    ],
    "id-track-cells": [
        Break("attributes.yaml", r"to: 12", r"to: 11", "", "96 cells: found 95, expected 96")
    ],
    "id-track": [
        Break(
            *("attributes.yaml", r"to: 12(.*)\n(.*)to: 20", r"to: 1\1\n\2to: 31"),
            *('monster "Gravel Gus"', "highest possible Speed: found "),
        )
    ],
    "id-royals": [
        Break(
            *("ranks.csv", "9,nine,9,9,0,0", "9,nine,9,9,0,1", 'rank "nine"'),
            "only royals deal Damage of their own: found this, expected none",
        )
    ],
    "id-deck": [
        Break("cards.csv", "2s,2S,2,spades", "2s,2S,king,spades", "", "found 35, expected 36")
    ],
    "id-tokens": [Break("seats.csv", r"(p6.*),8", r"\1,7", "", "found 47, expected 48")],
    "id-initiative": [
        Break("initiative.csv", "i6,6", "i6,5", "", "initiative: no row covers 6 (of 1 to 6)")
    ],
    "id-map-suits": [
        Break(
            *("objects.yaml", r"suits: \[quarry, moor\]", "suits: [moor, planks]"),
            *('map "Quarry Lake"', "objects that do not suit the ground: found 1, expected 0"),
        ),
        Break(
            *("terrain.csv", "quarry;moor;gravel", "moor;gravel", 'map "Quarry Lake"'),
            "obstacles that do not suit the ground: found 1, expected 0",
        ),
        Break(
            *("objects.yaml", r"suits: \[quarry, moor\]", "suits: [quarry]", 'terrain "tree"'),
            "objects that suit the ground: found 7, expected 8 or more",
        ),
        Break(
            *("terrain.csv", "gravel;street", "street", 'terrain "wreck"'),
            "obstacles that suit the ground they bring: found 0, expected 1",
        ),
        Break(
            *("terrain.csv", "planks;moor;quarry", "moor;quarry", 'map "Pier Thirteen"'),
            "obstacles that do not suit the ground: found 1, expected 0",
        ),
    ],
    "id-map-cells": [
        Break(
            *("maps.yaml", r'"      T T o', r'"      T Z o', 'map "The Suicide Woods"'),
            'row 1 of the picture, column 9: found "Z", expected one of o . T R W B X 1 2',
        ),
        Break(
            *("maps.yaml", r'"      T T o', r'"     T  T o', 'map "The Suicide Woods"'),
            "row 1 of the picture, column 6: found a mark between two hexes, expected a space",
        ),
        Break(
            *("maps.yaml", r"   o \. T \. \.", r"   o . T   .", 'map "The Suicide Woods"'),
            "row 4: found 11 hexes from end to end, expected 12 without gaps",
        ),
        Break(
            *("maps.yaml", r'T T o o o T T T T"', r'T T o T T T T T T"'),
            *('map "The Suicide Woods"', "% of the cells, expected 5 to 25 %"),
        ),
        Break(
            *(
                "maps.yaml",
                r'      T T o o o T T T T"',
                '"\n    - "\\g<0>',
                'map "The Suicide Woods"',
            ),
            "found a row without hexes, expected hexes in every row",
        ),
    ],
    "id-map-edge": [
        Break(
            *("maps.yaml", r"      T T o", r"      T T .", 'map "The Suicide Woods"'),
            "cell 5,0 has 4 neighbours: found open, expected edge",
        ),
        Break(
            *("maps.yaml", r"   o \. T \. \.", r"   o . T o .", 'map "The Suicide Woods"'),
            "cell 3,3 has 6 neighbours: found edge, expected open",
        ),
    ],
    "id-map-connected": [
        Break(
            *("maps.yaml", r'o o B B o o"\n(.*" +)o \. ', r'o B B B o o"\n\1B B '),
            *('map "The Last Drive-In"', "connected parts: found 2, expected 1; cut off: cell 3,0"),
        )
    ],
    "id-map-objects": [
        Break(
            *("maps.yaml", r"net-winch\]", r"net-winch, anchor]"),
            *('map "Pier Thirteen"', "anchor in the list: found 2 times, expected 1"),
        ),
        Break(
            *("maps.yaml", r"W 4 \. o", r"W . . o", 'map "Pier Thirteen"'),
            "net-winch, the digit 4 in the picture: found 0, expected 1",
        ),
        Break(
            *("maps.yaml", r"o \. W 3", r"3 . W .", 'map "Pier Thirteen"'),
            "rowing-boat starts on cell -2,4: found an edge cell, expected an open one",
        ),
        Break(
            *("maps.yaml", r", fish-crates, rowing-boat, net-winch", r"", 'map "Pier Thirteen"'),
            "objects: found 1, expected 2 to 8",
        ),
        Break(
            *("objects.yaml", r"(Rusty Anchor.*weight: )8", r"\g<1>11"),
            *('map "Pier Thirteen"', "anchor, Weight: found 11, expected 1 to 10"),
        ),
        Break(
            *("objects.yaml", r"(Rusty Anchor, map: )[\w-]+", r"\1main-street"),
            *('object "Rusty Anchor"', "on the maps: found pier-thirteen, expected main-street"),
        ),
        Break(
            *("maps.yaml", r", fish-crates", r"", ""),
            "object counters: found 28, expected 27 as on all maps",
        ),
    ],
    "id-map-room": [
        Break(
            *("maps.yaml", inside('"?The Suicide Woods"?', "players: 6"), r"\1players: 7"),
            *('map "The Suicide Woods"', "edge cells for 7 players: found 16, expected more than"),
        )
    ],
    "id-map-set": [
        Break(
            *("maps.yaml", "name: The Suicide Woods", "name: The Cheerful Woods", ""),
            "maps of that name: found 0, expected 1",
        ),
        Break(
            *("maps.yaml", "players: 6", "players: 5", ""),
            "players on the largest map: found 5, expected 6",
        ),
        Break(
            *("maps.yaml", "players: 6", "players: 7", 'map "The Suicide Woods"'),
            "players: found 7, expected 2..6",
        ),
        Break("maps.yaml", r"(?s)\A(.*?\n- .*?)\n- .*", r"\1\n", "", "maps: found 1, expected 2"),
    ],
}
"""For every check, ways to break the data that it must catch."""
