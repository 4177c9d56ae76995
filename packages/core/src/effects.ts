import type { LinkedWallet, Topic } from '@hawser/wire'
import type { PairingConnector } from './connectors/pairingConnector.ts'
import { formatAnyWalletLink, formatDeepLink, type LinkToOpen } from './deepLink.ts'
import { RelaySilentError } from './errors.ts'
import { describeFailure, retryAfter } from './failure.ts'
import type { Effect, MachineEvent, OpenTarget } from './flowEvent.ts'
import type { LinkClient } from './linkClient.ts'
import type { Platform } from './platform.ts'

/** What effects are done with. */
export type EffectsOptions = {
  readonly connector: PairingConnector
  /** Undefined where no link API is configured; no proof is ever asked for then. */
  readonly link: (() => Promise<LinkClient>) | undefined
  readonly platform: Platform
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  readonly openLink: (link: LinkToOpen) => void
  readonly send: (event: MachineEvent) => void
  readonly fetchListings: () => void
  readonly rememberWallet: (listingId: string) => void
  readonly addLinkedWallet: (wallet: LinkedWallet) => void
}

/** Does what transitions ask for and sends what came of it. Nothing is thrown: a failure is an event. */
export type Effects = {
  run(effect: Effect): void
  /** The relay's connection came or went. */
  relayChanged(isConnected: boolean): void
  stop(): void
}

type OpenPairing = {
  readonly pairingTopic: Topic
  readonly cancel: () => void
  isAcknowledged: boolean
  /** Whether the relay's connection is gone: every further attempt is told of, and the first loss counts. */
  isLost: boolean
  cancelTimers: () => void
}

const slowMs = 2_000
// Said before 8 seconds are over, not at their end.
const silentMs = 7_000

/** Creates the doer of effects. */
export function createEffects(options: EffectsOptions): Effects {
  const { connector, link, platform, setTimer, send } = options
  let open: OpenPairing | undefined
  let proving = new AbortController()

  function run(effect: Effect): void {
    switch (effect.type) {
      case 'createPairing':
        createPairing(effect)
        break
      case 'cancelPairing':
        closePairing(effect.pairingTopic)
        break
      case 'openLink':
        openLink(effect.target, effect.pairingUri)
        break
      case 'openWallet':
        openLink(effect.target, undefined)
        break
      case 'fetchListings':
        options.fetchListings()
        break
      case 'rememberWallet':
        options.rememberWallet(effect.listingId)
        break
      case 'requestChallenge':
      case 'requestSignature':
      case 'sendProof':
        void prove(effect, proving.signal)
        break
      case 'stopProving':
        proving.abort()
        proving = new AbortController()
        break
      case 'endSession':
        connector.endSession(effect.topic)
        break
      case 'addLinkedWallet':
        options.addLinkedWallet(effect.wallet)
    }
  }

  function createPairing({ opens }: Extract<Effect, { type: 'createPairing' }>): void {
    try {
      const { pairingTopic, pairingUri, expiresAt, published, approval, cancel } = connector.propose()
      const pairing: OpenPairing = {
        pairingTopic,
        cancel,
        isAcknowledged: false,
        isLost: false,
        cancelTimers: () => {},
      }
      open = pairing
      watchRelay(pairing)
      send({
        type: 'pairingCreated',
        pairing: { pairingTopic, pairingUri, expiresAt, relay: 'waiting', replaces: undefined, earlier: undefined },
        opens,
      })
      published.then(
        () => {
          pairing.isAcknowledged = true
          pairing.cancelTimers()
          send({ type: 'relayAnswered', pairingTopic, relay: 'acknowledged' })
        },
        (error) => send({ type: 'pairingFailed', pairingTopic, error: describeFailure(error) }),
      )
      approval.then(
        (connected) => {
          forget(pairing)
          send({ type: 'sessionSettled', pairingTopic, ...connected })
        },
        (cause) => {
          const error = describeFailure(cause)
          send({ type: error.kind === 'expired' ? 'pairingExpired' : 'pairingFailed', pairingTopic, error })
        },
      )
    } catch (error) {
      send({ type: 'pairingNotCreated', error: describeFailure(error) })
    }
  }

  function watchRelay(pairing: OpenPairing): void {
    const { pairingTopic } = pairing
    const cancelSlow = setTimer(() => send({ type: 'relayAnswered', pairingTopic, relay: 'slow' }), slowMs)
    const cancelSilent = setTimer(() => {
      const error = new RelaySilentError('The relay does not answer. Check the connection and retry.')
      send({ type: 'pairingFailed', pairingTopic, error: describeFailure(error) })
    }, silentMs)
    pairing.cancelTimers = () => {
      cancelSlow()
      cancelSilent()
    }
  }

  function relayChanged(isConnected: boolean): void {
    const pairing = open
    // Before the relay has the proposal its own timers run. Afterwards a lost socket loses nothing: the answer waits in
    // the mailbox, so the code is veiled but stays.
    if (pairing === undefined || !pairing.isAcknowledged) return
    const { pairingTopic } = pairing
    if (pairing.isLost === !isConnected) return
    pairing.isLost = !isConnected
    pairing.cancelTimers()
    if (isConnected) send({ type: 'relayAnswered', pairingTopic, relay: 'acknowledged' })
    else pairing.cancelTimers = setTimer(() => send({ type: 'relayAnswered', pairingTopic, relay: 'slow' }), slowMs)
  }

  function forget(pairing: OpenPairing): void {
    pairing.cancelTimers()
    if (open === pairing) open = undefined
  }

  function closePairing(pairingTopic: Topic): void {
    if (open === undefined || open.pairingTopic !== pairingTopic) return
    const { cancel } = open
    forget(open)
    cancel()
  }

  function openLink(target: OpenTarget, pairingUri: string | undefined): void {
    const chosen = target === 'any' ? undefined : formatDeepLink({ ...target, pairingUri, platform })
    const link = target === 'any' && pairingUri !== undefined ? formatAnyWalletLink(pairingUri, platform) : chosen
    // A browser that opens nothing leaves the visitor where they are: in front of Retry.
    if (link !== undefined) attempt(() => options.openLink(link))
  }

  async function prove(
    effect: Extract<Effect, { type: 'requestChallenge' | 'requestSignature' | 'sendProof' }>,
    signal: AbortSignal,
  ): Promise<void> {
    const connectionId = effect.type === 'sendProof' ? effect.connectionId : effect.connection.id
    const { attempt } = effect
    try {
      const event = await proofStep(effect, signal)
      if (!signal.aborted && event !== undefined) send({ ...event, connectionId, attempt })
    } catch (cause) {
      if (signal.aborted) return
      const error = describeFailure(cause)
      send({ type: 'proofFailed', connectionId, attempt, error, retry: retryAfter(error) })
    }
  }

  async function proofStep(
    effect: Extract<Effect, { type: 'requestChallenge' | 'requestSignature' | 'sendProof' }>,
    signal: AbortSignal,
  ) {
    if (link === undefined) return undefined
    if (effect.type === 'requestChallenge') {
      const { accountId, connection } = effect
      const { walletName } = connection
      const { challengeId, message } = await (await link()).requestChallenge({ accountId, walletName }, signal)
      return { type: 'challengeIssued', challengeId, message } as const
    }
    const { challengeId } = effect
    if (effect.type === 'requestSignature') {
      const { connection, accountId, message } = effect
      const signature = await connector.signMessage({ topic: connection.id, accountId, message, signal })
      return { type: 'signatureGiven', challengeId, signature } as const
    }
    const wallet = await (await link()).sendProof({ challengeId, signature: effect.signature }, signal)
    return { type: 'proofAccepted', wallet } as const
  }

  return {
    run,
    relayChanged,
    stop() {
      proving.abort()
      if (open !== undefined) closePairing(open.pairingTopic)
    },
  }
}

function attempt(action: () => void): void {
  try {
    action()
  } catch {
    // Pop-up blockers and unknown schemes throw in some browsers.
  }
}
