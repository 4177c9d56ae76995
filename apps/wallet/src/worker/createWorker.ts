/** The parts of the global scope that the worker needs. TypeScript's own worker types conflict with those of pages. */
export type WorkerScope = {
  readonly location: { readonly origin: string }
  readonly caches: Pick<CacheStorage, 'open' | 'keys' | 'delete'>
  readonly clients: { claim(): Promise<void> }
  fetch(request: Request | string, init?: RequestInit): Promise<Response>
  addEventListener(type: 'install' | 'activate', listener: (event: WaitingEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: AskingEvent) => void): void
}

type WaitingEvent = { waitUntil(work: Promise<unknown>): void }
type AskingEvent = { readonly request: Request; respondWith(answer: Promise<Response>): void }

const prefix = 'hawser-wallet-'
const page = '/'
const config = '/config.json'

/** Caches the wallet's own `files` by build `version`, so that the wallet opens without a network. */
// The page and its settings are fetched each time, the files once. All else is left to the browser.
export function createWorker(scope: WorkerScope, files: readonly string[], version: string): void {
  const name = `${prefix}${version}`
  const open = () => scope.caches.open(name)

  const keep = async (path: string): Promise<Response> => {
    const response = await scope.fetch(path, { cache: 'no-cache' })
    if (response.ok) await (await open()).put(path, response.clone())
    return response
  }
  const kept = async (path: string): Promise<Response | undefined> => (await open()).match(path)

  const askFirst = (path: string): Promise<Response> =>
    keep(path).catch(async (error: unknown) => (await kept(path)) ?? Promise.reject(error))
  const lookFirst = async (path: string): Promise<Response> => (await kept(path)) ?? keep(path)

  scope.addEventListener('install', (event) => {
    event.waitUntil(Promise.all([page, config, ...files].map(keep)))
  })
  scope.addEventListener('activate', (event) => {
    const forgetOld = async (): Promise<void> => {
      const names = await scope.caches.keys()
      const old = names.filter((each) => each.startsWith(prefix) && each !== name)
      await Promise.all(old.map((each) => scope.caches.delete(each)))
      await scope.clients.claim()
    }
    event.waitUntil(forgetOld())
  })
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== scope.location.origin) return
    // The requested address can contain a pairing URI, which is a key: the page is fetched and cached without it.
    if (request.mode === 'navigate') {
      if (pathname === page || pathname === '/wc') event.respondWith(askFirst(page))
    } else if (pathname === config) event.respondWith(askFirst(config))
    else if (files.includes(pathname)) event.respondWith(lookFirst(pathname))
  })
}
