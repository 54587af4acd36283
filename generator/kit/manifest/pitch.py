"""Schema of `pitch` in `game.yaml`: what a sell sheet says of a game."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from pydantic import Strict as StrictMode

from generator.base.schema import ClosedModel, Words, matching

Lines = Annotated[tuple[Words, ...], StrictMode(False), Field(max_length=5)]
"""As many as there is room for on a page beside all else."""
Questions = Annotated[tuple[Words, ...], StrictMode(False), Field(max_length=6)]
Address = Annotated[
    str, matching(r"https?://\S+", 'an address such as "https://example.org/mygame"')
]


class Pitch(ClosedModel):
    """What a sell sheet says of the game, besides its title, its summary and what is in the box."""

    hook: str = ""
    """The sentence that makes people want to play; if left out, the summary."""
    turn: Lines = ()
    """How it is played: a few steps, a sentence each."""
    special: Lines = ()
    """What other games do not have, a sentence each."""
    contact: Lines = ()
    """Whom to write to: a name, an address, a line each. The feedback form has it, too."""
    link: Address | None = None
    """Where there is more to see, such as a video or the rules: printed as a QR code."""
