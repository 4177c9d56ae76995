import { ClientUnavailableError } from '@hawser/core'

/** Whether a loaded stylesheet is really an HTML page: it has no rules. The rules of other origins cannot be counted. */
export function hasNoRules({ rel, sheet }: HTMLLinkElement): boolean {
  try {
    return rel === 'stylesheet' && sheet?.cssRules.length === 0
  } catch {
    return false
  }
}

/** An error that names the stylesheet of this link. */
export function toStylesheetError(link: HTMLLinkElement): ClientUnavailableError {
  return new ClientUnavailableError(`The stylesheet ${link.getAttribute('href')} could not be loaded.`)
}
