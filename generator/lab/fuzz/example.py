"""Examples from findings: example files that replay the game of a finding."""

from __future__ import annotations

import re
from typing import Any

from generator.base.formats.yaml import dump_yaml
from generator.engine.text.event_text import capitalized
from generator.lab.fuzz.finding import CRASH, FORCED, LOOP, REFUSED, STUCK, Finding, LineOfPlay
from generator.lab.fuzz.monitored_game import MonitoredGame, replay


def example_id(finding: Finding) -> str:
    """The id of the example, such as `empty-deck`."""
    words = f"{finding.kind} {finding.subject}" if finding.subject != "loop" else finding.kind
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def example_text(finding: Finding, line: LineOfPlay) -> str:
    """The example as a YAML file, which replays the game up to the finding.

    It expects the present behaviour.  If an answer to the question changes that, the example shows
    how.
    """
    row: dict[str, Any] = {
        "id": example_id(finding),
        "title": capitalized(finding.message),
        "says": finding.question,
        "players": line.trial.players,
    }
    if line.changed_options:
        row["options"] = dict(line.changed_options)
    row["seed"] = line.seed
    moves, expect = _played(finding, line)
    row["moves"] = moves
    if expect:
        row["expect"] = expect
    text = dump_yaml({"kit": line.trial.game.name, "examples": [row]})
    message = "a question for the designer; if a rule answers it, say so in rules.yaml"
    return f"# {message} (`answers: [{finding.topic}]`).\n{text}"


def _played(finding: Finding, line: LineOfPlay) -> tuple[list[str], dict[str, Any]]:
    """The moves that can be made, and the expected result."""
    moves = list(line.moves)
    monitored = MonitoredGame(line.trial, line.seed, [finding.kind])
    for _ in replay(monitored, moves, finding.key, len(moves)):
        pass
    if finding.kind == STUCK:
        return moves, {"legal": []}
    if monitored.over and monitored.found and finding.kind in (CRASH, REFUSED):
        return moves[:-1], {}  # the last move is the one that cannot be made
    if finding.kind in (LOOP, FORCED):
        data = dict(monitored.state.to_data())
        for name in ("chance", "options", *line.trial.game.time_fields):
            data.pop(name, None)
        return moves, {"position": _plain(data)}
    if not monitored.events or not moves:
        return moves, {}
    return moves, {"events": [{"event": each.kind, "rule": each.rule} for each in monitored.events]}


def _plain(value: Any) -> Any:
    """The data with tuples turned into lists, for YAML."""
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, (list, tuple)) else value
