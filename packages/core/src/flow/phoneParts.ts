import { createAppSwitch } from './appSwitch.ts'
import { resumeUnfinishedLink } from './unfinishedLink.ts'

/** Functions that only phones need. A computer still shows the page while an app opens, and does not discard the page. */
export const phoneParts = { createAppSwitch, resumeUnfinishedLink } as const
