import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'

const folder = import.meta.dirname

/** The library: one entry, module by module, the stylesheets as they are. Types come from tsc, which runs first. */
export default defineConfig({
  build: {
    lib: { entry: join(folder, 'src/index.ts'), formats: ['es'], fileName: 'index' },
    emptyOutDir: false,
    minify: false,
    target: 'es2022',
    rolldownOptions: {
      external: [/^react($|\/)/, /^react-dom($|\/)/, /^@hawser\//, 'qr'],
      // rolldown drops the directive of the sources; without it React Server Components refuse the hooks.
      // Module by module: a host's bundler then splits the modal off as it does from the sources.
      output: { banner: '"use client";', preserveModules: true, entryFileNames: '[name].js' },
    },
  },
  plugins: [
    {
      name: 'copy-stylesheets',
      closeBundle() {
        for (const name of ['styles.css', 'classic.css'])
          copyFileSync(join(folder, 'src', name), join(folder, 'dist', name))
      },
    },
  ],
})
