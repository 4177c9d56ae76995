import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { PageNotBuiltError } from '../../errors.ts'

/** The pages, by their file. */
const pages = new Map([
  ['/', 'index.html'],
  ['/test-on-your-phone', 'test-on-your-phone.html'],
])
/** Their files, as Vite names them. Whatever else is in the folder is not served, and no path leaves it. */
const filePath = /^\/(?:assets\/)?[\w-]+\.(?:js|css|svg|png)$/

/** Vite puts a hash of the content into every name under assets/. */
const forEver = 'public, max-age=31536000, immutable'

/** Whether a path is of a page or a file of one. */
export function isPagePath(path: string): boolean {
  return pages.has(path) || filePath.test(path)
}

/**
 * Serves the built pages and their files.
 * @throws PageNotBuiltError
 */
export function createPageFiles(pageDir: string): Hono {
  if (!existsSync(join(pageDir, 'index.html')))
    throw new PageNotBuiltError(`There is no index.html in ${pageDir}. Run npm start, which builds the page.`)
  const app = new Hono()
  for (const [path, name] of pages) app.get(path, serveStatic({ path: join(pageDir, name) }))
  const files = serveStatic({ root: pageDir })
  return app.get('*', etag(), async (context, next) => {
    const { path } = context.req
    if (!filePath.test(path)) return next()
    const response = await files(context, next)
    if (response instanceof Response)
      response.headers.set('Cache-Control', path.startsWith('/assets/') ? forEver : 'no-cache')
    return response
  })
}
