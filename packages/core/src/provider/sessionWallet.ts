import type { DappClient, Session } from '@hawser/sign'
import { type AccountId, accountsOf, type ChainId, namespacesOfChain, parseAccountId } from '@hawser/wire'
import { readAddresses, readChain } from '../connectors/foreign/spelling.ts'
import { ChainNotReachedError, ChainUnrecognizedError } from '../errors.ts'
import { rpcCodes } from '../platform/providerRpcError.ts'
import type { ConnectedWallet } from './connectedWallet.ts'
import type { ProviderRequest } from './providerRequest.ts'
import { reachChain } from './reachChain.ts'
import { toProviderRpcError } from './toProviderRpcError.ts'
import { createWalletListeners } from './walletListeners.ts'

export type SessionWalletOptions = {
  readonly client: DappClient
  readonly session: Session
  /**
   * In the order of preference: the first that the session grants becomes the chain, unless the session has another
   * choice.
   */
  readonly chains: readonly ChainId[]
  readonly signal: AbortSignal
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  /** How long a person may take to answer a request. */
  readonly walletTimeoutMs: number
  /** Brings the wallet of a session to the front, if it is on this device. */
  readonly openWallet?: ((session: Session) => void) | undefined
}

// A wallet agrees first and updates its session then: two messages through a mailbox, and a slow wallet between them.
const switchPatienceMs = 30_000
// A wallet that has just added a chain is about to grant it: another request would prompt the visitor once more.
const addPatienceMs = 3_000

/** Whether a session has an Ethereum account. */
export function hasAccounts(session: Session): boolean {
  return accountsOf(session.namespaces).some((account) => account.startsWith('eip155:'))
}

/** A wallet over a live session. The chain is chosen here, among those the session grants. */
export function createSessionWallet(options: SessionWalletOptions): ConnectedWallet {
  const { client, signal, setTimer } = options
  const { topic } = options.session
  const expirySeconds = options.walletTimeoutMs / 1000
  const listeners = createWalletListeners(() => {
    for (const undo of undos) undo()
  })
  let { session } = options
  let chainId = firstChain()
  /** The wallet's first accounts, in lower case. */
  let chosen: readonly string[] = session.choice?.addresses ?? []
  /** The chain that the wallet reports, or has agreed to, without having granted it yet. */
  let awaited: ChainId | undefined
  /** Chains that it has added on the page's request. */
  const added = new Set<ChainId>()

  /** Accounts on a chain, as the wallet writes them: some write the chain in hex or with leading zeros. */
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

  /** Stores the choice with the session: a reload finds it there. */
  function keep(): void {
    try {
      client.choose({ topic, choice: { chainId, addresses: chosen } })
    } catch {
      // It has ended, which its own event reports.
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
      // Some only report a change, and address the event to their chain.
      const chain = readChain(data) ?? addressee
      if (isGranted(chain)) moveTo(chain)
      // It has to grant it first.
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
    // By the wallet's own name for the chain.
    const [account] = accountsOn(chainId)
    const named = account === undefined ? chainId : parseAccountId(account).chainId
    // A session without any methods says nothing about its wallet's abilities.
    const allowsUngrantedMethod = namespacesOfChain(session.namespaces, named).every(
      ({ methods }) => methods.length === 0,
    )
    const request = { method, params }
    const answer = client.request({
      topic,
      chainId: named,
      request,
      expirySeconds,
      allowsUngrantedMethod,
      signal: until,
    })
    // The next task: a request refused here needs no wallet, and any other has left the page, whose visitor's tap still
    // counts.
    const stay = setTimer(() => options.openWallet?.(session), 0)
    try {
      return await answer
    } finally {
      stay()
    }
  }

  /** Asks the wallet to grant a chain. Resolves to whether it has. */
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
    // A later grant still fulfils the request, unless another was made meanwhile.
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
      if (isGranted(chain)) return
      await reach(chain, 0, (until) => ask(request, until))
      added.add(chain)
    },
    listen: listeners.add,
    disconnect() {
      // It is gone here in any case. A wallet that cannot be informed shows it until its user or its expiry removes it.
      client.disconnect({ topic }).catch(() => {})
      listeners.end()
    },
    release: listeners.release,
  }
}

/** Whether the wallet lacks the method, reported by any side. */
function isUnsupported(error: unknown): boolean {
  const { code } = toProviderRpcError(error)
  return [rpcCodes.unsupportedMethod, rpcCodes.chainDisconnected, -32601, -32004].includes(code)
}
