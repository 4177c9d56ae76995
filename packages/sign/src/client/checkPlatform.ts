import { PlatformUnsupportedError } from '../errors.ts'
import type { SignClientOptions } from './signClientOptions.ts'

/**
 * Looks whether all is there that a client cannot do without, so that a missing part is named at once and nothing waits in vain.
 * docs/platforms.md is the same list, with what goes another way where it is missing.
 * @throws PlatformUnsupportedError
 */
export function checkPlatform({ randomBytes, createWebSocket }: SignClientOptions): void {
  const names = ['BigInt', 'TextEncoder', 'atob', 'btoa', ...(createWebSocket ? [] : ['WebSocket'])]
  const missing = names.filter((name) => Reflect.get(globalThis, name) === undefined)
  if (!randomBytes && !globalThis.crypto?.getRandomValues) missing.push('crypto.getRandomValues')
  if (missing.length > 0) throw new PlatformUnsupportedError(missing)
}
