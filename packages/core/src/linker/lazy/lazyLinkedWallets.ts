import type { LinkOutcome } from '../../flow/purpose.ts'
import { toFlowFailure } from '../../flow/toFlowFailure.ts'
import { loadPart } from '../../platform/loadPart.ts'
import type { LinkClientOptions } from '../../proof/linkClient.ts'
import type { LinkedWalletsEvent } from '../../proof/linkedWalletChanges.ts'
import type { ResolvedOptions } from '../defaults.ts'
import type { StateStore } from '../stateStore.ts'
import { createLazy } from './lazy.ts'

/** The list of linked wallets, whose code is fetched when a page asks for it. */
export type LazyLinkedWallets = {
  handle(event: LinkedWalletsEvent): void
  /** Reports the result of a wallet's signature. A page that has not asked for the list does not receive it. */
  tellOutcome(outcome: LinkOutcome): void
}

/** Creates the lazy list. `linkApi` is undefined if no link API is configured. */
export function createLazyLinkedWallets(
  { getState, update }: StateStore,
  linkApi: LinkClientOptions | undefined,
  signal: AbortSignal,
  options: ResolvedOptions,
): LazyLinkedWallets {
  const { registryUrl, modal } = options
  const lazy = createLazy(
    async () => {
      const { createLinkedWallets } = await loadPart(() => import('../../proof/linkedWallets.ts'))
      return createLinkedWallets({
        linkApi,
        signal,
        get: () => getState().linkedWallets,
        set: (next) => update({ linkedWallets: next }),
        toFailure: toFlowFailure,
        images: registryUrl === undefined ? undefined : { ...options, registryUrl, ownImages: modal.walletImages },
      })
    },
    (error) =>
      update({ linkedWallets: { ...getState().linkedWallets, status: 'failed', error: toFlowFailure(error) } }),
  )
  return {
    handle(event) {
      const { linkedWallets: shown } = getState()
      if (event.type === 'linkedWalletsWanted' && shown.status !== 'ready')
        update({ linkedWallets: { ...shown, status: 'loading', error: undefined } })
      lazy.use((wallets) => wallets.handle(event))
    },
    tellOutcome: (outcome) => lazy.current()?.tellOutcome(outcome),
  }
}
