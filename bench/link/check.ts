import { json } from 'node:stream/consumers'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { createChallenge } from '../../packages/link/src/challenge/challenge.ts'
import { verifyProof } from '../../packages/link/src/challenge/verifyProof.ts'
import { createContractClient } from '../../packages/link/src/verifiers/contractClient.ts'
import { parseLinkAccount } from '../../packages/link/src/verifiers/linkAccount.ts'
import {
  loadRecoverPublicKey,
  type RecoverPublicKey,
  recoverInScript,
} from '../../packages/link/src/verifiers/recoverPublicKey.ts'
import { createKey } from './keys.ts'
import { pace } from './pace.ts'
import { percentile } from './percentile.ts'

export type CheckFigures = {
  readonly p50Ms: number
  readonly p99Ms: number
  /** The key recovery within that time: as the check runs it, and as it runs without WebAssembly. */
  readonly recoveryMs: number
  readonly scriptMs: number
}

/**
 * Measures the check of `count` signatures alone, without store and HTTP, each started at its due time. Times count from the
 * due time, so that a check that waits for the previous one is not flattered. Prints milliseconds as JSON.
 */
const { count, perSecond } = (await json(process.stdin)) as { count: number; perSecond: number }
const site = { domain: 'localhost:4400', uri: 'http://localhost:4400/' }
const now = Date.now()
const reach = createContractClient({ rpc: undefined, fetch, now: Date.now })
const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const warmUp = 400
const proofs = Array.from({ length: warmUp + count }, (_, number) => {
  const key = createKey(number)
  const account = parseLinkAccount(`eip155:1:${key.address}`)
  const hostUser = { id: `user-${number}`, label: `user-${number}@app.example` }
  const challenge = createChallenge({ hostUser, account, walletName: undefined, ...site, now, randomBytes })
  return { challenge, signature: key.sign(challenge.message) }
})

async function run(some: typeof proofs): Promise<readonly number[]> {
  const taken: number[] = []
  for await (const [number, due] of pace(some.length, perSecond, true)) {
    const proof = some[number]
    if (proof !== undefined) await verifyProof({ ...proof, ...site, now, reach })
    taken.push(performance.now() - due)
  }
  return taken
}

await run(proofs.slice(0, warmUp))
const taken = await run(proofs.slice(warmUp))

/** Returns the median of a thousand recoveries, in milliseconds. */
function timeRecovery(recover: RecoverPublicKey): number {
  const hash = sha256(new Uint8Array([1]))
  const signature = secp256k1.sign(hash, sha256(new Uint8Array([2])), { prehash: false, format: 'recovered' })
  const times = Array.from({ length: 1_200 }, () => {
    const startedAt = performance.now()
    recover(signature.subarray(1), signature[0] === 0 ? 0 : 1, hash)
    return performance.now() - startedAt
  })
  return percentile(times.slice(200), 0.5)
}

const figures: CheckFigures = {
  p50Ms: percentile(taken, 0.5),
  p99Ms: percentile(taken, 0.99),
  recoveryMs: timeRecovery(await loadRecoverPublicKey()),
  scriptMs: timeRecovery(recoverInScript),
}
console.log(JSON.stringify(figures))
