import type { Topic } from '@hawser/wire'
import { hash } from '@stablelib/sha256'
import { bytesToHex } from './hex.ts'

/** The address of a symmetric key's mailbox: sha256 of its 32 bytes (WalletConnect core/pairing). */
export function topicOf(symKey: Uint8Array): Topic {
  return bytesToHex(hash(symKey))
}
