import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build as buildWithVite, defaultClientConditions } from 'vite'

export const pageNames = ['floor', 'floorWaiting', 'hawser', 'reference'] as const
export type PageName = (typeof pageNames)[number]
/** Modals with many packages of their own, in `bench/peers`, which only `--only peers` installs. */
export const peerNames = ['rainbowkit', 'appkit'] as const
export type PeerName = (typeof peerNames)[number]

const sources = join(import.meta.dirname, 'pages')
const cache = resolve(import.meta.dirname, '../../.cache/bench')
const peers = resolve(import.meta.dirname, '../peers')

/** Builds each page separately, as a host app would, so that no two pages share a chunk. */
export async function buildPages<Name extends PageName>(
  names: readonly Name[],
): Promise<Readonly<Record<Name, string>>> {
  const folders: [Name, string][] = []
  for (const name of names) {
    const outDir = join(cache, name)
    await buildPage(name, outDir)
    folders.push([name, outDir])
  }
  return Object.fromEntries(folders) as Record<Name, string>
}

/** Builds one page into a folder. `linkedWallets` has no peers to compare with. */
export async function buildPage(name: PageName | 'linkedWallets', outDir: string): Promise<void> {
  await build([sources], join(cache, 'source', name), name, outDir)
}

/** Builds the page of a peer, below the folder with its packages. @returns the folder of the page */
export async function buildPeerPage(name: PeerName): Promise<string> {
  const outDir = join(peers, '.cache', name)
  await build([sources, join(peers, 'pages')], join(peers, '.cache/source', name), name, outDir)
  return outDir
}

async function build(folders: readonly string[], root: string, name: string, outDir: string): Promise<void> {
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  for (const folder of folders) cpSync(folder, root, { recursive: true })
  writeFileSync(join(root, 'main.tsx'), `import './${name}.tsx'\n`)
  await buildWithVite({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@hawser/source', ...defaultClientConditions] },
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 10_000 },
  })
}
