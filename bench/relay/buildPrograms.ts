import { join, resolve } from 'node:path'
import { build } from 'vite'

export const programNames = ['relayServer', 'floor', 'fanout', 'load'] as const
export type ProgramName = (typeof programNames)[number]

const outDir = resolve(import.meta.dirname, '../../.cache/bench/relay')

/**
 * Builds the programs that are measured: code that is compiled while it runs gets helpers around every function, and a loader in
 * its memory.
 */
export async function buildPrograms(): Promise<Readonly<Record<ProgramName, string>>> {
  const entries = programNames.map((name) => [name, join(import.meta.dirname, `${name}.ts`)] as const)
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@hawser/source', 'node'] },
    ssr: { noExternal: [/^@hawser\//], resolve: { conditions: ['@hawser/source', 'node'] } },
    build: {
      ...{ outDir, emptyOutDir: true, target: 'node20', minify: false },
      ssr: true,
      // With the Lua files.
      ssrEmitAssets: true,
      rolldownOptions: { input: Object.fromEntries(entries), experimental: { resolveNewUrlToAsset: true } },
    },
  })
  return Object.fromEntries(programNames.map((name) => [name, join(outDir, `${name}.js`)])) as Record<
    ProgramName,
    string
  >
}
