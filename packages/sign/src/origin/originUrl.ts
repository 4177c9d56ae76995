/**
 * Reads an address somebody gives as their own, for checking and for showing alike. Dots at the end of a host name are taken
 * off: `a.example.` is the same name in DNS (RFC 1034 3.1), and another one to whoever compares texts. Undefined where it is
 * no `http:` or `https:` address of a host.
 */
export function parseOriginUrl(text: string): URL | undefined {
  try {
    return readUrl(text)
  } catch {
    // No address, or an engine whose URL cannot be read.
    return undefined
  }
}

function readUrl(text: string): URL | undefined {
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  let name = url.hostname
  while (name.endsWith('.')) name = name.slice(0, -1)
  url.hostname = name
  // What is no host without its dots keeps them.
  return url.hostname.endsWith('.') ? undefined : url
}
