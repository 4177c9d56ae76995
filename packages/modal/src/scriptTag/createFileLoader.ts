/** The later files of the script-tag build by name, each with its digest and the files that it imports. */
export type LazyFiles = Readonly<Record<string, { readonly integrity: string; readonly imports: readonly string[] }>>

/** Finds the element of the script-tag file. A script that a page runs as a module does not know its own element. */
export function findScript(): HTMLScriptElement | null {
  const { currentScript } = document
  if (currentScript instanceof HTMLScriptElement) return currentScript
  return document.querySelector<HTMLScriptElement>('script[src*="hawser-modal.js"]')
}

/**
 * Creates a loader for the later files, which are in the folder `hawser-modal` next to the script. The browser runs no file
 * whose bytes differ from its digest. The script contains the digests, so the page's `integrity` attribute covers them too.
 * @returns a function that loads a file by its name, together with its imports
 */
export function createFileLoader(
  files: LazyFiles,
  script: HTMLScriptElement | null,
): (name: string) => Promise<unknown> {
  const addressOf = (name: string) => new URL(`hawser-modal/${name}`, script?.src || document.baseURI).href
  const checks = new Map<string, Promise<void>>()

  function check(name: string): Promise<void> {
    const earlier = checks.get(name)
    if (earlier !== undefined) return earlier
    const checked = checkFile(addressOf(name), files[name]?.integrity ?? '', script?.nonce ?? '')
    checks.set(name, checked)
    // The next attempt fetches the file again.
    checked.catch(() => checks.delete(name))
    return checked
  }

  return async (name: string): Promise<unknown> => {
    await Promise.all([name, ...(files[name]?.imports ?? [])].map(check))
    return import(/* @vite-ignore */ addressOf(name))
  }
}

/** Preloads a module for its address on this page. Rejects unless its digest is right. */
function checkFile(href: string, integrity: string, nonce: string): Promise<void> {
  const link = document.createElement('link')
  // A browser too old for `modulepreload` loads the file by its address alone.
  if (!link.relList.supports('modulepreload')) return Promise.resolve()
  return new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    // This is the browsers' own wording: the address in it helps to find the reason of the failure.
    link.addEventListener('error', () => reject(new TypeError(`Failed to fetch dynamically imported module: ${href}`)))
    Object.assign(link, { rel: 'modulepreload', nonce, integrity, href })
    document.head.append(link)
  }).finally(() => link.remove())
}
