import type { Topic } from '@hawser/wire'
import { topicOf } from '../envelope/createPairing.ts'
import { bytesToHex, createKeyPair, deriveSymKey, hexToBytes } from '../envelope/keys.ts'
import type { Proposal } from '../records/records.ts'
import type { Context } from '../session/context.ts'

/** The keys of the session that a proposal would lead to. */
export type Agreement = { readonly publicKey: string; readonly symKey: Uint8Array; readonly topic: Topic }

/** Creates the keys of each proposal while the user reads it, so that an approval only needs to be sent. */
export function createAgreements({ curves, randomBytes }: Context): (proposal: Proposal) => Promise<Agreement> {
  const agreements = new WeakMap<Proposal, Promise<Agreement>>()

  async function agree({ proposer }: Proposal): Promise<Agreement> {
    const known = await curves()
    const keys = await createKeyPair(known, randomBytes)
    const symKey = await deriveSymKey(known, keys.privateKey, hexToBytes(proposer.publicKey))
    return { publicKey: bytesToHex(keys.publicKey), symKey, topic: await topicOf(symKey) }
  }

  return (proposal) => {
    const agreement = agreements.get(proposal) ?? agree(proposal)
    agreements.set(proposal, agreement)
    // After a failure, an approval tries once more, and rejects with the cause.
    agreement.catch(() => agreements.delete(proposal))
    return agreement
  }
}
