/** What the build makes of apps/handoff: the script and the style of the page of a handoff. */
export const script: string
export const style: string
