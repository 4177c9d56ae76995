import { createDeliveries } from '../../deliveries/deliveries.ts'
import type { ClientTopics } from '../../limits/clientTopics.ts'
import type { RelayLimits } from '../../limits/limits.ts'
import type { RequestThrottle } from '../../limits/requestThrottle.ts'
import { loggable, type RelayLogger } from '../../logger.ts'
import type { Mailbox } from '../../mailboxes/mailbox.ts'
import type { RelayMetrics } from '../metrics.ts'
import { type Connection, createConnection, idle, type OpenClient } from './connection.ts'
import { createFrameReader } from './frameReader.ts'
import { beat, heardControl, type Patience } from './heartbeat.ts'
import { closeOutbox, isFull, unreadLength } from './outbox.ts'

/** The open sockets of a relay. */
export type Connections = {
  /** The connections that are open, or whose requests are not done yet. */
  readonly open: ReadonlySet<Connection>
  /** Serves an authenticated client: frames in, answers and pushes out, until the socket closes. */
  serve(client: OpenClient): Connection
  /** Pings every client, and drops the clients that are gone: see `Heartbeat`. */
  beat(patience: Patience): void
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
  const reader = createFrameReader({ mailbox, deliveries, limits, logger, metrics, throttle, onFailure })

  const receivePong = ({ heartbeat, recipient }: Connection, receipt: Buffer) => {
    heardControl(heartbeat, receipt.length)
    if (receipt.length > 0) deliveries.acknowledgeFetch(recipient, receipt.toString())
  }
  const onTurn = (connection: Connection) => {
    reader.setReading(connection)
    if (!isFull(connection.outbox)) deliveries.resume(connection.recipient)
  }
  const onGivenUp = ({ socket, outbox }: Connection) => {
    logger.warn({ bufferedLength: unreadLength(outbox) }, 'closed a client that does not read')
    // Read again: otherwise the client's own close frame would not be seen.
    socket.resume()
    socket.close(1013, 'You are not reading. Reconnect to go on.')
  }
  const events = { onPush: () => metrics.pushed(), onTurn, onGivenUp }
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
    reader.setReading(connection)
    // Data read before the pause still arrives.
    while (connection.requestsInFlight > 0) await idle(connection)
    socket.close(code, reason)
    socket.resume()
  }

  return {
    open,
    serve(client) {
      const connection = createConnection(client, limits, events)
      const { socket } = connection
      open.add(connection)
      metrics.connected()
      logger.info({ connections: open.size }, 'a client connected')
      socket.on('message', (raw, isBinary) => reader.receive(connection, raw, isBinary))
      socket.on('ping', (payload) => heardControl(connection.heartbeat, payload.length))
      socket.on('pong', (receipt) => receivePong(connection, receipt))
      // `once` would keep a wrapper in memory for as long as the client stays.
      socket.on('close', (code) => void close(connection, code))
      // The socket closes automatically after an error. ws closes an oversized frame with 1009.
      socket.on('error', onError)
      return connection
    },
    beat(patience) {
      for (const { heartbeat } of open) beat(heartbeat, patience)
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
