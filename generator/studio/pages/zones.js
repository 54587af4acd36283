export default {
  template: `
    <div class="zones">
      <details v-for="zone in zones" :key="zone.pointer" class="zone" :open="zone.pieces.length <= 8" :data-names="zone.pointer">
        <summary>{{ zone.title }} <small>{{ zone.pieces.length }}</small></summary>
        <button v-for="([name, picture, ratio], i) in zone.pieces" :key="i" type="button" :title="name"
          :aria-label="name + ', ' + zone.title" :data-names="zone.pointer + '/' + i">
          <img v-if="picture" :src="picture" alt="" loading="lazy" :style="{ aspectRatio: ratio }" /><span v-else>{{ name }}</span>
        </button>
      </details>
    </div>`,
  props: { zones: Array },
};
