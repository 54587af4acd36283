"""Turns what `turns.yaml` may say into its reference page (Markdown), from the schema editors use.

The page is `data/TURNS.md`; a test compares it with what this makes, reads every example and plays
the game on it, so the page cannot go stale.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.rule_texts import FIELDS, SAYS
from generator.engine.scripted.instructions import MOST_TURNS
from generator.engine.scripted.messages import FACTS
from generator.engine.scripted.reference_text import (
    EXAMPLES,
    EXPRESSIONS,
    HEAD,
    RULES,
    SECTIONS,
    SENTENCES,
    STEP_EXAMPLES,
    STEPS_HEAD,
)
from generator.engine.scripted.setup import GIVEN
from generator.engine.scripted.step_schema import HELPERS, STEPS, StepSpec, key_of
from generator.kit.schema.reference import meaning, section
from generator.kit.schema.reference_text import Section


def reference() -> str:
    """The whole page."""
    whole, *parts = SECTIONS
    text = [HEAD.format(turns=MOST_TURNS), _section(whole), *_steps()]
    text += map(_section, parts)
    text.append(EXPRESSIONS.format(given=", ".join(f"`{name}`" for name in GIVEN)))
    text.append(SENTENCES.format(facts=", ".join(f"`{name}`" for name in FACTS)))
    text.append(RULES + "\n".join(f"| `{name}` | {SAYS[name]} |" for name in FIELDS) + "\n")
    text.append(EXAMPLES)
    return "\n".join(text)


def _section(told: Section) -> str:
    return "\n".join(section(told))


def _steps() -> Iterator[str]:
    yield STEPS_HEAD
    yield "| step | does | needs | may have | such as |"
    yield "|---|---|---|---|---|"
    for verb, form in STEPS.items():
        needs, may = (", ".join(f"`{key_of(name)}`" for name in names) for names in form)
        example = STEP_EXAMPLES[verb].replace("|", "\\|")  # a bar would end the cell
        row = (f"`{key_of(verb)}`", _says(verb), needs, may, f"`{example}`")
        yield f"| {' | '.join(row)} |"
    yield ""
    yield "What goes with them:"
    yield ""
    yield "| key | meaning |"
    yield "|---|---|"
    for name in (*HELPERS, "says", "rule"):
        yield f"| `{key_of(name)}` | {_says(name)} |"
    yield ""


def _says(name: str) -> str:
    return meaning(StepSpec.model_fields[name].description)
