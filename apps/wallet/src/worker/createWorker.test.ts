import { expect, test } from 'vitest'
import { createWorker, type WorkerScope } from './createWorker.ts'

const origin = 'https://wallet.example'
const files = ['/assets/index-abc.js', '/icon.svg']

/** A worker scope with caches in memory, a network that can fail, and the listeners that the worker has added. */
function createScope() {
  const stores = new Map<string, Map<string, Response>>()
  const asked: string[] = []
  const network = { isUp: true, text: 'first' }
  const listeners = new Map<string, (event: never) => void>()
  const open = async (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      put: async (path: string, response: Response) => void store.set(path, response),
      match: async (path: string) => store.get(path)?.clone(),
    }
  }
  const scope = {
    location: { origin },
    caches: { open, keys: async () => [...stores.keys()], delete: async (name: string) => stores.delete(name) },
    clients: { claim: async () => {} },
    fetch: async (path: string) => {
      asked.push(path)
      if (!network.isUp) throw new TypeError('Failed to fetch')
      return new Response(`${network.text} ${path}`)
    },
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
  }
  const wait = async (type: 'install' | 'activate') => {
    const works: Promise<unknown>[] = []
    listeners.get(type)?.({ waitUntil: (work: Promise<unknown>) => void works.push(work) } as never)
    await Promise.all(works)
  }
  /** The response as text; undefined if the worker leaves the request to the browser. */
  const ask = async (url: string, more: { method?: string; mode?: string } = {}) => {
    const answers: Promise<Response>[] = []
    const request = { url: new URL(url, origin).href, method: 'GET', mode: 'cors', ...more }
    listeners.get('fetch')?.({
      request,
      respondWith: (answer: Promise<Response>) => void answers.push(answer),
    } as never)
    return (await answers[0])?.text()
  }
  return { scope: scope as unknown as WorkerScope, stores, asked, network, wait, ask }
}

test('createWorker: keeps only the page, its settings and its files', async () => {
  const { scope, stores, wait } = createScope()
  createWorker(scope, files, 'v1')
  await wait('install')
  expect([...(stores.get('hawser-wallet-v1')?.keys() ?? [])].sort()).toEqual(['/', '/config.json', ...files].sort())
})

test('createWorker: opens the page offline, also by a link, whose key is stored nowhere', async () => {
  const { scope, stores, asked, network, wait, ask } = createScope()
  createWorker(scope, files, 'v1')
  await wait('install')
  expect(await ask('/wc?uri=wc%3Asecret', { mode: 'navigate' })).toBe('first /')
  network.isUp = false
  expect(await ask('/wc?uri=wc%3Asecret', { mode: 'navigate' })).toBe('first /')
  expect(await ask('/config.json')).toBe('first /config.json')
  expect(await ask('/assets/index-abc.js')).toBe('first /assets/index-abc.js')
  expect([...asked, ...[...stores.values()].flatMap((store) => [...store.keys()])].join()).not.toContain('secret')
})

test('createWorker: requests the page and its settings again, but not hashed files', async () => {
  const { scope, network, wait, ask } = createScope()
  createWorker(scope, files, 'v1')
  await wait('install')
  network.text = 'second'
  expect(await ask('/', { mode: 'navigate' })).toBe('second /')
  expect(await ask('/config.json')).toBe('second /config.json')
  expect(await ask('/icon.svg')).toBe('first /icon.svg')
})

test.each([
  ['another host', 'https://cdn.example/icon.svg', {}],
  ['another port', 'https://wallet.example:8443/icon.svg', {}],
  ['a file outside of the build', '/assets/other.js', {}],
  ['something sent', '/config.json', { method: 'POST' }],
  ['another page', '/healthz', { mode: 'navigate' }],
])('createWorker: leaves %s to the browser', async (_name, url, more) => {
  const { scope, asked, ask } = createScope()
  createWorker(scope, files, 'v1')
  expect(await ask(url, more)).toBeUndefined()
  expect(asked).toEqual([])
})

test('createWorker: forgets the files of other builds, and leaves foreign caches alone', async () => {
  const { scope, stores, wait } = createScope()
  stores.set('hawser-wallet-v0', new Map())
  stores.set('other', new Map())
  createWorker(scope, files, 'v1')
  await wait('install')
  await wait('activate')
  expect([...stores.keys()].sort()).toEqual(['hawser-wallet-v1', 'other'])
})
