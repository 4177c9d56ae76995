/** An HTML page in the place of a stylesheet is loaded like one, and has no rules. Those of other origins cannot be counted. */
export function isUnread({ rel, sheet }: HTMLLinkElement): boolean {
  try {
    return rel === 'stylesheet' && sheet?.cssRules.length === 0
  } catch {
    return false
  }
}

/** The error that names it. */
export function lossOf(link: HTMLLinkElement): Error {
  return new Error(`The stylesheet ${link.getAttribute('href')} could not be loaded.`)
}
