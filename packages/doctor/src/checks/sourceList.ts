/** The sources of a policy by directive, in lower case. The first of two equal directives counts (CSP Level 3 §2.2.1). */
export type Policy = ReadonlyMap<string, readonly string[]>

/** Reads policies from a header, or from several headers joined by commas. */
export function parsePolicies(text: string): readonly Policy[] {
  return text
    .slice(0, 16_000)
    .split(',')
    .map((policy) => {
      const directives = new Map<string, readonly string[]>()
      for (const directive of policy.split(';')) {
        const [name = '', ...sources] = directive.trim().split(/\s+/)
        if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), sources)
      }
      return directives
    })
    .filter((policy) => policy.size > 0)
}

/**
 * The sources that a policy has for a kind of request. Undefined if the policy has no such directive, so everything is allowed.
 */
export function sourcesOf(policy: Policy, directive: string): readonly string[] | undefined {
  return policy.get(directive) ?? policy.get('default-src')
}

/** Whether a page at `page` may request `url` under these sources (CSP Level 3 §6.7.2.8). */
export function allowsUrl(sources: readonly string[], url: URL, page: URL): boolean {
  return sources.some((source) => matches(source.toLowerCase(), url, page))
}

const hostSource =
  /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9_.-]+|\[[0-9a-f:]+\])(?::(\d{1,5}|\*))?(\/[^?#]*)?$/

function matches(source: string, url: URL, page: URL): boolean {
  const scheme = url.protocol.slice(0, -1)
  const pageScheme = page.protocol.slice(0, -1)
  if (source === '*') return /^(?:https?|wss?)$/.test(scheme)
  if (source === "'self'") return isOwn(url, page)
  const [, onlyScheme] = /^([a-z][a-z0-9+.-]*):$/.exec(source) ?? []
  if (onlyScheme !== undefined) return isScheme(onlyScheme, scheme)
  const [, named = pageScheme, host, port, path] = hostSource.exec(source) ?? []
  if (host === undefined || !isScheme(named, scheme)) return false
  const { hostname } = url
  if (host !== '*' && host !== hostname && !(host.startsWith('*.') && hostname.endsWith(host.slice(1)))) return false
  return isPort(port, url) && isPath(path, url.pathname)
}

/** Browsers treat a socket on the page's own host as its own. */
function isOwn(url: URL, page: URL): boolean {
  if (url.origin === page.origin && url.origin !== 'null') return true
  const isUpgrade = isScheme(page.protocol === 'https:' ? 'wss' : 'ws', url.protocol.slice(0, -1))
  return isUpgrade && url.hostname === page.hostname && portOf(url) === portOf(page)
}

/** A secure form of a scheme matches too (§6.7.2.9). */
function isScheme(allowed: string, scheme: string): boolean {
  if (allowed === scheme) return true
  if (allowed === 'http') return scheme === 'https'
  return allowed === 'ws' ? ['wss', 'http', 'https'].includes(scheme) : allowed === 'wss' && scheme === 'https'
}

function isPort(port: string | undefined, url: URL): boolean {
  if (port === '*') return true
  return port === undefined ? url.port === '' : port === portOf(url)
}

function portOf({ port, protocol }: URL): string {
  return port !== '' ? port : protocol === 'https:' || protocol === 'wss:' ? '443' : '80'
}

function isPath(path: string | undefined, asked: string): boolean {
  if (path === undefined || path === '/') return true
  return path.endsWith('/') ? asked.toLowerCase().startsWith(path) : asked.toLowerCase() === path
}
