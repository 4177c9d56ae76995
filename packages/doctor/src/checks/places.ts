/** Whether a host is this machine, where http is as safe as https. */
export function isLoopback({ hostname }: URL): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/** Whether traffic to this address is safe from readers and changes on the way. */
export function isPotentiallyTrustworthy(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'wss:' || isLoopback(url)
}

/**
 * Whether both hosts are one site, so that cookies of one are sent to the other. Does not use the list of public suffixes: a
 * site is two labels, or three if the last two are as short as those of `co.uk`.
 */
export function isSameSite(one: URL, other: URL): boolean {
  return siteOf(one) === siteOf(other)
}

function siteOf({ protocol, hostname }: URL): string {
  const scheme = protocol === 'wss:' ? 'https:' : protocol === 'ws:' ? 'http:' : protocol
  if (/^[\d.]+$|:/.test(hostname)) return `${scheme}//${hostname}`
  const labels = hostname.split('.')
  const [second = '', top = ''] = labels.slice(-2)
  const count = top.length === 2 && second.length <= 3 ? 3 : 2
  return `${scheme}//${labels.slice(-count).join('.')}`
}
