import { createAppSwitch } from './appSwitch.ts'
import { followBegunLink } from './begunLink.ts'

/** Functions that only phones need: a computer still shows the page while an app opens, and discards none meanwhile. */
export const onPhone = { createAppSwitch, followBegunLink } as const
