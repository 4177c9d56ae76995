import { existsSync } from 'node:fs'
import { LinkStoreUnavailableError } from '../errors.ts'
import type { LinkStore } from '../records/linkStore.ts'
import { openPostgresLinkStore } from '../stores/postgres/postgresLinkStore.ts'
import { openSqliteLinkStore } from '../stores/sqlite/sqliteLinkStore.ts'
import { formatHelp } from './formatHelp.ts'
import type { Command, StorePlace } from './parseCommand.ts'

/**
 * Does what `hawser-link` was asked to.
 * @param world - `now`: epoch milliseconds; `version`: what `--version` prints
 * @returns what to print
 * @throws LinkStoreUnavailableError, LinkStoreNewerError, LinkStoreOlderError
 */
export async function runCommand(
  command: Command,
  world: { readonly now: () => number; readonly version: () => string },
): Promise<string> {
  if (command.type === 'help') return formatHelp()
  if (command.type === 'version') return `${world.version()}\n`
  const store = await openStore(command.place)
  try {
    return `${JSON.stringify(await answer(store, command, world.now()), undefined, 2)}\n`
  } finally {
    await store.stop()
  }
}

async function answer(
  store: LinkStore,
  command: Extract<Command, { readonly place: StorePlace }>,
  at: number,
): Promise<unknown> {
  if (command.type === 'export') return await store.exportHostUser(command.hostUserId)
  if (command.type === 'erase') return await store.eraseHostUser(command.hostUserId)
  return { marked: await store.reproveAll({ at, methods: command.methods }) }
}

async function openStore(place: StorePlace): Promise<LinkStore> {
  if ('postgresUrl' in place) return await openPostgresLinkStore({ url: place.postgresUrl, upgrade: place.upgrade })
  // A mistyped path would be a new store, which knows nobody: "nothing is kept of this user" would be false.
  if (!existsSync(place.file)) throw new LinkStoreUnavailableError(`There is no link store ${place.file}.`)
  return await openSqliteLinkStore({ file: place.file, upgrade: place.upgrade })
}
