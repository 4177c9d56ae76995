import { type BaseError, clientAuthInput, joinClientAuth } from '@hawser/wire'
import { bytesToHex, type Identity, type RandomBytes } from '../envelope/keys.ts'
import { RelayUnreachableError } from '../errors.ts'
import type { SetTimer } from '../lifetime/schedule.ts'
import { explainRefusal } from './explainRefusal.ts'
import { busyWords, closeCodes, type Refusal } from './relayRefusal.ts'
import type { WebSocketLike } from './webSocketLike.ts'

export type RelayStatus = 'connected' | 'connecting' | 'disconnected'

/** One socket to a relay, reopened after a loss for as long as the client needs it. */
export type RelaySocket = {
  status(): RelayStatus
  /** Counts the sockets that opened: a message sent on one is unknown to the next. */
  connection(): number
  /** Connects unless an attempt is in progress. */
  connect(): void
  /** Returns false if no socket is open. */
  send(text: string): boolean
  /** Closes a socket that does not answer. */
  drop(): void
  /** Call when the relay has sent a frame in place of a close. */
  end(code: number, reason: string): void
  /** Call when the relay works: the next loss is retried at once. */
  answered(): void
  /**
   * Ends a pause between attempts: the next attempt starts now, or as soon as the client needs the relay. With
   * `staleMs`, an attempt in progress has that time from its start.
   */
  hurry(staleMs?: number): void
  stop(): void
}

export type RelaySocketOptions = {
  /**
   * A list names addresses of the same mailboxes. When an address refuses, dies or stays silent, the client moves to
   * the next.
   */
  readonly relayUrl: string | readonly string[]
  readonly projectId: string | undefined
  identity(): Promise<Identity>
  now(): number
  readonly randomBytes: RandomBytes
  readonly setTimer: SetTimer
  createWebSocket(url: string): WebSocketLike | Promise<WebSocketLike>
  isWanted(): boolean
  /** Whether a caller waits for the relay now, so that pauses stay short. */
  isAwaited(): boolean
  onOpen(): void
  onFrame(text: string): void
  onLost(): void
  onStatus(status: RelayStatus): void
  /**
   * Every relay has closed with 3000, which refuses the client (relay-client-auth), or with 1013: the next attempt then
   * waits at least a second.
   */
  onRefused(refusal: Refusal, error: BaseError): void
  onFailure(error: BaseError): void
}

const openTimeoutMs = 10_000
// The timeout while there is another relay to ask.
const openTimeoutOfManyMs = 3_000
const firstRetryMs = 200
const maxRetryMs = 15_000
// A caller waits at most eight seconds: on a network that cuts socket after socket, pauses must not use that time up.
const maxAwaitedRetryMs = 1_000
const refusedAttempts = 6
/** The pause that an overloaded relay requires, even while a caller waits. */
export const busyPauseMs = 1_000
// Codes after which another address of the same mailboxes does not help: the network failed, or a relay moves its clients.
const staysAfter: readonly number[] = [closeCodes.cut, closeCodes.stale, closeCodes.rebalancing]
// A relay allows five minutes. Five more let both clocks be five minutes off in opposite directions (F-L14), and ten
// seconds are for transit. Beyond that the relay refuses and names its time: a clock that is further off would make
// every link look expired.
const authSkewSeconds = 310

export function createRelaySocket(options: RelaySocketOptions): RelaySocket {
  const subject = bytesToHex(options.randomBytes(32))
  const relays = [options.relayUrl].flat()
  let relay = 0
  // How many relays in a row refused or were overloaded, and when the last overloaded one said so.
  const refusals = { refused: 0, busy: 0 }
  let busyAt = Number.NEGATIVE_INFINITY
  let startedAt = 0
  let hasAnswered = false
  let socket: WebSocketLike | undefined
  let status: RelayStatus = 'disconnected'
  let connection = 0
  let attempt = 0
  // Increased whenever the current attempt or socket ends, so that its late callbacks know they are outdated.
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
      // Requests refusals as close code 3000 with a reason, because a browser cannot read an HTTP status here.
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
    let made: WebSocketLike
    try {
      const address = await url((relays[relay] ?? '').trim())
      if (current !== epoch) return
      const given = options.createWebSocket(address)
      // No needless await, so that the listeners are set before the first event.
      made = given instanceof Promise ? await given : given
    } catch (error) {
      // The cause's text can contain the address, and with it the JWT.
      const name = error instanceof Error ? error.name : 'Error'
      options.onFailure(new RelayUnreachableError(`No WebSocket can be opened here (${name}).`))
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
    // Node's `ws` throws an error that has no listener. A close always follows.
    socket.onerror = () => {}
    socket.onclose = ({ code, reason }) => {
      if (current === epoch) end(code, String(reason))
    }
  }

  function end(code: number, reason: string): void {
    if (code === closeCodes.busy) refuse('busy', reason)
    else if (code === closeCodes.refused) refuse(busyWords.test(reason) ? 'busy' : 'refused', reason)
    // If the address worked, it is tried first again.
    lose(epoch, hasAnswered && staysAfter.includes(code))
  }

  /** The rest of the pause that an overloaded relay required. A clock change does not extend it. */
  function busyLeftMs(): number {
    const since = Math.abs(options.now() - busyAt)
    return since < busyPauseMs ? busyPauseMs - since : 0
  }

  /** Counts a refusal at once, and reports it when the meaning of the relay's words is known. */
  function refuse(refusal: Refusal, reason: string): void {
    refusals[refusal] += 1
    if (isEverywhere('busy')) busyAt = options.now()
    if (isEverywhere('refused')) attempt = Math.max(attempt, relays.length - 1 + refusedAttempts)
    explainRefusal(
      (errors) => errors.toCloseRefusal(refusal, reason, options.now()),
      (error) => {
        if (isStopped) return
        options.onFailure(error)
        // A relay can have answered since.
        if (isEverywhere(refusal)) options.onRefused(refusal, error)
      },
    )
  }

  /** Ends the attempt after `ms`. Every other end of the attempt cancels this timer. */
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

  /** Opens a socket at once, unless the relay required a pause. */
  function openSoon(): void {
    const leftMs = busyLeftMs()
    if (leftMs > 0) openIn(leftMs)
    else void open()
  }

  function retryDelay(): number {
    // All relays are tried once before the pauses grow.
    const round = attempt - relays.length + 1
    const leftMs = busyLeftMs()
    if (leftMs > 0)
      return leftMs + jitter(Math.min(busyPauseMs * 2 ** Math.max(round, 0), maxRetryMs), options.randomBytes)
    if (round <= 0) return jitter(firstRetryMs, options.randomBytes, 0)
    // No short pauses once every relay has refused: callers are about to receive the refusal.
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
      // The page can be back before the network is, so the pauses start over.
      if (staleMs > 0) attempt = 0
      if (status === 'connecting') {
        // An attempt from before the machine slept leads nowhere, and ends at once.
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

/** Adds query parameters without `URL`: React Native's own throws when its `searchParams` are read. */
function withQuery(relayUrl: string, values: Readonly<Record<string, string | undefined>>): string {
  const query = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  // An address without a path: "wss://relay.example".
  const address = relayUrl.replace(/^(\w+:\/\/[^/?#]+)(?=\?|$)/, '$1/')
  return `${address}${address.includes('?') ? '&' : '?'}${query.join('&')}`
}

/**
 * Returns the audience of a JWT: the address without query, spelled as relays name themselves, because some compare
 * letter by letter. Does without `URL`, see `withQuery`.
 */
function audienceOf(relayUrl: string): string {
  const [address = ''] = relayUrl.split(/[?#]/)
  const [, scheme = '', host = '', path = ''] = /^(wss?):\/\/([^/]+)(\/.*)?$/is.exec(address) ?? []
  if (host === '') return address
  const port = scheme.length === 3 ? /:443$/ : /:80$/
  return `${scheme}://${host.replace(port, '')}`.toLowerCase() + (path === '/' ? '' : path)
}

/**
 * Returns a random time up to `ms`, at least `floor` of it: a relay that restarts must not meet all its clients at the
 * same instant.
 */
export function jitter(ms: number, randomBytes: RandomBytes, floor = 0.5): number {
  const random = ((randomBytes(1)[0] ?? 0) + 1) / 256
  return ms * (floor + random * (1 - floor))
}
