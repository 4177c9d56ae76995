import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { defineConfig } from 'vite'
import { chunksOf } from '../../scripts/chunks.ts'

const source = join(import.meta.dirname, 'src')

const languages = join(source, 'messages/modal')
/** Those a host may import by themselves: the dictionaries, and what chooses among them. */
const texts = [
  join(source, 'messages/matchLocale.ts'),
  ...readdirSync(languages)
    .filter((name) => /^[a-z]{2}\.ts$/.test(name))
    .map((name) => join(languages, name)),
]

const stylesheets = [
  'styles.css',
  'themes.css',
  'button/button.css',
  'modal/modal.css',
  'classic/classic.css',
  'linkedWallets/linkedWallets.css',
  'sessions/sessions.css',
]

/** By the moment a page needs them (docs/decisions/0083). The modules of the button and the code are apart, for Vite's sake. */
const chunks = {
  '': ['index.ts'],
  opening: ['modal/LinkModal.tsx'],
  offer: ['modal/dialog/Surroundings.tsx', 'modal/choice/WalletOffer.tsx'],
}
/** Texts are plain values: a server component may hold them, so no chunk of components holds them. */
const isText = (path: string) => path.startsWith('messages/')

/** A stylesheet of `src` in one file, without an import: pages without a bundler link it as it is. */
export function readStylesheet(path: string): string {
  return readFileSync(join(source, path), 'utf8').replace(/^@import "(.+)";\n/gm, (_, name: string) =>
    readStylesheet(join(dirname(path), name)),
  )
}

/** The library: the entries and the texts, module by module, and the stylesheets. Types come from tsc, which runs first. */
export default defineConfig({
  build: {
    lib: {
      entry: Object.fromEntries([
        ['index', join(source, 'index.ts')],
        ['handoff', join(source, 'handoff.ts')],
        ['linkedWallets', join(source, 'linkedWallets.ts')],
        ['sessions', join(source, 'sessions.ts')],
        ...texts.map((path) => [relative(source, path).replace(/\.ts$/, ''), path] as const),
      ]),
      formats: ['es'],
    },
    emptyOutDir: false,
    minify: false,
    target: 'es2022',
    rolldownOptions: {
      external: [/^react($|\/)/, /^react-dom($|\/)/, /^@hawser\//, /^virtua($|\/)/],
      preserveEntrySignatures: 'allow-extension',
      output: {
        ...chunksOf(source, chunks, isText),
        // rolldown drops the directive of the sources; without it React Server Components refuse the hooks.
        banner: ({ fileName }) => (isText(fileName) ? '' : '"use client";'),
      },
    },
  },
  plugins: [
    {
      name: 'stylesheets',
      writeBundle({ dir = join(import.meta.dirname, 'dist') }) {
        for (const path of stylesheets) writeFileSync(join(dir, basename(path)), readStylesheet(path))
      },
    },
  ],
})
