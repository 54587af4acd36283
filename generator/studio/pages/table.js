export default {
  template: `
    <div class="tabletop" ref="top">
      <div class="felt" :style="{ aspectRatio: width + ' / ' + height, width: 100 * zoom + '%' }">
        <div class="drawing" v-html="svg"></div>
        <svg class="things" :viewBox="'0 0 ' + width + ' ' + height" preserveAspectRatio="none">
          <rect v-for="(t, i) in things" :key="i" :x="t.box[0]" :y="t.box[1]" :width="t.box[2]" :height="t.box[3]"
            :class="{ lit: t.lit, picked: t.picked }" :data-names="t.names" rx="4"
            :tabindex="t.lit ? 0 : -1" :role="t.lit ? 'button' : null" :aria-label="t.label"
            @click="point(i)" @keydown.enter.prevent="point(i)" @keydown.space.prevent="point(i)"><title>{{ t.label }}</title></rect>
        </svg>
      </div>
    </div>`,
  props: { svg: String, width: Number, height: Number, things: Array, zoom: Number },
  emits: ["point"],
  methods: {
    point(i) { this.$emit("point", this.things[i].names); },
  },
};
