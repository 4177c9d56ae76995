import type { Curves } from './curves.ts'

// RFC 8410 §7: a PKCS #8 private key of 32 bytes with the algorithm id 1.3.101.110 (X25519) or 1.3.101.112 (Ed25519).
const pkcs8 = (algorithm: 0x6e | 0x70, key: Uint8Array) =>
  Uint8Array.from([0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, algorithm, 4, 0x22, 4, 0x20, ...key])

/** Creates the curves of the platform's Web Crypto. The methods reject on platforms without these curves. */
export function createWebCurves(subtle: SubtleCrypto): Curves {
  const ed25519 = (seed: Uint8Array) => subtle.importKey('pkcs8', pkcs8(0x70, seed), 'Ed25519', true, ['sign'])
  const x25519 = (key: Uint8Array) => subtle.importKey('pkcs8', pkcs8(0x6e, key), 'X25519', true, ['deriveBits'])
  const publicKeyOf = async (key: CryptoKey) => {
    const { x = '' } = await subtle.exportKey('jwk', key)
    return Uint8Array.from(atob(x.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0))
  }
  return {
    ed25519PublicKey: async (seed) => publicKeyOf(await ed25519(seed)),
    ed25519Sign: async (seed, bytes) =>
      new Uint8Array(await subtle.sign('Ed25519', await ed25519(seed), new Uint8Array(bytes))),
    x25519PublicKey: async (privateKey) => publicKeyOf(await x25519(privateKey)),
    async x25519SharedSecret(privateKey, publicKey) {
      const peer = await subtle.importKey('raw', new Uint8Array(publicKey), 'X25519', true, [])
      return new Uint8Array(await subtle.deriveBits({ name: 'X25519', public: peer }, await x25519(privateKey), 256))
    },
    async hkdfSha256(key, salt, info, length) {
      const params = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(salt), info: new Uint8Array(info) }
      const base = await subtle.importKey('raw', new Uint8Array(key), 'HKDF', false, ['deriveBits'])
      return new Uint8Array(await subtle.deriveBits(params, base, length * 8))
    },
  }
}
