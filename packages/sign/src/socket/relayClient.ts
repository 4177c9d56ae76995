import { formatIrnResult, type IrnDelivery, parseRelayFrame, type Topic } from '@hawser/wire'
import { toBaseError } from '../errors.ts'
import type { Deferreds } from '../lifetime/deferred.ts'
import { createMailboxes, type Mailboxes } from './mailboxes.ts'
import { createRelayCalls } from './relayCalls.ts'
import { createRelaySocket, type RelaySocketOptions, type RelayStatus } from './relaySocket.ts'
import { createRelayTimeout, type RelayTimeout, wakeTimeoutMs } from './relayTimeout.ts'

/** Mailboxes on a relay, which survive the loss of a socket. */
export type RelayClient = Pick<Mailboxes, 'subscribe' | 'unsubscribe' | 'publish' | 'compose'> &
  Pick<RelayTimeout, 'withTimeout'> & {
    status(): RelayStatus
    /** Drops messages still to be published on a topic. */
    withdraw(topic: Topic): void
    /** Call when the device is back: connects now, or finds out whether the socket is still alive. */
    wake(): void
    stop(): void
  }

export type RelayClientOptions = Omit<
  RelaySocketOptions,
  'isWanted' | 'isAwaited' | 'onOpen' | 'onFrame' | 'onLost' | 'onRefused'
> & {
  readonly deferreds: Deferreds
  /** Resolves when the message is recorded, so that the client can acknowledge it. */
  onDelivery(delivery: IrnDelivery): Promise<void>
}

// A socket can be dead and look open, because browsers neither report that nor ping. After this silence the client
// sends the relay a request and waits 16 seconds for an answer, so that it knows within 35 seconds (F-L7). A client
// that expects no messages closes the socket.
const quietMs = 18_000

export function createRelayClient(options: RelayClientOptions): RelayClient {
  const { now, setTimer } = options
  const relayTimeout = createRelayTimeout(options)
  let cancelQuiet = () => {}
  // When the socket was last probed, or 0 once it has answered.
  let askedAt = 0

  const socket = createRelaySocket({
    ...options,
    isWanted,
    isAwaited: relayTimeout.isAwaited,
    onOpen() {
      watchQuiet()
      calls.resume(mailboxes.resume)
    },
    onFrame,
    onLost() {
      askedAt = 0
      cancelQuiet()
      calls.interrupt()
    },
    onRefused: relayTimeout.refuse,
  })
  const calls = createRelayCalls({ ...options, socket, onRefused: relayTimeout.refuse })
  const mailboxes = createMailboxes({ ...options, socket, calls })

  function isWanted(): boolean {
    return !mailboxes.isEmpty() || !calls.isEmpty()
  }

  function watchQuiet(): void {
    cancelQuiet()
    cancelQuiet = setTimer(() => {
      if (!isWanted()) return socket.drop()
      // A pending request already probes the socket.
      if (calls.isEmpty()) mailboxes.askAgain(1)
      watchQuiet()
    }, quietMs)
  }

  function onFrame(text: string): void {
    const connection = socket.connection()
    watchQuiet()
    try {
      const frame = parseRelayFrame(text)
      if (frame.kind === 'delivery') {
        // Acknowledged after it is recorded, and only on the socket that delivered it: another socket receives it again.
        options.onDelivery(frame.delivery).then(
          () => socket.connection() === connection && socket.send(formatIrnResult(frame.idToken, true)),
          () => {},
        )
      } else if (calls.answer(frame)) {
        relayTimeout.accept()
        socket.answered()
      }
    } catch (error) {
      options.onFailure(toBaseError(error))
    }
  }

  return {
    ...mailboxes,
    status: socket.status,
    withdraw: calls.withdraw,
    withTimeout(promise) {
      // A caller waits only for a limited time, which a pause between attempts must not use up.
      socket.hurry()
      return relayTimeout.withTimeout(promise)
    },
    wake() {
      if (socket.status() !== 'connected') {
        socket.hurry(wakeTimeoutMs)
        return
      }
      // A browser reports a return with several events, and one probe answers all of them. But an earlier answer says
      // nothing about a network that was lost after it.
      if (Math.abs(now() - askedAt) < wakeTimeoutMs) return
      askedAt = now()
      mailboxes.askAgain(undefined, wakeTimeoutMs, () => {
        askedAt = 0
      })
    },
    stop() {
      cancelQuiet()
      socket.stop()
    },
  }
}
