export default {
  template: `
    <div class="book">
      <p v-if="says">{{ says }}</p>
      <figure v-for="(page, n) in pages" :key="n" style="position: relative">
        <img :src="page.src" :alt="'Page ' + (n + 1)" loading="lazy" />
        <button v-for="(figure, i) in page.figures" :key="i" type="button" class="spot" :style="figure.style"
          :aria-label="figure.label" :title="figure.label" @click="$emit('figure', [n, i])"></button>
      </figure>
    </div>`,
  props: { pages: Array, says: String },
  emits: ["figure"],
};
