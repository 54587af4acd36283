export default {
  template: `
    <section class="sheets" :aria-label="label">
      <p v-if="says">{{ says }}</p>
      <figure v-for="table in tables" :key="table.title" class="tiled">
        <svg :viewBox="box(table)" role="img" :aria-label="table.label">
          <g v-for="tile in table.tiles" :key="tile.name" :transform="move(table, tile)">
            <svg :x="tile.shown[0]" :y="tile.shown[1]" :width="tile.shown[2]" :height="tile.shown[3]" :viewBox="tile.shown.join(' ')">
              <image :href="tile.src" :width="table.page[0]" :height="table.page[1]" :transform="'matrix(' + tile.matrix.join(' ') + ')'" />
            </svg>
            <rect class="seam" :x="tile.shown[0]" :y="tile.shown[1]" :width="tile.shown[2]" :height="tile.shown[3]" />
            <text :x="tile.shown[0] + 14" :y="tile.shown[1] + 34">{{ tile.name }}</text>
          </g>
        </svg>
        <figcaption>{{ table.says }}
          <button type="button" :aria-pressed="String(!apart.includes(table.title))" @click="toggle(table.title)">{{ joined }}</button></figcaption>
      </figure>
      <figure v-for="sheet in sheets" :key="sheet.number">
        <div class="paper" :style="{ aspectRatio: sheet.ratio }">
          <img :src="sheet.src" :alt="sheet.alt" loading="lazy" />
          <img v-if="sheet.behind" :src="sheet.behind" class="behind" :style="{ transform: sheet.turn }" alt="" loading="lazy" />
        </div>
        <figcaption>{{ sheet.says }}</figcaption>
      </figure>
    </section>`,
  props: { sheets: Array, tables: Array, says: String, label: String, joined: String },
  data: () => ({ apart: [] }),
  methods: {
    toggle(title) {
      this.apart = this.apart.includes(title) ? this.apart.filter((each) => each !== title) : [...this.apart, title];
    },
    gap(table) { return this.apart.includes(table.title) ? 0.06 * Math.min(...table.size) : 0; },
    // The column and row of a tile: all of a face have one size, and overlap little.
    at(tile) { return [Math.round(tile.shown[0] / tile.shown[2]), Math.round(tile.shown[1] / tile.shown[3])]; },
    move(table, tile) { return `translate(${this.at(tile).map((n) => n * this.gap(table)).join(" ")})`; },
    box(table) {
      const last = (n) => Math.max(...table.tiles.map((tile) => this.at(tile)[n])) * this.gap(table);
      return `-8 -8 ${table.size[0] + 16 + last(0)} ${table.size[1] + 16 + last(1)}`;
    },
  },
};
