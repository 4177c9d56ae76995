import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { WalletPageMissingError } from '../errors.ts'
import { formatSecurityHeaders } from './headers.ts'
import type { WalletOptions } from './walletOptions.ts'

/** The demo wallet's server: takes web-standard requests and returns responses. Stores nothing and logs nothing. */
export type WalletServer = { fetch(request: Request): Promise<Response> }

/** Serves the page at `/` and `/wc`, its files, and `/config.json`. Throws a WalletPageMissingError without a page. */
export function createWallet({ pageDir, ...served }: WalletOptions): WalletServer {
  const { relayUrl, originChecks } = served
  const headers = Object.entries(formatSecurityHeaders(served))
  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    for (const [name, value] of headers) context.res.headers.set(name, value)
    if (!context.res.headers.has('Cache-Control')) context.res.headers.set('Cache-Control', 'no-store')
  })
  app.use(async (context, next) => {
    if (context.req.method === 'GET' || context.req.method === 'HEAD') return next()
    context.header('Allow', 'GET, HEAD')
    return context.json({ code: 'method_not_allowed', message: 'This address can only be read.' }, 405)
  })
  app.get('/config.json', (context) => context.json({ relayUrl, ...(originChecks && { originChecks }) }))
  app.get('/healthz', (context) => context.text('ok'))
  app.route('/', createPageFiles(pageDir))
  app.notFound((context) => context.json({ code: 'not_found', message: 'There is nothing here.' }, 404))
  app.onError((_error, context) =>
    context.json({ code: 'internal_error', message: 'The server failed. Try again.' }, 500),
  )
  return { fetch: async (request) => app.fetch(request) }
}

/** The names of the page's own files, as Vite writes them. Other files are not served, and no path leaves the folder. */
const filePath = /^\/(?:assets\/)?\w[\w.-]*\.(?:js|css|svg|png|webmanifest)$/

/** Vite puts a hash of the content into every file name under assets/, so these files never change. */
const forEver = 'public, max-age=31536000, immutable'

/** Serves a built page. Apps send pairing URIs to `/wc` (`…/wc?uri=`). Throws a WalletPageMissingError. */
function createPageFiles(pageDir: string): Hono {
  const index = join(pageDir, 'index.html')
  if (!existsSync(index))
    throw new WalletPageMissingError('The wallet page is not built: its folder has no index.html. Run npm start.')
  const page = serveStatic({ path: index })
  const files = serveStatic({ root: pageDir })
  return new Hono()
    .get('/', page)
    .get('/wc', page)
    .get('*', etag(), async (context, next) => {
      const { path } = context.req
      if (!filePath.test(path)) return next()
      const response = await files(context, next)
      if (response instanceof Response)
        response.headers.set('Cache-Control', path.startsWith('/assets/') ? forEver : 'no-cache')
      return response
    })
}
