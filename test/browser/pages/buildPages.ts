import { execFileSync } from 'node:child_process'
import { buildAll } from '../../../scripts/buildAll.ts'
import { root } from '../processes/runProcess.ts'

/** Builds the stale pages once, so that no test waits for a build. */
export default async function buildPagesOnce(): Promise<void> {
  await buildAll()
  execFileSync(
    process.execPath,
    ['--import', 'tsx', '--conditions=@hawser/source', 'test/browser/pages/buildPagesProcess.ts'],
    { cwd: root, stdio: 'inherit' },
  )
}
