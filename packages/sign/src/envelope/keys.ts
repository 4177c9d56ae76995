import { formatClientId } from '@hawser/wire'
import { SharedSecretInvalidError } from '../errors.ts'
import type { Curves } from './curves.ts'
import { bytesToHex, hexToBytes } from './hex.ts'

export { bytesToHex, hexToBytes }

/** An X25519 key pair, 32 bytes each. */
export type KeyPair = { readonly privateKey: Uint8Array; readonly publicKey: Uint8Array }

/** Returns random bytes from a secure source. */
export type RandomBytes = (length: number) => Uint8Array

/** Creates a new X25519 key pair. */
export async function createKeyPair(curves: Curves, randomBytes: RandomBytes): Promise<KeyPair> {
  const privateKey = randomBytes(32)
  return { privateKey, publicKey: await curves.x25519PublicKey(privateKey) }
}

/**
 * Derives the symmetric key that two peers share: HKDF-SHA256 of their X25519 secret, with empty salt and info, 32
 * bytes (crypto-keys).
 * @throws SharedSecretInvalidError - the peer's key is of low order, so anyone could know the secret (RFC 7748 §6.1)
 */
export async function deriveSymKey(
  curves: Curves,
  privateKey: Uint8Array,
  peerPublicKey: Uint8Array,
): Promise<Uint8Array> {
  const empty = new Uint8Array()
  return curves.hkdfSha256(await sharedSecret(curves, privateKey, peerPublicKey), empty, empty, 32)
}

/**
 * Returns the X25519 secret of two keys, which is never all zero.
 * @throws SharedSecretInvalidError
 */
export async function sharedSecret(
  curves: Curves,
  privateKey: Uint8Array,
  peerPublicKey: Uint8Array,
): Promise<Uint8Array> {
  let secret: Uint8Array | undefined
  try {
    secret = await curves.x25519SharedSecret(privateKey, peerPublicKey)
  } catch {
    // Both implementations throw on low-order points, with unhelpful messages.
  }
  // Checked here as well, in case a platform omits the check.
  if (secret === undefined || secret.every((byte) => byte === 0)) {
    throw new SharedSecretInvalidError('The public key of the peer gives no usable shared secret.')
  }
  return secret
}

/** The identity that a client proves to a relay. */
export type Identity = {
  readonly clientId: string
  /** An ed25519 signature of 64 bytes. */
  sign(bytes: Uint8Array): Promise<Uint8Array>
}

/** Derives the identity from a seed of 32 bytes. */
export async function createIdentity(curves: Curves, seed: Uint8Array): Promise<Identity> {
  return {
    clientId: formatClientId(await curves.ed25519PublicKey(seed)),
    sign: (bytes) => curves.ed25519Sign(seed, bytes),
  }
}
