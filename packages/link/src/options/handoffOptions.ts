import { handoffPaths } from '@hawser/wire'
import { parseUrl } from '@hawser/wire/internal'
import type { Site } from './siteOptions.ts'

/** Lets visitors link a phone's wallet from another screen, through this server only. */
export type HandoffOptions = {
  /**
   * The full address of the handoff page that phones open. It is on the host of `uri`, because the texts that wallets sign name
   * that host and wallets refuse a page on another. `/handoff` under the mount of this API serves such a page.
   * @example createLink({ publicUrl: 'https://app.example', store, hostUser, handoff: { pageUrl: 'https://app.example/api/link/handoff' } })
   */
  readonly pageUrl: string
  /**
   * Whether the page also offers links into wallets that the listings rate with low confidence: those links may not open what
   * they should. Default: false.
   */
  readonly allowsUntested?: boolean
  /**
   * Wallets that the page offers before the ones it knows, in the format of a registry's listing files: the wallets of your own
   * registry that have a `browser`. A wallet with the id of a known wallet replaces it. Default: none.
   * @example createLink({ …, handoff: { pageUrl, wallets: [JSON.parse(readFileSync('listings/quay.json', 'utf8'))] } })
   */
  readonly wallets?: readonly object[]
}

/** Explains the first of these options that is invalid; undefined if all are valid. */
export function explainHandoffOptions(
  { uri, allowedOrigins }: Site,
  options: HandoffOptions | undefined,
): string | undefined {
  if (options === undefined) return undefined
  const { pageUrl, allowsUntested = false, wallets: _, ...unknown } = options
  if (typeof pageUrl !== 'string' || Object.keys(unknown).length > 0)
    return `\`handoff\` takes \`pageUrl\`, where this API is mounted, with "${handoffPaths.phone}" behind it, \`allowsUntested\`, \`wallets\`, and nothing else.`
  if (typeof allowsUntested !== 'boolean') return '`handoff.allowsUntested` is `true` or `false`.'
  const url = parseUrl(pageUrl)
  const origin = parseUrl(uri)?.origin
  if (url === undefined || url.origin !== origin || url.username !== '' || url.search !== '' || url.hash !== '')
    return '`handoff.pageUrl` must be an address of the same scheme, host and port as `uri`, without "?" and "#".'
  if (!allowedOrigins.some((each) => parseUrl(each)?.origin === origin))
    return '`handoff` needs the origin of `uri` in `allowedOrigins`: the page of the phone has it.'
  return undefined
}
