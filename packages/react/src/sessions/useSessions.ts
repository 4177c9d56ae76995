import type { KeptSessionsState } from '@hawser/core'
import { useCallback, useEffect } from 'react'
import { useLinker } from '../linker/useLinker.ts'

export type KeptSessions = KeptSessionsState & {
  /** Ends a session. It is gone here at once; its wallet is told as soon as the relay is reached. */
  readonly revoke: (topic: string) => void
  readonly revokeAll: () => void
  /** The visitor has seen what is in `ended`: it is not told again. */
  readonly dismissEnded: () => void
  /** Reads the sessions again, after `status` was `failed`. */
  readonly retry: () => void
}

const unasked: KeptSessionsState = { status: 'loading', sessions: [], ended: [] }

/**
 * The sessions that live on with `keepSession`, and the way to end them. They are asked for once, by the first component that
 * uses this: the protocol client is fetched then, and listens on the relay if there is any session.
 * @throws MissingLinkerError - outside a LinkerProvider
 */
export function useSessions(): KeptSessions {
  const { state, send } = useLinker()
  const { keptSessions } = state
  const isUnasked = keptSessions === undefined
  const retry = useCallback(() => send({ type: 'sessionsWanted' }), [send])
  useEffect(() => {
    if (isUnasked) retry()
  }, [isUnasked, retry])
  const revoke = useCallback((topic: string) => send({ type: 'sessionRevoked', topic }), [send])
  const revokeAll = useCallback(() => send({ type: 'allSessionsRevoked' }), [send])
  const dismissEnded = useCallback(() => send({ type: 'endedSessionsRead' }), [send])
  return { ...(keptSessions ?? unasked), revoke, revokeAll, dismissEnded, retry }
}
