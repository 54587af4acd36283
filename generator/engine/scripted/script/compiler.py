"""Compiler: nested steps of a script to a flat list of instructions with jumps.

Steps are nested, but a game in progress is plain data.  In a flat list a loop jumps back and a
decision jumps ahead, so the progress of a turn is one number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from generator.base.document import Key
from generator.base.errors import Fault, KitError, Place, did_you_mean
from generator.engine.scripted.numbers import stated
from generator.engine.scripted.script.effects import MAX_TEXTS, Effect, Phrases, cells, lacking
from generator.engine.scripted.script.instructions import (
    EFFECT,
    NOTHING,
    Call,
    Citation,
    Ending,
    Formula,
    Instruction,
    Program,
)
from generator.engine.scripted.script.messages import Sentence
from generator.engine.scripted.script.references import (
    named_things,
    places_of,
    wrong_measures,
    wrong_references,
    wrong_spaces,
    wrong_winner,
)
from generator.engine.scripted.script.schema import Script
from generator.engine.scripted.script.setup import Content, names_of
from generator.engine.scripted.script.step_schema import DECISIONS, SILENT, WHOSE, Choice, StepSpec
from generator.engine.text.rule_texts import Rule
from generator.kit.expressions.evaluate import Expression

T = TypeVar("T", Formula, Sentence)
TURN, END = "turn", "end"
"""The default rules of steps and endings."""
MAX_ROUNDS = 10_000
"""Most turns or rounds after which a game can end."""
MAX_INSTRUCTIONS = 20_000
"""Most instructions of a program, however many cards have effects."""


class Compiler:
    """Compiles the steps of a script; `faults` collects their mistakes."""

    def __init__(self, script: Script, content: Content, rules: Mapping[str, Rule]) -> None:
        self.script, self.content, self.rules = script, content, rules
        self.faults: list[Fault] = []
        self.cited: dict[str, Citation] = {}
        """Every rule that the script cites."""
        self.named, faults = named_things(script, content)
        self.faults += faults
        self.names = names_of(content, self.named)
        self._phrases = Phrases(script)
        self.faults += self._phrases.faults
        self._effect: Effect | None = None
        """The effect whose steps are being compiled, with the values from one cell."""
        self._code: list[Instruction] = []
        self._loops: list[tuple[bool, list[Instruction]]] = []
        """The loops around the step: whether a position counts their rounds, and what leaves them."""
        self._finishing = False
        self.set_up = 0

    def turn(self) -> list[Instruction]:
        """Compile the steps of a turn, followed by those of the set-up."""
        rule = self.script.rule or TURN
        if self.script.rule:  # optional otherwise: each step may have a rule of its own
            self._check_known(rule, "rule")
        code = self._compiled(self.script.turn, "turn", rule)
        if self.script.set_up:
            self.set_up = len(code)
            rule = self.script.seats_rule
            self._emit("begin", ("set-up",), rule)
            self._steps(self.script.set_up, ("set-up",), rule)
            self._emit("end set-up", ("set-up",), rule)
        return code

    def finish(self) -> list[Instruction]:
        self._finishing = True
        return self._compiled(self.script.finish, "finish", self.script.rule or TURN)

    def endings(self) -> list[Ending]:
        found = []
        for index, end in enumerate(self.script.end):
            path: tuple[Key, ...] = ("end", index)
            own, common = end.winner, self.script.winner  # `last_resort` checks the common one
            winner = self._winner(own, (*path, "winner")) if own else common
            rule = self.cite(end.rule or END, *path, "rule")
            when = self._formula(end.when, (*path, "when"))
            turns = self._stated(end.turns, (*path, "turns"))
            rounds = self._stated(end.rounds, (*path, "rounds"))
            found.append(Ending(when, turns, rounds, rule, winner))
        return found

    def _stated(self, source: str | None, path: tuple[Key, ...]) -> int | None:
        """The number of turns or rounds after which a game ends."""
        try:
            number = (
                None if source is None else stated(source, self.content.tables, self._place(path))
            )
        except KitError as error:
            self.faults += error.faults
            return None
        if number is not None and not 1 <= number <= MAX_ROUNDS:
            message = f"a game ends after 1 to {MAX_ROUNDS:,} {path[-1]}, not after {number:,}"
            self._fault(message, path, check="out-of-range")
        return number

    def value(self) -> Expression | None:
        return self._formula(self.script.value, ("value",))

    def last_resort(self) -> Ending:
        """The end of a game that reaches no other end, or that a step ends."""
        winner = self._winner(self.script.winner, ("winner",))
        rules = [end.rule for end in self.script.end if end.rule]
        return Ending(None, None, None, self.cite((rules or [END])[0], "end"), winner)

    def cite(self, slug: str, *path: Key, happens: bool = True) -> str:
        """Record a rule as cited, with a fault if the rulebook lacks it; return its slug."""
        first = self.cited.setdefault(slug, Citation(self.script.place(*path), happens))
        self.cited[slug] = first._replace(happens=happens or first.happens)
        self._check_known(slug, *path)
        return slug

    def _check_known(self, slug: str, *path: Key) -> None:
        if self.rules and slug not in self.rules:
            hint = did_you_mean(slug, self.rules) or 'name the rule of a step with "rule"'
            self._fault(f'rules.yaml has no rule "{slug}"', path, hint, check="unknown-rule")

    def _compiled(self, steps: Sequence[StepSpec], key: str, rule: str) -> list[Instruction]:
        self._code = []
        if not steps or steps[0].verb not in DECISIONS:
            self._emit("begin", (key,), rule)  # so that no loop jumps to the start of the turn
        self._steps(steps, (key,), rule)
        self._emit("end turn", (key,), rule)
        return self._code

    def _steps(self, steps: Iterable[StepSpec], path: tuple[Key, ...], rule: str) -> None:
        for index, step in enumerate(steps):
            self._step(step, (*path, index), step.rule or rule)

    def _step(self, step: StepSpec, path: tuple[Key, ...], rule: str) -> None:
        step = self._effect.said(step, self.content.kinds) if self._effect else step
        verb = step.verb
        if verb not in SILENT and self.content.tells(step):
            self.cite(rule, *path, *(["rule"] if step.rule else []))
        elif step.rule:  # nothing is told, but steps inside may take it over
            self._check_known(step.rule, *path, "rule")
        for fault in wrong_references(step, path, self.content, self.named):
            self._fault(*fault)
        match verb:
            case "if_":
                self._branch(step, path, rule)
            case "repeat":
                loop = self._emit("repeat", path, rule, step)
                times = f"{step.repeat}{' | length' * self.content.has_rows(step.repeat)}"
                loop.formulas["repeat"] = self._required(times, (*path, "repeat"))
                self._loop(step, path, rule, self._emit("again", path, rule, step))
            case "while_":
                test = self._emit("unless", path, rule, step)
                test.formulas["if"] = self._required(step.while_, (*path, "while"))
                self._loop(step, path, rule, test)
            case "each":
                loop = self._plain(step, path, rule)
                start = self._emit("next of each", path, rule, step)
                start.formulas = loop.formulas
                self._loop(step, path, rule, start, loop)
            case "perform":
                self._perform(step, path, rule)
            case "choose":
                self._choice(step, path, rule)
            case "end":
                self._end(step, path, rule)
            case _:
                if verb in DECISIONS and self._finishing:
                    self._fault("nobody decides anything when the game is over", path)
                self._plain(step, path, rule)

    def _loop(self, step: StepSpec, path: tuple[Key, ...], rule: str, *starts: Instruction) -> None:
        """Compile the steps of a loop, whose top was emitted last; its `starts` jump behind it in the end."""
        top = len(self._code) - 1
        self._loops.append((step.while_ is None, [*starts]))
        self._steps(step.do, (*path, "do"), rule)
        self._emit("jump", path, rule).go = top
        for leaving in self._loops.pop()[1]:
            leaving.go = len(self._code)

    def _end(self, step: StepSpec, path: tuple[Key, ...], rule: str) -> None:
        """Compile a step that ends the turn, the game, or the innermost loop around it."""
        if step.end == "loop" and self._loops:
            keeps_count, leaving = self._loops[-1]
            leaving.append(self._emit("leave" if keeps_count else "jump", path, rule, step))
        elif step.end == "loop":
            self._fault("no loop is here to end", path, "write it under the do of a loop")
        else:
            if step.rule:
                self.cite(step.rule, *path, "rule")
            if step.winner:
                self._winner(step.winner, (*path, "winner"))
            self._emit(f"end {step.end}", path, rule, step)

    def _plain(self, step: StepSpec, path: tuple[Key, ...], rule: str) -> Instruction:
        instruction = self._emit(step.verb, path, rule, step)
        key = step.verb if step.verb in ("each", "eliminate") else "who"
        who = getattr(step, key)
        if who in WHOSE:
            instruction.who = who
        else:
            instruction.formulas["who"] = self._required(who, (*path, key))
        sources = {
            "number": step.number, "for": step.for_, "by": step.by, "to": step.to, "at": step.at,
            "from": step.from_, "next": step.next, "note": step.note, "order": step.order, "on": step.on,
            "pick": step.pick_number,
        }  # fmt: skip
        for key, source in sources.items():
            if source is not None:
                known = {*self.names, *(self._effect.values if self._effect else ())}
                places = places_of(step, key, self.content)
                text, word = source, source.split("-")[0]
                if source in places and source not in known:
                    text = repr(source)
                elif places and word.isidentifier() and word not in known:
                    hint = did_you_mean(source, [*places, *known])
                    self._fault(f'there is no "{source}"', (*path, key), hint, "unknown-reference")
                    continue
                instruction.formulas[key] = self._required(text, (*path, key))
                value = self._effect.values.get(source) if self._effect else None
                if isinstance(value, str) and key not in ("for", "to", "at", "on"):
                    self._fault(f'"{value}" is not a number', (*path, key), "write one, such as 2")
        where = self._formula(step.where, (*path, "where"), "it")
        if where:
            instruction.formulas["where"] = where
        key, says = ("say", step.say) if step.says is None else ("says", step.says)
        instruction.sentence = self._sentence(says, (*path, key))
        return instruction

    def _perform(self, step: StepSpec, path: tuple[Key, ...], rule: str) -> None:
        """Compile the effects in every cell that the step can reach, each text once."""
        instruction, columns = self._plain(step, path, rule), step.column or (EFFECT,)
        if self._effect or path[0] == "effects":
            self._fault("an effect cannot perform other effects", path, "write their steps here")
            return
        ends = []
        name, token = step.perform or "", self.content.tokens.get(step.perform or "")
        kind, of = ("space", token.on) if token else self.named.get(name, ("", ""))
        for text, place in cells(self.content, kind, of, columns).items():
            instruction.blocks[text] = len(self._code)
            effects, faults = self._phrases.read(text, place)
            self.faults += faults
            for effect in effects:
                self._effect = effect
                self._steps(self.script.effects[effect.phrase], ("effects", effect.phrase), rule)
                self._effect = None
            ends.append(self._emit("jump", path, rule))
            if len(instruction.blocks) > MAX_TEXTS or len(self._code) > MAX_INSTRUCTIONS:
                most = f"{MAX_INSTRUCTIONS:,} steps or {MAX_TEXTS:,} texts"
                message = f"the effects take more than {most}"
                self._fault(message, path, "let cards share them", check="too-many-steps")
                break
        for field in lacking(self.content, kind, of, columns):
            message = f'nothing that "{step.perform}" can be has a text in "{field}"'
            self._fault(message, path, "name another column", check="unknown-field")
        instruction.go = len(self._code)
        for end in ends:
            end.go = instruction.go

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
        instruction = self._emit("choose", path, rule, step)
        ends = []
        for name, each in (step.choose or {}).items():
            choice = each or Choice()
            inner = (*path, "choose", name)
            own = choice.rule or rule
            when = self._formula(choice.when, (*inner, "when"))
            instruction.options[name] = (choice, when, len(self._code))
            if choice.rule or choice.says:
                self.cite(own, *inner, "rule" if choice.rule else "says")
                report = self._emit("report", inner, own)
                report.sentence = self._sentence(choice.says, (*inner, "says"))
                report.name = name
            if choice.why_not:
                self.cite(choice.why_not, *inner, "why-not", happens=False)
            self._steps(choice.do, (*inner, "do"), own)
            ends.append(self._emit("jump", inner, own))
        instruction.go = len(self._code)
        for end in ends:
            end.go = instruction.go

    def _winner(self, winner: tuple[str, str], path: tuple[Key, ...]) -> tuple[str, str]:
        for fault in wrong_winner(*winner, path, self.content):
            self._fault(*fault)
        return winner

    def _emit(
        self, do: str, path: tuple[Key, ...], rule: str, step: StepSpec = NOTHING
    ) -> Instruction:
        instruction = Instruction(do, self.script.place(*path), rule, step)
        self._code.append(instruction)
        return instruction

    def _required(self, source: str | None, path: tuple[Key, ...]) -> Expression:
        return self._formula(source, path) or Expression("0", (), self.script.place(*path))

    def _formula(self, source: str | None, path: tuple[Key, ...], *more: str) -> Expression | None:
        formula = self._expression(Formula, source, path, *more)
        if formula is not None:
            for fault in wrong_spaces(formula, path, self.content, self.named):
                self._fault(*fault)
        return formula

    def _sentence(self, source: str | None, path: tuple[Key, ...]) -> Sentence | None:
        return self._expression(Sentence, source, path)

    def _expression(
        self, kind: type[T], source: str | None, path: tuple[Key, ...], *more: str
    ) -> T | None:
        """Compile an expression or a sentence, with the values of the effect being compiled."""
        if source is None:
            return None
        constants: Mapping[str, Any] = self._effect.values if self._effect else {}
        try:
            expression = kind(source, [*self.names, *constants, *more], self._place(path))
        except KitError as error:
            for fault in error.faults:
                self._note(fault)
            return None
        expression.constants = constants
        for wrong in wrong_measures(expression, constants, path, self.content, self.named):
            self._fault(*wrong)
        return expression

    def _place(self, path: tuple[Key, ...]) -> Place:
        """The place of a step, or of the cell whose words are compiled."""
        effect = self._effect
        return effect.place if effect and effect.words else self.script.place(*path)

    def _fault(
        self, message: str, path: tuple[Key, ...], hint: str = "", check: str = "turns-step"
    ) -> None:
        self._note(Fault(message, self._place(path), "", hint, check))

    def _note(self, fault: Fault) -> None:
        if self._effect and self._effect.words:  # the words in a cell may be the mistake
            says = f'in the effect "{self._effect.text}": {fault.message}'
            fault = replace(fault, message=says)
        if fault not in self.faults:
            self.faults.append(fault)


def compiled(
    script: Script, content: Content, rules: Mapping[str, Rule], calls: Mapping[str, Call]
) -> Program:
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
        compiler.set_up,
        script.turn[0].asks_first,
        compiler.value(),
        compiler.cited,
        calls,
    )
    for path, step in script.steps():
        if step.call is not None and step.call not in calls:
            message = f'the game has no method "do_{step.call}"'
            place = script.place(*path, "call")
            hint = "write it in the game's Python class: grimoire new NAME --rules FOLDER"
            compiler.faults.append(Fault(message, place, "", hint, "unknown-reference"))
    faults = dict.fromkeys([*content.faults, *compiler.faults])  # cells are read for each step
    if faults:
        raise KitError(faults)
    return program
