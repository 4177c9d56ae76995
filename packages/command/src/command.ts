import { nearestName } from '@hawser/wire/internal'
import { InvalidCommandError } from './errors.ts'
import { formatHelp, formatParagraphs, formatRows } from './formatHelp.ts'
import { readSettings, type Words } from './readSettings.ts'
import { reportFailure } from './reportFailure.ts'
import type { SettingTable, ValuesOf } from './setting.ts'

/** A command's access to the world beyond files. */
export type CommandWorld = {
  /** Writes to standard output, unchanged: a line ends in `\n`. */
  write(text: string): void
  /** Writes to standard error, unchanged. */
  fail(text: string): void
  /** Prints where a server listens: a line on standard output, such as `relay: ws://127.0.0.1:4402 (mailbox …)`. */
  announce(name: string, url: string, note?: string): void
  /** Epoch milliseconds. */
  now(): number
  randomBytes(length: number): Uint8Array
  readonly fetch: typeof fetch
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Calls back each time the process receives SIGINT or SIGTERM. */
  onStop(stop: (signal: 'SIGINT' | 'SIGTERM') => void): void
  /** Columns of the terminal behind standard error. Undefined for a pipe or a file. */
  readonly columns: number | undefined
  version(): string
}

/** One command, or a group of them. It knows its settings and its help, and loads the rest when it runs. */
export type Command = {
  /** One line, for the help of the group it is in. */
  readonly summary: string
  /**
   * Runs a command line, and reports errors on standard error.
   * @param path - how the command was called, such as `hawser registry build`
   * @returns the exit code: 2 if the command line is not understood, 1 if something failed
   */
  run(args: readonly string[], world: CommandWorld, path: string): Promise<number>
}

/** The work of a command. `words` are its arguments that are not options. */
export type Run<Table extends SettingTable> = (
  values: ValuesOf<Table>,
  world: CommandWorld,
  words: readonly string[],
) => Promise<number>

/** The argument of `createCommand`. */
export type CommandDescription<Table extends SettingTable> = {
  readonly summary: string
  /** Paragraphs below the usage. Default: the summary. */
  readonly about?: string
  readonly words?: Words
  readonly settings: Table
  /** Titles of the help, each above the setting of that name. */
  readonly titles?: { readonly [Name in keyof Table]?: string }
  /** The prefix of its environment variables, such as `HAWSER_RELAY_`. Undefined if the command has no variables. */
  readonly prefix?: string
  /** The last paragraph of the help. */
  readonly closing?: string
  /** Imports the function that does the work. */
  load(): Promise<Run<Table>>
}

/**
 * Creates a command from its description.
 * @example createCommand({ summary: 'prints a greeting', settings: { name: required(text('name', { meaning: 'of whom' })) },
 *   load: async () => async ({ name }, { write }) => { write(`Hello ${name}\n`); return 0 } })
 */
export function createCommand<Table extends SettingTable>(description: CommandDescription<Table>): Command {
  const { summary, about = summary, words, settings, titles = {}, prefix, closing, load } = description
  return {
    summary,
    run: (args, world, path) =>
      reportFailure(path, world, async () => {
        const [isHelp, isVersion] = askedFor(args)
        if (isHelp) {
          const shown = { path, words: words?.usage, about, settings, titles: { ...titles }, prefix, closing }
          world.write(formatHelp(shown))
          return 0
        }
        if (isVersion && !Object.values(settings).some(({ name }) => name === 'version')) {
          world.write(`${world.version()}\n`)
          return 0
        }
        const { environment } = world
        const given = readSettings(settings, { args, environment, prefix, words })
        return await (await load())(given.values, world, given.words)
      }),
  }
}

/** The argument of `createCommandGroup`. */
export type CommandGroupDescription = {
  readonly summary: string
  /** Paragraphs below the usage. Default: the summary. */
  readonly about?: string
  /** The commands by name. Each is imported when it is called, or when the help of the group lists it. */
  readonly commands: Readonly<Record<string, () => Promise<Command>>>
  /** The command to run if the command line names no command. Undefined: the group prints its help. */
  readonly usual?: string
  readonly closing?: string
}

/**
 * Creates a group of commands. The first word of a command line names one of them.
 * @example createCommandGroup({ summary: 'all there is', commands: { greet: async () => greet } })
 */
export function createCommandGroup(description: CommandGroupDescription): Command {
  const { summary, about = summary, commands, usual, closing } = description
  const formatGroup = async (path: string) => {
    const rows = Object.entries(commands).map(async ([name, load]) => [name, (await load()).summary] as const)
    const table = formatRows(await Promise.all(rows))
    const more = `${path} <command> --help says what a command takes.`
    return `${[`Usage: ${path} <command> [options]`, formatParagraphs(about), table, more, closing && formatParagraphs(closing)].filter(Boolean).join('\n\n')}\n`
  }
  return {
    summary,
    run: (args, world, path) =>
      reportFailure(path, world, async () => {
        const [word = ''] = args
        const isOption = word === '' || word.startsWith('-')
        if (word === '--version') {
          world.write(`${world.version()}\n`)
          return 0
        }
        const name = isOption ? usual : word
        if (word === 'help' || word === '--help' || word === '-h' || (word === '' && name === undefined)) {
          world.write(await formatGroup(path))
          return 0
        }
        if (name === undefined) throw new InvalidCommandError('Name a command first, then its options.')
        const load = Object.hasOwn(commands, name) ? commands[name] : undefined
        if (load === undefined) throw new InvalidCommandError(explainCommand(name, Object.keys(commands)))
        return await (await load()).run(isOption ? args : args.slice(1), world, `${path} ${name}`)
      }),
  }
}

/** Reports whether the arguments before `--` ask for the help or the version. */
function askedFor(args: readonly string[]): readonly [isHelp: boolean, isVersion: boolean] {
  const end = args.indexOf('--')
  const options = end === -1 ? args : args.slice(0, end)
  return [options.includes('--help') || options.includes('-h'), options.includes('--version')]
}

function explainCommand(word: string, known: readonly string[]): string {
  const meant = nearestName(word, known)
  return `There is no such command.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
}
