import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '../processes/runProcess.ts'

/** Builds the site as `npm run site:build` does, in a process of its own. */
export async function buildSite(): Promise<void> {
  const args = ['--import', 'tsx', '--conditions=@hawser/source', 'scripts/site/main.ts', 'build']
  await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 })
}
