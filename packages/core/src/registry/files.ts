import { registryPaths } from '@hawser/wire'
import { AnswerUnusableError, type FetchWorld, fetchBounded, readBytes } from '../platform/fetchJson.ts'

/** The files of a registry's bundle, on any server. */
export type RegistryFiles = {
  urlOf(path: string): string
  /**
   * The bytes of a file, or undefined if it does not exist. Its content type does not matter, because static hosts
   * differ. A file known to be large also gets the time that a slow line needs for `expectedBytes`.
   * @throws Error - it cannot be loaded in time or within `maxBytes`
   */
  read(path: string, maxBytes: number, signal: AbortSignal, expectedBytes?: number): Promise<Uint8Array | undefined>
}

const answerMs = 5_000
// 1 Mbit/s.
const slowBytesPerMs = 125

/** Creates the files below an address, which ends without a slash. */
export function createRegistryFiles(world: FetchWorld, address: string): RegistryFiles {
  const urlOf = (path: string) => `${address}/${path}`
  return {
    urlOf,
    read(path, maxBytes, signal, expectedBytes = 0) {
      // All but the manifest never change: the manifest must not name files older than a service's answers.
      const cache = path === registryPaths.manifest ? 'no-cache' : 'default'
      const init: RequestInit = { credentials: 'omit', cache }
      const timeoutMs = answerMs + Math.floor(expectedBytes / slowBytesPerMs)
      const request = { url: urlOf(path), init, signal, timeoutMs, maxBytes }
      return fetchBounded(world, request, async (response) => {
        const { status } = response
        if (status === 429 || status >= 500) throw new AnswerUnusableError(`The registry answered HTTP ${status}.`)
        return status === 200 ? readBytes(response, maxBytes) : undefined
      })
    },
  }
}

/**
 * Wraps an action so that it runs when needed, at once the first time and then at most once a minute. A registry may
 * have been renewed while the page was open, yet nobody can force repeated fetches. Resolves to whether it ran; a
 * failure does not count.
 */
export function onceAMinute(
  now: () => number,
  renew: (signal: AbortSignal) => Promise<unknown>,
): (signal: AbortSignal) => Promise<boolean> {
  let doneAt = Number.NEGATIVE_INFINITY
  return async (signal) => {
    if (now() - doneAt < 60_000) return false
    await renew(signal)
    doneAt = now()
    return true
  }
}
