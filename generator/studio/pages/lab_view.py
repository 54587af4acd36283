"""Lab view: what the command line offers to measure a kit."""

from __future__ import annotations

from generator.studio.open_kit import OpenKit
from generator.studio.pages.frame import KitFrame
from generator.studio.pages.later import CommandsView
from generator.studio.studio import Studio


async def make(studio: Studio, kit: OpenKit, frame: KitFrame) -> CommandsView:
    """Make the view."""
    name = kit.name
    return CommandsView(
        "Lab",
        "Many games are played and measured in the terminal. Type one of these lines there.",
        (
            (f"grimoire simulate {name} --games 200 --jobs 2", "Who wins, and which rules fire:"),
            (f"grimoire report {name} -o report", "A report with charts:"),
            (f"grimoire check {name} --deep", "Gaps in the rules, as games to replay:"),
            (f"grimoire ladder {name}", "How well bots play, each against each:"),
        ),
    )
