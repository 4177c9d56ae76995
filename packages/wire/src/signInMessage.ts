import { InvalidSignInMessageError } from './signInErrors.ts'

/** The fields of an ERC-4361 text. Times are ISO 8601 texts exactly as they stand in the message. */
export type SignInMessage = {
  /** RFC 3986 authority, with an optional scheme before it. */
  readonly domain: string
  /** Address of 20 bytes. Its EIP-55 checksum is checked where keccak is at hand, in `link`. */
  readonly address: string
  /** Undefined when the line is missing; the standard's vectors know an empty one too. */
  readonly statement: string | undefined
  readonly uri: string
  /** Decimal EIP-155 chain id. */
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime: string | undefined
  readonly notBefore: string | undefined
  readonly requestId: string | undefined
  /** Undefined when there is no such line; empty when the line "Resources:" stands alone. */
  readonly resources: readonly string[] | undefined
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
    ...(message.resources === undefined ? [] : ['Resources:', ...message.resources.map((resource) => `- ${resource}`)]),
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
  const hasStatement = lines[index] !== '' || lines[index + 1] === ''
  const statement = hasStatement ? next() : undefined
  if (next() !== '') throw new InvalidSignInMessageError('An empty line must stand before the URI.')
  const uri = expect('URI: ')
  if (expect('Version: ') !== '1') throw new InvalidSignInMessageError('The version must be 1.')
  const chainId = expect('Chain ID: ')
  const nonce = expect('Nonce: ')
  const issuedAt = expect('Issued At: ')
  const expirationTime = optional('Expiration Time: ')
  const notBefore = optional('Not Before: ')
  const requestId = optional('Request ID: ')
  const resources: string[] | undefined = lines[index] === 'Resources:' ? [] : undefined
  if (resources !== undefined) {
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

// RFC 3986 appendix A, rule by rule. Written out, because an engine's own URL parser repairs what it should refuse.
const percentEncoded = '%[0-9A-Fa-f]{2}'
const unreservedAndSubDelims = "A-Za-z0-9\\-._~!$&'()*+,;="
const pchar = `(?:[${unreservedAndSubDelims}:@]|${percentEncoded})`
const decOctet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const h16 = '[0-9A-Fa-f]{1,4}'
const ls32 = `(?:${h16}:${h16}|${decOctet}(?:\\.${decOctet}){3})`
const ipv6 = [
  `(?:${h16}:){6}${ls32}`,
  `::(?:${h16}:){5}${ls32}`,
  `(?:${h16})?::(?:${h16}:){4}${ls32}`,
  `(?:(?:${h16}:){0,1}${h16})?::(?:${h16}:){3}${ls32}`,
  `(?:(?:${h16}:){0,2}${h16})?::(?:${h16}:){2}${ls32}`,
  `(?:(?:${h16}:){0,3}${h16})?::${h16}:${ls32}`,
  `(?:(?:${h16}:){0,4}${h16})?::${ls32}`,
  `(?:(?:${h16}:){0,5}${h16})?::${h16}`,
  `(?:(?:${h16}:){0,6}${h16})?::`,
].join('|')
const ipvFuture = `[vV][0-9A-Fa-f]+\\.[${unreservedAndSubDelims}:]+`
const scheme = '[A-Za-z][A-Za-z0-9+\\-.]*'
const userInfo = `(?:[${unreservedAndSubDelims}:]|${percentEncoded})*`
const ipLiteral = `\\[(?:${ipv6}|${ipvFuture})\\]`
const regNameCharacter = `(?:[${unreservedAndSubDelims}]|${percentEncoded})`
const authority = `(?:${userInfo}@)?(?:${ipLiteral}|${regNameCharacter}*)(?::\\d*)?`
const segments = `(?:/${pchar}*)*`
const hierPart = `(?://${authority}${segments}|/(?:${pchar}+${segments})?|(?:${pchar}+${segments})?)`
const queryOrFragment = `(?:${pchar}|[/?])*`
const uriPattern = new RegExp(`^${scheme}:${hierPart}(?:\\?${queryOrFragment})?(?:#${queryOrFragment})?$`)
// A domain names somebody: unlike an authority within a URI it may not have an empty host.
const domainPattern = new RegExp(`^(?:${scheme}://)?(?:${userInfo}@)?(?:${ipLiteral}|${regNameCharacter}+)(?::\\d*)?$`)
const requestIdPattern = new RegExp(`^${pchar}*$`)
const statementPattern = /^[A-Za-z0-9 \-._~:/?#[\]@!$&'()*+,;=]*$/
// RFC 3339 but for leap seconds: Date reads :60 as NaN, which compares false with every bound.
const datePattern =
  /^(\d{4})-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

function isDate(text: string): boolean {
  const [, year = '', month = '', day = ''] = datePattern.exec(text) ?? []
  // Day 0 of the next month is the last of this one. setUTCFullYear, since Date.UTC takes the years 0–99 as 1900–1999.
  return year !== '' && Number(day) <= new Date(new Date(0).setUTCFullYear(Number(year), Number(month), 0)).getUTCDate()
}

function checkFields(message: SignInMessage, text: string): void {
  const refuse = (what: string): never => {
    throw new InvalidSignInMessageError(`The ${what} of the sign-in message does not follow ERC-4361.`)
  }
  if (text.length > maxLength) refuse('length')
  if (!domainPattern.test(message.domain)) refuse('domain')
  if (!/^0x[0-9a-fA-F]{40}$/.test(message.address)) refuse('address')
  if (message.statement !== undefined && !statementPattern.test(message.statement)) refuse('statement')
  if (!uriPattern.test(message.uri)) refuse('uri')
  if (!/^\d{1,78}$/.test(message.chainId)) refuse('chain id')
  if (!/^[A-Za-z0-9]{8,256}$/.test(message.nonce)) refuse('nonce')
  if (!isDate(message.issuedAt)) refuse('issued-at time')
  if (message.expirationTime !== undefined && !isDate(message.expirationTime)) refuse('expiration time')
  if (message.notBefore !== undefined && !isDate(message.notBefore)) refuse('not-before time')
  if (message.requestId !== undefined && !requestIdPattern.test(message.requestId)) refuse('request id')
  if (message.resources?.every((resource) => uriPattern.test(resource)) === false) refuse('resources')
}
