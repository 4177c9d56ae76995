import { createAppSwitch } from './appSwitch.ts'
import { followBegunLink } from './begunLink.ts'

/** What only phones need: a computer shows the page on while an app opens, and throws none away meanwhile. */
export const onPhone = { createAppSwitch, followBegunLink } as const
