"""Words of pages for screens that are the same in every kit, to be translated."""

from __future__ import annotations

from generator.kit.words import Message

SKIP, THEME = "To the text", "Light or dark"

CONTENTS, SEARCH, SEARCHED = "Contents", "Search the rules", "Found: {n}"
NOT_FOUND, SLUGS = "Not found", "Show the short names of rules"

START, RULES, PIECES, GAME, PAGES = "Start", "Rules", "Pieces", "A game", "Pages"

READ, BROWSE, WATCH = "Read the rules", "See the pieces", "Watch a game"
TO_PRINT, DRAWINGS, SIZE = (
    "To print and cut yourself",
    "Boards, maps and mats at true size",
    "{size} MB",
)
ONE_SIDE, TWO_SIDES = (
    ("{n} sheet", "{n} sheets"),
    ("{n} sheet, both sides", "{n} sheets, both sides"),
)
PAGE_COUNT = ("{n} page", "{n} pages")

FILTER, ALL, COUNT = "Find a piece", "All parts", "Pieces: {n}"
TURN, LARGER, CLOSE, WORDS = "Turn over", "Larger", "Close", "All its words"
BACK = "{piece}, back"

FIRST, BEFORE, AFTER, LAST = "First position", "One move back", "One move on", "Last position"
GO, MOVES, POSITION, SET_UP = "Play", "Moves", "Position {n} of {of}", "Set-up"
SECRET = "What happens, only some may see."
PUBLIC = "You see what everybody at the table sees; hands and secret choices stay hidden."
KEYS = (
    "Arrow keys go from move to move, Home and End to the first and the last; the space bar plays."
)

MESSAGES = (
    *map(
        Message,
        (
            *(SKIP, THEME, CONTENTS, SEARCH, SEARCHED, NOT_FOUND, SLUGS),
            *(START, RULES, PIECES, GAME, PAGES, READ, BROWSE, WATCH, TO_PRINT, DRAWINGS, SIZE),
            *(FILTER, ALL, COUNT, TURN, LARGER, CLOSE, WORDS, BACK),
            *(FIRST, BEFORE, AFTER, LAST, GO, MOVES, POSITION, SET_UP, SECRET, PUBLIC, KEYS),
        ),
    ),
    *(Message(one, many) for one, many in (ONE_SIDE, TWO_SIDES, PAGE_COUNT)),
)
"""All of these words."""
