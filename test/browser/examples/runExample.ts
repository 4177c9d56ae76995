import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packAll } from '../../../scripts/publish/packAll.ts'
import { readPackages } from '../../../scripts/publish/packages.ts'
import { tarballOf } from '../../../scripts/publish/stagePackages.ts'
import { root } from '../processes/runProcess.ts'
import type { ExampleCopy } from './copyExample.ts'

type Names = Readonly<Record<string, string>>
type Manifest = {
  readonly dependencies?: Names
  readonly devDependencies?: Names
  readonly peerDependencies?: Names
  readonly bin?: Names
  readonly scripts?: Names
}

const readManifest = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Makes `npm install` take our packages from their tarballs, including those that our packages depend on. */
export function useTarballs({ folder }: ExampleCopy): void {
  const tarballs = packAll()
  const manifest = readManifest(folder)
  const files = readPackages().map((each) => [each.manifest.name, `file:${join(tarballs, tarballOf(each.manifest))}`])
  const ours: Names = Object.fromEntries(files)
  const fromFiles = (names: Names = {}) =>
    Object.fromEntries(Object.entries(names).map(([name, range]) => [name, ours[name] ?? range]))
  const { dependencies, devDependencies } = manifest
  const text = {
    ...manifest,
    ...{ dependencies: fromFiles(dependencies), devDependencies: fromFiles(devDependencies), overrides: ours },
  }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(text, undefined, 2))
}

/**
 * Does the work of `npm install` without the registry: unpacks our tarballs, and links other packages that are already
 * installed.
 */
export function installFromHere({ folder }: ExampleCopy): void {
  const tarballs = packAll()
  const ours = new Map(readPackages().map(({ manifest }) => [manifest.name, manifest]))
  const bins = join(folder, 'node_modules/.bin')
  mkdirSync(bins, { recursive: true })
  const wanted = Object.keys({ ...readManifest(folder).dependencies, ...readManifest(folder).devDependencies })
  const seen = new Set<string>()
  for (const name of wanted) {
    if (seen.has(name)) continue
    seen.add(name)
    const target = join(folder, 'node_modules', name)
    const own = ours.get(name)
    const from = join(root, 'node_modules', name)
    mkdirSync(dirname(target), { recursive: true })
    if (own !== undefined) {
      mkdirSync(target)
      execFileSync('tar', ['-xzf', join(tarballs, tarballOf(own)), '--strip-components=1', '-C', target])
      const { dependencies, peerDependencies } = readManifest(target)
      wanted.push(...Object.keys({ ...dependencies, ...peerDependencies }))
    } else if (existsSync(from)) symlinkSync(from, target)
    else continue
    for (const [bin, file] of Object.entries(readManifest(target).bin ?? {})) {
      // npm does the same, because a tarball need not mark a file as executable.
      if (own !== undefined) chmodSync(join(target, file), 0o755)
      symlinkSync(join(target, file), join(bins, bin))
    }
  }
}

/** The commands that the script of the last command runs in parallel. */
export function besideEachOther({ folder }: ExampleCopy): readonly string[] {
  const script = readManifest(folder).scripts?.dev ?? ''
  return [...script.matchAll(/"([^"]+)"/g)].map(([, command = '']) => command)
}

/** The environment of a person's terminal. The test runner sets NODE_ENV to production, and npm then omits devDependencies. */
function environment(): NodeJS.ProcessEnv {
  const { NODE_ENV, ...others } = process.env
  const own = Object.entries(others).filter(([name]) => !/^(?:npm_|HAWSER_|NODE_OPTIONS$)/.test(name))
  return { ...Object.fromEntries(own), NEXT_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', NO_COLOR: '1' }
}

export function runCommand(command: string, { folder }: ExampleCopy): void {
  execFileSync('sh', ['-c', command], { cwd: folder, env: environment(), stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Starts commands; resolves once their output names all the ports. `stop` ends every process that they started. */
export async function startCommands(
  commands: readonly string[],
  { folder, ports }: ExampleCopy,
  variables: NodeJS.ProcessEnv = {},
) {
  const PATH = `${join(folder, 'node_modules/.bin')}:${process.env.PATH}`
  const env = { ...environment(), ...variables, PATH }
  const children = commands.map((command) =>
    // Each command has its own process group, so that the processes it starts end with it.
    spawn('sh', ['-c', command], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  const ended = children.map((child) => once(child, 'close'))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    for (const child of children)
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk) => {
          output += chunk
          if (ports.every((port) => output.includes(`:${port}`))) resolve()
        })
    for (const end of ended) end.then(() => reject(new Error(`It ended before it could be used:\n${output}`)))
  })
  return {
    output: () => output,
    async stop(): Promise<void> {
      for (const { pid } of children) if (pid !== undefined) endGroup(pid)
      await Promise.all(ended)
    },
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM')
  } catch {
    // The process has already ended.
  }
}
