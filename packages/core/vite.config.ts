import { defineConfig } from 'vite'
import { libraryOf } from '../../scripts/chunks.ts'

/** By the moment a page needs them (docs/decisions/0083). */
const chunks = {
  button: ['linker/createLinker.ts'],
  flow: ['linker/createFlowLinker.ts'],
  // The wallets of the first view, and where they come from.
  offer: ['linker/offer/walletOffer.ts', 'wallets/catalog.ts', 'wallets/explorer/explorer.ts', 'proof/proofParts.ts'],
  protocol: ['connectors/openWalletClient.ts'],
}

export default defineConfig(
  libraryOf(import.meta.dirname, {
    entries: ['index', 'handoff', 'provider'],
    chunks,
    external: [/^@(hawser|noble|scure)\//, /^node:/],
    // classicList imports at once what the standard variant fetches later, which only the classic one does.
    options: { checks: { ineffectiveDynamicImport: false } },
  }),
)
