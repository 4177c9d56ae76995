import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { programsFolder } from '../test/kit/program.ts'
import { hashFiles } from './hashFiles.ts'
import { filesBelow, root } from './sourceGraph.ts'

/** The programs that tests and benchmarks run in processes of their own, in addition to those of published packages. */
const programs = [
  'apps/stack/src/main.ts',
  'packages/link/src/stores/serverChild.fixture.ts',
  'packages/link/src/stores/storeChild.fixture.ts',
  'packages/relay/src/server/relayChild.fixture.ts',
  'test/browser/processes/askPorts.ts',
  'test/browser/processes/budgetProcess.ts',
  'test/browser/processes/originProcess.ts',
  'test/browser/processes/partsProcess.ts',
  'test/browser/processes/registryProcess.ts',
  'test/browser/processes/wagmiProcess.ts',
  'test/browser/processes/walletAppProcess.ts',
  'test/browser/processes/walletConnectModalProcess.ts',
  'test/browser/processes/walletProcess.ts',
  'test/e2e/stackProcess.ts',
  'test/faults/sqliteWriter.ts',
  'test/interop/signClientPeer.ts',
  'test/interop/versionPeer.ts',
  'test/interop/walletkitPeer.ts',
  'test/kit/watchSecrets.ts',
]

/** Modules find their place by `import.meta`. In a bundle it must still name the place of their source. */
const placeOfSource: Plugin = {
  name: 'place-of-source',
  transform(code, id) {
    const file = id.replace(/\?.*$/, '')
    if (!file.startsWith(root) || file.includes('/node_modules/') || !code.includes('import.meta.')) return undefined
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)))
      .replaceAll('import.meta.filename', JSON.stringify(file))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
  },
}

/**
 * Bundles the programs if a source has changed since the last build. Processes that ask at the same time each build their own.
 */
export async function buildPrograms(): Promise<void> {
  const sources = ['packages', 'apps', 'test', 'bench']
    .flatMap((folder) => filesBelow(join(root, folder)))
    .filter(
      (file) => /\.(tsx?|json|lua)$/.test(file) && !/\.(test|spec)\.tsx?$/.test(file) && !file.includes('/vectors/'),
    )
  const hash = hashFiles([...sources, join(root, 'scripts/buildPrograms.ts'), join(root, 'package-lock.json')])
  const stamp = join(programsFolder, '.sources')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  // Loaded only when needed: the bundler costs half a second.
  const { build } = await import('vite')
  const fresh = `${programsFolder}-${process.pid}`
  const conditions = ['@hawser/source', 'node']
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [placeOfSource],
    resolve: { conditions },
    ssr: { noExternal: [/^@hawser\//], resolve: { conditions } },
    build: {
      ...{ outDir: fresh, emptyOutDir: true, target: 'node20', minify: false, ssr: true },
      rolldownOptions: {
        input: Object.fromEntries(programs.map((file) => [file.replace(/\.tsx?$/, ''), join(root, file)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  })
  writeFileSync(join(fresh, '.sources'), hash)
  mkdirSync(dirname(programsFolder), { recursive: true })
  rmSync(programsFolder, { recursive: true, force: true })
  try {
    renameSync(fresh, programsFolder)
  } catch {
    // Another process was faster, with the same sources.
    rmSync(fresh, { recursive: true, force: true })
  }
}

if (process.argv[1] === import.meta.filename) await buildPrograms()
