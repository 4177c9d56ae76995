import { join } from 'node:path'
import { defineConfig } from 'vite'

const folder = import.meta.dirname

/** Preact in place of React (docs/decisions/0013): the page has none, and this is a tenth of it. */
export const preact = [
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/compat/jsx-runtime' },
  { find: /^react$/, replacement: 'preact/compat' },
]

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
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
    },
  },
})
