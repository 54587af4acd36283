"""Files of a starter: templates of templates, filled in with what is known of a new kit.

Their variables are delimited by « and », so that the braces of the kit's own templates are kept.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import jinja2

from generator.base.errors import Fault, KitError, Place
from generator.base.text_files import read_text, shown_name
from generator.kit.tables.guess import yaml_scalar

DAMAGED = "starter-damaged"
"""The check of faults in the files of a starter or of a look."""


@cache
def starter_environment(*folders: Path) -> jinja2.Environment:
    """The Jinja environment of a starter, which compiles each of its files once.

    Of several folders, the first that has a file counts.
    """

    def found(name: str) -> tuple[str, str, Callable[[], bool]]:
        path = starter_file(folders, name)
        return read_text(path, shown_name(path)), str(path), lambda: True

    environment = jinja2.Environment(
        loader=jinja2.FunctionLoader(found),
        block_start_string="«%", block_end_string="%»",
        variable_start_string="«", variable_end_string="»",
        comment_start_string="«#", comment_end_string="#»",
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined, autoescape=False,
    )  # fmt: skip
    environment.filters |= {
        "quoted": lambda text: json.dumps(text, ensure_ascii=False),
        "mm": lambda length: f"{round(length, 1):g}mm",
        "scalar": yaml_scalar,
        "type": type_sizes,
    }
    return environment


def starter_file(folders: Iterable[Path], name: str) -> Path:
    """The file of a starter with that name: of several folders, the first that has one counts."""
    paths = [folder / name for folder in folders]
    return next((path for path in paths if path.is_file()), paths[0])


def filled_in(environment: jinja2.Environment, file: str, variables: Mapping[str, object]) -> str:
    """Fill in a file of a starter.  Raises KitError, with place, if it is damaged or missing."""
    try:
        return environment.get_template(file).render(variables)
    except KitError as error:
        raise KitError(replace(fault, check=DAMAGED) for fault in error.faults) from None
    except (jinja2.TemplateError, ArithmeticError, TypeError) as error:
        frames = traceback.extract_tb(error.__traceback__)
        frame = next(frame for frame in reversed(frames) if Path(frame.filename).suffix != ".py")
        place = Place(shown_name(Path(frame.filename)), frame.lineno)
        raise damaged(Fault(str(error), place)) from error


def damaged(fault: Fault) -> KitError:
    """The error of a starter that has a fault."""
    hint = "choose another look, or install Grimoire again"
    return KitError([replace(fault, item="", hint=hint, check=DAMAGED)])


def without_gaps(text: str) -> str:
    """Remove empty lines before indented ones."""
    kept: list[str] = []
    for line in reversed(text.split("\n")):
        if line.strip() or not kept or not kept[-1].startswith(" "):
            kept.append(line)
    return "\n".join(reversed(kept))


def type_sizes(largest: float, smallest: float) -> str:
    """The range of type sizes of a text: "9..6.5"."""
    return f"{round(max(largest, smallest), 1):g}..{smallest:g}"
