import { afterAll, beforeAll } from 'vitest'
import { testLinkChanges } from '../linkChanges.conformance.ts'
import { testLinkedWalletStore } from '../linkStore.conformance.ts'
import { openPostgresLinkStore } from './postgres.ts'
import { startPostgres, type TestPostgres } from './startPostgres.conformance.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

const make = async () => openPostgresLinkStore({ url: await postgres.newSchema() })
testLinkedWalletStore('PostgreSQL', make)
testLinkChanges('PostgreSQL', make)
