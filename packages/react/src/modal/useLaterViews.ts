import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { whenIdle } from '../whenIdle.ts'
import type { LaterViews } from './CurrentView.tsx'
import type { ViewProps } from './view.ts'

/**
 * Fetches the views behind the first once the modal is open and drawn: until then they would only delay the code. In the
 * classic variant all views are in one chunk and in one language, fetched as soon as the modal itself is there.
 */
export function useLaterViews(isOpen: boolean, classicLanguage: string | undefined): LaterViews {
  const [LaterView, setLaterView] = useState<ComponentType<ViewProps>>()
  const [hasFailed, setFailed] = useState(false)
  const wantedLanguage = useRef(classicLanguage)
  const load = useCallback(() => {
    wantedLanguage.current = classicLanguage
    setFailed(false)
    const fetched =
      classicLanguage === undefined
        ? import('./LaterView.tsx').then(({ LaterView }) => LaterView)
        : import('../classic/loadClassic.tsx').then(({ loadClassic }) => loadClassic(classicLanguage))
    fetched.then(
      // Another language may be wanted by now.
      (View) => wantedLanguage.current === classicLanguage && setLaterView(() => View),
      () => setFailed(true),
    )
  }, [classicLanguage])
  useEffect(() => {
    if (classicLanguage !== undefined) return load()
    return isOpen ? whenIdle(load) : undefined
  }, [isOpen, classicLanguage, load])
  return { status: LaterView !== undefined ? 'ready' : hasFailed ? 'failed' : 'loading', LaterView, load }
}
