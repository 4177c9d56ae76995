import { isChainId } from '@hawser/wire'
import { createChallenge } from './challenge/challenge.ts'
import { InvalidLinkOptionsError } from './errors.ts'
import { explainAccessOptions } from './options/accessOptions.ts'
import type { LinkOptions } from './options/linkOptions.ts'
import { explainOriginStatementOptions } from './options/originStatementOptions.ts'
import { isProvableChain, parseLinkAccount } from './verifiers/linkAccount.ts'

/**
 * Checks what the safety of a link rests on.
 * @throws InvalidLinkOptionsError
 */
export function checkLinkOptions(options: LinkOptions): void {
  const refuse = (what: string): never => {
    throw new InvalidLinkOptionsError(what)
  }
  const uri = parseUrl(options.uri)
  // A userinfo ("good.com@evil.com"), a path, upper case or a name not in punycode would not come back the same.
  if (uri === undefined || !/^https?:$/.test(uri.protocol) || uri.username !== '' || uri.host !== options.domain)
    refuse('`domain` must be the plain authority (host and port) of `uri`, and `uri` an http or https address.')
  if (options.domain.endsWith('.') || /[^A-Za-z0-9.:[\]-]/.test(options.domain))
    refuse('`domain` must be a host name in ASCII without a final dot.')
  if (!isWritable(options)) refuse('`uri` must follow RFC 3986: percent-encode what it does not allow.')
  if (options.allowedOrigins.length === 0) refuse('`allowedOrigins` must name at least one origin.')
  for (const origin of options.allowedOrigins) {
    const url = parseUrl(origin)
    if (url === undefined || url.origin !== origin || !/^https?:$/.test(url.protocol) || origin.includes('*'))
      refuse('Each of `allowedOrigins` must be a plain origin such as "https://app.example": no "*", no path.')
  }
  if (options.allowsHttp !== true && ![options.uri, ...options.allowedOrigins].every(isPrivate))
    refuse(
      '`uri` and `allowedOrigins` must be https, or of this machine. Set `allowsHttp` where that is meant otherwise.',
    )
  for (const chainId of options.chains ?? []) {
    if (!isChainId(chainId) || !isProvableChain(chainId))
      refuse('Each of `chains` must be one of eip155, of solana, or bip122:000000000019d6689c085ae165831e93.')
  }
  const wrong = explainAccessOptions(options) ?? explainOriginStatementOptions(options.originStatements)
  if (wrong !== undefined) refuse(wrong)
  if (options.chains?.length === 0) refuse('`chains` must name at least one chain.')
}

// Of the generator of the curve, which is nobody's.
const longestAccountId =
  'bip122:000000000019d6689c085ae165831e93:bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'

/** Whether a text with this domain and uri can be written at all: better refused at start than at the first visitor. */
function isWritable({ domain, uri }: LinkOptions): boolean {
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

/** Whether nobody on the way can read what goes there: by TLS, or because it never leaves this machine. */
function isPrivate(text: string): boolean {
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
