import { type Command, createCommandGroup } from '@hawser/command'

/**
 * The command line of the registry. The module of a command is imported when the command runs or the help lists it.
 * @example await runProgram(registryCommand, { path: 'hawser registry', manifest: new URL('../package.json', import.meta.url) })
 */
export const registryCommand: Command = createCommandGroup({
  summary: 'serve a registry, and make its bundle: which wallets exist and how to open them',
  about: 'Says which wallets exist and how to open them.',
  usual: 'serve',
  commands: {
    serve: async () => (await import('./commands/serve.ts')).command,
    build: async () => (await import('./commands/build.ts')).command,
    keygen: async () => (await import('./commands/keygen.ts')).command,
    sign: async () => (await import('./commands/sign.ts')).command,
    verify: async () => (await import('./commands/verify.ts')).command,
    export: async () => (await import('./commands/export.ts')).command,
    diff: async () => (await import('./commands/diff.ts')).command,
    check: async () => (await import('./commands/check.ts')).command,
    add: async () => (await import('./commands/add.ts')).command,
    image: async () => (await import('./commands/image.ts')).command,
    icons: async () => (await import('./commands/icons.ts')).command,
    import: async () => (await import('./commands/import.ts')).command,
  },
  closing: 'Without a command it serves.',
})
