// This module is fetched when a part of the page could not be loaded: most pages never need it.

const patienceMs = 5_000
// Bundlers and browsers name the failed file in their error message, by its address or path.
const addressPattern = /(?:https?:\/)?\/[^\s'"()]+/
// Some file stores answer 403 for missing files.
const refusals = [403, 404, 410]

/** Whether a reload helps: the server answers, but no longer has the file that `failure` names. */
export async function isChunkMissing(failure: string, isPageThere: () => Promise<boolean>): Promise<boolean> {
  const { location, navigator } = globalThis
  if (location === undefined || navigator?.onLine === false) return false
  const [address] = addressPattern.exec(failure) ?? []
  // Not every browser names the file.
  if (address === undefined) return isPageThere()
  try {
    const signal = AbortSignal.timeout(patienceMs)
    const { status, headers } = await fetch(new URL(address, location.href), { cache: 'no-store', signal })
    return refusals.includes(status) || (status < 300 && `${headers.get('content-type')}`.includes('html'))
  } catch {
    // Another origin can hide that a file is missing. The page's own origin would have answered.
    return address.startsWith('http') && !address.startsWith(location.origin) && isPageThere()
  }
}
