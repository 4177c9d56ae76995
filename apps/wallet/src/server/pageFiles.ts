import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { WalletPageMissingError } from '../errors.ts'

/** The names of the page's own files, as Vite writes them. Other files are not served, and no path leaves the folder. */
const filePath = /^\/(?:assets\/)?\w[\w.-]*\.(?:js|css|svg|png|webmanifest)$/

/** Vite puts a hash of the content into every file name under assets/, so these files never change. */
const forEver = 'public, max-age=31536000, immutable'

/**
 * Serves a built page. Apps send pairing URIs to `/wc` (`…/wc?uri=`).
 * @throws WalletPageMissingError
 */
export function createPageFiles(pageDir: string): Hono {
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
