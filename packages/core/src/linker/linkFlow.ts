import { createEffects, type Effects } from '../flow/effects.ts'
import type { FlowEvent } from '../flow/event.ts'
import { transition } from '../flow/flow.ts'
import { networksFor } from '../flow/purpose.ts'
import type { FlowRules } from '../flow/rules.ts'
import { choiceOf, isSameChoice, pairingOf } from '../flow/state.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { ResolvedOptions } from './defaults.ts'
import type { LinkerParts } from './parts.ts'
import type { StateStore } from './stateStore.ts'

/** The running flow of a linker. */
export type LinkFlow = Pick<Effects, 'adopt' | 'visibilityChanged' | 'stop'> & {
  /** Applies an event to the flow, updates the views, and runs the effects. */
  advance(event: FlowEvent): void
  /** Holds back the code, or shows it. A held code is made, but appears only once the visitor is known to be able to use it. */
  holdCode(isHeld: boolean): void
}

/** Creates the flow of a linker. */
export function createLinkFlow(
  { getState, update, send }: StateStore,
  options: ResolvedOptions,
  parts: LinkerParts,
): LinkFlow {
  const { keepSession, platform } = options
  const { catalog, linkedWallets, sessions, views, appSwitch, proof } = parts
  const { connector, kept } = sessions
  const effects = createEffects({
    ...options,
    connector,
    async extensions(rdns, namespace) {
      const { loadPageConnector } = await loadPart(() => import('../connectors/page/loadPageConnector.ts'))
      return loadPageConnector({ ...options, purpose: getState().purpose, discovery: catalog.current }, rdns, namespace)
    },
    proof,
    purpose: () => getState().purpose,
    withDeepLinks: catalog.use,
    onAppSwitch: (kind) => appSwitch?.opened(kind),
    send,
    fetchListings: catalog.fetchListings,
    rememberWallet: catalog.remember,
    tellOutcome(outcome) {
      linkedWallets.tellOutcome(outcome)
      if (outcome.kind === 'signIn') options.onSignedIn?.(outcome.wallet)
    },
  })
  sessions.onRelay(effects.relayChanged)

  function rules(): FlowRules {
    return {
      platform,
      linksWallets: proof !== undefined,
      keepsSession: keepSession,
      installed: getState().installed,
      networks: networksFor(getState()),
      renewsCode: connector.renews,
      // Read only on phones, which need it: the first read of a browser's storage takes time.
      prefersUniversal: appSwitch?.prefersUniversal() === true,
    }
  }

  return {
    advance(event) {
      const before = getState().flow
      const [flow, todo] = transition(before, event, rules())
      if (flow.status === 'closed' || !isSameChoice(choiceOf(before), choiceOf(flow))) appSwitch?.reset()
      if (flow !== before) {
        const pairing = pairingOf(flow)
        const isUnreachable = flow.status === 'failed' && flow.error.kind === 'relayUnreachable'
        const relay = isUnreachable ? 'unreachable' : (pairing?.relay ?? 'waiting')
        update({ flow, relay, pairingUri: pairing?.pairingUri })
        if (keepSession && event.type === 'sessionSettled') {
          kept.use((sessions) => sessions.settled(event.session, choiceOf(before)))
        }
      }
      views.follow(event)
      for (const effect of todo) effects.run(effect)
    },
    adopt: effects.adopt,
    holdCode: (isCodeHeld) => update({ isCodeHeld }),
    visibilityChanged: effects.visibilityChanged,
    stop: effects.stop,
  }
}
