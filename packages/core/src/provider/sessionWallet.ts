import type { DappClient, Session } from '@hawser/sign'
import { type AccountId, accountsOf, type ChainId, namespacesOfChain, parseAccountId } from '@hawser/wire'
import { readAddresses, readChain } from '../connectors/foreign/spelling.ts'
import { ChainNotReachedError, ChainUnrecognizedError } from '../errors.ts'
import { ProviderRpcError, rpcCodes } from '../platform/providerRpcError.ts'
import type { ConnectedWallet } from './connectedWallet.ts'
import type { ProviderRequest } from './providerRequest.ts'
import { reachChain } from './reachChain.ts'
import { toProviderRpcError } from './toProviderRpcError.ts'
import { createWalletListeners } from './walletListeners.ts'

export type SessionWalletOptions = {
  readonly client: DappClient
  readonly session: Session
  /**
   * The page's chains, in order of preference. The first that the session grants becomes the chain, unless the session
   * has a stored choice.
   */
  readonly chains: readonly ChainId[]
  readonly signal: AbortSignal
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  /** How long a person may take to answer a request, in milliseconds. */
  readonly walletTimeoutMs: number
  /** Brings the wallet of a session to the front, if it is on this device. */
  readonly openWallet?: ((session: Session) => void) | undefined
}

// A wallet agrees first and then updates its session: two messages through a mailbox, with a slow wallet between them.
const switchPatienceMs = 30_000
// A wallet that has just added a chain is about to grant it: another request would prompt the visitor again.
const addPatienceMs = 3_000

/** Whether a session has an Ethereum account. */
export function hasAccounts(session: Session): boolean {
  return accountsOf(session.namespaces).some((account) => account.startsWith('eip155:'))
}

/** Creates a wallet over a live session. The chain is chosen here, among the chains that the session grants. */
export function createSessionWallet(options: SessionWalletOptions): ConnectedWallet {
  const { client, signal, setTimer } = options
  const { topic } = options.session
  const expirySeconds = options.walletTimeoutMs / 1000
  const listeners = createWalletListeners(() => {
    for (const undo of undos) undo()
  })
  let { session } = options
  let chainId = firstChain()
  /** The addresses that the wallet prefers, in lower case. */
  let chosen: readonly string[] = session.choice?.addresses ?? []
  /** The chain that the wallet has reported or agreed to, but not granted yet. */
  let awaited: ChainId | undefined
  /** Chains that the wallet has added at the page's request. */
  const added = new Set<ChainId>()

  /** Returns the accounts on a chain, as the wallet writes them: some wallets write the chain in hex or with leading zeros. */
  function accountsOn(chain: ChainId): readonly AccountId[] {
    return accountsOf(session.namespaces).filter((account) => readChain(account) === chain)
  }

  function firstChain(): ChainId {
    const wanted = session.choice === undefined ? options.chains : [session.choice.chainId, ...options.chains]
    const granted = wanted.find(isGranted)
    if (granted !== undefined) return granted
    return (
      accountsOf(session.namespaces)
        .map((account) => readChain(account))
        .find((chain) => chain !== undefined) ?? 'eip155:1'
    )
  }

  function isGranted(chain: ChainId): boolean {
    return accountsOn(chain).length > 0
  }

  /** Stores the choice with the session, where a reload finds it. */
  function keep(): void {
    try {
      client.choose({ topic, choice: { chainId, addresses: chosen } })
    } catch {
      // The session has ended, which its own event reports.
    }
  }

  function moveTo(chain: ChainId): void {
    awaited = undefined
    if (chain !== chainId) {
      chainId = chain
      keep()
    }
    listeners.tell()
  }

  function onEvent(on: string, { name, data }: { readonly name: string; readonly data: unknown }): void {
    const addressee = readChain(on)
    if (addressee === undefined) return
    if (name === 'chainChanged') {
      // Some wallets only report a change, and address the event to the new chain.
      const chain = readChain(data) ?? addressee
      if (isGranted(chain)) moveTo(chain)
      // The wallet must grant the chain first.
      else awaited = chain
    }
    const addresses = name === 'accountsChanged' ? readAddresses(data) : undefined
    if (addresses !== undefined) {
      chosen = addresses.map((address) => address.toLowerCase())
      keep()
      listeners.tell()
    }
  }

  const undos = [
    client.on('sessionUpdated', (updated) => {
      if (updated.topic !== topic) return
      session = updated
      if (awaited !== undefined && isGranted(awaited)) return moveTo(awaited)
      if (!isGranted(chainId)) chainId = firstChain()
      listeners.tell()
    }),
    client.on('sessionEvent', (event) => event.topic === topic && onEvent(event.chainId, event.event)),
    client.on('sessionDeleted', (deleted) => deleted.topic === topic && listeners.end()),
    client.on('sessionExpired', (expired) => expired.topic === topic && listeners.end()),
  ]

  async function ask({ method, params = [] }: ProviderRequest, until = signal): Promise<unknown> {
    // Wallets expect their own name for the chain.
    const [account] = accountsOn(chainId)
    const named = account === undefined ? chainId : parseAccountId(account).chainId
    // A session without any methods says nothing about its wallet's abilities.
    const allowsUngrantedMethod = namespacesOfChain(session.namespaces, named).every(
      ({ methods }) => methods.length === 0,
    )
    const request = { method, params: isTypedData(method) ? withText(params) : params }
    const answer = client.request({
      topic,
      chainId: named,
      request,
      expirySeconds,
      allowsUngrantedMethod,
      signal: until,
    })
    // Opens the wallet in the next task. A request that is refused here needs no wallet. Any other request has left the
    // page by then, and the visitor's tap still counts.
    const stay = setTimer(() => options.openWallet?.(session), 0)
    try {
      return await answer
    } catch (error) {
      const stated = method === 'wallet_getCapabilities' && isUnsupported(error) && statedCapabilities(session, params)
      if (stated) return stated
      // viem sends each transaction by itself on this number, and on no other for a missing method.
      if (!/^wallet_send(?:Calls|Transaction)$/.test(method) || !isUnsupported(error)) throw error
      const { message } = toProviderRpcError(error)
      throw new ProviderRpcError(rpcCodes.methodNotFound, message, { cause: error })
    } finally {
      stay()
    }
  }

  /** Asks the wallet to grant a chain. Resolves to whether the wallet has granted it. */
  function reach(
    chain: ChainId,
    patienceMs: number,
    asking: (until: AbortSignal) => Promise<unknown>,
  ): Promise<boolean> {
    return reachChain({ ask: asking, isThere: () => isGranted(chain), listeners, signal, setTimer, patienceMs })
  }

  async function askFor(request: ProviderRequest, chain: ChainId, until: AbortSignal): Promise<void> {
    await ask(request, until).catch((error) => {
      throw isUnsupported(error) ? new ChainUnrecognizedError(`The wallet does not offer ${chain}.`) : error
    })
    // A later grant still fulfils the request, unless another request was made in the meantime.
    if (!isGranted(chain)) awaited = chain
  }

  return {
    chainId: () => chainId,
    accounts() {
      const all = readAddresses(accountsOn(chainId)) ?? []
      const isChosen = (address: string) => chosen.includes(address.toLowerCase())
      const first = all.filter(isChosen)
      const order = (address: string) => chosen.indexOf(address.toLowerCase())
      return [...first.sort((a, b) => order(a) - order(b)), ...all.filter((address) => !isChosen(address))]
    },
    request: ask,
    async switchChain(request, chain) {
      if (!isGranted(chain) && added.delete(chain)) await reach(chain, addPatienceMs, async () => {})
      if (!isGranted(chain) && !(await reach(chain, switchPatienceMs, (until) => askFor(request, chain, until)))) {
        throw new ChainNotReachedError(`The wallet said yes and did not grant ${chain} to this session.`)
      }
      moveTo(chain)
    },
    async addChain(request, chain) {
      // Pages also add a chain to get there.
      if (isGranted(chain)) return moveTo(chain)
      await reach(chain, 0, (until) => ask(request, until))
      added.add(chain)
    },
    listen: listeners.add,
    disconnect() {
      // The session ends here in any case. A wallet that cannot be informed shows the session until its user removes it
      // or it expires.
      client.disconnect({ topic }).catch(() => {})
      listeners.end()
    },
    release: listeners.release,
  }
}

/** Whether an error says that the wallet lacks the method or the chain. Wallet and client both report this. */
function isUnsupported(error: unknown): boolean {
  const { code } = toProviderRpcError(error)
  return [rpcCodes.unsupportedMethod, rpcCodes.chainDisconnected, -32601, -32004].includes(code)
}

function isTypedData(method: string): boolean {
  return /^eth_signTypedData(?:_v[34])?$/.test(method)
}

/** Writes typed data as text: web3.js gives an object, and wallets behind a session parse a text. A list is that of version 1. */
function withText(params: NonNullable<ProviderRequest['params']>): NonNullable<ProviderRequest['params']> {
  if (!Array.isArray(params)) return params
  const isPlain = (each: unknown) => typeof each === 'object' && each !== null && !Array.isArray(each)
  return params.map((each) => (isPlain(each) ? JSON.stringify(each) : each))
}

/** Returns what the wallet stated about an account when it approved (ERC-5792): wallets need not grant the method. */
function statedCapabilities(
  { sessionProperties }: Session,
  params: NonNullable<ProviderRequest['params']>,
): object | undefined {
  try {
    const [address, chains] = Array.isArray(params) ? params : []
    const all: object = JSON.parse(sessionProperties?.capabilities ?? '')
    const isAsked = (each: string) => each.toLowerCase() === String(address).toLowerCase()
    const own: unknown = Object.entries(all).find(([each]) => isAsked(each))?.[1]
    if (typeof own !== 'object' || own === null) return undefined
    const wanted = Array.isArray(chains) ? chains.map((chain) => readChain(chain)) : undefined
    return Object.fromEntries(Object.entries(own).filter(([chain]) => wanted?.includes(readChain(chain)) ?? true))
  } catch {
    return undefined
  }
}
