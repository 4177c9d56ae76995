import {
  createDappClient,
  createWebStorage,
  type DappClient,
  type Pairing,
  type ProposedPairing,
  RequestRejectedError,
  type Session,
  type Storage,
} from '@hawser/sign'
import {
  type AuthenticationChallenge,
  accountsOf,
  type ChainId,
  namespaceOf,
  type Properties,
  type ProposalNamespaces,
  parseAccountId,
  type Topic,
} from '@hawser/wire'
import { AccountNotGrantedError, WalletCannotSignError } from '../errors.ts'
import { createLocalKeyValue } from '../platform/keyValue.ts'
import { unfinishedLinkKey } from '../platform/unfinishedLinkKey.ts'
import { accountToProve } from './accountToProve.ts'
import { loadSigning } from './loadSigning.ts'
import type { ConnectedAccount, PairingConnector } from './pairingConnector.ts'
import { requestedMethodsOf } from './requestedMethods.ts'
import type { WalletConnectOptions } from './walletConnectOptions.ts'

/** The protocol client behind the connector. */
export type WalletClient = Pick<PairingConnector, 'signMessage' | 'stop'> & {
  readonly client: DappClient
  /** Seals and publishes the proposal for a pairing. `approval` resolves to an account that can be proven, or rejects. */
  propose(
    pairing: Pairing,
    signal: AbortSignal,
    challenge: Promise<AuthenticationChallenge> | undefined,
  ): Promise<Pick<ProposedPairing, 'published' | 'stored'> & { readonly approval: Promise<ConnectedAccount> }>
  /** Continues a pairing from the storage. */
  resume: NonNullable<PairingConnector['resume']>
  /** Ends a session, and informs its wallet if possible. */
  disconnect(topic: string): Promise<void>
  /** Stops once all requests are done. */
  finish(): Promise<void>
}

// How long a proposal waits for the host app's statement. Meanwhile the code is on screen, and a visitor must not scan
// it in vain. Without the statement, wallets report a mismatch of the site, which a slow phone or server must not
// cause. The relay still has three of its seven seconds to answer.
const statementPatienceMs = 4_000
// A signature request lasts as long as its challenge, because a later signature is worthless. The bounds are the protocol's.
const minSignatureSeconds = 300
const maxSignatureSeconds = 604_800
// The codes of wallets that lack the method, the chain or the account, from JSON-RPC, EIP-1474, EIP-1193 and the
// protocol's reasons.
const unsupportedCodes = [-32_601, -32_004, 4200, 1001, 3001, 3005, 5100, 5101, 5103, 10_001]

/**
 * Opens the protocol client, and passes on its reports about sessions. A separate chunk, because the page makes the
 * pairing and draws its QR code without the client.
 */
export function openWalletClient(options: WalletConnectOptions): WalletClient {
  const client = openDappClient(options)

  async function toConnected(session: Session): Promise<ConnectedAccount> {
    const { namespaces, topic } = session
    const accountId = accountToProve({ namespaces, chains: options.chains, linked: options.linkedWallets?.() ?? [] })
    if (accountId !== undefined) {
      // Fetches the signing code ahead of the signature request, which reports a failure.
      loadSigning(namespaceOf(accountId)).catch(() => {})
      return { session, accountId }
    }
    options.onSession({ stage: 'deleted', topic })
    client.disconnect({ topic }).catch(() => {})
    throw new AccountNotGrantedError('The wallet shared no account on a network this page can use.')
  }

  return {
    client,
    async propose(pairing, signal, challenge) {
      const [issued, properties] = await Promise.all([challenge, stateOrigin(pairing.topic, options)])
      const proposed = await client.propose({
        pairing,
        ...(options.requiredNamespaces && { requiredNamespaces: options.requiredNamespaces }),
        optionalNamespaces: proposalNamespaces(options),
        signal,
        ...properties,
        ...(issued && { authentication: issued.authentication }),
      })
      const approved = async (): Promise<ConnectedAccount> => {
        const session = await proposed.approval
        const [cacao] = await proposed.cacaos
        // The session lists the accounts in the order in which they were signed.
        const [accountId] = accountsOf(session.namespaces)
        if (cacao === undefined || accountId === undefined || issued === undefined) return toConnected(session)
        const { challengeId } = issued
        return {
          session,
          accountId,
          proof: { purpose: 'oneTap', challengeId, cacao, walletName: session.peer.metadata.name },
        }
      }
      return { published: proposed.published, stored: proposed.stored, approval: approved() }
    },
    async resume(pairingTopic) {
      const proposed = await client.resume({ pairingTopic })
      const cancel = () => void client.deletePairing({ topic: pairingTopic }).catch(() => {})
      return { ...proposed, approval: proposed.approval.then(toConnected), cancel }
    },
    async signMessage({ topic, accountId, message, expiresAt = 0, signal }) {
      const { chainId, namespace, address } = parseAccountId(accountId)
      const createSigning = await loadSigning(namespace)
      const { request, readSignature } = createSigning(message, address)
      const leftSeconds = Math.ceil((expiresAt - options.now()) / 1000)
      const expirySeconds = Math.min(maxSignatureSeconds, Math.max(minSignatureSeconds, leftSeconds))
      // Some wallets list no methods but sign anyway. A wallet that cannot sign refuses the request.
      const allowsUngrantedMethod = true
      try {
        return await readSignature(
          await client.request({ topic, chainId, request, expirySeconds, allowsUngrantedMethod, signal }),
        )
      } catch (error) {
        if (!(error instanceof RequestRejectedError) || !unsupportedCodes.includes(error.reason.code)) throw error
        throw new WalletCannotSignError('The wallet cannot sign a message with this account.', { cause: error })
      }
    },
    disconnect: (topic) => client.disconnect({ topic }),
    // A disconnect from a moment ago also waits for `ready`, and must be sent first: otherwise its wallet shows the
    // session as live for days.
    finish: () => client.ready().finally(client.stop),
    stop: client.stop,
  }
}

/** Resolves to the host app's statement, or to undefined if it fails or is late. Wallets that need it report its absence. */
async function stateOrigin(
  topic: Topic,
  { originStatement, setTimer }: WalletConnectOptions,
): Promise<Properties | undefined> {
  if (originStatement === undefined) return undefined
  const stated = originStatement(topic)
  return new Promise((resolve) => {
    const goWithout = () => resolve(undefined)
    const cancelTimer = setTimer(goWithout, statementPatienceMs)
    stated.then(resolve, goWithout).finally(cancelTimer)
  })
}

function openDappClient(options: WalletConnectOptions): DappClient {
  const {
    relayUrl,
    projectId,
    metadata,
    keepSession,
    isPhone,
    now,
    setTimer,
    randomBytes,
    createWebSocket,
    onRelay,
    onSession,
    onFailure,
  } = options
  // Keeps only the pairing of the link that continues. Other pairings and sessions that a page left in this tab end,
  // and their wallets are informed.
  const begun = begunTopic(now())
  // The options are listed one by one, because a linker passes all of its own, and its `storage` is not the client's.
  const client = createDappClient({
    relayUrl,
    metadata,
    now,
    setTimer,
    // Only kept sessions are stored here, because every script of the origin can read their keys.
    ...(keepSession && { storage: createWebStorage(() => globalThis.localStorage) }),
    // Phones discard pages while the visitor is in the wallet.
    ...(!keepSession &&
      isPhone && {
        storage: createTabStorage(),
        leftBehind: (topic: Topic) => (topic === begun ? 'keep' : 'end'),
      }),
    ...(projectId !== undefined && { projectId }),
    ...(randomBytes && { randomBytes }),
    ...(createWebSocket && { createWebSocket }),
  })
  client.on('relay', ({ status }) => onRelay(status === 'connected'))
  client.on('failure', onFailure)
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

/** Returns the pairing topic of the link that continues (`flow/unfinishedLink.ts`), if that link has not expired. */
function begunTopic(now: number): unknown {
  try {
    // The topic is only compared, so a value of any other form does no harm.
    const begun = JSON.parse(createLocalKeyValue(() => sessionStorage).get(unfinishedLinkKey) ?? '{}')
    return begun.endsAt > now ? begun.pairingTopic : undefined
  } catch {
    return undefined
  }
}

/** Creates storage that lasts as long as the tab, for a single page: no other page shares its socket or its sessions. */
function createTabStorage(): Storage {
  const { get, set, remove, keys } = createWebStorage(
    () => globalThis.sessionStorage,
    'hawser:link:',
    () => {},
  )
  return { get, set, remove, keys }
}

/** Requests everything as optional, so that a wallet that lacks one of the chains can still be linked with another chain. */
function proposalNamespaces({ chains, methods, events = [] }: WalletConnectOptions): ProposalNamespaces {
  const asked = [...new Set(chains.map(namespaceOf))]
  return Object.fromEntries(
    asked.map((namespace) => {
      const own: readonly ChainId[] = chains.filter((chain) => namespaceOf(chain) === namespace)
      return [namespace, { chains: own, methods: requestedMethodsOf(methods, namespace, asked), events }]
    }),
  )
}
