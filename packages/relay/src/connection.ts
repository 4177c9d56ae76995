import { formatIrnError, formatIrnResult, InvalidIrnFrameError, type IrnRequest, parseClientFrame } from '@hawser/wire'
import type { RawData, WebSocket } from 'ws'
import { createDeliveries } from './deliveries.ts'
import type { Gate } from './gate.ts'
import type { RelayLimits } from './limits.ts'
import { loggable, type RelayLogger } from './logger.ts'
import type { Mailbox } from './mailbox.ts'
import type { RelayMetrics } from './metrics.ts'
import { answer } from './rpc/answer.ts'
import type { RpcContext } from './rpc/context.ts'
import { refusalOf, rpcCodes } from './rpc/refusal.ts'
import type { Subscribers } from './subscribers.ts'

/** One client's open socket. */
export type Connection = {
  /** Pings the client; one that left a ping unanswered for so long is dropped, and the answer is false. */
  beat(pongMs: number): boolean
  close(code: number, reason: string): void
  /** Takes no more requests, answers those it has, then closes. Acks that come after that count. */
  leave(code: number, reason: string): void
  terminate(): void
  /** Bytes the client has not read yet. */
  bufferedLength(): number
  /** Pushes that were not acked yet. */
  pendingPushes(): number
  /** Resolves when the socket is closed and its requests are done with. */
  readonly closed: Promise<void>
}

/**
 * Serves one authenticated client: frames in, answers and pushes out, until the socket closes.
 * @param options - `socket` is open; `nextId` makes the 19-digit id of a push
 */
export function createConnection(options: {
  readonly socket: WebSocket
  readonly clientId: string
  readonly mailbox: Mailbox
  readonly subscribers: Subscribers
  readonly limits: RelayLimits
  readonly logger: RelayLogger
  readonly nextId: () => string
  readonly metrics: RelayMetrics
  /** Holds requests back to the client's pace. Closed with the connection. */
  readonly gate: Gate
}): Connection {
  const { socket, clientId, mailbox, subscribers, limits, logger, metrics, gate } = options
  /** When the first ping that is not answered yet was sent. */
  let pingedAt: number | undefined
  let isLeaving = false
  let requestsInFlight = 0
  let lengthInFlight = 0
  // A client that sends nothing but nonsense fills no log.
  let hasRefused = false
  let stalledTimer: NodeJS.Timeout | undefined
  const running = new Set<Promise<void>>()

  const isOpen = () => socket.readyState === socket.OPEN
  const isCongested = () => socket.bufferedAmount > limits.bufferedLength

  const send = (text: string) => {
    if (!isOpen()) return
    socket.send(text, () => {
      if (stalledTimer !== undefined && !isCongested()) endStall()
    })
    if (isCongested() && stalledTimer === undefined) startStall()
  }
  const startStall = () => {
    stalledTimer = setTimeout(() => {
      logger.warn({ bufferedLength: socket.bufferedAmount }, 'closed a client that does not read')
      // Read again, or the client's own close frame would not be seen.
      socket.resume()
      socket.close(1013, 'You are not reading. Reconnect to go on.')
    }, limits.stalledMs).unref()
    setReading()
  }
  const endStall = () => {
    clearTimeout(stalledTimer)
    stalledTimer = undefined
    setReading()
    deliveries.resume()
  }
  const isBusy = () => requestsInFlight >= limits.requestsInFlight || lengthInFlight >= limits.lengthInFlight
  /** A client that does not read, or asks faster than the store answers, is not read either. */
  const setReading = () => {
    if (!isOpen()) return
    if (isLeaving || stalledTimer !== undefined || isBusy()) socket.pause()
    else if (socket.isPaused) socket.resume()
  }

  const onFailure = (error: unknown) => logger.error({ error: loggable(error) }, 'the mailbox failed')
  const deliveries = createDeliveries({
    clientId,
    mailbox,
    subscribers,
    maxSubscriptions: limits.subscriptionsPerConnection,
    nextId: options.nextId,
    canPush: () => isOpen() && !isCongested(),
    push(text) {
      metrics.pushed()
      send(text)
    },
    onFailure,
  })
  const context: RpcContext = { clientId, mailbox, deliveries }

  const handle = async (text: string): Promise<void> => {
    let idToken: string | undefined
    let method: IrnRequest['method'] | undefined
    try {
      const frame = parseClientFrame(text, limits)
      if (frame.kind === 'ack') return deliveries.acknowledge(frame.idToken)
      idToken = frame.idToken
      method = frame.request.method
      const turn = gate.admit(frame.request)
      if (turn !== undefined) await turn
      const { result, subscribed = [], receipt } = await answer(context, frame.request)
      send(formatIrnResult(idToken, result))
      // Its pong shows that the answer before it arrived; that the answer was written to the socket does not.
      if (receipt !== undefined && isOpen()) socket.ping(receipt)
      deliveries.start(subscribed)
      metrics.answered(method, 'ok')
    } catch (error) {
      const refusal = refusalOf(error, idToken)
      metrics.answered(method, refusal.data)
      if (refusal.rpcCode === rpcCodes.internal) onFailure(error)
      else if (!hasRefused) logger.info({ code: refusal.rpcCode, reason: refusal.data }, 'refused a frame')
      hasRefused = true
      send(formatIrnError(refusal))
    }
  }
  const receive = (raw: RawData, isBinary: boolean) => {
    pingedAt = undefined
    if (isBinary) {
      return send(formatIrnError(new InvalidIrnFrameError('A frame is text.', -32600, 'Serialization')))
    }
    const text = textOf(raw)
    requestsInFlight += 1
    lengthInFlight += text.length
    if (isBusy()) setReading()
    const work: Promise<void> = handle(text).finally(() => {
      running.delete(work)
      requestsInFlight -= 1
      lengthInFlight -= text.length
      if (socket.isPaused) setReading()
    })
    running.add(work)
  }

  const closed = new Promise<void>((resolve) => {
    socket.once('close', (code) => {
      metrics.disconnected(code)
      clearTimeout(stalledTimer)
      gate.close()
      deliveries.close()
      void Promise.allSettled([...running]).then(() => resolve())
    })
  })
  socket.on('message', receive)
  socket.on('pong', (receipt) => {
    pingedAt = undefined
    deliveries.acknowledge(receipt.toString())
  })
  // The socket closes by itself after an error; an oversized frame is closed with 1009 by ws.
  socket.on('error', (error) => logger.info({ error: loggable(error) }, 'a socket failed'))

  const leave = async (code: number, reason: string) => {
    isLeaving = true
    setReading()
    // What was read before the pause still comes in.
    while (running.size > 0) await Promise.allSettled([...running])
    socket.close(code, reason)
    socket.resume()
  }
  return {
    beat(pongMs) {
      const isSilent = pingedAt !== undefined && performance.now() - pingedAt >= pongMs
      if (isSilent) socket.terminate()
      pingedAt ??= performance.now()
      if (isOpen()) socket.ping()
      return !isSilent
    },
    close: (code, reason) => socket.close(code, reason),
    leave: (code, reason) => void leave(code, reason),
    bufferedLength: () => socket.bufferedAmount,
    pendingPushes: deliveries.unacknowledgedCount,
    terminate: () => socket.terminate(),
    closed,
  }
}

function textOf(raw: RawData): string {
  if (Array.isArray(raw)) return Buffer.concat(raw).toString('utf8')
  return raw instanceof ArrayBuffer ? Buffer.from(raw).toString('utf8') : raw.toString('utf8')
}
