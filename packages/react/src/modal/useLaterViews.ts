import { type ComponentType, useCallback, useEffect, useState } from 'react'
import { whenIdle } from '../whenIdle.ts'
import type { LaterViews } from './CurrentView.tsx'
import type { ViewProps } from './view.ts'

/** Fetches the views behind the first once the modal is open and drawn: until then they would only delay the code. */
export function useLaterViews(isOpen: boolean): LaterViews {
  const [LaterView, setLaterView] = useState<ComponentType<ViewProps>>()
  const [hasFailed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    import('./LaterView.tsx').then(
      (module) => setLaterView(() => module.LaterView),
      () => setFailed(true),
    )
  }, [])
  useEffect(() => (isOpen ? whenIdle(load) : undefined), [isOpen, load])
  return { status: LaterView !== undefined ? 'ready' : hasFailed ? 'failed' : 'loading', LaterView, load }
}
