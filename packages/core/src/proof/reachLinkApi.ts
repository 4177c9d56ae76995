import { LinkUnavailableError } from '../errors.ts'
import {
  AnswerUnusableError,
  type BoundedRequest,
  type FetchWorld,
  fetchBounded,
  fetchJson,
} from '../platform/fetchJson.ts'

/** `proofMemory` stores that the API redirects, so that later requests are forwarded too. */
type ReachWorld = FetchWorld & { readonly proofMemory?: { isRedirected?: boolean } }
type Answer = Awaited<ReturnType<typeof fetchJson>>

// Together with the first attempt, every waiting state still ends within 15 seconds (T-66).
const probeMs = 2_000
const resendMs = 4_000
const maxHops = 4
const redirects = [301, 302, 303, 307, 308]
// These statuses keep the method and the body of the redirected request (RFC 9110 §15.4).
const keepsRequest = [307, 308]

/**
 * Finds out why the link API gave no readable answer. A redirect within the origin, for example to add a slash, has had no
 * effect yet, so the request is repeated there unchanged. Otherwise the error describes the answer. This module is a separate
 * chunk: only a misconfigured page or network needs it.
 * @throws LinkUnavailableError - with the reached address; `cause` when there is nothing to report
 */
export async function reachLinkApi(world: ReachWorld, request: BoundedRequest, cause: unknown): Promise<Answer> {
  const { signal, url } = request
  if (signal.aborted) throw cause
  const answer = describeAnswer(cause)
  if (answer !== undefined) throw unavailable(`The link API at ${url} ${answer}`, cause)
  // An unfollowed redirect looks like a network failure.
  if (!(cause instanceof TypeError)) throw cause
  const redirect = await lookForRedirect(world, request)
  if (redirect === undefined) throw cause
  if (world.proofMemory !== undefined) world.proofMemory.isRedirected = true
  return redirect.location === undefined
    ? followUnseen(world, request, cause)
    : follow(world, request, { ...redirect, location: redirect.location }, cause)
}

/** Describes an answer that is not JSON. */
function describeAnswer(cause: unknown): string | undefined {
  if (!(cause instanceof AnswerUnusableError) || cause.status === undefined) return undefined
  const [contentType = ''] = cause.contentType?.split(';') ?? []
  const what = /html/.test(contentType) ? 'a web page' : contentType ? 'something else' : 'nothing'
  const kind = contentType ? `, ${contentType}` : ''
  return `answers ${what} (HTTP ${cause.status}${kind}) instead of JSON. Check linkUrl: a sign-in page may answer in its place.`
}

type Redirect = { readonly status: number; readonly location: string | undefined }

/** Returns the redirect at an address, or undefined if the address does not redirect. A browser hides the location. */
async function lookForRedirect(world: FetchWorld, request: BoundedRequest): Promise<Redirect | undefined> {
  const { method } = request.init
  // Sent without a body, so that a server that handles this request after all refuses it.
  const init = { ...request.init, method: method === 'POST' ? 'POST' : 'GET', redirect: 'manual' as const }
  const bare = { ...request, timeoutMs: probeMs, init: { ...init, body: null, headers: {} } }
  return fetchBounded(world, bare, async ({ type, status, headers }) => {
    if (type === 'opaqueredirect') return { status, location: undefined }
    return redirects.includes(status) ? { status, location: headers.get('location') ?? undefined } : undefined
  }).catch(() => undefined)
}

/** Follows redirects whose addresses can be read. */
async function follow(
  world: FetchWorld,
  request: BoundedRequest,
  first: { readonly status: number; readonly location: string },
  cause: unknown,
): Promise<Answer> {
  let { url } = request
  let redirect: Redirect | undefined = first
  for (let hop = 0; hop < maxHops && redirect?.location !== undefined; hop += 1) {
    const from = absolute(url)
    const to = new URL(redirect.location, from)
    const isFollowed = keepsRequest.includes(redirect.status) || isSameButSlash(from, to)
    if (to.origin !== from.origin || !isFollowed) throw sentElsewhere(request, to.href, cause)
    url = /^https?:/.test(request.url) ? to.href : to.pathname + to.search
    const next = { ...request, url }
    redirect = await lookForRedirect(world, next)
    if (redirect === undefined) return resend(world, next, {}, cause)
  }
  throw unavailable(`The link API at ${request.url} redirects without end, at last to ${url}.`, cause)
}

/** Follows redirects in a browser, which hides their targets. It reports only the final address, within the origin. */
async function followUnseen(world: FetchWorld, request: BoundedRequest, cause: unknown): Promise<Answer> {
  const from = absolute(request.url)
  const mode = 'same-origin' as const
  const look = {
    ...request,
    timeoutMs: probeMs,
    init: { ...request.init, method: 'GET', mode, body: null, headers: {} },
  }
  const reached = await fetchBounded(
    world,
    { ...look, init: { ...look.init, redirect: 'follow' } },
    async (response) => response.url,
  ).catch(() => '')
  if (reached === '') throw sentElsewhere(request, 'an address that this page may not read', cause)
  const to = new URL(reached)
  if (isSameButSlash(from, to)) return resend(world, { ...request, url: to.href }, {}, cause)
  try {
    return await resend(world, request, { mode, redirect: 'follow' }, cause)
  } catch {
    throw sentElsewhere(request, to.href, cause)
  }
}

async function resend(world: FetchWorld, request: BoundedRequest, more: RequestInit, cause: unknown): Promise<Answer> {
  return fetchJson(world, { ...request, timeoutMs: resendMs, init: { ...request.init, ...more } }).catch((error) => {
    const answer = describeAnswer(error)
    throw answer === undefined ? error : unavailable(`The link API at ${request.url} ${answer}`, cause)
  })
}

function isSameButSlash(from: URL, to: URL): boolean {
  const bare = ({ origin, pathname, search }: URL) => origin + pathname.replace(/\/$/, '') + search
  return bare(from) === bare(to)
}

function absolute(url: string): URL {
  return new URL(url, globalThis.location?.href ?? 'http://localhost')
}

function sentElsewhere({ url }: BoundedRequest, address: string, cause: unknown): LinkUnavailableError {
  return unavailable(
    `The link API at ${url} redirects to ${address}. Give linkUrl the address that answers itself, or sign in there.`,
    cause,
  )
}

function unavailable(message: string, cause: unknown): LinkUnavailableError {
  return new LinkUnavailableError(message, { cause })
}
