import type { Topic } from '@hawser/wire'
import { bytesToHex } from './hex.ts'
import { sha256 } from './sha256.ts'

/** The address of a symmetric key's mailbox: sha256 of its 32 bytes (WalletConnect core/pairing). */
export async function topicOf(symKey: Uint8Array): Promise<Topic> {
  return bytesToHex(await sha256(symKey))
}
