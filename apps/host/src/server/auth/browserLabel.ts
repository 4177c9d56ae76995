/** The browser and system of a session, coarsely: words of the lists below, never of the header itself. */
export type BrowserLabel = { readonly browser: string | undefined; readonly system: string | undefined }

// The order matters: most browsers also name the browser they are made from.
const browsers = [
  ['Edge', /\bEdgA?\/|\bEdgiOS\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\b(?:Headless)?Chrom(?:e|ium)\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
] as const
const systems = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\biPhone\b|\biPad\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
] as const

/** Reads a User-Agent header. A browser or system on neither list is undefined. */
export function parseBrowserLabel(userAgent: string | null): BrowserLabel {
  const text = (userAgent ?? '').slice(0, 512)
  const find = (list: readonly (readonly [name: string, pattern: RegExp])[]) =>
    list.find(([, pattern]) => pattern.test(text))?.[0]
  return { browser: find(browsers), system: find(systems) }
}
