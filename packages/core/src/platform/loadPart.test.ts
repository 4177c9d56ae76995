import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { codeOf } from './errors.ts'
import { loadPart, reloadPage } from './loadPart.ts'

// The answers of servers for a file that is gone, fails, or exists.
const answers: Readonly<Record<string, readonly [status: number, type: string]>> = {
  '/gone.js': [404, 'text/plain'],
  '/gone-as-html.js': [200, 'text/html; charset=utf-8'],
  '/gone-for-good.js': [410, 'text/html'],
  '/gone-from-a-bucket.js': [403, 'application/xml'],
  '/gone.css': [404, 'text/plain'],
  '/failing.js': [503, 'text/html'],
  '/busy.js': [429, 'text/html'],
  '/there.js': [200, 'text/javascript'],
  '/there.css': [200, 'text/css'],
  '/': [200, 'text/html'],
}
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`)
  if (request.url === '/dropped.js') return void request.socket.destroy()
  const [status, type] = answers[request.url ?? ''] ?? [404, 'text/html']
  response.writeHead(status, { 'content-type': type }).end()
})
let page: string
let stored: Map<string, string>
let reloads: number

function open(address: string): void {
  const { href, origin } = new URL(address)
  vi.stubGlobal('location', {
    href,
    origin,
    reload() {
      reloads += 1
    },
  })
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  page = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return () => void server.close()
})

beforeEach(() => {
  asked.length = 0
  reloads = 0
  stored = new Map()
  open(`${page}/`)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Returns the error code for a part that cannot be fetched. */
async function codeAfter(message: string, name = 'TypeError'): Promise<string> {
  const cause = Object.assign(new Error(message), { name })
  const error: unknown = await loadPart(() => Promise.reject(cause)).catch((error: unknown) => error)
  expect(error).toMatchObject({ cause })
  return codeOf(error)
}

const chromium = (file: string) => `Failed to fetch dynamically imported module: ${page}${file}`

test('loadPart: loads an available part without further requests', async () => {
  expect(await loadPart(async () => 'it')).toBe('it')
  expect(asked).toEqual([])
})

test.each(['/gone.js', '/gone-as-html.js', '/gone-for-good.js', '/gone-from-a-bucket.js', '/gone.css'])(
  'F07 %s is gone from the server: the page is outdated',
  async (file) => {
    expect(await codeAfter(chromium(file))).toBe('page_outdated')
    expect(asked).toEqual([`GET ${file}`])
  },
)

test.each(['/failing.js', '/busy.js', '/there.js', '/there.css', '/dropped.js'])(
  'F07 %s is not gone: a retry may help',
  async (file) => {
    expect(await codeAfter(chromium(file))).toBe('client_unavailable')
  },
)

test('F07 in every form in which browsers and bundlers name the file', async () => {
  for (const message of [
    `error loading dynamically imported module: ${page}/gone.js`,
    `Loading chunk 534 failed.\n(error: ${page}/gone.js)`,
    `Loading CSS chunk 534 failed.\n(/gone.css)`,
    'Unable to preload CSS for /gone.css',
    'Failed to load chunk /gone.js from module 1234',
    `The stylesheet ${page}/gone.css could not be loaded.`,
  ])
    expect(await codeAfter(message), message).toBe('page_outdated')
  expect(await codeAfter(`Loading chunk 534 failed.\n(error: ${page}/there.js)`, 'ChunkLoadError')).toBe(
    'client_unavailable',
  )
})

test.each(['Importing a module script failed.', "Unexpected token '<'", ''])(
  'F07 requests the page itself if the file is not named (%o)',
  async (message) => {
    expect(await codeAfter(message)).toBe('page_outdated')
    expect(asked).toEqual(['HEAD /'])
    open('http://127.0.0.1:1/')
    expect(await codeAfter(message)).toBe('client_unavailable')
  },
)

test('F07 another origin that hides what is gone: the page answers instead', async () => {
  expect(await codeAfter('Failed to fetch dynamically imported module: http://127.0.0.1:1/gone.js')).toBe(
    'page_outdated',
  )
})

test('F07 offline, it sends nothing and advises no reload', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(await codeAfter(chromium('/gone.js'))).toBe('client_unavailable')
  expect(asked).toEqual([])
})

test('F07 offers a reload once: another failure within ten minutes is reported differently', async () => {
  reloadPage()
  expect(reloads).toBe(1)
  expect(await codeAfter(chromium('/gone.js'))).toBe('client_unavailable')
  const [[key, time] = ['', '']] = [...stored]
  stored.set(key, `${Number(time) - 599_000}`)
  expect(await codeAfter(chromium('/gone.js'))).toBe('client_unavailable')
  stored.set(key, `${Number(time) - 601_000}`)
  expect(await codeAfter(chromium('/gone.js'))).toBe('page_outdated')
})

test('F07 a browser that refuses storage still reloads', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  expect(await codeAfter(chromium('/gone.js'))).toBe('page_outdated')
  reloadPage()
  expect(reloads).toBe(1)
})

test('F07 without a page, as on a server, a part is just unavailable', async () => {
  vi.stubGlobal('location', undefined)
  expect(await codeAfter(chromium('/gone.js'))).toBe('client_unavailable')
})
