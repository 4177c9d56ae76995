import { join } from 'node:path'
import { createDemoWallet, type DemoWallet } from '@hawser/app-wallet/headless'
import { createLinker, type Linker, type RelayLinkerOptions } from '@hawser/core'
import { createLink, openSqliteLinkStore } from '@hawser/link'
import { createRelay } from '@hawser/relay'
import { createRunLogger } from '@hawser/test-kit/createRunLogger'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { type Groups, mergeGroups } from '@hawser/test-kit/mergeGroups'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { untilScreen, untilState } from '@hawser/test-kit/untilState'
import { onTestFinished } from 'vitest'
import { unlimited } from '../../packages/link/src/options/unlimited.fixture.ts'

const hostUrl = 'https://app.example'

type Part = 'page' | 'wallet' | 'relay' | 'backend'

/**
 * Opens a relay, a link API over a SQLite file, wallets and pages in this process, until the test ends. Each part can have its
 * own clock.
 */
export async function openHouse(clocks: Partial<Readonly<Record<Part, () => number>>> = {}) {
  const folder = temporaryFolder()
  const relay = createRelay({ logger: createRunLogger(), ...(clocks.relay && { now: clocks.relay }) })
  const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
  const relayUrl = `ws://127.0.0.1:${port}`
  const store = await openSqliteLinkStore({ file: join(folder, 'link.sqlite') })
  const link = createLink({
    store,
    rateLimits: unlimited,
    domain: 'app.example',
    uri: `${hostUrl}/`,
    hostUser: async () => ({ id: 'visitor', label: 'visitor' }),
    allowedOrigins: [hostUrl],
    ...(clocks.backend && { now: clocks.backend }),
  })
  onTestFinished(async () => {
    await relay.stop()
    await store.stop()
  })
  const fetchInProcess: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const headers = new Headers(request.headers)
    headers.set('origin', hostUrl)
    const url = new URL(new URL(request.url).pathname.replace(/^\/link/, ''), hostUrl)
    const body = request.method === 'POST' ? await request.text() : null
    return link.fetch(new Request(url, { method: request.method, headers, body }))
  }
  return {
    port,
    link,
    store,
    /** The network of a page: the link API answers in this process. */
    fetch: fetchInProcess,
    openWallet(): DemoWallet {
      const wallet = createDemoWallet({
        relayUrl,
        url: 'https://wallet.example',
        createWebSocket,
        guardMs: 0,
        ...(clocks.wallet && { now: clocks.wallet }),
      })
      onTestFinished(() => wallet.stop())
      return wallet
    },
    /** Opens a page whose code has loaded, as after an idle time. */
    async openLinker(more: Groups<RelayLinkerOptions> = {}): Promise<Linker> {
      const linker = createLinker(
        mergeGroups<RelayLinkerOptions>(
          {
            relay: { url: relayUrl },
            link: { url: `${hostUrl}/link` },
            metadata: { name: 'Our App', description: '', url: hostUrl, icons: [] },
            chains: ['eip155:1'],
            world: {
              platform: { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false },
              fetch: fetchInProcess,
              createWebSocket,
              ...(clocks.page && { now: clocks.page }),
            },
          },
          more,
        ),
      )
      onTestFinished(() => linker.stop())
      await linker.preload()
      return linker
    },
  }
}

/** Opens the modal; resolves when the relay has stored the proposal behind its code. */
export async function openCode(linker: Linker): Promise<void> {
  linker.open()
  await untilState(linker, ({ relay }) => relay === 'acknowledged')
}

/** Gives the wallet the code on screen. */
export async function scan(linker: Linker, wallet: DemoWallet): Promise<void> {
  await untilScreen(wallet, 'home')
  wallet.send({ type: 'linkGiven', text: linker.getState().pairingUri ?? '' })
  await untilState(wallet, ({ screen }) => screen.status === 'proposal' || screen.status === 'signIn')
}

/** Lets the wallet sign. Where approval is a separate question, the wallet approves first. */
export async function answer(wallet: DemoWallet): Promise<void> {
  if (wallet.getState().screen.status === 'proposal') {
    wallet.send({ type: 'acceptChosen' })
    await untilScreen(wallet, 'request')
  }
  wallet.send({ type: 'acceptChosen' })
}

export const isLinked = ({ flow }: ReturnType<Linker['getState']>): boolean => flow.status === 'linked'
