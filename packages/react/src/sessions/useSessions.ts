import type { KeptSessionsState, LinkerState } from '@hawser/core'
import { useEffect, useMemo } from 'react'
import { useLinker } from '../linker/useLinker.ts'

export type KeptSessions = KeptSessionsState & {
  /** Ends a session. It disappears at once; its wallet is informed as soon as the relay can be reached. */
  readonly revoke: (topic: string) => void
  readonly revokeAll: () => void
  /** Hides `ended`, once the visitor has read it. */
  readonly dismissEnded: () => void
  /** Reads the sessions again, after `status` was `failed`. */
  readonly retry: () => void
}

const unasked: KeptSessionsState = { status: 'loading', sessions: [], ended: [] }

/**
 * The kept sessions (`session.keep`), and the methods to end them. The first component that calls this hook loads the sessions:
 * it fetches the protocol client, which listens on the relay if there is any session.
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
