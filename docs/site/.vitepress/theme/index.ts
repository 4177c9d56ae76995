// The pages use the fonts of the system.
import DefaultTheme from 'vitepress/theme-without-fonts'
import { defineAsyncComponent } from 'vue'
import './site.css'

// Each is needed by one page, and all pages load this file.
const parts = {
  ErrorSearch: defineAsyncComponent(() => import('./ErrorSearch.vue')),
  Playground: defineAsyncComponent(() => import('./Playground.vue')),
}

export default {
  extends: DefaultTheme,
  enhanceApp({ app }: { app: { component(name: string, component: object): void } }) {
    for (const [name, part] of Object.entries(parts)) app.component(name, part)
  },
}
