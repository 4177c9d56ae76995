import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, defaultServerConditions, type Plugin } from 'vite'
import { hitsModule, instrument } from './instrument.ts'
import type { Target } from './target.ts'

const root = join(import.meta.dirname, '../../..')
const entry = 'virtual:fuzz-entry'
const targetsFile = join(import.meta.dirname, 'targets.ts')
/** The sources under test. Other imports of the targets run without counters. */
const sources = /\/(?:packages\/(?:wire|sign|link|registry)|apps\/wallet)\/src\/.*\.ts$/

/** The targets, built so that every branch in our sources counts its hits. */
export type Build = {
  readonly targets: readonly Target[]
  /** The hits of each branch since the last reset. */
  readonly hits: Uint8Array
  readonly branches: number
  /** The file of each branch, relative to the root. */
  fileOf(branch: number): string
  /** The strings that the sources compare with. */
  readonly texts: readonly string[]
}

/** @param folder - the folder for the built file */
export async function buildTargets(folder: string): Promise<Build> {
  const files: { readonly name: string; readonly first: number }[] = []
  const texts = new Set<string>()
  let branches = 0
  const counters: Plugin = {
    name: 'count-branches',
    enforce: 'pre',
    resolveId: (id) => (id === hitsModule || id === entry ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${hitsModule}`) return 'export const fuzzHits = new Uint8Array(65536)'
      if (id === `\0${entry}`)
        return `export { fuzzHits } from '${hitsModule}'\nexport { targets } from '${targetsFile}'`
      if (!sources.test(id)) return undefined
      const instrumented = instrument(readFileSync(id, 'utf8'), id, branches)
      files.push({ name: relative(root, id), first: branches })
      branches += instrumented.branches
      for (const text of instrumented.texts) texts.add(text)
      return { code: instrumented.code, map: null, moduleType: 'js' }
    },
  }
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [counters],
    resolve: { conditions: ['@hawser/source', ...defaultServerConditions] },
    ssr: {
      noExternal: true,
      resolve: { conditions: ['@hawser/source', ...defaultServerConditions] },
    },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: 'node20',
      rolldownOptions: { input: entry, output: { entryFileNames: 'targets.mjs' } },
    },
  })
  const { targets, fuzzHits }: { targets: readonly Target[]; fuzzHits: Uint8Array } = await import(
    pathToFileURL(join(folder, 'targets.mjs')).href
  )
  return {
    targets,
    hits: fuzzHits,
    branches,
    fileOf: (branch) => files.findLast(({ first }) => first <= branch)?.name ?? '',
    texts: [...texts].filter((text) => text.length > 1 && text.length <= 64),
  }
}
