"""English grammar of card texts: words the effect of a card, gruff or shepherd.

The words come from the kit's vocabulary; only their order and inflection are decided here.  In
other languages the finished sentences are translated like all other texts of the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.text.event_text import capitalized
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
OF_THE_LIVING = ("damage", "kill")
"""Operations that always concern living gruffs, so the text need not say so."""


def text_of(source: Source, vocabulary: Vocabulary) -> str:
    """The whole printed text of a source's effect."""
    return _Printer(source, vocabulary).text()


class _Printer:
    """Printer of one source; `x_amounts`: the meaning of X in the current sentence."""

    def __init__(self, source: Source, vocabulary: Vocabulary) -> None:
        self.source = source
        self.words = vocabulary
        self.x_amounts: list[str] = []

    def text(self) -> str:
        parts = []
        if self.source.host is not None:
            gruff = self.target(self.source.host, plain=True)
            host = self.words.sentence["host"].format(gruff=gruff)
            parts.append(capitalized(host))
        parts += [self.clause(clause) for clause in self.source.clauses]
        return self.words.sentence["gap"].join(parts)

    def clause(self, clause: Clause) -> str:
        """The prefix, if there is one, and a sentence for each operation or lasting change."""
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
            return (
                patterns["colon"].format(prefix=capitalized(patterns["comma"].join(prefix))) + text
            )
        return text

    def sentence(self, words: str) -> str:
        """A whole sentence, with the meaning of X at its end."""
        if self.x_amounts:
            words = self.words.amounts["where"].format(sentence=words, amount=self.x_amounts[0])
            self.x_amounts = []
        return self.words.sentence["stop"].format(sentence=capitalized(words))

    def trigger(self, when: tuple[str, ...]) -> str:
        """The text of a trigger."""
        trigger = self.words.triggers[when[0]]
        who = when[1] if len(when) > 1 else ""
        if trigger["of"] == "gruff":
            gruff = Ref("self") if who == "self" else self.watched(when[0], who)
            return str(trigger["print"]["always"]).format(who=self.target(gruff, plain=True))
        if trigger["of"] == "player":
            return str(trigger["print"][who]).format(card=self.a_card("".join(when[2:])))
        return str(trigger["print"]["always"])

    def watched(self, trigger: str, side: str) -> Pick:
        """The gruffs whose events the trigger reacts to, which exclude its own gruff's death."""
        host = self.source.host
        own = host.side if isinstance(host, Pick) else "mine"
        silent = trigger == "died" and (side == own or "any" in (side, own))
        return Pick(False, side, but="self" if silent else "")

    def condition(self, condition: Is | Compare) -> str:
        patterns = self.words.conditions
        if isinstance(condition, Is):
            who, state = self.target(condition.who), self.words.states[condition.state]
            return patterns["is"].format(reference=who, state=state)
        left, right = self.amount(condition.left), self.amount(condition.right)
        return patterns[COMPARISONS[condition.how]].format(left=left, right=right)

    def operation(self, op: Op) -> str:
        """An operation as a sentence; its pattern depends on side and sign."""
        spec = self.words.operations[op.name]
        form: list[str] = []
        field_words: dict[str, str] = {}
        for name, kind in spec.fields.items():
            value = op.fields.get(name)
            if kind == "side":
                form.append(str(value))
            elif kind == "change":
                form.append("less" if isinstance(value, int) and value < 0 else "more")
            if isinstance(value, Pick) and _other_than_partner(op, name, value):
                field_words[name] = self.another(value)
                continue
            field_words |= self.field_words(name, kind, value, plain=op.name in OF_THE_LIVING)
        pattern = spec.print["-".join(form) or "always"]
        return self.sentence(pattern.format(**field_words))

    def field_words(self, name: str, kind: str, value: Any, plain: bool) -> Mapping[str, str]:
        """The words that a field contributes to its sentence."""
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
        return {name: "" if kind == "side" else self.target(value, plain)}

    def a_card(self, type: str) -> str:
        return self.words.types[type] if type else self.words.sentence["any-card"]

    def number(self, amount: Amount) -> str:
        """A number without a sign, or else X."""
        if isinstance(amount, int):
            return str(abs(amount))
        self.x_amounts.append(self.amount(amount))
        return self.words.amounts["x"]

    def amount(self, amount: Amount) -> str:
        """An amount in words."""
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
        """Changes of a gruff; "has" opens the first one that raises or lowers a value."""
        before = (None, *mods)
        words = [
            self.mod(mod, not last or last.is_flag) for last, mod in zip(before, mods, strict=False)
        ]
        return self.words.sentence["and"].join(words)

    def mod(self, mod: Mod, opens: bool) -> str:
        if mod.is_flag:
            return self.words.flags[mod.what]
        patterns = self.words.sentence
        less = isinstance(mod.n, int) and mod.n < 0
        number = patterns["minus" if less else "plus"].format(n=self.number(mod.n))
        pattern = patterns["mod" if opens else "mod-more"]
        return pattern.format(n=number, stat=self.words.stats[mod.what])

    def target(self, target: Ref | Pick | Shepherd, plain: bool = False) -> str:
        """The target in words; `plain` if the text need not say that a gruff is living."""
        if isinstance(target, Shepherd):
            return self.words.shepherds[target.name]
        if isinstance(target, Ref):
            own = target.name == "self" and self.source.lasts
            words = self.words.references["host" if own else target.name]
            if target.name == "opposite":
                of = Ref("active" if self.source.kind == "action" else "self")
                return words.format(reference=self.target(of))
            return words
        article = "each"
        gruffs = self.gruffs(target, plain=plain)
        if not target.each:
            article = "an" if gruffs[0].lower() in VOWELS else "a"
        return self.words.gruffs[article].format(gruff=gruffs)

    def another(self, pick: Pick) -> str:
        """The gruff that changes places with one named before it."""
        gruff = self.words.gruffs[pick.side]
        return self.words.gruffs[f"another-{pick.state}"].format(gruff=gruff)

    def gruffs(self, pick: Pick, counted: str = "", plain: bool = False) -> str:
        """A selection of gruffs, without an article."""
        patterns = self.words.gruffs
        gruffs = patterns[pick.side + counted]
        if pick.state != "living" or not plain:
            gruffs = self.words.sentence["gap"].join((self.words.states[pick.state], gruffs))
        if pick.but:
            return patterns["except"].format(gruff=gruffs, reference=self.target(Ref(pick.but)))
        return gruffs


def _other_than_partner(op: Op, name: str, pick: Pick) -> bool:
    """Whether a field is the second gruff of a swap and may be any but the first."""
    first = op.fields.get("a")
    if op.name != "swap" or name != "b" or pick.state not in ("living", "either"):
        return False
    return pick.but == ("chosen" if isinstance(first, Pick) else first.name if first else "")
