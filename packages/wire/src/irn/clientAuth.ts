import { base58, base64urlnopad } from '@scure/base'
import { InvalidClientAuthError } from '../errors.ts'
import { asInteger, asObject, asString, checkText, field } from '../read.ts'

/**
 * The claims of the JWT with which a client opens a relay socket (WalletConnect relay-client-auth). Times are epoch seconds.
 */
export type ClientAuth = {
  readonly clientId: string
  /** Random per client instance. */
  readonly subject: string
  /** The relay URL exactly as the client is configured with it. */
  readonly audience: string
  readonly issuedAtSeconds: number
  readonly expiresAtSeconds: number
}

/** A parsed JWT, not yet verified: check `signature` over `signedBytes` with `publicKey`, then the times. */
export type ParsedClientAuth = ClientAuth & {
  readonly publicKey: Uint8Array
  readonly signedBytes: Uint8Array
  readonly signature: Uint8Array
}

const didKeyPrefix = 'did:key:z'
const base58Alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
// multicodec ed25519-pub, as a varint
const ed25519Codec = [0xed, 0x01] as const
const maxLength = 2048

/** Formats the client id of an ed25519 public key (32 bytes): `did:key:z…`. It is also the address of the client's mailbox. */
export function formatClientId(publicKey: Uint8Array): string {
  if (!(publicKey instanceof Uint8Array) || publicKey.length !== 32)
    throw new InvalidClientAuthError('An ed25519 publicKey has 32 bytes.')
  // Plain BigInt is enough for the writing side, which runs in browsers. A codec byte leads, so no leading zeros are lost.
  let number = [...ed25519Codec, ...publicKey].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  let text = ''
  for (; number > 0n; number /= 58n) text = base58Alphabet.charAt(Number(number % 58n)) + text
  return didKeyPrefix + text
}

/**
 * The ed25519 public key a client id names (32 bytes).
 * @throws InvalidClientAuthError
 */
export function parseClientId(clientId: string): Uint8Array {
  if (typeof clientId !== 'string' || !clientId.startsWith(didKeyPrefix) || clientId.length > 80)
    throw new InvalidClientAuthError('A client id starts with "did:key:z".')
  let bytes: Uint8Array
  try {
    bytes = base58.decode(clientId.slice(didKeyPrefix.length))
  } catch (cause) {
    throw new InvalidClientAuthError('A client id is base58btc after "did:key:z".', { cause })
  }
  if (bytes.length !== 34 || bytes[0] !== ed25519Codec[0] || bytes[1] !== ed25519Codec[1]) {
    throw new InvalidClientAuthError('A client id names an ed25519 key of 32 bytes.')
  }
  return bytes.subarray(2)
}

/**
 * The part of the JWT that is signed. Header and claims are in the order of the official clients (`iss, sub, aud, iat, exp`).
 */
export function clientAuthInput(claims: ClientAuth): string {
  for (const name of ['clientId', 'subject', 'audience'] as const) checkText(name, claims?.[name])
  for (const name of ['issuedAtSeconds', 'expiresAtSeconds'] as const)
    if (!Number.isFinite(claims[name])) checkText(name, '')
  const encode = (value: unknown) => encodePart(new TextEncoder().encode(JSON.stringify(value)))
  return `${encode({ alg: 'EdDSA', typ: 'JWT' })}.${encode({
    iss: claims.clientId,
    sub: claims.subject,
    aud: claims.audience,
    iat: claims.issuedAtSeconds,
    exp: claims.expiresAtSeconds,
  })}`
}

/** Writes the JWT. `sign` returns the ed25519 signature (64 bytes) of the bytes that it gets. */
export function formatClientAuth(claims: ClientAuth, sign: (bytes: Uint8Array) => Uint8Array): string {
  if (typeof sign !== 'function') throw new InvalidClientAuthError('`sign` must be a function.')
  const input = clientAuthInput(claims)
  return joinClientAuth(input, sign(new TextEncoder().encode(input)))
}

/** Joins the signed part of a JWT and the ed25519 signature over it (64 bytes), for signers that answer later. */
export function joinClientAuth(input: string, signature: Uint8Array): string {
  checkText('input', input)
  if (!(signature instanceof Uint8Array)) throw new InvalidClientAuthError('`signature` must be a Uint8Array.')
  return `${input}.${encodePart(signature)}`
}

/**
 * Reads a JWT and does not verify it: EdDSA only, every claim present, canonical base64url.
 * @throws InvalidClientAuthError - its message does not contain the token
 */
export function parseClientAuth(value: unknown): ParsedClientAuth {
  if (typeof value !== 'string' || value.length > maxLength)
    throw new InvalidClientAuthError(`A client JWT is a text of at most ${maxLength} characters.`)
  const parts = value.split('.')
  const [header = '', payload = '', signature = ''] = parts
  if (parts.length !== 3) throw new InvalidClientAuthError('A client JWT has three parts.')

  const headerFields = parsePart(header)
  if (field(headerFields, 'alg') !== 'EdDSA')
    throw new InvalidClientAuthError('A client JWT is signed with EdDSA and nothing else.')
  // RFC 7515 §4.1.11: "crit" lists extensions that a reader must understand. We support no extension.
  if (Object.hasOwn(headerFields, 'crit')) throw new InvalidClientAuthError('A client JWT has no "crit" extensions.')
  const claims = parsePart(payload)
  const clientId = asString(field(claims, 'iss'), 80)
  const subject = asString(field(claims, 'sub'), 128)
  const audience = asString(field(claims, 'aud'), 512)
  const issuedAtSeconds = asInteger(field(claims, 'iat'), 0, Number.MAX_SAFE_INTEGER)
  const expiresAtSeconds = asInteger(field(claims, 'exp'), 0, Number.MAX_SAFE_INTEGER)
  if (clientId === undefined || subject === undefined || audience === undefined) {
    throw new InvalidClientAuthError('A client JWT needs the text claims iss, sub and aud.')
  }
  if (issuedAtSeconds === undefined || expiresAtSeconds === undefined) {
    throw new InvalidClientAuthError('A client JWT needs the whole-second claims iat and exp.')
  }
  const signatureBytes = decodePart(signature)
  if (signatureBytes.length !== 64) throw new InvalidClientAuthError('An ed25519 signature has 64 bytes.')
  return {
    clientId,
    subject,
    audience,
    issuedAtSeconds,
    expiresAtSeconds,
    publicKey: parseClientId(clientId),
    signedBytes: new TextEncoder().encode(`${header}.${payload}`),
    signature: signatureBytes,
  }
}

function encodePart(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/={1,2}$/, '')
}

function decodePart(text: string): Uint8Array {
  try {
    return base64urlnopad.decode(text)
  } catch (cause) {
    throw new InvalidClientAuthError('A part of the client JWT is no base64url.', { cause })
  }
}

function parsePart(part: string): Readonly<Record<string, unknown>> {
  let text: string
  let value: unknown
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(decodePart(part))
    value = JSON.parse(text)
  } catch (cause) {
    throw new InvalidClientAuthError('A part of the client JWT is no JSON.', { cause })
  }
  const object = asObject(value)
  if (object === undefined) throw new InvalidClientAuthError('A part of the client JWT is no JSON object.')
  // Readers differ on which of two fields of one name counts (RFC 7519 §4).
  if (countWrittenNames(text) !== countNames(object))
    throw new InvalidClientAuthError('A part of the client JWT names a field twice.')
  return object
}

/** Counts the colons outside the strings of a valid JSON text: one for each name. */
function countWrittenNames(text: string): number {
  let count = 0
  let isInString = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]
    if (char === '"') isInString = !isInString
    else if (isInString && char === '\\') index += 1
    else if (!isInString && char === ':') count += 1
  }
  return count
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const own = Array.isArray(value) ? 0 : Object.keys(value).length
  return Object.values(value).reduce((sum: number, inner) => sum + countNames(inner), own)
}
