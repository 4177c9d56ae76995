/** The documented storage key of a link that outlives its page (`flow/unfinishedLink.ts`). */
export const unfinishedLinkKey = 'hawser.begun'
