import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { WalletPageMissingError } from '../errors.ts'

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
  '.webmanifest': 'application/manifest+json',
}

/**
 * Reads a built page into memory, by the path it is asked for. Answers come from this map alone, so no request reaches the
 * file system. Dot files and kinds the page does not use are left out.
 * @throws WalletPageMissingError
 */
export function readPageFiles(pageDir: string): ReadonlyMap<string, PageFile> {
  if (!existsSync(join(pageDir, 'index.html')))
    throw new WalletPageMissingError('The wallet page is not built: its folder has no index.html. Run npm start.')
  const files = readdirSync(pageDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .flatMap((entry): (readonly [string, PageFile])[] => {
      const file = join(entry.parentPath, entry.name)
      const contentType = contentTypes[extname(entry.name)]
      const path = `/${relative(pageDir, file).split(sep).join('/')}`
      return contentType === undefined ? [] : [[path, readPageFile(file, path, contentType)]]
    })
  // `/wc` is where apps send a pairing URI to (`…/wc?uri=`).
  return new Map(
    files.flatMap(([path, page]) => (path === '/index.html' ? ['/', '/wc'] : [path]).map((at) => [at, page])),
  )
}

function readPageFile(file: string, path: string, contentType: string): PageFile {
  const bytes = Uint8Array.from(readFileSync(file))
  const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  return { bytes, contentType, cacheControl: cacheControlOf(path), etag }
}

function cacheControlOf(path: string): string {
  // Vite puts a hash of the content into every name under assets/.
  if (path.startsWith('/assets/')) return 'public, max-age=31536000, immutable'
  // The page's own address may carry a pairing URI.
  return path.endsWith('.html') ? 'no-store' : 'no-cache'
}
