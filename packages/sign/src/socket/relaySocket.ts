import { type BaseError, clientAuthInput, joinClientAuth } from '@hawser/wire'
import { bytesToHex, type Identity, type RandomBytes } from '../envelope/keys.ts'
import { RelayUnreachableError } from '../errors.ts'
import type { SetTimer } from '../lifetime/schedule.ts'
import { explainRefusal } from './explainRefusal.ts'
import { busyWords, closeCodes, type Refusal } from './relayRefusal.ts'
import type { SocketLike } from './socketLike.ts'

export type RelayStatus = 'connected' | 'connecting' | 'disconnected'

/** One socket to a relay, made anew when it is lost for as long as somebody wants it. */
export type RelaySocket = {
  status(): RelayStatus
  /** Counts the sockets that opened: what was sent on one is unknown to the next. */
  connection(): number
  /** Connects unless that is under way. */
  connect(): void
  /** False when no socket is open. */
  send(text: string): boolean
  /** Gives up a socket that does not answer. */
  drop(): void
  /** The relay has said what it otherwise closes with. */
  end(code: number, reason: string): void
  /** The relay works: the next loss is retried at once. */
  answered(): void
  /**
   * Ends a pause between attempts: the next one is made now, or as soon as somebody wants it. An attempt that is under way has
   * `staleMs` from its start, if that is given.
   */
  hurry(staleMs?: number): void
  stop(): void
}

export type RelaySocketOptions = {
  /** Several: addresses of the same mailboxes. One that refuses, dies or stays silent is left for the next. */
  readonly relayUrl: string | readonly string[]
  readonly projectId: string | undefined
  identity(): Promise<Identity>
  now(): number
  readonly randomBytes: RandomBytes
  readonly setTimer: SetTimer
  createWebSocket(url: string): SocketLike | Promise<SocketLike>
  isWanted(): boolean
  /** Somebody waits for the relay now: pauses stay short. */
  isAwaited(): boolean
  onOpen(): void
  onFrame(text: string): void
  onLost(): void
  onStatus(status: RelayStatus): void
  /**
   * Every relay has closed with 3000, they will not have this client (relay-client-auth), or with 1013: then the next attempt waits
   * a second at least.
   */
  onRefused(refusal: Refusal, error: BaseError): void
  onFailure(error: BaseError): void
}

const openTimeoutMs = 10_000
// Where there is another relay to ask.
const openTimeoutOfManyMs = 3_000
const firstRetryMs = 200
const maxRetryMs = 15_000
// Whoever waits has eight seconds of patience: a network that cuts socket after socket is not to use them up with pauses.
const maxAwaitedRetryMs = 1_000
const refusedAttempts = 6
/** What a relay asks for that has too much to do, whoever waits for it. */
export const busyPauseMs = 1_000
// Another address of the same mailboxes is no better for these: the network, or a relay that moves its clients about.
const staysAfter: readonly number[] = [closeCodes.cut, closeCodes.stale, closeCodes.rebalancing]
// A relay allows five minutes, and five more let both clocks be five minutes off, the one before and the other after (F-L14);
// ten seconds are for the way. Beyond, it refuses with its time as the reason: a clock that is further off would make every link
// look expired.
const authSkewSeconds = 310

export function createRelaySocket(options: RelaySocketOptions): RelaySocket {
  const subject = bytesToHex(options.randomBytes(32))
  const relays = [options.relayUrl].flat()
  let relay = 0
  // How many in a row refused, or had too much to do, and when the last of the busy ones said so.
  const refusals = { refused: 0, busy: 0 }
  let busyAt = Number.NEGATIVE_INFINITY
  let startedAt = 0
  let hasAnswered = false
  let socket: SocketLike | undefined
  let status: RelayStatus = 'disconnected'
  let connection = 0
  let attempt = 0
  // Raised whenever the present attempt or socket is over, so that its late callbacks find themselves outdated.
  let epoch = 0
  let cancelTimer = () => {}
  let isRetryPlanned = false
  let isStopped = false

  const isEverywhere = (refusal: Refusal) => refusals[refusal] >= relays.length

  function setStatus(next: RelayStatus): void {
    if (status === next) return
    status = next
    options.onStatus(next)
  }

  async function url(relayUrl: string): Promise<string> {
    const identity = await options.identity()
    const nowSeconds = Math.floor(options.now() / 1000)
    const input = clientAuthInput({
      clientId: identity.clientId,
      subject,
      audience: audienceOf(relayUrl),
      issuedAtSeconds: nowSeconds - authSkewSeconds,
      expiresAtSeconds: nowSeconds + authSkewSeconds,
    })
    const signature = await identity.sign(new TextEncoder().encode(input))
    return withQuery(relayUrl, {
      auth: joinClientAuth(input, signature),
      projectId: options.projectId,
      ua: 'wc-2/hawser',
      // Asks for refusals as close code 3000 with a reason, because a browser cannot read an HTTP status here.
      useOnCloseEvent: 'true',
    })
  }

  async function open(): Promise<void> {
    const current = ++epoch
    isRetryPlanned = false
    hasAnswered = false
    startedAt = options.now()
    loseIn(attempt < relays.length - 1 ? openTimeoutOfManyMs : openTimeoutMs)
    setStatus('connecting')
    let made: SocketLike
    try {
      const address = await url((relays[relay] ?? '').trim())
      if (current !== epoch) return
      const given = options.createWebSocket(address)
      // Heard from the first moment, so not awaited without need.
      made = given instanceof Promise ? await given : given
    } catch (error) {
      // The cause's text can hold the address, and with it the JWT.
      const name = error instanceof Error ? error.name : 'Error'
      options.onFailure(new RelayUnreachableError(`No WebSocket can be made here (${name}).`))
      return lose(current)
    }
    if (current !== epoch) return made.close()
    socket = made
    socket.onopen = () => {
      if (current !== epoch) return
      cancelTimer()
      connection += 1
      setStatus('connected')
      options.onOpen()
    }
    socket.onmessage = ({ data }) => {
      if (current === epoch && typeof data === 'string') options.onFrame(data)
    }
    // Node's ws raises an error as an exception where nobody listens; what follows is always a close.
    socket.onerror = () => {}
    socket.onclose = ({ code, reason }) => {
      if (current === epoch) end(code, String(reason))
    }
  }

  function end(code: number, reason: string): void {
    if (code === closeCodes.busy) refuse('busy', reason)
    else if (code === closeCodes.refused) refuse(busyWords.test(reason) ? 'busy' : 'refused', reason)
    // It worked: the same one is asked again first.
    lose(epoch, hasAnswered && staysAfter.includes(code))
  }

  /** How much of the pause that a busy relay asked for is left. A clock that was set meanwhile makes it no longer. */
  function busyLeftMs(): number {
    const since = Math.abs(options.now() - busyAt)
    return since < busyPauseMs ? busyPauseMs - since : 0
  }

  /** Counts at once, and tells of it when it is known what the relay's words mean. */
  function refuse(refusal: Refusal, reason: string): void {
    refusals[refusal] += 1
    if (isEverywhere('busy')) busyAt = options.now()
    if (isEverywhere('refused')) attempt = Math.max(attempt, relays.length - 1 + refusedAttempts)
    explainRefusal(
      (errors) => errors.toCloseRefusal(refusal, reason, options.now()),
      (error) => {
        if (isStopped) return
        options.onFailure(error)
        // One may have answered since.
        if (isEverywhere(refusal)) options.onRefused(refusal, error)
      },
    )
  }

  /** Whatever ends the attempt also ends the timer. */
  function loseIn(ms: number, isToStay = false): void {
    cancelTimer()
    cancelTimer = options.setTimer(() => lose(epoch, isToStay), ms)
  }

  function lose(current: number, isToStay = false): void {
    if (current !== epoch) return
    epoch += 1
    if (!isToStay) relay = (relay + 1) % relays.length
    cancelTimer()
    const old = socket
    socket = undefined
    setStatus('disconnected')
    options.onLost()
    try {
      old?.close(isStopped ? 1000 : undefined)
    } catch {
      // Already closed.
    }
    if (!isStopped && options.isWanted()) {
      const delay = retryDelay()
      attempt += 1
      openIn(delay)
    }
  }

  function openIn(delayMs: number): void {
    cancelTimer()
    isRetryPlanned = true
    cancelTimer = options.setTimer(() => {
      isRetryPlanned = false
      if (options.isWanted()) void open()
    }, delayMs)
  }

  /** At once, unless the relay asked for a pause. */
  function openSoon(): void {
    const leftMs = busyLeftMs()
    if (leftMs > 0) openIn(leftMs)
    else void open()
  }

  function retryDelay(): number {
    // All relays are asked once before the pauses grow.
    const round = attempt - relays.length + 1
    const leftMs = busyLeftMs()
    if (leftMs > 0)
      return leftMs + jitter(Math.min(busyPauseMs * 2 ** Math.max(round, 0), maxRetryMs), options.randomBytes)
    if (round <= 0) return jitter(firstRetryMs, options.randomBytes, 0)
    // Whoever waits is about to hear of a refusal.
    const most = options.isAwaited() && !isEverywhere('refused') ? maxAwaitedRetryMs : maxRetryMs
    return jitter(Math.min(firstRetryMs * 2 ** round, most), options.randomBytes)
  }

  return {
    status: () => status,
    connection: () => connection,
    connect() {
      if (!isStopped && status === 'disconnected' && !isRetryPlanned) openSoon()
    },
    send(text) {
      if (status !== 'connected' || socket === undefined) return false
      try {
        socket.send(text)
        return true
      } catch {
        return false
      }
    },
    drop: () => lose(epoch),
    end,
    answered() {
      attempt = 0
      refusals.refused = 0
      refusals.busy = 0
      hasAnswered = true
    },
    hurry(staleMs = 0) {
      if (isStopped || status === 'connected') return
      // Whoever is back may be told so before the network is: the pauses begin anew.
      if (staleMs > 0) attempt = 0
      if (status === 'connecting') {
        // What began before the machine slept leads nowhere, and is over at once.
        if (staleMs > 0) loseIn(startedAt + staleMs - options.now(), true)
        return
      }
      isRetryPlanned = false
      if (options.isWanted()) openSoon()
    },
    stop() {
      isStopped = true
      lose(epoch)
    },
  }
}

/** Not by `URL`: React Native's own throws when its `searchParams` are touched. */
function withQuery(relayUrl: string, values: Readonly<Record<string, string | undefined>>): string {
  const query = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  // What a path is missing in: "wss://relay.example".
  const address = relayUrl.replace(/^(\w+:\/\/[^/?#]+)(?=\?|$)/, '$1/')
  return `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}`
}

/**
 * The address a JWT is for: without query, and spelled as relays name themselves, since some compare letter by letter. Not by `URL`,
 * see `withQuery`.
 */
function audienceOf(relayUrl: string): string {
  const [address = ''] = relayUrl.split(/[?#]/)
  const [, scheme = '', host = '', path = ''] = /^(wss?):\/\/([^/]+)(\/.*)?$/is.exec(address) ?? []
  if (host === '') return address
  const port = scheme.length === 3 ? /:443$/ : /:80$/
  return `${scheme}://${host.replace(port, '')}`.toLowerCase() + (path === '/' ? '' : path)
}

/** A random time up to `ms`, at least `floor` of it: a relay that restarts must not meet all its clients in one instant. */
export function jitter(ms: number, randomBytes: RandomBytes, floor = 0.5): number {
  const random = ((randomBytes(1)[0] ?? 0) + 1) / 256
  return ms * (floor + random * (1 - floor))
}
