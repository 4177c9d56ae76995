import { parseArgs } from 'node:util'
import { InvalidCommandError } from '@hawser/wire'
import type { ProofRecord } from '../records/linkedWalletRow.ts'
import { proofMethods } from '../verifiers/proofMethods.ts'

/** Where the store is, and whether one of an older version is brought up to this one. */
export type StorePlace = ({ readonly file: string } | { readonly postgresUrl: string }) & { readonly upgrade: boolean }

/** A parsed command of `hawser-link`. */
export type Command =
  | { readonly type: 'help' }
  | { readonly type: 'version' }
  | { readonly type: 'export'; readonly hostUserId: string; readonly place: StorePlace }
  | { readonly type: 'erase'; readonly hostUserId: string; readonly place: StorePlace }
  | {
      readonly type: 'reprove-all'
      readonly methods: readonly ProofRecord['method'][] | undefined
      readonly place: StorePlace
    }

/** Variable that holds the address of PostgreSQL: it may contain a password, which other users see in a flag. */
export const postgresVariable = 'HAWSER_LINK_POSTGRES_URL'

/**
 * Reads the words behind `hawser-link`.
 * @throws InvalidCommandError
 */
export function parseCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Command {
  const { values, positionals } = readArgs(args)
  if (values.help === true) return { type: 'help' }
  if (values.version === true) return { type: 'version' }
  const [type, ...rest] = positionals
  if (type === undefined) return { type: 'help' }
  if (rest.length > 0)
    throw new InvalidCommandError(`One command at a time. What is "${quote(rest.join(' '))}"? Try --help.`)
  if (type === 'reprove-all') {
    if (values.user !== undefined)
      throw new InvalidCommandError('reprove-all is for all host users: it takes no --user.')
    return { type, methods: parseMethods(values.method), place: parsePlace(values, environment) }
  }
  if (type !== 'export' && type !== 'erase')
    throw new InvalidCommandError(`There is no command "${quote(type)}". Try --help.`)
  if (values.method !== undefined) throw new InvalidCommandError(`${type} takes no --method.`)
  if (values.user === undefined || values.user === '')
    throw new InvalidCommandError(`${type} needs --user: the id your host app gives link for a user.`)
  return { type, hostUserId: values.user, place: parsePlace(values, environment) }
}

/** An address may hold a password, and what is printed may end in a mail. */
function quote(words: string): string {
  return words.includes('://') ? '…' : words
}

function readArgs(args: readonly string[]) {
  const options = {
    user: { type: 'string' },
    file: { type: 'string' },
    method: { type: 'string', multiple: true },
    help: { type: 'boolean', short: 'h' },
    upgrade: { type: 'boolean' },
    version: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (cause) {
    throw new InvalidCommandError(`${cause instanceof Error ? cause.message : 'Unknown words.'} Try --help.`, { cause })
  }
}

function parsePlace(
  { file, upgrade = false }: { readonly file?: string | undefined; readonly upgrade?: boolean | undefined },
  environment: Readonly<Record<string, string | undefined>>,
): StorePlace {
  if (file !== undefined && file !== '') return { file, upgrade }
  const postgresUrl = environment[postgresVariable]
  if (postgresUrl === undefined || postgresUrl === '')
    throw new InvalidCommandError(`Say where the store is: --file FILE, or ${postgresVariable} in the environment.`)
  return { postgresUrl, upgrade }
}

function parseMethods(words: readonly string[] | undefined): readonly ProofRecord['method'][] | undefined {
  return words?.map((word) => {
    const method = proofMethods.find((known) => known === word)
    if (method === undefined) throw new InvalidCommandError(`--method must be one of ${proofMethods.join(', ')}.`)
    return method
  })
}
