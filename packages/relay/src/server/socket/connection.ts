import type { Duplex } from 'node:stream'
import type { AddressKey } from '@hawser/wire'
import type { WebSocket } from 'ws'
import { createRecipient, type Recipient } from '../../deliveries/recipient.ts'
import type { RelayLimits } from '../../limits/limits.ts'
import { createHeartbeat, type Heartbeat } from './heartbeat.ts'
import { createOutbox, isFull, type Outbox, send } from './outbox.ts'

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
  /** Called when the socket is closed and its requests are done. */
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

/** An authenticated client. `socket` is open, on `stream`; `onClosed` is called as in `Connection`. */
export type OpenClient = { readonly stream: Duplex } & Pick<Connection, 'socket' | 'clientId' | 'address' | 'onClosed'>

/** @param events - `onPush` is called for each push; the others as in `Outbox` */
export function createConnection(
  { socket, stream, clientId, address, onClosed }: OpenClient,
  limits: RelayLimits,
  events: {
    readonly onPush: () => void
    readonly onTurn: (connection: Connection) => void
    readonly onGivenUp: (connection: Connection) => void
  },
): Connection {
  // Written without spreads: V8 keeps the fields of a second spread in an array of their own.
  const connection: Connection = {
    socket,
    clientId,
    address,
    onClosed,
    heartbeat: createHeartbeat(socket, stream),
    outbox: createOutbox({
      ...{ socket, stream, limits },
      onTurn: () => events.onTurn(connection),
      onGivenUp: () => events.onGivenUp(connection),
    }),
    recipient: createRecipient({
      ...{ clientId, address },
      canPush: () => isOpen(socket) && !isFull(connection.outbox),
      push(text) {
        events.onPush()
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
  return connection
}

/** Resolves when no request is in progress. */
export function idle(connection: Connection): Promise<void> {
  return new Promise((resolve) => {
    if (connection.requestsInFlight === 0) return resolve()
    connection.idleWaiters ??= []
    connection.idleWaiters.push(resolve)
  })
}

/** Whether frames can be sent. */
export function isOpen(socket: WebSocket): boolean {
  return socket.readyState === socket.OPEN
}
