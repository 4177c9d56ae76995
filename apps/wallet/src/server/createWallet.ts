import { type Context, Hono } from 'hono'
import { formatSecurityHeaders } from './headers.ts'
import { type PageFile, readPageFiles } from './pageFiles.ts'
import type { WalletOptions } from './walletOptions.ts'

/** The demo wallet's server: web-standard requests in, answers out. It keeps nothing and logs nothing. */
export type WalletServer = { fetch(request: Request): Promise<Response> }

/**
 * Serves the built page at `/` and `/wc`, its files, and `/config.json`.
 * @throws WalletPageMissingError
 */
export function createWallet({ pageDir, ...served }: WalletOptions): WalletServer {
  const { relayUrl, originChecks } = served
  const files = readPageFiles(pageDir)
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
  app.get('*', (context) => {
    const file = files.get(context.req.path)
    return file === undefined ? context.notFound() : sendFile(context, file)
  })
  app.notFound((context) => context.json({ code: 'not_found', message: 'There is nothing here.' }, 404))
  app.onError((_error, context) =>
    context.json({ code: 'internal_error', message: 'The server failed. Try again.' }, 500),
  )
  return { fetch: async (request) => app.fetch(request) }
}

function sendFile(context: Context, file: PageFile): Response {
  context.header('Cache-Control', file.cacheControl)
  if (file.cacheControl !== 'no-store') {
    context.header('ETag', file.etag)
    if (context.req.header('If-None-Match') === file.etag) return context.body(null, 304)
  }
  context.header('Content-Type', file.contentType)
  return context.body(file.bytes)
}
