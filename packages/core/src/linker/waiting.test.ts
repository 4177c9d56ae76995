import { beforeAll, expect, test } from 'vitest'
import { createTimers } from '../platform/timers.fixture.ts'
import { createScriptedConnector, desktop, sessionOf, start } from './linker.fixture.ts'
import type { LinkerState } from './state.ts'

// T-66: every wait of the visitor for a machine ends with a named error or a result within 15 s, even if every server is silent
// and ignores cancellation.

// These clocks stop while code that is fetched on first use loads in real time, so it is loaded first.
beforeAll(async () => {
  await Promise.all([
    import('../wallets/explorer/explorer.ts'),
    import('../platform/fetchJson.ts'),
    import('../proof/linkedWallets.ts'),
    import('../proof/proofParts.ts'),
  ])
})

const boundMs = 15_000
const never = () => new Promise<never>(() => {})

/** Creates a linker that receives no answers. */
function startInSilence(more: Parameters<typeof start>[0] = {}) {
  return start({
    registryUrl: 'https://registry.example',
    linkUrl: 'https://app.example/link',
    fetch: never,
    ...more,
  })
}

const isRelayWaiting = ({ relay, flow }: LinkerState) =>
  (flow.status === 'choosing' || flow.status === 'connecting') && (relay === 'waiting' || relay === 'slow')

const waits: readonly {
  readonly name: string
  readonly begin: (house: Awaited<ReturnType<typeof startInSilence>>) => void | Promise<void>
  readonly isWaiting: (state: LinkerState) => boolean
  readonly end: (state: LinkerState) => unknown
  readonly more?: Parameters<typeof start>[0]
}[] = [
  {
    name: 'the relay to take the code',
    begin: ({ linker }) => linker.send({ type: 'opened' }),
    isWaiting: isRelayWaiting,
    end: ({ flow }) =>
      flow.status === 'failed' && flow.error.kind === 'relayUnreachable' && flow.retry.step === 'pairing',
  },
  {
    name: 'the relay, with a wallet already chosen',
    begin({ linker }) {
      linker.send({ type: 'opened' })
      const [entry] = linker.getState().wallets.shown
      if (entry !== undefined) linker.send({ type: 'walletChosen', listing: entry.listing })
    },
    isWaiting: isRelayWaiting,
    end: ({ flow }) => flow.status === 'failed' && flow.error.kind === 'relayUnreachable',
  },
  {
    name: 'the list of wallets',
    begin({ linker }) {
      linker.send({ type: 'opened' })
      linker.send({ type: 'viewShown', view: { name: 'WalletExplorer' } })
    },
    isWaiting: ({ explorer }) => explorer.status === 'loading',
    // The built-in wallets stay in the list.
    end: ({ explorer }) => explorer.entries.length > 0 && explorer.status !== 'idle',
  },
  {
    name: 'the results of a search',
    async begin({ linker, timers }) {
      linker.send({ type: 'opened' })
      linker.send({ type: 'viewShown', view: { name: 'WalletExplorer' } })
      linker.send({ type: 'searched', text: 'rainbow' })
      await timers.advance(501)
    },
    isWaiting: ({ explorer }) => explorer.status === 'loading',
    end: ({ explorer }) => explorer.entries.some(({ listing }) => listing.name === 'Rainbow'),
  },
  {
    name: 'the list of linked wallets',
    begin: ({ linker }) => linker.send({ type: 'linkedWalletsWanted' }),
    isWaiting: ({ linkedWallets }) => linkedWallets.status === 'loading',
    end: ({ linkedWallets }) => linkedWallets.status === 'failed' && linkedWallets.error?.code !== undefined,
  },
  {
    name: 'a wallet’s own scheme to open something',
    begin({ linker }) {
      linker.send({ type: 'opened' })
      const [entry] = linker.getState().wallets.shown
      if (entry !== undefined) linker.send({ type: 'walletChosen', listing: entry.listing })
    },
    isWaiting: ({ appSwitch }) => appSwitch === 'opening',
    end: ({ appSwitch }) => appSwitch === 'stayed' || appSwitch === 'idle',
    more: { platform: { ...desktop, device: 'phone', isIos: true } },
  },
]

test.each(waits)('T-66 the wait for $name ends within 15 s', async ({ begin, isWaiting, end, more }) => {
  const house = await startInSilence(more)
  await begin(house)
  await expect.poll(() => isWaiting(house.linker.getState())).toBe(true)
  await expect.poll(house.timers.open).toBeGreaterThan(0)
  let waitedMs = 0
  while (isWaiting(house.linker.getState()) && waitedMs <= boundMs) {
    await house.timers.advance(100)
    waitedMs += 100
  }
  expect(waitedMs).toBeLessThanOrEqual(boundMs)
  expect(end(house.linker.getState())).toBe(true)
})

test('T-66 the wait for the text to sign ends within 15 s, with Retry', async () => {
  const timers = createTimers()
  const { connector, pairings } = createScriptedConnector(timers)
  const asked: string[] = []
  const fetch = (input: RequestInfo | URL) => {
    asked.push(String(input))
    return never()
  }
  const { linker } = await startInSilence({ timers, connector, fetch })
  linker.send({ type: 'opened' })
  await timers.settle()
  pairings[0]?.approve({
    session: sessionOf('topic-1'),
    accountId: 'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb',
  })
  await timers.settle()
  await expect.poll(() => asked.some((url) => url.endsWith('/challenges'))).toBe(true)
  expect(linker.getState().flow).toMatchObject({ status: 'proving', step: 'challenge' })
  await timers.advance(boundMs)
  expect(linker.getState().flow).toMatchObject({ status: 'failed', retry: { step: 'proof' } })
})

test('T-66 the wait for the check of a signature ends within 15 s, with Retry', async () => {
  const timers = createTimers()
  const { connector, pairings } = createScriptedConnector(timers)
  const { linker } = await startInSilence({
    timers,
    connector: { ...connector, signMessage: async () => `0x${'11'.repeat(65)}` },
    fetch: async (input) =>
      String(input).endsWith('/challenges')
        ? Response.json(
            { challengeId: 'a'.repeat(22), message: 'Sign this', expiresAt: timers.now() + 300_000 },
            { status: 201 },
          )
        : never(),
  })
  linker.send({ type: 'opened' })
  await timers.settle()
  pairings[0]?.approve({
    session: sessionOf('topic-1'),
    accountId: 'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb',
  })
  await timers.advance(10)
  expect(linker.getState().flow).toMatchObject({ status: 'proving', step: 'checking' })
  await timers.advance(boundMs)
  expect(linker.getState().flow).toMatchObject({ status: 'failed' })
})
