/** Finds the pairing URI in a text: the URI itself, or `…/wc?uri=<encoded>`. The parser refuses any other text. */
export function findPairingUri(text: string): string {
  const trimmed = text.trim()
  if (!/^[a-z][a-z0-9+.-]*:/i.test(trimmed) || /^wc:/i.test(trimmed)) return trimmed
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(trimmed) ?? []
  return new URLSearchParams(query).get('uri') ?? trimmed
}

/** Takes the unchecked pairing URI, if any, out of the address bar and the history, because it contains a key. */
export function takePairingUri(page: {
  readonly location: { readonly pathname: string; readonly search: string; readonly hash: string }
  readonly history: { replaceState(state: null, unused: string, url: string): void }
}): string | undefined {
  const { pathname, search, hash } = page.location
  if (pathname === '/' && search === '' && hash === '') return undefined
  page.history.replaceState(null, '', '/')
  return new URLSearchParams(search).get('uri') ?? undefined
}
