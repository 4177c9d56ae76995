import { bytesToHex } from './hex.ts'
import type { RandomBytes } from './keys.ts'
import type { SocketLike } from './relaySocket.ts'
import type { SetTimer } from './schedule.ts'
import { createSocketHub, type PortEvent, type SocketHub } from './socketHub.ts'

/** Sockets of one page that are, with those of all other pages of the same name, one socket to the relay. */
export type SharedSockets = {
  create(url: string): SocketLike
  stop(): void
}

export type SharedSocketsOptions = {
  readonly name: string
  /** Who holds the lock of the name has the socket. */
  readonly locks: Pick<LockManager, 'request'>
  createChannel(name: string): Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>
  createWebSocket(url: string): SocketLike
  readonly setTimer: SetTimer
  /** A name for each socket that no other has. */
  createId(): string
}

type Message =
  | { readonly to: 'leader'; readonly port: string; readonly kind: 'open'; readonly url: string }
  | { readonly to: 'leader'; readonly port: string; readonly kind: 'frame'; readonly text: string }
  | { readonly to: 'leader'; readonly port: string; readonly kind: 'close' }
  | { readonly to: 'port'; readonly port: string; readonly event: PortEvent | { readonly kind: 'heard' } }
  | { readonly to: 'all' }

type Port = { readonly url: string; readonly socket: SocketLike; isHeard: boolean; isClosed: boolean; cancel(): void }

// A page that sleeps with the lock does not answer; the lock is taken from it (a page is to be back within two seconds, T-67).
const heardTimeoutMs = 300

/**
 * One page leads: it has the lock, the socket and the mailboxes' deliveries. The others send and hear through it, over a channel of
 * the browser, and one of them takes its place when it goes. A socket whose leader is gone is closed like any that is cut.
 */
export function createSharedSockets(options: SharedSocketsOptions): SharedSockets {
  const { name, locks, setTimer } = options
  const channel = options.createChannel(name)
  const ports = new Map<string, Port>()
  let hub: SocketHub | undefined
  let turn = new AbortController()
  let release = () => {}
  let isStopped = false

  const post = (message: Message) => channel.postMessage(message)

  async function lead(isTaken: boolean): Promise<void> {
    const mine = new AbortController()
    turn = mine
    const hold = () =>
      new Promise<void>((resolve) => {
        if (isStopped || turn !== mine) return resolve()
        release = resolve
        hub = createSocketHub({ ...options, tell })
        post({ to: 'all' })
        onLeader()
      })
    try {
      await locks.request(name, isTaken ? { steal: true } : { signal: mine.signal }, hold)
    } catch {
      // Another page took the lock, or it is not wanted any more.
    }
    if (turn !== mine) return
    hub?.close()
    hub = undefined
    if (!isStopped) void lead(false)
  }

  /** What was open with the leader before is cut; what waited goes on. */
  function onLeader(): void {
    for (const [id, port] of [...ports]) {
      if (port.isHeard) onEvent(id, { kind: 'closed', code: 1006, reason: '' })
      else attach(id, port)
    }
  }

  function attach(id: string, port: Port): void {
    port.cancel()
    if (hub !== undefined) {
      port.isHeard = true
      hub.attach(id, port.url)
      return
    }
    post({ to: 'leader', port: id, kind: 'open', url: port.url })
    port.cancel = setTimer(() => {
      turn.abort()
      void lead(true)
    }, heardTimeoutMs)
  }

  function tell(id: string, event: PortEvent): void {
    if (ports.has(id)) onEvent(id, event)
    else post({ to: 'port', port: id, event })
  }

  function onEvent(id: string, event: PortEvent | { readonly kind: 'heard' }): void {
    const port = ports.get(id)
    if (port === undefined) return
    port.isHeard = true
    port.cancel()
    const { socket } = port
    if (event.kind === 'opened') socket.onopen?.(new Event('open'))
    if (event.kind === 'frame') socket.onmessage?.(new MessageEvent('message', { data: event.text }))
    if (event.kind !== 'closed') return
    port.isClosed = true
    ports.delete(id)
    // A browser of old has CloseEvent too; Node 20 has none.
    socket.onclose?.(Object.assign(new Event('close'), { code: event.code, reason: event.reason, wasClean: false }))
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.to === 'all') {
      if (hub === undefined) onLeader()
    } else if (data.to === 'port') onEvent(data.port, data.event)
    else if (hub === undefined) return
    else if (data.kind === 'open') {
      post({ to: 'port', port: data.port, event: { kind: 'heard' } })
      hub.attach(data.port, data.url)
    } else if (data.kind === 'frame') hub.receive(data.port, data.text)
    else hub.detach(data.port)
  }
  void lead(false)

  return {
    create(url) {
      const id = options.createId()
      const socket: SocketLike = {
        onopen: null,
        onmessage: null,
        onerror: null,
        onclose: null,
        send(text: string) {
          if (hub === undefined) post({ to: 'leader', port: id, kind: 'frame', text })
          else hub.receive(id, text)
        },
        close() {
          if (port.isClosed) return
          port.isClosed = true
          port.cancel()
          ports.delete(id)
          if (hub === undefined) post({ to: 'leader', port: id, kind: 'close' })
          else hub.detach(id)
        },
      }
      const port: Port = { url, socket, isHeard: false, isClosed: false, cancel() {} }
      ports.set(id, port)
      // Whoever makes a socket listens to it only then.
      queueMicrotask(() => {
        if (!port.isClosed) attach(id, port)
      })
      return socket
    },
    stop() {
      isStopped = true
      turn.abort()
      hub?.close()
      hub = undefined
      release()
      channel.close()
    },
  }
}

/** Those of a browser's pages. */
export function createPageSockets(name: string, randomBytes: RandomBytes, setTimer: SetTimer): SharedSockets {
  return createSharedSockets({
    name: `hawser:relay:${name}`,
    locks: navigator.locks,
    createChannel: (channel) => new BroadcastChannel(channel),
    createWebSocket: (url) => new WebSocket(url),
    setTimer,
    createId: () => bytesToHex(randomBytes(8)),
  })
}
