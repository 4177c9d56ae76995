import { InvalidArgumentError } from '@hawser/wire'
import { PlatformUnsupportedError } from '../errors.ts'
import type { SignClientOptions } from './signClientOptions.ts'

/**
 * Looks whether all is there that a client cannot do without, so that a missing part is named at once and nothing waits in vain.
 * docs/platforms.md is the same list, with what goes another way where it is missing.
 * @throws PlatformUnsupportedError | InvalidArgumentError
 */
export function checkPlatform({ randomBytes, createWebSocket, relayUrl, metadata }: SignClientOptions): void {
  const names = ['BigInt', 'TextEncoder', 'atob', 'btoa', ...(createWebSocket ? [] : ['WebSocket'])]
  const missing = names.filter((name) => Reflect.get(globalThis, name) === undefined)
  if (!randomBytes && !globalThis.crypto?.getRandomValues) missing.push('crypto.getRandomValues')
  if (missing.length > 0) throw new PlatformUnsupportedError(missing)
  // Callers without types: otherwise every attempt to connect would fail, and no wallet could say who asks.
  if (typeof [relayUrl].flat()[0] !== 'string')
    throw new InvalidArgumentError('`relayUrl` must be a text or a list of texts.')
  if (typeof metadata?.name !== 'string') throw new InvalidArgumentError('`metadata.name` must be a text.')
}
