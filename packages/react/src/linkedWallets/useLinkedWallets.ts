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
   * Actions on a wallet in progress or refused, with the code, by the wallet's id. Empty if there is no such action.
   */
  readonly actions: Readonly<Record<string, WalletAction>>
  /** Reads the list again. */
  readonly reload: () => void
  /** The host user's own name for a wallet; undefined removes it. */
  readonly rename: (id: string, label: string | undefined) => void
  readonly setPrimary: (id: string) => void
  /**
   * Removes the link on the host app's server; the wallet itself receives nothing. If the server requires the wallet's
   * signature for that, the action fails with the code `proof_required`: call `unlinkBySignature` then.
   */
  readonly unlink: (id: string) => void
  /** Opens the modal, in which the wallet signs to be unlinked. */
  readonly unlinkBySignature: (wallet: Pick<LinkedWallet, 'id' | 'accountId'>) => void
  /** The visitor has read the failure of a wallet's action: it is no longer shown. */
  readonly dismiss: (id: string) => void
  /** The events, the latest first. Undefined until `readHistory` was called; with `before` there are more. */
  readonly history: LinkHistoryState | undefined
  /** Reads the latest page of the history, in place of the shown one. */
  readonly readHistory: () => void
  /** Reads the page after the last event shown. */
  readonly readOlder: () => void
}

const noActions = {}

/**
 * The linked wallets of the signed-in host user, their history, and the actions on them. The first component that uses
 * it loads the list. Nothing changes before the server answers.
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
  const changes = useLinkedWalletChanges(linker)
  return { status, wallets, error, actions, history, ...changes }
}

/** The calls of `useLinkedWallets`: one object for a linker. */
export function useLinkedWalletChanges(linker: Linker) {
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
