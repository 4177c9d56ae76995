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
import { createRecipient, type Recipient } from '../../deliveries/recipient.ts'
import { StoreFullError } from '../../errors.ts'
import type { ClientTopics } from '../../limits/clientTopics.ts'
import type { RelayLimits } from '../../limits/limits.ts'
import type { RequestThrottle } from '../../limits/requestThrottle.ts'
import { loggable, type RelayLogger } from '../../logger.ts'
import type { Mailbox } from '../../mailboxes/mailbox.ts'
import { answer } from '../../rpc/answer.ts'
import { refusalOf, rpcCodes } from '../../rpc/refusal.ts'
import { classOf, isOverShare, type RelayMetrics } from '../metrics.ts'
import { beat, createHeartbeat, type Heartbeat, heardControl, heardMessage, pingWith } from './heartbeat.ts'
import { closeOutbox, createOutbox, isFull, type Outbox, send, unreadLength } from './outbox.ts'

/**
 * One client's open socket. This is plain data with functions over it, because closures would cost memory on every idle
 * connection.
 */
export type Connection = {
  readonly socket: WebSocket
  readonly clientId: string
  /** The address whose shares this connection counts against. Undefined: not limited by address. */
  readonly address: AddressKey | undefined
  readonly heartbeat: Heartbeat
  readonly outbox: Outbox
  readonly recipient: Recipient
  readonly onClosed: (connection: Connection) => void
  isLeaving: boolean
  requestsInFlight: number
  lengthInFlight: number
  hasRefused: boolean
  /** Called once no request is in progress. Created on demand, because most connections are idle. */
  idleWaiters: (() => void)[] | undefined
  /** Called once the connection is closed. Created on demand. */
  closeWaiters: (() => void)[] | undefined
}

/** The open sockets of a relay. */
export type Connections = {
  /** The connections that are open, or whose requests are not done yet. */
  readonly open: ReadonlySet<Connection>
  /**
   * Serves an authenticated client: frames in, answers and pushes out, until the socket closes.
   * @param client - `socket` is open, on `stream`; `onClosed` is called when the socket is closed and its requests are done
   */
  serve(
    client: { readonly stream: Duplex } & Pick<Connection, 'socket' | 'clientId' | 'address' | 'onClosed'>,
  ): Connection
  /** Pings every client, and drops the clients that are gone: see `Heartbeat`. */
  beat(pongMs: number): void
  /** Accepts no more requests, answers the pending ones, then closes. Acks that arrive after that still count. */
  leave(connection: Connection, code: number, reason: string): void
  /** Resolves when the socket is closed and its requests are done. */
  closed(connection: Connection): Promise<void>
  /** The number of pushes that are not acked yet, and of bytes that are not read yet, of all clients. */
  backlog(): { readonly pendingPushes: number; readonly bufferedLength: number }
}

/** @param options - `nextId` makes the 19-digit id of a push; `throttle` delays requests to match the client's pace */
export function createConnections(options: {
  readonly mailbox: Mailbox
  readonly clientTopics: ClientTopics
  readonly limits: RelayLimits
  readonly logger: RelayLogger
  readonly nextId: () => string
  readonly metrics: RelayMetrics
  readonly throttle: RequestThrottle
}): Connections {
  const { mailbox, clientTopics, limits, logger, nextId, metrics, throttle } = options
  const open = new Set<Connection>()
  const onFailure = (error: unknown) => logger.error({ error: loggable(error) }, 'the mailbox failed')
  const onError = (error: unknown) => logger.info({ error: loggable(error) }, 'a socket failed')
  const deliveries = createDeliveries({ mailbox, clientTopics, nextId, onFailure })

  const isBusy = ({ requestsInFlight, lengthInFlight }: Connection) =>
    requestsInFlight >= limits.requestsInFlight || lengthInFlight >= limits.lengthInFlight
  /** Stops reading from a client that does not read, or that sends requests faster than the store answers. */
  const setReading = (connection: Connection) => {
    const { socket, outbox, isLeaving } = connection
    if (!isOpen(socket)) return
    if (isLeaving || isFull(outbox) || isBusy(connection)) socket.pause()
    else if (socket.isPaused) socket.resume()
  }
  const refuse = (connection: Connection, error: unknown, idToken?: string, method?: IrnRequest['method']) => {
    const refusal = refusalOf(error, idToken)
    metrics.answered(method, refusal.data)
    if (isOverShare(error)) metrics.overShare(error.bound, classOf(connection.address))
    if (refusal.rpcCode === rpcCodes.internal || error instanceof StoreFullError) onFailure(error)
    // A client that sends only invalid frames must not fill the log.
    else if (!connection.hasRefused) logger.info({ code: refusal.rpcCode, reason: refusal.data }, 'refused a frame')
    connection.hasRefused = true
    send(connection.outbox, formatIrnError(refusal))
  }
  const answerRequest = async (
    connection: Connection,
    idToken: string,
    request: IrnRequest,
    length: number,
  ): Promise<void> => {
    const { socket, clientId, address, heartbeat, outbox, recipient } = connection
    connection.requestsInFlight += 1
    connection.lengthInFlight += length
    if (isBusy(connection)) setReading(connection)
    try {
      const turn = throttle.admit(connection, request)
      if (turn !== undefined) await turn
      const context = { clientId, address, mailbox, deliveries, recipient }
      const { result, subscribing, receipt } = await answer(context, request)
      send(outbox, formatIrnResult(idToken, result))
      // A pong shows that the answer before it arrived. A completed write does not.
      if (receipt !== undefined) pingWith(heartbeat, receipt)
      subscribing?.start()
      metrics.answered(request.method, 'ok')
    } catch (error) {
      refuse(connection, error, idToken, request.method)
    }
    connection.requestsInFlight -= 1
    connection.lengthInFlight -= length
    if (socket.isPaused) setReading(connection)
    if (connection.requestsInFlight > 0) return
    const waiters = connection.idleWaiters ?? []
    connection.idleWaiters = undefined
    for (const done of waiters) done()
  }
  // Acks take effect immediately, without waiting for the throttle.
  const receive = (connection: Connection, raw: RawData, isBinary: boolean) => {
    heardMessage(connection.heartbeat)
    if (isBinary) return refuse(connection, new InvalidIrnFrameError('A frame must be text.', -32600, 'Serialization'))
    const text = textOf(raw)
    let frame: ClientFrame
    try {
      frame = parseClientFrame(text, limits)
    } catch (error) {
      return refuse(connection, error)
    }
    if (frame.kind === 'ack') deliveries.acknowledge(connection.recipient, frame.idToken)
    else void answerRequest(connection, frame.idToken, frame.request, text.length)
  }
  const receivePong = ({ heartbeat, recipient }: Connection, receipt: Buffer) => {
    heardControl(heartbeat, receipt.length)
    if (receipt.length > 0) deliveries.acknowledgeFetch(recipient, receipt.toString())
  }
  const onTurn = (connection: Connection) => {
    setReading(connection)
    if (!isFull(connection.outbox)) deliveries.resume(connection.recipient)
  }
  const giveUp = ({ socket, outbox }: Connection) => {
    logger.warn({ bufferedLength: unreadLength(outbox) }, 'closed a client that does not read')
    // Read again: otherwise the client's own close frame would not be seen.
    socket.resume()
    socket.close(1013, 'You are not reading. Reconnect to go on.')
  }
  const close = async (connection: Connection, code: number) => {
    metrics.disconnected(code)
    closeOutbox(connection.outbox)
    throttle.leave(connection)
    deliveries.close(connection.recipient)
    await idle(connection)
    open.delete(connection)
    connection.onClosed(connection)
    for (const done of connection.closeWaiters ?? []) done()
  }
  const leave = async (connection: Connection, code: number, reason: string) => {
    const { socket } = connection
    connection.isLeaving = true
    setReading(connection)
    // Data read before the pause still arrives.
    while (connection.requestsInFlight > 0) await idle(connection)
    socket.close(code, reason)
    socket.resume()
  }

  return {
    open,
    serve({ socket, stream, clientId, address, onClosed }) {
      // Written without spreads: V8 keeps the fields of a second spread in an array of their own.
      const connection: Connection = {
        socket,
        clientId,
        address,
        onClosed,
        heartbeat: createHeartbeat(socket, stream),
        outbox: createOutbox({
          ...{ socket, stream, limits },
          onTurn: () => onTurn(connection),
          onGivenUp: () => giveUp(connection),
        }),
        recipient: createRecipient({
          ...{ clientId, address },
          canPush: () => isOpen(socket) && !isFull(connection.outbox),
          push(text) {
            metrics.pushed()
            send(connection.outbox, text)
          },
        }),
        isLeaving: false,
        requestsInFlight: 0,
        lengthInFlight: 0,
        hasRefused: false,
        idleWaiters: undefined,
        closeWaiters: undefined,
      }
      open.add(connection)
      metrics.connected()
      logger.info({ connections: open.size }, 'a client connected')
      socket.on('message', (raw, isBinary) => receive(connection, raw, isBinary))
      socket.on('ping', (payload) => heardControl(connection.heartbeat, payload.length))
      socket.on('pong', (receipt) => receivePong(connection, receipt))
      // `once` would keep a wrapper in memory for as long as the client stays.
      socket.on('close', (code) => void close(connection, code))
      // The socket closes automatically after an error. ws closes an oversized frame with 1009.
      socket.on('error', onError)
      return connection
    },
    beat(pongMs) {
      for (const { heartbeat } of open) beat(heartbeat, { pongMs, messageMs: limits.messageMs })
    },
    leave: (connection, code, reason) => void leave(connection, code, reason),
    closed(connection) {
      if (!open.has(connection)) return Promise.resolve()
      return new Promise((resolve) => {
        connection.closeWaiters ??= []
        connection.closeWaiters.push(resolve)
      })
    },
    backlog() {
      let pendingPushes = 0
      let bufferedLength = 0
      for (const { recipient, outbox } of open) {
        pendingPushes += deliveries.unacknowledgedCount(recipient)
        bufferedLength += unreadLength(outbox)
      }
      return { pendingPushes, bufferedLength }
    },
  }
}

/** Resolves when no request is in progress. */
function idle(connection: Connection): Promise<void> {
  return new Promise((resolve) => {
    if (connection.requestsInFlight === 0) return resolve()
    connection.idleWaiters ??= []
    connection.idleWaiters.push(resolve)
  })
}

function isOpen(socket: WebSocket): boolean {
  return socket.readyState === socket.OPEN
}

function textOf(raw: RawData): string {
  if (Array.isArray(raw)) return Buffer.concat(raw).toString('utf8')
  return raw instanceof ArrayBuffer ? Buffer.from(raw).toString('utf8') : raw.toString('utf8')
}
