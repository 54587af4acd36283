export default {
  template: `
    <div class="tabletop">
      <div class="felt free" ref="felt" :style="{ aspectRatio: wide + ' / ' + high, width: 100 * zoom + '%', '--zoom': zoom }">
        <p v-if="waits" class="waits" role="status">{{ says }}</p>
        <div v-for="p in piles" :key="p.id" class="pile" :class="{ board: p.board, chosen: p.id === chosen, undrawn: !drawn[p.top] }"
          :style="place(p)" :tabindex="0" role="button" :aria-label="p.label" :title="p.label" :data-id="p.id"
          @pointerdown="down($event, p)" @pointermove="drag($event, p)" @pointerup="up($event, p)"
          @keydown="key($event, p)">
          <img :src="p.top" alt="" draggable="false" @load="drawn[p.top] = true" @error="drawn[p.top] = true" /><b v-if="p.count > 1">{{ p.count }}</b>
        </div>
      </div>
    </div>`,
  props: { piles: Array, wide: Number, high: Number, chosen: Number, zoom: Number, says: String },
  emits: ["moved", "choose", "act"],
  data: () => ({ held: null, drawn: {} }), // `drawn` has the addresses of the pictures that have come
  computed: { waits() { return this.piles.some((p) => !this.drawn[p.top]); } },
  watch: {
    // The chosen piece, or what was in the middle of the window, is there afterwards.
    zoom(now, before) {
      const top = this.$el, by = now / before;
      const x = (top.scrollLeft + top.clientWidth / 2) * by, y = (top.scrollTop + top.clientHeight / 2) * by;
      this.$nextTick(() => {
        top.scrollTo(x - top.clientWidth / 2, y - top.clientHeight / 2);
        top.querySelector(".chosen")?.scrollIntoView({ block: "center", inline: "center" });
      });
    },
  },
  methods: {
    place(p) {
      const h = this.held && this.held.id === p.id ? this.held : null;
      const x = h ? h.x : p.x, y = h ? h.y : p.y;
      return { left: (100 * x) / this.wide + "%", top: (100 * y) / this.high + "%", width: (100 * p.size[0]) / this.wide + "%",
        aspectRatio: p.size[0] + " / " + p.size[1],
        transform: "rotate(" + p.turn + "deg)", zIndex: h ? 999 : null };
    },
    // The nearest place where the whole of a piece is on the table.
    onTable(p, x, y) {
      const [w, h] = p.size, turn = (p.turn * Math.PI) / 180, sine = Math.abs(Math.sin(turn)), cosine = Math.abs(Math.cos(turn));
      const across = (w * cosine + h * sine - w) / 2, down = (w * sine + h * cosine - h) / 2;
      return [Math.max(across, Math.min(x, this.wide - w - across)), Math.max(down, Math.min(y, this.high - h - down))];
    },
    scale() { return this.wide / this.$refs.felt.getBoundingClientRect().width; },
    down(e, p) {
      this.$emit("choose", p.id);
      if (p.board) return;
      e.currentTarget.setPointerCapture(e.pointerId);
      this.held = { id: p.id, x: p.x, y: p.y, fromX: e.clientX, fromY: e.clientY, was: [p.x, p.y], far: false };
    },
    drag(e, p) {
      const h = this.held;
      if (!h || h.id !== p.id) return;
      [h.x, h.y] = this.onTable(p, h.was[0] + (e.clientX - h.fromX) * this.scale(), h.was[1] + (e.clientY - h.fromY) * this.scale());
      h.far = h.far || Math.hypot(e.clientX - h.fromX, e.clientY - h.fromY) > 4;
    },
    up(e, p) {
      const h = this.held;
      if (h && h.id === p.id && h.far) this.$emit("moved", [p.id, h.x, h.y]);
      setTimeout(() => { if (this.held === h) this.held = null; }, 400);
    },
    key(e, p) {
      const step = { ArrowLeft: [-10, 0], ArrowRight: [10, 0], ArrowUp: [0, -10], ArrowDown: [0, 10] }[e.key];
      if (step && !p.board) { this.$emit("moved", [p.id, p.x + step[0], p.y + step[1]]); e.preventDefault(); }
      else if ("frsdt".includes(e.key.toLowerCase()) && e.key.length === 1) this.$emit("act", [p.id, e.key.toLowerCase()]);
      else if (e.key === "Enter" || e.key === " ") { this.$emit("choose", p.id); e.preventDefault(); }
    },
  },
};
