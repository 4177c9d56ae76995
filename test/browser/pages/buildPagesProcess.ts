import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildPages } from '../../../apps/stack/src/buildPages.ts'
import { hashFiles } from '../../../scripts/hashFiles.ts'
import { filesBelow } from '../../../scripts/sourceGraph.ts'
import { builtPages } from './builtPages.ts'

/**
 * Builds the pages of the browser tests whose sources changed since their last build. The digest covers contents, not dates, so
 * a switch of branch counts as well. Each page's folder stores the digest of its sources in `.sources`.
 */
type Page = {
  readonly name: Exclude<keyof typeof builtPages, 'host' | 'wallet'>
  /** Files and folders in addition to the page's own folder. */
  readonly sources: readonly string[]
  build(outDir: string): Promise<void>
}

const root = resolve(import.meta.dirname, '../../..')
const stampName = '.sources'
const client = ['wire', 'sign', 'core', 'react'].map((name) => `packages/${name}/src`)
const folderOf = (name: string) => join(import.meta.dirname, name)

const pages: readonly Page[] = [
  { name: 'proof', sources: client, build: async (outDir) => (await import('./proof/build.ts')).buildProof(outDir) },
  { name: 'states', sources: client, build: reactPage('states', ['states.html']) },
  { name: 'classic', sources: client, build: reactPage('classic') },
  { name: 'wagmi', sources: [...client, 'packages/wagmi/src'], build: reactPage('wagmi') },
  {
    name: 'hostWallets',
    sources: client,
    build: async (outDir) => (await import('./hostWallets/build.ts')).buildHostWallets(outDir),
  },
  { name: 'origin', sources: client, build: plainPage('origin') },
  { name: 'walletConnectModal', sources: [], build: plainPage('walletConnectModal') },
  {
    name: 'gallery',
    sources: [...client, 'test/gallery', 'test/browser/pages/states'],
    build: async (outDir) => (await import('../../gallery/build.ts')).buildGallery(outDir),
  },
  {
    name: 'modal',
    sources: [...client, 'packages/modal'],
    build: async (outDir) => (await import('./modal/build.ts')).buildModalPages(outDir),
  },
  {
    name: 'neighbours',
    sources: [...client, 'packages/modal'],
    build: async (outDir) => (await import('./neighbours/build.ts')).buildNeighbours(outDir),
  },
  {
    name: 'budget',
    sources: [...client, 'bench/modal'],
    build: async (outDir) => (await import('../../../bench/modal/buildPages.ts')).buildPage('hawser', outDir),
  },
]

function reactPage(name: Page['name'], inputs?: readonly string[]): Page['build'] {
  return async (outDir) => (await import('./buildPage.ts')).buildReactPage(folderOf(name), outDir, inputs)
}

function plainPage(name: Page['name']): Page['build'] {
  return async (outDir) => (await import('./buildPage.ts')).buildPlainPage(folderOf(name), outDir)
}

/** Builds a page if its sources changed. A build that fails leaves the last one in place, and concurrent builds do no harm. */
async function buildStale({ name, sources, build }: Page): Promise<void> {
  const target = builtPages[name]
  const stamp = hashSources([...sources, `test/browser/pages/${name}`])
  if (existsSync(join(target, stampName)) && readFileSync(join(target, stampName), 'utf8') === stamp) return
  console.log(`building the page ${name} …`)
  const [fresh, old] = [`${target}.new-${process.pid}`, `${target}.old-${process.pid}`]
  try {
    await build(fresh)
    writeFileSync(join(fresh, stampName), stamp)
    mkdirSync(join(target, '..'), { recursive: true })
    if (existsSync(target)) renameSync(target, old)
    renameSync(fresh, target)
  } finally {
    for (const folder of [fresh, old]) rmSync(folder, { recursive: true, force: true })
  }
}

function hashSources(paths: readonly string[]): string {
  const builder = ['buildPage.ts', 'buildPagesProcess.ts'].map((name) => `test/browser/pages/${name}`)
  return hashFiles(['package-lock.json', ...builder, ...paths].flatMap(filesOf))
}

/** The file at a path, or the files of a folder that go into a page. */
function filesOf(path: string): readonly string[] {
  const full = join(root, path)
  if (!existsSync(full)) return []
  return statSync(full).isDirectory() ? filesBelow(full).filter((file) => !/\.test\.tsx?$/.test(file)) : [full]
}

await buildPages(console.log)
for (const page of pages) await buildStale(page)
