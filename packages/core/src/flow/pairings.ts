import type { Topic } from '@hawser/wire'
import type { PairingConnector } from '../connectors/pairingConnector.ts'
import { RelaySilentError } from './errors.ts'
import type { Effect, MachineEvent } from './event.ts'
import { toFlowFailure } from './toFlowFailure.ts'

/** The options of `createPairings`. */
export type PairingsOptions = {
  readonly connector: PairingConnector
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  readonly send: (event: MachineEvent) => void
}

/** Makes pairings and reports their results. At most two pairings are open: a renewed code leaves the previous one valid. */
export type Pairings = {
  create(effect: Extract<Effect, { type: 'createPairing' }>): void
  /** Follows a pairing from before a page reload. Its wallet can still answer, or has answered already. */
  adopt(pairing: ResumedPairing): void
  cancel(pairingTopic: Topic): void
  /** Reports that the connection to the relay was lost or restored. */
  relayChanged(isConnected: boolean): void
  /** Reports that the page is hidden, or visible again. */
  visibilityChanged(isVisible: boolean): void
  stop(): void
}

/** A pairing from before a page reload, which the connector continues. */
export type ResumedPairing = Awaited<ReturnType<NonNullable<PairingConnector['resume']>>>

type OpenPairing = {
  readonly pairingTopic: Topic
  readonly cancel: () => void
  isAcknowledged: boolean
  /** Whether the connection to the relay is lost. Every failed attempt is reported, but only the first loss counts. */
  isLost: boolean
  cancelTimers: () => void
}

const slowMs = 2_000
// The silence is reported before 8 seconds have passed.
const silentMs = 7_000

/** Creates the object that makes pairings. */
export function createPairings({ connector, setTimer, send }: PairingsOptions): Pairings {
  const open = new Map<Topic, OpenPairing>()
  let isStopped = false

  function create(effect: Extract<Effect, { type: 'createPairing' }>): void {
    const prepared = connector.prepare?.()
    const makeUnlessStopped = () => {
      if (!isStopped) make(effect)
    }
    if (prepared === undefined) make(effect)
    else prepared.then(makeUnlessStopped, (error) => send({ type: 'pairingNotCreated', error: toFlowFailure(error) }))
  }

  function make({ opens, replaces }: Extract<Effect, { type: 'createPairing' }>): void {
    try {
      const { published, stored, ...proposed } = connector.propose()
      const { pairingTopic, pairingUri, expiresAt } = proposed
      const pairing = follow(proposed, false)
      watchRelay(pairing)
      const created = { pairingTopic, pairingUri, expiresAt, relay: 'waiting', replaces, earlier: undefined } as const
      send({ type: 'pairingCreated', pairing: created, opens })
      const acknowledged = () => {
        if (pairing.isAcknowledged || !open.has(pairingTopic)) return
        pairing.isAcknowledged = true
        pairing.cancelTimers()
        send({ type: 'relayAnswered', pairingTopic, relay: 'acknowledged' })
      }
      published.then(acknowledged, (cause) => failed(pairingTopic, cause))
      stored?.then(acknowledged, () => {})
    } catch (error) {
      send({ type: 'pairingNotCreated', error: toFlowFailure(error) })
    }
  }

  function follow({ pairingTopic, approval, cancel }: ResumedPairing, isAcknowledged: boolean): OpenPairing {
    const pairing: OpenPairing = { pairingTopic, cancel, isAcknowledged, isLost: false, cancelTimers: () => {} }
    open.set(pairingTopic, pairing)
    approval.then(
      (connected) => {
        forget(pairing)
        send({ type: 'sessionSettled', pairingTopic, ...connected })
      },
      (cause) => failed(pairingTopic, cause),
    )
    return pairing
  }

  function failed(pairingTopic: Topic, cause: unknown): void {
    const error = toFlowFailure(cause)
    send({ type: error.kind === 'expired' ? 'pairingExpired' : 'pairingFailed', pairingTopic, error })
  }

  function watchRelay(pairing: OpenPairing): void {
    const { pairingTopic } = pairing
    const cancelSlow = setTimer(() => send({ type: 'relayAnswered', pairingTopic, relay: 'slow' }), slowMs)
    const cancelSilent = setTimer(() => {
      const error = new RelaySilentError('The relay does not answer.')
      send({ type: 'pairingFailed', pairingTopic, error: toFlowFailure(error) })
    }, silentMs)
    pairing.cancelTimers = () => {
      cancelSlow()
      cancelSilent()
    }
  }

  function relayChangedFor(pairing: OpenPairing, isConnected: boolean): void {
    // Until the relay has the proposal, the timers of `watchRelay` run. After that a lost socket loses nothing: the answer
    // waits in the mailbox, so the code is veiled but stays.
    if (!pairing.isAcknowledged || pairing.isLost === !isConnected) return
    const { pairingTopic } = pairing
    pairing.isLost = !isConnected
    pairing.cancelTimers()
    if (isConnected) send({ type: 'relayAnswered', pairingTopic, relay: 'acknowledged' })
    else pairing.cancelTimers = setTimer(() => send({ type: 'relayAnswered', pairingTopic, relay: 'slow' }), slowMs)
  }

  function forget(pairing: OpenPairing): void {
    pairing.cancelTimers()
    open.delete(pairing.pairingTopic)
  }

  function cancel(pairingTopic: Topic): void {
    const pairing = open.get(pairingTopic)
    if (pairing === undefined) return
    forget(pairing)
    pairing.cancel()
  }

  return {
    create,
    adopt: (pairing) => void follow(pairing, true),
    cancel,
    relayChanged(isConnected) {
      for (const pairing of [...open.values()]) relayChangedFor(pairing, isConnected)
    },
    visibilityChanged(isVisible) {
      for (const pairing of open.values()) {
        if (pairing.isAcknowledged) continue
        // The browser can suspend a hidden page. A timer that is overdue on return says nothing about the relay.
        pairing.cancelTimers()
        if (isVisible) watchRelay(pairing)
      }
    },
    stop() {
      isStopped = true
      for (const pairingTopic of [...open.keys()]) cancel(pairingTopic)
    },
  }
}
