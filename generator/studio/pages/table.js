export default {
  template: `
    <div class="tabletop" :data-step="step">
      <div class="felt" :style="{ aspectRatio: width + ' / ' + height, width: 100 * zoom + '%' }">
        <svg class="drawing" ref="ink" :viewBox="'0 0 ' + width + ' ' + height" role="img" :aria-label="title" :aria-description="says || null"></svg>
        <svg class="things" :viewBox="'0 0 ' + width + ' ' + height" preserveAspectRatio="none">
          <rect v-for="([names, x, y, w, h], i) in uncovered" :key="keys[i]" :x="x" :y="y" :width="w" :height="h"
            :class="{ lit: lit.includes(i), picked: picked.includes(i), hinted: hinted.includes(i) }" :data-names="names" rx="4"
            :tabindex="usable(i) ? 0 : -1" :role="usable(i) ? 'button' : null" :aria-label="labels[i]"
            :aria-pressed="picked.includes(i) ? 'true' : null"
            @click="point(names)" @keydown.enter.prevent="point(names)" @keydown.space.prevent="point(names)"><title>{{ labels[i] }}</title></rect>
        </svg>
      </div>
    </div>`,
  props: { parts: Array, fresh: Object, age: Number, width: Number, height: Number, things: Array, lit: Array,
    picked: Array, labels: Array, hinted: Array, zoom: Number, step: Number, title: String, says: String },
  emits: ["point", "have"],
  computed: {
    // Each thing without the strip that a later one covers along a whole edge, as cards in a hand do.
    uncovered() {
      const SLACK = 1;
      return this.things.map(([names, x, y, w, h], i) => {
        let [left, top, right, bottom] = [x, y, x + w, y + h];
        for (const [, a, b, c, d] of this.things.slice(i + 1)) {
          const tall = b < top + SLACK && b + d > bottom - SLACK, wide = a < left + SLACK && a + c > right - SLACK;
          if (tall && a > left + SLACK && a < right && a + c > right - SLACK) right = a;
          else if (tall && a < left + SLACK && a + c > left && a + c < right - SLACK) left = a + c;
          else if (wide && b > top + SLACK && b < bottom && b + d > bottom - SLACK) bottom = b;
          else if (wide && b < top + SLACK && b + d > top && b + d < bottom - SLACK) top = b + d;
        }
        return [names, left, top, right - left, bottom - top];
      });
    },
    keys() {
      const seen = new Map();
      return this.things.map(([names]) => {
        seen.set(names, (seen.get(names) || 0) + 1);
        return `${names}#${seen.get(names)}`;
      });
    },
  },
  created() { this.forget(); },
  mounted() { this.draw(); },
  watch: { parts() { this.draw(); }, fresh() { this.draw(); } },
  updated() { window.keepFocus(); },
  methods: {
    usable(i) { return this.lit.includes(i) || this.picked.includes(i); },
    point(names) { this.$emit("point", names, this.step); },
    forget() {
      this.$refs.ink?.replaceChildren(); // nobody who comes next may see it
      this.markup = new Map();
      this.nodes = new Map();
      this.known = this.age;
    },
    make(key) {
      const node = document.createElementNS("http://www.w3.org/2000/svg", "g");
      node.innerHTML = this.markup.get(key) || "";
      return node;
    },
    draw() {
      if (this.age !== this.known) this.forget();
      const ink = this.$refs.ink, gone = this.nodes, stays = new Map();
      const fresh = Object.entries(this.fresh).map(([key, markup]) => [+key, markup]).filter(([key]) => !this.markup.has(key));
      for (const [key, markup] of fresh) this.markup.set(key, markup);
      const nodes = this.parts.map(([key]) => gone.get(key)?.shift() || this.make(key));
      for (const left of gone.values()) left.forEach((node) => node.remove());
      let next = ink.firstChild;
      for (const [i, [key, transform]] of this.parts.entries()) {
        const node = nodes[i];
        if ((node.getAttribute("transform") || "") !== transform) node.setAttribute("transform", transform);
        if (node === next) next = next.nextSibling;
        else ink.insertBefore(node, next);
        if (!stays.has(key)) stays.set(key, []);
        stays.get(key).push(node);
      }
      this.nodes = stays;
      if (fresh.length) this.$emit("have", this.age, fresh.map(([key]) => key));
    },
  },
};
