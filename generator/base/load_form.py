"""Turns a shared data file of figures (`stock.yaml`, `shops/tgc.yaml`) into a checked form."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from generator.base.errors import KitError
from generator.base.load_document import load_yaml
from generator.base.schema import ClosedModel
from generator.base.validation_errors import explain

Form = TypeVar("Form", bound=ClosedModel)


def load_form(folders: Iterable[Path], name: str, form: type[Form]) -> Form:
    """What the file of that name says, in the first of the folders that has one.

    One of them must: Grimoire's own folder comes last, and has them all.  Raises KitError with the
    lines that are not as the form wants them.
    """
    document = load_yaml(next(path for path in (each / name for each in folders) if path.is_file()))
    try:
        return form.model_validate(document.data)
    except ValidationError as error:
        raise KitError(explain(error, document.data, document)) from None
