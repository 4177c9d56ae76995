import { parseArgs } from 'node:util'
import { InvalidCommandError } from '@hawser/wire'
import { type PageOptions, parseAddress, parseKey, parseReach } from '../gather/pageOptions.ts'

/** The command of `hawser-doctor`. */
export type Command =
  | { readonly type: 'help' }
  | { readonly type: 'version' }
  | {
      readonly type: 'diagnose'
      readonly pageUrl: string
      readonly given: Partial<PageOptions>
      readonly cookie: string | undefined
      readonly timeoutMs: number
      readonly isJson: boolean
    }

/**
 * Reads the arguments of `hawser-doctor`.
 * @throws InvalidCommandError - names the flag, never its value: an address may contain a password
 */
export function parseCommand(args: readonly string[]): Command {
  const { values, positionals } = readArgs(args)
  if (values.help === true || (args.length === 0 && positionals.length === 0)) return { type: 'help' }
  if (values.version === true) return { type: 'version' }
  const [page, ...rest] = positionals
  if (page === undefined || rest.length > 0)
    throw new InvalidCommandError('Give the address of one page, such as https://app.example. Try --help.')
  // As people type it into a browser.
  const pageUrl = parseAddress(/^[a-z]+:\/\//i.test(page) ? page : `https://${page}`, undefined, 'http')
  if (pageUrl === undefined)
    throw new InvalidCommandError('The address of the page must begin with https:// or http://. Try --help.')
  return {
    type: 'diagnose',
    pageUrl,
    given: readGiven(values, pageUrl),
    cookie: values.cookie,
    timeoutMs: readTimeout(values.timeout),
    isJson: values.json === true,
  }
}

type Values = ReturnType<typeof readArgs>['values']

function readArgs(args: readonly string[]) {
  const text = { type: 'string' } as const
  const texts = { type: 'string', multiple: true } as const
  const yes = { type: 'boolean' } as const
  const options = {
    relay: texts,
    registry: text,
    'registry-key': texts,
    link: text,
    reach: text,
    'project-id': text,
    cookie: text,
    handoff: yes,
    'no-handoff': yes,
    timeout: text,
    json: yes,
    help: { ...yes, short: 'h' },
    version: yes,
  } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : ''
    const [, flag] = /(--?[a-z-]{1,30})/.exec(reason) ?? []
    throw new InvalidCommandError(
      `${flag === undefined ? 'The words' : flag} cannot be understood${flag === undefined ? '' : ' here'}. Try --help.`,
      { cause },
    )
  }
}

function readGiven(values: Values, pageUrl: string): Partial<PageOptions> {
  const address = (flag: string, text: string, kind: 'ws' | 'http') => {
    const url = parseAddress(text, kind === 'ws' ? undefined : pageUrl, kind)
    if (url === undefined)
      throw new InvalidCommandError(`--${flag} takes an address such as ${kind}s://${flag}.example. Try --help.`)
    return url
  }
  const key = (text: string) => {
    const parsed = parseKey(text)
    if (parsed === undefined)
      throw new InvalidCommandError('--registry-key takes a public key of 64 hex digits. Try --help.')
    return parsed
  }
  if (values.handoff === true && values['no-handoff'] === true)
    throw new InvalidCommandError('--handoff and --no-handoff contradict each other. Try --help.')
  const { relay, registry, link, reach } = values
  return {
    ...(relay && { relayUrls: relay.map((text) => address('relay', text, 'ws')) }),
    ...(registry !== undefined && { registryUrl: address('registry', registry, 'http') }),
    ...(values['registry-key'] && { registryKeys: values['registry-key'].map(key) }),
    ...(link !== undefined && { linkUrl: address('link', link, 'http') }),
    ...(reach !== undefined && { relayReach: parseReach(reach.includes(',') ? reach.split(',') : readReach(reach)) }),
    ...(values['project-id'] !== undefined && { projectId: values['project-id'] }),
    ...(values.handoff === true && { handoff: true }),
    ...(values['no-handoff'] === true && { handoff: false }),
  }
}

/** The id of one listing is a list of one. */
function readReach(text: string): unknown {
  return text === 'network' || text === 'own' ? text : [text]
}

function readTimeout(text: string | undefined): number {
  if (text === undefined) return 10_000
  const seconds = Number(text)
  if (/^\d{1,3}$/.test(text) && seconds >= 1 && seconds <= 120) return seconds * 1_000
  throw new InvalidCommandError('--timeout takes a whole number of seconds from 1 to 120. Try --help.')
}
