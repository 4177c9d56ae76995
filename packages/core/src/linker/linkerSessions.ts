import type { DappClient } from '@hawser/sign'
import type { PairingConnector } from '../connectors/pairingConnector.ts'
import { createWalletConnectConnector } from '../connectors/walletConnect.ts'
import type { WalletConnectOptions } from '../connectors/walletConnectOptions.ts'
import { toFlowFailure } from '../flow/toFlowFailure.ts'
import { codeOf } from '../platform/errors.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { ProofClients } from '../proof/proofClients.ts'
import type { KeptSessions, KeptSessionsState } from '../sessions/keptSessions.ts'
import { recordSession, type SessionChange } from '../sessions/pairingHistory.ts'
import type { ResolvedOptions } from './defaults.ts'
import { createLazy, type Lazy } from './lazy/lazy.ts'
import type { StateStore } from './stateStore.ts'

/** The sessions of a linker: the connector that makes them, their events, and the kept sessions. */
export type LinkerSessions = {
  readonly connector: PairingConnector
  readonly kept: Lazy<KeptSessions>
  /** Calls `listener` when the connection to the relay was lost or restored. */
  onRelay(listener: (isConnected: boolean) => void): void
  client(): Promise<DappClient | undefined>
}

/** Creates the sessions of a linker. Until one of them is needed, no request is sent and no code is fetched. */
export function createLinkerSessions(
  { getState, update, send }: StateStore,
  options: ResolvedOptions & Pick<WalletConnectOptions, 'whenDrawn' | 'takePairing'>,
  proof: ProofClients | undefined,
  prefersUniversal: () => boolean,
): LinkerSessions {
  const { keepSession, platform } = options
  let relayChanged: (isConnected: boolean) => void = () => {}
  const kept = createLazy(
    async () => {
      const { createKeptSessions } = await loadPart(() => import('../sessions/keptSessions.ts'))
      const set = (keptSessions: KeptSessionsState) => update({ keptSessions })
      return createKeptSessions({ ...options, client: openClient, prefersUniversal, set })
    },
    (error) => {
      const { keptSessions } = getState()
      update({
        keptSessions: { sessions: [], ended: [], ...keptSessions, status: 'failed', errorCode: codeOf(error) },
      })
    },
  )
  const connector =
    options.connector ??
    createWalletConnectConnector({
      ...options,
      isPhone: platform.device === 'phone',
      // Signing in needs a linked wallet.
      linkedWallets: () => (getState().purpose.kind === 'signIn' ? [] : getState().linkedWallets.wallets),
      challenge: () =>
        options.oneTap && getState().purpose.kind === 'link'
          ? proof?.oneTap().then((oneTap) => oneTap.challenge())
          : undefined,
      originStatement: options.originStatement ? proof?.originStatement : undefined,
      onRelay: (isConnected) => relayChanged(isConnected),
      onSession: changed,
      onFailure: (error) => options.onFailure?.(toFlowFailure(error)),
    })

  function changed(change: SessionChange): void {
    update({ pairingHistory: recordSession(getState().pairingHistory, change) })
    // Lost sessions are remembered, even if sessions are not shown.
    if (keepSession && ('lost' in change || kept.current())) kept.use((sessions) => sessions.changed(change))
    if (change.stage !== 'deleted' && change.stage !== 'expired') return
    const error = { kind: 'sessionEnded', code: 'session_ended', message: 'The wallet ended the session.' } as const
    send({ type: 'sessionEnded', topic: change.topic, error })
  }

  async function openClient(): Promise<DappClient | undefined> {
    // A wallet can be brought to the front only within a tap, so the code is loaded ahead.
    if (keepSession && platform.device === 'phone') void kept.load()
    return connector.client?.()
  }

  return {
    connector,
    kept,
    onRelay(listener) {
      relayChanged = listener
    },
    client: () => openClient().catch(() => undefined),
  }
}
