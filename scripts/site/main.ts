import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from '../run.ts'
import { writeReference } from './writeReference.ts'

/**
 * The documentation site: `dev` serves it and follows changes, `build` writes it into docs/site/dist, for any
 * static host. HAWSER_SITE_BASE is the path below which it is published, `/` by default.
 */
const folder = join(root, 'docs/site')
const command = process.argv[2] ?? 'dev'

/** Installs VitePress, which nothing but the site needs. */
function install(): boolean {
  const installed = join(folder, 'node_modules/.package-lock.json')
  const isThere =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
  const options = ['--no-workspaces', '--ignore-scripts', '--no-audit', '--no-fund']
  return isThere || run('npm', ['ci', ...options], {}, folder) === 0
}

// The reference is read from the built packages, and the playground shows them.
if (process.env.HAWSER_BUILT !== '1' && run(process.execPath, ['--import', 'tsx', 'scripts/build.ts']) !== 0)
  throw new Error('The packages do not build.')
if (!install()) throw new Error('VitePress could not be installed: npm ci in docs/site failed.')
writeReference(join(folder, 'reference/generated'))
process.exitCode =
  run(process.execPath, [join(folder, 'node_modules/vitepress/bin/vitepress.js'), command, folder]) ?? 1
