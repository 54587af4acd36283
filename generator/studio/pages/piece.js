export default {
  template: `
    <div class="around">
    <div class="stage" ref="stage" tabindex="0" :aria-label="label" role="group" @keydown="key" @wheel="wheel"
      @scroll="scrolled = { x: $event.target.scrollLeft, y: $event.target.scrollTop }">
      <p v-if="!shown" class="stage-empty">{{ empty }}</p>
      <div v-else class="room" :style="{ width: box.w + 2 * box.x + 'px', height: box.h + 2 * box.y + 'px' }">
      <div class="piece" :style="{ left: box.x + 'px', top: box.y + 'px', width: box.w + 'px', height: box.h + 'px' }">
        <img :src="shown" :alt="label" :data-drawn="drawn" draggable="false"
          :style="{ filter: eyes ? 'url(#eyes-' + eyes + ')' : 'none' }" />
        <div v-if="show.includes('bleed')" class="line bleed" :style="at(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)"></div>
        <div v-if="show.includes('cut')" class="line cut" :style="at(0, 0, width, height)"></div>
        <div v-if="show.includes('safe')" class="line safe" :style="at(safe, safe, width - 2 * safe, height - 2 * safe)"></div>
        <template v-if="show.includes('boxes')">
          <div v-for="(s, i) in spots.filter(s => s.room)" :key="'r' + i" class="line room-of"
            :style="at(...s.room)"><b>{{ s.size }} pt</b></div>
        </template>
        <button v-for="(s, i) in spots" :key="i" type="button" :class="['spot', { picked: i === picked }]"
          :style="at(...s.box)" :aria-label="s.label" @mouseenter="over = i" @focus="over = i"
          @mouseleave="over = -1" @blur="over = -1" @click="picked = i; $emit('go', [i, ''])"></button>
      </div>
      </div>
    </div>
    <template v-if="show.includes('rulers') && shown">
      <svg class="ruler across" height="18" aria-hidden="true"><g :transform="'translate(' + (box.x - scrolled.x) + ' 0)'">
        <template v-for="t in ticks(box.w)"><line :x1="t.at" :x2="t.at" :y1="18 - t.long" y2="18" />
          <text v-if="t.says" :x="t.at + 2" y="8">{{ t.says }}</text></template></g>
      </svg>
      <svg class="ruler down" width="18" aria-hidden="true"><g :transform="'translate(0 ' + (box.y - scrolled.y) + ')'">
        <template v-for="t in ticks(box.h)"><line :y1="t.at" :y2="t.at" :x1="18 - t.long" x2="18" />
          <text v-if="t.says" x="1" :y="t.at + 8">{{ t.says }}</text></template></g>
      </svg>
    </template>
    <div class="where"><output aria-live="polite">{{ spots[over] ? spots[over].label : spots[picked] ? spots[picked].what : hint }}</output>
      <template v-if="!spots[over] && spots[picked]">
        <button v-for="field in spots[picked].cells" :key="field" type="button"
          @click="$emit('go', [picked, field])">cell {{ field }}</button>
        <button type="button" @click="$emit('go', [picked, ':'])">{{ spots[picked].place }}</button>
      </template>
    </div>
    </div>`,
  props: {
    src: String, label: String, width: Number, height: Number, bleed: Number, safe: Number,
    spots: Array, zoom: Number, show: Array, eyes: String, empty: String, hint: String,
  },
  data: () => ({ shown: "", drawn: "", over: -1, picked: -1, scrolled: { x: 0, y: 0 }, room: { w: 0, h: 0 }, wanted: "" }),
  computed: {
    out() { return this.show.includes("bleed") ? this.bleed : 0; },
    scale() {
      const w = this.width + 2 * this.out, h = this.height + 2 * this.out;
      const fit = Math.min((this.room.w - 64) / w, (this.room.h - 64) / h);
      return Math.max(fit, 0.2) * this.zoom;
    },
    box() {
      const w = (this.width + 2 * this.out) * this.scale, h = (this.height + 2 * this.out) * this.scale;
      return { w, h, x: Math.max((this.room.w - w) / 2, 32), y: Math.max((this.room.h - h) / 2, 32) };
    },
    address() {
      if (!this.src || !this.room.w) return "";
      const sharp = this.scale * 25.4 * (window.devicePixelRatio || 1);
      const dpi = [72, 100, 150, 200, 300, 450, 600, 900, 1200].find((each) => each >= sharp) || 1200;
      return `${this.src}&dpi=${dpi}` + (this.out ? "&bleed=true" : "");
    },
  },
  watch: {
    address(now) { this.load(now); },
    label() { this.picked = -1; },
  },
  mounted() {
    this.watcher = new ResizeObserver(([entry]) => {
      this.room = { w: entry.contentRect.width, h: entry.contentRect.height };
    });
    this.watcher.observe(this.$refs.stage);
  },
  unmounted() { this.watcher.disconnect(); },
  methods: {
    load(address) {
      this.wanted = address;
      if (!address) { this.shown = ""; return; }
      const next = new Image();
      next.onload = () => {
        if (this.wanted !== address) return;
        this.shown = address;
        this.drawn = this.src;
        this.$nextTick(() => this.$emit("drawn", this.src));
      };
      next.src = address;
    },
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const by = { "+": 1, "=": 1, "-": -1, 0: 0 }[event.key];
      if (by !== undefined) this.$emit("zoom", by);
      else if (event.key === "f") this.$emit("flip", 0);
    },
    wheel(event) {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const now = Date.now();
      if (now - (this.wheeled || 0) > 120) {
        this.wheeled = now;
        this.$emit("zoom", event.deltaY < 0 ? 1 : -1);
      }
    },
    at(x, y, w, h) {
      const s = this.scale;
      return {
        left: (x + this.out) * s + "px", top: (y + this.out) * s + "px",
        width: w * s + "px", height: h * s + "px",
      };
    },
    ticks(length) {
      const step = this.scale * 10 >= 30 ? 1 : 5, found = [];
      for (let mm = 0; mm <= length / this.scale - 2 * this.out + 0.01; mm += step)
        found.push({ at: (mm + this.out) * this.scale, long: mm % 10 ? (mm % 5 ? 4 : 7) : 12,
          says: mm % 10 ? "" : String(mm) });
      return found;
    },
  },
};
