import { isIPv6 } from 'node:net'
import { parseArgs } from 'node:util'
import { InvalidOptionError } from './errors.ts'

type ChainId = `${string}:${string}`

/** The options from the command line and the environment. The stack takes four ports, from `port` on. */
export type StackOptions = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Chains whose accounts are linked (CAIP-2), in the order they are proven in. Undefined: the host app's own. */
  readonly chains: readonly ChainId[] | undefined
  /**
   * RPC addresses by chain, in the order in which they are tried. Addresses can contain keys and are never printed. Undefined:
   * none.
   */
  readonly rpc: Readonly<Record<ChainId, readonly string[]>> | undefined
  /** Folder of listings with icons (`hawser registry icons`). Undefined: icons are made from the installed package. */
  readonly iconsDir: string | undefined
  /** Origins whose pages may frame the host app's pages. Undefined: none. */
  readonly framedBy: readonly string[] | undefined
  /** The contact for reports of weaknesses, for the host app's security.txt. Undefined: no security.txt. */
  readonly securityContact: string | undefined
  /** Whether the relay's events are printed as well. */
  readonly isVerbose: boolean
}

/** The last port that leaves room for the three after it. */
const maxPort = 65_535 - 3

export const usage = `Starts the whole of Hawser on this machine: host app, wallet, relay and registry.

  npm start -- [options]

  --port N     port of the host app; wallet, relay and registry take the next three (HAWSER_PORT, 4400)
  --host NAME  interface to listen on, a name or an IP address (127.0.0.1)
  --data DIR   folder for the databases, made when absent (HAWSER_DATA, ./.hawser)
  --chains A,B chains whose accounts are linked, e.g. eip155:1,eip155:10 (HAWSER_CHAINS, Ethereum, Solana and Bitcoin)
  --rpc A,B    what smart accounts are asked through, e.g. eip155:1=https://rpc.example (HAWSER_RPC, which suits keys; none)
  --framed-by A,B
               origins that may frame the host app, such as http://localhost:3000, a Safe's (HAWSER_FRAMED_BY; none)
  --icons DIR  folder of listings with icons of your own (HAWSER_ICONS; those of the installed package)
  --security-contact URI
               whom to tell of a weakness, e.g. mailto:security@app.example (HAWSER_SECURITY_CONTACT; none)
  --verbose    print what the relay does as well
  --help       print this

Stop it with Ctrl-C.`

/**
 * Reads the options. Arguments override the environment, which overrides the defaults. Returns `help` for `--help`.
 * @throws InvalidOptionError
 */
export function parseOptions(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): StackOptions | 'help' {
  const values = readArguments(args)
  if (values.help === true) return 'help'
  return {
    port: parsePort(values.port, '--port') ?? parsePort(environment.HAWSER_PORT || undefined, 'HAWSER_PORT') ?? 4400,
    host: parseHost(values.host ?? '127.0.0.1'),
    dataDir:
      parseFolder(values.data, '--data') ??
      parseFolder(environment.HAWSER_DATA || undefined, 'HAWSER_DATA') ??
      '.hawser',
    iconsDir:
      parseFolder(values.icons, '--icons') ?? parseFolder(environment.HAWSER_ICONS || undefined, 'HAWSER_ICONS'),
    chains:
      parseChains(values.chains, '--chains') ?? parseChains(environment.HAWSER_CHAINS || undefined, 'HAWSER_CHAINS'),
    // `--rpc` can be given twice, and both lists count.
    rpc: parseRpc(values.rpc?.join(), '--rpc') ?? parseRpc(environment.HAWSER_RPC || undefined, 'HAWSER_RPC'),
    framedBy:
      parseOrigins(values['framed-by'], '--framed-by') ??
      parseOrigins(environment.HAWSER_FRAMED_BY || undefined, 'HAWSER_FRAMED_BY'),
    securityContact:
      parseSecurityContact(values['security-contact'], '--security-contact') ??
      parseSecurityContact(environment.HAWSER_SECURITY_CONTACT || undefined, 'HAWSER_SECURITY_CONTACT'),
    isVerbose: values.verbose === true,
  }
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        data: { type: 'string' },
        icons: { type: 'string' },
        chains: { type: 'string' },
        rpc: { type: 'string', multiple: true },
        'framed-by': { type: 'string' },
        'security-contact': { type: 'string' },
        verbose: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // A misplaced argument can be an RPC address with a key.
    const [reason] = message.split(message.includes('://') ? " '" : /[.\n] ?/)
    throw new InvalidOptionError(`${reason}. Run with --help to see the options.`)
  }
}

function parsePort(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port >= 1 && port <= maxPort) return port
  throw new InvalidOptionError(`${name} must be a whole number from 1 to ${maxPort}, not ${quote(text)}.`)
}

function parseHost(text: string): string {
  // A zone (`fe80::1%eth0`) has no place in a URL.
  if (/^[a-zA-Z0-9]([a-zA-Z0-9.-]{0,252}[a-zA-Z0-9])?$/.test(text) || (isIPv6(text) && !text.includes('%'))) return text
  throw new InvalidOptionError(`--host must be a name or an IP address, not ${quote(text)}.`)
}

function parseFolder(text: string | undefined, name: string): string | undefined {
  if (text === undefined || (text.trim() !== '' && !text.includes('\0'))) return text
  throw new InvalidOptionError(`${name} must name a folder.`)
}

/** Checks the form of chain ids. The link API checks at start which chains can be linked. */
function parseChains(text: string | undefined, name: string): readonly ChainId[] | undefined {
  if (text === undefined) return undefined
  const chains = text.split(',').map((chain) => chain.trim())
  if (chains.every(isChainId)) return [...new Set(chains)]
  throw new InvalidOptionError(`${name} must be chains such as eip155:1, with commas between, not ${quote(text)}.`)
}

/**
 * Checks the form of RPC addresses. The link API checks everything else at start, such as the number of addresses per chain.
 */
function parseRpc(text: string | undefined, name: string): StackOptions['rpc'] {
  if (text === undefined) return undefined
  const rpc: Record<ChainId, string[]> = {}
  for (const [index, part] of text.split(',').entries()) {
    const { chain = '', url = '' } =
      /^\s*(?<chain>eip155:[1-9]\d*)=(?<url>https?:\/\/[^\s;]+)\s*$/.exec(part)?.groups ?? {}
    if (!isChainId(chain) || !URL.canParse(url))
      throw new InvalidOptionError(
        `${name} must be addresses such as eip155:1=https://rpc.example, with commas between: number ${index + 1} is not one.`,
      )
    rpc[chain] = [...(rpc[chain] ?? []), url]
  }
  return rpc
}

function parseOrigins(text: string | undefined, name: string): readonly string[] | undefined {
  if (text === undefined) return undefined
  const origins = text.split(',').map((origin) => origin.trim())
  if (origins.every((origin) => /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin))
    return origins
  throw new InvalidOptionError(`${name} must be origins such as https://app.safe.global, with commas between.`)
}

/** Checks the scheme and the characters. The host app checks the rest when it starts. */
function parseSecurityContact(text: string | undefined, name: string): string | undefined {
  if (text === undefined || /^(mailto:|https:\/\/)[!-~]+$/.test(text)) return text
  throw new InvalidOptionError(
    `${name} must be a mailto: or https: URI, such as mailto:security@app.example, not ${quote(text)}.`,
  )
}

/** Quotes a value for an error, but hides addresses: an RPC address given for another option can contain a key. */
function quote(text: string): string {
  return text.includes('://') ? 'an address' : JSON.stringify(text)
}

function isChainId(text: string): text is ChainId {
  return /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(text)
}
