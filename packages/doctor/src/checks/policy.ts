import { bodyText } from '../gather/body.ts'
import type { Evidence } from '../gather/evidence.ts'
import { readHtml } from '../gather/readHtml.ts'
import type { Finding } from './finding.ts'
import { showUrl } from './show.ts'
import { allowsUrl, type Policy, parsePolicies, sourcesOf } from './sourceList.ts'

/** The addresses that the modal requests, with the directive of each. */
type Need = {
  readonly directive: 'connect-src' | 'img-src'
  readonly url: string
  readonly source: string
  readonly what: string
}

/**
 * Compares the page's Content-Security-Policy with the requests that its options cause, and makes a header that would
 * work.
 */
export function judgePolicy({ page, found, origin }: Pick<Evidence, 'page' | 'found' | 'origin'>): readonly Finding[] {
  if (page.status === 'failed')
    return [{ check: 'policy', verdict: 'skipped', text: 'The page could not be loaded, so its policy is unknown.' }]
  const header = page.headers['content-security-policy']
  const policies = [header === undefined ? '' : String(header), ...readHtml(bodyText(page)).policies].flatMap(
    parsePolicies,
  )
  const needs = needsOf(found.options, origin)
  if (policies.length === 0)
    return [
      {
        ...{ check: 'policy', verdict: 'doubtful', code: 'policy_missing' },
        text: 'The page has no Content-Security-Policy: a script that gets into it can do everything the page can.',
        mend: 'Send this header with the page; scripts and styles of other hosts need their own sources in it.',
        header: formatPolicy(complete(new Map(Object.entries(strict)), needs)),
      },
    ]
  const pageUrl = new URL(page.url)
  const blocked = needs.filter((need) => !policies.every((policy) => isAllowed(policy, need, pageUrl)))
  if (blocked.length === 0)
    return [
      {
        check: 'policy',
        verdict: 'good',
        text: 'The Content-Security-Policy lets the page reach all the addresses it names.',
      },
    ]
  const list = blocked.map(({ what, directive }) => `${what} (${directive})`).join(', ')
  const isOneHeader = policies.length === 1 && header !== undefined
  const [first = new Map()] = policies
  return [
    {
      ...{ check: 'policy', verdict: 'wrong', code: 'policy_blocks' },
      text: `The Content-Security-Policy of the page blocks ${list}.`,
      mend: isOneHeader
        ? 'Send this header in its place.'
        : 'Add what is missing to every policy of the page, headers and meta elements alike; the first one would become this.',
      header: formatPolicy(
        complete(
          first,
          blocked.filter((need) => !isAllowed(first, need, pageUrl)),
        ),
      ),
    },
  ]
}

const strict: Readonly<Record<string, readonly string[]>> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'font-src': ["'self'"],
  'img-src': ["'self'"],
  'connect-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

function needsOf(options: Evidence['found']['options'], origin: string): readonly Need[] {
  const { relayUrls, registryUrl, linkUrl } = options
  const connect = (what: string, url: string): Need => ({
    directive: 'connect-src',
    url,
    what,
    source: sourceOf(url, origin),
  })
  const image = (what: string, url: string): Need => ({ directive: 'img-src', url, what, source: url })
  return [
    ...relayUrls.map((url) => connect(`the relay ${showUrl(url)}`, url)),
    ...(registryUrl === undefined
      ? []
      : [connect(`the registry ${showUrl(registryUrl)}`, registryUrl), image('images of the registry', 'blob:')]),
    ...(linkUrl === undefined ? [] : [connect(`the link API ${showUrl(linkUrl)}`, linkUrl)]),
    image('icons of extensions', 'data:'),
  ]
}

function sourceOf(address: string, origin: string): string {
  const url = new URL(address)
  return url.origin === origin ? "'self'" : `${url.protocol}//${url.host}`
}

function isAllowed(policy: Policy, { directive, url }: Need, page: URL): boolean {
  const sources = sourcesOf(policy, directive)
  return sources === undefined || allowsUrl(sources, new URL(url), page)
}

function complete(policy: Policy, needs: readonly Need[]): Policy {
  const full = new Map(policy)
  for (const { directive, source } of needs) {
    const sources = (sourcesOf(full, directive) ?? []).filter((each) => each.toLowerCase() !== "'none'")
    full.set(directive, [...new Set([...sources, source])])
  }
  return full
}

function formatPolicy(policy: Policy): string {
  // A nonce belongs to one answer: a copy of it is useless.
  const plain = (source: string) => source.replace(/^'nonce-.*'$/i, "'nonce-…'")
  const text = [...policy].map(([name, sources]) => [name, ...sources.map(plain)].join(' ')).join('; ')
  return `Content-Security-Policy: ${text}`
}
