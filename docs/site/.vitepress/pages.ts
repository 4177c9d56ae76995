import { existsSync, statSync } from 'node:fs'
import { join, posix, resolve } from 'node:path'

/** The root of the repository. The site shows its pages from the folders where developers read them. */
export const root = resolve(import.meta.dirname, '../../..')

/** The folders of the site for pages that the repository keeps elsewhere. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  guides: [
    'docs/add-a-wallet.md',
    'docs/classic.md',
    'docs/drop-in.md',
    'docs/host-wallets.md',
    'docs/languages.md',
    'docs/network-relay.md',
    'docs/reach.md',
    'docs/wallets/extensions.md',
  ],
  run: [
    'docs/doctor.md',
    'docs/link-store.md',
    'docs/registry-runbook.md',
    'docs/relay-limits.md',
    'docs/relay-runbook.md',
    'docs/rpc.md',
  ],
  concepts: [
    'docs/glossary.md',
    'docs/link-accounts.md',
    'docs/origin-statements.md',
    'docs/reliability.md',
    'docs/security/cross-device.md',
    'docs/threat-model.md',
    'docs/walk.md',
  ],
  reference: [
    'docs/link-api.md',
    'docs/link-performance.md',
    'docs/performance.md',
    'docs/platforms.md',
    'docs/reasons.md',
    'docs/registry-performance.md',
    'docs/relay-performance.md',
    'docs/requirements.md',
    'docs/sign-in-texts.md',
  ],
  project: [
    'CHANGELOG.md',
    'CODE_OF_CONDUCT.md',
    'CONTRIBUTING.md',
    'GOVERNANCE.md',
    'ROADMAP.md',
    'SECURITY.md',
    'SUPPORT.md',
  ],
}

const nameOf = (file: string) => posix.basename(file, '.md').toLowerCase().replaceAll('_', '-')
const addresses = new Map([
  ...Object.entries(elsewhere).flatMap(([folder, files]) =>
    files.map((file) => [file, `/${folder}/${nameOf(file)}/`] as const),
  ),
  // docs/site/run/doctor.md has the address /run/doctor/.
  ['docs/doctor.md', '/run/doctor-codes/'] as const,
])

/**
 * The address of a page on the site, for a file of the repository: `docs/errors/relay_busy.md` is `/errors/relay_busy/`.
 * `undefined` for a file that the site does not show.
 */
export function addressOf(file: string): string | undefined {
  const address = addresses.get(file)
  if (address !== undefined) return address
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
