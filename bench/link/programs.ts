import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../..')
const outDir = join(root, '.cache/bench/link')
const entries = {
  server: join(import.meta.dirname, 'server.ts'),
  load: join(import.meta.dirname, 'load.ts'),
  check: join(import.meta.dirname, 'check.ts'),
  floor: join(import.meta.dirname, 'floor.ts'),
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
    check: join(outDir, 'check.js'),
    floor: join(outDir, 'floor.js'),
  }
}

/** How long this disk takes for one small write that is to stay, in milliseconds, again and again: what no link can do without. */
export function measureDisk(folder: string, count: number): readonly number[] {
  const file = openSync(join(folder, 'disk'), 'w')
  const page = Buffer.alloc(4096, 7)
  try {
    return Array.from({ length: count }, () => {
      const startedAt = performance.now()
      writeSync(file, page)
      fsyncSync(file)
      return performance.now() - startedAt
    })
  } finally {
    closeSync(file)
  }
}
