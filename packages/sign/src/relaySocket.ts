import { type BaseError, clientAuthInput, joinClientAuth } from '@hawser/wire'
import { RelayClockError, RelayRefusedError, RelayUnreachableError } from './errors.ts'
import { bytesToHex, type Identity, type RandomBytes } from './keys.ts'
import type { SetTimer } from './schedule.ts'

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
  /** The relay works: the next loss is retried at once. */
  answered(): void
  /** Ends a pause between attempts: the next one is made now, or as soon as somebody wants it. */
  hurry(): void
  stop(): void
}

export type RelaySocketOptions = {
  readonly relayUrl: string
  readonly projectId: string | undefined
  identity(): Promise<Identity>
  now(): number
  readonly randomBytes: RandomBytes
  readonly setTimer: SetTimer
  createWebSocket(url: string): WebSocket
  isWanted(): boolean
  onOpen(): void
  onFrame(text: string): void
  onLost(): void
  onStatus(status: RelayStatus): void
  /** The relay closed with 3000: it will not have this client (relay-client-auth). */
  onRefused(error: BaseError): void
  onFailure(error: BaseError): void
}

const openTimeoutMs = 10_000
const firstRetryMs = 200
const maxRetryMs = 15_000
const authLifetimeSeconds = 86_400

export function createRelaySocket(options: RelaySocketOptions): RelaySocket {
  const subject = bytesToHex(options.randomBytes(32))
  let socket: WebSocket | undefined
  let status: RelayStatus = 'disconnected'
  let connection = 0
  let attempt = 0
  // Raised whenever the present attempt or socket is over, so that its late callbacks find themselves outdated.
  let epoch = 0
  let cancelTimer = () => {}
  let isRetryPlanned = false
  let isStopped = false

  function setStatus(next: RelayStatus): void {
    if (status === next) return
    status = next
    options.onStatus(next)
  }

  async function url(): Promise<string> {
    const identity = await options.identity()
    const issuedAtSeconds = Math.floor(options.now() / 1000)
    const input = clientAuthInput({
      clientId: identity.clientId,
      subject,
      audience: options.relayUrl.split('?')[0] ?? '',
      issuedAtSeconds,
      expiresAtSeconds: issuedAtSeconds + authLifetimeSeconds,
    })
    const signature = await identity.sign(new TextEncoder().encode(input))
    const address = new URL(options.relayUrl)
    address.searchParams.set('auth', joinClientAuth(input, signature))
    if (options.projectId !== undefined) address.searchParams.set('projectId', options.projectId)
    address.searchParams.set('ua', 'wc-2/hawser')
    // Asks for refusals as close code 3000 with a reason, because a browser cannot read an HTTP status here.
    address.searchParams.set('useOnCloseEvent', 'true')
    return address.href
  }

  async function open(): Promise<void> {
    const current = ++epoch
    isRetryPlanned = false
    cancelTimer()
    cancelTimer = options.setTimer(() => lose(current), openTimeoutMs)
    setStatus('connecting')
    try {
      const address = await url()
      if (current !== epoch) return
      socket = options.createWebSocket(address)
    } catch (error) {
      // The cause's text can hold the address, and with it the JWT.
      const name = error instanceof Error ? error.name : 'Error'
      options.onFailure(new RelayUnreachableError(`No WebSocket to the relay can be made here (${name}).`))
      lose(current)
      return
    }
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
      if (current !== epoch) return
      if (code === 3000) {
        attempt = Math.max(attempt, 6)
        options.onRefused(refusal(String(reason)))
      }
      lose(current)
    }
  }

  function lose(current: number): void {
    if (current !== epoch) return
    epoch += 1
    cancelTimer()
    const old = socket
    socket = undefined
    setStatus('disconnected')
    options.onLost()
    try {
      old?.close()
    } catch {
      // Already closed.
    }
    if (!isStopped && options.isWanted()) {
      const delay = retryDelay()
      attempt += 1
      isRetryPlanned = true
      cancelTimer = options.setTimer(() => {
        isRetryPlanned = false
        if (options.isWanted()) void open()
      }, delay)
    }
  }

  function retryDelay(): number {
    if (attempt === 0) return jitter(firstRetryMs, options.randomBytes, 0)
    return jitter(Math.min(firstRetryMs * 2 ** attempt, maxRetryMs), options.randomBytes)
  }

  return {
    status: () => status,
    connection: () => connection,
    connect() {
      if (!isStopped && status === 'disconnected' && !isRetryPlanned) void open()
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
    answered() {
      attempt = 0
    },
    hurry() {
      if (isStopped || status !== 'disconnected') return
      cancelTimer()
      isRetryPlanned = false
      if (options.isWanted()) void open()
    },
    stop() {
      isStopped = true
      lose(epoch)
    },
  }
}

/** A random time up to `ms`, at least `floor` of it: a relay that restarts must not meet all its clients in one instant. */
export function jitter(ms: number, randomBytes: RandomBytes, floor = 0.5): number {
  const random = ((randomBytes(1)[0] ?? 0) + 1) / 256
  return ms * (floor + random * (1 - floor))
}

function refusal(reason: string): BaseError {
  return /clock|expired|\biat\b/i.test(reason)
    ? new RelayClockError('The relay refused this client because its clock differs too much from the relay.')
    : new RelayRefusedError('The relay refused this client.')
}
