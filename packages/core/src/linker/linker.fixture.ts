import type { Session } from '@hawser/sign'
import { formatListing, type Listing } from '@hawser/wire'
import { onTestFinished } from 'vitest'
import type { ConnectedAccount, PairingConnector } from '../connectors/pairingConnector.ts'
import type { Platform } from '../platform/platform.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { withImages } from '../registry/images.fixture.ts'
import type { LinkToOpen } from '../wallets/deepLink.ts'
import { createFlowLinker } from './createFlowLinker.ts'
import { createWalletOffer } from './offer/walletOffer.ts'
import type { LinkerSettings } from './options/settings.ts'

// Test support. The `.fixture.ts` ending keeps this file out of the build.

export const desktop: Platform = { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false }
export const android: Platform = { device: 'phone', isAndroid: true, isIos: false, isTelegram: false }

/** A socket that never opens. */
class SilentSocket extends EventTarget {
  readonly readyState = 0
  binaryType = 'arraybuffer'
  send(): void {}
  close(): void {}
}

/** Creates a linker whose relay is silent and whose registry answers from `listings`. */
export async function start(
  more: Partial<LinkerSettings> & {
    readonly listings?: readonly Listing[]
    readonly timers?: ReturnType<typeof createTimers>
  } = {},
) {
  const opened: LinkToOpen[] = []
  const copied: string[] = []
  const sockets: string[] = []
  const urls: URL[] = []
  const { listings = [], timers = createTimers(), ...options } = more
  const answer: typeof fetch = async (input) => {
    const url = new URL(String(input))
    urls.push(url)
    const page = Number(url.searchParams.get('page'))
    const entries = Number(url.searchParams.get('entries'))
    const search = url.searchParams.get('search') ?? ''
    const excluded = (url.searchParams.get('excludedIds') ?? '').split(',')
    const found = listings.filter(({ id, name }) => name.includes(search) && !excluded.includes(id))
    const slice = found.slice((page - 1) * entries, page * entries)
    return Response.json({ listings: slice.map(formatListing), total: found.length, page })
  }
  const flowOptions: LinkerSettings = {
    fetch: withImages(answer),
    relayUrl: 'wss://relay.example',
    // The specification's views and lists assume a relay that every wallet listens on.
    relayReach: 'network',
    metadata: { name: 'Our App', description: '', url: 'https://app.example', icons: [] },
    chains: ['eip155:1'],
    platform: desktop,
    now: timers.now,
    setTimer: timers.setTimer,
    createWebSocket: (url) => {
      sockets.push(url)
      return new SilentSocket() as unknown as WebSocket
    },
    openLink: (link) => opened.push(link),
    copyText: async (text) => void copied.push(text),
    ...options,
  }
  const linker = await createFlowLinker(flowOptions, { createCatalog: createWalletOffer })
  onTestFinished(() => linker.stop())
  return { linker, timers, opened, copied, sockets, urls }
}

export type ScriptedPairing = {
  readonly pairingTopic: string
  readonly pairingUri: string
  isCancelled: boolean
  readonly approve: (connected: ConnectedAccount) => void
  readonly reject: (error: Error) => void
}

/** Creates a connector whose pairings the test answers. Each pairing is published at once and lives five minutes. */
export function createScriptedConnector(timers: { now: () => number }, renews = true) {
  const pairings: ScriptedPairing[] = []
  const ended: string[] = []
  const connector: PairingConnector = {
    renews,
    propose() {
      const pairingTopic = `topic-${pairings.length + 1}`
      const pairingUri = `wc:${pairingTopic}@2`
      let approve: (connected: ConnectedAccount) => void = () => {}
      let reject: (error: Error) => void = () => {}
      const approval = new Promise<ConnectedAccount>((resolve, refuse) => {
        approve = resolve
        reject = refuse
      })
      const pairing: ScriptedPairing = { pairingTopic, pairingUri, isCancelled: false, approve, reject }
      pairings.push(pairing)
      return {
        pairingTopic,
        pairingUri,
        expiresAt: timers.now() + 300_000,
        published: Promise.resolve(),
        approval,
        cancel() {
          pairing.isCancelled = true
        },
      }
    },
    signMessage: () => Promise.reject(new Error('not asked in these tests')),
    endSession: (topic) => void ended.push(topic),
    stop() {},
  }
  return { connector, pairings, ended }
}

/** Returns a session as a connector delivers it. */
export function sessionOf(pairingTopic: string, name = 'Wallet'): Session {
  const peer = { publicKey: '', metadata: { name, description: '', url: '', icons: [] } }
  return {
    topic: `session-of-${pairingTopic}`,
    pairingTopic,
    peer,
    self: peer,
    role: 'dapp',
    controller: '',
    namespaces: {},
    requiredNamespaces: {},
    optionalNamespaces: {},
    expiresAt: 1,
    acknowledged: true,
  }
}
