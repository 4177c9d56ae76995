import type {
  LinkedWallet,
  LinkedWalletsState,
  Linker,
  LinkerState,
  LinkHistoryState,
  WalletAction,
} from '@hawser/core'
import { useEffect, useMemo } from 'react'
import { useLinker } from '../linker/useLinker.ts'

/** The linked wallets, and the actions on them: the result of `useLinkedWallets`. */
export type LinkedWalletsControl = Pick<LinkedWalletsState, 'status' | 'wallets' | 'error'> & {
  /**
   * The running and the failed actions, by wallet id. A failed action has the error code. Empty without such actions.
   */
  readonly actions: Readonly<Record<string, WalletAction>>
  /** Reads the list again. */
  readonly reload: () => void
  /** Sets the host user's own name for a wallet; undefined removes the name. */
  readonly rename: (id: string, label: string | undefined) => void
  readonly setPrimary: (id: string) => void
  /**
   * Removes the link on the host app's server; the wallet itself receives nothing. If the server requires the wallet's
   * signature for that, the action fails with the code `proof_required`: call `unlinkBySignature` then.
   */
  readonly unlink: (id: string) => void
  /** Opens the modal, where the wallet signs for the unlink. */
  readonly unlinkBySignature: (wallet: Pick<LinkedWallet, 'id' | 'accountId'>) => void
  /** Hides the failure of a wallet's action, once the visitor has read it. */
  readonly dismiss: (id: string) => void
  /** The events, newest first. Undefined until `readHistory` was called. `before` is set if there are older events. */
  readonly history: LinkHistoryState | undefined
  /** Reads the newest page of the history, in place of the shown events. */
  readonly readHistory: () => void
  /** Reads the page of events that follows the last shown event. */
  readonly readOlder: () => void
}

const noActions = {}

/**
 * The linked wallets of the signed-in host user, their history, and the actions on them. The first component that calls
 * this hook loads the list. The list changes only after the server has answered.
 * @example
 * const { wallets, unlink } = useLinkedWallets()
 * return wallets.map(({ id, accountId }) => <button key={id} onClick={() => unlink(id)}>Unlink {accountId}</button>)
 * @throws MissingLinkerError - outside a LinkerProvider
 */
export function useLinkedWallets(): LinkedWalletsControl {
  const linker = useLinker()
  const { status, wallets, error, actions = noActions, history } = useLinker(linkedWalletsOf)
  const isUnasked = status === 'idle'
  useEffect(() => {
    if (isUnasked) linker.loadLinkedWallets()
  }, [isUnasked, linker])
  const changes = useLinkedWalletActions(linker)
  return { status, wallets, error, actions, history, ...changes }
}

/** The methods of `useLinkedWallets`, as one stable object per linker. */
export function useLinkedWalletActions(linker: Linker) {
  return useMemo(
    () => ({
      reload: () => linker.loadLinkedWallets(),
      rename: (id: string, label: string | undefined) => linker.changeLinkedWallet(id, { label }),
      setPrimary: (id: string) => linker.changeLinkedWallet(id, { isPrimary: true }),
      unlink: (id: string) => linker.unlink(id),
      unlinkBySignature: ({ id, accountId }: Pick<LinkedWallet, 'id' | 'accountId'>) =>
        linker.open({ purpose: { kind: 'unlink', walletId: id, accountId } }),
      dismiss: (id: string) => linker.dismissFailure(id),
      readHistory: () => linker.loadHistory(),
      readOlder: () => linker.loadHistory({ isOlder: true }),
    }),
    [linker],
  )
}

function linkedWalletsOf({ linkedWallets }: LinkerState): LinkedWalletsState {
  return linkedWallets
}
