import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { manifestSigningInput, type SignedManifest } from '@hawser/wire'
import { InvalidBundleError } from '../errors.ts'

// DER prefixes of 32 raw bytes (RFC 8410): PKCS #8 for a seed, SubjectPublicKeyInfo for a public key.
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
 * Finds the key that signed a manifest.
 * @param publicKeys - the trusted keys. Undefined: the key in the manifest itself, which reveals damage but not forgery
 * @returns the key; undefined if no `publicKeys` are given and the manifest names no key
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
