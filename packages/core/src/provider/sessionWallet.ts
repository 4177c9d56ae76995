import type { DappClient, Session } from '@hawser/sign'
import { accountsOf, asInteger, type ChainId } from '@hawser/wire'
import { ChainUnrecognizedError } from '../errors.ts'
import type { ConnectedWallet, WalletListener } from './connectedWallet.ts'
import { addressesOf, type ProviderRequest, parseChainHex } from './providerRequest.ts'
import { rpcCodes, toProviderRpcError } from './providerRpcError.ts'
import { createWalletListeners } from './walletListeners.ts'

export type SessionWalletOptions = {
  readonly client: DappClient
  readonly session: Session
  /** In the order of preference: the first that the session grants is the one to be on. */
  readonly chains: readonly ChainId[]
  readonly signal: AbortSignal
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  /** Brings the wallet of a session to the front, where it is on this device. */
  readonly openWallet?: ((session: Session) => void) | undefined
}

// A wallet says yes first and updates its session then: two messages through a mailbox.
const updateMs = 10_000

/** Whether a session has an account of Ethereum's kind. */
export function hasAccounts(session: Session): boolean {
  return accountsOf(session.namespaces).some((account) => account.startsWith('eip155:'))
}

/** A wallet over a live session. The chain is chosen here, among those the session grants. */
export function createSessionWallet(options: SessionWalletOptions): ConnectedWallet {
  const { client, signal, setTimer } = options
  const { topic } = options.session
  const listeners = createWalletListeners(() => {
    for (const undo of undos) undo()
  })
  let { session } = options
  let chainId = firstChain()
  /** What the wallet put first, in lower case. */
  let chosen: readonly string[] = []

  function addressesOn(chain: ChainId): readonly string[] {
    const own = accountsOf(session.namespaces).filter((account) => account.startsWith(`${chain}:`))
    return addressesOf(own.map((account) => account.slice(chain.length + 1))) ?? []
  }

  function firstChain(): ChainId {
    const granted = options.chains.find((chain) => addressesOn(chain).length > 0)
    if (granted !== undefined) return granted
    const account = accountsOf(session.namespaces).find((each) => each.startsWith('eip155:'))
    const [namespace = 'eip155', reference = '1'] = account?.split(':') ?? []
    return `${namespace}:${reference}`
  }

  function moveTo(chain: ChainId): void {
    chainId = chain
    listeners.tell()
  }

  function onEvent({ name, data }: { readonly name: string; readonly data: unknown }): void {
    if (name === 'chainChanged') {
      const chain = chainOfEvent(data)
      // A wallet that means another chain has to grant it first.
      if (chain !== undefined && addressesOn(chain).length > 0) moveTo(chain)
    }
    if (name === 'accountsChanged' && Array.isArray(data)) {
      const addresses = data.map((item) => (typeof item === 'string' ? item.slice(item.lastIndexOf(':') + 1) : item))
      chosen = (addressesOf(addresses) ?? []).map((address) => address.toLowerCase())
      listeners.tell()
    }
  }

  const undos = [
    client.on('sessionUpdated', (updated) => {
      if (updated.topic !== topic) return
      session = updated
      if (addressesOn(chainId).length === 0) chainId = firstChain()
      listeners.tell()
    }),
    client.on('sessionEvent', (event) => event.topic === topic && onEvent(event.event)),
    client.on('sessionDeleted', (deleted) => deleted.topic === topic && listeners.end()),
    client.on('sessionExpired', (expired) => expired.topic === topic && listeners.end()),
  ]

  async function ask({ method, params = [] }: ProviderRequest): Promise<unknown> {
    const answer = client.request({ topic, chainId, request: { method, params }, signal })
    // The next task: what was refused here needs no wallet, and what was not has left the page, whose visitor's tap still counts.
    const stay = setTimer(() => options.openWallet?.(session), 0)
    try {
      return await answer
    } finally {
      stay()
    }
  }

  /** Resolves to whether the session has come to grant a chain. */
  function granted(chain: ChainId): Promise<boolean> {
    if (addressesOn(chain).length > 0) return Promise.resolve(true)
    return new Promise((resolve) => {
      const settle = (isGranted: boolean) => {
        listeners.remove(listener)
        cancelTimer()
        signal.removeEventListener('abort', listener.ended)
        resolve(isGranted)
      }
      const listener: WalletListener = {
        changed: () => addressesOn(chain).length > 0 && settle(true),
        ended: () => settle(false),
      }
      const cancelTimer = setTimer(listener.ended, updateMs)
      listeners.add(listener)
      signal.addEventListener('abort', listener.ended)
    })
  }

  return {
    chainId: () => chainId,
    accounts() {
      const all = addressesOn(chainId)
      const isChosen = (address: string) => chosen.includes(address.toLowerCase())
      const first = all.filter(isChosen)
      const order = (address: string) => chosen.indexOf(address.toLowerCase())
      return [...first.sort((a, b) => order(a) - order(b)), ...all.filter((address) => !isChosen(address))]
    },
    request: ask,
    async switchChain(request, chain) {
      if (addressesOn(chain).length === 0) {
        await ask(request).catch((error) => {
          throw isUnsupported(error) ? new ChainUnrecognizedError(`The wallet does not offer ${chain}.`) : error
        })
        if (!(await granted(chain))) throw new ChainUnrecognizedError(`The wallet did not grant ${chain}.`)
      }
      moveTo(chain)
    },
    async addChain(request, chain) {
      if (addressesOn(chain).length === 0) await ask(request)
    },
    listen: listeners.add,
    disconnect() {
      // It is gone here in any case. A wallet that cannot be told shows it until its user or its end removes it.
      client.disconnect({ topic }).catch(() => {})
      listeners.end()
    },
    release: listeners.release,
  }
}

/** Wallets send a number, its hex or its decimal text. */
function chainOfEvent(data: unknown): ChainId | undefined {
  const number = asInteger(data, 1, Number.MAX_SAFE_INTEGER)
  if (number !== undefined) return `eip155:${number}`
  return typeof data === 'string' && /^[1-9][0-9]{0,15}$/.test(data) ? `eip155:${data}` : parseChainHex(data)
}

/** Whether the wallet has no such method, whoever says so. */
function isUnsupported(error: unknown): boolean {
  const { code } = toProviderRpcError(error)
  return code === rpcCodes.unsupportedMethod || code === rpcCodes.chainDisconnected || code === -32601
}
