import { existsSync } from 'node:fs'
import { type CommandWorld, createProgress, InvalidCommandError } from '@hawser/command'
import { LinkStoreUnavailableError } from '../errors.ts'
import type { LinkStore } from '../records/linkStore.ts'
import { openPostgresLinkStore } from '../stores/postgres/postgresLinkStore.ts'
import type { OnStep } from '../stores/schema/migrate.ts'
import { openSqliteLinkStore } from '../stores/sqlite/sqliteLinkStore.ts'
import type { PlaceValues } from './settings.ts'

/**
 * Runs a query on the store that the settings name, and prints the answer as JSON.
 * @param options - `upgrade`: first migrates the tables of an older version to this one, and shows each step
 * @returns the exit code
 * @throws InvalidCommandError, LinkStoreUnavailableError, LinkStoreNewerError, LinkStoreOlderError
 */
export async function runOnStore(
  place: PlaceValues,
  world: Pick<CommandWorld, 'write' | 'fail' | 'now' | 'columns'>,
  ask: (store: LinkStore) => Promise<unknown>,
  { upgrade = false }: { readonly upgrade?: boolean } = {},
): Promise<number> {
  const progress = createProgress(world, 'migration step', 0)
  const store = await openStore(place, upgrade, progress.report).finally(progress.end)
  try {
    world.write(`${JSON.stringify(await ask(store), undefined, 2)}\n`)
    return 0
  } finally {
    await store.stop()
  }
}

async function openStore({ file, postgresUrl }: PlaceValues, upgrade: boolean, onStep: OnStep): Promise<LinkStore> {
  if (file === undefined) {
    if (postgresUrl !== undefined) return await openPostgresLinkStore({ url: postgresUrl, upgrade, onStep })
    throw new InvalidCommandError('Name the store: --file FILE, or HAWSER_LINK_POSTGRES_URL in the environment.')
  }
  // A mistyped path would create an empty store, and "nothing is stored about this user" would be false.
  if (!existsSync(file)) throw new LinkStoreUnavailableError(`There is no link store ${file}.`)
  return await openSqliteLinkStore({ file, upgrade, onStep })
}
