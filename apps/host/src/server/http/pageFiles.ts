import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag } from 'hono/etag'
import { PageNotBuiltError } from '../../errors.ts'

/** The files of the pages, as Vite names them. No other file of the folder is served, and no path leaves it. */
const file = ':file{\\w[\\w.-]*\\.(?:js|css|svg|png|woff2)}'

/** The Cache-Control of files whose names have a hash of the content: Vite's, and those of the script tag. */
const forEver = 'public, max-age=31536000, immutable'

/** Serves the built pages and their files: `/about` is about.html. Throws a PageNotBuiltError without index.html. */
export function createPageFiles(pageDir: string): Hono {
  if (!existsSync(join(pageDir, 'index.html')))
    throw new PageNotBuiltError(`There is no index.html in ${pageDir}. Run npm start, which builds the page.`)
  const routes = new Hono()
  for (const name of readdirSync(pageDir).filter((each) => /^[\w-]+\.html$/.test(each)))
    routes.get(name === 'index.html' ? '/' : `/${name.slice(0, -5)}`, serveStatic({ path: join(pageDir, name) }))
  const files = serveStatic({ root: pageDir })
  routes.on('GET', [`/${file}`, `/assets/${file}`, `/hawser-modal/${file}`], etag(), async (context, next) => {
    const response = await files(context, next)
    const isHashed = /^\/(?:assets|hawser-modal)\//.test(context.req.path)
    if (response instanceof Response) response.headers.set('Cache-Control', isHashed ? forEver : 'no-cache')
    return response
  })
  return routes
}
