import { type Command, createCommandGroup } from '@hawser/command'

/**
 * The whole command line: one help tree over the commands that the packages own. A package is imported when its command is
 * called, or the help lists it.
 * @example await hawserCommand.run(['relay', '--help'], world, 'hawser')
 */
export const hawserCommand: Command = createCommandGroup({
  summary: 'self-hosted wallet linking',
  about: `Runs and checks the servers of Hawser, self-hosted wallet linking.`,
  commands: {
    start: async () => (await import('./start/startCommand.ts')).startCommand,
    doctor: async () => (await import('@hawser/doctor/command')).doctorCommand,
    relay: async () => (await import('@hawser/relay/command')).relayCommand,
    registry: async () => (await import('@hawser/registry/command')).registryCommand,
    link: async () => (await import('@hawser/link/command')).linkCommand,
  },
})
