export default {
  template: `
    <div>
      <template v-for="g in groups" :key="g.key">
        <h4 v-if="g.title">{{ g.title }}</h4>
        <p v-for="(line, i) in g.lines || []" :key="i">{{ line.text }}<button v-for="b in line.buttons" :key="b.value"
          type="button" :class="b.kind" :title="b.hint" @click="press(b)">{{ b.text }}</button></p>
        <button v-for="b in g.buttons || []" :key="b.value" type="button" :class="b.kind" :title="b.hint"
          :data-value="b.value" :aria-label="[b.text, ...(b.notes || [])].join('; ')" @click="press(b)">{{ b.text }}<small v-for="note in b.notes || []">{{ note }}</small></button>
      </template>
    </div>`,
  props: { groups: Array, step: Number },
  emits: ["press"],
  updated() { window.keepFocus(); },
  methods: {
    press(button) { this.$emit("press", button.value, this.step); },
  },
};
