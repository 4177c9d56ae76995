import { registryPaths } from '@hawser/wire'
import { type FetchWorld, fetchBounded, readBytes } from '../platform/fetchJson.ts'

/** The files of a registry's bundle, wherever they are served from. */
export type RegistryFiles = {
  urlOf(path: string): string
  /**
   * The bytes of a file, or undefined where there is none. Its content type does not matter: hosts of files differ.
   * One that is known to be large has the time that a slow line needs for `expectedBytes` besides.
   * @throws Error - when it cannot be had in time or within `maxBytes`
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
      // All but the manifest never change: what it names must not be older than what a service answers.
      const cache = path === registryPaths.manifest ? 'no-cache' : 'default'
      const init: RequestInit = { credentials: 'omit', cache }
      const timeoutMs = answerMs + Math.floor(expectedBytes / slowBytesPerMs)
      const request = { url: urlOf(path), init, signal, timeoutMs, maxBytes }
      return fetchBounded(world, request, async (response) => {
        const { status } = response
        if (status === 429 || status >= 500) throw new Error(`The registry answered HTTP ${status}.`)
        return status === 200 ? readBytes(response, maxBytes) : undefined
      })
    },
  }
}

/**
 * Makes something that is done when it is needed, at once the first time and then once a minute at most: a registry may have been
 * renewed while the page was open, yet nobody makes it be fetched again and again. Resolves to whether it was done; what
 * failed does not count.
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
