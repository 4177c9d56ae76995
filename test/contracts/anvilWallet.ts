import type { SessionRequest } from '@hawser/sign'
import { createTestWallet } from '@hawser/sign/testing'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import type { ChainId, Reason } from '@hawser/wire'
import { type Answer, type Asked, askAnvil, chainIn } from './askAnvil.ts'

/** A wallet over our own client that approves every request. anvil has its key. */
export type AnvilWallet = {
  readonly asked: readonly Asked[]
  /** Opens a pairing link, and grants the parts of the proposal that the wallet supports. */
  open(pairingUri: string): Promise<void>
  declineNext(): void
  end(): Promise<void>
  stop(): Promise<void>
}

/** Creates a wallet with one account, on `chains` and on the chains that it is asked to add. */
export function createAnvilWallet(options: {
  readonly relayUrl: string
  readonly anvilUrl: string
  readonly address: string
  readonly chains: readonly ChainId[]
}): AnvilWallet {
  const chains = [...options.chains]
  let isDeclining = false
  const accounts = () => chains.map((chain) => `${chain}:${options.address}` as const)
  const methods = [
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
  ]
  const rights = { methods, events: ['accountsChanged', 'chainChanged'] }
  const wallet = createTestWallet({
    relayUrl: options.relayUrl,
    createWebSocket,
    supported: { eip155: { ...rights, chains, accounts: accounts() } },
    onRequest: async (request) => {
      const answer = await answerTo(request)
      if ('error' in answer) throw new Refusal(answer.error)
      return answer.result
    },
  })

  async function answerTo({ method, params }: SessionRequest): Promise<Answer> {
    if (isDeclining) {
      isDeclining = false
      return { error: { code: 5000, message: 'User rejected.' } }
    }
    const chain = chainIn(params)
    if (method === 'wallet_switchEthereumChain') {
      return chains.includes(chain) ? { result: null } : { error: { code: 4902, message: 'Unrecognized chain.' } }
    }
    if (method !== 'wallet_addEthereumChain') return askAnvil(options.anvilUrl, { method, params })
    chains.push(chain)
    await wallet.update({ eip155: { ...rights, chains, accounts: accounts() } })
    return { result: null }
  }

  return {
    asked: wallet.requests,
    async open(pairingUri) {
      await wallet.open(pairingUri)
    },
    declineNext() {
      isDeclining = true
    },
    end: () => wallet.end(),
    stop: wallet.stop,
  }
}

/** An error that the test wallet answers unchanged. */
class Refusal extends Error {
  readonly code: number
  readonly data: unknown

  constructor({ code, message, data }: Reason) {
    super(message)
    this.code = code
    this.data = data
  }
}
