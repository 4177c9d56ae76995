import { BaseError, nearestName } from '@hawser/wire'
import { InvalidRegistryOptionError } from '../errors.ts'
import type { Command, CommandWorld } from './command.ts'
import { explainOption } from './options.ts'

// Imported on demand: the needs of one command must not slow down the start of another.
const commands = new Map<string, () => Promise<{ readonly command: Command }>>([
  ['serve', () => import('./serve.ts')],
  ['build', () => import('./build.ts')],
  ['keygen', () => import('./keygen.ts')],
  ['sign', () => import('./sign.ts')],
  ['verify', () => import('./verify.ts')],
  ['export', () => import('./export.ts')],
  ['diff', () => import('./diff.ts')],
  ['check', () => import('./check.ts')],
  ['add', () => import('./add.ts')],
  ['image', () => import('./image.ts')],
  ['icons', () => import('./icons.ts')],
  ['import', () => import('./import.ts')],
])

/**
 * Runs a command line of `hawser-registry`: its first word names a command.
 * @returns the exit code; a failure is one line on standard error and 1
 */
export async function runCommand(args: readonly string[], world: CommandWorld): Promise<number> {
  try {
    return await pickAndRun(args, world)
  } catch (error) {
    world.fail(`hawser-registry: ${formatFailure(error)}\n`)
    return 1
  }
}

async function pickAndRun(args: readonly string[], world: CommandWorld): Promise<number> {
  const [word = ''] = args
  if (word === '--help' || word === 'help') {
    world.write(await formatHelp())
    return 0
  }
  // Without a command it serves, as it always has.
  const isServing = word === '' || word.startsWith('-')
  const name = isServing ? 'serve' : word
  const load = commands.get(name)
  if (load === undefined) {
    const meant = nearestName(word, commands.keys())
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
    throw new InvalidRegistryOptionError(`There is no such command.${hint} hawser-registry --help lists all.`)
  }
  const { command } = await load()
  const rest = isServing ? args : args.slice(1)
  if (!rest.includes('--help')) {
    return command.run(rest, world).catch((error) => {
      throw explainOption(error, optionsIn(command.help), name)
    })
  }
  world.write(command.help)
  return 0
}

/** Its help shows every option a command has. */
function optionsIn(help: string): Iterable<string> {
  return new Set([...help.matchAll(/--([a-z][a-z-]*)/g)].map(([, name = '']) => name))
}

async function formatHelp(): Promise<string> {
  const lines = [...commands].map(async ([name, load]) => `  ${name.padEnd(10)}${(await load()).command.summary}\n`)
  return `hawser-registry: says which wallets exist and how to open them.

${(await Promise.all(lines)).join('')}
hawser-registry <command> --help says what a command takes. Without a command it serves.
`
}

/** One line: the error and, if one of ours caused it, its cause. */
function formatFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'failed'
  const [line = ''] = error.message.split('\n')
  return error instanceof BaseError && error.cause instanceof BaseError ? `${line} ${formatFailure(error.cause)}` : line
}
