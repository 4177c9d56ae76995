// Test support. The ending keeps it out of the build.
import type { ProvenAccount } from '../verifiers/provenAccount.ts'
import type { Handoff, HandoffProof } from './handoff.ts'
import { accountId, now } from './linkRows.fixture.ts'

const account: ProvenAccount = {
  accountId,
  namespace: 'eip155',
  chainId: 'eip155:1',
  canonicalAddress: accountId.slice(9).toLowerCase(),
  method: 'eip191',
  block: undefined,
  evidence: undefined,
}

export const handoffProof: HandoffProof = { account, challengeId: 'challenge-h', receipt: 'receipt-h', walletName: 'W' }

export function handoffOf(id: string, part: Partial<Handoff> = {}): Handoff {
  return {
    id,
    hostUserId: 'alice',
    sessionKey: 'session',
    label: 'alice@mail.example',
    namespaces: ['eip155'],
    version: 1,
    secretHash: `secret-${id}`,
    earlierSecrets: [],
    rotatedHashes: [],
    isWithoutWallet: false,
    grantHash: undefined,
    stage: { state: 'waiting', expiresAt: now + 300_000 },
    ...part,
  }
}
