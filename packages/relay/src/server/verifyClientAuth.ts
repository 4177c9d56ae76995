import { webcrypto } from 'node:crypto'
import { type ClientAuth, InvalidClientAuthError, parseClientAuth } from '@hawser/wire'
import { parseUrl } from '@hawser/wire/internal'

/** How far a client's clock can be off, in either direction. */
export const clockSkewSeconds = 300
/** Real clients sign a JWT for one day. */
export const maxLifetimeSeconds = 25 * 3600

/**
 * Checks the JWT with which a client opens a socket (relay-client-auth). The JWT must have an EdDSA signature by the key it
 * names, and be valid now, give or take five minutes. If audiences are configured, it must be made for one of them. The same
 * JWT, and the same `sub`, is valid many times: clients reuse the JWT on reconnect and keep the `sub` for life. A single-use
 * `sub` (T-87) would let no client reconnect.
 * @param options - `token` as received; `now` in epoch milliseconds; `audiences` undefined accepts any audience
 * @throws InvalidClientAuthError - if only the times are wrong, its message names the clock and the relay's time. It never
 * contains the token.
 */
export async function verifyClientAuth(options: {
  readonly token: unknown
  readonly now: number
  readonly audiences: readonly string[] | undefined
}): Promise<ClientAuth> {
  const { publicKey, signedBytes, signature, ...auth } = parseClientAuth(options.token)
  if (!(await isSigned(publicKey, signature, signedBytes)))
    throw new InvalidClientAuthError('The key that the JWT names did not sign it.')
  checkTimes(auth, options.now)
  if (options.audiences !== undefined && !options.audiences.map(normalUrl).includes(normalUrl(auth.audience)))
    throw new InvalidClientAuthError('The JWT is for another relay (aud).')
  return auth
}

/** Whether 64 bytes are the ed25519 signature of `bytes` by a public key of 32 bytes. Never throws. */
export async function isSigned(publicKey: Uint8Array, signature: Uint8Array, bytes: Uint8Array): Promise<boolean> {
  if (isWeak(publicKey)) return false
  try {
    const key = await webcrypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify'])
    return await webcrypto.subtle.verify({ name: 'Ed25519' }, key, signature, bytes)
  } catch {
    return false
  }
}

/**
 * Keys of small order: anyone can sign for them, and OpenSSL accepts such signatures. Each entry is y without its sign (RFC
 * 8032 §5.1.2), in hex.
 */
const weakKeys: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  `ec${'ff'.repeat(30)}7f`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
])
/** A y outside the field, which is another encoding of an existing key. */
const notCanonical = /^(?:e[d-f]|f[\da-f])f{60}7f$/

function isWeak(publicKey: Uint8Array): boolean {
  const unsigned = Uint8Array.from(publicKey, (byte, index) => (index === 31 ? byte & 0x7f : byte))
  const y = Buffer.from(unsigned).toString('hex')
  return weakKeys.has(y) || notCanonical.test(y)
}

function checkTimes({ issuedAtSeconds, expiresAtSeconds }: ClientAuth, now: number): void {
  const nowSeconds = Math.floor(now / 1000)
  if (expiresAtSeconds <= issuedAtSeconds || expiresAtSeconds - issuedAtSeconds > maxLifetimeSeconds) {
    throw new InvalidClientAuthError(`The JWT must expire after it was issued, within ${maxLifetimeSeconds} seconds.`)
  }
  const relayTime = new Date(now).toISOString()
  if (issuedAtSeconds > nowSeconds + clockSkewSeconds)
    throw new InvalidClientAuthError(`The JWT is from the future: check your clock. Relay time ${relayTime}`)
  if (expiresAtSeconds < nowSeconds - clockSkewSeconds)
    throw new InvalidClientAuthError(`The JWT has expired: check your clock. Relay time ${relayTime}`)
}

/**
 * Normalizes a URL to scheme, user, host, port and path, so that a trailing slash or an explicit default port makes no
 * difference.
 */
function normalUrl(text: string): string {
  const url = parseUrl(text)
  if (url === undefined) return text
  const { protocol, username, password, host, pathname } = url
  const user = username + password === '' ? '' : `${username}:${password}@`
  return `${protocol}//${user}${host}${pathname.replace(/\/{1,8}$/, '')}`
}
