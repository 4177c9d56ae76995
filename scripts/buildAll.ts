import { buildPrograms } from './buildPrograms.ts'
import { run } from './run.ts'

/** Builds stale packages and programs. Does nothing within `npm test`, which builds once and then sets HAWSER_BUILT. */
export async function buildAll(): Promise<void> {
  if (process.env.HAWSER_BUILT === '1') return
  if (run(process.execPath, ['--import', 'tsx', 'scripts/build.ts']) !== 0)
    throw new Error('The packages do not build.')
  await buildPrograms()
}
