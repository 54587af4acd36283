"""Syntax errors of Jinja in plain words, for templates and expressions."""

from __future__ import annotations

import re
from itertools import pairwise

from jinja2 import Environment, TemplateSyntaxError

from generator.base.errors import did_you_mean

_ENDS = r"[Uu]nexpected '?end of template"
_CLOSE = "close each {{ with }} and each {% with %}"
_KNOWN = "if, elif, else, for, set, macro, call, include, import, from, block, filter, with"
_MESSAGES = (
    (r"Unexpected end of template\. .*'(\w+)'$", "{{% {0} %}} is opened but never closed",
     "write the matching {% end… %} where it ends"),
    (_ENDS, "a tag is opened but never closed", _CLOSE),
    (r"unexpected '[}%]'", "a tag is closed with the wrong brackets", _CLOSE),
    (r"Missing end of raw", "{{% raw %}} is opened but never closed",
     "write {% endraw %} where it ends"),
    (r"Missing end of comment", "a comment is opened but never closed", "close {# with #}"),
    (r"unexpected char '([“”„‘’])'", "{0} is not allowed as a quotation mark",
     "use plain quotation marks: ' or \""),
    (r"Encountered unknown tag '(end\w+)'.*'(\w+)'$",
     "{{% {0} %}} is used where {{% {1} %}} is still open",
     "close the inner tag before the outer one"),
    (r"Encountered unknown tag '(end\w+|else|elif)'", "{{% {0} %}} has no opening tag",
     "delete it, or add the opening tag"),
    (r"Encountered unknown tag '(\w+)'", "there is no tag {{% {0} %}}", f"known: {_KNOWN}"),
    (r"a number is too large", "a number is too large", "write a smaller one"),
    (r"expected token '.*', got '='", '"=" is not allowed here', 'compare two values with "=="'),
)  # fmt: skip
"""Jinja's message, the message shown instead, and the hint."""


def opening_line(error: TemplateSyntaxError, environment: Environment) -> int:
    """The line to look at: of the tag that is never closed, else where the error was noticed."""
    unclosed = re.search(r"(?:end of template|unknown tag 'end\w+')\..*'(\w+)'", str(error.message))
    if not unclosed or error.source is None:
        return error.lineno
    name, opened = unclosed[1], [error.lineno]
    tokens = [each for each in environment.lex(error.source) if each[1] != "whitespace"]
    for (_, kind, _), (line, _, word) in pairwise(tokens):
        if line > error.lineno:
            break
        if kind == "block_begin" and word == name:
            opened.append(line)
        elif kind == "block_begin" and word == f"end{name}":
            opened.pop()
    return opened[-1]


def explain_syntax_error(
    error: TemplateSyntaxError, environment: Environment, *, expression: bool = False
) -> tuple[str, str]:
    """Message and hint for a template (or a lone expression) with a syntax error."""
    message = str(error.message).rstrip(".")
    if expression and re.match(_ENDS, message):
        return "it ends too early", "complete it, or delete the last operator or bracket"
    unknown = re.fullmatch(r"No (filter|test) named '(.*)'", message)
    if not unknown:
        for pattern, words, hint in _MESSAGES:
            if match := re.match(pattern, message):
                return words.format(*match.groups()), hint
        return message, ""
    kind, name = unknown.groups()
    known = environment.filters if kind == "filter" else environment.tests
    return f'there is no {kind} "{name}"', did_you_mean(name, known)
