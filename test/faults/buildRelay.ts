import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { programFile } from '@hawser/test-kit/program'
import { build } from 'vite'

const root = resolve(import.meta.dirname, '../..')
const builds = join(root, '.cache/faults/relay')

/**
 * Returns the path of the program `hawser relay`, as it is published.
 * @param commit - an earlier commit than the working folder's; its program is built once
 */
export async function buildRelay(commit?: string): Promise<string> {
  return commit === undefined ? programFile('packages/relay/src/main.ts') : buildEarlier(commit)
}

/** Reports whether the history includes this commit. A copy without its history has no commits. */
export function hasCommit(commit: string): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function buildEarlier(commit: string): Promise<string> {
  const outDir = join(builds, commit)
  const program = join(outDir, 'main.js')
  if (existsSync(program)) return program
  const unfinished = `${outDir}-${process.pid}`
  const sources = `${unfinished}-sources`
  const conditions = ['@hawser/source', 'node']
  const packages = join(checkOut(commit, sources), 'packages')
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: {
      conditions,
      alias: [
        { find: /^@hawser\/(\w+)$/, replacement: join(packages, '$1/src/index.ts') },
        { find: /^@hawser\/(\w+)\/(\w+)$/, replacement: join(packages, '$1/src/$2.ts') },
      ],
    },
    ssr: { noExternal: [/^@hawser\//], resolve: { conditions } },
    build: {
      ...{ outDir: unfinished, emptyOutDir: true, target: 'node20', minify: false, ssr: true },
      rolldownOptions: { input: { main: join(packages, 'relay/src/main.ts') } },
    },
  })
  // The program reads the scripts beside its chunks.
  for (const file of readdirSync(packages, { recursive: true, encoding: 'utf8' }))
    if (file.endsWith('.lua'))
      for (const folder of ['assets', 'assets/scripts'])
        cpSync(join(packages, file), join(unfinished, folder, basename(file)), { recursive: true })
  rmSync(sources, { recursive: true, force: true })
  try {
    renameSync(unfinished, outDir)
  } catch (error) {
    // Another file of the same run built the program first.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(program)) throw error
  }
  return program
}

function checkOut(commit: string, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const names = execFileSync('git', ['ls-tree', '--name-only', commit], { cwd: root, encoding: 'utf8' }).split('\n')
  const wanted = names.filter((name) => name === 'packages' || /^tsconfig.*\.json$/.test(name))
  const archive = execFileSync('git', ['archive', commit, ...wanted], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  return folder
}
