"""The kind of a value that a type leaves open: asserted, so that a test may go on with it."""

from typing import TypeVar

Kind = TypeVar("Kind")


def of_kind(value: object, kind: type[Kind]) -> Kind:
    """The value, which must be of that kind."""
    assert isinstance(value, kind)
    return value


def present(value: Kind | None) -> Kind:
    """The value, which must not be None."""
    assert value is not None
    return value
