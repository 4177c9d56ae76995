import type { KeptSessionsState, LinkerState } from '@hawser/core'
import { useEffect, useMemo } from 'react'
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
 * The sessions that live on with `session.keep`, and the way to end them. They are asked for once, by the first component that
 * uses this: the protocol client is fetched then, and listens on the relay if there is any session.
 * @throws MissingLinkerError - outside a LinkerProvider
 */
export function useSessions(): KeptSessions {
  const linker = useLinker()
  const keptSessions = useLinker(keptSessionsOf)
  const isUnasked = keptSessions === undefined
  useEffect(() => {
    if (isUnasked) linker.loadSessions()
  }, [isUnasked, linker])
  const changes = useMemo(
    () => ({
      revoke: (topic: string) => linker.revokeSession(topic),
      revokeAll: () => linker.revokeAllSessions(),
      dismissEnded: () => linker.dismissEndedSessions(),
      retry: () => linker.loadSessions(),
    }),
    [linker],
  )
  return { ...(keptSessions ?? unasked), ...changes }
}

function keptSessionsOf({ keptSessions }: LinkerState): KeptSessionsState | undefined {
  return keptSessions
}
