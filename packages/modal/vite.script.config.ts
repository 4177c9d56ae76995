import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { readStylesheet } from '../react/vite.config.ts'
import { digestOf, scriptTagFiles } from './scriptTagFiles.ts'
import { checks, preact } from './vite.config.ts'

const folder = import.meta.dirname
const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Our stylesheets by name, and those of `@hawser/react` that they are. There is no button here to style. */
const sources = {
  'styles.css': 'modal/modal.css',
  'classic.css': 'classic/classic.css',
  'themes.css': 'themes.css',
} as const

// The licences ask for their notice in every copy.
const banner = '/*! Hawser, Apache-2.0. Bundles Preact (MIT) and others: see hawser-modal.licenses.md */'

/**
 * The script-tag file, with the global name `Hawser`; its later files in `hawser-modal`; the stylesheets; the digests. It is
 * made of the built packages, whose files are what a page needs at one moment (docs/decisions/0083).
 */
export default defineConfig({
  // Checks for those who write a page are left out, as a bundler leaves them out of theirs.
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { alias: preact, conditions: ['module', 'browser', 'production'] },
  build: {
    lib: { entry: { 'hawser-modal': join(folder, 'src/scriptTag/scriptTag.ts') }, formats: ['es'] },
    outDir: join(folder, 'dist'),
    emptyOutDir: false,
    minify: false,
    target: 'es2022',
    license: { fileName: 'hawser-modal.licenses.md' },
    rolldownOptions: {
      checks,
      preserveEntrySignatures: 'allow-extension',
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'hawser-modal/[name]-[hash].js',
        codeSplitting: {
          includeDependenciesRecursively: false,
          // Other files share these few lines with it: in a file of their own they would come before every code.
          groups: [{ name: 'firstCode', test: /sign\/dist\/(?:opening|rolldown-runtime)|linker\/firstCode/ }],
        },
      },
    },
  },
  plugins: [
    scriptTagFiles(version, banner),
    {
      name: 'styles-and-digests',
      writeBundle({ dir = join(folder, 'dist') }) {
        for (const [name, source] of Object.entries(sources)) writeFileSync(join(dir, name), readStylesheet(source))
        // For `integrity` attributes (SRI). The script has the digests of its later files.
        const digests = ['hawser-modal.js', ...Object.keys(sources)].map(
          (name) => [name, digestOf(readFileSync(join(dir, name)))] as const,
        )
        writeFileSync(join(dir, 'integrity.json'), `${JSON.stringify(Object.fromEntries(digests), undefined, 2)}\n`)
        for (const [name, integrity] of digests) console.log(`${name} ${integrity}`)
      },
    },
  ],
})
