import { registryPaths } from '@hawser/wire'
import { AnswerUnusableError, type FetchWorld, fetchBounded, readBytes } from '../platform/fetchJson.ts'

/** The files of a registry's bundle, on any server. */
export type RegistryFiles = {
  urlOf(path: string): string
  /**
   * Reads the bytes of a file. Undefined if the file does not exist. The content type does not matter, because static
   * hosts differ. A file known to be large also gets the time that a slow line needs for `expectedBytes`.
   * @throws Error - the file cannot be loaded in time or within `maxBytes`
   */
  read(path: string, maxBytes: number, signal: AbortSignal, expectedBytes?: number): Promise<Uint8Array | undefined>
}

const answerMs = 5_000
// 1 Mbit/s.
const slowBytesPerMs = 125

/** Creates access to the files below an address, which has no trailing slash. */
export function createRegistryFiles(world: FetchWorld, address: string): RegistryFiles {
  const urlOf = (path: string) => `${address}/${path}`
  return {
    urlOf,
    read(path, maxBytes, signal, expectedBytes = 0) {
      // Only the manifest changes. It must be current, because it must not name older files than a service's answers.
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
 * Runs an action when needed: at once the first time, and then at most once a minute. A registry can publish a release
 * while the page is open, but must not be able to force repeated fetches. Resolves to whether the action ran; a failure
 * does not count.
 */
export function throttlePerMinute(
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
