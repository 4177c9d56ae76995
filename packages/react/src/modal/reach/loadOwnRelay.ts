import { loadPart } from '@hawser/core'

/** Fetches a chunk that is needed only for the host app's own relay, or if no wallet answers. */
export const loadOwnRelay = () => loadPart(() => import('./OwnRelay.tsx'))
