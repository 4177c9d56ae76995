import type { OneWalletConnector } from '../connectors/page/pageConnector.ts'
import type { PairingConnector } from '../connectors/pairingConnector.ts'
import type { Platform } from '../platform/platform.ts'
import { formatAnyWalletLink } from '../wallets/anyWalletLink.ts'
import type { WalletCatalog } from '../wallets/catalog.ts'
import type { LinkToOpen } from '../wallets/deepLink.ts'
import type { Effect, MachineEvent } from './event.ts'
import { createPairings, type Pairings } from './pairings.ts'
import type { ProofEffect, ProofSteps, SignatureParams } from './proofSteps.ts'
import type { LinkOutcome, LinkPurpose } from './purpose.ts'
import type { Connection } from './state.ts'
import { retryAfter, toFlowFailure } from './toFlowFailure.ts'

/** The options of `createEffects`. */
export type EffectsOptions = {
  readonly connector: PairingConnector
  /** Returns the connector of the extension with this rdns. Its code is fetched when the visitor chooses an extension. */
  readonly extensions: (rdns: string, namespace?: string) => Promise<OneWalletConnector>
  /** Undefined if no link API is configured; then no proof is ever requested. */
  readonly proof: ProofSteps | undefined
  /** The purpose the modal is open for. */
  readonly purpose: () => LinkPurpose
  readonly platform: Platform
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  /**
   * Passes the functions that build wallet links. They are loaded as soon as there are wallets to choose from, so `run` is
   * called within the tap.
   */
  readonly withDeepLinks: (run: (links: Pick<WalletCatalog, 'formatDeepLink' | 'formatReturnLink'>) => void) => void
  readonly openLink: (link: LinkToOpen) => void
  /** Called when a link to a wallet is being opened. */
  readonly onAppSwitch: (kind: 'native' | 'universal' | 'any') => void
  readonly send: (event: MachineEvent) => void
  readonly fetchListings: () => void
  readonly rememberWallet: (listingId: string) => void
  readonly tellOutcome: (outcome: LinkOutcome) => void
}

type EffectOf<Type extends Effect['type']> = Extract<Effect, { type: Type }>

/** Runs the effects of transitions and sends the results as events. A failure is an event too: nothing throws. */
export type Effects = {
  run(effect: Effect): void
  /** Follows a pairing from before a page reload. */
  adopt: Pairings['adopt']
  /** Reports that the connection to the relay was lost or restored. */
  relayChanged(isConnected: boolean): void
  /** Reports that the page is hidden, or visible again. */
  visibilityChanged(isVisible: boolean): void
  stop(): void
}

/** Creates the object that runs the effects. */
export function createEffects(options: EffectsOptions): Effects {
  const { connector, extensions, proof, platform, setTimer, send } = options
  const pairings = createPairings({ connector, setTimer, send })
  let proving = new AbortController()
  let asking = new AbortController()
  let askedCount = 0

  const doers: { readonly [Type in Effect['type']]: (effect: EffectOf<Type>) => void } = {
    createPairing: pairings.create,
    cancelPairing: ({ pairingTopic }) => pairings.cancel(pairingTopic),
    openLink: openTarget,
    openWallet,
    connectExtension: ({ rdns, namespace }) => void connectExtension(rdns, namespace),
    stopExtension: () => asking.abort(),
    fetchListings: options.fetchListings,
    rememberWallet: ({ listingId }) => options.rememberWallet(listingId),
    requestChallenge: prove,
    requestSignature: prove,
    sendProof: prove,
    sendApproval: prove,
    stopProving() {
      proving.abort()
      proving = new AbortController()
    },
    endSession: ({ topic }) => connector.endSession(topic),
    tellOutcome: ({ outcome }) => options.tellOutcome(outcome),
  }

  function run<Type extends Effect['type']>(type: Type, effect: EffectOf<Type>): void {
    doers[type](effect)
  }

  function openTarget({ target, pairingUri }: EffectOf<'openLink'>): void {
    if (target === 'any') openLink(formatAnyWalletLink(pairingUri, platform), 'any')
    else options.withDeepLinks(({ formatDeepLink }) => openFound(formatDeepLink({ ...target, pairingUri, platform })))
  }

  /** Opens the connected wallet, which can differ from the last wallet tapped. */
  function openWallet({ target, connection }: EffectOf<'openWallet'>): void {
    if (connection.kind !== 'session') return
    const { metadata } = connection.session.peer
    options.withDeepLinks(({ formatReturnLink }) => openFound(formatReturnLink(metadata, { ...target, platform })))
  }

  function openFound(link: LinkToOpen | undefined): void {
    if (link !== undefined) openLink(link, link.href.startsWith('http') ? 'universal' : 'native')
  }

  function openLink(link: LinkToOpen, kind: 'native' | 'universal' | 'any'): void {
    // A computer still shows the page while an app opens, so the page cannot detect the switch.
    if (platform.device === 'phone') options.onAppSwitch(kind)
    try {
      options.openLink(link)
    } catch {
      // Pop-up blockers and unknown schemes throw in some browsers. The visitor stays on the view with Retry.
    }
  }

  async function connectExtension(rdns: string, namespace: string | undefined): Promise<void> {
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    askedCount += 1
    // Keeps connections of the same extension apart, because an answer to a proof belongs to one connection.
    const id = `${rdns}#${askedCount}`
    try {
      // The text that a wallet signs with its approval says that it links the wallet, so no other purpose requests it.
      const requestApproval = options.purpose().kind === 'link' ? proof?.requestApproval : undefined
      const wallet = await extensions(rdns, namespace)
      const { accountId, proof: signed, ...connected } = await wallet.connect({ requestApproval, signal })
      if (signal.aborted) return
      const connection = { kind: 'extension', id, rdns, ...connected } as const
      send({ type: 'extensionConnected', connection, accountId, proof: signed })
    } catch (error) {
      if (!signal.aborted) send({ type: 'extensionFailed', rdns, error: toFlowFailure(error) })
    }
  }

  async function prove(effect: ProofEffect): Promise<void> {
    if (proof === undefined) return
    const { signal } = proving
    const connectionId = 'connection' in effect ? effect.connection.id : effect.connectionId
    const { attempt } = effect
    // The visitor can close the modal and open it for another purpose before the answer arrives.
    const purpose = options.purpose()
    try {
      const onDelay = () => send({ type: 'signatureDelayed', connectionId, attempt })
      const event = await proof.takeStep(effect, { purpose, signMessage, onDelay }, signal)
      if (!signal.aborted) send({ ...event, connectionId, attempt })
    } catch (cause) {
      if (signal.aborted) return
      const error = toFlowFailure(cause)
      const instead = proof.accountInstead(error)
      const keepsProof = proof.keepsProof(connectionId)
      send({ type: 'proofFailed', connectionId, attempt, error, retry: retryAfter(error), keepsProof, instead })
    }
  }

  async function signMessage(connection: Connection, params: SignatureParams): Promise<string> {
    if (connection.kind === 'session') return connector.signMessage({ topic: connection.id, ...params })
    return (await extensions(connection.rdns, params.accountId.split(':', 1)[0])).signMessage(params)
  }

  return {
    run: (effect) => run(effect.type, effect),
    adopt: pairings.adopt,
    relayChanged: pairings.relayChanged,
    visibilityChanged: pairings.visibilityChanged,
    stop() {
      proving.abort()
      asking.abort()
      pairings.stop()
    },
  }
}
