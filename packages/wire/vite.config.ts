import { defineConfig } from 'vite'
import { libraryOf } from '../../scripts/chunks.ts'

/** By the moment a page needs them (docs/decisions/0083). */
const chunks = {
  button: ['baseError.ts', 'linkApi/linkPaths.ts'],
  opening: ['formatPairingUri.ts'],
  // The modules that the wallets of the first view and the protocol client share.
  later: [
    'read.ts',
    'topic.ts',
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

export default defineConfig(
  libraryOf(import.meta.dirname, {
    entries: ['index', 'internal'],
    chunks,
    external: [/^@scure\//, /^node:/],
    isApart: (path) => path.startsWith('proof/'),
  }),
)
