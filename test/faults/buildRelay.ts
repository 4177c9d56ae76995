import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../..')
const builds = join(root, '.cache/faults/relay')

const built = new Map<string, Promise<string>>()

/**
 * Builds `hawser-relay` once in a run of tests, as it is published: it starts in a third of the time, and all of a run
 * is of one state of the sources.
 * @param commit - an earlier state of the sources than that of the working folder
 * @returns the program
 */
export function buildRelay(commit = ''): Promise<string> {
  const known = built.get(commit)
  if (known !== undefined) return known
  const program = buildOnce(commit)
  built.set(commit, program)
  return program
}

/** Whether the history goes back to this commit: that of a copy without its history does not. */
export function hasCommit(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function buildOnce(commit: string): Promise<string> {
  // Each file of tests has a process of its own; what started them all is the run.
  const outDir = join(builds, [process.ppid, commit].filter(Boolean).join('-'))
  const program = join(outDir, 'main.js')
  if (existsSync(program)) return program
  for (const old of existsSync(builds) ? readdirSync(builds) : []) {
    if (!existsSync(`/proc/${old.split('-')[0]}`)) rmSync(join(builds, old), { recursive: true, force: true })
  }
  const unfinished = `${outDir}-${process.pid}`
  const sources = `${unfinished}-sources`
  const conditions = ['@hawser/source', 'node']
  const packages = join(commit === '' ? root : checkOut(commit, sources), 'packages')
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions, alias: { '@hawser/wire': join(packages, 'wire/src/index.ts') } },
    ssr: { noExternal: [/^@hawser\//], resolve: { conditions } },
    build: {
      ...{ outDir: unfinished, emptyOutDir: true, target: 'node20', minify: false, ssr: true },
      // With the Lua files.
      ssrEmitAssets: true,
      rolldownOptions: {
        input: { main: join(packages, 'relay/src/main.ts') },
        experimental: { resolveNewUrlToAsset: true },
      },
    },
  })
  rmSync(sources, { recursive: true, force: true })
  try {
    renameSync(unfinished, outDir)
  } catch (error) {
    // Another file of the same run was faster.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(program)) throw error
  }
  return program
}

function checkOut(commit: string, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', commit, 'packages'], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  return folder
}
