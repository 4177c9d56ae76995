import { createSignClient, grantNamespaces, type SessionRequest, type SignClient } from '@hawser/sign'
import type { ChainId } from '@hawser/wire'
import { WebSocket } from 'ws'
import { type Answer, type Asked, askAnvil, chainIn } from './askAnvil.ts'

/** A wallet over our own client that says yes to all it is asked; anvil holds its key. */
export type AnvilWallet = {
  readonly client: SignClient
  readonly asked: readonly Asked[]
  /** Opens a pairing link and grants `chains` of what is proposed there. */
  open(pairingUri: string): Promise<void>
  /** The next request is declined. */
  declineNext(): void
  /** Ends every session. */
  end(): Promise<void>
  stop(): Promise<void>
}

export function createAnvilWallet(options: {
  readonly relayUrl: string
  readonly anvilUrl: string
  readonly address: string
  readonly chains: readonly ChainId[]
}): AnvilWallet {
  const asked: Asked[] = []
  const chains = [...options.chains]
  let isDeclining = false
  const client = createSignClient({
    relayUrl: options.relayUrl,
    metadata: { name: 'Anvil Wallet', description: '', url: 'https://wallet.example', icons: [] },
    createWebSocket: (url) => new WebSocket(url) as unknown as globalThis.WebSocket,
  })

  const accountOn = (chain: ChainId) => `${chain}:${options.address}` as const

  async function answer({ topic, method, params }: SessionRequest): Promise<Answer> {
    asked.push({ method, params })
    if (isDeclining) {
      isDeclining = false
      return { error: { code: 5000, message: 'User rejected.' } }
    }
    const chain = chainIn(params)
    if (method === 'wallet_switchEthereumChain') {
      return chains.includes(chain) ? { result: null } : { error: { code: 4902, message: 'Unrecognized chain.' } }
    }
    if (method === 'wallet_addEthereumChain') {
      chains.push(chain)
      const { eip155 } = client.sessions().find((session) => session.topic === topic)?.namespaces ?? {}
      if (eip155 === undefined) return { error: { code: 4900, message: 'No session.' } }
      const accounts = chains.map(accountOn)
      await client.update({ topic, namespaces: { eip155: { ...eip155, chains, accounts } } })
      return { result: null }
    }
    return askAnvil(options.anvilUrl, { method, params })
  }

  client.on('sessionRequest', async (request) => {
    const response = await answer(request)
    await client.respond({ topic: request.topic, requestId: request.id, response })
  })

  return {
    client,
    asked,
    async open(pairingUri) {
      const proposal = await client.pair({ pairingUri })
      const { methods = [], events = [] } = proposal.optionalNamespaces.eip155 ?? {}
      const supported = { eip155: { chains, methods, events, accounts: chains.map(accountOn) } }
      const namespaces = grantNamespaces({ proposal, supported })
      await client.approve({ proposalId: proposal.id, namespaces })
    },
    declineNext() {
      isDeclining = true
    },
    async end() {
      await Promise.all(client.sessions().map(({ topic }) => client.disconnect({ topic })))
    },
    stop: () => client.stop(),
  }
}
