/** The protocol's curve operations, on raw bytes. Keys of both curves have 32 bytes. */
export type Curves = {
  /** The ed25519 public key of a seed. */
  ed25519PublicKey(seed: Uint8Array): Promise<Uint8Array>
  /** An ed25519 signature, 64 bytes. */
  ed25519Sign(seed: Uint8Array, bytes: Uint8Array): Promise<Uint8Array>
  /** The X25519 public key of a private key. */
  x25519PublicKey(privateKey: Uint8Array): Promise<Uint8Array>
  /** The X25519 shared secret (RFC 7748 §6.1), without the check of the result. */
  x25519SharedSecret(privateKey: Uint8Array, publicKey: Uint8Array): Promise<Uint8Array>
  /** HKDF (RFC 5869) with SHA-256. `length` is in bytes, 8160 at most. */
  hkdfSha256(key: Uint8Array, salt: Uint8Array, info: Uint8Array, length: number): Promise<Uint8Array>
}
