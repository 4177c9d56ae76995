import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { PageNotBuiltError } from '../../errors.ts'

/** One file of the built page, held in memory. */
export type PageFile = {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly contentType: string
  readonly cacheControl: string
  readonly etag: string
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/**
 * Reads a built page into memory, by path as it is asked for (`/`, `/assets/…`, `/about` for `about.html`). Requests are then answered from this map
 * alone, so no path can leave the folder. Files of unknown kinds and dot files are left out.
 * @throws PageNotBuiltError
 */
export function readPageFiles(pageDir: string): ReadonlyMap<string, PageFile> {
  if (!existsSync(join(pageDir, 'index.html'))) {
    throw new PageNotBuiltError(`There is no index.html in ${pageDir}. Run npm start, which builds the page.`)
  }
  const files = readdirSync(pageDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .flatMap((entry) => {
      const path = join(entry.parentPath, entry.name)
      const contentType = contentTypes[extname(entry.name)]
      const urlPath = `/${relative(pageDir, path).split(sep).join('/')}`
      return contentType === undefined ? [] : [[urlPath, readPageFile(path, urlPath, contentType)] as const]
    })
  return new Map(files.map(([path, file]) => [path === '/index.html' ? '/' : path.replace(/\.html$/, ''), file]))
}

function readPageFile(path: string, urlPath: string, contentType: string): PageFile {
  const bytes = Uint8Array.from(readFileSync(path))
  // Vite puts a hash of the content into every name under assets/.
  const isHashed = urlPath.startsWith('/assets/')
  const cacheControl = isHashed
    ? 'public, max-age=31536000, immutable'
    : extname(path) === '.html'
      ? 'no-store'
      : 'no-cache'
  return { bytes, contentType, cacheControl, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
}
