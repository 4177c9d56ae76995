import { loadPart } from '@hawser/core'

/** A relay's reach matters if it is the host app's own, and if no wallet answers: a separate chunk. */
export const loadOwnRelay = () => loadPart(() => import('./OwnRelay.tsx'))
