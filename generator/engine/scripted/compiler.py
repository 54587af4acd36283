"""Compiler: nested steps of a script to a flat list of instructions with jumps.

Steps are nested, but a game in progress is plain data.  In a flat list, a loop jumps back, a decision
jumps ahead, and the progress of a turn is one number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from generator.base.document import Key
from generator.base.errors import Fault, KitError, did_you_mean
from generator.engine.rule_texts import Rule
from generator.engine.scripted.instructions import DECISIONS, NOTHING, Ending, Instruction, Program
from generator.engine.scripted.messages import Sentence
from generator.engine.scripted.schema import Script
from generator.engine.scripted.setup import MEANT, Content, names_of
from generator.engine.scripted.step_schema import SILENT, WHOSE, Choice, StepSpec
from generator.kit.expressions.evaluate import Expression

TURN, END = "turn", "end"
"""The default rules of steps and endings."""


class Compiler:
    """Compiles the steps of a script; `faults` collects the mistakes in them."""

    def __init__(self, script: Script, content: Content, rules: Mapping[str, Rule]) -> None:
        self.script, self.content, self.rules = script, content, rules
        self.faults: list[Fault] = []
        self.cited: dict[str, None] = {}
        """Every rule that the script cites."""
        self.named: dict[str, tuple[str, str]] = {}
        """The names given with `as`: to a card, a row of a table, a space of a track, a number."""
        self._code: list[Instruction] = []
        self._finishing = False
        for path, step in (*walk(script.turn, ("turn",)), *walk(script.finish, ("finish",))):
            if step.as_ is not None:
                self._name(step, path)
        self.names = names_of(content, self.named)

    def turn(self) -> list[Instruction]:
        rule = self.cite(self.script.rule or TURN, "turn", silent=True)
        return self._compiled(self.script.turn, "turn", rule)

    def finish(self) -> list[Instruction]:
        self._finishing = True
        return self._compiled(self.script.finish, "finish", self.script.rule or TURN)

    def endings(self) -> list[Ending]:
        found = []
        for index, end in enumerate(self.script.end):
            path: tuple[Key, ...] = ("end", index)
            winner = self._winner(end.winner or self.script.winner, (*path, "winner"))
            rule = self.cite(end.rule or END, *path, "rule")
            when = self._formula(end.when, (*path, "when"))
            found.append(Ending(when, end.turns, end.rounds, rule, winner))
        return found

    def last_resort(self) -> Ending:
        """The end of a game that reaches no other, or that a step ends."""
        winner = self._winner(self.script.winner, ("winner",))
        rules = [end.rule for end in self.script.end if end.rule]
        return Ending(None, None, None, self.cite((rules or [END])[0], "end"), winner)

    def cite(self, slug: str, *path: Key, silent: bool = False) -> str:
        """Record a rule as cited, with a fault if the rulebook lacks it; return its slug."""
        if not silent:
            self.cited[slug] = None
            if self.rules and slug not in self.rules:
                hint = did_you_mean(slug, self.rules)
                message = f'rules.yaml has no rule "{slug}"'
                self._fault(
                    message,
                    path,
                    hint or 'name the rule of a step with "rule"',
                    check="unknown-rule",
                )
        return slug

    def _compiled(self, steps: Sequence[StepSpec], key: str, rule: str) -> list[Instruction]:
        self._code = []
        if not steps or steps[0].verb not in DECISIONS:
            self._emit("begin", (key,), rule)  # so that no loop jumps to where turns begin
        self._steps(steps, (key,), rule)
        self._emit("end turn", (key,), rule)
        return self._code

    def _steps(self, steps: Iterable[StepSpec], path: tuple[Key, ...], rule: str) -> None:
        for index, step in enumerate(steps):
            self._step(step, (*path, index), step.rule or rule)

    def _step(self, step: StepSpec, path: tuple[Key, ...], rule: str) -> None:
        verb = step.verb
        if verb not in SILENT:
            self.cite(rule, *path, *(["rule"] if step.rule else []))
        self._check_names(step, path)
        match verb:
            case "if_":
                self._branch(step, path, rule)
            case "repeat":
                loop = self._emit("repeat", path, rule, step)
                loop.formulas["repeat"] = self._required(step.repeat, (*path, "repeat"))
                start = self._emit("again", path, rule, step)
                top = len(self._code) - 1
                self._steps(step.do, (*path, "do"), rule)
                self._emit("jump", path, rule).go = top
                start.go = len(self._code)
            case "while_":
                top = len(self._code)
                test = self._emit("unless", path, rule, step)
                test.formulas["if"] = self._required(step.while_, (*path, "while"))
                self._steps(step.do, (*path, "do"), rule)
                self._emit("jump", path, rule).go = top
                test.go = len(self._code)
            case "choose":
                self._choice(step, path, rule)
            case "end":
                if step.rule:
                    self.cite(step.rule, *path, "rule")
                self._emit(f"end {step.end}", path, rule, step)
            case _:
                if verb == "pick" and self._finishing:
                    self._fault("nobody decides anything when the game is over", path)
                self._plain(step, path, rule)

    def _plain(self, step: StepSpec, path: tuple[Key, ...], rule: str) -> None:
        made = self._emit(step.verb, path, rule, step)
        sources = {"number": step.number, "for": step.for_, "by": step.by, "to": step.to}
        sources |= {"next": step.next, "who": None if step.who in WHOSE else step.who}
        for key, source in sources.items():
            if source is not None:
                made.formulas[key] = self._required(source, (*path, key))
        where = self._formula(step.where, (*path, "where"), "it")
        if where:
            made.formulas["where"] = where
        made.sentence = self._sentence(
            step.says or step.say, (*path, "says" if step.says else "say")
        )

    def _branch(self, step: StepSpec, path: tuple[Key, ...], rule: str) -> None:
        test = self._emit("unless", path, rule, step)
        test.formulas["if"] = self._required(step.if_, (*path, "if"))
        self._steps(step.then, (*path, "then"), rule)
        if step.else_:
            past = self._emit("jump", path, rule)
            test.go = len(self._code)
            self._steps(step.else_, (*path, "else"), rule)
            past.go = len(self._code)
        else:
            test.go = len(self._code)

    def _choice(self, step: StepSpec, path: tuple[Key, ...], rule: str) -> None:
        if self._finishing:
            self._fault("nobody decides anything when the game is over", path)
        made = self._emit("choose", path, rule, step)
        ends = []
        for name, stated in (step.choose or {}).items():
            choice = stated or Choice()
            inner = (*path, "choose", name)
            own = choice.rule or rule
            when = self._formula(choice.when, (*inner, "when"))
            made.options[name] = (choice, when, len(self._code))
            if choice.rule or choice.says:
                self.cite(own, *inner, "rule" if choice.rule else "says")
                report = self._emit("report", inner, own)
                report.sentence = self._sentence(choice.says, (*inner, "says"))
                report.name = name
            if choice.why_not:
                self.cite(choice.why_not, *inner, "why-not")
            self._steps(choice.do, (*inner, "do"), own)
            ends.append(self._emit("jump", inner, own))
        made.go = len(self._code)
        for end in ends:
            end.go = made.go

    def _check_names(self, step: StepSpec, path: tuple[Key, ...]) -> None:
        """Record faults for names that the verb cannot use."""
        content, verb = self.content, step.verb
        cards = [name for name, (kind, _) in self.named.items() if kind == "card"]
        piles, places = [*content.piles], [*content.piles, *content.hands]
        open_piles = [pile for pile in piles if not content.is_hidden(pile)]
        allowed: list[tuple[str, str, str | None, Iterable[str]]] = [
            ("draw", "pile", step.draw, piles),
            ("again", "pile", step.again, piles),
            ("shuffle", "pile", step.shuffle, piles),
            ("into", "pile or hand", step.into, places),
            ("discard", "card, pile or hand", step.discard, [*cards, *places]),
            ("move", "token", step.move, content.tokens),
            ("gain", "counter", step.gain, content.counters),
            ("lose", "counter", step.lose, content.counters),
            ("set", "counter", step.set, content.counters),
            ("pick", "hand, open pile or track", step.pick,
             [*content.hands, *open_piles, *content.tracks]),
        ]  # fmt: skip
        for key, kind, name, known in allowed:
            if name is not None and name not in known:
                message = f'there is no {kind} "{name}"'
                self._fault(
                    message, (*path, key), did_you_mean(name, known), check="unknown-reference"
                )
        if step.into is not None and step.into in (step.draw, step.discard):
            self._fault("puts cards where they are already", (*path, "into"), "name another place")
        if verb == "look_up" and step.look_up:
            table = content.table(step.look_up, *path, "look-up")
            for name in step.among if table and len(table) else ():
                row = table.rows[0] if table else {}
                if name not in row:
                    hint = did_you_mean(name, row)
                    message = f'"{step.look_up}" has no field "{name}"'
                    self._fault(message, (*path, "among"), hint, check="unknown-field")
            if len(step.among) > 2:
                self._fault("a result is one field, or a lowest and a highest", (*path, "among"))
        shared = (step.gain or step.lose) in content.counters and step.who != "self"
        if shared and content.is_shared(step.gain or step.lose or ""):
            self._fault("a shared counter is nobody's own", (*path, "who"), "leave it out")

    def _name(self, step: StepSpec, path: tuple[Key, ...]) -> None:
        kinds = {"draw": "card", "roll": "number", "look_up": "row", "pick": "card"}
        kind, of = kinds[step.verb], step.look_up or ""
        if step.pick in self.content.tracks:
            kind, of = "space", step.pick or ""
        name = step.as_ or ""
        if name in MEANT or name in self.content.kinds or name in self.content.tables:
            message = f'"as" cannot be "{name}", which is something else already'
            self._fault(message, (*path, "as"), "choose another name", check="name-taken")
        elif self.named.setdefault(name, (kind, of)) != (kind, of):
            message = f'"{name}" is a {self.named[name][0]} in one step and a {kind} in another'
            self._fault(message, (*path, "as"), "choose another name", check="name-taken")

    def _winner(self, winner: tuple[str, str], path: tuple[Key, ...]) -> tuple[str, str]:
        how, counter = winner
        if how not in ("most", "least"):
            return winner
        own = [name for name in self.content.counters if not self.content.is_shared(name)]
        if counter not in own:
            message = f'no player has a counter "{counter}" of their own'
            self._fault(
                message, (*path, how), did_you_mean(counter, own), check="unknown-reference"
            )
        return winner

    def _emit(
        self, do: str, path: tuple[Key, ...], rule: str, step: StepSpec = NOTHING
    ) -> Instruction:
        made = Instruction(do, self.script.place(*path), rule, step)
        self._code.append(made)
        return made

    def _required(self, source: str | None, path: tuple[Key, ...]) -> Expression:
        return self._formula(source, path) or Expression("0", (), self.script.place(*path))

    def _formula(self, source: str | None, path: tuple[Key, ...], *more: str) -> Expression | None:
        if source is None:
            return None
        try:
            made = Expression(source, [*self.names, *more], self.script.place(*path))
        except KitError as error:
            self.faults += error.faults
            return None
        self._check_spaces(made, path)
        return made

    def _check_spaces(self, made: Expression, path: tuple[Key, ...]) -> None:
        """Record faults for names of spaces that a token never stands on."""
        for name, space in made.compared():
            spaces = self._spaces_of(name)
            if spaces and all(isinstance(each, str) for each in spaces) and space not in spaces:
                self._fault(
                    f'"{name}" is never on a space "{space}"',
                    path,
                    did_you_mean(space, spaces),
                    check="unknown-reference",
                )

    def _spaces_of(self, name: str) -> Sequence[Any]:
        """The spaces where a token, or a space that was picked, can be."""
        token, (kind, of) = self.content.tokens.get(name), self.named.get(name, ("", ""))
        return self.content.spaces[token.on if token else of] if token or kind == "space" else ()

    def _sentence(self, source: str | None, path: tuple[Key, ...]) -> Sentence | None:
        if source is None:
            return None
        try:
            return Sentence(source, self.names, self.script.place(*path))
        except KitError as error:
            self.faults += error.faults
            return None

    def _fault(
        self, message: str, path: tuple[Key, ...], hint: str = "", check: str = "turns-step"
    ) -> None:
        self.faults.append(Fault(message, self.script.place(*path), "", hint, check))


def walk(
    steps: Iterable[StepSpec], path: tuple[Key, ...]
) -> Iterator[tuple[tuple[Key, ...], StepSpec]]:
    """Yield every step, nested ones included, with its path in the file."""
    for index, step in enumerate(steps):
        here = (*path, index)
        yield here, step
        for key, inner in (("then", step.then), ("else", step.else_), ("do", step.do)):
            yield from walk(inner, (*here, key))
        for name, choice in (step.choose or {}).items():
            yield from walk(choice.do if choice else (), (*here, "choose", name, "do"))


def compiled(script: Script, content: Content, rules: Mapping[str, Rule]) -> Program:
    """Compile a script.  Raises KitError with every fault in its names."""
    compiler = Compiler(script, content, rules)
    compiler.cite(script.seats_rule, "seats-rule")
    program = Program(
        content,
        compiler.turn(),
        compiler.finish(),
        compiler.endings(),
        compiler.last_resort(),
        compiler.named,
        tuple(compiler.cited),
    )
    faults = [*content.faults, *compiler.faults]
    if faults:
        raise KitError(faults)
    return program
