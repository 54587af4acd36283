"""Template environment: renders templates to scene markup; errors name the template's line.

Templates are Jinja2, in the hardened sandbox that checks use too: a kit may come from a stranger.
They are found by name in the kit's own folder first, then in the shared one, and nowhere else.
Before Jinja reads a template, each opening tag is annotated with its file and line
(`markup.SOURCE`), so that later errors name the line to change.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jinja2
from jinja2.ext import Extension
from jinja2.runtime import Context, Macro

from generator.base.errors import KitError, Place, did_you_mean
from generator.base.text_files import inside, read_text, shown_name
from generator.kit.expressions.metering import BudgetExceeded, StepMeter
from generator.kit.expressions.sandbox import ChargedTokens, Sandbox, undefined_hint
from generator.kit.expressions.syntax_errors import explain_syntax_error, opening_line
from generator.kit.tables.field_types import LooseText
from generator.kit.tables.translated_texts import TranslatedText, check_key, strictly_compared
from generator.kit.words import UNTRANSLATED, Translator
from generator.press.cache.compiled import CompiledTemplates
from generator.press.cache.dependencies import DependencySet, DependencyTracker
from generator.press.cache.store import store_in_use
from generator.press.templates.messages import set_language, translate_template
from generator.press.templates.source_lines import place_at, with_looks, with_marks, with_sources
from generator.press.text.inline import anchor, escape, escape_broken

MAX_MARKED = 20
"""Maximum number of faults of a kit whose lines are found by a second rendering."""

_NAMED = re.compile(r"""\{%-?\s*(?:import|from|include|extends)\s+["']([^"']+)["']""")
"""A reference to another template by its name."""

MAX_LENGTH = 1_000_000
"""Maximum length of a template in characters; the longest of the five kits has 20,000."""
LOOKUP_STEPS = 100
"""Number of steps that finding a template counts as."""
STEPS_PER_CHARACTER = 10
"""Number of steps that compiling one character of a template counts as."""


class _AnnotateSources(Extension):
    """Jinja extension that applies `with_sources` to markup templates (not to Markdown)."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        if name is None or not name.endswith(".xml") or filename is None:
            return source
        assert isinstance(self.environment, _RecordingSandbox)
        shown = shown_name(Path(filename))
        source = with_marks(source, shown) if self.environment.marking else source
        return with_sources(source, shown)


class _FolderLoader(jinja2.BaseLoader):
    """Template loader: searches folders in order, and never outside them, links included."""

    def __init__(self, folders: Sequence[Path], words: Translator) -> None:
        self.words = words
        self.folders = [folder.resolve() for folder in folders]

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, None]:
        assert isinstance(environment, Sandbox)
        environment.meter.charge(LOOKUP_STEPS)
        path = self.find(template)
        if path is None:
            raise jinja2.TemplateNotFound(template)
        source = with_looks(read_text(path, shown_name(path)))
        if len(source) > MAX_LENGTH:
            message = f"the template is longer than {MAX_LENGTH:,} characters"
            place, hint = Place(shown_name(path)), "split it, or draw with an SVG or a picture"
            raise KitError(message, place=place, hint=hint, check="drawing-too-complex")
        environment.meter.charge(STEPS_PER_CHARACTER * len(source))
        return self._translated(source, path, environment), str(path), None

    def find(self, template: str) -> Path | None:
        """The file of a template; None if there is none."""
        paths = (inside(folder, template) for folder in self.folders)
        return next((path for path in paths if path.is_file()), None)

    def _translated(self, source: str, path: Path, environment: jinja2.Environment) -> str:
        """The template in the language that is printed."""
        if self.words is UNTRANSLATED:
            return source

        def translate(message: str, line: int) -> str:
            return self.words.find(message, place=Place(shown_name(path), line))

        markdown = not path.name.endswith(".xml")
        return translate_template(source, environment, translate, markdown=markdown)

    def list_templates(self) -> list[str]:
        names = {
            path.relative_to(folder).as_posix()
            for folder in self.folders
            for path in folder.rglob("*")
            if path.is_file()
        }
        return sorted(names)


class _RecordingContext(Context):
    """Jinja context that records which variables a template looks up."""

    def resolve_or_missing(self, key: str) -> Any:
        environment = self.environment
        assert isinstance(environment, _RecordingSandbox)
        environment.reads.record("variable", key)
        environment.looked_up.add(key)
        return super().resolve_or_missing(key)


class _RecordingSandbox(Sandbox):
    """Sandbox that records the templates that a template depends on.

    An imported template runs only once, however many others import it.  So its own imports are
    remembered, and recorded with it each time.
    """

    context_class = _RecordingContext

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.reads = DependencyTracker()
        self._imports: defaultdict[str, set[str]] = defaultdict(set)
        self.looked_up: set[str] = set()
        """The variables that a template has looked up, or may have looked up."""
        self.marking = False
        """Whether every piece of text carries a mark of its line."""

    def as_scalar(self, value: object) -> object:
        return escape_broken(value)[0] if isinstance(value, LooseText) else super().as_scalar(value)

    def get_template(
        self,
        name: str | jinja2.Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> jinja2.Template:
        self._record([name], parent)
        return super().get_template(name, parent, globals)

    def select_template(
        self,
        names: Iterable[str | jinja2.Template],
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,
    ) -> jinja2.Template:
        requested = [] if isinstance(names, jinja2.Undefined) else list(names)
        self._record(requested, parent)
        return super().select_template(requested or names, parent, globals)

    def _record(self, names: Sequence[str | jinja2.Template], parent: str | None) -> None:
        pending = [name for name in names if isinstance(name, str)]
        if parent is not None:
            self._imports[parent].update(pending)
        seen: set[str] = set()
        while pending:
            name = pending.pop()
            if name not in seen:
                seen.add(name)
                self.reads.record("template", name)
                pending += self._imports[name]


class _TranslatedSandbox(_RecordingSandbox):
    """Sandbox for templates in another language, in which words are replaced by their translations."""

    def getitem(self, obj: Any, argument: Any) -> Any:
        found = super().getitem(obj, argument)
        if isinstance(found, jinja2.Undefined):
            check_key(obj, argument)
        return found

    def call(self, context: Context, function: Any, /, *values: Any, **named: Any) -> Any:
        if values and isinstance(values[0], TranslatedText) and not isinstance(function, Macro):
            check_key(getattr(function, "__self__", None), values[0])  # of `icons.get(row.kind)`
        return super().call(context, function, *values, **named)


class _Rendered(NamedTuple):
    """The last rendering of a template: its variables, those it looked up, its text and what it read."""

    variables: Mapping[str, Any]
    looked_up: set[str]
    text: str
    reading: DependencySet


class Templates:
    """The templates of one kit: those in `folders`, earlier folders before later ones."""

    def __init__(
        self,
        folders: Sequence[Path],
        *,
        markup: bool = True,
        advice: str = "",
        reads: DependencyTracker | None = None,
        words: Translator = UNTRANSLATED,
    ) -> None:
        """`markup`: values are escaped for XML (not for Markdown).  `words` translates.

        `advice` is the hint for a missing template, if there is more to say than similar names.
        `reads` records what templates read.
        """
        self.advice = advice
        self.loader = _FolderLoader(folders, words)
        extensions = [_AnnotateSources, ChargedTokens]
        sandbox = _RecordingSandbox if words is UNTRANSLATED else _TranslatedSandbox
        self.environment = sandbox(autoescape=markup, extensions=extensions)
        if reads is not None:
            self.environment.reads = reads
        self.environment.loader = self.loader
        self.environment.bytecode_cache = CompiledTemplates.from_store(store_in_use())
        charged = self.environment.charged_by_length
        self.environment.filters |= {"plain": charged(escape), "anchor": charged(anchor)}
        set_language(self.environment, words)
        self._last: dict[str, _Rendered] = {}
        self._shown_paths: dict[str, str] = {}
        self._compile_errors: dict[str, KitError] = {}
        """The errors of templates that do not compile: each is compiled once, not for every face."""
        self._fault_places: dict[tuple[str, str], Place | None] = {}
        """The place of each fault that no element locates."""

    def render(self, name: str, variables: Mapping[str, Any], referrer: Place | None = None) -> str:
        """Render a template with variables.

        `referrer` is the place that names the template, for the error when it does not exist.
        Raises KitError with the template's file and line for anything wrong in it.
        """
        self.environment.meter.begin(name)
        template = self._template(name, referrer)
        try:
            with strictly_compared():
                return template.render(variables)
        except KitError as error:
            raise error.within(place=self._error_place(error, template)) from None
        except jinja2.TemplateNotFound as error:
            raise self._missing_error(error, self._error_place(error, template)) from None
        except jinja2.TemplateSyntaxError as error:  # in a template that this one refers to
            raise self._compile_errors.setdefault(name, self._syntax_error(error, name)) from None
        except jinja2.UndefinedError as error:
            hint, place = undefined_hint(error, variables), self._error_place(error, template)
            raise KitError(str(error), place=place, hint=hint, check="template-fails") from None
        except RecursionError as error:
            message = "the template calls itself endlessly"
            place = self._error_place(error, template)
            raise KitError(message, place=place, check="template-fails") from None
        except BudgetExceeded:
            raise self._budget_error() from None
        except Exception as error:  # an expression in a template may raise anything
            message, place = f"the template fails: {error}", self._error_place(error, template)
            raise KitError(message, place=place, check="template-fails") from None

    def render_if_changed(
        self, name: str, variables: Mapping[str, Any], referrer: Place | None = None
    ) -> str:
        """`render` for a series of pieces: the last text is reused if no variable in use differs."""
        last = self._last.get(name)
        if last and all(variables.get(each) is last.variables.get(each) for each in last.looked_up):
            self.environment.meter.begin(name)
            self.environment.reads.replay(last.reading)
            return last.text
        with self.environment.reads.reading() as reading:
            self.environment.looked_up = set()
            text = self.render(name, variables, referrer)
        self._last[name] = _Rendered(variables, self.environment.looked_up, text, reading)
        return text

    def begin(self) -> None:
        """Start a new step budget, that of a whole kit."""
        self.environment.meter = StepMeter()

    @contextmanager
    def spending(self, meter: StepMeter) -> Iterator[None]:
        """Charge what is rendered inside the block to another budget."""
        before, self.environment.meter = self.environment.meter, meter
        try:
            yield
        finally:
            self.environment.meter = before

    def compile(self, names: Iterable[str], *, ahead: bool = False) -> None:
        """Compile templates and those they refer to, so that processes started later need not.

        Errors in a template are reported when it is used; so are its costs, if it is compiled
        `ahead`.
        """
        if ahead and not self.environment.bytecode_cache:
            return  # nobody could use the result
        queue = list(dict.fromkeys(names))
        with self.spending(StepMeter() if ahead else self.environment.meter):
            for name in queue:
                with suppress(Exception):
                    load = partial(self.loader.load, self.environment) if ahead else self._template
                    path = Path(str(load(name).filename))
                    references = dict.fromkeys(_NAMED.findall(read_text(path, name)))
                    queue += [each for each in references if each not in queue]

    def _template(self, name: str, referrer: Place | None = None) -> jinja2.Template:
        """A template ready to render.  Raises KitError for its errors."""
        if name not in self._compile_errors:
            try:
                return self._compile(name, referrer)
            except KitError as error:
                if any(fault.check == "unknown-template" for fault in error.faults):
                    raise
                self._compile_errors[name] = error
        raise self._compile_errors[name].within(place=referrer)

    def _compile(self, name: str, referrer: Place | None) -> jinja2.Template:
        try:
            return self.environment.get_template(name)
        except jinja2.TemplateNotFound as error:
            raise self._missing_error(error, referrer) from None
        except jinja2.TemplateSyntaxError as error:
            raise self._syntax_error(error, name) from None
        except KitError as error:
            raise error.within(place=referrer) from None
        except (SyntaxError, RecursionError, MemoryError):  # from the code that Jinja generates
            message = "the template is too complicated: tags are nested too deeply"
            place, hint = Place(self.path(name)), "move inner parts into macros"
            raise KitError(message, place=place, hint=hint, check="template-syntax") from None
        except BudgetExceeded:
            raise self._budget_error() from None
        except Exception as error:  # from a constant expression, evaluated here
            message = f"the template fails: {error}"
            raise KitError(message, place=Place(self.path(name)), check="template-fails") from None

    def place_at(
        self, name: str, variables: Mapping[str, Any], rendered: str, offset: int, fault: str
    ) -> Place | None:
        """The place that an offset in a rendered template comes from, or None.

        To find it the template is rendered once more, but only once for all faces with the same
        fault.
        """
        key = name, fault
        if key not in self._fault_places and len(self._fault_places) < MAX_MARKED:
            marked = Templates(self.loader.folders, words=self.loader.words)
            marked.environment.marking = True
            marked.environment.bytecode_cache = None  # cached bytecode has no marks
            self._fault_places[key] = None
            with suppress(KitError):  # marks can cause errors, e.g. in a length that includes them
                text = marked.render(name, variables)
                self._fault_places[key] = place_at(text, rendered, offset)
        return self._fault_places.get(key)

    def path(self, name: str) -> str:
        """The file of a template, as messages show it."""
        if name not in self._shown_paths:
            found = self.loader.find(name)
            self._shown_paths[name] = shown_name(found) if found else name
        return self._shown_paths[name]

    def _budget_error(self) -> KitError:
        """The error for an exhausted budget, which names the template that took the most steps."""
        ((name, _),) = self.environment.meter.taken.most_common(1)
        message = "the templates of this kit together take too many steps, this one the most"
        hint = "look for loops that repeat too often, or draw with an SVG or a picture"
        place = Place(self.path(name))
        return KitError(message, place=place, hint=hint, check="drawing-too-complex")

    def _missing_error(self, error: jinja2.TemplateNotFound, place: Place | None) -> KitError:
        names = self.loader.list_templates()
        message = f'there is no template "{error.name}"'
        hint = self.advice or did_you_mean(str(error.name), names)
        return KitError(message, place=place, hint=hint, check="unknown-template")

    def _syntax_error(self, error: jinja2.TemplateSyntaxError, name: str) -> KitError:
        reason, hint = explain_syntax_error(error, self.environment)
        file = Path(error.filename or error.name or name)  # the lexer uses the name as the file
        place = Place(shown_name(file), opening_line(error, self.environment))
        message = f"the template has a syntax error: {reason}"
        return KitError(message, place=place, hint=hint, check="template-syntax")

    def _error_place(self, error: BaseException, template: jinja2.Template) -> Place:
        """The innermost template line that an error passed through."""
        place = Place(shown_name(Path(template.filename or template.name or "template")))
        trace = error.__traceback__
        while trace is not None:
            file = Path(trace.tb_frame.f_code.co_filename)
            if any(file.is_relative_to(folder) for folder in self.loader.folders):
                place = Place(shown_name(file), trace.tb_lineno)
            trace = trace.tb_next
        return place
