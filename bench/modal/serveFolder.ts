import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Listening, listenOnLoopback } from './listenOnLoopback.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Serves a folder's files, compressed once in advance, as a build does. */
export function serveFolder(folder: string): Promise<Listening> {
  const files = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((path) => statSync(path).isFile())
      .map((path) => [`/${relative(folder, path)}`, gzipSync(readFileSync(path), { level: 9 })]),
  )
  return listenOnLoopback(
    createServer((request, response) => {
      const path = request.url?.split('?', 1)[0] ?? '/'
      const name = path.endsWith('/') ? `${path}index.html` : path
      const body = files.get(name)
      if (body === undefined) return response.writeHead(404).end()
      response.writeHead(200, {
        'content-type': types[extname(name)] ?? 'application/octet-stream',
        'content-encoding': 'gzip',
        'content-length': body.length,
        'cache-control': 'no-cache',
      })
      response.end(body)
    }),
  )
}
