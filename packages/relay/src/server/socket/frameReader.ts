import {
  type ClientFrame,
  formatIrnError,
  formatIrnResult,
  InvalidIrnFrameError,
  type IrnRequest,
  parseClientFrame,
} from '@hawser/wire'
import type { RawData } from 'ws'
import type { Deliveries } from '../../deliveries/deliveries.ts'
import { StoreFullError } from '../../errors.ts'
import type { RelayLimits } from '../../limits/limits.ts'
import type { RequestThrottle } from '../../limits/requestThrottle.ts'
import type { RelayLogger } from '../../logger.ts'
import type { Mailbox } from '../../mailboxes/mailbox.ts'
import { answer } from '../../rpc/answer.ts'
import { refusalOf, rpcCodes } from '../../rpc/refusal.ts'
import { classOf, isOverShare, type RelayMetrics } from '../metrics.ts'
import { type Connection, isOpen } from './connection.ts'
import { heardMessage, pingWith } from './heartbeat.ts'
import { isFull, send } from './outbox.ts'

/** Reads the frames that clients send. */
export type FrameReader = {
  /** Answers a request, or takes an ack. */
  receive(connection: Connection, raw: RawData, isBinary: boolean): void
  /** Stops reading from a client that does not read, or that sends requests faster than the store answers. */
  setReading(connection: Connection): void
}

/** @param options - `throttle` delays requests to match the client's pace; `onFailure` is called when the mailbox fails */
export function createFrameReader(options: {
  readonly mailbox: Mailbox
  readonly deliveries: Deliveries
  readonly limits: RelayLimits
  readonly logger: RelayLogger
  readonly metrics: RelayMetrics
  readonly throttle: RequestThrottle
  readonly onFailure: (error: unknown) => void
}): FrameReader {
  const { mailbox, deliveries, limits, logger, metrics, throttle, onFailure } = options

  const isBusy = ({ requestsInFlight, lengthInFlight }: Connection) =>
    requestsInFlight >= limits.requestsInFlight || lengthInFlight >= limits.lengthInFlight
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

  return {
    setReading,
    receive(connection, raw, isBinary) {
      heardMessage(connection.heartbeat)
      const text = textOf(raw)
      let frame: ClientFrame
      try {
        frame = parseClientFrame(text, limits)
      } catch (error) {
        return refuse(connection, isBinary ? notText() : error)
      }
      // pyWalletConnect sends its acks, and only these, in binary frames.
      if (isBinary && frame.kind !== 'ack') return refuse(connection, notText())
      // Acks take effect immediately, without waiting for the throttle.
      if (frame.kind === 'ack') deliveries.acknowledge(connection.recipient, frame.idToken)
      else void answerRequest(connection, frame.idToken, frame.request, text.length)
    },
  }
}

function notText(): InvalidIrnFrameError {
  return new InvalidIrnFrameError('A frame must be text.', -32600, 'Serialization')
}

function textOf(raw: RawData): string {
  if (Array.isArray(raw)) return Buffer.concat(raw).toString('utf8')
  return raw instanceof ArrayBuffer ? Buffer.from(raw).toString('utf8') : raw.toString('utf8')
}
