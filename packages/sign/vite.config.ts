import { join } from 'node:path'
import { defineConfig } from 'vite'
import { chunksOf } from '../../scripts/chunks.ts'

const source = join(import.meta.dirname, 'src')

/** By the moment a page needs them (docs/decisions/0083). Types come from tsc, which runs first. */
const chunks = {
  opening: ['envelope/createPairing.ts'],
  protocol: ['client/createDappClient.ts', 'records/storage.ts', 'message/peer.ts', 'errors.ts'],
}

export default defineConfig({
  build: {
    lib: {
      entry: Object.fromEntries(['index', 'origin', 'testing'].map((name) => [name, join(source, `${name}.ts`)])),
      formats: ['es'],
    },
    emptyOutDir: false,
    minify: false,
    sourcemap: true,
    target: 'es2022',
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      external: [/^@(hawser|noble|scure)\//, /^node:/],
      output: chunksOf(source, chunks),
    },
  },
})
