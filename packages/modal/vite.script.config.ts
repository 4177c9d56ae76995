import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig } from 'vite'
import { readStylesheet } from '../react/vite.config.ts'
import { checks, preact } from './vite.config.ts'

const folder = import.meta.dirname

/** Our stylesheets by name, and those of `@hawser/react` that they are. There is no button here to style. */
const sources = {
  'styles.css': 'modal/modal.css',
  'classic.css': 'classic/classic.css',
  'themes.css': 'themes.css',
} as const

/** The script-tag file: everything in one, under the global name `Hawser`; the stylesheets, and the digests of both. */
export default defineConfig({
  // Checks for those who write a page are left out, as a bundler leaves them out of theirs.
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { alias: preact, conditions: ['@hawser/source', 'module', 'browser', 'production'] },
  build: {
    lib: {
      entry: join(folder, 'src/scriptTag.ts'),
      formats: ['iife'],
      name: 'Hawser',
      fileName: () => 'hawser-modal.js',
    },
    outDir: join(folder, 'dist'),
    emptyOutDir: false,
    minify: true,
    target: 'es2022',
    license: { fileName: 'hawser-modal.licenses.md' },
    rolldownOptions: {
      checks,
      output: {
        codeSplitting: false,
        // The licences ask for their notice in every copy.
        postBanner: '/*! Hawser, Apache-2.0. Bundles Preact (MIT) and others: see hawser-modal.licenses.md */',
      },
    },
  },
  plugins: [
    {
      name: 'styles-and-digests',
      writeBundle({ dir = join(folder, 'dist') }) {
        for (const [name, source] of Object.entries(sources)) writeFileSync(join(dir, name), readStylesheet(source))
        // For `integrity` attributes (SRI): a page that names them runs these bytes or none.
        const digest = (name: string) =>
          `sha384-${createHash('sha384')
            .update(readFileSync(resolve(dir, name)))
            .digest('base64')}`
        const digests = ['hawser-modal.js', ...Object.keys(sources)].map((name) => [name, digest(name)] as const)
        writeFileSync(join(dir, 'integrity.json'), `${JSON.stringify(Object.fromEntries(digests), undefined, 2)}\n`)
        for (const [name, integrity] of digests) console.log(`${name} ${integrity}`)
      },
    },
  ],
})
