import { join } from 'node:path'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import { pageTexts } from '../../apps/handoff/src/pageTexts.ts'

const folder = import.meta.dirname

/** The page of a handoff as one module of its script, its style and its words, so that a server of any make serves it without files beside it. */
const oneModule: Plugin = {
  name: 'handoff-page',
  enforce: 'post',
  // Nothing is fetched later, so nothing of it is fetched before either.
  transform: (_code, id) =>
    id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load()' : undefined,
  generateBundle(_, bundle) {
    const parts = Object.values(bundle)
    const script = parts.flatMap((part) => (part.type === 'chunk' ? [part.code] : []))
    const style = parts.flatMap((part) => (part.type === 'asset' ? [`${part.source}`] : []))
    if (script.length !== 1 || style.length !== 1) this.error('The page of a handoff is not one script and one style.')
    // Vite's place for what to fetch before is filled after this.
    const whole = (text = '') => text.trim().replaceAll('__VITE_PRELOAD__', 'void 0')
    // Escapes the marks that would end the surrounding element.
    const inElement = (text = '') => whole(text).replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--')
    // A bundler of the host app's would take it for its own, and replace it within the text.
    const inText = (text = '') => JSON.stringify(text).replaceAll('import.meta', 'import\\u002emeta')
    const source = `export const script = ${inText(inElement(script[0]))}\nexport const style = ${inText(style[0]?.trim())}\nexport const texts = ${JSON.stringify(pageTexts)}\n`
    for (const name of Object.keys(bundle)) delete bundle[name]
    this.emitFile({ type: 'asset', fileName: 'handoffPage.js', source })
  },
}

export default defineConfig({
  root: join(folder, '../../apps/handoff'),
  resolve: { conditions: ['@hawser/source', ...defaultClientConditions] },
  build: {
    outDir: join(folder, 'dist'),
    emptyOutDir: false,
    target: 'es2022',
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: join(folder, '../../apps/handoff/src/main.ts'),
      output: { codeSplitting: false },
    },
  },
  plugins: [oneModule],
})
