import { handoffPaths, linkPaths } from '@hawser/wire'
import { parseUrl } from '@hawser/wire/internal'
import { bodyText, parseJson } from './body.ts'
import type { Answer, Evidence, LinkEvidence } from './evidence.ts'
import { fetchRegistry } from './fetchRegistry.ts'
import { isInternalAddress } from './internalAddress.ts'
import { noOptions, type OptionsFound, type PageOptions, parsePageOptions } from './pageOptions.ts'
import { probeRelay } from './probeRelay.ts'
import { readHtml } from './readHtml.ts'
import type { Access, SendRequest } from './sendRequest.ts'

export type GatherOptions = {
  readonly ask: SendRequest
  readonly pageUrl: string
  /** The options of the command line: they override the page's, and may be internal. */
  readonly given: Partial<PageOptions>
  readonly cookie: string | undefined
  readonly timeoutMs: number
  readonly now: () => number
}

/** Fetches everything that the checks look at. Never rejects: a failure is evidence too. */
export async function gather(options: GatherOptions): Promise<Evidence> {
  const { ask, pageUrl, given, cookie } = options
  const page = await ask({ url: pageUrl, allowsInternal: false, isTyped: true })
  // Addresses in the page are requested as its visitors would: a public page may not reach into an internal network.
  const allowsInternal = page.status === 'answered' && isInternalAddress(page.peer ?? '')
  const seen = page.status === 'answered' ? page.url : pageUrl
  const { origin } = new URL(seen)
  const found = await findOptions(ask, page, seen, allowsInternal)
  const all: PageOptions = { ...found.options, ...given }
  const access = (name: keyof PageOptions): Access => ({ allowsInternal, isTyped: name in given })

  const { linkUrl, registryUrl, relayUrls, registryKeys, projectId } = all
  const isRelayOpen = allowsInternal || 'relayUrls' in given
  const [relays, registry, link, handoffPage] = await Promise.all([
    Promise.all(
      relayUrls.map((url) => probeRelay({ ...options, url, origin, projectId, allowsInternal: isRelayOpen })),
    ),
    registryUrl === undefined
      ? undefined
      : fetchRegistry({ ask, url: registryUrl, origin, isSigned: registryKeys.length > 0, ...access('registryUrl') }),
    linkUrl === undefined ? undefined : askLink(ask, linkUrl, origin, access('linkUrl')),
    linkUrl === undefined ? undefined : ask({ url: below(linkUrl, handoffPaths.phone), ...access('linkUrl') }),
  ])
  return { pageUrl, page, origin, found: { ...found, options: all }, relays, registry, link, handoffPage, cookie }
}

/** The page's own options: `<link rel="hawser-options" href="…">` names a JSON document on its own origin. */
async function findOptions(
  ask: SendRequest,
  page: Answer,
  pageUrl: string,
  allowsInternal: boolean,
): Promise<OptionsFound> {
  const none = { options: noOptions, address: undefined, problem: undefined }
  if (page.status === 'failed') return none
  const { optionsHref } = readHtml(bodyText(page))
  const optionsUrl = parseUrl(optionsHref, pageUrl)
  if (optionsUrl === undefined) return none
  const { href: address, origin } = optionsUrl
  if (origin !== new URL(pageUrl).origin) return { ...none, address, problem: { kind: 'elsewhere' } }
  const answer = await ask({ url: address, headers: { accept: 'application/json' }, allowsInternal })
  if (answer.status === 'failed' || answer.httpStatus !== 200) {
    const detail = answer.status === 'failed' ? answer.failure : `HTTP ${answer.httpStatus}`
    return { ...none, address, problem: { kind: 'unanswered', detail } }
  }
  const value = parseJson(answer)
  if (typeof value !== 'object' || value === null) return { ...none, address, problem: { kind: 'not_json' } }
  const { options, wrong } = parsePageOptions(value, pageUrl)
  const problem = wrong.length > 0 ? ({ kind: 'wrong_fields', fields: wrong } as const) : undefined
  return { options, address, problem }
}

async function askLink(ask: SendRequest, url: string, origin: string, access: Access): Promise<LinkEvidence> {
  const challenges = below(url, linkPaths.challenges)
  const [wallets, preflight, post] = await Promise.all([
    ask({ url: below(url, linkPaths.wallets), headers: { accept: 'application/json', origin }, ...access }),
    ask({
      ...{ url: challenges, method: 'OPTIONS', ...access },
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    }),
    ask({
      ...{ url: challenges, method: 'POST', ...access },
      headers: { origin, 'content-type': 'application/json', accept: 'application/json' },
      body: '{}',
    }),
  ])
  return { url, wallets, preflight, post }
}

function below(address: string, path: string): string {
  const url = new URL(address)
  url.pathname = `${url.pathname.replace(/\/{1,8}$/, '')}${path}`
  url.search = ''
  return url.href
}
