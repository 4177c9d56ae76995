import { type Command, createCommand, createCommandGroup } from '@hawser/command'
import { methodSettings, placeSettings, prefix, userSettings } from './commands/settings.ts'

const loadRun = async () => (await import('./commands/runOnStore.ts')).runOnStore

const migrate = createCommand({
  summary: 'bring the tables of a store up to this version',
  about: `Brings the tables of a store up to this version. Stop the servers and take a backup first: servers that
run an older version can then write no more. A store that is up to date stays as it is.`,
  settings: placeSettings,
  prefix,
  load: async () => {
    const run = await loadRun()
    const { schemaVersion } = await import('./stores/schema/migrate.ts')
    return (values, world) => run(values, world, async () => ({ version: schemaVersion }), { upgrade: true })
  },
})

const exportUser = createCommand({
  summary: 'print all that is kept of a host user',
  about: 'Prints all that is kept of a host user, as JSON.',
  settings: userSettings,
  prefix,
  load: async () => {
    const run = await loadRun()
    return ({ user, ...place }, world) => run(place, world, (store) => store.exportHostUser(user))
  },
})

const erase = createCommand({
  summary: 'delete all that is kept of a host user',
  about: 'Deletes all that is kept of a host user, the history too. Prints how much there was.',
  settings: userSettings,
  prefix,
  load: async () => {
    const run = await loadRun()
    return ({ user, ...place }, world) => run(place, world, (store) => store.eraseHostUser(user))
  },
})

const reproveAll = createCommand({
  summary: 'mark all linked wallets for a new proof',
  about: `Marks all linked wallets "re-prove": none counts until its user has proven it again. Prints how many it
marked. Cut short, it is finished by running it again.`,
  settings: methodSettings,
  prefix,
  load: async () => {
    const run = await loadRun()
    return ({ methods, ...place }, world) =>
      run(place, world, async (store) => ({ marked: await store.reproveAll({ at: world.now(), methods }) }))
  },
})

/**
 * The operator's commands for a link store. A command imports the stores only when it runs.
 * @example await runProgram(linkCommand, { path: 'hawser link', manifest: new URL('../package.json', import.meta.url) })
 */
export const linkCommand: Command = createCommandGroup({
  summary: 'migrate a link store, export or erase a user, ask for new proofs',
  about: 'Does what an operator does with a link store.',
  commands: {
    migrate: async () => migrate,
    export: async () => exportUser,
    erase: async () => erase,
    'reprove-all': async () => reproveAll,
  },
  closing: `Use the version of hawser that your servers run: all but migrate leave an older store as it is.
Exit code: 0 done, 1 failed, 2 not understood. What is printed goes to standard output.`,
})
