/**
 * Finds the pairing URI in a pasted or scanned text: the URI itself, or a link that carries it as `…/wc?uri=<encoded>`.
 * Returns any other text trimmed, and the parser then refuses it.
 */
export function findPairingUri(text: string): string {
  const trimmed = text.trim()
  if (!/^[a-z][a-z0-9+.-]*:/i.test(trimmed) || /^wc:/i.test(trimmed)) return trimmed
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(trimmed) ?? []
  return new URLSearchParams(query).get('uri') ?? trimmed
}

/**
 * Removes the pairing URI from the address bar. The URI contains a key, so it must not stay there or in the history.
 * @returns the URI unchecked, or undefined if the page was opened without a URI
 */
export function takePairingUri(page: {
  readonly location: { readonly pathname: string; readonly search: string; readonly hash: string }
  readonly history: { replaceState(state: null, unused: string, url: string): void }
}): string | undefined {
  const { pathname, search, hash } = page.location
  if (pathname === '/' && search === '' && hash === '') return undefined
  page.history.replaceState(null, '', '/')
  return new URLSearchParams(search).get('uri') ?? undefined
}
