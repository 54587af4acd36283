"""Schema of `game.yaml`: what a kit is made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    Field,
    GetJsonSchemaHandler,
    PlainValidator,
    PrivateAttr,
    model_validator,
)
from pydantic import Strict as StrictMode
from pydantic_core import core_schema

from generator.base.document import Document, Key, Mark
from generator.base.errors import Place, describe_value, did_you_mean, short
from generator.base.option import Option
from generator.base.schema import (
    NOT_EMPTY,
    CheckName,
    ClosedModel,
    FieldName,
    Hex,
    Id,
    InnerPath,
    Limits,
    Slug,
    Variable,
    Words,
    matching,
    validation_error,
)
from generator.base.validation_errors import validated
from generator.kit.checks.spec import CheckSpec
from generator.kit.manifest.pitch import Pitch, Questions
from generator.kit.tables.load import TableSpec
from generator.kit.tables.records import Record, freeze, with_values
from generator.kit.words import LANGUAGE_CODE

MAX_TABLES = 1_000
"""Each has a schema of its own, which takes as long as a few hundred of its rows."""
MAX_PLAYERS = 100
"""Of one game; each number of players is a game of its own to those who check and measure it."""


class _OrText(ClosedModel):
    """Written as a mapping, or as the text of its first field alone."""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        schema = super().__get_pydantic_json_schema__(core, handler)
        text = handler.resolve_ref_schema(schema)["properties"][next(iter(cls.model_fields))]
        return {"anyOf": [text, schema]}

    @model_validator(mode="before")
    @classmethod
    def _name_text(cls, value: Any) -> Any:
        return (
            {next(iter(cls.model_fields)): value} if isinstance(value, str | int | float) else value
        )


class Ink(_OrText):
    """A color of the palette, and its replacement when printing with low ink."""

    full: Hex
    """The colour as "#rrggbb"."""
    low: Hex | None = None
    """What is printed instead with `--ink low`; the same colour if left out."""


class RulebookSpec(_OrText):
    """The rulebook: the name of its template, alone or with settings."""

    template: InnerPath
    """The template of the book: Markdown."""
    quick_start: InnerPath | None = Field(default=None, alias="quick-start")
    """The template of a quick-start sheet: Markdown, one or two pages."""
    slugs: Literal["margin", "none"] = "none"
    """Whether the slugs of cited rules are printed in the margin, for a book that referees read."""


def _option_value(value: object) -> object:
    if isinstance(value, (str, int)):  # and so bool
        return value
    message = f"must be text, a whole number, true or false, but is {describe_value(value)}"
    raise validation_error(message, check="wrong-type")


class OptionSpec(Limits):
    """A choice the players have: one of some words, a whole number, or true and false.

    The kind of the default is the kind of the option.
    """

    choices: Annotated[tuple[Words, ...], StrictMode(False)] = ()
    """The words to choose from."""
    default: Annotated[
        str | int | bool, PlainValidator(_option_value, json_schema_input_type=str | int | bool)
    ]
    """The value if nobody chooses."""
    says: str = ""
    """Description of the option for players."""

    @model_validator(mode="after")
    def _check_default(self) -> Self:
        if isinstance(self.default, str):
            if self.default not in self.choices:
                hint = did_you_mean(self.default, self.choices) or 'list it under "choices"'
                raise validation_error(
                    f'has the default "{short(self.default)}", which is not one of its choices',
                    hint,
                )
        elif self.choices:
            message = f"has choices, but its default is {describe_value(self.default)}"
            raise validation_error(message)
        elif not self.allow(self.default):
            message = f"has the default {self.default}, which is outside {self.in_words}"
            raise validation_error(message, check="out-of-range")
        return self

    @property
    def option(self) -> Option:
        """The same without the schema, for the engine."""
        return Option(self.default, self.choices, self.low, self.high, self.says)


def _copies(value: object) -> object:
    if isinstance(value, str) or (isinstance(value, int) and value >= 1 and value is not True):
        return value
    raise validation_error(
        f"must be a whole number of 1 or more, or the name of a field, but is {describe_value(value)}",
        check="wrong-type",
    )


class Component(ClosedModel):
    """A kind of piece: one for each row of a table, or, without a table, a single one."""

    id: Id
    """What templates and the rulebook call it."""
    title: Words
    """What people call it."""
    part: Id
    """Components of one part share sheets, and are built alone with `--only`."""
    each: Variable | None = None
    """A table: each of its rows gives a piece, and the template uses it as `row`."""
    where: Words | None = None
    """An expression with `row` that selects rows, to skip rows or leave out cards: `row.status != "cut"`."""
    copies: Annotated[int | str, PlainValidator(_copies, json_schema_input_type=int | str)] = 1
    """The number of copies, or the field of the row that holds it."""
    blocks: FieldName | None = None
    """The field by which pieces are grouped into separate blocks on a sheet: counters by unit."""
    front: InnerPath
    """The template of its front."""
    back: InnerPath | None = None
    """The template of its back; if it is the same as the front, `face` tells it which to draw."""
    two_sided: bool = False
    """Whether both faces are used in play, and so printed even without backs."""
    holds: Annotated[tuple[Slug, ...], StrictMode(False)] = ()
    """For a box: the components whose cards it holds, which determine its size."""
    beside: bool = False
    """Whether it never lies on or under other pieces: then large print can enlarge it alone."""
    thickness: Annotated[float, Field(gt=0, le=5)] | None = None
    """Thickness of a card in the box, in millimetres, if not that of `stock.yaml`."""
    bag: Words | None = None
    """The bag to sort it into after cutting; by default that of its part."""
    given: dict[Variable, Any] = Field(default={}, alias="with")
    """Extra variables for its templates, by name."""
    note: str = ""
    """A note for the list of pieces."""
    instead: Words | None = None
    """What people may own that serves as well: such pieces are printed to a second file."""
    needed: Words | None = None
    """An expression with `players` (and `row`): the number of copies that so many players need."""
    map: bool = False
    """Whether it is also written as SVG at true size (`grimoire maps`)."""
    monitor: bool = False
    """The same, for boards that each player has (`grimoire monitors`)."""
    made: bool = False
    """Whether it draws maps that the game generates; it is then not printed with the kit."""

    _file: str = PrivateAttr()
    _mark: Mark = PrivateAttr()
    _variables: Record = PrivateAttr()

    @property
    def place(self) -> Place:
        """Where `game.yaml` states it."""
        return self._mark.place(self._file)

    def place_of(self, key: str) -> Place:
        """Where `game.yaml` states one thing about it: `place_of("front")`."""
        return self._mark.at(key).place(self._file)

    @property
    def variables(self) -> Record:
        """The extra variables of its templates (`with`)."""
        return self._variables

    def giving(self, values: Mapping[str, Any]) -> Self:
        """The same component with other values for some of its variables."""
        other = self.model_copy(update={"given": {**self.given, **values}})
        other._variables = with_values(self._variables, values)
        return other

    @model_validator(mode="after")
    def _check_whole(self) -> Self:
        if self.each is None and self.where is not None:
            raise validation_error('has "where", but no table', 'name one under "each"')
        if self.each is None and isinstance(self.copies, str):
            message = f'takes its copies from the field "{self.copies}", but has no table'
            raise validation_error(message, 'name one under "each"')
        if self.each is None and self.made:
            raise validation_error('has "made", but no table', 'name one under "each"')
        if self.thickness is not None and not self.holds:
            raise validation_error("has a thickness, but holds no cards", 'name them under "holds"')
        if self.holds and (self.each is not None or self.copies != 1):
            hint = "make each box a separate component"
            message = 'is a box, which can have neither "each" nor several copies'
            raise validation_error(message, hint)
        if self.bag is not None and self.holds:
            raise validation_error("is a box, which cannot be in a bag", 'leave out "bag"')
        if self.blocks is not None and self.each is None:
            raise validation_error('has "blocks", but no table', 'name one under "each"')
        if self.two_sided and self.back is None:
            message = "is two-sided, but has no back"
            raise validation_error(message, 'name its template under "back"')
        return self


def _players(value: object) -> tuple[int, int]:
    numbers: list[Any] = value if isinstance(value, list) else [value, value]
    if len(numbers) == 2 and all(type(number) is int for number in numbers):
        fewest, most = numbers
        if most > MAX_PLAYERS:
            raise validation_error(f"cannot be more than {MAX_PLAYERS}", check="out-of-range")
        if 1 <= fewest <= most:
            return fewest, most
    raise validation_error('must be the fewest and the most players, such as "[2, 4]"')


def _check_number(tables: dict[str, TableSpec]) -> dict[str, TableSpec]:
    if len(tables) > MAX_TABLES:
        message = f"cannot be more than {MAX_TABLES:,}"
        hint = "put rows with the same fields into one table"
        raise validation_error(message, hint, check="file-too-large")
    return tables


LanguageCode = Annotated[
    str, matching(LANGUAGE_CODE.pattern, 'the code of a language, such as "en" or "pt-BR"')
]


class KitFile(ClosedModel):
    """The content of `game.yaml`."""

    title: Words
    """The game's title."""
    version: Words
    """The kit's version, in quotes: "1.0"."""
    language: LanguageCode = "en"
    """The language of its texts. What Grimoire adds is in it, too, if there is a catalogue of it."""
    hyphenate: bool | None = None
    """Whether long words are divided at the ends of lines; by default only in translations."""
    coarse: Literal["refuse", "allow"] = "refuse"
    """Whether pictures below 100 dots per inch are refused or printed anyway."""
    summary: str = ""
    """The game in a sentence or two."""
    players: Annotated[
        tuple[int, int], PlainValidator(_players, json_schema_input_type=int | tuple[int, int])
    ]
    """The fewest and the most players, or a number alone."""
    player_counts: Annotated[tuple[int, ...], StrictMode(False)] = ()
    """The possible numbers of players, if not all between the fewest and the most are."""
    minutes: Annotated[int, Field(ge=1)] | None = None
    """How long a game takes."""
    age: Annotated[int, Field(ge=1)] | None = None
    """The minimum age of the players."""
    credits: Annotated[tuple[str, ...], StrictMode(False)] = ()
    """Who made it, and what they did."""
    pitch: Pitch = Field(default_factory=Pitch)
    """What a sell sheet says of the game (`grimoire export KIT --for pitch`)."""
    questions: Questions = ()
    """Your own questions to playtesters, for the feedback form (`grimoire export KIT --for playtest`)."""
    fonts: dict[Slug, Words] = Field(default={})
    """The font family for each role ("title", "body"); roles that begin with `fallback` supply, in
    this order, characters that other fonts lack."""
    font_files: dict[
        Words, dict[Literal["regular", "bold", "italic", "bold-italic"], InnerPath]
    ] = Field(default={})
    """The kit's own font files, .ttf or .otf: for each family, the file in the data folder for each style.
    A variable font gives the instance of that style, or the one stated: `fonts/a.ttf#wght=300`."""
    system_fonts: Annotated[tuple[Words, ...], StrictMode(False)] = ()
    """Font families that must be installed on the computer that builds the kit."""
    colors: dict[Slug, Ink] = Field(default={}, alias="palette")
    """The colours that templates name."""
    tables: Annotated[dict[Variable, TableSpec], AfterValidator(_check_number)] = Field(default={})
    """The data of the pieces, by the names that templates, checks and rules use."""
    rules: Words | None = None
    """The game whose rules in Python play this kit, if it is a variant: `rules: gruff`. By default the
    game that is named like the kit."""
    options: dict[Slug, OptionSpec] = Field(default={})
    """What players can choose before a game."""
    components: Annotated[tuple[Component, ...], StrictMode(False), NOT_EMPTY]
    """The pieces, in the order they are printed."""
    tell_apart: Annotated[
        tuple[Annotated[tuple[Slug, ...], StrictMode(False)], ...], StrictMode(False)
    ] = ()
    """Components whose pieces must not be mistaken for each other: lists of ids."""
    rulebook: RulebookSpec | None = None
    """The template of the rulebook, alone or with settings."""
    checks: dict[CheckName, CheckSpec] = Field(default={})
    """What must be true of the data: a kit that breaks a check is not built."""

    _document: Document = PrivateAttr()

    @classmethod
    def of(cls, document: Document) -> KitFile:
        """The kit that a document describes.  Raises KitError with every fault."""
        kit = validated(cls.model_validate, document)
        kit._document = document
        for name, table in kit.tables.items():
            table._place = document.place("tables", name, "file")
        for index, component in enumerate(kit.components):
            mark = document.lines.at("components", index)
            component._file = document.file
            component._mark = mark
            component._variables = freeze(component.given, document.file, mark.at("with"))
        return kit

    @model_validator(mode="after")
    def _check_counts(self) -> Self:
        counts = self.player_counts
        if counts and ((counts[0], counts[-1]) != self.players or [*counts] != sorted({*counts})):
            message = '"player-counts" must go from the fewest to the most players, in order'
            raise validation_error(message, "with players: [2, 4], write player-counts: [2, 4]")
        return self

    @property
    def possible_players(self) -> Sequence[int]:
        """The possible numbers of players."""
        fewest, most = self.players
        return self.player_counts or range(fewest, most + 1)

    @property
    def components_by_id(self) -> dict[str, Component]:
        return {component.id: component for component in self.components}

    @property
    def choices(self) -> dict[str, Option]:
        """What players can choose before a game."""
        return {name: spec.option for name, spec in self.options.items()}

    @property
    def file(self) -> str:
        """The file's name as the user knows it."""
        return self._document.file

    def place(self, *path: Key) -> Place:
        """Where the file states something: `place("tables", "goofs", "fields")`."""
        return self._document.place(*path)

    def palette(self, ink: Literal["full", "low"]) -> dict[str, str]:
        """The colors by name, as "#rrggbb", for printing with all the ink or with little."""
        if ink == "full":
            return {name: color.full for name, color in self.colors.items()}
        return {name: color.low or color.full for name, color in self.colors.items()}
