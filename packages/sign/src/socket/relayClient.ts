import { formatIrnResult, type IrnDelivery, parseRelayFrame, type Topic } from '@hawser/wire'
import { toBaseError } from '../errors.ts'
import type { Deferreds } from '../lifetime/deferred.ts'
import { createMailboxes, type Mailboxes } from './mailboxes.ts'
import { createRelayCalls } from './relayCalls.ts'
import { createRelaySocket, type RelaySocketOptions, type RelayStatus } from './relaySocket.ts'
import { createRelayTimeout, type RelayTimeout, wakeTimeoutMs } from './relayTimeout.ts'

/** Mailboxes on a relay, whatever happens to the socket. */
export type RelayClient = Pick<Mailboxes, 'subscribe' | 'unsubscribe' | 'publish' | 'compose'> &
  Pick<RelayTimeout, 'withTimeout'> & {
    status(): RelayStatus
    /** Drops what is still to be published on a topic. */
    withdraw(topic: Topic): void
    /** The device is back: connect now, or find out whether the socket still lives. */
    wake(): void
    stop(): void
  }

export type RelayClientOptions = Omit<
  RelaySocketOptions,
  'isWanted' | 'isAwaited' | 'onOpen' | 'onFrame' | 'onLost' | 'onRefused'
> & {
  readonly deferreds: Deferreds
  /** Resolves when the message is recorded, so that it may be acknowledged. */
  onDelivery(delivery: IrnDelivery): Promise<void>
}

// A socket may be dead and seem open: browsers neither tell nor answer for it. After so long a silence the relay is asked
// something, and has 16 seconds to answer, so that it is known within 35 (F-L7). Who has nothing to hear gives the place up.
const quietMs = 18_000

export function createRelayClient(options: RelayClientOptions): RelayClient {
  const { now, setTimer } = options
  const relayTimeout = createRelayTimeout(options)
  let cancelQuiet = () => {}
  // When the socket was asked whether it lives; long ago once it has said so.
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
      // What is asked already says the same.
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
        // Acknowledged after it is recorded, and only where it was delivered: another socket gets it anew.
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
      // Somebody waits for it, and no longer than this: not to be spent on a pause.
      socket.hurry()
      return relayTimeout.withTimeout(promise)
    },
    wake() {
      if (socket.status() !== 'connected') {
        socket.hurry(wakeTimeoutMs)
        return
      }
      // A browser tells in several ways that a page is back. What the socket said, though, says nothing of a network that is lost
      // after it.
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
