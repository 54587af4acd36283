"""English grammar of card texts: words what a card, gruff or shepherd does.

The words come from the kit's vocabulary; only their order and their forms are decided here. In
other languages the finished sentences are translated like every other text of the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.games.gruff.card_text.vocabulary import Vocabulary
from generator.games.gruff.effects.ast import (
    COMPARISONS,
    Amount,
    Clause,
    Compare,
    Count,
    Crazy,
    Half,
    Is,
    Mod,
    Op,
    Pick,
    Ref,
    Shepherd,
    Source,
    Stat,
)

VOWELS = "aeiou"


def text_of(source: Source, vocabulary: Vocabulary) -> str:
    """All that is printed as the effect of a source."""
    return _Printer(source, vocabulary).text()


class _Printer:
    """The text of one source; `where` is what X stands for in the sentence being made."""

    def __init__(self, source: Source, vocabulary: Vocabulary) -> None:
        self.source = source
        self.words = vocabulary
        self.where: list[str] = []

    def text(self) -> str:
        parts = []
        if self.source.host is not None:
            host = self.words.sentence["host"].format(gruff=self.target(self.source.host))
            parts.append(_capital(host))
        parts += [self.clause(clause) for clause in self.source.clauses]
        return self.words.sentence["gap"].join(parts)

    def clause(self, clause: Clause) -> str:
        """The prefix, if there is any, and a sentence for each thing that is done or holds."""
        patterns = self.words.sentence
        prefix = []
        if clause.when:
            prefix.append(self.trigger(clause.when))
        if clause.condition is not None:
            prefix.append(self.condition(clause.condition))
        if clause.may:
            prefix.append(self.words.conditions["may"])
        sentences = [self.operation(op) for op in clause.ops]
        if clause.who is not None:
            mods = self.mods(clause.mods)
            static = patterns["has"].format(who=self.target(clause.who), mods=mods)
            sentences = [self.sentence(static)]
        text = patterns["gap"].join(sentences)
        if prefix:
            return patterns["colon"].format(prefix=_capital(patterns["comma"].join(prefix))) + text
        return text

    def sentence(self, words: str) -> str:
        """Words as a whole sentence, with what X stands for at its end."""
        if self.where:
            words = self.words.amounts["where"].format(sentence=words, amount=self.where[0])
            self.where = []
        return self.words.sentence["stop"].format(sentence=_capital(words))

    def trigger(self, when: tuple[str, ...]) -> str:
        """What has to happen."""
        trigger = self.words.triggers[when[0]]
        who = when[1] if len(when) > 1 else ""
        if trigger["of"] == "gruff":
            gruff = self.target(Ref("self") if who == "self" else Pick(False, who))
            return str(trigger["print"]["always"]).format(who=gruff)
        if trigger["of"] == "player":
            return str(trigger["print"][who]).format(card=self.a_card("".join(when[2:])))
        return str(trigger["print"]["always"])

    def condition(self, condition: Is | Compare) -> str:
        patterns = self.words.conditions
        if isinstance(condition, Is):
            who, state = self.target(condition.who), self.words.states[condition.state]
            return patterns["is"].format(reference=who, state=state)
        left, right = self.amount(condition.left), self.amount(condition.right)
        return patterns[COMPARISONS[condition.how]].format(left=left, right=right)

    def operation(self, op: Op) -> str:
        """One sentence; its pattern depends on the side, and on more or less."""
        spec = self.words.operations[op.name]
        form: list[str] = []
        given: dict[str, str] = {}
        for name, kind in spec.fields.items():
            value = op.fields.get(name)
            if kind == "side":
                form.append(str(value))
            elif kind == "change":
                form.append("less" if isinstance(value, int) and value < 0 else "more")
            given |= self.given(name, kind, value)
        pattern = spec.print["-".join(form) or "always"]
        return self.sentence(pattern.format(**given))

    def given(self, name: str, kind: str, value: Any) -> Mapping[str, str]:
        """What a field puts into its sentence."""
        if kind in ("amount", "change"):
            number = self.number(value)
            cards = self.words.amounts["cards"].format(n=number)
            if value == 1:
                cards = self.words.amounts["one-card"]
            return {name: number, "cards": cards}
        if kind == "stat":
            return {name: self.words.stats[value]}
        if kind == "yes-or-no":
            return {name: self.words.sentence[name] if value else ""}
        if kind in ("type", "lasting"):
            return {name: self.a_card(value or "")}
        if kind == "mods":
            return {name: self.mods(value)}
        if kind == "duration":
            return {name: self.words.durations[value]}
        return {name: "" if kind == "side" else self.target(value)}

    def a_card(self, type: str) -> str:
        return self.words.types[type] if type else self.words.sentence["any-card"]

    def number(self, amount: Amount) -> str:
        """A number as such, without a sign; anything else as X."""
        if isinstance(amount, int):
            return str(abs(amount))
        self.where.append(self.amount(amount))
        return self.words.amounts["x"]

    def amount(self, amount: Amount) -> str:
        """An amount in full."""
        patterns = self.words.amounts
        if isinstance(amount, Stat):
            stat = self.words.stats[amount.stat]
            return patterns["stat"].format(stat=stat, reference=self.target(amount.of))
        if isinstance(amount, Count):
            return patterns["count"].format(gruffs=self.gruffs(amount.gruffs, "-counted"))
        if isinstance(amount, Crazy):
            return patterns[f"crazy-{amount.side}"]
        if isinstance(amount, Half):
            return patterns["half"].format(amount=self.amount(amount.amount))
        return str(amount)

    def mods(self, mods: tuple[Mod, ...]) -> str:
        return self.words.sentence["and"].join(map(self.mod, mods))

    def mod(self, mod: Mod) -> str:
        if mod.is_flag:
            return self.words.flags[mod.what]
        patterns = self.words.sentence
        less = isinstance(mod.n, int) and mod.n < 0
        number = patterns["minus" if less else "plus"].format(n=self.number(mod.n))
        return patterns["mod"].format(n=number, stat=self.words.stats[mod.what])

    def target(self, target: Ref | Pick | Shepherd) -> str:
        """Whom it is about."""
        if isinstance(target, Shepherd):
            return self.words.shepherds[target.name]
        if isinstance(target, Ref):
            own = target.name == "self" and self.source.lasts
            return self.words.references["host" if own else target.name]
        article = "each"
        gruffs = self.gruffs(target)
        if not target.each:
            article = "an" if gruffs[0].lower() in VOWELS else "a"
        return self.words.gruffs[article].format(gruff=gruffs)

    def gruffs(self, pick: Pick, counted: str = "") -> str:
        """Gruffs of a sort, without an article."""
        patterns = self.words.gruffs
        gruffs = patterns[pick.side + counted]
        if pick.state != "living":
            gruffs = self.words.sentence["gap"].join((self.words.states[pick.state], gruffs))
        if pick.but:
            return patterns["except"].format(gruff=gruffs, reference=self.target(Ref(pick.but)))
        return gruffs


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
