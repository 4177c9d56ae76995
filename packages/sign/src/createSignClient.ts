import type { BaseError, ChainId, Reason, Topic } from '@hawser/wire'
import { type Approved, type ApproveParameters, createResponder } from './approval.ts'
import type { Context, SignClientEvents } from './context.ts'
import { loadCurves } from './curves.ts'
import { createDeferreds } from './deferred.ts'
import { createEmitter } from './emitter.ts'
import { ClientStoppedError } from './errors.ts'
import { createExchange, type IncomingAnswer, type IncomingRequest } from './exchange.ts'
import { createIdentity, type RandomBytes } from './keys.ts'
import type { Metadata } from './metadata.ts'
import { createPairings } from './pairing.ts'
import { createProposer, type ProposedPairing, type ProposeParameters } from './proposal.ts'
import { createRecordStore } from './recordStore.ts'
import type { Proposal, Session, SessionRequest } from './records.ts'
import { createRelayClient } from './relayClient.ts'
import type { RelayStatus } from './relaySocket.ts'
import { createRequests, type RequestParameters } from './request.ts'
import { createSchedule, type SetTimer, setPlatformTimer } from './schedule.ts'
import { createSessions } from './session.ts'
import { createMemoryStorage, type Storage } from './storage.ts'
import { watchWaking } from './watchWaking.ts'

export type SignClientOptions = {
  readonly relayUrl: string
  readonly projectId?: string
  /** What peers are shown of this client. */
  readonly metadata: Metadata
  /** Default: memory. */
  readonly storage?: Storage
  readonly now?: () => number
  readonly randomBytes?: RandomBytes
  readonly setTimer?: SetTimer
  /** Default: `globalThis.WebSocket`. Node 20 has none; pass one of `ws`. */
  readonly createWebSocket?: (url: string) => WebSocket
}

/** A client of the WalletConnect v2 Sign protocol, in both roles. */
export type SignClient = {
  /** Resolves when the storage is read. Every other method waits for it by itself. */
  ready(): Promise<void>
  /**
   * Dapp: makes a pairing with a proposal. Synchronous: keys and link are made here, so that a QR code is drawn before the
   * relay answers.
   * @throws InvalidNamespacesError
   */
  propose(params: ProposeParameters): ProposedPairing
  /**
   * Wallet: opens a pairing link and waits for its proposal. The same link gives the same proposal until it is answered.
   * @throws InvalidPairingUriError | PairingExpiredError | RelayUnreachableError
   */
  pair(params: { pairingUri: string; signal?: AbortSignal }): Promise<Proposal>
  /**
   * Wallet: grants a session. Resolves when the relay has it. Called again for the same proposal it gives the same session.
   * @throws UnknownProposalError | ProposalExpiredError | InvalidNamespacesError | RelayUnreachableError | SharedSecretInvalidError
   */
  approve(params: ApproveParameters): Promise<Approved>
  /**
   * Wallet: declines a proposal.
   * @throws UnknownProposalError | ProposalExpiredError | RelayUnreachableError
   */
  reject(params: { proposalId: number; reason?: Reason }): Promise<void>
  /**
   * Wallet: answers a request.
   * @throws UnknownRequestError | RelayUnreachableError
   */
  respond(params: {
    topic: Topic
    requestId: number
    response: { readonly result: unknown } | { readonly error: Reason }
  }): Promise<void>
  /**
   * Dapp: asks the wallet for something on a chain and waits for the answer, at most `expirySeconds`. A wallet that is offline
   * finds the request in its mailbox.
   * @throws UnknownSessionError | ChainNotGrantedError | MethodNotGrantedError | RequestRejectedError | RequestExpiredError | SessionEndedError
   */
  request(params: RequestParameters): Promise<unknown>
  /**
   * Wallet: tells the dapp of an event.
   * @throws UnknownSessionError | ChainNotGrantedError | EventNotGrantedError | RelayUnreachableError
   */
  emit(params: { topic: Topic; chainId: ChainId; event: { name: string; data: unknown } }): Promise<void>
  /**
   * Waits for a sign of life of the peer, at most 30 seconds.
   * @throws UnknownSessionError | RequestExpiredError
   */
  ping(params: { topic: Topic; signal?: AbortSignal }): Promise<void>
  /**
   * Ends a session. It is gone here at once; the promise says whether the relay has taken the message for the peer.
   * @throws UnknownSessionError | RelayUnreachableError
   */
  disconnect(params: { topic: Topic; reason?: Reason }): Promise<void>
  sessions(): readonly Session[]
  pendingProposals(): readonly Proposal[]
  pendingRequests(): readonly SessionRequest[]
  relayStatus(): RelayStatus
  /** Returns the way to stop listening. */
  on<E extends keyof SignClientEvents>(event: E, listener: (payload: SignClientEvents[E]) => void): () => void
  /** Closes the socket, clears the timers and rejects what is pending with `client_stopped`. */
  stop(): Promise<void>
}

/** Creates a client. It connects when there is something to do. */
export function createSignClient(options: SignClientOptions): SignClient {
  const {
    now = Date.now,
    storage = createMemoryStorage(),
    randomBytes = (length: number) => globalThis.crypto.getRandomValues(new Uint8Array(length)),
    createWebSocket = (url: string) => new WebSocket(url),
  } = options
  const timers = new Set<() => void>()
  const setTimer = trackTimers(options.setTimer ?? setPlatformTimer, timers)
  const emitter = createEmitter<SignClientEvents>()
  const deferreds = createDeferreds()
  const schedule = createSchedule({ now, setTimer })
  const onFailure = (error: BaseError) => emitter.emit('failure', error)
  const records = createRecordStore({ storage, randomBytes, onFailure })
  const curves = once(loadCurves)
  const seed = records.load()
  const identity = once(async () => createIdentity(await curves(), await seed))

  const relay = createRelayClient({
    relayUrl: options.relayUrl,
    projectId: options.projectId,
    identity,
    now,
    randomBytes,
    setTimer,
    createWebSocket,
    deferreds,
    onStatus: (status) => emitter.emit('relay', { status }),
    onFailure,
    onDelivery: (delivery) => exchange.receive(delivery),
  })
  const exchange = createExchange({
    relay,
    records,
    schedule,
    deferreds,
    randomBytes,
    now,
    onRequest,
    onAnswer,
    onFailure,
  })

  let stopping: Promise<void> | undefined
  const loaded = seed.then(() => {
    if (stopping !== undefined) return
    for (const pairing of records.pairings.values()) void pairings.add(pairing)
    for (const record of records.proposed.values()) proposer.restore(record)
    for (const proposal of records.proposals.values()) responder.restore(proposal)
    for (const record of records.sessions.values()) sessions.restore(record)
    for (const request of records.requests.values()) requests.restore(request)
  })

  async function ready(): Promise<void> {
    await loaded
    if (stopping !== undefined) throw new ClientStoppedError('The client was stopped.')
  }

  const context: Context = {
    metadata: options.metadata,
    randomBytes,
    now,
    records,
    exchange,
    relay,
    schedule,
    deferreds,
    emitter,
    curves,
    ready,
  }
  const sessions = createSessions(context)
  const requests = createRequests(context, sessions)
  const pairings = createPairings(context, {
    onEnded(topic, error) {
      proposer.onPairingEnded(topic, error)
      responder.onPairingEnded(topic, error)
    },
  })
  const proposer = createProposer(context, pairings, sessions)
  const responder = createResponder(context, pairings, sessions)

  async function onRequest(request: IncomingRequest): Promise<true | undefined> {
    const { topic, method } = request
    if (records.pairings.get(topic) !== undefined) {
      return method === 'wc_sessionPropose' ? responder.onProposal(request) : pairings.onRequest(request)
    }
    if (method === 'wc_sessionSettle' && proposer.awaits(topic)) return proposer.onSettle(request)
    sessions.onHeard(topic)
    return method === 'wc_sessionRequest' ? requests.onRequest(request) : sessions.onRequest(request)
  }

  async function onAnswer(answer: IncomingAnswer): Promise<void> {
    if (records.pairings.get(answer.topic) !== undefined) await proposer.onAnswer(answer)
    else sessions.onAnswer(answer)
  }

  const stopWatching = watchWaking(() => {
    schedule.run()
    relay.wake()
  })

  return {
    ready,
    propose: proposer.propose,
    pair: responder.pair,
    approve: responder.approve,
    reject: responder.reject,
    respond: requests.respond,
    request: requests.request,
    emit: sessions.emit,
    ping: sessions.ping,
    disconnect: sessions.disconnect,
    sessions: sessions.list,
    pendingProposals: responder.pending,
    pendingRequests: requests.pending,
    relayStatus: relay.status,
    on: emitter.on,
    stop() {
      stopping ??= (async () => {
        stopWatching()
        schedule.stop()
        relay.stop()
        for (const cancel of timers) cancel()
        deferreds.rejectAll(new ClientStoppedError('The client was stopped.'))
        await loaded.then(records.flush).catch(() => {})
      })()
      return stopping
    },
  }
}

function trackTimers(setTimer: SetTimer, timers: Set<() => void>): SetTimer {
  return (run, delayMs) => {
    const cancel = () => {
      timers.delete(cancel)
      clear()
    }
    const clear = setTimer(() => {
      timers.delete(cancel)
      run()
    }, delayMs)
    timers.add(cancel)
    return cancel
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make()
    return made
  }
}
