import { ClientStoppedError, createPairing, type DappClient, type Metadata, type Session } from '@hawser/sign'
import { type AccountId, accountsOf, type ChainId, type ProposalNamespaces, parseAccountId } from '@hawser/wire'
import { AccountNotGrantedError, ClientUnavailableError, SignatureMalformedError } from '../errors.ts'
import type { SessionChange } from '../sessions.ts'
import type { Connected, PairingConnector } from './pairingConnector.ts'
import { signaturePattern, toHex } from './personalSign.ts'

export type WalletConnectOptions = {
  readonly relayUrl: string
  readonly projectId?: string
  readonly metadata: Metadata
  readonly chains: readonly ChainId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  /** Sessions outlive the page. Otherwise nothing of them is stored. */
  readonly keepSession: boolean
  readonly now: () => number
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  readonly randomBytes?: (length: number) => Uint8Array
  readonly createWebSocket?: (url: string) => WebSocket
  readonly onRelay: (isConnected: boolean) => void
  readonly onSession: (change: SessionChange) => void
}

// As long as a challenge is valid; afterwards a signature would be worth nothing.
const signatureExpirySeconds = 300

/**
 * Reaches wallets through pairings over a relay. Nothing is asked before `propose`; the protocol client is fetched when the
 * first pairing is made. `approval` rejects with AccountNotGrantedError, its session ended, when the wallet grants no
 * account on the chains asked for.
 */
export function createWalletConnectConnector(options: WalletConnectOptions): PairingConnector {
  const { now, randomBytes = (length) => crypto.getRandomValues(new Uint8Array(length)) } = options
  let client: Promise<DappClient> | undefined
  let isStopped = false

  async function fetchClient(): Promise<DappClient> {
    // The next task: what is drawn on the opening goes first, and is not delayed by this download.
    await new Promise<void>((resolve) => options.setTimer(resolve, 0))
    const { openDappClient } = await import('./dappClient.ts').catch((cause) => {
      throw new ClientUnavailableError('The code that talks to wallets could not be loaded. Try again.', { cause })
    })
    if (isStopped) throw new ClientStoppedError('The linker was stopped.')
    return openDappClient(options)
  }

  function open(): Promise<DappClient> {
    client ??= fetchClient().catch((error) => {
      // The next attempt may find the network back.
      client = undefined
      throw error
    })
    return client
  }

  async function endSession(topic: string): Promise<void> {
    options.onSession({ stage: 'deleted', topic })
    // It is gone here in any case; a wallet that does not hear of it finds out with its next request.
    await client?.then((opened) => opened.disconnect({ topic })).catch(() => {})
  }

  function toConnected(session: Session): Connected {
    const accountId = accountToProve(session, options.chains)
    if (accountId !== undefined) return { session, accountId }
    void endSession(session.topic)
    throw new AccountNotGrantedError('The wallet shared no account on a network this page can use.')
  }

  return {
    renews: true,
    propose() {
      const pairing = createPairing({ now, randomBytes })
      const cancelled = new AbortController()
      const proposed = open().then((opened) =>
        opened.propose({ pairing, optionalNamespaces: proposalNamespaces(options), signal: cancelled.signal }),
      )
      const { topic: pairingTopic, pairingUri, expiresAt } = pairing
      options.onSession({ stage: 'proposed', pairingTopic })
      return {
        pairingTopic,
        pairingUri,
        expiresAt,
        published: proposed.then(({ published }) => published),
        approval: proposed.then(({ approval }) => approval).then(toConnected),
        cancel: () => cancelled.abort(),
      }
    },
    async signMessage({ topic, accountId, message, signal }) {
      const { chainId, address } = parseAccountId(accountId)
      const request = { method: 'personal_sign', params: [toHex(message), address] }
      const opened = await open()
      const signature = await opened.request({ topic, chainId, request, expirySeconds: signatureExpirySeconds, signal })
      if (typeof signature === 'string' && signaturePattern.test(signature)) return signature
      throw new SignatureMalformedError('The wallet answered with something that is no signature.')
    },
    endSession: (topic) => void endSession(topic),
    stop() {
      isStopped = true
      // A session that was ended just now is told of first: its wallet would show it as live for days.
      client?.then((opened) => opened.ready().finally(opened.stop)).catch(() => {})
    },
  }
}

/** Everything is asked for as optional: a wallet that lacks one of the chains can still be linked with another. */
function proposalNamespaces({ chains, methods, events }: WalletConnectOptions): ProposalNamespaces {
  const namespaces: Record<string, { chains: ChainId[]; methods: readonly string[]; events: readonly string[] }> = {}
  for (const chain of chains) {
    const namespace = chain.slice(0, chain.indexOf(':'))
    namespaces[namespace] ??= { chains: [], methods, events }
    namespaces[namespace].chains.push(chain)
  }
  return namespaces
}

/** The first account on the first chain asked for that has one. */
function accountToProve(session: Session, chains: readonly ChainId[]): AccountId | undefined {
  const accounts = accountsOf(session.namespaces)
  for (const chain of chains) {
    const account = accounts.find((candidate) => candidate.startsWith(`${chain}:`))
    if (account !== undefined) return account
  }
  return undefined
}
