import { canonicalChainId, isChainId } from '@hawser/wire'
import { parseUrl } from '@hawser/wire/internal'
import { createChallenge } from './challenge/challenge.ts'
import { InvalidLinkOptionsError } from './errors.ts'
import { isSharedOrigin, parseOrigin } from './http/allowedOrigins.ts'
import { explainAccessOptions } from './options/accessOptions.ts'
import { explainHandoffOptions } from './options/handoffOptions.ts'
import type { CheckedLinkOptions, LinkOptions } from './options/linkOptions.ts'
import { explainShapes } from './options/optionShapes.ts'
import { explainOriginStatementOptions } from './options/originStatementOptions.ts'
import { readSite, type Site } from './options/siteOptions.ts'
import { isProvableChain, parseLinkAccount } from './verifiers/linkAccount.ts'

/**
 * Checks every option: its name, its shape, and the conditions for a safe link.
 * @returns the options, completed with the parts of the site that `publicUrl` gives.
 * @throws InvalidLinkOptionsError - names the option, in one sentence
 */
export function checkLinkOptions(options: LinkOptions): CheckedLinkOptions {
  const refuse = (what: string): never => {
    throw new InvalidLinkOptionsError(what)
  }
  const misshapen = explainShapes(options)
  if (misshapen !== undefined) refuse(misshapen)
  const read = readSite(options)
  const site = typeof read === 'string' ? refuse(read) : read
  const { chains } = options
  const wrong =
    explainSite(site) ??
    explainOrigins(site, options) ??
    explainChains(chains) ??
    explainAccessOptions(options) ??
    explainOriginStatementOptions(options.originStatements) ??
    explainHandoffOptions(site, options.handoff)
  if (wrong !== undefined) refuse(wrong)
  return { ...options, ...site }
}

function explainSite({ domain, uri }: Site): string | undefined {
  if (/[/@]|^\w+:\/\//.test(domain))
    return '`domain` must be host and port alone, such as "app.example": no scheme, no path.'
  const url = parseUrl(uri)
  // `url.host` equals `domain` only without userinfo ("good.com@evil.com"), path or upper case, and with the name in punycode.
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== '' || url.host !== domain)
    return '`domain` must be the plain authority (host and port) of `uri`, and `uri` an http or https address.'
  if (domain.endsWith('.') || /[^A-Za-z0-9.:[\]-]/.test(domain))
    return '`domain` must be a host name in ASCII without a final dot.'
  return isWritable({ domain, uri }) ? undefined : '`uri` must follow RFC 3986: percent-encode what it does not allow.'
}

function explainOrigins({ uri, allowedOrigins }: Site, options: LinkOptions): string | undefined {
  if (allowedOrigins.length === 0 && options.allowsNoOrigin !== true)
    return '`allowedOrigins` must name at least one origin.'
  const origins = allowedOrigins.map(parseOrigin)
  if (origins.includes(undefined))
    return 'Each of `allowedOrigins` must be a plain origin such as "https://app.example": no "*", no path.'
  if (origins.some((origin) => origin !== undefined && isSharedOrigin(origin)) && options.isOwnPage === undefined)
    return 'Any page or program may have the origin "null", "file://" or "moz-extension://*": with one of them in `allowedOrigins` give `isOwnPage`, which checks a token of yours.'
  const addresses = [uri, ...origins.flatMap((origin) => (origin?.startsWith('http') ? [origin] : []))]
  return options.allowsHttp === true || addresses.every(isPrivate)
    ? undefined
    : '`uri` and `allowedOrigins` must be https, or of this machine. Set `allowsHttp` where that is meant otherwise.'
}

function explainChains(chains: readonly string[] | undefined): string | undefined {
  if (chains?.length === 0) return '`chains` must name at least one chain.'
  const known = chains?.map(canonicalChainId).every((chainId) => isChainId(chainId) && isProvableChain(chainId)) ?? true
  return known
    ? undefined
    : 'Each of `chains` must be one of eip155, of solana, or bip122:000000000019d6689c085ae165831e93, for example "eip155:1".'
}

// The address of the curve's generator point, which belongs to no wallet.
const longestAccountId =
  'bip122:000000000019d6689c085ae165831e93:bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'

/**
 * Whether a text with this domain and uri can be written at all. If not, the option is refused at start and not at the first
 * visitor.
 */
function isWritable({ domain, uri }: Pick<Site, 'domain' | 'uri'>): boolean {
  try {
    const account = parseLinkAccount(longestAccountId)
    const hostUser = { id: 'any', label: 'a'.repeat(64) }
    const randomBytes = (length: number) => new Uint8Array(length)
    return (
      createChallenge({ hostUser, account, walletName: undefined, domain, uri, now: 0, randomBytes }).message !== ''
    )
  } catch {
    return false
  }
}

/** Whether the traffic to this address is private: it uses TLS, or never leaves this machine. */
function isPrivate(text: string): boolean {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
