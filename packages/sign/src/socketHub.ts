import { formatIrnResult, parseRelayFrame, type Topic } from '@hawser/wire'
import type { SocketLike } from './relaySocket.ts'

/** What a page hears of the socket it shares. */
export type PortEvent =
  | { readonly kind: 'opened' }
  | { readonly kind: 'frame'; readonly text: string }
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string }

/** One socket to a relay with several users, its ports. To the relay they are one client with all their topics. */
export type SocketHub = {
  /** The first one's URL is opened. */
  attach(port: string, url: string): void
  receive(port: string, text: string): void
  /** Who has not `left` of its own will gives up a socket that does not open or owes it an answer: it is dead for all. */
  detach(port: string, isLeft: boolean): void
  close(): void
}

type Port = { readonly topics: Set<Topic>; readonly asked: Set<string> }

const idPattern = /^\{"id":("[^"]{1,32}"|\d{1,20}),/

export function createSocketHub(options: {
  createWebSocket(url: string): SocketLike
  tell(port: string, event: PortEvent): void
}): SocketHub {
  const { tell } = options
  const ports = new Map<string, Port>()
  // Deliveries that nobody has acknowledged: one page's word is enough, it has recorded what came.
  const pushed = new Set<string>()
  let socket: SocketLike | undefined
  let isOpen = false

  function open(url: string): void {
    const webSocket = options.createWebSocket(url)
    socket = webSocket
    webSocket.onopen = () => {
      if (socket !== webSocket) return
      isOpen = true
      for (const port of [...ports.keys()]) tell(port, { kind: 'opened' })
    }
    webSocket.onmessage = ({ data }) => {
      if (socket === webSocket && typeof data === 'string') onFrame(data)
    }
    webSocket.onerror = () => {}
    webSocket.onclose = ({ code, reason }) => {
      if (socket === webSocket) end(code, String(reason))
    }
  }

  function end(code: number, reason: string): void {
    const all = [...ports.keys()]
    const old = socket
    socket = undefined
    isOpen = false
    ports.clear()
    pushed.clear()
    for (const port of all) tell(port, { kind: 'closed', code, reason })
    old?.close()
  }

  function onFrame(text: string): void {
    let frame: ReturnType<typeof parseRelayFrame>
    try {
      frame = parseRelayFrame(text)
    } catch {
      // Each page tells of it itself.
      for (const name of ports.keys()) tell(name, { kind: 'frame', text })
      return
    }
    for (const [name, port] of [...ports]) {
      if (frame.kind === 'delivery' ? !port.topics.has(frame.delivery.topic) : !port.asked.delete(frame.idToken))
        continue
      if (frame.kind === 'delivery') pushed.add(frame.idToken)
      tell(name, { kind: 'frame', text })
    }
  }

  const isWanted = (topic: Topic) => [...ports.values()].some(({ topics }) => topics.has(topic))

  return {
    attach(port, url) {
      ports.set(port, { topics: new Set(), asked: new Set() })
      if (socket === undefined) open(url)
      else if (isOpen) tell(port, { kind: 'opened' })
    },
    receive(name, text) {
      const port = ports.get(name)
      const idToken = idPattern.exec(text)?.[1]
      if (port === undefined || idToken === undefined || socket === undefined || !isOpen) return
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
      port.asked.add(idToken)
      socket.send(text)
    },
    detach(name, isLeft) {
      const port = ports.get(name)
      if (port === undefined) return
      ports.delete(name)
      const isDead = !isLeft && (!isOpen || port.asked.size > 0)
      if (isDead || ports.size === 0) end(1006, '')
    },
    close: () => end(1006, ''),
  }
}

/** As our own client writes it. */
type Request = {
  readonly method?: string
  readonly params: {
    readonly topic?: Topic
    readonly topics?: readonly Topic[]
    readonly pairingTopic?: Topic
    readonly sessionTopic?: Topic
  }
}

/** What a request subscribes to. */
function topicsOf(method: string, { topic, topics, pairingTopic, sessionTopic }: Request['params']): readonly Topic[] {
  if (method === 'irn_subscribe') return [topic ?? '']
  if (method === 'irn_batchSubscribe') return topics ?? []
  if (method === 'wc_proposeSession') return [pairingTopic ?? '']
  return method === 'wc_approveSession' ? [sessionTopic ?? ''] : []
}
