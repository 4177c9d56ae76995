import { parseUrl } from '@hawser/wire/internal'
/** The host app's site, as visitors see it. */
export type Site = { readonly domain: string; readonly uri: string; readonly allowedOrigins: readonly string[] }

/**
 * Reads the site from `publicUrl`, or from the options for its parts. Returns a text if an option is missing or two options
 * contradict each other.
 */
export function readSite(
  options: Partial<Site> & { readonly publicUrl?: string; readonly allowsNoOrigin?: boolean },
): Site | string {
  const { publicUrl, domain, uri, allowedOrigins } = options
  if (publicUrl === undefined) {
    if (domain === undefined || uri === undefined)
      return 'Give `publicUrl`, the address at which visitors see your page, for example "https://app.example". (Or all of `domain`, `uri` and `allowedOrigins`.)'
    const none = options.allowsNoOrigin === true ? [] : undefined
    const origins = allowedOrigins ?? none
    if (origins === undefined)
      return '`allowedOrigins` must name at least one origin, or `publicUrl` be given in its place.'
    return { domain, uri, allowedOrigins: origins }
  }
  const url = parseUrl(publicUrl)
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return '`publicUrl` must be an address with its scheme, for example "https://app.example".'
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return '`publicUrl` must be scheme, host and perhaps a path: no user name, no "?" and no "#".'
  if (domain !== undefined && domain !== url.host)
    return `\`domain\` is "${domain}", and \`publicUrl\` is on "${url.host}". Leave \`domain\` out, or give the same in both.`
  if (uri !== undefined && parseUrl(uri)?.origin !== url.origin)
    return `\`uri\` is not a page of \`publicUrl\`, which is on "${url.origin}". Leave \`uri\` out, or give a page of it.`
  if (allowedOrigins !== undefined && !allowedOrigins.some((origin) => parseUrl(origin)?.origin === url.origin))
    return `\`allowedOrigins\` does not name "${url.origin}", where your page is by \`publicUrl\`. Add it, or leave \`allowedOrigins\` out.`
  return { domain: url.host, uri: uri ?? url.href, allowedOrigins: allowedOrigins ?? [url.origin] }
}
