import { createHash, type Hash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { PageBuildFailedError } from './errors.ts'

/** The folders of the built pages. */
export type PageFolders = { readonly host: string; readonly wallet: string }

const repository = resolve(import.meta.dirname, '../../..')
const stampName = '.sources'
const apps = ['host', 'wallet'] as const

/**
 * Builds the pages whose sources changed since their last build, and returns the folders. Contents are compared, not dates, so
 * that a fresh clone or another branch is noticed as well.
 * @throws PageBuildFailedError
 */
export async function buildPages(log: (line: string) => void, root = repository): Promise<PageFolders> {
  for (const app of apps) {
    const hash = hashSources(root, app)
    const dist = join(root, 'apps', app, 'dist')
    const isFresh = existsSync(join(dist, 'index.html')) && readStamp(dist) === hash
    if (isFresh) continue
    log(`building the ${app} page …`)
    await buildPage(join(root, 'apps', app), app, hash)
  }
  await buildHandoffPage(log, root)
  return { host: join(root, 'apps/host/dist'), wallet: join(root, 'apps/wallet/dist') }
}

async function buildPage(folder: string, app: string, hash: string): Promise<void> {
  const cache = join(folder, '.cache')
  const fresh = join(cache, `build-${process.pid}`)
  try {
    // Loading the bundler takes half a second, so a start without a build skips it.
    const { build } = await import('vite')
    await build({
      root: folder,
      configFile: join(folder, 'vite.config.ts'),
      logLevel: 'silent',
      build: { outDir: fresh, emptyOutDir: true },
    })
    writeFileSync(join(fresh, stampName), hash)
    replaceFolder(fresh, join(folder, 'dist'), join(cache, `old-${process.pid}`))
  } catch (error) {
    throw new PageBuildFailedError(`The ${app} page could not be built. ${toLine(error)}`, { cause: error })
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/**
 * Builds the handoff page, which the link API serves itself. The page is a module of `packages/link` that a clone without a
 * build does not have yet.
 */
async function buildHandoffPage(log: (line: string) => void, root: string): Promise<void> {
  const hash = hashSources(root, 'handoff', 'packages/link/vite.config.ts')
  const folder = join(root, 'apps/handoff/.cache')
  const page = join(root, 'packages/link/dist/handoffPage.js')
  if (existsSync(page) && readStamp(folder) === hash) return
  log('building the handoff page …')
  const fresh = join(folder, `build-${process.pid}`)
  try {
    const { build } = await import('vite')
    await build({
      configFile: join(root, 'packages/link/vite.config.ts'),
      logLevel: 'silent',
      build: { outDir: fresh, emptyOutDir: true },
    })
    mkdirSync(dirname(page), { recursive: true })
    renameSync(join(fresh, 'handoffPage.js'), page)
    writeFileSync(join(folder, stampName), hash)
  } catch (error) {
    throw new PageBuildFailedError(`The handoff page could not be built. ${toLine(error)}`, { cause: error })
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** The bundler's message in one line without colours. */
function toLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
    .join(' ')
    .slice(0, 600)
}

/** Replaces a folder whole, so that a build that fails or is interrupted leaves the last build in place. */
function replaceFolder(fresh: string, target: string, aside: string): void {
  mkdirSync(join(aside, '..'), { recursive: true })
  rmSync(aside, { recursive: true, force: true })
  if (existsSync(target)) renameSync(target, aside)
  renameSync(fresh, target)
  rmSync(aside, { recursive: true, force: true })
}

function readStamp(dist: string): string | undefined {
  const path = join(dist, stampName)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function hashSources(root: string, app: string, ...more: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of ['package-lock.json', ...more]) addFiles(hash, root, path)
  for (const name of ['index.html', 'test-on-your-phone.html', 'vite.config.ts', 'package.json', 'public', 'src']) {
    addFiles(hash, root, join('apps', app, name))
  }
  for (const name of packagesOf(root, join('apps', app))) addFiles(hash, root, join('packages', name, 'src'))
  return hash.digest('hex')
}

/** The Hawser packages that an app depends on, directly or through other packages. */
function packagesOf(root: string, folder: string, found = new Set<string>()): ReadonlySet<string> {
  const manifest: unknown = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const dependencies =
    typeof manifest === 'object' && manifest !== null && 'dependencies' in manifest ? (manifest.dependencies ?? {}) : {}
  for (const dependency of Object.keys(dependencies)) {
    const name = /^@hawser\/(?!app-)(.+)$/.exec(dependency)?.[1]
    if (name === undefined || found.has(name)) continue
    found.add(name)
    packagesOf(root, join('packages', name), found)
  }
  return found
}

function addFiles(hash: Hash, root: string, path: string): void {
  const full = join(root, path)
  if (!existsSync(full)) return
  if (!statSync(full).isDirectory()) {
    hash.update(`${path}\0`).update(readFileSync(full)).update('\0')
    return
  }
  for (const name of readdirSync(full).sort()) if (!/\.test\.tsx?$/.test(name)) addFiles(hash, root, join(path, name))
}
