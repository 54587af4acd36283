export default {
  template: `
    <div class="wall" role="listbox" aria-label="All faces">
      <button v-for="face in faces" :key="face.key" type="button" role="option"
        :class="['wall-face', { picked: face.key === picked, faulty: face.bad }]" :data-fault="face.bad ? '!' : null"
        :aria-selected="face.key === picked" :aria-label="face.bad ? face.label + ': ' + face.bad : face.label" :title="face.bad || face.label"
        @click="$emit('pick', face.key)">
        <img :src="face.src" loading="lazy" decoding="async" alt="" draggable="false"
          :style="{ aspectRatio: face.ratio }" />
        <span>{{ face.label }}</span>
      </button>
    </div>`,
  props: { faces: Array, picked: String },
};
