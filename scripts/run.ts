import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

/**
 * TypeScript 7, a native program: it takes a third of the processor time of TypeScript 6, with whose modules our scripts read
 * sources. By default it checks a project in four parts, and each repeats the work that they share: one part costs the least.
 */
export const compiler = 'typescript7/bin/tsc'
export const compilerFlags = ['-b', '--checkers', '1'] as const

/** Runs a command to its end, with our output. @returns its exit code, or null if a signal ended it */
export function run(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  folder = root,
): number | null {
  return spawnSync(command, args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  }).status
}

/** Like `run`, but other work can go on meanwhile. */
export async function start(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  folder = root,
): Promise<number | null> {
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  })
  const [code] = await once(child, 'close')
  return code
}

/** Like `run`, for a script under `node_modules`. */
export function runNode(
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  folder = root,
): number | null {
  return run(process.execPath, [join(root, 'node_modules', script), ...args], env, folder)
}
