import { randomInt } from 'node:crypto'
import { createRelay, type Relay } from '@hawser/relay'
import { BaseError } from '@hawser/wire'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRunLogger } from '../createRunLogger.ts'
import { type FaultProxy, startFaultProxy } from '../faults/faultProxy.ts'
import { createRandom } from '../faults/random.ts'
import { type Dapp, type Party, startOfficial, startOurs, type Wallet } from './parties.ts'

// Official clients of three years against our client, both ways, through our relay. Each version is a process of its own.
const isNightly = process.env.HAWSER_NIGHTLY === '1'
const links = isNightly ? 100 : 5
const cutLinks = isNightly ? 100 : 3
// Between two of them only our relay is ours.
const ownLinks = isNightly ? 100 : 2
const packages = {
  '2.11.3': 'sign-client-2.11',
  '2.17.3': 'sign-client-2.17',
  '2.21.8': '@walletconnect/sign-client',
} as const
const versions = ['2.11.3', '2.17.3', '2.21.8'] as const
// A proposal lives five minutes; then everybody who waits has been told.
const patienceMs = 330_000
const nightlyMs = 5_400_000
const timeout = isNightly ? nightlyMs : 60_000
const seed = Number(process.env.HAWSER_SEED ?? randomInt(2 ** 32 - 1))
const random = createRandom(seed)

const official = new Map<string, Party>()
const proxies: FaultProxy[] = []
let relay: Relay
let ours: Party
let isCut = false

/** The hop of one client. Once it is cut, each of its connections is, at a byte of its own after the upgrade. */
async function startHop(port: number, isCutAtDay: boolean): Promise<string> {
  const proxy = await startFaultProxy({
    targetPort: port,
    random,
    schedule: () =>
      isCut && (isNightly || isCutAtDay) ? [{ kind: 'reset', atByte: random.between(1_800, 16_000) }] : [],
  })
  proxies.push(proxy)
  return proxy.url
}

beforeAll(async () => {
  relay = createRelay({ logger: createRunLogger() })
  const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
  const startHops = async (isCutAtDay: boolean) => ({
    dapp: await startHop(port, isCutAtDay),
    wallet: await startHop(port, isCutAtDay),
  })
  ours = startOurs(await startHops(true))
  // Later versions are still for some 20 seconds after a cut of their own: that is for the night.
  const start = async (version: (typeof versions)[number]) =>
    official.set(version, await startOfficial(packages[version], await startHops(version === '2.11.3')))
  await Promise.all(versions.map(start))
})

afterAll(async () => {
  const outside = [...official.values()].flatMap((party) => party.outsideHosts())
  await Promise.all([ours, ...official.values()].map((party) => party.stop()))
  await Promise.all(proxies.map((proxy) => proxy.stop()))
  await relay.stop()
  expect(outside).toEqual([])
})

function partyOf(version: string): Party {
  const party = official.get(version)
  if (party === undefined) throw new Error(`sign-client ${version} did not start.`)
  return party
}

/** Settled on both sides, in the same session. */
async function settle(dapp: Dapp, wallet: Wallet): Promise<string> {
  const { pairingUri, settled } = await dapp.propose()
  const [topic, theirs] = await Promise.all([settled, wallet.approve(pairingUri)])
  expect(theirs).toBe(topic)
  return String(topic)
}

/** A whole link: settled, signed, ended. One after the other: an older dapp takes any session for the one it waits for. */
async function linkOften(dapp: Dapp, wallet: Wallet, count = links): Promise<number> {
  let linked = 0
  for (let link = 0; link < count; link += 1) {
    const topic = await settle(dapp, wallet)
    expect(await dapp.ask(topic)).toBe('0xabcd')
    await dapp.disconnect(topic)
    linked += 1
  }
  return linked
}

describe('F-L21: with nothing in the way', () => {
  test.concurrent.each(versions)(
    `F-L21: the dapp of sign-client %s settles ${links} of ${links} links with our wallet, and ${ownLinks} with its own`,
    async (version) => {
      const { dapp, wallet } = partyOf(version)
      expect(await linkOften(dapp, ours.wallet)).toBe(links)
      expect(await linkOften(dapp, wallet, ownLinks)).toBe(ownLinks)
    },
    timeout,
  )

  test.concurrent.each(versions)(
    `F-L21: our dapp settles ${links} of ${links} links with the wallet of sign-client %s`,
    async (version) => {
      expect(await linkOften(ours.dapp, partyOf(version).wallet)).toBe(links)
    },
    timeout,
  )

  test('F-L21: our dapp settles with our wallet', async () => {
    expect(await linkOften(ours.dapp, ours.wallet)).toBe(links)
  })
})

describe('F-L21: while sockets are cut', () => {
  beforeAll(() => {
    console.log(`F-L21: seed ${seed} (HAWSER_SEED=${seed} repeats its cuts)`)
    isCut = true
    for (const proxy of proxies) proxy.cut()
  })

  /** How long each settled link took, and what the others ended in. `ourSide` is the side that must say why by a code. */
  async function settleOften(dapp: Dapp, wallet: Wallet, ourSide: 0 | 1) {
    const settledMs: number[] = []
    const failures: string[] = []
    const uncoded: unknown[] = []
    for (let link = 0; link < cutLinks; link += 1) {
      const startedAt = performance.now()
      const { pairingUri, settled } = await dapp.propose()
      const outcomes = await patiently(Promise.allSettled([settled, wallet.approve(pairingUri)]))
      if (outcomes.every(({ status }) => status === 'fulfilled')) settledMs.push(performance.now() - startedAt)
      outcomes.forEach((outcome, side) => {
        if (outcome.status === 'fulfilled') return
        failures.push(String(outcome.reason))
        if (side === ourSide && !(outcome.reason instanceof BaseError)) uncoded.push(outcome.reason)
      })
    }
    settledMs.sort((a, b) => a - b)
    const at = (share: number) => Math.round(settledMs[Math.floor(settledMs.length * share)] ?? Number.NaN)
    return { settled: settledMs.length, failures, uncoded, text: `median ${at(0.5)} ms, p95 ${at(0.95)} ms` }
  }

  function patiently<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const impatience = setTimeout(
        () => reject(new Error(`A link ended in nothing for ${patienceMs} ms.`)),
        patienceMs,
      )
      promise.then(resolve, reject).finally(() => clearTimeout(impatience))
    })
  }

  const cuts = () => proxies.reduce((sum, { fired }) => sum + (fired.get('reset') ?? 0), 0)

  const pairs = versions.flatMap((version) => [
    { version, ourSide: 1, title: `the dapp of sign-client ${version} and our wallet` } as const,
    { version, ourSide: 0, title: `our dapp and the wallet of sign-client ${version}` } as const,
  ])
  test.concurrent.each(pairs)(
    `F-L21: of ${cutLinks} links between $title 99 in 100 settle, and the others end in a code`,
    async ({ version, ourSide, title }) => {
      const theirs = partyOf(version)
      const { settled, failures, uncoded, text } = await (ourSide === 1
        ? settleOften(theirs.dapp, ours.wallet, ourSide)
        : settleOften(ours.dapp, theirs.wallet, ourSide))
      console.log(`F-L21: ${title}: ${settled} of ${cutLinks} settled, ${text}; ${failures.join(' · ')}`)
      expect(uncoded).toEqual([])
      expect(settled, failures.join()).toBeGreaterThanOrEqual(Math.ceil(cutLinks * 0.99))
    },
    timeout,
  )

  test('F-L21: sockets were cut', () => {
    console.log(`F-L21: ${cuts()} cuts`)
    expect(cuts()).toBeGreaterThanOrEqual(cutLinks)
  })
})
