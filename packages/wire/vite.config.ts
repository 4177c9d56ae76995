import { join } from 'node:path'
import { defineConfig } from 'vite'
import { chunksOf } from '../../scripts/chunks.ts'

const source = join(import.meta.dirname, 'src')

/** By the moment a page needs them (docs/decisions/0083). Types come from tsc, which runs first. */
const chunks = {
  button: ['baseError.ts', 'linkApi/linkPaths.ts'],
  opening: ['formatPairingUri.ts', 'read.ts', 'topic.ts'],
  // What the wallets of the first view and the protocol client share.
  later: [
    'registry/listing.ts',
    'registry/pairingLink.ts',
    'registry/relayAddress.ts',
    'registry/listingId.ts',
    'linkApi/linkApi.ts',
    'caip/canonicalChainId.ts',
    'caip/parseCaip.ts',
    'session/namespaces.ts',
    'session/reasons.ts',
    'session/reason.ts',
    'utf8.ts',
    'errors.ts',
  ],
}

export default defineConfig({
  build: {
    lib: { entry: { index: join(source, 'index.ts') }, formats: ['es'] },
    emptyOutDir: false,
    minify: false,
    sourcemap: true,
    target: 'es2022',
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      external: [/^@scure\//, /^node:/],
      output: chunksOf(source, chunks, (path) => path.startsWith('proof/')),
    },
  },
})
