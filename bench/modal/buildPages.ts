import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build, defaultClientConditions } from 'vite'

export const pageNames = ['floor', 'floorWaiting', 'hawser', 'reference'] as const
export type PageName = (typeof pageNames)[number]

const sources = join(import.meta.dirname, 'pages')
const cache = resolve(import.meta.dirname, '../../.cache/bench')

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
  const root = join(cache, 'source', name)
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  cpSync(sources, root, { recursive: true })
  writeFileSync(join(root, 'main.tsx'), `import './${name}.tsx'\n`)
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@hawser/source', ...defaultClientConditions] },
    build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 10_000 },
  })
}
