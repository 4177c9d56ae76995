import { ClientUnavailableError } from '@hawser/core'

/** An HTML page in place of a stylesheet loads like one, but has no rules. Rules of other origins cannot be counted. */
export function isUnread({ rel, sheet }: HTMLLinkElement): boolean {
  try {
    return rel === 'stylesheet' && sheet?.cssRules.length === 0
  } catch {
    return false
  }
}

/** The error that names it. */
export function lossOf(link: HTMLLinkElement): ClientUnavailableError {
  return new ClientUnavailableError(`The stylesheet ${link.getAttribute('href')} could not be loaded.`)
}
