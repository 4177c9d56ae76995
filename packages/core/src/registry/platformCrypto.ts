import type { RegistryCrypto } from './registryCrypto.ts'

/**
 * Creates the checks with the platform's own cryptography. Pages outside a secure context have no `subtle`, and older
 * browsers have no ed25519: both fetch noble's code, a separate chunk.
 */
export function createPlatformCrypto({ subtle }: { readonly subtle: SubtleCrypto | undefined }): RegistryCrypto {
  return {
    async sha256(bytes) {
      if (subtle === undefined) return (await import('./nobleCrypto.ts')).nobleCrypto.sha256(bytes)
      return new Uint8Array(await subtle.digest('SHA-256', new Uint8Array(bytes)))
    },
    async isSignedBy(publicKey, signature, bytes) {
      const key = await importKey(subtle, publicKey)
      if (subtle === undefined || key === undefined) {
        const { nobleCrypto } = await import('./nobleCrypto.ts')
        return nobleCrypto.isSignedBy(publicKey, signature, bytes)
      }
      return subtle.verify('Ed25519', key, new Uint8Array(signature), new Uint8Array(bytes))
    },
  }
}

async function importKey(subtle: SubtleCrypto | undefined, publicKey: Uint8Array): Promise<CryptoKey | undefined> {
  try {
    return await subtle?.importKey('raw', new Uint8Array(publicKey), 'Ed25519', false, ['verify'])
  } catch {
    // The browser does not support ed25519.
    return undefined
  }
}
