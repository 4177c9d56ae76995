import type { LinkedWalletsState } from '@hawser/core'
import { useCallback, useEffect } from 'react'
import { useLinker } from './useLinker.ts'

export type LinkedWallets = LinkedWalletsState & {
  /** Removes the link on the host app's server. The wallet itself is not told. */
  readonly unlink: (id: string) => void
}

/**
 * The wallets linked to the signed-in host user, and the way to unlink one. The list is asked for once, by the first
 * component that uses it.
 * @throws MissingLinkerError - outside a LinkerProvider
 */
export function useLinkedWallets(): LinkedWallets {
  const { state, send } = useLinker()
  const { linkedWallets } = state
  const isUnasked = linkedWallets.status === 'idle'
  useEffect(() => {
    if (isUnasked) send({ type: 'linkedWalletsWanted' })
  }, [isUnasked, send])
  const unlink = useCallback((id: string) => send({ type: 'unlinked', id }), [send])
  return { ...linkedWallets, unlink }
}
