import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { beforeAll, expect, test } from 'vitest'
import { WalletPageMissingError } from '../errors.ts'
import { createWallet, type WalletServer } from './createWallet.ts'

const base = 'http://localhost:4401'
const relayUrl = 'ws://localhost:4402'
const folder = temporaryFolder()
let wallet: WalletServer

beforeAll(() => {
  const pageDir = join(folder, 'dist')
  mkdirSync(join(pageDir, 'assets'), { recursive: true })
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><title>page</title>')
  writeFileSync(join(pageDir, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(pageDir, 'assets/index-abc123.js'), 'export {}')
  writeFileSync(join(pageDir, 'assets/index-abc123.css'), 'p{}')
  writeFileSync(join(pageDir, 'sw.js'), '0')
  writeFileSync(join(pageDir, 'manifest.webmanifest'), '{}')
  writeFileSync(join(pageDir, 'icon-192.png'), 'png')
  writeFileSync(join(pageDir, '.sources'), 'stamp')
  writeFileSync(join(pageDir, 'notes.txt'), 'not part of the page')
  writeFileSync(join(folder, 'secret.js'), 'secret')
  wallet = createWallet({ pageDir, relayUrl })
})

const get = (path: string, init?: RequestInit) => wallet.fetch(new Request(`${base}${path}`, init))

test.each(['/', '/wc', '/wc?uri=wc%3Aabc'])('createWallet: %s is the page and is not stored', async (path) => {
  const response = await get(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(await response.text()).toContain('<title>page</title>')
})

test.each([
  ['/assets/index-abc123.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/assets/index-abc123.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
  ['/icon.svg', 'image/svg+xml; charset=utf-8', 'no-cache'],
  ['/icon-192.png', 'image/png', 'no-cache'],
  ['/manifest.webmanifest', 'application/manifest+json', 'no-cache'],
  ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
])('createWallet: %s is %s, cached as %s', async (path, contentType, cacheControl) => {
  const response = await get(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe(contentType)
  expect(response.headers.get('Cache-Control')).toBe(cacheControl)
  const etag = response.headers.get('ETag') ?? ''
  expect((await get(path, { headers: { 'If-None-Match': etag } })).status).toBe(304)
  expect((await get(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200)
})

test('createWallet: /config.json names the relay', async () => {
  const response = await get('/config.json')
  expect(response.headers.get('Content-Type')).toContain('application/json')
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  expect(await response.json()).toEqual({ relayUrl })
})

test.each(['/', '/config.json', '/assets/index-abc123.js', '/nothing'])(
  'createWallet: the headers of %s keep strangers out',
  async (path) => {
    const { headers } = await get(path)
    expect(headers.get('Content-Security-Policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
        "connect-src 'self' ws://localhost:4402; media-src 'self' blob:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; " +
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types hawser-wallet",
    )
    expect(headers.get('Permissions-Policy')).toContain('camera=(self)')
    expect(headers.get('Referrer-Policy')).toBe('no-referrer')
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  },
)

test.each([
  '/nothing',
  '/index.html/',
  '/.sources',
  '/notes.txt',
  '/assets',
  '/assets/',
  '/secret.js',
  '/../secret.js',
  '/%2e%2e/secret.js',
  '/..%2fsecret.js',
  '/assets/..%2f..%2fsecret.js',
  '/assets/%5c..%5c..%5csecret.js',
  '//secret.js',
  '/assets/index-abc123.js%00',
  '/%E0%A4%A',
  '/__proto__',
  '/constructor',
])('createWallet: finds nothing at %s', async (path) => {
  const response = await get(path)
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ code: 'not_found', message: 'There is nothing here.' })
})

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('createWallet: refuses %s', async (method) => {
  const response = await get('/', { method })
  expect(response.status).toBe(405)
  expect(response.headers.get('Allow')).toBe('GET, HEAD')
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
})

test('createWallet: HEAD answers like GET, without a body', async () => {
  const response = await get('/', { method: 'HEAD' })
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(await response.text()).toBe('')
})

test.each([
  ['https://wallet.example', 'max-age=31536000'],
  ['http://localhost:4401', null],
  [undefined, null],
])('createWallet: served at %s, every answer has the HSTS %s, refusals too', async (publicUrl, expected) => {
  const served = createWallet({ pageDir: join(folder, 'dist'), relayUrl, ...(publicUrl && { publicUrl }) })
  const etag = (await get('/icon.svg')).headers.get('ETag') ?? ''
  for (const [path, status, init] of [
    ['/', 200, {}],
    ['/', 200, { method: 'HEAD' }],
    ['/wc?uri=wc%3Aabc', 200, {}],
    ['/config.json', 200, {}],
    ['/healthz', 200, {}],
    ['/assets/index-abc123.js', 200, {}],
    ['/icon.svg', 304, { headers: { 'If-None-Match': etag } }],
    ['/nothing', 404, {}],
    ['/', 405, { method: 'POST' }],
  ] as const) {
    const response = await served.fetch(new Request(`${base}${path}`, init))
    expect([response.status, response.headers.get('Strict-Transport-Security')]).toEqual([status, expected])
  }
})

test('T-31: createWallet: a page that checks origins may call every https server', async () => {
  const knownScams = ['scam.example']
  for (const [allowsLoopback, allowed] of [
    [false, "connect-src 'self' ws://localhost:4402 https:;"],
    [true, "connect-src 'self' ws://localhost:4402 https: http://localhost:* http://*.localhost:* http://127.0.0.1:*;"],
  ] as const) {
    const originChecks = { knownScams, allowsLoopback }
    const checking = createWallet({ pageDir: join(folder, 'dist'), relayUrl, originChecks })
    const response = await checking.fetch(new Request(`${base}/config.json`))
    expect(response.headers.get('Content-Security-Policy')).toContain(allowed)
    expect(await response.json()).toEqual({ relayUrl, originChecks })
  }
})

test('createWallet: without a built page it says so', () => {
  expect(() => createWallet({ pageDir: join(folder, 'none'), relayUrl })).toThrow(WalletPageMissingError)
})
