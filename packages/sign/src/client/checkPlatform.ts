import { PlatformUnsupportedError } from '../errors.ts'
import type { SignClientOptions } from './signClientOptions.ts'

/**
 * Looks whether all is there that a client cannot do without, so that a missing part is named at once and nothing waits in vain.
 * docs/platforms.md is the same list, with what goes another way where it is missing.
 * @throws PlatformUnsupportedError
 */
export function checkPlatform({ randomBytes, createWebSocket }: SignClientOptions): void {
  const { BigInt, TextEncoder, WebSocket, atob, btoa, crypto } = globalThis
  const parts = {
    BigInt,
    'Object.hasOwn': Object.hasOwn,
    TextEncoder,
    WebSocket: createWebSocket ?? WebSocket,
    atob,
    btoa,
    'crypto.getRandomValues': randomBytes ?? crypto?.getRandomValues,
  }
  const missing = Object.entries(parts).flatMap(([name, part]) => (part === undefined ? [name] : []))
  if (missing.length > 0) throw new PlatformUnsupportedError(missing)
}
