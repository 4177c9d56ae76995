import DefaultTheme from 'vitepress/theme'
import './site.css'
import ErrorSearch from './ErrorSearch.vue'
import Playground from './Playground.vue'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }: { app: { component(name: string, component: object): void } }) {
    app.component('ErrorSearch', ErrorSearch)
    app.component('Playground', Playground)
  },
}
