import { createChallenge } from '../../packages/link/src/challenge.ts'
import { parseLinkAccount } from '../../packages/link/src/linkAccount.ts'
import { createContractReach } from '../../packages/link/src/verifiers/contractReach.ts'
import { verifyProof } from '../../packages/link/src/verifyProof.ts'
import { createKey } from './keys.ts'
import { pace } from './pace.ts'
import { percentile } from './percentile.ts'

/**
 * The check of a signature alone, without store and HTTP: so many, each begun when it is due. Its time counts from then, so
 * that one that waits for the one before is not flattered. Prints milliseconds as JSON.
 */
const [given = ''] = process.argv.slice(2)
const { count, perSecond } = JSON.parse(given) as { count: number; perSecond: number }
const site = { domain: 'localhost:4400', uri: 'http://localhost:4400/' }
const now = Date.now()
const reach = createContractReach({ rpc: undefined, fetch, now: Date.now })
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
  for await (const [number, due] of pace(some.length, perSecond)) {
    const proof = some[number]
    if (proof !== undefined) await verifyProof({ ...proof, ...site, now, reach })
    taken.push(performance.now() - due)
  }
  return taken
}

await run(proofs.slice(0, warmUp))
const taken = await run(proofs.slice(warmUp))
console.log(JSON.stringify({ p50Ms: percentile(taken, 0.5), p99Ms: percentile(taken, 0.99) }))
