import { join } from 'node:path'
import { installFolder } from '../installFolder.ts'
import { root, run } from '../run.ts'
import { writeReference } from './writeReference.ts'

/**
 * The documentation site: `dev` serves it and follows changes, `build` writes it into docs/site/dist, for any
 * static host. HAWSER_SITE_BASE is the path below which it is published, `/` by default.
 */
const folder = join(root, 'docs/site')
const command = process.argv[2] ?? 'dev'

// The reference is read from the built packages, and the playground shows them.
if (process.env.HAWSER_BUILT !== '1' && run(process.execPath, ['--import', 'tsx', 'scripts/build.ts']) !== 0)
  throw new Error('The packages do not build.')
// Nothing but the site needs VitePress.
installFolder(folder)
writeReference(join(folder, 'reference/generated'))
process.exitCode =
  run(process.execPath, [join(folder, 'node_modules/vitepress/bin/vitepress.js'), command, folder]) ?? 1
