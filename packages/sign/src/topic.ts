import type { Topic } from '@hawser/wire'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** The address of a symmetric key's mailbox: sha256 of its 32 bytes (WalletConnect core/pairing). */
export function topicOf(symKey: Uint8Array): Topic {
  return bytesToHex(sha256(symKey))
}
