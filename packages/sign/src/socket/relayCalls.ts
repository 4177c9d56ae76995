import { type BaseError, formatIrnRequest, type RelayFrame, type Topic } from '@hawser/wire'
import type { RandomBytes } from '../envelope/keys.ts'
import { RelayRefusedError, RelayUnreachableError } from '../errors.ts'
import type { SetTimer } from '../lifetime/schedule.ts'
import { jitter, type RelaySocket } from './relaySocket.ts'

/** Something asked of a relay. */
export type Call = {
  readonly method: string
  readonly params: object
  onResult(result: unknown): void
  onError(error: BaseError): void
  /** Absent: it dies with its socket. The next one starts with a batch of all subscriptions. */
  readonly publish?: { readonly topic: Topic; readonly expiresAt: number }
  /** Asks for the same in another way, because the relay does not know this one. */
  instead?(): void
  readonly timeoutMs?: number | undefined
}

/** Calls of a relay, whatever happens to the socket: what is asked is asked again until it is answered. */
export type RelayCalls = {
  ask(call: Call): void
  /** False when the relay does not know the methods that have an `instead`. */
  takesComposites(): boolean
  isEmpty(): boolean
  /** A socket is open: asks again what was not answered on the one before, after what `begin` asks. */
  resume(begin: () => void): void
  /** The socket is lost. */
  interrupt(): void
  /** True when the relay has done what it was asked for. */
  answer(frame: Exclude<RelayFrame, { kind: 'delivery' }>): boolean
  /** Gives up what is still to be published on a topic. */
  withdraw(topic: Topic): void
}

type Entry = Call & { isSent: boolean; delays: number; cancelWatch(): void }

/** A relay under load delays its answer, by 15 seconds at most. */
const answerTimeoutMs = 16_000
const maxPauseMs = 15_000
// Too many requests, internal error: worth another try. Everything else is final.
const passingCodes = [3001, -32603]
// JSON-RPC, and what relays say of methods they do not know (relay-server-rpc, InvalidMethod).
const unknownMethodCodes = [-32601, -32600]

export function createRelayCalls(options: {
  readonly socket: Pick<RelaySocket, 'send' | 'connect' | 'drop'>
  readonly setTimer: SetTimer
  readonly randomBytes: RandomBytes
  now(): number
}): RelayCalls {
  const { socket, now, setTimer, randomBytes } = options
  const entries = new Map<string, Entry>()
  // Pages that share a socket must not ask under one id, and after a cut all of them ask in one instant.
  let sequence = randomBytes(3).reduce((sum, byte) => sum * 256 + byte, 0)
  let takesComposites = true

  function transmit(idToken: string, entry: Entry): void {
    if (socket.send(formatIrnRequest(idToken, entry.method, entry.params))) {
      entry.isSent = true
      entry.cancelWatch = setTimer(socket.drop, entry.timeoutMs ?? answerTimeoutMs)
    } else socket.connect()
  }

  function resend(idToken: string, entry: Entry): void {
    if (entry.publish !== undefined && entry.publish.expiresAt <= now()) expire(idToken, entry)
    else if (entry.isSent && entry.instead && !takesComposites) {
      entries.delete(idToken)
      entry.instead()
    } else transmit(idToken, entry)
  }

  function expire(idToken: string, entry: Entry): void {
    entry.cancelWatch()
    entries.delete(idToken)
    entry.onError(new RelayUnreachableError('The relay could not be reached before the message was out of time.'))
  }

  return {
    ask(call) {
      // 13 digits of time and 6 more, as a text: the form every relay and client takes.
      sequence += 1
      const idToken = `"${String(now()).padStart(13, '0')}${String(sequence % 1_000_000).padStart(6, '0')}"`
      const entry = { ...call, isSent: false, delays: 0, cancelWatch() {} }
      entries.set(idToken, entry)
      transmit(idToken, entry)
    },
    takesComposites: () => takesComposites,
    isEmpty: () => entries.size === 0,
    resume(begin) {
      const waiting = [...entries]
      begin()
      for (const [idToken, entry] of waiting) {
        if (entry.publish === undefined) entries.delete(idToken)
        else resend(idToken, entry)
      }
    },
    interrupt() {
      takesComposites = true
      for (const entry of entries.values()) {
        entry.cancelWatch()
        // A relay may end the connection over a method it does not know.
        if (entry.isSent && entry.instead) takesComposites = false
      }
    },
    answer(frame) {
      const { idToken } = frame
      const entry = entries.get(idToken)
      if (entry === undefined) return false
      entry.cancelWatch()
      if (frame.kind === 'result') {
        entries.delete(idToken)
        entry.onResult(frame.result)
        return true
      }
      if (passingCodes.includes(frame.code)) {
        entry.delays += 1
        const pause = jitter(Math.min(500 * 2 ** entry.delays, maxPauseMs), randomBytes)
        entry.cancelWatch = setTimer(() => resend(idToken, entry), pause)
      } else if (entry.instead && unknownMethodCodes.includes(frame.code)) {
        takesComposites = false
        entries.delete(idToken)
        entry.instead()
      } else {
        entries.delete(idToken)
        entry.onError(new RelayRefusedError(`The relay refused ${entry.method} with code ${frame.code}.`))
      }
      return false
    },
    withdraw(topic) {
      for (const [idToken, entry] of [...entries]) if (entry.publish?.topic === topic) expire(idToken, entry)
    },
  }
}
