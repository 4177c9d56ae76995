import type { LinkedWallet, LinkedWalletsState, LinkerState, LinkHistoryState, WalletAction } from '@hawser/core'
import { useEffect, useMemo } from 'react'
import { useLinker } from '../linker/useLinker.ts'

/** The linked wallets, and the actions on them: the result of `useLinkedWallets`. */
export type LinkedWalletsControl = Pick<LinkedWalletsState, 'status' | 'wallets' | 'error'> & {
  /** What is being done to a wallet, or was refused with which code, by the wallet's id. Empty when nothing is. */
  readonly actions: Readonly<Record<string, WalletAction>>
  /** Reads the list again. */
  readonly reload: () => void
  /** The host user's own name for a wallet; undefined takes it back. */
  readonly rename: (id: string, label: string | undefined) => void
  readonly setPrimary: (id: string) => void
  /**
   * Removes the link on the host app's server; the wallet itself is not told. Where the server wants the wallet to sign for
   * that, the action fails with the code `proof_required`: call `unlinkBySignature` then.
   */
  readonly unlink: (id: string) => void
  /** Opens the modal, in which the wallet signs to be unlinked. */
  readonly unlinkBySignature: (wallet: Pick<LinkedWallet, 'id' | 'accountId'>) => void
  /** The failure of a wallet's action was read: it is not shown any more. */
  readonly dismiss: (id: string) => void
  /** What happened, the latest first. Undefined until `readHistory` was called; with `before` there is more. */
  readonly history: LinkHistoryState | undefined
  /** Reads the latest page of the history, in place of what is shown of it. */
  readonly readHistory: () => void
  /** Reads the page after the last event shown. */
  readonly readOlder: () => void
}

const noActions = {}

/**
 * The wallets linked to the signed-in host user, their history, and the actions on them. The first component that uses it loads the list.
 * Nothing changes before the server answers.
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
  const changes = useMemo(
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
  return { status, wallets, error, actions, history, ...changes }
}

function linkedWalletsOf({ linkedWallets }: LinkerState): LinkedWalletsState {
  return linkedWallets
}
