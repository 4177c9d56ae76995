import { defineConfig } from 'vite'
import { libraryOf } from '../../scripts/chunks.ts'

/** By the moment a page needs them (docs/decisions/0083). */
const chunks = {
  opening: ['envelope/createPairing.ts'],
  protocol: ['client/createDappClient.ts', 'records/storage.ts', 'message/peer.ts', 'errors.ts'],
}

export default defineConfig(
  libraryOf(import.meta.dirname, {
    entries: ['index', 'origin', 'testing'],
    chunks,
    external: [/^@(hawser|noble|scure)\//, /^node:/],
  }),
)
