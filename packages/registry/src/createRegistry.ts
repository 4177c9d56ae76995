import { InvalidListingError, type Listing } from '@hawser/wire'
import { Hono } from 'hono'
import { InternalError, MethodNotAllowedError, NotFoundError } from './errors.ts'
import { commonHeaders, respondError } from './respond.ts'
import { listingsRoute } from './routes/listings.ts'
import { walletImageRoute } from './routes/walletImage.ts'

export type RegistryOptions = {
  /** In the order they are answered; `loadListings()` gives the bundled ones. */
  readonly listings: readonly Listing[]
  /** Told of failures that are the registry's own fault. Default: nobody. */
  readonly onFailure?: (error: unknown) => void
}

export type Registry = { fetch(request: Request): Response | Promise<Response> }

/**
 * Makes the HTTP service that says which wallets exist and how to open them, as a web-standard fetch function.
 * Paths and params are those of the WalletConnect Explorer (requirements L1): `/w3m/v1/getAllListings`,
 * `getDesktopListings`, `getMobileListings`, `getWalletImage/:imageId`; and `/healthz`. Errors are `{ code, message }`.
 */
export function createRegistry(options: RegistryOptions): Registry {
  const { listings, onFailure } = options
  const all = listingsRoute(listings)
  const desktop = listingsRoute(listings.filter((listing) => hasLink(listing.desktop)))
  const mobile = listingsRoute(listings.filter((listing) => hasLink(listing.mobile)))
  const walletImage = walletImageRoute(listings)

  const app = new Hono()
  app.get('/w3m/v1/getAllListings', (context) => all(context.req.raw))
  app.get('/w3m/v1/getDesktopListings', (context) => desktop(context.req.raw))
  app.get('/w3m/v1/getMobileListings', (context) => mobile(context.req.raw))
  app.get('/w3m/v1/getWalletImage/:imageId', (context) => walletImage(context.req.raw, context.req.param('imageId')))
  app.get('/healthz', () => new Response('ok', { headers: { ...commonHeaders, 'Cache-Control': 'no-store' } }))
  app.options('*', () => new Response(null, { status: 204, headers: preflightHeaders }))
  app.all('*', (context) => {
    if (context.req.method === 'GET' || context.req.method === 'HEAD') {
      throw new NotFoundError('The registry serves nothing under this path.')
    }
    throw new MethodNotAllowedError('The registry only answers GET and HEAD.')
  })
  app.onError((error) => {
    if (error instanceof InvalidListingError) return respondError(400, error)
    if (error instanceof NotFoundError) return respondError(404, error)
    if (error instanceof MethodNotAllowedError) return respondError(405, error, { Allow: 'GET, HEAD, OPTIONS' })
    onFailure?.(error)
    return respondError(500, new InternalError('The registry failed. Try again later.'))
  })
  return { fetch: (request) => app.fetch(request) }
}

const preflightHeaders = {
  ...commonHeaders,
  'Access-Control-Allow-Methods': 'GET, HEAD',
  'Access-Control-Allow-Headers': 'If-None-Match',
  'Access-Control-Max-Age': '86400',
}

function hasLink(links: Listing['mobile']): boolean {
  return links.native !== undefined || links.universal !== undefined
}
