import { Hono } from 'hono'
import { formatSecurityHeaders } from './headers.ts'
import { createPageFiles } from './pageFiles.ts'
import type { WalletOptions } from './walletOptions.ts'

/** The demo wallet's server: takes web-standard requests and returns responses. Stores nothing and logs nothing. */
export type WalletServer = { fetch(request: Request): Promise<Response> }

/**
 * Serves the built page at `/` and `/wc`, its files, and `/config.json`.
 * @throws WalletPageMissingError
 */
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
