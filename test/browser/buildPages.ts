import { execFileSync } from 'node:child_process'
import { root } from './runProcess.ts'

/** Builds what is stale once, so that no test waits for it. */
export default function buildPagesOnce(): void {
  execFileSync(
    process.execPath,
    ['--import', 'tsx', '--conditions=@hawser/source', 'test/browser/buildPagesProcess.ts'],
    { cwd: root, stdio: 'inherit' },
  )
}
