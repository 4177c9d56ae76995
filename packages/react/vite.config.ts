import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defineConfig } from 'vite'

const folder = import.meta.dirname

const messages = join(folder, 'src/messages')
/** Those a host may import by themselves: the dictionaries, and what chooses among them. */
const texts = readdirSync(messages).filter((name) => /^(?:[a-z]{2}|matchLocale)\.ts$/.test(name))

/** The library: the entries and the texts, module by module, the stylesheets as they are. Types come from tsc, which runs first. */
export default defineConfig({
  build: {
    lib: {
      entry: Object.fromEntries([
        ['index', join(folder, 'src/index.ts')],
        ['linkedWallets', join(folder, 'src/linkedWallets.ts')],
        ['sessions', join(folder, 'src/sessions.ts')],
        ...texts.map((name) => [`messages/${basename(name, '.ts')}`, join(messages, name)] as const),
      ]),
      formats: ['es'],
    },
    emptyOutDir: false,
    minify: false,
    target: 'es2022',
    rolldownOptions: {
      external: [/^react($|\/)/, /^react-dom($|\/)/, /^@hawser\//, 'qr', /^virtua($|\/)/],
      // rolldown drops the directive of the sources; without it React Server Components refuse the hooks.
      // Module by module: a host's bundler then splits the modal off as it does from the sources.
      // Texts are plain values: a server component may hold them, so they do not carry the directive.
      output: {
        banner: ({ fileName }) => (fileName.startsWith('messages/') ? '' : '"use client";'),
        preserveModules: true,
        preserveModulesRoot: join(folder, 'src'),
        entryFileNames: '[name].js',
      },
    },
  },
  plugins: [
    {
      name: 'copy-stylesheets',
      writeBundle({ dir = join(folder, 'dist') }) {
        const parts = ['button.css', 'modal.css']
        for (const name of [...parts, 'classic.css', 'linkedWallets.css', 'sessions.css'])
          copyFileSync(join(folder, 'src', name), join(dir, name))
        // In one file, without an import: pages without a bundler link it as it is.
        const texts = parts.map((name) => readFileSync(join(folder, 'src', name), 'utf8'))
        writeFileSync(join(dir, 'styles.css'), texts.join('\n'))
      },
    },
  ],
})
