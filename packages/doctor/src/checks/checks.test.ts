import { expect, test } from 'vitest'
import type { Answered, Evidence, RelayAnswer } from '../gather/evidence.ts'
import { noOptions, type PageOptions } from '../gather/pageOptions.ts'
import { judgeClocks } from './clock.ts'
import { judgeCookies } from './cookies.ts'
import type { Finding } from './finding.ts'
import { judgeHandoff } from './handoff.ts'
import { judgeOptions } from './options.ts'
import { judgePage } from './page.ts'
import { judgePolicy } from './policy.ts'
import { judgeRelay } from './relay.ts'

const now = Date.UTC(2026, 10, 26)
const origin = 'https://app.example'

function answered(url: string, headers: Answered['headers'] = {}, more: Partial<Answered> = {}): Answered {
  return {
    ...{ status: 'answered', url, httpStatus: 200, body: new Uint8Array(), isWhole: true, receivedAt: now },
    ...{ peer: '203.0.113.7', redirects: [], headers: { 'content-type': 'text/html', ...headers }, ...more },
  }
}

function evidenceOf(options: Partial<PageOptions>, more: Partial<Evidence> = {}): Evidence {
  return {
    ...{ pageUrl: `${origin}/`, page: answered(`${origin}/`), origin, relays: [], registry: undefined },
    ...{ found: { options: { ...noOptions, ...options }, address: undefined, problem: undefined } },
    ...{ link: undefined, handoffPage: undefined, cookie: undefined, ...more },
  }
}

const codesOf = (findings: readonly Finding[]) =>
  findings.map((finding) =>
    'code' in finding ? `${finding.code}${finding.verdict === 'wrong' ? '' : '?'}` : finding.verdict,
  )

const linkAt = (url: string, cookie?: string): Evidence['link'] => {
  const answer = answered(url, cookie === undefined ? {} : { 'set-cookie': [cookie] })
  return { url, wallets: answer, preflight: answer, post: answer }
}

test.each([
  ['https page, whole', 'a=1; Secure; HttpOnly; SameSite=Lax', ['good']],
  ['https page, strict', 'a=1; secure; samesite=STRICT', ['good']],
  ['https page, no Secure', 'a=1; SameSite=Lax', ['cookie_not_secure']],
  ['https page, a value that looks like one', 'a=Secure; Path=/', ['cookie_not_secure']],
  ['https page, no SameSite', 'a=1; Secure', ['cookie_same_site?']],
  ['https page, for all sites', 'a=1; Secure; SameSite=None', ['cookie_same_site?']],
  ['https page, for all sites and not secure', 'a=1; SameSite=None', ['cookie_not_secure']],
  ['nothing of a cookie', '', ['cookie_not_secure']],
])('judgeCookies: %s', (_name, cookie, codes) => {
  const page = answered(`${origin}/`, { 'set-cookie': [cookie] })
  expect(codesOf(judgeCookies(evidenceOf({}, { page })))).toEqual(codes)
})

test.each([
  ['https://api.other.example/link', 'a=1; Secure; SameSite=Lax', ['cookie_same_site']],
  ['https://api.other.example/link', 'a=1; Secure; SameSite=None', ['good']],
  ['https://api.other.example/link', 'a=1; SameSite=None', ['cookie_not_secure']],
  ['https://api.app.example/link', 'a=1; Secure; SameSite=Lax', ['good']],
  ['https://app.example/link', undefined, ['skipped']],
])('judgeCookies: of a link API at %s, %s', (url, cookie, codes) => {
  const page = { pageUrl: 'https://www.app.example/', origin: 'https://www.app.example' }
  expect(codesOf(judgeCookies(evidenceOf({}, { ...page, link: linkAt(url, cookie) })))).toEqual(codes)
})

test('judgeCookies: names the cookie without its value', () => {
  const page = answered(`${origin}/`, { 'set-cookie': ['lb=s3cret', 'session=s3cret; Secure; SameSite=Lax'] })
  const findings = judgeCookies(evidenceOf({}, { page, cookie: 'session' }))
  expect(codesOf(findings)).toEqual(['good'])
  expect(JSON.stringify(judgeCookies(evidenceOf({}, { page })))).not.toContain('s3cret')
  expect(codesOf(judgeCookies(evidenceOf({}, { page, cookie: 'none' })))).toEqual(['skipped'])
})

const dated = (url: string, aheadMs: number, age?: string) =>
  answered(url, { date: new Date(now + aheadMs).toUTCString(), ...(age !== undefined && { age }) })

test.each([
  ['all right', 0, 20_000, ['good']],
  ['the page’s off', 600_000, 0, ['clock_off']],
  ['the link API’s off', 0, -600_000, ['clock_off']],
  ['both alike: this machine’s', -600_000, -600_000, ['clock_here?']],
  ['both, and not alike', -600_000, 900_000, ['clock_off', 'clock_off']],
])('judgeClocks: %s', (_name, page, link, codes) => {
  const answer = dated('https://api.example/link/challenges', link)
  const evidence = evidenceOf(
    {},
    { page: dated(`${origin}/`, page), link: { url: answer.url, wallets: answer, preflight: answer, post: answer } },
  )
  expect(codesOf(judgeClocks(evidence))).toEqual(codes)
})

test('judgeClocks: ignores cached answers and those without a date', () => {
  expect(codesOf(judgeClocks(evidenceOf({}, { page: dated(`${origin}/`, -600_000, '600') })))).toEqual(['skipped'])
  expect(codesOf(judgeClocks(evidenceOf({}, { page: answered(`${origin}/`, { date: 'now' }) })))).toEqual(['skipped'])
})

test.each([
  [{ relayUrls: ['ws://relay.example/'] }, ['plain_http'], /refuses plain addresses/],
  [{ registryUrl: 'http://registry.example/' }, ['plain_http'], /the registry/],
  [{ linkUrl: 'http://app.example/link' }, ['plain_http'], /https:\/\//],
  [{ relayUrls: ['wss://relay.example/'], linkUrl: `${origin}/link` }, ['good'], /relay\.example/],
  [{ relayUrls: ['ws://localhost:4402/'] }, ['good'], /localhost/],
])('judgeOptions: %o on an https page', (options, codes, pattern) => {
  const findings = judgeOptions(evidenceOf(options))
  expect(codesOf(findings)).toEqual(codes)
  expect(JSON.stringify(findings)).toMatch(pattern)
})

test.each([
  [answered('http://app.example/'), ['plain_http']],
  [answered('http://localhost:4400/'), ['good']],
  [answered(`${origin}/`, {}, { httpStatus: 503 }), ['page_not_shown']],
  [answered(`${origin}/`, { 'content-type': 'application/json' }), ['page_not_shown']],
  [
    { status: 'failed', url: `${origin}/`, failure: 'certificate', detail: 'CERT_HAS_EXPIRED' } as const,
    ['certificate_invalid'],
  ],
  [
    { status: 'failed', url: `${origin}/`, failure: 'unknown_host', detail: 'ENOTFOUND' } as const,
    ['page_unreachable'],
  ],
  [{ status: 'failed', url: `${origin}/`, failure: 'too_many_redirects', detail: '' } as const, ['page_unreachable']],
])('judgePage: %#', (page, codes) => {
  expect(codesOf(judgePage({ page, pageUrl: `${origin}/`, origin }))).toEqual(codes)
})

const times = { date: undefined, receivedAt: now }
const refused = (httpStatus: number, text = ''): RelayAnswer => ({ status: 'refused', httpStatus, text, ...times })
const closed = (closeCode: number, text = ''): RelayAnswer => ({ status: 'closed', closeCode, text, ...times })
const served: RelayAnswer = { status: 'served', ...times }

test.each([
  [served, undefined, 'good'],
  [refused(403), served, 'relay_origin_refused'],
  [refused(403), closed(3000, 'JWT'), 'relay_origin_refused'],
  [refused(403), refused(403), 'relay_refused'],
  [refused(401, '{"error":"Project not found"}'), refused(401), 'relay_project_refused'],
  [refused(401, 'invalid aud'), refused(401), 'relay_audience'],
  [refused(429), refused(429), 'relay_busy'],
  [refused(503), refused(503), 'relay_busy'],
  [refused(502), refused(502), 'relay_unreachable'],
  [refused(200), refused(200), 'websocket_blocked'],
  [refused(301), refused(301), 'websocket_blocked'],
  [refused(400, 'Bad audience'), refused(400), 'websocket_blocked'],
  [closed(1013, 'Too many connections'), served, 'relay_busy'],
  [closed(3000, 'JWT authentication error: The JWT has expired: check your clock.'), undefined, 'relay_clock'],
  [closed(3000, 'Project not found'), undefined, 'relay_project_refused'],
  [closed(1006), undefined, 'relay_refused'],
  [{ status: 'silent', ...times } as const, undefined, 'relay_silent'],
  [{ status: 'error', text: 'no', ...times } as const, undefined, 'relay_refused'],
  [{ status: 'failed', failure: 'timeout', detail: '', ...times } as const, undefined, 'relay_unreachable'],
  [
    { status: 'failed', failure: 'certificate', detail: 'CERT_HAS_EXPIRED', ...times } as const,
    undefined,
    'certificate_invalid',
  ],
])('judgeRelay: %o', (fromPage, fromProgram, code) => {
  expect(codesOf([judgeRelay({ url: 'wss://relay.example/', fromPage, fromProgram }, origin)])).toEqual([code])
})

const whole = {
  relayUrls: ['wss://relay.example/'],
  registryUrl: 'https://registry.example/',
  linkUrl: `${origin}/link`,
}

test.each([
  [
    "default-src 'self'; connect-src 'self' wss://relay.example https://registry.example; img-src data: blob:",
    ['good'],
    '',
  ],
  [
    "default-src 'none'",
    ['policy_blocks'],
    "default-src 'none'; connect-src wss://relay.example https://registry.example 'self'; img-src blob: data:",
  ],
  [
    "connect-src 'none'; script-src 'self'",
    ['policy_blocks'],
    "connect-src wss://relay.example https://registry.example 'self'; script-src 'self'",
  ],
  ["img-src 'self' data:", ['policy_blocks'], "img-src 'self' data: blob:"],
  ["frame-ancestors 'none'", ['good'], ''],
  ["default-src *, default-src 'self'; img-src data: blob:", ['policy_blocks'], ''],
])('judgePolicy: %s', (policy, codes, header) => {
  const page = answered(`${origin}/`, { 'content-security-policy': policy })
  const [finding] = judgePolicy(evidenceOf(whole, { page }))
  expect(codesOf(finding === undefined ? [] : [finding])).toEqual(codes)
  if (header !== '') expect(finding).toMatchObject({ header: `Content-Security-Policy: ${header}` })
})

test('judgePolicy: counts the policy of a meta element, and prints a header that fits', () => {
  const html = `<meta http-equiv="Content-Security-Policy" content="connect-src 'self'">`
  const page = answered(`${origin}/`, {}, { body: new TextEncoder().encode(html) })
  expect(codesOf(judgePolicy(evidenceOf(whole, { page })))).toEqual(['policy_blocks'])
  const [none] = judgePolicy(evidenceOf(whole))
  expect(codesOf(none === undefined ? [] : [none])).toEqual(['policy_missing?'])
  const policy =
    none !== undefined && 'header' in none ? String(none.header).replace('Content-Security-Policy: ', '') : ''
  expect(
    codesOf(judgePolicy(evidenceOf(whole, { page: answered(`${origin}/`, { 'content-security-policy': policy }) }))),
  ).toEqual(['good'])
})

const handoffHeaders = {
  ...{ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

test.each([
  ['there', answered(`${origin}/link/handoff`, handoffHeaders), ['good']],
  ['on another host', answered('https://api.example/link/handoff', handoffHeaders), ['handoff_other_origin']],
  ['a page of something else', answered(`${origin}/link/handoff`), ['handoff_missing']],
  ['gone', answered(`${origin}/link/handoff`, handoffHeaders, { httpStatus: 404 }), ['handoff_missing']],
  ['cached', answered(`${origin}/link/handoff`, { ...handoffHeaders, 'cache-control': 'public' }), ['handoff_unsafe']],
  ['not available', { status: 'failed', url: origin, failure: 'timeout', detail: '' } as const, ['handoff_missing']],
])('judgeHandoff: its page is %s', (_name, handoffPage, codes) => {
  expect(codesOf(judgeHandoff(evidenceOf({ ...whole, handoff: true }, { handoffPage })))).toEqual(codes)
  expect(codesOf(judgeHandoff(evidenceOf(whole, { handoffPage })))).toEqual(['skipped'])
})

test('judgeHandoff: requires a link API', () => {
  expect(codesOf(judgeHandoff(evidenceOf({ handoff: true })))).toEqual(['handoff_missing'])
})
