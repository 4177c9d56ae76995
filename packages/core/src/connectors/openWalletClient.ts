import {
  createDappClient,
  createWebStorage,
  type DappClient,
  type Pairing,
  type ProposedPairing,
  type Session,
} from '@hawser/sign'
import {
  type AccountId,
  type AuthenticationChallenge,
  accountsOf,
  type ChainId,
  type ProposalNamespaces,
  parseAccountId,
} from '@hawser/wire'
import { AccountNotGrantedError, SignatureMalformedError } from '../errors.ts'
import type { Connected, PairingConnector } from './pairingConnector.ts'
import { signaturePattern, toHex } from './personalSign.ts'
import type { WalletConnectOptions } from './walletConnect.ts'

/** The protocol client behind the connector. */
export type WalletClient = Pick<PairingConnector, 'signMessage' | 'stop'> & {
  readonly client: DappClient
  /** Seals and publishes the proposal for a pairing. `approval` settles with an account that can be proven, or rejects. */
  propose(
    pairing: Pairing,
    signal: AbortSignal,
    challenge: Promise<AuthenticationChallenge> | undefined,
  ): Promise<Pick<ProposedPairing, 'published'> & { readonly approval: Promise<Connected> }>
  /** Ends a session, as far as its wallet can be told. */
  disconnect(topic: string): Promise<void>
  /** Stops once what was asked is done. */
  finish(): Promise<void>
}

// As long as a challenge is valid; afterwards a signature would be worth nothing.
const signatureExpirySeconds = 300

/**
 * Opens the protocol client, and tells what it tells of sessions. A chunk of its own: the QR code is drawn without it,
 * from a pairing made on the page.
 */
export function openWalletClient(options: WalletConnectOptions): WalletClient {
  const client = openDappClient(options)

  async function toConnected(session: Session): Promise<Connected> {
    const accountId = accountToProve(session, options.chains)
    if (accountId !== undefined) return { session, accountId }
    options.onSession({ stage: 'deleted', topic: session.topic })
    client.disconnect({ topic: session.topic }).catch(() => {})
    throw new AccountNotGrantedError('The wallet shared no account on a network this page can use.')
  }

  return {
    client,
    async propose(pairing, signal, challenge) {
      const issued = await challenge
      const proposed = await client.propose({
        pairing,
        optionalNamespaces: proposalNamespaces(options),
        signal,
        ...(issued && { authentication: issued.authentication }),
      })
      const approved = async () => {
        const session = await proposed.approval
        const [cacao] = await proposed.cacaos
        // The session lists the accounts in the order they were signed for.
        const [accountId] = accountsOf(session.namespaces)
        if (cacao === undefined || accountId === undefined || issued === undefined) return toConnected(session)
        const { challengeId } = issued
        return { session, accountId, proof: { challengeId, cacao, walletName: session.peer.metadata.name } }
      }
      return { published: proposed.published, approval: approved() }
    },
    async signMessage({ topic, accountId, message, signal }) {
      const { chainId, address } = parseAccountId(accountId)
      const request = { method: 'personal_sign', params: [toHex(message), address] }
      const signature = await client.request({ topic, chainId, request, expirySeconds: signatureExpirySeconds, signal })
      if (typeof signature === 'string' && signaturePattern.test(signature)) return signature
      throw new SignatureMalformedError('The wallet answered with something that is no signature.')
    },
    disconnect: (topic) => client.disconnect({ topic }),
    // A session that was ended just now is told of first: its wallet would show it as live for days.
    finish: () => client.ready().finally(client.stop),
    stop: client.stop,
  }
}

function openDappClient(options: WalletConnectOptions): DappClient {
  const {
    relayUrl,
    projectId,
    metadata,
    keepSession,
    now,
    setTimer,
    randomBytes,
    createWebSocket,
    onRelay,
    onSession,
  } = options
  const client = createDappClient({
    relayUrl,
    metadata,
    now,
    setTimer,
    // Keys that nobody needs after a reload are not left where every script of the origin can read them.
    ...(keepSession && { storage: createWebStorage(() => globalThis.localStorage) }),
    ...(projectId !== undefined && { projectId }),
    ...(randomBytes && { randomBytes }),
    ...(createWebSocket && { createWebSocket }),
  })
  client.on('relay', ({ status }) => onRelay(status === 'connected'))
  client.on('sessionSettled', (session) => onSession({ stage: 'settled', session }))
  client.on('sessionAcknowledged', (session) => onSession({ stage: 'acknowledged', session }))
  client.on('sessionUpdated', (session) => onSession({ stage: 'updated', session }))
  client.on('sessionExtended', (session) => onSession({ stage: 'extended', session }))
  client.on('sessionDeleted', ({ topic, by, session }) =>
    onSession({ stage: 'deleted', topic, ...(by === 'peer' && { lost: session }) }),
  )
  client.on('sessionExpired', ({ topic, session }) => onSession({ stage: 'expired', topic, lost: session }))
  return client
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
