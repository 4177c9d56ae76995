import { join } from 'node:path'
import { defineConfig } from 'vite'
import { chunksOf } from '../../scripts/chunks.ts'

const source = join(import.meta.dirname, 'src')

/** By the moment a page needs them (docs/decisions/0083). Types come from tsc, which runs first. */
const chunks = {
  button: ['linker/createLinker.ts'],
  opening: ['linker/createFlowLinker.ts'],
  // The wallets of the first view, and where they come from.
  offer: ['linker/offer/walletOffer.ts', 'wallets/catalog.ts', 'wallets/explorer/explorer.ts', 'proof/proofParts.ts'],
  protocol: ['connectors/openWalletClient.ts'],
}

export default defineConfig({
  build: {
    lib: {
      entry: Object.fromEntries(['index', 'handoff', 'provider'].map((name) => [name, join(source, `${name}.ts`)])),
      formats: ['es'],
    },
    emptyOutDir: false,
    minify: false,
    sourcemap: true,
    target: 'es2022',
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      external: [/^@(hawser|noble|scure)\//, /^node:/],
      // classicList imports at once what the standard variant fetches later, which only the classic one does.
      checks: { ineffectiveDynamicImport: false },
      output: chunksOf(source, chunks),
    },
  },
})
