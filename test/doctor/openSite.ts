import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type Diagnosis, diagnose } from '@hawser/doctor'
import { createLink, type LinkOptions, openSqliteLinkStore } from '@hawser/link'
import { createNodeHandler } from '@hawser/link/node'
import { type Bundle, createBundle, createRegistry, loadListings } from '@hawser/registry'
import { createRelay, type RelayOptions } from '@hawser/relay'
import { serveOnLoopback } from '@hawser/test-kit/serveOnLoopback'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { onTestFinished } from 'vitest'

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Changes to the served site. */
export type SiteChanges = {
  readonly relay?: RelayOptions
  /** Replaces the relay's own address. */
  readonly relayUrl?: (relayUrl: string) => string | Promise<string>
  readonly registryUrl?: (registryUrl: string) => string | Promise<string>
  readonly registryKey?: string
  readonly link?: Partial<LinkOptions>
  /** Runs before the page's server. @returns true when it has answered the request */
  readonly before?: (request: IncomingMessage, response: ServerResponse) => boolean
  readonly policy?: (policy: string) => string | undefined
  /** Returns the JSON document that the page names, given the correct options. */
  readonly document?: (options: Readonly<Record<string, unknown>>) => unknown
}

/** Signs a bundle of all listings with its own key. `renamed` is the number of listings that get a wrong name. */
export function signBundle(renamed = 0): Bundle {
  const listings = loadListings().map((each, index) => (index < renamed ? { ...each, name: 'Renamed' } : each))
  return createBundle({
    ...{ listings, images: new Map(), version: 5, signingKey: randomBytes(32) },
    ...{ createdAt: Date.now() - 1_000, expiresAt: Date.now() + 86_400_000 },
  })
}

export function keyOf({ manifestJson }: Bundle): string {
  return JSON.parse(manifestJson).publicKey
}

/** Opens a host app with everything it needs, on loopback, until the test ends. Everything is correct except for `changes`. */
export async function openSite(changes: SiteChanges = {}) {
  const relay = createRelay({ limits: { refusalDelayMs: 1 }, ...changes.relay })
  onTestFinished(() => relay.stop())
  const { url: ownRelayUrl } = await relay.listen({ port: 0, host: '127.0.0.1' })
  const bundle = signBundle()
  const ownRegistryUrl = await serveOnLoopback(createNodeHandler(createRegistry({ bundle })))
  const relayUrl = (await changes.relayUrl?.(ownRelayUrl)) ?? ownRelayUrl
  const registryUrl = (await changes.registryUrl?.(ownRegistryUrl)) ?? ownRegistryUrl

  let listener: Listener = () => {}
  const url = await serveOnLoopback((request, response) => void listener(request, response))
  const store = await openSqliteLinkStore({ file: join(temporaryFolder(), 'link.sqlite') })
  onTestFinished(() => store.stop())
  const link = createNodeHandler(
    createLink({
      ...{ store, basePath: '/link', domain: new URL(url).host, uri: url, allowedOrigins: [url] },
      ...{ hostUser: async () => undefined, handoff: { pageUrl: `${url}/link/handoff` }, ...changes.link },
    }),
  )
  const named = {
    relay: { url: relayUrl },
    registry: { url: registryUrl, key: changes.registryKey ?? keyOf(bundle) },
    link: { url: '/link', handoff: true },
  }
  const policy = `default-src 'self'; img-src 'self' data: blob:; connect-src 'self' ${relayUrl.replace(/\?.*/, '')} ${registryUrl}`
  listener = (request, response) => {
    if (changes.before?.(request, response)) return
    if (request.url === '/link' || request.url?.startsWith('/link/')) return link(request, response)
    if (request.url === '/hawser.json') {
      response.setHeader('content-type', 'application/json')
      return response.end(JSON.stringify(changes.document === undefined ? named : changes.document(named)))
    }
    const header = changes.policy === undefined ? policy : changes.policy(policy)
    if (header !== undefined) response.setHeader('content-security-policy', header)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader('set-cookie', 'session=s3cret; Path=/; HttpOnly; SameSite=Lax')
    response.end('<!doctype html><link rel="hawser-options" href="/hawser.json"><title>App</title>')
  }
  return { url, relayUrl, registryUrl, bundle, stopRelay: () => relay.stop() }
}

/** Diagnoses a site with long time limits, because response times do not matter here. */
export function diagnosePatiently(
  pageUrl: string,
  more: Partial<Parameters<typeof diagnose>[0]> = {},
): Promise<Diagnosis> {
  return diagnose({ pageUrl, timeoutMs: 60_000, ...more })
}

/** Returns the codes of the findings. Doubtful findings end in a question mark. */
export function codesOf({ findings }: Diagnosis): readonly string[] {
  return findings.flatMap((finding) =>
    'code' in finding ? [finding.verdict === 'wrong' ? finding.code : `${finding.code}?`] : [],
  )
}
