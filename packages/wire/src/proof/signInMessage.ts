import { asObject } from '../read.ts'
import { InvalidSignInMessageError } from './signInErrors.ts'
import { isDate, isDomain, isRequestId, isStatement, isUri } from './signInGrammar.ts'

/** The fields of a sign-in text (ERC-4361, CAIP-122). Times are ISO 8601 texts exactly as in the message. */
export type SignInMessage = {
  /** RFC 3986 authority, with an optional scheme before it. */
  readonly domain: string
  /** In the namespace's own form. `link`, which has keccak, checks the EIP-55 checksum of an EVM address. */
  readonly address: string
  /** Undefined if the line is missing. The standard's vectors also have an empty line. */
  readonly statement: string | undefined
  readonly uri: string
  /** The reference of the chain id (CAIP-2), for EVM chains the decimal EIP-155 chain id. */
  readonly chainId: string
  readonly nonce: string
  readonly issuedAt: string
  readonly expirationTime: string | undefined
  readonly notBefore: string | undefined
  readonly requestId: string | undefined
  /** Undefined without the line "Resources:", empty if nothing follows that line. */
  readonly resources: readonly string[] | undefined
}

/** The parts of the text that differ by namespace. The rest is one grammar. */
export type SignInProfile = {
  /** The standard's name, for the text of a refusal. */
  readonly standard: string
  /** The name of the ecosystem in the first line. */
  readonly ecosystem: string
  /** Set if a text without a statement has one empty line, not two as in ERC-4361. */
  readonly omitsEmptyStatement?: true
  /** Set if a text may leave out the line "Chain ID": `chainId` is then empty. */
  readonly omitsEmptyChain?: true
  isAddress(text: string): boolean
  isChain(text: string): boolean
}

const maxLength = 4096
const ethereum: SignInProfile = {
  standard: 'ERC-4361',
  ecosystem: 'Ethereum',
  isAddress: (text) => /^0x[0-9a-fA-F]{40}$/.test(text),
  // One spelling per chain, without leading zeros: the signed text names exactly one chain.
  isChain: (text) => /^(?:0|[1-9]\d{0,77})$/.test(text),
}

/**
 * Writes the text that a wallet of an EVM chain shows and signs (ERC-4361 §ABNF).
 * @throws InvalidSignInMessageError - a field would break the grammar, and so change what the text says
 */
export function formatSiweMessage(message: SignInMessage): string {
  return formatSignInMessage(ethereum, message)
}

/**
 * Reads an ERC-4361 text strictly: fixed order, one line per field, nothing before or after. The parsed fields must write the
 * same bytes again.
 * @throws InvalidSignInMessageError
 */
export function parseSiweMessage(text: unknown): SignInMessage {
  return parseSignInMessage(ethereum, text)
}

function headerOf({ ecosystem }: SignInProfile): string {
  return ` wants you to sign in with your ${ecosystem} account:`
}

/** Writes the text of a namespace. See `formatSiweMessage`. */
export function formatSignInMessage(profile: SignInProfile, message: SignInMessage): string {
  checkKinds(message)
  const statement = profile.omitsEmptyStatement && message.statement === '' ? undefined : message.statement
  const lines = [
    `${message.domain}${headerOf(profile)}`,
    message.address,
    '',
    ...(statement === undefined ? (profile.omitsEmptyStatement ? [] : ['']) : [statement, '']),
    `URI: ${message.uri}`,
    'Version: 1',
    ...(profile.omitsEmptyChain && message.chainId === '' ? [] : [`Chain ID: ${message.chainId}`]),
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt}`,
    ...(message.expirationTime === undefined ? [] : [`Expiration Time: ${message.expirationTime}`]),
    ...(message.notBefore === undefined ? [] : [`Not Before: ${message.notBefore}`]),
    ...(message.requestId === undefined ? [] : [`Request ID: ${message.requestId}`]),
    ...(message.resources === undefined ? [] : ['Resources:', ...message.resources.map((resource) => `- ${resource}`)]),
  ]
  const text = lines.join('\n')
  checkFields(profile, message, text)
  return text
}

/** Reads the text of a namespace. See `parseSiweMessage`. */
export function parseSignInMessage(profile: SignInProfile, text: unknown): SignInMessage {
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

  const header = headerOf(profile)
  const first = next() ?? ''
  if (!first.endsWith(header)) throw new InvalidSignInMessageError('The first line must name the domain that asks.')
  const domain = first.slice(0, -header.length)
  const address = next() ?? ''
  if (next() !== '') throw new InvalidSignInMessageError('An empty line must follow the address.')
  const isAtUri =
    profile.omitsEmptyStatement === true && lines[index]?.startsWith('URI: ') === true && lines[index + 1] !== ''
  const hasStatement = !isAtUri && (lines[index] !== '' || lines[index + 1] === '')
  const statement = hasStatement ? next() : undefined
  if (!isAtUri && next() !== '') throw new InvalidSignInMessageError('An empty line must come before the URI.')
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
  if (formatSignInMessage(profile, message) !== text)
    throw new InvalidSignInMessageError('The message holds something the standard does not allow.')
  return message
}

/** Checks the types of the fields, for callers without types: `RegExp.test(undefined)` would test the text "undefined". */
function checkKinds(message: SignInMessage): void {
  const refuse = (name: string, kind: string): never => {
    throw new InvalidSignInMessageError(`\`${name}\` of the sign-in message must be ${kind}.`)
  }
  const fields: Readonly<Record<string, unknown>> = asObject(message) ?? refuse('message', 'an object')
  for (const name of ['domain', 'address', 'uri', 'chainId', 'nonce', 'issuedAt'])
    if (typeof fields[name] !== 'string') refuse(name, 'a text')
  for (const name of ['statement', 'expirationTime', 'notBefore', 'requestId'])
    if (fields[name] !== undefined && typeof fields[name] !== 'string') refuse(name, 'a text, or left out')
  const { resources } = fields
  const areTexts = Array.isArray(resources) && resources.every((resource) => typeof resource === 'string')
  if (resources !== undefined && !areTexts) refuse('resources', 'a list of texts, or left out')
}

function checkFields(profile: SignInProfile, message: SignInMessage, text: string): void {
  const refuse = (what: string): never => {
    throw new InvalidSignInMessageError(`\`${what}\` of the sign-in message does not follow ${profile.standard}.`)
  }
  if (text.length > maxLength) refuse('length')
  if (!isDomain(message.domain)) refuse('domain')
  if (!profile.isAddress(message.address)) refuse('address')
  if (message.statement !== undefined && !isStatement(message.statement)) refuse('statement')
  if (!isUri(message.uri)) refuse('uri')
  if (!profile.isChain(message.chainId)) refuse('chainId')
  if (!/^[A-Za-z0-9]{8,256}$/.test(message.nonce)) refuse('nonce')
  if (!isDate(message.issuedAt)) refuse('issuedAt')
  if (message.expirationTime !== undefined && !isDate(message.expirationTime)) refuse('expirationTime')
  if (message.notBefore !== undefined && !isDate(message.notBefore)) refuse('notBefore')
  if (message.requestId !== undefined && !isRequestId(message.requestId)) refuse('requestId')
  if (message.resources?.every(isUri) === false) refuse('resources')
}
