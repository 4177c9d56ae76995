import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { manifestSigningInput, type SignedManifest } from '@hawser/wire'
import { InvalidBundleError } from '../errors.ts'

// The DER of RFC 8410 around 32 raw bytes: PKCS #8 of a seed, SubjectPublicKeyInfo of a public key.
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** The public key of an ed25519 seed of 32 bytes, as 64 hex digits: the value that clients pin. */
export function publicKeyOf(seed: Uint8Array): string {
  const der = createPublicKey(privateKeyOf(seed)).export({ format: 'der', type: 'spki' })
  return der.subarray(publicPrefix.length).toString('hex')
}

/** Signs the text of a manifest with an ed25519 seed of 32 bytes. */
export function signManifest(text: string, seed: Uint8Array): Uint8Array {
  return sign(null, manifestSigningInput(text), privateKeyOf(seed))
}

/**
 * The key that has signed a manifest.
 * @param publicKeys - the trusted ones; undefined: the one in the manifest itself, which shows damage but not forgery.
 * @returns Undefined when the manifest is unsigned, or the signer is not named, and no keys were given
 * @throws InvalidBundleError
 */
export function verifyManifest(
  { text, signature, publicKey }: SignedManifest,
  publicKeys: readonly string[] | undefined,
): string | undefined {
  const trusted = publicKeys ?? (publicKey === undefined ? [] : [publicKey])
  if (signature === undefined) {
    if (publicKeys === undefined && publicKey === undefined) return undefined
    throw new InvalidBundleError('The manifest is not signed.')
  }
  if (publicKeys === undefined && publicKey === undefined) return undefined
  const signer = trusted.find((key) => verify(null, manifestSigningInput(text), importPublicKey(key), signature))
  if (signer === undefined)
    throw new InvalidBundleError('No trusted key has signed the manifest, or the manifest was changed.')
  if (publicKey !== undefined && publicKey !== signer)
    throw new InvalidBundleError('The manifest names another key than the one that signed it.')
  return signer
}

function privateKeyOf(seed: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' })
}

function importPublicKey(hex: string): KeyObject {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw new InvalidBundleError('A public key must have 64 lowercase hex digits.')
  return createPublicKey({ key: Buffer.concat([publicPrefix, Buffer.from(hex, 'hex')]), format: 'der', type: 'spki' })
}
