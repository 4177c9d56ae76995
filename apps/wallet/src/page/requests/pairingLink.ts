/**
 * Takes the unchecked pairing URI, if any, out of the address bar and the history, because it contains a key. It is the rest of
 * the address, because some apps write the URI without encoding. The parser reads both.
 */
export function takePairingUri(page: {
  readonly location: { readonly pathname: string; readonly search: string; readonly hash: string }
  readonly history: { replaceState(state: null, unused: string, url: string): void }
}): string | undefined {
  const { pathname, search, hash } = page.location
  if (pathname === '/' && search === '' && hash === '') return undefined
  page.history.replaceState(null, '', '/')
  const start = search.search(/[?&]uri=/)
  return start < 0 ? undefined : search.slice(start + '?uri='.length)
}
