import type { LinkedWallet, LinkedWalletsState, LinkHistoryState, WalletAction } from '@hawser/core'
import { useCallback, useEffect } from 'react'
import { useLinker } from '../linker/useLinker.ts'

export type LinkedWallets = Pick<LinkedWalletsState, 'status' | 'wallets' | 'error'> & {
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
 * The wallets linked to the signed-in host user, what can be done with them, and what was. The list is asked for once, by the
 * first component that uses it. What is shown is what the server said: nothing changes before its answer.
 * @throws MissingLinkerError - outside a LinkerProvider
 */
export function useLinkedWallets(): LinkedWallets {
  const { state, send } = useLinker()
  const { status, wallets, error, actions = noActions, history } = state.linkedWallets
  const isUnasked = status === 'idle'
  const reload = useCallback(() => send({ type: 'linkedWalletsWanted' }), [send])
  useEffect(() => {
    if (isUnasked) reload()
  }, [isUnasked, reload])
  const rename = useCallback(
    (id: string, label: string | undefined) => send({ type: 'walletChanged', id, change: { label } }),
    [send],
  )
  const setPrimary = useCallback(
    (id: string) => send({ type: 'walletChanged', id, change: { isPrimary: true } }),
    [send],
  )
  const unlink = useCallback((id: string) => send({ type: 'unlinked', id }), [send])
  const unlinkBySignature = useCallback(
    ({ id, accountId }: Pick<LinkedWallet, 'id' | 'accountId'>) =>
      send({ type: 'opened', purpose: { kind: 'unlink', walletId: id, accountId } }),
    [send],
  )
  const dismiss = useCallback((id: string) => send({ type: 'walletFailureRead', id }), [send])
  // An effect may be this alone: it must return nothing, whatever `send` of a linker returns.
  const readHistory = useCallback(() => void send({ type: 'historyWanted', isOlder: false }), [send])
  const readOlder = useCallback(() => send({ type: 'historyWanted', isOlder: true }), [send])
  const changes = { reload, rename, setPrimary, unlink, unlinkBySignature, dismiss }
  return { status, wallets, error, actions, ...changes, history, readHistory, readOlder }
}
