import { nightLimit } from '@hawser/test-kit/night'
import { untilFlow, untilState } from '@hawser/test-kit/untilState'
import { expect, test } from 'vitest'
import { answer, isLinked, openCode, openHouse, scan } from './openHouse.ts'

// The wallet has signed, and the proof's way to the host app's server fails. The wallet is asked only once in every case.

type Fault = (pass: () => Promise<Response>, signal: AbortSignal | null | undefined) => Promise<Response>

const down: Fault = async () => {
  throw new TypeError('Failed to fetch')
}
const broken: Fault = async () => Response.json({ code: 'link_failed', message: 'Try again later.' }, { status: 500 })
const lost: Fault = async (pass) => {
  await pass()
  throw new TypeError('Failed to fetch')
}
/** Longer than any page waits. The server still carries out the request after the page has given up. */
const slow: Fault = (pass, signal) =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => void pass().then(() => reject(signal.reason), reject))
  })

/** Opens a page whose first requests with a proof meet these faults, one each, and a wallet that has signed. */
async function linkThrough(faults: readonly Fault[], { oneTap = false } = {}) {
  const house = await openHouse()
  const left = [...faults]
  const counts = { challenges: 0, proofs: 0, failures: 0 }
  const linker = await house.openLinker({
    link: { oneTap },
    world: {
      fetch: (input, init) => {
        const { pathname } = new URL(String(input))
        if (pathname === '/link/challenges') counts.challenges += 1
        if (pathname !== '/link/proofs') return house.fetch(input, init)
        counts.proofs += 1
        const fault = left.shift() ?? ((pass) => pass())

        // A request that a fault lets through reaches the server even when the page has given up.
        return fault(() => house.fetch(input, { ...init, signal: null }), init?.signal)
      },
    },
  })
  linker.subscribe(() => {
    if (linker.getState().flow.status === 'failed') counts.failures += 1
  })
  const wallet = house.openWallet()
  await openCode(linker)
  await scan(linker, wallet)
  await answer(wallet)
  const checkLinkedOnce = async () => {
    expect(await house.link.linkedWallets('visitor')).toHaveLength(1)
    expect(await house.store.history('visitor', { before: undefined, limit: 9 })).toMatchObject([{ type: 'linked' }])
    // One text and one signature.
    expect(counts.challenges).toBe(1)
  }
  const isFailed = () => untilFlow(linker, 'failed')
  return { linker, wallet, counts, checkLinkedOnce, isFailed }
}

test.each([
  ['answered 500 once', broken],
  ['cut once before it came to the server', down],
  ['committed, and its answer lost', lost],
] as const)('F-L15: a proof %s is sent again automatically: linked, without a message', async (_, fault) => {
  const { linker, counts, checkLinkedOnce } = await linkThrough([fault])
  await untilState(linker, isLinked)
  await checkLinkedOnce()
  expect(counts).toMatchObject({ proofs: 2, failures: 0 })
})

test.each([
  ['the backend is down', [down, down]],
  ['it answers 500', [broken, broken]],
  ['the answer is lost twice', [lost, lost]],
  ['it answers 503', [async () => Response.json({ code: 'cannot_check_now', message: 'Later.' }, { status: 503 })]],
] as const)('F-L15: %s: keeps the proof, and Retry sends it, without another signature', async (_, faults) => {
  const { linker, checkLinkedOnce, isFailed } = await linkThrough(faults)
  await isFailed()
  expect(linker.getState().flow).toMatchObject({ error: { kind: 'linkRefused' }, retry: { step: 'proof' } })
  linker.retry()
  await untilState(linker, isLinked)
  await checkLinkedOnce()
})

test('F-L15: the wallet ends its session while Retry is shown: Retry sends the proof', async () => {
  const { linker, wallet, checkLinkedOnce, isFailed } = await linkThrough([lost, lost])
  await isFailed()
  wallet.send({ type: 'disconnectAllChosen' })
  await untilState(linker, ({ pairingHistory }) => pairingHistory.some(({ stage }) => stage === 'deleted'))
  expect(linker.getState().flow).toMatchObject({ status: 'failed', retry: { step: 'proof', keepsProof: true } })
  linker.retry()
  await untilState(linker, isLinked)
  await checkLinkedOnce()
})

test('F-L15: the backend takes 30 s: a failure first, then Retry finds the link', async () => {
  const { linker, checkLinkedOnce, isFailed } = await linkThrough([slow])
  const startedAt = performance.now()
  await isFailed()
  expect(performance.now() - startedAt).toBeLessThan(nightLimit(15_000))
  linker.retry()
  await untilState(linker, isLinked)
  await checkLinkedOnce()
})

test('F-L15: one-tap, the answer is lost: sent again automatically, one row', async () => {
  const { linker, counts, checkLinkedOnce } = await linkThrough([lost], { oneTap: true })
  await untilState(linker, isLinked)
  await checkLinkedOnce()
  expect(counts).toMatchObject({ proofs: 2, failures: 0 })
})
