import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'

/**
 * Installs the packages of a folder with a lock file of its own, outside the workspaces, unless they are there.
 * @throws when npm fails
 */
export function installFolder(folder: string): void {
  const installed = join(folder, 'node_modules/.package-lock.json')
  const isThere =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
  if (isThere) return
  const options = ['--no-workspaces', '--ignore-scripts', '--no-audit', '--no-fund']
  if (run('npm', ['ci', ...options], {}, folder) !== 0) throw new Error(`npm ci in ${folder} failed.`)
}
