import {
  formatBase58,
  type LinkedWallet,
  type Proof,
  readBitcoinSignature,
  readHexDigits,
  readSolanaSignature,
} from '@hawser/wire'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { HostUser } from '../options/hostUser.ts'
import type { ProofRecord } from '../records/linkedWalletRow.ts'
import type { LinkStore } from '../records/linkStore.ts'
import { randomId } from '../records/randomId.ts'
import { formatKeySignature, parseKeySignature } from '../verifiers/keySignature.ts'
import { formatLinkedWallet } from '../wallets/linkedWallets.ts'
import { challengeLimits } from './challenge.ts'

/**
 * One text for one answer to a challenge, in the session it came in: the same challenge, the same signature, however it is
 * spelled. A hash, so that no signature is kept for it.
 * @param method - by which it was proven: it decides what is a spelling and what another signature
 */
export function formatReceipt(
  { again, ...proof }: Proof,
  { id, sessionId }: Pick<HostUser, 'id' | 'sessionId'>,
  method: ProofRecord['method'],
): string {
  const spelled = 'cacao' in proof ? proof.cacao.s.s : proof.signature
  const signature = canonicalSignature(spelled, method)
  const one =
    'cacao' in proof
      ? { ...proof, cacao: { ...proof.cacao, s: { ...proof.cacao.s, s: signature } } }
      : { ...proof, signature }
  return randomId(() => sha256(utf8ToBytes(JSON.stringify([id, sessionId ?? null, one]))))
}

/** A contract takes bytes as they are: to some, v 0 and v 27 mean different things. */
function canonicalSignature(text: string, method: ProofRecord['method']): string {
  switch (method) {
    case 'eip191':
      return tryTo(() => formatKeySignature(parseKeySignature(text))) ?? text
    case 'eip1271':
    case 'eip6492':
      return `0x${readHexDigits(text) ?? text}`
    case 'ed25519': {
      const [bytes] = readSolanaSignature(text)
      return bytes === undefined ? text : formatBase58(bytes)
    }
    case 'bip322': {
      const bytes = readBitcoinSignature(text.replace(/^smp/, ''))
      return bytes === undefined ? text : bytesToHex(bytes)
    }
  }
}

function tryTo<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    // An answer of another wallet, by another method, does not belong to this row.
    return undefined
  }
}

/**
 * The wallet that this very answer has linked: a client that lost the server's answer sends it again, and says so (F-L15). It was checked
 * then and its challenge used up by it, so nothing is checked or changed now. Undefined when it linked none, when the link ended,
 * counts no longer or rests on a later proof, and after the time a challenge has.
 */
export async function findByReceipt(request: {
  readonly store: Pick<LinkStore, 'linkedWallets' | 'useLinkedWallet'>
  readonly hostUserId: string
  /** The receipt of the answer if this method proved it. */
  readonly receiptBy: (method: ProofRecord['method']) => string
  /** Epoch milliseconds. */
  readonly now: number
}): Promise<LinkedWallet | undefined> {
  const { store, hostUserId, receiptBy, now } = request
  const isThis = ({ method, receipt }: ProofRecord) => receipt !== undefined && receipt === receiptBy(method)
  const row = (await store.linkedWallets(hostUserId)).find(({ proof }) => isThis(proof))
  if (row?.status !== 'active' || !(now < row.linkedAt + challengeLimits.lifetimeMs)) return undefined
  // The row that was read may not be on the disk yet, and a crash could lose it with the first answer; a settled write is on the
  // disk.
  const kept = await store.useLinkedWallet({ hostUserId, id: row.id, at: 0 })
  return kept && formatLinkedWallet(kept)
}
