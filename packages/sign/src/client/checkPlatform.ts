import { InvalidArgumentError } from '@hawser/wire'
import { PlatformUnsupportedError } from '../errors.ts'
import type { SignClientOptions } from './signClientOptions.ts'

/**
 * Checks that the platform has every API that a client needs, so that an error names the missing ones at once.
 * docs/platforms.md has the same list, with fallbacks.
 * @throws PlatformUnsupportedError | InvalidArgumentError
 */
export function checkPlatform({ randomBytes, createWebSocket, relayUrl, metadata }: SignClientOptions): void {
  const names = ['BigInt', 'TextEncoder', 'atob', 'btoa', ...(createWebSocket ? [] : ['WebSocket'])]
  const missing = names.filter((name) => Reflect.get(globalThis, name) === undefined)
  if (!randomBytes && !globalThis.crypto?.getRandomValues) missing.push('crypto.getRandomValues')
  if (missing.length > 0) throw new PlatformUnsupportedError(missing)
  // For callers without TypeScript: otherwise every attempt to connect would fail, and no wallet could show a name.
  if ([relayUrl].flat().some((url) => typeof url !== 'string'))
    throw new InvalidArgumentError('`relayUrl` must be a text or a list of texts.')
  if (typeof metadata?.name !== 'string') throw new InvalidArgumentError('`metadata.name` must be a text.')
}
