# Prints the art deck of the bench with Squib: a page for each front and each back, with its bleed.
# Squib draws no JPEG, so it is given PNG files as large as they are printed.
require 'csv'
require 'squib'

deck, target = ARGV
cards = CSV.read(File.join(deck, 'cards.csv'), headers: true)

Squib::Deck.new(cards: 2 * cards.size, width: 821, height: 1121) do
  fronts = cards.size.times.map { |n| 2 * n }
  backs = fronts.map(&:succ)
  each_front = ->(words) { words.flat_map { |word| [word, nil] } }
  png file: each_front.(cards['art'].map { |art| File.join(deck, art.sub('.jpg', '.png')) }), range: fronts,
      x: -432, width: 1685, height: 1121
  rect range: fronts, x: 83, y: 685, width: 656, height: 353, radius: 24, fill_color: '#ffffffbf', stroke_width: 0
  text str: each_front.(cards['title']), range: fronts, x: 94, y: 106, width: 632, height: 142, align: :center,
       font: 'Sans Bold 20', color: :white, stroke_color: '#1d2b33', stroke_width: 12, stroke_strategy: :stroke_first
  text str: each_front.(cards['text']), range: fronts, x: 118, y: 720, width: 585, height: 282, font: 'Sans 10'
  background range: backs, color: '(0,0)(821,1121) #1d2b33@0.0 #f2b134@1.0'
  save_pdf dir: File.dirname(target), file: File.basename(target), width: 821, height: 1121, margin: 0, gap: 0
end
