import { formatIrnResult, parseRelayFrame, type Topic } from '@hawser/wire'
import { toClose } from './relayRefusal.ts'
import { digitsOf, isNullRequestId } from './requestId.ts'
import type { WebSocketLike } from './webSocketLike.ts'

/** Events of the shared socket, for a page. */
export type PortEvent =
  | { readonly kind: 'opened' }
  | { readonly kind: 'frame'; readonly text: string }
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string }

/** One socket to a relay, shared by several ports. To the relay, the ports are one client with all their topics. */
export type SocketHub = {
  /** Tries each relay that a port asks for until a socket is open. The first to open becomes the shared socket. */
  attach(port: string, url: string): void
  receive(port: string, text: string): void
  /**
   * Removes a port. If the port did not leave on its own (`isLeft`) and the socket owes it an answer, the socket is dead
   * for all ports.
   */
  detach(port: string, isLeft: boolean): void
  close(): void
}

/** `asked`: the digits of the ids of unanswered requests. */
type Port = { readonly topics: Set<Topic>; readonly asked: Set<string> }

// This client's ids are short. An acknowledgement has the relay's id, as long as frames allow (irn.ts).
const idPattern = /^\{"id":("[^"]{1,64}"|\d{1,32}),/

export function createSocketHub(options: {
  createWebSocket(url: string): WebSocketLike
  tell(port: string, event: PortEvent): void
}): SocketHub {
  const { tell } = options
  const ports = new Map<string, Port>()
  // Deliveries that no page has acknowledged yet. One page's acknowledgement is enough, because that page has recorded
  // the message.
  const pushed = new Set<string>()
  // Attempts by the relay's address, while no socket is open.
  const attempts = new Map<string, { readonly webSocket: WebSocketLike; readonly waiting: Set<string> }>()
  let socket: WebSocketLike | undefined

  function open(port: string, url: string): void {
    const [address = ''] = url.split('?')
    const known = attempts.get(address)
    if (known !== undefined) {
      known.waiting.add(port)
      return
    }
    const webSocket = options.createWebSocket(url)
    const waiting = new Set([port])
    attempts.set(address, { webSocket, waiting })
    const isTried = () => attempts.get(address)?.webSocket === webSocket
    webSocket.onopen = () => {
      if (!isTried()) return
      attempts.delete(address)
      socket = webSocket
      const others = [...attempts.values()]
      attempts.clear()
      for (const other of others) other.webSocket.close()
      for (const name of [...ports.keys()]) tell(name, { kind: 'opened' })
    }
    webSocket.onmessage = ({ data }) => {
      if (socket === webSocket && typeof data === 'string') onFrame(data)
    }
    webSocket.onerror = () => {}
    webSocket.onclose = ({ code, reason }) => {
      if (socket === webSocket) end(code, String(reason))
      if (!isTried()) return
      attempts.delete(address)
      for (const name of waiting) {
        ports.delete(name)
        tell(name, { kind: 'closed', code, reason: String(reason) })
      }
    }
  }

  function end(code: number, reason: string): void {
    const all = [...ports.keys()]
    const old = [socket, ...[...attempts.values()].map(({ webSocket }) => webSocket)]
    socket = undefined
    attempts.clear()
    ports.clear()
    pushed.clear()
    for (const port of all) tell(port, { kind: 'closed', code, reason })
    for (const one of old) one?.close()
  }

  function onFrame(text: string): void {
    let frame: ReturnType<typeof parseRelayFrame>
    try {
      frame = parseRelayFrame(text)
    } catch {
      // Each page reports the malformed frame itself.
      for (const name of ports.keys()) tell(name, { kind: 'frame', text })
      return
    }
    const { idToken } = frame
    const digits = digitsOf(idToken)
    const hears = (port: Port) =>
      frame.kind === 'delivery' ? port.topics.has(frame.delivery.topic) : port.asked.delete(digits)
    const hearing = [...ports].filter(([, port]) => hears(port))
    if (frame.kind === 'delivery' && hearing.length > 0) pushed.add(idToken)
    // One page can have caused the refusal, but it applies to all of them.
    const close = toClose(frame)
    const isForAll = frame.kind === 'error' && isNullRequestId(idToken)
    if (close !== undefined) end(close.code, close.reason)
    else for (const [name] of isForAll ? [...ports] : hearing) tell(name, { kind: 'frame', text })
  }

  const isWanted = (topic: Topic) => [...ports.values()].some(({ topics }) => topics.has(topic))

  return {
    attach(port, url) {
      ports.set(port, { topics: new Set(), asked: new Set() })
      if (socket === undefined) open(port, url)
      else tell(port, { kind: 'opened' })
    },
    receive(name, text) {
      const port = ports.get(name)
      const idToken = idPattern.exec(text)?.[1]
      if (port === undefined || idToken === undefined || socket === undefined) return
      const { method, params }: Request = JSON.parse(text)
      if (method === undefined) {
        if (pushed.delete(idToken)) socket.send(text)
        return
      }
      for (const topic of topicsOf(method, params)) port.topics.add(topic)
      if (method === 'irn_unsubscribe') {
        const { topic = '' } = params
        port.topics.delete(topic)
        if (isWanted(topic)) return tell(name, { kind: 'frame', text: formatIrnResult(idToken, true) })
      }
      port.asked.add(digitsOf(idToken))
      socket.send(text)
    },
    detach(name, isLeft) {
      const port = ports.get(name)
      if (port === undefined) return
      ports.delete(name)
      for (const [address, { webSocket, waiting }] of [...attempts]) {
        if (!waiting.delete(name) || waiting.size > 0) continue
        attempts.delete(address)
        webSocket.close()
      }
      if ((!isLeft && port.asked.size > 0) || ports.size === 0) end(1006, '')
    },
    close: () => end(1006, ''),
  }
}

/** A request as this package's client writes it. */
type Request = {
  readonly method?: string
  readonly params: {
    readonly topic?: Topic
    readonly topics?: readonly Topic[]
    readonly pairingTopic?: Topic
    readonly sessionTopic?: Topic
  }
}

/** Returns the topics that a request subscribes to. */
function topicsOf(method: string, { topic, topics, pairingTopic, sessionTopic }: Request['params']): readonly Topic[] {
  if (method === 'irn_subscribe') return [topic ?? '']
  if (method === 'irn_batchSubscribe') return topics ?? []
  if (method === 'wc_proposeSession') return [pairingTopic ?? '']
  return method === 'wc_approveSession' ? [sessionTopic ?? ''] : []
}
