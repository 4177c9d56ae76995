import { ClientUnavailableError, PageOutdatedError } from '../errors.ts'

// Long enough to be sure that the page is the server's newest, short enough for the next deployment.
const reloadedMs = 600_000
const reloadedKey = 'hawser-reloaded'
const patienceMs = 5_000
// Bundlers and browsers name the file that failed in their message, by its address or the path of it.
const addressPattern = /(?:https?:\/)?\/[^\s'"()]+/

/**
 * Fetches a part of the code that is a file of its own, and tells a deployment from a lost connection.
 * @example const { Report } = await loadPart(() => import('./Report.tsx'))
 * @throws PageOutdatedError - the server no longer has the file: a newer version of the page was deployed
 * @throws ClientUnavailableError - it could not be fetched for another reason, or a reload has not helped
 */
export async function loadPart<T>(fetchIt: () => Promise<T>): Promise<T> {
  try {
    return await fetchIt()
  } catch (cause) {
    if (await isGone(`${cause}`))
      throw new PageOutdatedError('The page has been updated since it was loaded. Reload it.', { cause })
    throw new ClientUnavailableError('A part of the page could not be loaded. Try again.', { cause })
  }
}

/**
 * Reloads the page for the visitor who asked for it. For the next ten minutes a part that is gone is `client_unavailable`: a
 * reload has not helped.
 * @example <button type="button" onClick={reloadPage}>Reload</button>
 */
export function reloadPage(): void {
  try {
    sessionStorage.setItem(reloadedKey, `${Date.now()}`)
  } catch {
    // A browser that refuses storage offers it again: each reload is still a press of the visitor's.
  }
  location.reload()
}

/** Whether a reload helps: the server answers, and no longer has the file that `failure` names. */
async function isGone(failure: string): Promise<boolean> {
  const { location, navigator } = globalThis
  if (location === undefined || navigator?.onLine === false || isJustReloaded()) return false
  const [address] = addressPattern.exec(failure) ?? []
  const init = { cache: 'no-store', signal: AbortSignal.timeout(patienceMs) } as const
  try {
    if (address !== undefined) {
      const { status, headers } = await fetch(new URL(address, location.href), init)
      return isRefused(status) || (status < 300 && `${headers.get('content-type')}`.includes('html'))
    }
  } catch {
    // Another origin may refuse to say what is not there. The page's own would have answered.
    if (!address?.startsWith('http') || address.startsWith(location.origin)) return false
  }
  // Not every browser names the file.
  return fetch(location.href, { ...init, method: 'HEAD' }).then(
    ({ status }) => status < 500,
    () => false,
  )
}

/** Some file stores say 403 of what they do not have. */
function isRefused(status: number): boolean {
  return [403, 404, 410].includes(status)
}

function isJustReloaded(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(reloadedKey)) < reloadedMs
  } catch {
    return false
  }
}
