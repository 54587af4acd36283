"""Test oracle: a second implementation of the rules, by trying out every action on named squares.

It uses nothing of the engine, so where the two agree, both are right or both have the same fault.
"""

from __future__ import annotations

from collections.abc import Iterator

WAYS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}
SQUARES = {column + row for column in "abcdefg" for row in "1234567"}

Pieces = dict[str, str]
"""The pieces, by the squares that are not empty."""


def beside(square: str, way: str) -> str:
    """The name of the next square that way, whether there is such a square or not."""
    right, up = WAYS[way]
    return chr(ord(square[0]) + right) + str(int(square[1:]) + up)


def free(pieces: Pieces, square: str) -> bool:
    return square in SQUARES and square not in pieces


def shifted(pieces: Pieces, moves: dict[str, str]) -> Pieces | None:
    """The pieces after simultaneous moves from square to square; None if two collide."""
    after = {at: piece for at, piece in pieces.items() if at not in moves}
    for start, end in moves.items():
        if end not in SQUARES or end in after:
            return None
        after[end] = pieces[start]
    return after


def line(pieces: Pieces, square: str, way: str) -> list[str]:
    """The squares of the unbroken line that begins next to this square."""
    found = []
    at = beside(square, way)
    while at in pieces:
        found.append(at)
        at = beside(at, way)
    return found


def steps(pieces: Pieces, name: str) -> Iterator[tuple[str, str, Pieces]]:
    """(text, the Grumble's new square, the new pieces) for every step."""
    (at,) = (square for square, piece in pieces.items() if piece == name)
    for way in WAYS:
        to = beside(at, way)
        movers = [at, *line(pieces, at, way)] if name == "push" else [at]
        after = shifted(pieces, {square: beside(square, way) for square in movers})
        if after is not None:
            yield f"step {way}", to, after
        if name == "pull" and free(pieces, to):
            behind = line(pieces, at, OPPOSITE[way])
            for count in range(1, len(behind) + 1):
                movers = [at, *behind[:count]]
                after = shifted(pieces, {square: beside(square, way) for square in movers})
                assert after is not None
                yield f"step {way} pull {count}", to, after


def powers(pieces: Pieces, name: str, at: str) -> Iterator[tuple[str, Pieces]]:
    """(text, the new pieces) for every use of a power from this square."""
    for side in WAYS:
        near, far = beside(at, side), beside(beside(at, side), side)
        back = beside(at, OPPOSITE[side])
        found: dict[str, dict[str, str]] = {}
        if name == "shove" and near in pieces:
            found[f"shove {side}"] = {near: far}
        if name == "yank" and far in pieces and free(pieces, near):
            found[f"yank {side}"] = {far: near}
        if name == "swap" and near in pieces:
            found[f"swap {side}"] = {near: at, at: near}
        if name == "throw" and near in pieces:
            found[f"throw {side}"] = {near: back}
        if name == "swing" and near in pieces:
            for turn in set(WAYS) - {side, OPPOSITE[side]}:
                found[f"swing {side} to {turn}"] = {near: beside(at, turn)}
        for words, moves in found.items():
            after = shifted(pieces, moves)
            if after is not None:
                yield words, after


def actions(pieces: Pieces, name: str) -> dict[str, Pieces]:
    """Every complete action of a Grumble as text, with the pieces after it.  Captures and refills
    are not performed here.
    """
    (at,) = (square for square, piece in pieces.items() if piece == name)
    found = {f"{name} stay": pieces}
    for words, to, after in steps(pieces, name):
        found[f"{name} {words}"] = after
        if name in ("shove", "yank"):
            for more, last in powers(after, name, to):
                found[f"{name} {words} {more}"] = last
    for words, after in powers(pieces, name, at):
        found[f"{name} {words}"] = after
    return found
