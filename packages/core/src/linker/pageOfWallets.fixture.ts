import { untilFlow } from '@hawser/test-kit/untilState'
import type { ChainId } from '@hawser/wire'
import { createTimers } from '../platform/timers.fixture.ts'
import { createScriptedConnector, start } from './linker.fixture.ts'
import type { LinkerSettings } from './options/settings.ts'

// Test support. The `.fixture.ts` ending keeps this file out of the build.

/** The text that the link API gives every wallet to sign, and its id. */
export const challenge = { challengeId: 'a'.repeat(24), message: 'Ahoy €' } as const

/** The text to sign with the approval, for any account of the wallet. */
const authentication = {
  domain: 'app.example',
  uri: 'https://app.example/',
  nonce: '0123456789abcdef',
  issuedAt: '2026-11-26T12:00:00.000Z',
  methods: [],
}

/** Creates a page with its own window for wallets, and a link API that accepts every proof. */
export function createPageOfWallets(
  scope: EventTarget,
  chains: readonly ChainId[],
  options: Partial<LinkerSettings> = {},
) {
  const timers = createTimers()
  const { connector } = createScriptedConnector(timers)
  const sent: object[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body: object = JSON.parse(String(init?.body))
    sent.push(body)
    const { challengeId, message } = challenge
    const expiresAt = timers.now() + 300_000
    const accountId = sent.map((each) => Reflect.get(each, 'accountId')).findLast((each) => each !== undefined)
    if (String(input).endsWith('/proofs'))
      return Response.json({ id: 'w1', accountId, walletName: 'W', linkedAt: 1 }, { status: 201 })
    if (!('chains' in body)) return Response.json({ challengeId, message, expiresAt }, { status: 201 })
    const request = { ...authentication, chains: body.chains }
    return Response.json({ challengeId, authentication: request, expiresAt }, { status: 201 })
  }

  /** Waits for code that is fetched on demand, and for its effects. */
  async function arrive(): Promise<void> {
    await Promise.all([
      import('../wallets/discovery/standardDiscovery.ts'),
      import('../wallets/discovery/bitcoinDiscovery.ts'),
      import('../connectors/page/loadPageConnector.ts'),
      import('../connectors/page/standardConnector.ts'),
      import('../connectors/page/bitcoinConnector.ts'),
      import('../connectors/foreign/refusal.ts'),
      import('../proof/proofParts.ts'),
    ])
    for (let turn = 0; turn < 4; turn += 1) await timers.settle()
  }

  async function open() {
    const page = await start({
      timers,
      extensionScope: scope,
      isFramed: () => false,
      connector,
      linkUrl: '/link',
      fetch,
      chains,
      ...options,
    })
    const { linker } = page
    linker.send({ type: 'opened' })
    await arrive()
    /** Chooses a wallet of the list, and waits for the result. */
    const choose = (name: string) => {
      const entry = linker.getState().wallets.shown.find(({ listing }) => listing.name === name)
      if (entry !== undefined) linker.send({ type: 'walletChosen', listing: entry.listing })
      return untilFlow(linker, 'linked', 'failed')
    }
    /** Returns the names of the wallets in the page. */
    const offered = () =>
      linker.getState().wallets.shown.flatMap(({ isInstalled, listing }) => (isInstalled ? [listing.name] : []))
    return { ...page, choose, offered }
  }

  return { timers, scope, sent, arrive, open }
}
