/** The documented storage key of a link that outlives its page (`flow/begunLink.ts`). */
export const begunLinkKey = 'hawser.begun'
