import { execFileSync } from 'node:child_process'
import { root } from '../processes/runProcess.ts'

/** Builds what is stale once, so that no test waits for it. */
export default function buildPagesOnce(): void {
  execFileSync(
    process.execPath,
    ['--import', 'tsx', '--conditions=@hawser/source', 'test/browser/pages/buildPagesProcess.ts'],
    { cwd: root, stdio: 'inherit' },
  )
}
