"""Words of pages for screens that are the same in every kit, to be translated."""

from __future__ import annotations

from generator.kit.words import Message

SKIP, THEME = "Skip to content", "Light or dark"

CONTENTS, SEARCH, SEARCHED = "Contents", "Search the rules", "Found: {n}"
NOT_FOUND, SLUGS = "No matches", "Show the short names of rules"

START, RULES, PIECES, GAME, PAGES = "Start", "Rules", "Pieces", "A game", "Pages"

READ, BROWSE, WATCH = "Read the rules", "See the pieces", "Watch a game"
TO_PRINT, DRAWINGS, SIZE = (
    "Files to print and cut out",
    "Boards, maps and mats at true size",
    "{size} MB",
)
ONE_SIDE, TWO_SIDES = (
    ("{n} sheet", "{n} sheets"),
    ("{n} sheet, both sides", "{n} sheets, both sides"),
)
PAGE_COUNT = ("{n} page", "{n} pages")

FILTER, ALL, COUNT = "Find a piece", "All parts", "Pieces: {n}"
TURN, LARGER, CLOSE, WORDS = "Turn over", "Larger", "Close", "Full text"
BACK = "{piece}, back"

FIRST, BEFORE, AFTER, LAST = "First position", "Previous move", "Next move", "Last position"
GO, MOVES, POSITION, SET_UP = "Play", "Moves", "Position {n} of {of}", "Set-up"
PLAYER = "Player {n}"
SECRET = "Only some players may see what happens here."
PUBLIC = "You see what everybody at the table can see; hands and secret choices stay hidden."
KEYS = (
    "Arrow keys step through the moves, Home and End go to the first and the last, and the space bar "
    "plays."
)

MESSAGES = (
    *map(
        Message,
        (
            *(SKIP, THEME, CONTENTS, SEARCH, SEARCHED, NOT_FOUND, SLUGS),
            *(START, RULES, PIECES, GAME, PAGES, READ, BROWSE, WATCH, TO_PRINT, DRAWINGS, SIZE),
            *(FILTER, ALL, COUNT, TURN, LARGER, CLOSE, WORDS, BACK),
            *(FIRST, BEFORE, AFTER, LAST, GO, MOVES, POSITION, SET_UP),
            *(PLAYER, SECRET, PUBLIC, KEYS),
        ),
    ),
    *(Message(one, many) for one, many in (ONE_SIDE, TWO_SIDES, PAGE_COUNT)),
)
"""All of these words."""
