import { buildAll } from '../../scripts/buildAll.ts'

/** Builds the stale packages and programs that tests run, unless `npm test` has built them. */
export function setup(): Promise<void> {
  return buildAll()
}
