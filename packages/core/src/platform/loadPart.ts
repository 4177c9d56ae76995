import { ClientUnavailableError, PageOutdatedError } from './errors.ts'

// Long enough to be sure that the page is the server's newest, short enough for the next deployment.
const reloadedMs = 600_000
const reloadedKey = 'hawser-reloaded'
const patienceMs = 5_000

/**
 * Fetches a part of the code that is a separate file. Distinguishes a deployment from a lost connection.
 * @example const { Report } = await loadPart(() => import('./Report.tsx'))
 * @throws PageOutdatedError - a newer version of the page was deployed, without the file
 * @throws ClientUnavailableError - the file could not be fetched for another reason, or a reload has not helped
 */
export async function loadPart<T>(fetchIt: () => Promise<T>): Promise<T> {
  try {
    return await fetchIt()
  } catch (cause) {
    // If `isChunkMissing.ts` or the network is missing too, an answer of the page's own server decides.
    const { isChunkMissing } = await import('./isChunkMissing.ts').catch(() => ({
      isChunkMissing: () => isPageThere(),
    }))
    if (!isJustReloaded() && (await isChunkMissing(`${cause}`, isPageThere)))
      throw new PageOutdatedError('This page has been updated. Reload it to continue.', { cause })
    throw new ClientUnavailableError('A part of the page could not be loaded. Check your connection and try again.', {
      cause,
    })
  }
}

/**
 * Reloads the page on the visitor's request. For the next ten minutes a missing part is `client_unavailable`, because a
 * reload has not helped.
 * @example <button type="button" onClick={reloadPage}>Reload</button>
 */
export function reloadPage(): void {
  try {
    sessionStorage.setItem(reloadedKey, `${Date.now()}`)
  } catch {
    // A browser that refuses storage offers the reload again. Each reload still needs the visitor's press.
  }
  location.reload()
}

/** Whether the page's own server still answers. */
async function isPageThere(): Promise<boolean> {
  try {
    const { status } = await fetch(location.href, {
      cache: 'no-store',
      method: 'HEAD',
      signal: AbortSignal.timeout(patienceMs),
    })
    return status < 500
  } catch {
    return false
  }
}

function isJustReloaded(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(reloadedKey)) < reloadedMs
  } catch {
    return false
  }
}
