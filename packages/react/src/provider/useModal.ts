import { codeOf, type FailureCode, type Linker, loadPart } from '@hawser/core'
import { type ComponentType, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { fetchStyles } from './fetchStyles.ts'

/** The modal once all its parts are fetched: its code, and its styles if the host fetches them separately. */
export function useModal(
  linker: Linker,
  loadStyles: (() => Promise<unknown>) | undefined,
  onUnavailable: ((code: FailureCode) => void) | undefined,
) {
  const [LinkModal, setLinkModal] = useState<ComponentType>()
  const [failure, setFailure] = useState<FailureCode | 'view_failed'>()
  const isOpen = useSyncExternalStore(
    linker.subscribe,
    () => linker.getState().flow.status !== 'closed',
    () => false,
  )
  const isClassic = useSyncExternalStore(
    linker.subscribe,
    () => linker.getState().options.variant === 'classic',
    () => false,
  )
  const getStyles = useStyles(loadStyles)
  const tell = useRef(onUnavailable)
  useEffect(() => {
    tell.current = onUnavailable
  })

  const load = useCallback(async () => {
    const parts = Promise.all([
      loadPart<ComponentType>(async () => {
        if (isClassic) return (await import('../classic/ClassicModal.tsx')).ClassicModal
        return (await import('../modal/LinkModal.tsx')).LinkModal
      }),
      loadPart(getStyles),
    ])
    linker.fetchAfter?.(parts)
    const [Modal] = await parts
    setLinkModal(() => Modal)
  }, [linker, isClassic, getStyles])
  const preload = useCallback(() => {
    linker.preload()
    // A failure here is not reported: opening tries again, and reports it if it fails then.
    load().catch(() => {})
  }, [linker, load])

  const fail = useCallback(
    (code: FailureCode | 'view_failed') => {
      // Nothing can be shown, so nothing may stay open unseen.
      setFailure(code)
      linker.close()
    },
    [linker],
  )
  /** Removes a modal that could not be drawn. The next opening begins with a new one. */
  const drop = useCallback(
    (code: FailureCode | 'view_failed') => {
      setLinkModal(undefined)
      fail(code)
    },
    [fail],
  )

  useEffect(() => {
    // An existing modal may have failed before this effect has run.
    if (!isOpen || linker.getState().flow.status === 'closed') return
    setFailure(undefined)
    load().catch((error: unknown) => {
      const code = codeOf(error)
      tell.current?.(code)
      fail(code)
    })
  }, [isOpen, linker, load, fail])

  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      queueMicrotask(() => {
        // The modal is gone with its provider, and an invisible code is not kept alive. Strict mode mounts again at
        // once.
        if (!isMounted.current && linker.getState().flow.status !== 'closed') linker.close()
      })
    }
  }, [linker])

  return { LinkModal, isOpen, failure, preload, drop }
}

/** Fetches them once. Concurrent callers wait with the first; after a failure they are requested again. */
function useStyles(load: (() => Promise<unknown>) | undefined): () => Promise<void> {
  // Written inline, the host's function is new at each render, which must not cause another fetch.
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const fetched = useRef<Promise<void>>(undefined)
  return useCallback(() => {
    const { current } = latest
    if (current === undefined) return Promise.resolve()
    fetched.current ??= fetchStyles(current).catch((error: unknown) => {
      fetched.current = undefined
      throw error
    })
    return fetched.current
  }, [])
}
