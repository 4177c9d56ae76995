import { createSignClient, grantNamespaces, type SessionRequest, type SignClient } from '@hawser/sign'
import type { ChainId, Reason } from '@hawser/wire'
import { WebSocket } from 'ws'

/** What a page asks a wallet. */
export type Asked = { readonly method: string; readonly params?: unknown }
type Answer = { readonly result: unknown } | { readonly error: Reason }

/** Has anvil sign and send with its own account, and hands on what it answers, errors as they are. */
export async function askAnvil(url: string, asked: Asked): Promise<Answer> {
  if (asked.method === 'eth_sendTransaction') {
    // anvil sends what is bound to fail as well; wallets try it out first.
    const tried = await call(url, { ...asked, method: 'eth_estimateGas' })
    if ('error' in tried) return tried
  }
  return call(url, asked)
}

async function call(url: string, { method, params = [] }: Asked): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return response.json()
}

/** `0x7a69` as `eip155:31337`, out of the params of a request to switch or add. */
export function chainIn(params: unknown): ChainId {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  const hex = typeof first === 'object' && first !== null ? Reflect.get(first, 'chainId') : undefined
  return `eip155:${Number(hex)}`
}

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
