/**
 * Parses a claimed address, both to check and to show it. Removes dots at the end of a host name: `a.example.` is the
 * same name in DNS (RFC 1034 3.1) but a different text. Returns undefined for anything but an `http:` or `https:`
 * address with a host.
 */
export function parseOriginUrl(text: string): URL | undefined {
  try {
    return readUrl(text)
  } catch {
    // Not an address, or an engine whose URL properties throw.
    return undefined
  }
}

function readUrl(text: string): URL | undefined {
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  let name = url.hostname
  while (name.endsWith('.')) name = name.slice(0, -1)
  url.hostname = name
  // The setter kept the dots, because the name is not a host without them.
  return url.hostname.endsWith('.') ? undefined : url
}
