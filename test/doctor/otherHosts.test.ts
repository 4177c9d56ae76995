import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { diagnose, formatText } from '@hawser/doctor'
import { serveOnLoopback } from '@hawser/test-kit/serveOnLoopback'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { expect, onTestFinished, test } from 'vitest'
import { codesOf, diagnosePatiently, openSite, type SiteChanges } from './openSite.ts'

// Parts on unusual hosts or behind redirects, served as a real host might.

/** The same server under the IPv4-mapped IPv6 form of its address, which browsers do not recognize as this machine. */
const mapped = (url: string) => url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
const named = (url: string) => url.replace('127.0.0.1', 'localhost')

/** Starts a server with a self-signed certificate. */
async function serveSelfSigned(listener: (request: IncomingMessage, response: ServerResponse) => void) {
  const folder = temporaryFolder()
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '1']
  const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  execFileSync('openssl', ['req', '-x509', ...algorithm, ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  })
  const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(certificate) }, listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

const answer = (status: number, headers: Readonly<Record<string, string>> = {}, body = '') =>
  function answer(_request: IncomingMessage, response: ServerResponse) {
    response.writeHead(status, headers).end(body)
    return true
  }
const asHtml = answer(200, { 'content-type': 'text/html' }, '<!doctype html><title>App</title>')
/** Redirects every request to the same path on another origin. */
const redirectTo = (status: number, to: string) => (request: IncomingMessage, response: ServerResponse) =>
  answer(status, { location: `${to}${request.url}` })(request, response)

test('doctor: a page by plain http', async () => {
  const { url } = await openSite()
  const diagnosis = await diagnosePatiently(mapped(url))
  expect(codesOf(diagnosis)).toContain('plain_http')
  expect(formatText(diagnosis)).toMatch(/served by plain http[\s\S]*redirect http to it/)
})

test.each<[string, (pageUrl: string) => SiteChanges, readonly string[]]>([
  [
    'the link API and with it the page of a handoff are on another host',
    (pageUrl) => ({ document: (site) => ({ ...site, link: { url: `${named(pageUrl)}/link`, handoff: true } }) }),
    ['handoff_other_origin'],
  ],
  [
    'the path of a handoff leads to another host',
    (pageUrl) => ({
      before: (request, response) =>
        request.url === '/link/handoff' && request.headers.host === new URL(pageUrl).host
          ? redirectTo(302, named(pageUrl))(request, response)
          : false,
    }),
    ['handoff_other_origin'],
  ],
])('doctor: %s', async (_, changesFor, codes) => {
  // The site's address is known only once the site listens.
  let changes: SiteChanges = {}
  const { url } = await openSite({
    before: (request, response) => changes.before?.(request, response) ?? false,
    document: (site) => changes.document?.(site) ?? site,
  })
  changes = changesFor(url)
  const diagnosis = await diagnosePatiently(url)
  expect(codesOf(diagnosis).filter((code) => code !== 'policy_blocks')).toEqual(codes)
  expect(formatText(diagnosis)).toMatch(/The page of a handoff is at http:\/\/localhost:\d+\/link\/handoff, on another/)
})

test.each([301, 302, 307, 308])('doctor: follows a page that moves by %d', async (status) => {
  const { url } = await openSite()
  const moved = await serveOnLoopback((request, response) => void redirectTo(status, url)(request, response))
  const diagnosis = await diagnosePatiently(named(moved))
  expect(codesOf(diagnosis)).toEqual([])
  expect(formatText(diagnosis)).toMatch(/after a redirect from http:\/\/localhost:\d+/)
})

test('doctor: follows a registry that moves', async () => {
  const { url } = await openSite({
    registryUrl: (registryUrl) =>
      serveOnLoopback((request, response) => {
        response.setHeader('access-control-allow-origin', '*')
        redirectTo(301, registryUrl)(request, response)
      }),
  })
  expect(codesOf(await diagnosePatiently(url)).filter((code) => code !== 'policy_blocks')).toEqual([])
})

test('doctor: reports a relay whose address redirects, which no browser follows', async () => {
  const { url } = await openSite({
    relayUrl: async (relayUrl) => {
      const http = await serveOnLoopback((request, response) => {
        redirectTo(301, relayUrl.replace(/^ws/, 'http'))(request, response)
      })
      return http.replace(/^http/, 'ws')
    },
  })
  const diagnosis = await diagnosePatiently(url)
  expect(codesOf(diagnosis)).toEqual(['websocket_blocked'])
  expect(formatText(diagnosis)).toContain('HTTP 301')
})

test.each([307, 308])('doctor: accepts a framework that adds a slash to the link API by %d', async (status) => {
  const { url } = await openSite({
    before: (request, response) => {
      const [path = '', query] = request.url?.split('?') ?? []
      if (!path.startsWith('/link/') || path.endsWith('handoff')) return false
      if (!path.endsWith('/')) return answer(status, { location: `${path}/` })(request, response)
      request.url = `${path.slice(0, -1)}${query === undefined ? '' : `?${query}`}`
      return false
    },
  })
  expect(codesOf(await diagnosePatiently(url))).toEqual([])
})

const certificates: Readonly<Record<string, () => Promise<SiteChanges>>> = {
  relay: async () => {
    const url = await serveSelfSigned(asHtml)
    return { relayUrl: () => url.replace(/^http/, 'ws') }
  },
  registry: async () => {
    const url = await serveSelfSigned(asHtml)
    return { registryUrl: () => url }
  },
  'link API': async () => {
    const url = await serveSelfSigned(asHtml)
    return { document: (site) => ({ ...site, link: { url: `${url}/link`, handoff: false } }) }
  },
}

test.each(Object.entries(certificates))('doctor: a %s with an untrusted certificate', async (name, changes) => {
  const { url } = await openSite(await changes())
  const diagnosis = await diagnosePatiently(url)
  expect(codesOf(diagnosis).filter((code) => code !== 'policy_blocks')).toEqual(['certificate_invalid'])
  expect(formatText(diagnosis)).toMatch(new RegExp(`The ${name} at \\S+ has no certificate[^\\n]*SELF_SIGNED`))
})

test('doctor: addresses of IPv6, with their brackets, in every place', async () => {
  const { url } = await openSite({ relayUrl: mapped, registryUrl: mapped })
  const diagnosis = await diagnosePatiently(url)
  // Browsers take this address for another machine; the doctor still reaches and judges the relay.
  expect(diagnosis.findings.find(({ check }) => check === 'relay')?.text).toMatch(/ws:\/\/\[::ffff:7f00:1\]:\d+/)
  expect(codesOf(diagnosis).filter((code) => /unreachable|silent|unreadable|broken/.test(code))).toEqual([])
})

test('doctor: late answers, but in time, are answers', async () => {
  const { url } = await openSite({
    before: (request, response) => {
      const { end } = response
      response.end = ((...given: Parameters<typeof end>) => {
        setTimeout(() => end.apply(response, given), 50)
        return response
      }) as typeof end
      return request.url === undefined
    },
  })
  expect(codesOf(await diagnosePatiently(url))).toEqual([])
})

test.each([
  ['the page', '/', 'page_unreachable'],
  ['the document of options', '/hawser.json', 'options_unreadable'],
  ['the link API', '/link/wallets', 'link_unreachable'],
  ['the page of a handoff', '/link/handoff', 'handoff_missing'],
])('doctor: %s does not answer in time', async (_, path, code) => {
  const { url } = await openSite({ before: (request) => request.url === path })
  const diagnosis = await diagnose({ pageUrl: url, timeoutMs: 3_000 })
  expect(codesOf(diagnosis)).toContain(code)
  expect(formatText(diagnosis)).toMatch(/no answer came in time|timeout/)
})

test.each<[string, (request: IncomingMessage) => boolean, readonly string[]]>([
  [
    'every path of the link API',
    ({ url }) => url?.startsWith('/link') === true,
    ['link_not_mounted', 'handoff_missing'],
  ],
  ['its POST alone', ({ method }) => method === 'POST', ['link_api_failed']],
  ['its list of wallets alone', ({ url }) => url === '/link/wallets', ['link_not_mounted']],
  ['the document of options', ({ url }) => url === '/hawser.json', ['options_unreadable']],
])('doctor: HTML in place of JSON, from %s', async (_, isHit, codes) => {
  const { url } = await openSite({ before: (request, response) => isHit(request) && asHtml(request, response) })
  expect(codesOf(await diagnosePatiently(url))).toEqual(codes)
})
