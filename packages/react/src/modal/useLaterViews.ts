import { useCallback, useEffect, useState } from 'react'
import { whenIdle } from '../whenIdle.ts'
import type { LaterViews } from './CurrentView.tsx'

/**
 * Fetches what stands behind the code once that is drawn, as it would only delay it: at once the wallets of the first view,
 * if it `hasOffer`, and the other views while the page is idle.
 */
export function useLaterViews(isDrawn: boolean, hasOffer: boolean): LaterViews {
  const [views, setViews] = useState<Pick<LaterViews, 'LaterView' | 'WalletOffer'>>({})
  const [hasFailed, setFailed] = useState(false)
  const loadOffer = useCallback(async () => {
    if (!hasOffer) return
    const { WalletOffer } = await import('./choice/WalletOffer.tsx')
    setViews((all) => ({ ...all, WalletOffer }))
  }, [hasOffer])
  const load = useCallback(() => {
    setFailed(false)
    const loadLater = async () => {
      const { LaterView } = await import('./later/LaterView.tsx')
      setViews((all) => ({ ...all, LaterView }))
    }
    Promise.all([loadOffer(), loadLater()]).catch(() => setFailed(true))
  }, [loadOffer])
  useEffect(() => {
    if (!isDrawn) return
    // After this task, at whose end the code is painted. A failure is not the last word: both are asked for together next.
    const timer = setTimeout(() => loadOffer().catch(() => {}))
    const cancel = whenIdle(load)
    return () => {
      clearTimeout(timer)
      cancel()
    }
  }, [isDrawn, load, loadOffer])
  return { ...views, status: hasFailed ? 'failed' : views.LaterView === undefined ? 'loading' : 'ready', load }
}
