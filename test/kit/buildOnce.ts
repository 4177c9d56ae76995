import { buildAll } from '../../scripts/buildAll.ts'

/** Builds what is stale of the packages and programs that tests run, unless `npm test` has. */
export function setup(): Promise<void> {
  return buildAll()
}
