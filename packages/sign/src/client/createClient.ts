import { createExchange, type IncomingAnswer, type IncomingRequest } from '../session/exchange.ts'
// `exchange.ts` is imported first, with the cipher: a bundle then has all of this package's code in one piece, which
// compresses better.

import type { BaseError, Reason, Topic } from '@hawser/wire'
import { chooseCurves } from '../envelope/chooseCurves.ts'
import { createIdentity } from '../envelope/keys.ts'
import { ClientStoppedError } from '../errors.ts'
import { createDeferreds } from '../lifetime/deferred.ts'
import { createSchedule, type SetTimer, setPlatformTimer } from '../lifetime/schedule.ts'
import { watchResume } from '../lifetime/watchResume.ts'
import { toPlain } from '../message/toPlain.ts'
import { createRecordStore } from '../records/recordStore.ts'
import type { Session } from '../records/records.ts'
import type { Context, Role, SignClientEvents } from '../session/context.ts'
import { createEmitter } from '../session/emitter.ts'
import { createPairings, type OpenPairing, type Pairings } from '../session/pairing.ts'
import { createSessions, type Sessions } from '../session/session.ts'
import { createRelayClient } from '../socket/relayClient.ts'
import type { RelayStatus } from '../socket/relaySocket.ts'
import { createSocketSource } from '../socket/socketSource.ts'
import { checkPlatform } from './checkPlatform.ts'
import { once } from './once.ts'
import type { SignClientOptions } from './signClientOptions.ts'

/** The methods of a client in either role. */
export type BaseClient = {
  /**
   * Resolves when the client has read its storage. Methods that return a promise wait for this where they need the
   * storage. After a rejection, a later call can succeed.
   * @throws StorageFailedError
   */
  ready(): Promise<void>
  /**
   * Pings the peer and waits for its answer, at most 30 seconds.
   * @throws UnknownSessionError | RequestExpiredError | RequestRejectedError
   */
  ping(params: { topic: Topic; signal?: AbortSignal }): Promise<void>
  /**
   * Ends a session. The session is gone here at once, and `sessionDeleted` reports it with `by: 'self'`. The promise
   * resolves when the relay has stored the message for the peer.
   * @throws UnknownSessionError | RelayUnreachableError
   */
  disconnect(params: { topic: Topic; reason?: Reason }): Promise<void>
  sessions(): readonly Session[]
  /** Lists the pairings that wait for a proposal or its answer, and those answered a moment ago. */
  pairings(): readonly OpenPairing[]
  /**
   * Pings the peer on a pairing and waits for its answer, at most 30 seconds.
   * @throws UnknownPairingError | RequestExpiredError
   */
  pingPairing(params: { topic: Topic; signal?: AbortSignal }): Promise<void>
  /**
   * Ends a pairing and its proposal. Both are gone here at once. The promise resolves when the relay has stored the
   * message for the peer.
   * @throws UnknownPairingError | RelayUnreachableError
   */
  deletePairing(params: { topic: Topic }): Promise<void>
  relayStatus(): RelayStatus
  /** Returns a function that stops listening. */
  on<E extends keyof SignClientEvents>(event: E, listener: (payload: SignClientEvents[E]) => void): () => void
  /** Closes the socket, clears the timers and rejects pending promises with `client_stopped`. */
  stop(): Promise<void>
}

/** The parts of a client, to which roles are added before it starts. */
export type ClientParts = {
  readonly client: BaseClient
  readonly context: Context
  readonly pairings: Pairings
  readonly sessions: Sessions
  /** Adds a role. Call it for every role before `start`. */
  addRole(role: Role): void
  /** Reads the storage and continues the sessions and pairings in it. */
  start(): void
}

/** @throws PlatformUnsupportedError */
export function createClient(options: SignClientOptions): ClientParts {
  checkPlatform(options)
  const {
    now = Date.now,
    storage,
    leftBehind,
    randomBytes = (length: number) => globalThis.crypto.getRandomValues(new Uint8Array(length)),
  } = options
  const timers = new Set<() => void>()
  const setTimer = trackTimers(options.setTimer ?? setPlatformTimer, timers)
  const emitter = createEmitter<SignClientEvents>()
  const deferreds = createDeferreds()
  const schedule = createSchedule({ now, setTimer })
  const onFailure = (error: BaseError) => emitter.emit('failure', error)
  const records = createRecordStore({
    storage,
    randomBytes,
    ready,
    onFailure,
    onSessionElsewhere: (...change) => sessions.follow(...change),
    warn: console.warn,
  })
  const roles: Role[] = []
  const curves = once(chooseCurves)
  // If the code for the stored records cannot be fetched, the next call that needs them tries again.
  const loading = once(() => {
    const loaded = deferreds.defer<void>()
    load().then(loaded.resolve, loaded.reject)
    return loaded.promise
  })
  let stopping: Promise<void> | undefined

  const sockets = createSocketSource({
    createWebSocket: options.createWebSocket,
    name: storage?.name && [storage.name, options.relayUrl].flat().join(),
    randomBytes,
    setTimer,
  })
  const relay = createRelayClient({
    relayUrl: options.relayUrl,
    projectId: options.projectId,
    identity: async () => {
      await ready()
      return createIdentity(await curves(), await records.seed())
    },
    now,
    randomBytes,
    setTimer,
    createWebSocket: sockets.open,
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

  async function ready(): Promise<void> {
    if (stopping === undefined) await loading()
    if (stopping !== undefined) throw new ClientStoppedError('This client was stopped.')
  }

  const context: Context = {
    metadata: toPlain(options.metadata, 'metadata'),
    endsLeftBehind: (topic) => (typeof leftBehind === 'function' ? leftBehind(topic) : leftBehind) === 'end',
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
  const sessions = createSessions(context, (topic) => {
    for (const role of roles) role.onSessionEnded?.(topic)
  })
  const pairings = createPairings(context, (topic, error) => {
    for (const role of roles) role.onPairingEnded?.(topic, error)
  })

  async function onRequest(request: IncomingRequest): Promise<true | undefined> {
    for (const role of roles) {
      const taken = role.onRequest(request)
      if (taken !== undefined) return taken
    }
    return records.pairings.get(request.topic) === undefined ? sessions.onRequest(request) : pairings.onRequest(request)
  }

  async function onAnswer(answer: IncomingAnswer): Promise<void> {
    for (const role of roles) await role.onAnswer?.(answer)
  }

  async function load(): Promise<void> {
    await records.load()
    if (stopping !== undefined) return records.stop()
    pairings.restore()
    sessions.restore()
    for (const role of roles) role.restore()
  }

  const stopWatching = watchResume(() => {
    schedule.run()
    relay.wake()
  })

  async function stop(): Promise<void> {
    stopWatching()
    records.stop()
    schedule.stop()
    relay.stop()
    sockets.stop()
    for (const cancel of timers) cancel()
    deferreds.rejectAll(new ClientStoppedError('This client was stopped.'))
    // A failed write was already reported when it happened.
    await records.flush().catch(() => {})
  }

  return {
    client: {
      ready,
      ping: sessions.ping,
      disconnect: sessions.disconnect,
      sessions: sessions.list,
      pairings: pairings.list,
      pingPairing: pairings.ping,
      deletePairing: pairings.delete,
      relayStatus: relay.status,
      on: emitter.on,
      stop() {
        stopping ??= stop()
        return stopping
      },
    },
    context,
    pairings,
    sessions,
    addRole: (role) => roles.push(role),
    start() {
      loading().catch(() => {})
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
