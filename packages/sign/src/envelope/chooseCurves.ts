import type { Curves } from './curves.ts'
import { createWebCurves } from './webCurves.ts'

/** Returns the platform's curves if it supports both, otherwise noble's. Pages outside a secure context have no `subtle`. */
export async function chooseCurves(subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle): Promise<Curves> {
  if (subtle !== undefined) {
    const curves = createWebCurves(subtle)
    const probe = new Uint8Array(32).fill(1)
    try {
      const publicKey = await curves.x25519PublicKey(probe)
      await curves.x25519SharedSecret(probe, publicKey)
      await curves.ed25519PublicKey(probe)
      await curves.ed25519Sign(probe, probe)
      return curves
    } catch {
      // Not supported: fall through.
    }
  }
  // A separate chunk, which most visitors never fetch.
  const noble = await import('./nobleCurves.ts')
  return noble.nobleCurves
}
