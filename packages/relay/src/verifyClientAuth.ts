import { webcrypto } from 'node:crypto'
import { type ClientAuth, InvalidClientAuthError, parseClientAuth } from '@hawser/wire'

/** How far a client's clock may be off, either way. */
export const clockSkewSeconds = 300
/** Real clients sign for one day. */
export const maxLifetimeSeconds = 25 * 3600

/**
 * Checks the JWT by which a client opens a socket (relay-client-auth): EdDSA by the key it names, within its times give
 * or take five minutes, and, when audiences are configured, made for one of them. The same JWT is good many times:
 * clients reuse it on reconnect.
 * @param options - `token` as it came in; `now` epoch milliseconds; `audiences` undefined accepts any
 * @throws InvalidClientAuthError - its message names the clock and the relay's time when only the times are wrong, and
 * never holds the token
 */
export async function verifyClientAuth(options: {
  readonly token: unknown
  readonly now: number
  readonly audiences: readonly string[] | undefined
}): Promise<ClientAuth> {
  const { publicKey, signedBytes, signature, ...auth } = parseClientAuth(options.token)
  if (!(await isSigned(publicKey, signature, signedBytes)))
    throw new InvalidClientAuthError('The JWT is not signed by the key it names.')
  checkTimes(auth, options.now)
  if (options.audiences !== undefined && !options.audiences.map(normalUrl).includes(normalUrl(auth.audience)))
    throw new InvalidClientAuthError('The JWT is for another relay (aud).')
  return auth
}

/** Whether 64 bytes are the ed25519 signature of `bytes` by a public key of 32 bytes. Never throws. */
export async function isSigned(publicKey: Uint8Array, signature: Uint8Array, bytes: Uint8Array): Promise<boolean> {
  try {
    const key = await webcrypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify'])
    return await webcrypto.subtle.verify({ name: 'Ed25519' }, key, signature, bytes)
  } catch {
    return false
  }
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

/** Scheme, host, port and path, so that a trailing slash or a written-out default port makes no difference. */
function normalUrl(text: string): string {
  if (!URL.canParse(text)) return text
  const { protocol, host, pathname } = new URL(text)
  return `${protocol}//${host}${pathname.replace(/\/{1,8}$/, '')}`
}
