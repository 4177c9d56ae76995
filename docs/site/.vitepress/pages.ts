import { existsSync, statSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'

/** The root of the repository. The site shows its pages from the folders where developers read them. */
export const root = resolve(import.meta.dirname, '../../..')

const single: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changelog',
  'CODE_OF_CONDUCT.md': 'code-of-conduct',
  'CONTRIBUTING.md': 'contributing',
  'GOVERNANCE.md': 'governance',
  'ROADMAP.md': 'roadmap',
  'SECURITY.md': 'security',
  'SUPPORT.md': 'support',
}

/**
 * The address of a page on the site, for a file of the repository: `docs/errors/relay_busy.md` is `/errors/relay_busy/`.
 * `undefined` for a file that the site does not show.
 */
export function addressOf(file: string): string | undefined {
  if (single[file] !== undefined) return `/${single[file]}/`
  const readme = /^packages\/([a-z-]+)\/README\.md$/.exec(file)?.[1]
  if (readme !== undefined) return `/packages/${readme}/`
  const path = /^docs\/(?:site\/)?(.+)\.md$/.exec(file)?.[1]
  if (path === undefined) return undefined
  return path === 'index' ? '/' : `/${path.replace(/\/index$/, '').replace('/generated/', '/')}/`
}

/** A page is a folder with an index: every static host finds `/errors/relay_busy` and `/errors/relay_busy/`. */
export function rewrite(file: string): string {
  return `${addressOf(file)?.slice(1) ?? `unlisted/${file}/`}index.md`
}

/**
 * Where a link of a page leads on the site: to another page, or into the repository.
 * @param file - the page's file, from the root of the repository
 * @param repository - the repository's address, without a slash at its end
 */
export function resolveLink(file: string, href: string, repository: string): string {
  if (/^(?:[a-z]+:|\/|#)/i.test(href)) return href
  const [target = '', place] = href.split('#', 2)
  const path = posix.join(posix.dirname(file), target).replace(/\/$/, '')
  const hash = place === undefined ? '' : `#${place}`
  const page = [path, `${path}/index.md`, `${path}/README.md`].map(addressOf).find((address) => address !== undefined)
  const isFolder = existsSync(join(root, path)) && statSync(join(root, path)).isDirectory()
  const listed = isFolder ? folderAddresses[path] : undefined
  const address = listed ?? page
  return address === undefined ? `${repository}/${isFolder ? 'tree' : 'blob'}/main/${path}${hash}` : `${address}${hash}`
}

/** Folders that a page of the site lists. */
const folderAddresses: Readonly<Record<string, string>> = {
  'docs/decisions': '/decisions/',
  'docs/errors': '/errors/',
}
