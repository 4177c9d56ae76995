import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const builds = resolve(import.meta.dirname, '../../.cache/faults/relay')
const source = resolve(import.meta.dirname, '../../packages/relay/src/main.ts')

let built: Promise<string> | undefined

/**
 * Builds `hawser-relay` once in a run of tests, as it is published: it starts in a third of the time, and all of a run
 * is of one state of the sources.
 * @returns the program
 */
export function buildRelay(): Promise<string> {
  built ??= buildOnce()
  return built
}

async function buildOnce(): Promise<string> {
  // Each file of tests has a process of its own; what started them all is the run.
  const outDir = join(builds, String(process.ppid))
  const program = join(outDir, 'main.js')
  if (existsSync(program)) return program
  for (const old of existsSync(builds) ? readdirSync(builds) : []) {
    if (!existsSync(`/proc/${old.split('-')[0]}`)) rmSync(join(builds, old), { recursive: true, force: true })
  }
  const conditions = ['@hawser/source', 'node']
  const unfinished = `${outDir}-${process.pid}`
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions },
    ssr: { noExternal: [/^@hawser\//], resolve: { conditions } },
    build: {
      ...{ outDir: unfinished, emptyOutDir: true, target: 'node20', minify: false, ssr: true },
      rolldownOptions: { input: { main: source } },
    },
  })
  try {
    renameSync(unfinished, outDir)
  } catch (error) {
    // Another file of the same run was faster.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(program)) throw error
  }
  return program
}
