"""Exchanges: steps in which players take, give, show, look at and count what others have."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.scripted.actions import REMEMBERED, ActionRunner
from generator.engine.scripted.cards import remember, spot, swap
from generator.engine.scripted.namespace import Spot, cards_at
from generator.engine.scripted.numbers import number_in, put_number, within
from generator.engine.scripted.script.instructions import Instruction
from generator.engine.scripted.script.messages import number_of_cards
from generator.engine.scripted.script.setup import OUT, SEEN
from generator.engine.scripted.usage import in_hand

NOWHERE: Spot = ("", None)


class ExchangeRunner(ActionRunner):
    """Executes steps that involve several players."""

    def _take(self, instruction: Instruction) -> None:
        name = instruction.step.take or ""
        for seat in self._whose(instruction):
            if name in self.content.counters:
                self._hand_over(instruction, name, seat, self.seat)
            else:
                self._take_cards(instruction, spot(self.content, name, seat))

    def _take_cards(self, instruction: Instruction, start: Spot) -> None:
        """Take random cards of a hand; the seats that gain and lose them see which they are."""
        goal = spot(self.content, instruction.step.into or "", self.seat)
        number = min(self._how_many(instruction, 1), len(cards_at(self.position, *start)))
        secret = self.content.is_hidden(start[0]) and self.content.is_hidden(goal[0])
        victim, count = start[1], number_of_cards(number)
        name = self.names[victim or 0]
        if secret and number:
            self._tell(instruction, "take cards", usual=True, count=count, name=name)
        for _ in range(number):
            index = self.rng.below(len(cards_at(self.position, *start)))
            card = self._transfer(instruction, start, index, goal, self._blind(start, goal))
            for seat in (self.seat, victim) if secret else (None,):
                self._tell(instruction, "take card", only=seat, card=card, name=name)
            if secret and victim is not None:
                self._remember(instruction, victim, goal)

    def _remember(
        self, instruction: Instruction, seat: int, place: Spot, indices: Sequence[int] = ()
    ) -> None:
        """Note that a seat knows these cards of a place, by default the last one."""
        indices = indices or (len(cards_at(self.position, *place)) - 1,)
        if SEEN in self.position:
            self._spend(instruction, (len(self.position[SEEN][seat]) + len(indices)) // REMEMBERED)
        remember(self.content, self.position, seat, place, indices)

    def _give(self, instruction: Instruction) -> None:
        name = instruction.step.give or ""
        for seat in self._whose(instruction):
            if name in self.content.counters:
                self._hand_over(instruction, name, self.seat, seat)
            else:
                goal = spot(self.content, instruction.step.into or "", seat)
                self._give_cards(instruction, name, goal)

    def _give_cards(self, instruction: Instruction, name: str, goal: Spot) -> None:
        """Give a named card, or all cards of a place; the giver still knows what they are."""
        moves, who = self._moved(instruction, name, goal), self.names[goal[1] or 0]
        hidden = self.content.is_hidden
        secret = hidden(goal[0]) and all(hidden(start[0]) for start, _ in moves)
        if secret and moves:
            count = number_of_cards(len(moves))
            self._tell(instruction, "give cards", usual=True, count=count, name=who)
        for start, index in moves:
            card = self._transfer(instruction, start, index, goal, self._blind(start, goal))
            for seat in (self.seat, goal[1]) if secret else (None,):
                self._tell(instruction, "give card", only=seat, card=card, name=who)
            if secret:
                self._remember(instruction, self.seat, goal)

    def _hand_over(self, instruction: Instruction, name: str, giver: int, taker: int) -> None:
        """Transfer a counter: as much as the giver has, the step states, and the taker can hold."""
        counter, row = self.content.counters[name], self._row(instruction, name)
        amount = self._number(instruction.formulas["by"])
        had, has = (number_in(self.position, name, counter, seat, row) for seat in (giver, taker))
        spare, room = had - within(counter, had - amount), within(counter, has + amount) - has
        amount = min(amount, spare, room)
        if giver != taker:
            put_number(self.position, name, counter, giver, row, had - amount)
            put_number(self.position, name, counter, taker, row, has + amount)
        kind, whom = f"{instruction.do} number", self.names[taker if giver == self.seat else giver]
        for seat in (giver, taker) if counter.hidden else (None,):
            facts = {"count": amount, "name": name, "whom": whom, **self._title_of(name, row)}
            self._tell(instruction, kind, only=seat, **facts)

    def _swap(self, instruction: Instruction) -> None:
        name = instruction.step.swap or ""
        for seat in self._whose(instruction)[:1]:
            if seat == self.seat:
                continue
            if name in self.content.counters:
                numbers = self.position[name]
                numbers[seat], numbers[self.seat] = numbers[self.seat], numbers[seat]
            else:
                one, other = ((name, self.seat), (name, seat))
                swap(self.position, one, other)
                for owner in (seat, self.seat):
                    cards = cards_at(self.position, name, owner)
                    self._spend(instruction, len(cards) // REMEMBERED)
                    self._record(in_hand(name, owner, cards))
                self._know(instruction, one, other)
            self._tell(instruction, "swap", name=name, whom=self.names[seat])

    def _know(self, instruction: Instruction, *places: Spot) -> None:
        """Note that both players of an exchange of closed hands know what they gave away."""
        for (place, owner), (_, other) in (places, places[::-1]):
            if owner is not None and not self.content.hides(place, other, other):
                indices = range(len(cards_at(self.position, place, owner)))
                if indices:
                    self._remember(instruction, other or 0, (place, owner), indices)

    def _show(self, instruction: Instruction) -> None:
        name = instruction.step.show or ""
        players = range(self.position["game"]["players"])
        if name in self.program.named:
            moved = self._moved(instruction, name, NOWHERE)
            shown = [(at, range(index, index + 1)) for at, index in moved]
        else:
            owners = self._owners(instruction, name)
            places = [spot(self.content, name, owner) for owner in owners]
            shown = [(at, range(len(cards_at(self.position, *at)))) for at in places]
        for place, indices in shown:
            for seat in players if indices else ():
                self._remember(instruction, seat, place, indices)
            for card in cards_at(self.position, *place)[indices.start : indices.stop]:
                self._tell(instruction, "show", seat=place[1], card=card, name=place[0])

    def _look(self, instruction: Instruction) -> None:
        step = instruction.step
        name = step.look or ""
        if step.as_:
            self.position["named"].pop(step.as_, None)
        for owner in self._owners(instruction, name):
            place = spot(self.content, name, owner)
            there = len(cards_at(self.position, *place))
            number = min(there, self._how_many(instruction, 1 if place[1] is None else there))
            whose = name if place[1] is None else self.names[owner]
            count = number_of_cards(number)
            self._tell(instruction, "look at", usual=True, count=count, name=whose)
            looked_at = range(there - 1, there - number - 1, -1)
            if looked_at:
                self._remember(instruction, self.seat, place, looked_at)
            for index in looked_at:
                card = cards_at(self.position, *place)[index]
                self._tell(instruction, "look", only=self.seat, card=card)
                if step.as_:
                    self._name(step.as_, place, index)

    def _count(self, instruction: Instruction) -> None:
        name, where = instruction.step.count or "", instruction.formulas.get("where")
        owners = self._owners(instruction, name)
        places = [cards_at(self.position, *spot(self.content, name, owner)) for owner in owners]
        cards = [card for place in places for card in place]
        number = sum(self._fits(where, cards)) if where else len(cards)
        self.position["named"][instruction.step.as_] = number
        seat = owners[0] if name in self.content.hands and owners else None
        self._tell(instruction, "count", seat=seat, count=number, name=name)

    def _eliminate(self, instruction: Instruction) -> None:
        for seat in self._whose(instruction):
            if seat not in self.position[OUT]:
                self.position[OUT].append(seat)
                self._tell(instruction, "out", seat=seat)
