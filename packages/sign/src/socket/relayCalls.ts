import { type BaseError, formatIrnRequest, type RelayFrame, type Topic } from '@hawser/wire'
import type { RandomBytes } from '../envelope/keys.ts'
import { RelayUnreachableError } from '../errors.ts'
import type { SetTimer } from '../lifetime/schedule.ts'
import { explainRefusal } from './explainRefusal.ts'
import { toClose, tooManyRequests } from './relayRefusal.ts'
import { busyPauseMs, jitter, type RelaySocket } from './relaySocket.ts'
import { digitsOf, isNullRequestId } from './requestId.ts'

/** A request to a relay. */
export type Call = {
  readonly method: string
  readonly params: object
  onResult(result: unknown): void
  onError(error: BaseError): void
  /** If absent, the request ends with its socket. The next socket begins with a batch of all subscriptions. */
  readonly publish?: { readonly topic: Topic; readonly expiresAt: number }
  /** The same request in another form, for a relay that does not know this one. */
  instead?(): void
  readonly timeoutMs?: number | undefined
}

/** Requests to a relay, which survive the loss of a socket: the client repeats each one until it is answered. */
export type RelayCalls = {
  ask(call: Call): void
  /** False when the relay does not know the methods that have an `instead`. */
  takesComposites(): boolean
  isEmpty(): boolean
  /** Call when a socket opens. Runs `begin`, then repeats the unanswered requests of the previous socket. */
  resume(begin: () => void): void
  /** Call when the socket is lost. */
  interrupt(): void
  /** Returns true if the relay has carried out the request. */
  answer(frame: Exclude<RelayFrame, { kind: 'delivery' }>): boolean
  /** Drops messages still to be published on a topic. */
  withdraw(topic: Topic): void
}

type RelayError = Extract<RelayFrame, { kind: 'error' }>
type Entry = Call & { isSent: boolean; delays: number; cancelWatch(): void }

/** A relay under load delays its answer, by 15 seconds at most. */
const answerTimeoutMs = 16_000
const maxPauseMs = 15_000
// Worth another try, like `tooManyRequests`. All other errors are final.
const internalError = -32603

export function createRelayCalls(options: {
  readonly socket: Pick<RelaySocket, 'send' | 'connect' | 'drop' | 'end'>
  readonly setTimer: SetTimer
  readonly randomBytes: RandomBytes
  now(): number
  /** The relay asks the client to wait. */
  onRefused(refusal: 'busy', error: BaseError): void
  onFailure(error: BaseError): void
}): RelayCalls {
  const { socket, now, setTimer, randomBytes, onFailure } = options
  // Requests by the digits of their ids.
  const entries = new Map<string, Entry>()
  // Starts at random: pages that share a socket must not use the same id, and after a cut all of them send at the same instant.
  let sequence = randomBytes(3).reduce((sum, byte) => sum * 256 + byte, 0)
  let takesComposites = true

  function transmit(id: string, entry: Entry): void {
    // 13 digits of time and 6 more, as a text: the form that every relay and client accepts.
    if (socket.send(formatIrnRequest(`"${id.padStart(19, '0')}"`, entry.method, entry.params))) {
      entry.isSent = true
      entry.cancelWatch = setTimer(socket.drop, entry.timeoutMs ?? answerTimeoutMs)
    } else socket.connect()
  }

  const isOver = ({ publish }: Entry) => publish !== undefined && publish.expiresAt <= now()

  function resend(id: string, entry: Entry): void {
    if (isOver(entry)) expire(id, entry)
    else if (entry.isSent && entry.instead && !takesComposites) {
      entries.delete(id)
      entry.instead()
    } else transmit(id, entry)
  }

  function expire(id: string, entry: Entry): void {
    entry.cancelWatch()
    entries.delete(id)
    entry.onError(new RelayUnreachableError('The relay was not reached before the message expired.'))
  }

  function putOff(id: string, entry: Entry, frame: RelayError): void {
    const isBusy = frame.code === tooManyRequests
    entry.delays += 1
    const pause = jitter(Math.min(500 * 2 ** entry.delays, maxPauseMs), randomBytes)
    entry.cancelWatch = setTimer(() => resend(id, entry), pause + (isBusy ? busyPauseMs : 0))
    if (!isBusy) return
    refuse(entry.method, frame, (error) => {
      onFailure(error)
      options.onRefused('busy', error)
    })
  }

  function refuse(method: string, frame: RelayError, tell: (error: BaseError) => void): void {
    explainRefusal((errors) => errors.toCallRefusal(method, frame, now()), tell)
  }

  function answerAll(frame: RelayError): void {
    const close = toClose(frame)
    if (close === undefined) refuse('a request', frame, onFailure)
    else socket.end(close.code, close.reason)
  }

  return {
    ask(call) {
      sequence += 1
      const id = digitsOf(`${now()}${String(sequence % 1_000_000).padStart(6, '0')}`)
      const entry = { ...call, isSent: false, delays: 0, cancelWatch() {} }
      entries.set(id, entry)
      transmit(id, entry)
    },
    takesComposites: () => takesComposites,
    isEmpty() {
      // A message that has expired is no reason to open a socket.
      for (const [id, entry] of entries) if (isOver(entry)) expire(id, entry)
      return entries.size === 0
    },
    resume(begin) {
      const waiting = [...entries]
      begin()
      for (const [id, entry] of waiting) resend(id, entry)
    },
    interrupt() {
      takesComposites = true
      for (const [id, entry] of entries) {
        entry.cancelWatch()
        if (entry.publish === undefined) entries.delete(id)
        // A relay can close the connection because of a method it does not know.
        if (entry.isSent && entry.instead) takesComposites = false
      }
    },
    answer(frame) {
      const id = digitsOf(frame.idToken)
      const entry = entries.get(id)
      if (entry === undefined) {
        if (frame.kind === 'error' && isNullRequestId(id)) answerAll(frame)
        return false
      }
      entry.cancelWatch()
      if (frame.kind === 'result') {
        entries.delete(id)
        entry.onResult(frame.result)
        return true
      }
      if (frame.code === tooManyRequests || frame.code === internalError) putOff(id, entry, frame)
      else if (entry.instead && isUnknownMethod(frame)) {
        takesComposites = false
        entries.delete(id)
        entry.instead()
      } else {
        entries.delete(id)
        refuse(entry.method, frame, entry.onError)
      }
      return false
    },
    withdraw(topic) {
      for (const [id, entry] of [...entries]) if (entry.publish?.topic === topic) expire(id, entry)
    },
  }
}

/**
 * Whether the error is JSON-RPC's for unknown methods, or a relay's own (relay-server-rpc, InvalidMethod), with or
 * without the word.
 */
function isUnknownMethod({ code, data }: RelayError): boolean {
  return code === -32601 || (code === -32600 && (data === '' || data === 'InvalidMethod'))
}
