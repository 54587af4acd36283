"""Turns what a card, gruff or shepherd does into German text, as `grammar` turns it into English.

German bends its words: a gruff is `der`, `den`, `dem` or `des`, by what the sentence does with it.
So every name is made in its four cases, and the pattern of the sentence says which one it takes.
"""

from __future__ import annotations

from typing import Any

from generator.games.gruff.card_text.german_lexicon import (
    AND,
    CARDS,
    CASES,
    COMPARED,
    COMPARED_WITH,
    COUNT,
    CRAZY,
    DURATIONS,
    EACH,
    ENEMY,
    EXCEPT,
    FLAGS,
    GRUFF,
    HALF,
    HAS,
    HOST,
    IF_IS,
    IS,
    MANY_CARDS,
    MAY,
    MIXED,
    ONE,
    ONE_CARD,
    ONE_OF,
    OPERATIONS,
    OR,
    RANDOM,
    REFERENCES,
    SHEPHERDS,
    STATES,
    STATS,
    TRIGGERS,
    WEAK,
    WHERE,
    Cased,
)
from generator.games.gruff.card_text.vocabulary import Vocabulary
from generator.games.gruff.effects.ast import (
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


def text_of(source: Source, vocabulary: Vocabulary) -> str:
    """All that is printed as the effect of a source; the vocabulary tells the kinds of fields."""
    return _Printer(source, vocabulary).text()


class _Printer:
    """The text of one source; `where` is what X stands for in the sentence being made."""

    def __init__(self, source: Source, vocabulary: Vocabulary) -> None:
        self.source = source
        self.vocabulary = vocabulary
        self.where: list[Cased] = []

    def text(self) -> str:
        parts = []
        if self.source.host is not None:
            parts.append(_filled(HOST, who=self.target(self.source.host)))
        parts += [self.clause(clause) for clause in self.source.clauses]
        return " ".join(parts)

    def clause(self, clause: Clause) -> str:
        """The prefix, if there is any, and a sentence for each thing that is done or holds."""
        prefix = [self.trigger(clause.when)] if clause.when else []
        if clause.condition is not None:
            prefix.append(self.condition(clause.condition))
        if clause.may:
            prefix.append(MAY[bool(prefix)])
        if clause.who is not None:
            sentences = [self.sentence(self.modded(clause.who, clause.mods))]
        else:
            sentences = [self.operation(op) for op in clause.ops]
        told = " ".join(sentences)
        return f"{_capital(', '.join(prefix))}: {told}" if prefix else told

    def sentence(self, words: str) -> str:
        """Words as a whole sentence, with what X stands for at its end."""
        if self.where:
            words = _filled(WHERE, sentence=words, amount=self.where[0])
            self.where = []
        return f"{_capital(words)}."

    def trigger(self, when: tuple[str, ...]) -> str:
        """What has to happen."""
        patterns = TRIGGERS[when[0]]
        who = when[1] if len(when) > 1 else ""
        of = self.vocabulary.triggers[when[0]]["of"]
        if of == "gruff":
            return _filled(patterns[""], who=self.target(_who(who)))
        if of == "player":
            return _filled(patterns[who], card=CARDS["".join(when[2:])])
        return patterns[""]

    def condition(self, condition: Is | Compare) -> str:
        if isinstance(condition, Is):
            return _filled(IF_IS, who=self.target(condition.who).nom, **{"is": IS[condition.state]})
        left, right = self.amount(condition.left), self.amount(condition.right)
        patterns = COMPARED if isinstance(condition.right, int) else COMPARED_WITH
        return _filled(patterns[condition.how], left=left, right=right)

    def operation(self, op: Op) -> str:
        """One sentence; its form hangs on whose side it is about, and on more or less."""
        form: list[str] = []
        given: dict[str, str | Cased] = {}
        for name, kind in self.vocabulary.operations[op.name].fields.items():
            value = op.fields.get(name)
            if kind == "side":
                form.append(str(value))
            elif kind == "change":
                form.append("less" if isinstance(value, int) and value < 0 else "more")
            if kind in ("amount", "change"):
                number = self.number(op.fields[name])
                cards = ONE_CARD if value == 1 else _filled(MANY_CARDS, n=number)
                given |= {name: number, "cards": cards}
            elif kind != "side":
                given[name] = self.given(kind, value, op)
        return self.sentence(_filled(OPERATIONS[op.name]["-".join(form)], **given))

    def given(self, kind: str, value: Any, op: Op) -> str | Cased:
        """What a field puts into its sentence."""
        match kind:
            case "stat":
                return _bare(STATS[value])
            case "yes-or-no":
                return RANDOM if value else ""
            case "type" | "lasting":
                return CARDS[value or ""]
            case "mods":
                return self.modded(op.fields["who"], value, verb_first=True)
            case "duration":
                return DURATIONS[value]
        return self.target(value)

    def modded(self, who: Ref | Pick, mods: tuple[Mod, ...], *, verb_first: bool = False) -> str:
        """Who has what; after "until the end of this turn" the verb comes before who has it."""
        told: list[str] = []
        last = ""
        for mod in mods:
            verb, rest = FLAGS[mod.what] if mod.is_flag else (HAS, self.change(mod))
            if not told:
                subject = self.target(who).nom
                told.append(
                    f"{verb} {subject} {rest}" if verb_first else f"{subject} {verb} {rest}"
                )
            else:
                told.append(rest if verb == last else f"{verb} {rest}")
            last = verb
        return AND.join(told)

    def change(self, mod: Mod) -> str:
        """`+1 Schaden`."""
        less = isinstance(mod.n, int) and mod.n < 0
        return f"{'−' if less else '+'}{self.number(mod.n)} {_bare(STATS[mod.what])}"

    def number(self, amount: Amount) -> str:
        """A number as such, without a sign; anything else as X."""
        if isinstance(amount, int):
            return str(abs(amount))
        self.where.append(self.amount(amount))
        return "X"

    def amount(self, amount: Amount) -> Cased:
        """An amount in full."""
        if isinstance(amount, Stat):
            return _of(STATS[amount.stat], self.target(amount.of).gen)
        if isinstance(amount, Count):
            return _of(COUNT, self.counted(amount.gruffs))
        if isinstance(amount, Crazy):
            return CRAZY[amount.side]
        if isinstance(amount, Half):
            return _of(HALF, self.amount(amount.amount).gen)
        return Cased(*[str(amount)] * len(CASES))

    def target(self, target: Ref | Pick | Shepherd) -> Cased:
        """Whom it is about."""
        if isinstance(target, Shepherd):
            return SHEPHERDS[target.name]
        if isinstance(target, Ref):
            own = target.name == "self" and self.source.lasts
            return REFERENCES["host" if own else target.name]
        if target.side == "mine":
            gruffs = _of(EACH if target.each else ONE_OF, f"deiner {self.many(target)}")
        else:
            article, endings = (EACH, WEAK) if target.each else (ONE, MIXED)
            said = (
                " ".join([article[case], *_adjectives(target, endings[case]), GRUFF[case]])
                for case in range(len(CASES))
            )
            gruffs = Cased(*said)
        return self.without(gruffs, target)

    def counted(self, pick: Pick) -> str:
        """Gruffs of a sort in the genitive, as they are counted: `deiner bereiten Gruffs`."""
        article = "deiner" if pick.side == "mine" else "der"
        said = f"{article} {self.many(pick)}"
        return self.without(Cased(*[said] * len(CASES)), pick).gen

    def many(self, pick: Pick) -> str:
        """Gruffs of a sort in the genitive plural, without an article."""
        return " ".join([*_adjectives(pick, "en"), "Gruffs"])

    def without(self, gruffs: Cased, pick: Pick) -> Cased:
        """The same but for the one gruff that is left out."""
        if not pick.but:
            return gruffs
        reference = self.target(Ref(pick.but))
        return Cased(*(_filled(EXCEPT, gruff=each, reference=reference) for each in gruffs))


def _who(who: str) -> Ref | Pick:
    return Ref("self") if who == "self" else Pick(False, who)


def _adjectives(pick: Pick, ending: str) -> list[str]:
    """What gruffs of a sort are called besides, with the ending that the article asks for."""
    states = OR.join(f"{stem}{ending}" for stem in STATES[pick.state])
    enemy = f"{ENEMY}{ending}" if pick.side == "enemy" else ""
    return [word for word in (states, enemy) if word]


def _bare(cased: Cased) -> str:
    """A name without its article, as it is counted: `+1 Schaden`."""
    return cased.nom.partition(" ")[2]


def _of(whole: Cased, genitive: str) -> Cased:
    return Cased(*(f"{case} {genitive}" for case in whole))


def _filled(pattern: str, **given: str | Cased) -> str:
    """A pattern with what is given, each name in the case that the pattern asks for."""
    facts: dict[str, str] = {}
    for name, value in given.items():
        if isinstance(value, Cased):
            facts |= {f"{name}-{case}": said for case, said in zip(CASES, value, strict=True)}
        else:
            facts[name] = value
    return pattern.format_map(facts)


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
