import { codeOf, type FailureCode, type Linker, loadPart } from '@hawser/core'
import { type ComponentType, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { fetchStyles } from './fetchStyles.ts'

/** Returns the modal once its code is fetched, and its styles if the host app fetches them separately. */
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
    // A failure here is not reported: opening the modal tries again, and reports its own failure.
    load().catch(() => {})
  }, [linker, load])

  const fail = useCallback(
    (code: FailureCode | 'view_failed') => {
      // A modal that cannot be shown must not stay open unseen.
      setFailure(code)
      linker.close()
    },
    [linker],
  )
  /** Removes a modal that failed to render. The next opening renders a new one. */
  const drop = useCallback(
    (code: FailureCode | 'view_failed') => {
      setLinkModal(undefined)
      fail(code)
    },
    [fail],
  )

  useEffect(() => {
    // The existing modal may have failed before this effect ran.
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
        // The modal unmounts with its provider, and must not leave an invisible code alive. Strict mode mounts again at once.
        if (!isMounted.current && linker.getState().flow.status !== 'closed') linker.close()
      })
    }
  }, [linker])

  return { LinkModal, isOpen, failure, preload, drop }
}

/** Fetches the styles once. Concurrent callers share the request; after a failure the next call requests them again. */
function useStyles(load: (() => Promise<unknown>) | undefined): () => Promise<void> {
  // An inline function is new at each render, which must not cause another fetch.
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
