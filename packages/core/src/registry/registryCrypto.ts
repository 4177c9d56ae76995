/** The functions that check a signed registry. */
export type RegistryCrypto = {
  sha256(bytes: Uint8Array): Promise<Uint8Array>
  /** Whether an ed25519 signature (64 bytes) over `bytes` was made with a key (32 bytes). */
  isSignedBy(publicKey: Uint8Array, signature: Uint8Array, bytes: Uint8Array): Promise<boolean>
}
