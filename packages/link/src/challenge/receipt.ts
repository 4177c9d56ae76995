import type { CacaoProof, LinkedWallet, Proof } from '@hawser/wire'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { HostUser } from '../options/hostUser.ts'
import type { LinkStore } from '../records/linkStore.ts'
import { randomId } from '../records/randomId.ts'
import { formatLinkedWallet } from '../wallets/linkedWallets.ts'
import { challengeLimits } from './challenge.ts'

/**
 * One text for one answer to a challenge, in the session it came in: the same challenge, the same signature to the letter. A
 * hash, so that no signature is kept for it.
 */
export function formatReceipt({ again, ...proof }: Proof | CacaoProof, { id, sessionId }: HostUser): string {
  return randomId(() => sha256(utf8ToBytes(JSON.stringify([id, sessionId ?? null, proof]))))
}

/**
 * The wallet that this very answer has linked: whoever lost the answer of the server sends it again, and says so (F-L15). It was checked
 * then and its challenge used up by it, so nothing is checked or changed now. Undefined when it linked none, when the link ended,
 * counts no longer or rests on a later proof, and after the time a challenge has.
 */
export async function findByReceipt(request: {
  readonly store: Pick<LinkStore, 'linkedWallets' | 'useLinkedWallet'>
  readonly hostUserId: string
  readonly receipt: string
  /** Epoch milliseconds. */
  readonly now: number
}): Promise<LinkedWallet | undefined> {
  const { store, hostUserId, receipt, now } = request
  const row = (await store.linkedWallets(hostUserId)).find(({ proof }) => proof.receipt === receipt)
  if (row?.status !== 'active' || !(now < row.linkedAt + challengeLimits.lifetimeMs)) return undefined
  // What was read may be on its way to the disk still, and the first answer be lost with it; what a write resolves to is there.
  const kept = await store.useLinkedWallet({ hostUserId, id: row.id, at: 0 })
  return kept && formatLinkedWallet(kept)
}
