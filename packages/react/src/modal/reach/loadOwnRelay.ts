import { loadPart } from '@hawser/core'

/** What a relay reaches matters where it is the host app's own, and where nobody answers: a chunk of its own. */
export const loadOwnRelay = () => loadPart(() => import('./OwnRelay.tsx'))
