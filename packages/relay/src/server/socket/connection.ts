import type { Duplex } from 'node:stream'
import {
  type AddressKey,
  type ClientFrame,
  formatIrnError,
  formatIrnResult,
  InvalidIrnFrameError,
  type IrnRequest,
  parseClientFrame,
} from '@hawser/wire'
import type { RawData, WebSocket } from 'ws'
import { createDeliveries } from '../../deliveries/deliveries.ts'
import type { Subscribers } from '../../deliveries/subscribers.ts'
import { StoreFullError } from '../../errors.ts'
import type { ClientTopics } from '../../limits/clientTopics.ts'
import type { RelayLimits } from '../../limits/limits.ts'
import type { RequestThrottle } from '../../limits/requestThrottle.ts'
import { loggable, type RelayLogger } from '../../logger.ts'
import type { Mailbox } from '../../mailboxes/mailbox.ts'
import { answer } from '../../rpc/answer.ts'
import type { RpcContext } from '../../rpc/context.ts'
import { refusalOf, rpcCodes } from '../../rpc/refusal.ts'
import { classOf, isOverShare, type RelayMetrics } from '../metrics.ts'
import { createHeartbeat } from './heartbeat.ts'
import { createOutbox } from './outbox.ts'

/** One client's open socket. */
export type Connection = {
  /** Pings the client, and drops a client that is gone: see `Heartbeat`. */
  beat(pongMs: number): void
  close(code: number, reason: string): void
  /** Accepts no more requests, answers the pending ones, then closes. Acks that arrive after that still count. */
  leave(code: number, reason: string): void
  terminate(): void
  /** The number of bytes that the client has not read yet. */
  bufferedLength(): number
  /** The number of pushes that are not acked yet. */
  pendingPushes(): number
  /** Resolves when the socket is closed and its requests are done. */
  readonly closed: Promise<void>
}

/**
 * Serves one authenticated client: frames in, answers and pushes out, until the socket closes.
 * @param options - `socket` is open, on `stream`; `nextId` makes the 19-digit id of a push
 */
export function createConnection(options: {
  readonly socket: WebSocket
  readonly stream: Duplex
  readonly clientId: string
  /** The address whose shares this connection counts against. Undefined: not limited by address. */
  readonly address: AddressKey | undefined
  readonly mailbox: Mailbox
  readonly subscribers: Subscribers
  readonly clientTopics: ClientTopics
  readonly limits: RelayLimits
  readonly logger: RelayLogger
  readonly nextId: () => string
  readonly metrics: RelayMetrics
  /** Delays requests to match the client's pace. Closed with the connection. */
  readonly gate: RequestThrottle
}): Connection {
  const { socket, stream, clientId, address, mailbox, subscribers, limits, logger, metrics, gate } = options
  let isLeaving = false
  let requestsInFlight = 0
  let lengthInFlight = 0
  // A client that sends only invalid frames must not fill the log.
  let hasRefused = false
  const idleWaiters: (() => void)[] = []

  const heartbeat = createHeartbeat({ socket, stream, messageMs: limits.messageMs })
  const isOpen = () => socket.readyState === socket.OPEN
  const outbox = createOutbox({
    socket,
    stream,
    limits,
    onTurn() {
      setReading()
      if (!outbox.isFull()) deliveries.resume()
    },
    onGivenUp() {
      logger.warn({ bufferedLength: outbox.length() }, 'closed a client that does not read')
      // Read again: otherwise the client's own close frame would not be seen.
      socket.resume()
      socket.close(1013, 'You are not reading. Reconnect to go on.')
    },
  })
  const isBusy = () => requestsInFlight >= limits.requestsInFlight || lengthInFlight >= limits.lengthInFlight
  /** Stops reading from a client that does not read, or that sends requests faster than the store answers. */
  const setReading = () => {
    if (!isOpen()) return
    if (isLeaving || outbox.isFull() || isBusy()) socket.pause()
    else if (socket.isPaused) socket.resume()
  }

  const onFailure = (error: unknown) => logger.error({ error: loggable(error) }, 'the mailbox failed')
  const deliveries = createDeliveries({
    clientId,
    address,
    mailbox,
    subscribers,
    clientTopics: options.clientTopics,
    nextId: options.nextId,
    canPush: () => isOpen() && !outbox.isFull(),
    push(text) {
      metrics.pushed()
      outbox.send(text)
    },
    onFailure,
  })
  const context: RpcContext = { clientId, address, mailbox, deliveries }

  const refuse = (error: unknown, idToken?: string, method?: IrnRequest['method']) => {
    const refusal = refusalOf(error, idToken)
    metrics.answered(method, refusal.data)
    if (isOverShare(error)) metrics.overShare(error.bound, classOf(address))
    if (refusal.rpcCode === rpcCodes.internal || error instanceof StoreFullError) onFailure(error)
    else if (!hasRefused) logger.info({ code: refusal.rpcCode, reason: refusal.data }, 'refused a frame')
    hasRefused = true
    outbox.send(formatIrnError(refusal))
  }
  const serve = async (idToken: string, request: IrnRequest, length: number): Promise<void> => {
    requestsInFlight += 1
    lengthInFlight += length
    if (isBusy()) setReading()
    try {
      const turn = gate.admit(request)
      if (turn !== undefined) await turn
      const { result, subscribing, receipt } = await answer(context, request)
      outbox.send(formatIrnResult(idToken, result))
      // A pong shows that the answer before it arrived. A completed write does not.
      if (receipt !== undefined) heartbeat.pingWith(receipt)
      subscribing?.start()
      metrics.answered(request.method, 'ok')
    } catch (error) {
      refuse(error, idToken, request.method)
    }
    requestsInFlight -= 1
    lengthInFlight -= length
    if (socket.isPaused) setReading()
    if (requestsInFlight === 0) for (const done of idleWaiters.splice(0)) done()
  }
  // Acks take effect immediately, without waiting for the gate.
  const receive = (raw: RawData, isBinary: boolean) => {
    heartbeat.heardMessage()
    if (isBinary) return refuse(new InvalidIrnFrameError('A frame must be text.', -32600, 'Serialization'))
    const text = textOf(raw)
    let frame: ClientFrame
    try {
      frame = parseClientFrame(text, limits)
    } catch (error) {
      return refuse(error)
    }
    if (frame.kind === 'ack') deliveries.acknowledge(frame.idToken)
    else void serve(frame.idToken, frame.request, text.length)
  }
  /** Resolves when no request is in progress. */
  const idle = () =>
    new Promise<void>((resolve) => {
      if (requestsInFlight === 0) resolve()
      else idleWaiters.push(resolve)
    })

  const closed = new Promise<void>((resolve) => {
    // `once` would keep a wrapper in memory for as long as the client stays.
    socket.on('close', (code) => {
      metrics.disconnected(code)
      outbox.close()
      gate.close()
      deliveries.close()
      void idle().then(resolve)
    })
  })
  socket.on('message', receive)
  socket.on('ping', (told) => heartbeat.heardControl(told.length))
  socket.on('pong', (receipt) => {
    heartbeat.heardControl(receipt.length)
    if (receipt.length > 0) deliveries.acknowledgeFetch(receipt.toString())
  })
  // The socket closes automatically after an error. ws closes an oversized frame with 1009.
  socket.on('error', (error) => logger.info({ error: loggable(error) }, 'a socket failed'))

  const leave = async (code: number, reason: string) => {
    isLeaving = true
    setReading()
    // Data read before the pause still arrives.
    while (requestsInFlight > 0) await idle()
    socket.close(code, reason)
    socket.resume()
  }
  return {
    beat: heartbeat.beat,
    close: (code, reason) => socket.close(code, reason),
    leave: (code, reason) => void leave(code, reason),
    bufferedLength: outbox.length,
    pendingPushes: deliveries.unacknowledgedCount,
    terminate: () => socket.terminate(),
    closed,
  }
}

function textOf(raw: RawData): string {
  if (Array.isArray(raw)) return Buffer.concat(raw).toString('utf8')
  return raw instanceof ArrayBuffer ? Buffer.from(raw).toString('utf8') : raw.toString('utf8')
}
