import { bytesToHex } from '../envelope/hex.ts'
import type { RandomBytes } from '../envelope/keys.ts'
import type { SetTimer } from '../lifetime/schedule.ts'
import { createLeadership } from './leadership.ts'
import type { PortEvent } from './socketHub.ts'
import { createSocketLeader, type SocketLeader } from './socketLeader.ts'
import { type PortMessage, parseSocketMessage, type SocketMessage, socketMessageVersion } from './socketMessage.ts'
import type { WebSocketLike } from './webSocketLike.ts'

/** Sockets of one page that share one socket to the relay with all other pages of the same name. */
export type SharedSockets = {
  create(url: string): WebSocketLike
  stop(): void
}

export type SharedSocketsOptions = {
  readonly name: string
  /** A unique name for this page, without a dot. */
  readonly page: string
  /** The page that holds the lock of the name has the socket. */
  readonly locks: Pick<LockManager, 'request'>
  createChannel(name: string): Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>
  createWebSocket(url: string): WebSocketLike
  readonly setTimer: SetTimer
}

/**
 * One socket of this page. `leader`: the leader that the port listens to, from the first it heard. `cancel`: set while
 * the port waits for a leader.
 */
type Port = {
  readonly url: string
  readonly socket: WebSocketLike
  leader: string | undefined
  cancel: (() => void) | undefined
}

// After this silence, a page that sleeps with the lock loses it. A page that comes back needs a socket within two
// seconds (T-67); a page that is only busy should not lose a working one.
const heardTimeoutMs = 1_000

/**
 * One page leads: it has the lock, the socket and the mailboxes' deliveries. The other pages send and receive through
 * the leader over a browser channel, and one of them takes its place when it goes. A socket whose leader is gone closes
 * as if it was cut. If the browser refuses locks, each page leads only itself.
 */
export function createSharedSockets(options: SharedSocketsOptions): SharedSockets {
  const { name, page, setTimer } = options
  const channel = options.createChannel(name)
  const ports = new Map<string, Port>()
  let leader: SocketLeader | undefined
  let count = 0
  let isAlone = false
  let isStopped = false
  const leadership = createLeadership({
    ...options,
    lead,
    onLost: endLead,
    onRefused() {
      if (isAlone) return
      isAlone = true
      channel.close()
      endLead()
      lead(() => {})
    },
  })

  function post(message: SocketMessage): void {
    if (!isAlone && !isStopped) channel.postMessage(message)
  }

  function lead(release: () => void): void {
    count += 1
    const id = `${page}.${count}`
    leader = createSocketLeader({
      ...options,
      id,
      release,
      tell(port, event) {
        if (ports.has(port)) onEvent(port, id, event)
        else post({ to: 'port', port, leader: id, ...event })
      },
    })
    post({ to: 'pages', leader: id })
    onLeader(id)
  }

  function endLead(): void {
    leader?.close()
    leader = undefined
  }

  /** Handles a new leader: sockets open with the previous leader are cut, and waiting ones continue. */
  function onLeader(newLeader: string): void {
    for (const [id, port] of [...ports]) {
      if (port.leader === undefined) attach(id, port)
      else if (port.leader !== newLeader) onEvent(id, port.leader, { kind: 'closed', code: 1006, reason: '' })
    }
  }

  function attach(id: string, port: Port): void {
    rest(port)
    if (leader !== undefined) {
      port.leader = leader.id
      leader.attach(id, port.url)
    } else ask(port, { to: 'leader', port: id, kind: 'open', url: port.url })
  }

  /** Sends the leader a message. A leader that does not confirm it in time loses its place. */
  function ask(port: Port, message: PortMessage): void {
    post(message)
    port.cancel ??= setTimer(leadership.take, heardTimeoutMs)
  }

  function rest(port: Port): void {
    port.cancel?.()
    port.cancel = undefined
  }

  function onEvent(id: string, from: string, event: PortEvent | { readonly kind: 'heard' }): void {
    const port = ports.get(id)
    // A leader that does not know it lost its place still sends.
    if (port === undefined || (port.leader ?? from) !== from) return
    port.leader = from
    rest(port)
    const { socket } = port
    if (event.kind === 'opened') socket.onopen?.(event)
    if (event.kind === 'frame') socket.onmessage?.({ data: event.text })
    if (event.kind !== 'closed') return
    ports.delete(id)
    socket.onclose?.(event)
  }

  function onPort(message: PortMessage): void {
    if (leader === undefined) return
    const { port } = message
    if (message.kind !== 'close') post({ to: 'port', port, leader: leader.id, kind: 'heard' })
    if (message.kind === 'close') leader.detach(port, message.isLeft)
    else if (message.kind === 'open') leader.attach(port, message.url)
    else leader.receive(port, message.text)
  }

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = parseSocketMessage(data)
    if (message?.to === 'pages') {
      if (leader === undefined) onLeader(message.leader)
    } else if (message?.to === 'port') onEvent(message.port, message.leader, message)
    else if (message !== undefined) onPort(message)
  }

  return {
    create(url) {
      count += 1
      const id = `${page}.${count}`
      let isClosed = false
      const socket: WebSocketLike = {
        onopen: null,
        onmessage: null,
        onerror: null,
        onclose: null,
        send(text: string) {
          if (leader !== undefined) leader.receive(id, text)
          else if (ports.has(id)) ask(port, { to: 'leader', port: id, kind: 'frame', text })
        },
        close(code) {
          isClosed = true
          rest(port)
          if (!ports.delete(id)) return
          const isLeft = code === 1000
          if (leader === undefined) post({ to: 'leader', port: id, kind: 'close', isLeft })
          else leader.detach(id, isLeft)
        },
      }
      const port: Port = { url, socket, leader: undefined, cancel: undefined }
      // The caller adds its listeners only after this returns.
      void leadership.alive.then(() => {
        if (isClosed || isStopped) return
        ports.set(id, port)
        attach(id, port)
      })
      return socket
    },
    stop() {
      endLead()
      isStopped = true
      leadership.stop()
      if (!isAlone) channel.close()
    },
  }
}

/** Creates shared sockets with the browser's locks and channels. */
export function createPageSockets(name: string, randomBytes: RandomBytes, setTimer: SetTimer): SharedSockets {
  return createSharedSockets({
    name: `hawser:relay:${socketMessageVersion}:${name}`,
    page: bytesToHex(randomBytes(8)),
    locks: navigator.locks,
    createChannel: (channel) => new BroadcastChannel(channel),
    createWebSocket: (url) => new WebSocket(url),
    setTimer,
  })
}
