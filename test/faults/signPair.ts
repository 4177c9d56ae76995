import { randomBytes } from 'node:crypto'
import { createSignClient } from '@hawser/sign'
import { parseRelayFrame } from '@hawser/wire'
import { WebSocket } from 'ws'
import { messageIdOf } from '../../packages/relay/src/mailboxes/mailbox.ts'
import type { Ledger } from './ledger.ts'

/**
 * A dapp and a wallet of `@hawser/sign` in a session. Their applications receive only messages that the client's deduplication
 * passes (P2).
 */
export type SignPair = {
  /** Sends the wallet a request. Resolves to true when the wallet answers. */
  ask(): Promise<boolean>
  stop(): Promise<void>
}

const address = '0x1111111111111111111111111111111111111111'
const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } as const
const granted = { eip155: { ...asked.eip155, accounts: [`eip155:1:${address}`] } } as const

/**
 * Resolves once the session is settled. Each new connection of a client goes to the next of its addresses.
 * @param options - `onPush` is called for every push to the wallet, before the wallet's client sees it
 */
export async function startSignPair(options: {
  readonly dappUrls: readonly string[]
  readonly walletUrls: readonly string[]
  readonly ledger: Ledger
  readonly onPush?: (isAgain: boolean) => void
}): Promise<SignPair> {
  const { dappUrls, walletUrls, ledger } = options
  const [dappId, walletId] = [nameOf('dapp'), nameOf('wallet')]
  const pushed = new Set<string>()
  let walletConnection = 0
  const walletSocket = (url: string) => {
    const socket = new WebSocket(url)
    walletConnection += 1
    const connection = walletConnection
    socket.on('message', (raw) => {
      const frame = parseRelayFrame(raw.toString())
      if (frame.kind !== 'delivery') return
      const { topic, message } = frame.delivery
      const id = messageIdOf(message)
      const isAgain = pushed.has(topic + id)
      pushed.add(topic + id)
      if (isAgain) ledger.write({ kind: 'again', id, clientId: walletId, topic, connection })
      options.onPush?.(isAgain)
    })
    return socket
  }
  const dapp = createClient('App', dappUrls, (url) => new WebSocket(url))
  const wallet = createClient('Wallet', walletUrls, walletSocket)
  const stop = async () => void (await Promise.all([dapp.stop(), wallet.stop()]))
  const proposed = await dapp.propose({ optionalNamespaces: asked })
  const proposal = await wallet.pair({ pairingUri: proposed.pairingUri })
  const { acknowledged } = await wallet.approve({ proposalId: proposal.id, namespaces: granted })
  const { topic } = await proposed.approval
  await acknowledged
  ledger.write({ kind: 'subscriber', clientId: walletId, topic })
  wallet.on('sessionRequest', ({ id: requestId, params }) => {
    const [id] = params as readonly [string]
    ledger.write({
      kind: 'delivered',
      id,
      clientId: walletId,
      topic,
      connection: walletConnection,
      at: performance.now(),
    })
    wallet.respond({ topic, requestId, response: { result: '0x' } }).catch(() => {})
  })

  let asks = 0
  return {
    async ask() {
      asks += 1
      const id = `request ${asks} of ${topic}`
      ledger.write({ kind: 'publish', id, clientId: dappId, topic, connection: 1, at: performance.now() })
      const request = { method: 'personal_sign', params: [id, address] }
      try {
        await dapp.request({ topic, chainId: 'eip155:1', request })
      } catch {
        return false
      }
      ledger.write({ kind: 'acked', id, tries: 1, connection: 1, at: performance.now() })
      return true
    },
    stop,
  }
}

function nameOf(role: string): string {
  return `${role} ${randomBytes(8).toString('hex')}`
}

function createClient(name: string, urls: readonly string[], connect: (url: string) => WebSocket) {
  let connections = 0
  return createSignClient({
    relayUrl: urls[0] ?? '',
    metadata: { name, description: '', url: 'https://app.example', icons: [] },
    createWebSocket(url) {
      const to = new URL(url)
      to.host = new URL(urls[connections % urls.length] ?? '').host
      connections += 1
      return connect(to.href)
    },
  })
}
