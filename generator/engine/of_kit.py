"""The game and the examples of a kit, ready to be played and checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property, partial
from typing import Any

from generator.base.errors import Fault, KitError, outcome_of
from generator.base.text_files import inside
from generator.engine.events import JsonValue
from generator.engine.game import Game, Locator
from generator.engine.kept_ladders import ladder_faults
from generator.engine.registry import load_game, make_game
from generator.engine.testing.consistency import check_consistency
from generator.engine.testing.coverage import uncovered_rules
from generator.engine.testing.example_run import PlayedExample, run_example
from generator.engine.testing.examples import Example, read_examples
from generator.engine.testing.idle_expectations import example_faults
from generator.engine.text.rule_texts import RULES, load_rules, translate_rules, with_figures
from generator.kit.load import Kit
from generator.kit.locate import KitFolders
from generator.kit.words import UNTRANSLATED, Translator

EXAMPLES = "examples"


def game_of(folders: KitFolders) -> Game[Any]:
    """Return a kit's game.  Raises KitError for a kit without rules, or data that makes no game."""
    return load_game(folders.name, folders.data, folders.games)


def game_of_kit(kit: Kit) -> Game[Any]:
    """The game of a loaded kit, which describes its events in the kit's language.

    Raises KitError as `game_of` does.
    """
    folders, played = kit.folders, kit.original or kit
    game = make_game(kit.name, played.file, played.tables, folders.data, folders.games)
    game.translator, game.shown_tables = kit.words, kit.tables
    path = folders.data / RULES
    if kit.original and path.exists():  # turns as data need no rules of their own
        written = load_rules(path)
        told = with_figures(translate_rules(written, kit.words), kit.tables, kit.words)
        game.rules = {
            slug: rule._replace(section=told[slug].section, text=told[slug].text)
            if slug in told
            else rule
            for slug, rule in game.rules.items()
        }
    return game


def examples_of(folders: KitFolders, *, own: bool = False) -> list[Example]:
    """Return all examples of a kit, file by file.

    Raises KitError; with `own` also for files that name another kit, as those of a copy do.
    """
    files = sorted((folders.data / EXAMPLES).glob("*.yaml"))
    return [
        example
        for file in files
        for example in read_examples(
            inside(folders.data, f"{EXAMPLES}/{file.name}"), about=folders.name if own else ""
        )
    ]


def text_errors(folders: KitFolders) -> list[KitError]:
    """The errors of the kit's files of rules and examples that show without its tables."""
    rules = folders.data / RULES
    found: list[object] = [outcome_of(load_rules, rules)] if rules.exists() else []
    found.append(outcome_of(partial(examples_of, folders, own=True)))
    return [each for each in found if isinstance(each, KitError)]


def run_examples(
    game: Game[Any], folders: KitFolders, examples: Iterable[Example]
) -> tuple[list[PlayedExample], list[Fault], int]:
    """Play some examples of a kit; return those that pass and can fail, all faults, and the exit code."""
    played: list[PlayedExample] = []
    faults: list[Fault] = []
    code = 0
    for example in examples:
        try:
            played.append(run_example(game, example))
        except KitError as error:
            faults += error.faults
            code = max(code, error.exit_code)

    def others() -> Iterator[PlayedExample]:
        with suppress(KitError):
            for example in examples_of(folders, own=True):
                with suppress(KitError):
                    yield run_example(game, example)

    if idle := example_faults(game, played, others):
        items = {fault.item for fault in idle}
        played = [each for each in played if each.example.item not in items]
        faults, code = [*faults, *idle], max(code, 1)
    return played, faults, code


class ExampleRuns:
    """The examples of a kit as played: each is played only once, however often it is requested."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self._known: dict[str, PlayedExample | Exception] = {}

    @cached_property
    def game(self) -> Game[Any]:
        """The game of the kit.  Raises KitError as `game_of` does."""
        return game_of_kit(self.kit)

    def run(self, example: Example) -> PlayedExample:
        """Return the result of `run_example`.  Raises whatever that or the game raises."""
        place = str(example.where())
        if place not in self._known:
            try:
                self._known[place] = run_example(self.game, example)
            except Exception as error:
                self._known[place] = error
        found = self._known[place]
        if isinstance(found, Exception):
            raise found
        return found


def shown_examples(
    kit: Kit, runs: ExampleRuns | None = None
) -> Mapping[str, Mapping[str, JsonValue]]:
    """Play a kit's examples; return them by id, as plain data for the figures of a rulebook.

    Those that `runs` of the same kit has played are not played again.  Raises KitError for a kit
    without rules, KitError or CheckFailed for a wrong example.
    """
    shown = possible_examples(kit, runs)
    for error in filter(None, (shown.none, *shown.errors.values())):
        raise error
    return shown


class PossibleExamples(dict[str, Mapping[str, JsonValue]]):
    """Examples that hold, by id, as plain data; to look up another one raises its error."""

    none: Exception | None = None
    """Why there are none at all."""

    def __init__(self) -> None:
        self.errors: dict[str, Exception] = {}
        """Why an example does not hold."""

    def __missing__(self, id: str) -> Mapping[str, JsonValue]:
        raise self.none or self.errors.get(id) or KeyError(id)


def possible_examples(
    kit: Kit, runs: ExampleRuns | None = None, why: KitError | None = None
) -> PossibleExamples:
    """`shown_examples` that raises an error only for what is looked up; `why` none are played."""
    runs, shown = runs or ExampleRuns(kit), PossibleExamples()
    try:
        if why:
            raise why
        game, examples = runs.game, examples_of(kit.folders)
    except KitError as error:
        shown.none = error
        return shown
    for example in examples:
        try:
            data = runs.run(example).as_data()
        except Exception as error:
            shown.errors[example.id] = error
        else:
            own = kit.words is UNTRANSLATED
            told = data if own else translated(data, example.where, game, kit.words)
            places = {name: {**titles} for name, titles in game.place_titles.items()}
            shown[example.id] = {**told, "titles": {**game.row_titles}, "places": places}
    return shown


def rule_faults(kit: Kit, runs: ExampleRuns | None = None) -> list[Fault]:
    """Return the contradictions between a kit's rules, examples, printed data and ladders.

    Examples that `runs` of the same kit has played are not played again.
    """
    runs = runs or ExampleRuns(kit)
    faults = check_consistency(runs.game, examples_of(kit.folders, own=True), run=runs.run)
    return [*faults, *ladder_faults(runs.game, kit.folders.data)]


def example_gaps(kit: Kit) -> tuple[list[Fault], list[Fault]]:
    """Return the idle expectations of a kit's examples, and the rules that no example covers.

    Raises KitError or CheckFailed for a wrong example.
    """
    game, examples = game_of_kit(kit), examples_of(kit.folders)
    shown = []
    for example in examples:
        try:
            shown.append(run_example(game, example))
        except KitError:
            raise
        except Exception:  # random games report a game that crashes
            return [], []
    return [*example_faults(game, shown)], [*uncovered_rules(game.rules, shown)]


def translated(
    shown: Mapping[str, Any], where: Locator, game: Game[Any], words: Translator
) -> dict[str, JsonValue]:
    """Translate everything printed in the plain data of an example.

    Texts of the example's file are messages.  Captions come from the game; where it cannot translate
    its sentences, each caption is a message of its own.
    """
    own = bool(game.translatable_sentences())

    def caption(sentence: str, *path: str) -> str:
        return sentence if own else words.find(sentence, place=where(*path or ("moves",)))

    return {
        **shown,
        "title": words.find(shown["title"], place=where("title")),
        "says": words.find(shown["says"], place=where("says")) if shown["says"] else "",
        "moves": [
            {
                **move,
                "captions": [caption(each) for each in move["captions"]],
                "told": [{**each, "text": caption(each["text"])} for each in move["told"]],
            }
            for move in shown["moves"]
        ],
        "illegal": {
            move: {**refusal, "says": caption(refusal["says"], "expect", "illegal")}
            for move, refusal in shown["illegal"].items()
        },
    }
