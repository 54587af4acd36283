"""Tests of classes in Squib scripts: objects, inheritance, structs, and additions to Ruby's own classes."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.tools.from_squib.project import read_project

MODELS = """\
class Item
  attr_reader :data
  LIMIT = 2
  %w(cost kind).each { |name| define_method(name) { data[name] } }

  def initialize(data, mark: '!')
    @data, @mark = data, mark
  end

  def name
    data['name'].map { |each| each + @mark }
  end

  def text(context:, y:)
    context.text str: send(:name), x: 100, y: y
  end

  def each_cost
    cost.map { |each| yield each }
  end

  def label
    "#{self.class.name.downcase} #{LIMIT}"
  end
end

class Spell < Item
  def initialize(data)
    super(data, mark: '?')
  end

  def name
    super.map { |each| each.shout }
  end
end
"""
DECK = """\
require_relative 'models'
class String
  def shout
    upcase + self
  end
end
module Refined
  refine Array do
    def doubled
      map { |each| each * 2 }
    end
  end
end
Card = Struct.new(:title, :cost) do
  def line
    "#{title} #{cost}"
  end
end
data = Spell.new({'name' => %w(ash bog), 'cost' => [1, 2], 'kind' => %w(a b)})
cards = [Card.new('Elm', 3), Card.new('Fir', 4)]
Squib::Deck.new(cards: 2) do
  text str: %s, x: 10, y: 20
end
"""


def words_of(folder: Path, expression: str) -> object:
    """What a deck prints for an expression."""
    (folder / "models.rb").write_text(MODELS)
    (folder / "deck.rb").write_text(DECK.replace("%s", expression))
    design, _ = read_project(folder)
    assert not design.notes
    return design.decks[0].front[-1].words


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("data.name", ("ASH?ash?", "BOG?bog?")),
        ("data.cost", ("1", "2")),
        ("data.kind", ("a", "b")),
        ("data.send('kind')", ("a", "b")),
        ("data.each_cost { |cost| cost + 1 }", ("2", "3")),
        ("data.label", "spell 2"),
        ("cards.map(&:line)", ("Elm 3", "Fir 4")),
        ("cards.map { |card| card.title }", ("Elm", "Fir")),
        ("%w(a b).doubled", ("aa", "bb")),
        ("data.respond_to?(:name) ? 'yes' : 'no'", "yes"),
        ("data.respond_to?(:nothing) ? 'yes' : 'no'", "no"),
    ],
)
def test_classes_of_a_script_are_evaluated(tmp_path: Path, expression: str, words: object) -> None:
    assert words_of(tmp_path, expression) == words


def test_an_object_may_draw_on_the_deck_by_a_method_of_a_commands_name(tmp_path: Path) -> None:
    words = DECK.replace("text str: %s, x: 10, y: 20", "data.text(context: self, y: 300)")
    (tmp_path / "models.rb").write_text(MODELS)
    (tmp_path / "deck.rb").write_text(words)
    design, _ = read_project(tmp_path)
    assert not design.notes
    (text,) = design.decks[0].front
    assert text.words == ("ASH?ash?", "BOG?bog?")
    assert text.place.file.endswith("models.rb")


@pytest.mark.parametrize(
    "words",
    [
        "class A < A\nend\nA.new.x",
        "class A\ndef x\nx\nend\nend\nA.new.x",
        "class A\ndef initialize\nsuper\nA.new\nend\nend\nA.new",
        "class B < Nothing::Known\nend\nB.new(1).y { |z| z }\nB.other",
        "Struct.new\nStruct.new(1, nil).new(2)\nx = Struct.new(:a).new\nx.a = x\nx.a.a",
        "class C\nattr_reader\ndefine_method\ndefine_method :x\nend\nC.new.x",
    ],
)
def test_no_class_causes_a_traceback(tmp_path: Path, words: str) -> None:
    (tmp_path / "deck.rb").write_text(f"{words}\nSquib::Deck.new {{ rect width: 9, height: 9 }}\n")
    with suppress(KitError):
        read_project(tmp_path)
