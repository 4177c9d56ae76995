import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../..')
const outDir = join(root, '.cache/bench/link')
const entries = {
  server: join(import.meta.dirname, 'server.ts'),
  load: join(import.meta.dirname, 'load.ts'),
  handoffs: join(import.meta.dirname, 'handoffs.ts'),
  check: join(import.meta.dirname, 'check.ts'),
  floor: join(import.meta.dirname, 'floor.ts'),
  disk: join(import.meta.dirname, 'disk.ts'),
}
export type Programs = Readonly<Record<keyof typeof entries, string>>

/** Builds what is measured, as it is shipped: a loader would be around its functions. */
export async function buildPrograms(): Promise<Programs> {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@hawser/source', 'node'] },
    ssr: { noExternal: [/^@hawser\//], resolve: { conditions: ['@hawser/source', 'node'] } },
    build: {
      ...{ outDir, emptyOutDir: true, target: 'node20', minify: false },
      ssr: true,
      rolldownOptions: { input: entries },
    },
  })
  return {
    server: join(outDir, 'server.js'),
    load: join(outDir, 'load.js'),
    handoffs: join(outDir, 'handoffs.js'),
    check: join(outDir, 'check.js'),
    floor: join(outDir, 'floor.js'),
    disk: join(outDir, 'disk.js'),
  }
}
