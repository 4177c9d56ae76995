import { createSignClient, type SignClientOptions } from '@hawser/sign'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { expect, onTestFinished } from 'vitest'
import { startPeer } from './startPeer.ts'

/** A dapp on any client. */
export type Dapp = {
  /** `settled` resolves to the session's topic. */
  propose(): Promise<{ readonly pairingUri: string; readonly settled: Promise<unknown> }>
  /** Requests a signature from the wallet. */
  ask(topic: string): Promise<unknown>
  disconnect(topic: string): Promise<unknown>
}

/** A wallet on any client. The wallet answers every request with `0xabcd`. */
export type Wallet = {
  /** Opens a link, approves the proposal, and resolves to the session's topic once the dapp has confirmed. */
  approve(pairingUri: string): Promise<unknown>
}

/** Both roles of one implementation. */
export type Party = {
  readonly dapp: Dapp
  readonly wallet: Wallet
  /** The hosts outside loopback that the party tried to reach. */
  outsideHosts(): readonly unknown[]
  stop(): Promise<void>
}

export type RelayUrls = { readonly dapp: string; readonly wallet: string }

const address = '0x1111111111111111111111111111111111111111'
const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] } } as const
const granted = { eip155: { ...asked.eip155, accounts: [`eip155:1:${address}`] } } as const
const chainId = 'eip155:1'
const request = { method: 'personal_sign', params: ['0x68656c6c6f', address] }

/** Starts a version of sign-client in its own process. */
export async function startOfficial(packageName: string, urls: RelayUrls): Promise<Party> {
  const peer = await startPeer('./versionPeer.ts', {
    PACKAGE: packageName,
    // Older versions add more listeners than Node allows without a warning.
    NODE_NO_WARNINGS: '1',
    DAPP_RELAY_URL: urls.dapp,
    WALLET_RELAY_URL: urls.wallet,
  })
  return {
    dapp: {
      async propose() {
        const uri = String(await peer.call('propose', { namespaces: asked }))
        return { pairingUri: uri, settled: peer.call('settled', { uri }) }
      },
      ask: (topic) => peer.call('request', { topic, chainId, request }),
      disconnect: (topic) => peer.call('disconnect', { topic }),
    },
    wallet: { approve: (uri) => peer.call('approve', { uri, namespaces: granted }) },
    outsideHosts: peer.outsideHosts,
    stop: peer.stop,
  }
}

/** Starts our client in both roles, in this process. */
export function startOurs(urls: RelayUrls, more: Partial<SignClientOptions> = {}): Party {
  const [dapp, wallet] = (['dapp', 'wallet'] as const).map((role) =>
    createSignClient({
      relayUrl: urls[role],
      metadata: { name: `Our ${role}`, description: '', url: 'https://app.example', icons: [] },
      createWebSocket,
      ...more,
    }),
  )
  if (dapp === undefined || wallet === undefined) throw new Error('There are two roles.')
  wallet.on('sessionRequest', ({ id, topic }) => {
    wallet.respond({ topic, requestId: id, response: { result: '0xabcd' } }).catch(() => {})
  })
  return {
    dapp: {
      async propose() {
        const { pairingUri, approval } = await dapp.propose({ optionalNamespaces: asked })
        return { pairingUri, settled: approval.then(({ topic }) => topic) }
      },
      ask: (topic) => dapp.request({ topic, chainId, request }),
      disconnect: (topic) => dapp.disconnect({ topic }),
    },
    wallet: {
      async approve(pairingUri) {
        const proposal = await wallet.pair({ pairingUri })
        const { session, acknowledged } = await wallet.approve({ proposalId: proposal.id, namespaces: granted })
        await acknowledged
        return session.topic
      },
    },
    outsideHosts: () => [],
    stop: async () => void (await Promise.all([dapp.stop(), wallet.stop()])),
  }
}

/** Stops a party or peer at the end of its test, and checks that it tried to reach no outside host. */
export function stopAtEnd<P extends Pick<Party, 'outsideHosts' | 'stop'>>(party: P): P {
  onTestFinished(async () => {
    const outside = party.outsideHosts()
    await party.stop()
    expect(outside).toEqual([])
  })
  return party
}

/** Runs a whole link: proposal, approval, a signature and the disconnect. */
export async function link(dapp: Dapp, wallet: Wallet): Promise<void> {
  const { pairingUri, settled } = await dapp.propose()
  const [topic, walletTopic] = await Promise.all([settled, wallet.approve(pairingUri)])
  expect(walletTopic).toBe(topic)
  expect(await dapp.ask(String(topic))).toBe('0xabcd')
  await dapp.disconnect(String(topic))
}
