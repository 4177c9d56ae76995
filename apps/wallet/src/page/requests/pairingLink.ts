/**
 * The pairing URI in what a person pasted or scanned: the URI itself, or a link that carries it as `…/wc?uri=<encoded>`.
 * Anything else comes back trimmed, for the parser to refuse.
 */
export function findPairingUri(text: string): string {
  const trimmed = text.trim()
  if (!/^[a-z][a-z0-9+.-]*:/i.test(trimmed) || /^wc:/i.test(trimmed)) return trimmed
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(trimmed) ?? []
  return new URLSearchParams(query).get('uri') ?? trimmed
}

/**
 * Takes the pairing URI out of the address bar: it holds a key, so it may stay neither there nor in the history.
 * @returns the URI as it was given, unchecked, or undefined when the page was opened without one
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
