import { createAppSwitch } from './appSwitch.ts'
import { followBegunLink } from './begunLink.ts'

/** Functions that only phones need. A computer still shows the page while an app opens, and does not discard the page. */
export const onPhone = { createAppSwitch, followBegunLink } as const
