import { InvalidSignInMessageError } from './errors.ts'

/** The fields of an ERC-4361 text. Times are ISO 8601 texts exactly as they stand in the message. */
export type SignInMessage = {
  readonly domain: string
  /** EIP-55 address. Its checksum is checked where keccak is at hand, in `link`. */
  readonly address: string
  readonly statement: string | undefined
  readonly uri: string
  /** Decimal EIP-155 chain id. */
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime: string | undefined
  readonly notBefore: string | undefined
  readonly requestId: string | undefined
  readonly resources: readonly string[]
}

const maxLength = 4096
const header = ' wants you to sign in with your Ethereum account:'

/**
 * Writes the text a wallet shows and signs (ERC-4361 §ABNF).
 * @throws InvalidSignInMessageError - when a field would break the grammar, so that no text can say what it was not meant to
 */
export function formatSiweMessage(message: SignInMessage): string {
  const lines = [
    `${message.domain}${header}`,
    message.address,
    '',
    ...(message.statement === undefined ? [] : [message.statement]),
    '',
    `URI: ${message.uri}`,
    'Version: 1',
    `Chain ID: ${message.chainId}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt}`,
    ...(message.expirationTime === undefined ? [] : [`Expiration Time: ${message.expirationTime}`]),
    ...(message.notBefore === undefined ? [] : [`Not Before: ${message.notBefore}`]),
    ...(message.requestId === undefined ? [] : [`Request ID: ${message.requestId}`]),
    ...(message.resources.length === 0 ? [] : ['Resources:', ...message.resources.map((resource) => `- ${resource}`)]),
  ]
  const text = lines.join('\n')
  checkFields(message, text)
  return text
}

/**
 * Reads an ERC-4361 text strictly: fixed order, one line a field, nothing before or after, and the parsed fields must
 * write the same bytes again.
 * @throws InvalidSignInMessageError
 */
export function parseSiweMessage(text: unknown): SignInMessage {
  if (typeof text !== 'string' || text.length > maxLength)
    throw new InvalidSignInMessageError(`A sign-in message has ${maxLength} characters at most.`)
  const lines = text.split('\n')
  let index = 0
  const next = () => lines[index++]
  const expect = (prefix: string): string => {
    const line = next()
    if (line === undefined || !line.startsWith(prefix))
      throw new InvalidSignInMessageError(`The line "${prefix.trim()}" is missing or out of place.`)
    return line.slice(prefix.length)
  }
  const optional = (prefix: string): string | undefined =>
    lines[index]?.startsWith(prefix) ? next()?.slice(prefix.length) : undefined

  const first = next() ?? ''
  if (!first.endsWith(header)) throw new InvalidSignInMessageError('The first line must name the domain that asks.')
  const domain = first.slice(0, -header.length)
  const address = next() ?? ''
  if (next() !== '') throw new InvalidSignInMessageError('An empty line must follow the address.')
  const statement = lines[index] === '' ? undefined : next()
  if (next() !== '') throw new InvalidSignInMessageError('An empty line must stand before the URI.')
  const uri = expect('URI: ')
  if (expect('Version: ') !== '1') throw new InvalidSignInMessageError('The version must be 1.')
  const chainId = expect('Chain ID: ')
  const nonce = expect('Nonce: ')
  const issuedAt = expect('Issued At: ')
  const expirationTime = optional('Expiration Time: ')
  const notBefore = optional('Not Before: ')
  const requestId = optional('Request ID: ')
  const resources: string[] = []
  if (lines[index] === 'Resources:') {
    index += 1
    while (index < lines.length) resources.push(expect('- '))
  }
  const message = {
    domain,
    address,
    statement,
    uri,
    chainId,
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
    requestId,
    resources,
  }
  if (formatSiweMessage(message) !== text)
    throw new InvalidSignInMessageError('The message holds something the standard does not allow.')
  return message
}

// RFC 3986: unreserved / gen-delims / sub-delims / percent, without anything outside ASCII.
const uriPattern = /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+$/
const datePattern =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/
const domainPattern =
  /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/)?(?:(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*@)?(?:\[[0-9A-Fa-fv:.]+\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})+)(?::\d*)?$/

function checkFields(message: SignInMessage, text: string): void {
  const refuse = (what: string): never => {
    throw new InvalidSignInMessageError(`The ${what} of the sign-in message does not follow ERC-4361.`)
  }
  if (text.length > maxLength) refuse('length')
  if (!domainPattern.test(message.domain)) refuse('domain')
  if (!/^0x[0-9a-fA-F]{40}$/.test(message.address)) refuse('address')
  if (message.statement !== undefined && !/^[A-Za-z0-9 \-._~:/?#[\]@!$&'()*+,;=]+$/.test(message.statement))
    refuse('statement')
  if (!uriPattern.test(message.uri)) refuse('uri')
  if (!/^\d{1,78}$/.test(message.chainId)) refuse('chain id')
  if (!/^[A-Za-z0-9]{8,256}$/.test(message.nonce)) refuse('nonce')
  if (!datePattern.test(message.issuedAt)) refuse('issued-at time')
  if (message.expirationTime !== undefined && !datePattern.test(message.expirationTime)) refuse('expiration time')
  if (message.notBefore !== undefined && !datePattern.test(message.notBefore)) refuse('not-before time')
  if (message.requestId !== undefined && !/^(?:[A-Za-z0-9._~:@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/.test(message.requestId))
    refuse('request id')
  if (!message.resources.every((resource) => uriPattern.test(resource))) refuse('resources')
}
