// A field that shows what is stated, unless somebody is typing into it.
const Field = {
  props: { value: String, tall: Boolean },
  emits: ["set"],
  template: `<textarea v-if="tall" ref="field" rows="1" @change="$emit('set', $refs.field.value)" @blur="refill"></textarea>
    <input v-else ref="field" @change="$emit('set', $refs.field.value)" @blur="refill" />`,
  watch: { value() { if (this.$refs.field !== document.activeElement) this.refill(); } },
  mounted() { this.refill(); },
  methods: { refill() { this.$refs.field.value = this.value; } },
};
export default {
  components: { Field },
  template: `
    <div class="around">
    <div class="beside">
    <div class="ruled">
    <div class="stage" ref="stage" tabindex="0" :aria-label="label" role="group" @keydown="key" @wheel="wheel"
      @scroll="scrolled = { x: $event.target.scrollLeft, y: $event.target.scrollTop }">
      <p v-if="!shown" class="stage-empty">{{ empty }}</p>
      <div v-else class="room" :style="{ width: box.w + 2 * box.x + 'px', height: box.h + 2 * box.y + 'px' }">
      <div :class="['piece', { shaped: outline && !out }]" :style="{ left: box.x + 'px', top: box.y + 'px', width: box.w + 'px', height: box.h + 'px' }">
        <img :src="shown" :alt="label" :data-drawn="drawn" draggable="false"
          :style="{ filter: eyes ? 'url(#eyes-' + eyes + ')' : 'none' }" />
        <div v-if="show.includes('bleed')" class="line bleed" :style="at(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)"></div>
        <svg v-if="outline" class="line" :style="at(0, 0, width, height)" :viewBox="'0 0 ' + width + ' ' + height" aria-hidden="true">
          <clipPath id="within-cut"><path :d="outline" /></clipPath>
          <path v-if="show.includes('safe')" class="unsafe" :d="outline" :stroke-width="2 * safe" clip-path="url(#within-cut)" />
          <path v-if="show.includes('cut')" class="outline" :d="outline" /></svg>
        <div v-if="!outline && show.includes('cut')" class="line cut" :style="at(0, 0, width, height)"></div>
        <div v-if="!outline && show.includes('safe')" class="line safe" :style="at(safe, safe, width - 2 * safe, height - 2 * safe)"></div>
        <template v-if="show.includes('boxes')">
          <div v-for="(s, i) in spots.filter(s => s.room)" :key="'r' + i" class="line room-of"
            :style="at(...s.room)"><b>{{ s.size }} pt</b></div>
        </template>
        <div v-if="chosen" class="frame" ref="frame" tabindex="0" role="group" :aria-label="frameLabel" :style="at(...now)"
          @dblclick="editWords" @pointerdown="grab($event, [1, 1, 1, 1])"></div>
        <button v-for="(s, i) in spots" :key="i" type="button" :class="['spot', { picked: i === picked && !arranging }]"
          :style="at(...s.box)" :aria-label="s.label" @mouseenter="over = i" @focus="over = i"
          @mouseleave="over = -1" @blur="over = -1" @click="click(i)" @dblclick="arranging && editWords()" @pointerdown="arranging && press($event, s)"></button>
        <div v-if="arranging && byKey[pointed]" class="pointed" :style="at(...byKey[pointed].box)"></div>
        <div v-if="chosen" class="grips" :style="at(...now)">
          <span v-for="h in handles" :key="h.at" class="grip" :style="h.style" @pointerdown="grab($event, h.edges)"></span>
        </div>
        <i v-for="g in guides" :class="['guide', g.axis]" :style="g.style"></i>
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
    </div>
    <div v-if="arranging && shown" class="layers">
      <div role="toolbar" aria-label="The chosen element">
        <button v-for="a in actions" :key="a.name" type="button" :aria-label="a.name" :title="a.name + ' (' + a.keys + ')'" :disabled="!can(a)" @click="a.run">
          <i class="material-icons" aria-hidden="true">{{ a.icon }}</i></button>
      </div>
      <nav aria-label="Elements, the uppermost first" @keydown="walk">
        <button v-for="e in tree" :key="e.key" type="button" :aria-pressed="e.all.includes(selected)" :style="{ paddingLeft: 10 + 12 * e.depth + 'px' }" :title="e.says"
          :tabindex="e.all.includes(selected) || (!chosen && e === tree[0]) ? 0 : -1" @click="choose(e.key, true)" @mouseenter="pointed = e.key" @mouseleave="pointed = ''"
          @focus="pointed = e.key" @blur="pointed = ''">{{ e.name }} <small>{{ e.says }}</small><small v-if="e.all[1]"> × {{ e.all.length }}</small></button>
      </nav>
    </div>
    </div>
    <div :class="{ below: arranging }">
    <div class="where" v-if="arranging && chosen">
      <b>{{ chosen.name }}</b>
      <label v-for="(f, i) in fields" :key="f.name" :title="locked[f.name]">{{ f.label }}
        <Field type="number" step="0.5" :disabled="!!locked[f.name]" :value="String(+now[i].toFixed(2))" @set="type(i, $event)" /></label> mm
      <button type="button" @click="$emit('open', chosen.key)">{{ chosen.place }}</button>
      <output aria-live="polite">{{ reasons }}</output>
    </div>
    <div class="where attributes" v-if="arranging && chosen && known">
      <label v-for="a in rows" :key="selected + a.name" :title="a.help">{{ a.name }}
        <Field :tall="a.name === 'words'" :list="'of-' + a.name" :value="a.value" :size="Math.min(Math.max(a.value.length, 6), 24)" @set="set(a.name, $event)" />
        <datalist v-if="a.values.length" :id="'of-' + a.name"><option v-for="v in a.values" :value="v"></option></datalist></label>
      <select aria-label="Add an attribute" @change="more = [...more, $event.target.value]; $event.target.value = ''">
        <option value="">More …</option><option v-for="a in facts.others" :title="a.help">{{ a.name }}</option></select>
    </div>
    <div class="where" v-if="!arranging || !chosen"><output aria-live="polite">{{ spots[over] ? spots[over].label : spots[picked] ? spots[picked].what : hint }}</output>
      <template v-if="!arranging && !spots[over] && spots[picked]">
        <button v-for="field in spots[picked].cells" :key="field" type="button"
          @click="$emit('go', [picked, field])">cell {{ field }}</button>
        <button type="button" @click="$emit('go', [picked, ':'])">{{ spots[picked].place }}</button>
      </template>
    </div>
    </div>
    </div>`,
  props: {
    src: String, label: String, width: Number, height: Number, outline: String, bleed: Number, safe: Number,
    spots: Array, zoom: Number, show: Array, eyes: String, empty: String, hint: String,
    arranging: Boolean, elements: Array, facts: Object, settled: Number, select: String,
  },
  data: () => ({
    shown: "", drawn: "", over: -1, picked: -1, scrolled: { x: 0, y: 0 }, room: { w: 0, h: 0 }, wanted: "",
    selected: "", pointed: "", by: [0, 0, 0, 0], sent: [], edits: 0, guides: [], more: [],
    fields: [["x", "Left"], ["y", "Top"], ["width", "Width"], ["height", "Height"]].map(([name, label]) => ({ name, label })),
  }),
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
    byKey() { return Object.fromEntries(this.elements.map((each) => [each.key, each])); },
    chosen() { return this.arranging && this.byKey[this.selected]; },
    // The keys of each element and of those around it, from the inside out.
    lines() {
      const up = (each) => (each ? [each.key, ...up(this.elements[each.around])] : []);
      return Object.fromEntries(this.elements.map((each) => [each.key, up(each)]));
    },
    // The elements, each before those within it, and of those beside each other the uppermost first.
    // What one tag draws several times is one of them.
    tree() {
      const within = new Map([[-1, []]]);
      this.elements.forEach((each, i) => {
        if (!within.has(i)) within.set(i, []);
        if (!within.has(each.around)) within.set(each.around, []);
        within.get(each.around).push({ ...each, i });
      });
      const list = (around, depth) => {
        const byTag = {};
        for (const each of within.get(around)) (byTag[each.key.replace(/#\d+$/, "")] ||= []).push(each);
        return Object.values(byTag).reverse()
          .flatMap((all) => [{ ...all[0], depth, all: all.map((each) => each.key) }, ...list(all[0].i, depth + 1)]);
      };
      return list(-1, 0);
    },
    actions() {
      return [
        { name: "Forward", keys: "Page Up", icon: "arrow_upward", step: 1, run: () => this.exchange(1) },
        { name: "Backward", keys: "Page Down", icon: "arrow_downward", step: -1, run: () => this.exchange(-1) },
        { name: "Duplicate", keys: "Ctrl-D", icon: "library_add", run: () => this.act("duplicate") },
        { name: "Copy", keys: "Ctrl-C; Ctrl-V pastes it on any piece", icon: "content_copy", run: () => this.act("copy") },
        { name: "Delete", keys: "Delete", icon: "delete", run: () => this.remove() },
      ];
    },
    known() { return this.facts.key === this.selected; },
    locked() { return this.known ? this.facts.why : {}; },
    // What is measured above is not listed again, unless it is computed.
    rows() {
      const stated = this.facts.attributes.filter((each) => !this.fields.some((f) => f.name === each.name) || /[{%]/.test(each.value));
      return [...stated, ...this.facts.others.filter((each) => this.more.includes(each.name))];
    },
    reasons() {
      const names = {};
      for (const { name, label } of this.fields) if (this.locked[name]) (names[this.locked[name]] ||= []).push(label);
      return Object.entries(names).map(([why, labels]) => `${labels.join(", ")}: ${why}`).join("; ");
    },
    // The box of the chosen element as it is dragged, in millimetres.
    now() {
      const [x, y, w, h] = this.chosen.box;
      const [l, t, r, b] = this.by.map((each, i) => this.sent.reduce((sum, edit) => sum + edit.by[i], each));
      return [x + l, y + t, w + r - l, h + b - t];
    },
    frameLabel() {
      return `${this.chosen.name}: ` + this.fields.map((f, i) => `${f.label.toLowerCase()} ${+this.now[i].toFixed(1)}`).join(", ")
        + " mm. The arrow keys move it.";
    },
    handles() {
      if (!this.known) return [];
      const across = this.locked.width ? [0] : [-1, 0, 1], down = this.locked.height ? [0] : [-1, 0, 1];
      return across.flatMap((x) => down.filter((y) => x || y).map((y) => ({
        at: `${x} ${y}`, edges: [x < 0, y < 0, x > 0, y > 0].map(Number),
        style: { left: `${50 + 50 * x}%`, top: `${50 + 50 * y}%`,
          cursor: `${x && y ? (x === y ? "nwse" : "nesw") : x ? "ew" : "ns"}-resize` },
      })));
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
    settled(number) { this.sent = this.sent.filter((edit) => edit.number > number); },
    select(key) { if (this.byKey[key]) this.choose(key); },
    facts() { this.$nextTick(this.focusWords); },
    arranging(now) { if (!now) this.selected = ""; },
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
    click(i) {
      if (!this.arranging) { this.picked = i; this.$emit("go", [i, ""]); }
      else if (!this.dragged) this.chooseAt(this.spots[i]);
      this.dragged = false;
    },
    // The innermost element at a spot that has a place of its own.
    chooseAt(spot) {
      const line = this.lines[spot.element] || [];
      const key = line.find((each) => this.byKey[each].placed) || line[0];
      if (key) this.choose(key);
    },
    // In the list of elements, the focus stays there.
    choose(key, listed) {
      if (key === this.selected) return;
      this.flush();
      this.selected = key;
      this.guides = [];
      this.more = [];
      this.$emit("choose", key);
      this.$nextTick(() => {
        if (!listed && this.$refs.frame) this.$refs.frame.focus({ preventScroll: true });
        this.$el.querySelector(".layers [aria-pressed=true]")?.scrollIntoView({ block: "nearest" });
      });
    },
    walk(event) {
      const all = [...event.currentTarget.children], at = all.indexOf(document.activeElement);
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        if (all[to]) all[to].focus();
      } else this.key(event);
    },
    // The field of its words, as soon as it is there.
    editWords() { this.wantsWords = true; this.$nextTick(this.focusWords); },
    focusWords() {
      const field = this.$el.querySelector("textarea");
      if (!this.wantsWords || !this.known) return;
      this.wantsWords = false;
      if (field) { field.focus(); field.select(); }
    },
    // A press on a spot: of what is chosen, or of what is chosen by that.
    press(event, spot) {
      this.dragged = false;
      if (!(this.lines[spot.element] || []).includes(this.selected)) this.chooseAt(spot);
      this.grab(event, [1, 1, 1, 1]);
    },
    grab(event, edges) {
      if (event.button || !this.chosen) return;
      this.flush();
      const start = { x: event.clientX, y: event.clientY }, target = event.currentTarget;
      target.setPointerCapture(event.pointerId);
      const move = (to) => {
        const by = [(to.clientX - start.x) / this.scale, (to.clientY - start.y) / this.scale];
        if (!this.dragged && Math.hypot(to.clientX - start.x, to.clientY - start.y) < 4) return;
        this.dragged = true;
        this.guides = [];
        for (const axis of [0, 1]) {
          const shift = this.isLocked(edges, axis) ? 0 : to.altKey ? by[axis] : this.snapped(axis, by[axis], edges);
          this.by[axis] = edges[axis] * shift;
          this.by[axis + 2] = edges[axis + 2] * shift;
        }
      };
      const end = () => {
        target.removeEventListener("pointermove", move);
        this.guides = [];
        this.flush();
      };
      target.addEventListener("pointermove", move);
      for (const name of ["pointerup", "pointercancel"]) target.addEventListener(name, end, { once: true });
    },
    // Whether the element cannot be moved, or resized, along an axis.
    isLocked(edges, axis) { return !!this.locked[(edges.every(Boolean) ? ["x", "y"] : ["width", "height"])[axis]]; },
    // How far an edge goes that snaps to another element, the cut, the safe zone or the middle; or to half a millimetre.
    snapped(axis, by, edges) {
      const own = this.chosen, low = own.box[axis], long = own.box[axis + 2], near = 6 / this.scale;
      const both = edges[axis] && edges[axis + 2], three = (from, size) => [from, from + size / 2, from + size];
      const moving = both ? three(low, long) : edges[axis] ? [low] : edges[axis + 2] ? [low + long] : [];
      if (!moving.length) return 0;
      const whole = axis ? this.height : this.width, lines = [this.safe, whole - this.safe, ...three(0, whole)];
      for (const each of this.elements)
        if (each.placed && !this.lines[each.key].includes(own.key)) lines.push(...three(each.box[axis], each.box[axis + 2]));
      let best = null;
      for (const from of moving) for (const line of lines) {
        const off = line - from - by;
        if (Math.abs(off) < near && (!best || Math.abs(off) < Math.abs(best.off) - 1e-9)) best = { off, line };
      }
      if (best) {
        const [x, y] = axis ? [0, best.line] : [best.line, 0];
        const line = this.at(x, y, axis ? this.width : 0, axis ? 0 : this.height);
        this.guides.push({ axis: axis ? "across" : "down", style: line });
        return by + best.off;
      }
      return Math.round((moving[0] + by) * 2) / 2 - moving[0];
    },
    // Send what has been dragged, typed or pressed; it stays in sight until the piece is redrawn.
    flush() {
      clearTimeout(this.waiting);
      if (!this.by.some((each) => Math.abs(each) > 0.004)) { this.by = [0, 0, 0, 0]; return; }
      this.edits += 1;
      this.$emit("arrange", [this.selected, this.edits, ...this.by]);
      this.sent = [...this.sent, { number: this.edits, by: this.by }];
      this.by = [0, 0, 0, 0];
    },
    nudge(edges, axis, by) {
      if (this.isLocked(edges, axis)) return;
      this.by[axis] += edges[axis] * by;
      this.by[axis + 2] += edges[axis + 2] * by;
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.flush(), 400);
    },
    type(i, value) {
      const by = value === "" ? 0 : Number(value) - this.now[i];
      this.nudge(i < 2 ? [1, 1, 1, 1] : [0, 0, 1, 1], i % 2, by);
      this.flush();
    },
    // Another element may have the key of this one afterwards.
    remove() {
      this.by = [0, 0, 0, 0];
      this.$emit("remove", this.selected);
      this.selected = "";
      this.$refs.stage.focus();
    },
    act(what, ...more) {
      if (!this.chosen) return;
      this.flush();
      this.$emit(what, more.length ? [this.selected, ...more] : this.selected);
    },
    can({ step }) { return this.chosen && this.known && (!step || this.facts.exchanges.includes(step)); },
    exchange(step) { if (!this.known || this.can({ step })) this.act("exchange", step); },
    set(name, value) {
      this.flush();
      this.$emit("attribute", [this.selected, name, value]);
    },
    arrow(event) {
      const way = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, -1], ArrowDown: [1, 1] }[event.key];
      if (event.key === "Escape" && this.chosen) { this.flush(); this.selected = ""; this.$refs.stage.focus(); return true; }
      if (event.key === "Delete" && this.chosen) { this.remove(); return true; }
      const step = { PageUp: 1, PageDown: -1 }[event.key];
      if (step && this.chosen) { this.exchange(step); return true; }
      const what = (event.ctrlKey || event.metaKey) && { d: "duplicate", c: "copy", v: "paste" }[event.key];
      if (what === "paste") { this.$emit("paste", 0); return true; }
      if (what && this.chosen) { this.act(what); return true; }
      if (!way || !this.chosen) return false;
      this.nudge(event.ctrlKey || event.metaKey ? [0, 0, 1, 1] : [1, 1, 1, 1], way[0], way[1] * (event.shiftKey ? 5 : 0.5));
      return true;
    },
    key(event) {
      if (this.arranging && this.arrow(event)) { event.preventDefault(); return; }
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
