import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const folder = import.meta.dirname
const react = join(folder, '../react')

/** Preact in place of React (docs/decisions/0013): the page has none, and this is a tenth of it. */
export const preact = [
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/compat/jsx-runtime' },
  { find: /^react$/, replacement: 'preact/compat' },
]

/** A library's "use client" is for servers that render React: here it is on no server, and of no React. */
export const checks = { moduleLevelDirective: false }

/**
 * Copies the declarations that ours take from `@hawser/react` beside them: an app that installs this package installs neither
 * that one nor React.
 */
const declarationsOfTexts: Plugin = {
  name: 'declarations-of-texts',
  writeBundle({ dir = '' }) {
    const texts = join(dir, 'texts.d.ts')
    if (!existsSync(texts)) return
    const english = ['modal', 'classic', 'linkedWallets', 'handoff', 'phone', 'purposes', 'reach', 'sessions'].map(
      (folder) => `${folder}/en.d.ts`,
    )
    const parts = ['enFirst', 'enLater', 'enOffer', 'enToast', 'framed'].map((name) => `english/${name}.d.ts`)
    for (const name of ['button.d.ts', 'matchLocale.d.ts', ...parts, ...english]) {
      mkdirSync(dirname(join(dir, 'messages', name)), { recursive: true })
      copyFileSync(join(react, 'dist/messages', name), join(dir, 'messages', name))
    }
    const own = [
      `import type { Messages } from './messages/modal/en.ts';`,
      `import type { Locale } from './messages/matchLocale.ts';`,
    ].join('\n')
    writeFileSync(texts, readFileSync(texts, 'utf8').replace(/^import .*@hawser\/react.*$/m, own))
    for (const name of readdirSync(dir).filter((file) => file.endsWith('.d.ts')))
      if (readFileSync(join(dir, name), 'utf8').includes('@hawser/react')) this.error(`${name} needs @hawser/react`)
  },
}

/** The module: entries, and chunks that are loaded when they are needed. Types come from tsc, which runs first. */
export default defineConfig({
  resolve: { alias: preact, conditions: ['@hawser/source', 'module', 'browser', 'production'] },
  build: {
    lib: {
      entry: {
        index: join(folder, 'src/index.ts'),
        qrcodeModalDefault: join(folder, 'src/qrcodeModalDefault.ts'),
      },
      formats: ['es'],
    },
    outDir: join(folder, 'dist'),
    emptyOutDir: false,
    minify: false,
    target: 'es2022',
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      external: ['@hawser/core'],
      checks,
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  },
  plugins: [declarationsOfTexts],
})
