import type { TestProject } from 'vitest/node'
import { startPostgres } from './startPostgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly postgresUrl: string
  }
}

/** Starts the servers that the tests of a run share; the function it resolves to ends them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
