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
 * Formats the receipt of an answer to a challenge within its session: the same text for every spelling of the same signature.
 * The receipt is a hash, so that the store keeps no signature.
 * @param method - how the account was proven, which decides whether two signatures are spellings of the same one
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

/** For a contract the bytes stay as sent: to some contracts, v 0 and v 27 mean different things. */
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
 * Finds the wallet that this exact answer linked. A client that lost the server's answer sends its own again and says so
 * (F-L15). The first answer was checked and used up its challenge, so nothing is checked or changed now. Returns undefined if
 * the answer linked no wallet, if the link has ended, is not active or rests on a later proof, and once a challenge would have
 * expired.
 */
export async function findByReceipt(request: {
  readonly store: Pick<LinkStore, 'linkedWallets' | 'useLinkedWallet'>
  readonly hostUserId: string
  /** Formats the receipt of the answer as if this method had proven it. */
  readonly receiptBy: (method: ProofRecord['method']) => string
  /** Epoch milliseconds. */
  readonly now: number
}): Promise<LinkedWallet | undefined> {
  const { store, hostUserId, receiptBy, now } = request
  const isThis = ({ method, receipt }: ProofRecord) => receipt !== undefined && receipt === receiptBy(method)
  const row = (await store.linkedWallets(hostUserId)).find(({ proof }) => isThis(proof))
  if (row?.status !== 'active' || !(now < row.linkedAt + challengeLimits.lifetimeMs)) return undefined
  // The row may not be on the disk yet, and a crash could lose it together with the first answer. A settled write is on the
  // disk.
  const kept = await store.useLinkedWallet({ hostUserId, id: row.id, at: 0 })
  return kept && formatLinkedWallet(kept)
}
