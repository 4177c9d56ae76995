import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

/** How many tests of a stage went well, and how many did not or were skipped; `failing` has a line for each that has a name. */
export type Count = { readonly passed: number; readonly failed: number; readonly failing?: readonly string[] }

/** Runs a command to its end, with our output. @returns its exit code, null when a signal ended it */
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

/** The same of a script under `node_modules`. */
export function runNode(script: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): number | null {
  return run(process.execPath, [join(root, 'node_modules', script), ...args], env)
}
