import { connect, createServer } from 'node:net'
import { formatText } from '@hawser/doctor'
import { createNodeHandler } from '@hawser/link/node'
import { createRegistry } from '@hawser/registry'
import { serveOnLoopback } from '@hawser/test-kit/serveOnLoopback'
import { expect, onTestFinished, test } from 'vitest'
import { codesOf, diagnosePatiently, keyOf, openSite, type SiteChanges, signBundle } from './openSite.ts'

// Each broken set-up is served as a real host might serve it; no part of the doctor is mocked.

test('doctor: reports a correct site as good, with a table of routes', async () => {
  const { url } = await openSite()
  const diagnosis = await diagnosePatiently(url)
  expect(codesOf(diagnosis)).toEqual([])
  expect(diagnosis.isWell).toBe(true)
  expect(diagnosis.findings.map(({ check, verdict }) => [check, verdict])).toEqual([
    ...['page', 'options', 'relay', 'clock', 'registry', 'link', 'cookies', 'policy', 'handoff'].map((check) => [
      check,
      'good',
    ]),
  ])
  // The relay belongs to the site, so no wallet from a store listens there.
  expect(diagnosis.reach?.find(({ wallet }) => wallet === 'MetaMask')).toEqual({
    wallet: 'MetaMask',
    desktop: ['extension', 'handoff'],
    ios: ['browser'],
    android: ['browser'],
  })
  expect(formatText(diagnosis)).toMatch(/This page reaches \d+ of \d+ wallets[\s\S]*Nothing is wrong/)
})

const tenMinutes = 600_000
const html = (status: number) => (response: Parameters<NonNullable<SiteChanges['before']>>[1]) => {
  response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><title>App</title>')
  return true
}

/** Starts a proxy that drops `Upgrade`, as a proxy does that speaks HTTP/1.0 to its backend. */
async function withoutUpgrade(relayUrl: string): Promise<string> {
  const relay = new URL(relayUrl.replace(/^ws/, 'http'))
  const url = await serveOnLoopback(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', relay))
    response.writeHead(answer.status).end(await answer.text())
  })
  return url.replace(/^http/, 'ws')
}

/** Starts a proxy with a wrong clock that writes its own time into every response. */
async function withClock(relayUrl: string): Promise<string> {
  const { port } = new URL(relayUrl)
  const server = createServer((near) => {
    const far = connect(Number(port), '127.0.0.1')
    near.pipe(far)
    far.once('data', (head: Buffer) => {
      const date = new Date(Date.now() - tenMinutes).toUTCString()
      near.write(head.toString('latin1').replace('\r\n', `\r\nDate: ${date}\r\n`), 'latin1')
      far.pipe(near)
    })
    for (const socket of [near, far]) socket.on('error', () => [near, far].map((each) => each.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const other = 'https://other.example'
const broken: Readonly<Record<string, readonly [SiteChanges, readonly string[], RegExp]>> = {
  'the WebSocket upgrade is stripped by a proxy': [
    { relayUrl: withoutUpgrade },
    ['websocket_blocked'],
    /HTTP 426[\s\S]*proxy_set_header Upgrade/,
  ],
  'the relay is no relay': [
    { relayUrl: async () => (await serveOnLoopback((_, response) => void html(200)(response))).replace(/^http/, 'ws') },
    ['websocket_blocked'],
    /HTTP 200/,
  ],
  'the relay refuses the page’s origin': [
    { relay: { origins: [other] } },
    ['relay_origin_refused'],
    /Add http:\/\/127\.0\.0\.1:\d+ to the relay’s --origins/,
  ],
  'the relay’s clock is wrong by ten minutes': [
    { relay: { now: () => Date.now() + tenMinutes + 24 * 3_600_000 } },
    ['relay_clock'],
    /clock/,
  ],
  'a server’s clock is wrong by ten minutes': [
    { relayUrl: withClock },
    ['clock_off'],
    /The clock of the relay is 10 minutes behind/,
  ],
  'the relay takes tokens for another address': [
    { relay: { audiences: ['wss://relay.example'] } },
    ['relay_audience'],
    /--audiences/,
  ],
  'the registry is signed with another key': [
    { registryKey: 'ab'.repeat(32) },
    ['registry_untrusted'],
    /did not sign the manifest/,
  ],
  'the registry serves another build than it has signed': [
    {
      registryUrl: async (url) => {
        const registry = createNodeHandler(createRegistry({ bundle: signBundle(1) }))
        return serveOnLoopback(async (request, response) => {
          if (request.url?.startsWith('/v1/') !== true) return registry(request, response)
          const answer = await fetch(new URL(request.url, url))
          response.writeHead(answer.status, { 'access-control-allow-origin': '*' })
          response.end(Buffer.from(await answer.arrayBuffer()))
        })
      },
    },
    ['registry_untrusted'],
    /1 of the wallets of/,
  ],
  'browsers keep the registry’s answers from the page': [
    {
      registryUrl: (url) =>
        serveOnLoopback(async (request, response) => {
          const answer = await fetch(new URL(request.url ?? '/', url))
          response
            .writeHead(answer.status, { 'content-type': 'application/json' })
            .end(Buffer.from(await answer.arrayBuffer()))
        }),
    },
    ['registry_not_readable'],
    /Access-Control-Allow-Origin/,
  ],
  'the registry’s address answers with a page': [
    { registryUrl: () => serveOnLoopback((_, response) => void html(200)(response)) },
    ['registry_unreachable'],
    /not a list of wallets/,
  ],
  'the link API is not mounted, and a page answers for it': [
    { before: (request, response) => request.url?.startsWith('/link') === true && html(200)(response) },
    ['link_not_mounted', 'handoff_missing'],
    /Mount link\.fetch where link\.url points/,
  ],
  'the link API is not mounted, and nothing answers for it': [
    { before: (request, response) => request.url?.startsWith('/link') === true && html(404)(response) },
    ['link_not_mounted', 'handoff_missing'],
    /HTTP 404/,
  ],
  'the page names the link API in another place than it is mounted': [
    { document: (named) => ({ ...named, link: { url: '/link/api', handoff: false } }) },
    ['link_not_mounted'],
    /\/link\/api/,
  ],
  'a check of the framework refuses POST before the link API': [
    { before: (request, response) => request.method === 'POST' && html(403)(response) },
    ['link_api_failed'],
    /CSRF/,
  ],
  'hostUser throws': [
    { link: { hostUser: async () => Promise.reject(new Error('no database')), onFailure: () => {} } },
    ['link_api_failed'],
    /HTTP 500/,
  ],
  'allowedOrigins lacks the page’s origin': [
    {
      link: { domain: 'other.example', uri: other, allowedOrigins: [other], handoff: { pageUrl: `${other}/handoff` } },
    },
    ['link_origin_refused'],
    /allowedOrigins/,
  ],
  'the policy of the page blocks relay and registry': [
    { policy: () => "default-src 'self'; img-src 'self' data: blob:" },
    ['policy_blocks'],
    /Content-Security-Policy: default-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws:\/\/127\.0\.0\.1:\d+ http:\/\/127/,
  ],
  'the page has no policy': [{ policy: () => undefined }, ['policy_missing?'], /connect-src 'self' ws:\/\/127/],
  'the page of a handoff is missing': [
    { before: (request, response) => request.url === '/link/handoff' && html(200)(response) },
    ['handoff_missing'],
    /is not its page/,
  ],
  'the page of a handoff has lost its headers': [
    {
      before: (request, response) => {
        if (request.url === '/link/handoff')
          response.setHeader = (
            (set) => (name, value) =>
              set(name, name === 'cache-control' ? 'public' : value)
          )(response.setHeader.bind(response))
        return false
      },
    },
    ['handoff_unsafe'],
    /Cache-Control: no-store/,
  ],
  'the cookie of a SameSite=None session has no Secure': [
    {
      before: (request, response) => {
        if (request.url !== '/') return false
        response.setHeader('set-cookie', 'session=s3cret; SameSite=None')
        response.setHeader = (
          (set) => (name, value) =>
            name === 'set-cookie' ? response : set(name, value)
        )(response.setHeader.bind(response))
        return false
      },
    },
    ['cookie_not_secure'],
    /The cookie session of the page has no Secure/,
  ],
  'the document of options is no JSON': [
    { before: (request, response) => request.url === '/hawser.json' && html(200)(response) },
    ['options_unreadable'],
    /not a JSON object/,
  ],
  'the document of options has addresses that are none': [
    { document: (named) => ({ ...named, relay: { url: 'https://relay.example' }, link: { url: 7 } }) },
    ['options_unreadable'],
    /relay\.url, link\.url/,
  ],
}

test.each(Object.entries(broken))('doctor: %s', async (_name, [changes, codes, pattern]) => {
  const { url } = await openSite(changes)
  const diagnosis = await diagnosePatiently(url)
  expect(codesOf(diagnosis)).toEqual(codes)
  expect(diagnosis.isWell).toBe(codes.every((code) => code.endsWith('?')))
  expect(formatText(diagnosis)).toMatch(pattern)
})

test('doctor: the relay is down', async () => {
  const site = await openSite()
  await site.stopRelay()
  const diagnosis = await diagnosePatiently(site.url)
  expect(codesOf(diagnosis)).toEqual(['relay_unreachable'])
  expect(formatText(diagnosis)).toContain('nothing listens there (ECONNREFUSED)')
})

test('doctor: with the page down, still checks the addresses in the command', async () => {
  const { relayUrl } = await openSite()
  const pageUrl = await serveOnLoopback((request) => request.socket.destroy())
  const diagnosis = await diagnosePatiently(pageUrl, { given: { relayUrls: [relayUrl] } })
  expect(codesOf(diagnosis)).toEqual(['page_unreachable'])
  expect(diagnosis.findings.find(({ check }) => check === 'relay')?.verdict).toBe('good')
})

test('doctor: advises a page without options, and flags replace them', async () => {
  const { relayUrl, registryUrl, bundle } = await openSite()
  const pageUrl = await serveOnLoopback((_, response) => void html(200)(response))
  expect(codesOf(await diagnosePatiently(pageUrl))).toEqual(['options_missing', 'policy_missing?'])
  const given = { relayUrls: [relayUrl], registryUrl, registryKeys: [keyOf(bundle)] }
  expect(codesOf(await diagnosePatiently(pageUrl, { given }))).toEqual(['policy_missing?'])
})
