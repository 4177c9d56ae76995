import { cleanWalletName, isListingId, type Listing, parseListing } from '@hawser/wire'
import { readField } from '../../platform/readField.ts'
import { formatSlug } from './formatSlug.ts'
import { normalizeRdns } from './rdns.ts'

/** A wallet of this browser that announced itself (EIP-6963). Every field is a claim. An icon is a `data:` image. */
export type AnnouncedWallet = {
  readonly uuid: string
  readonly name: string
  readonly icon: string | undefined
  readonly rdns: string
  /** Whether the host app provides the wallet, and vouches for its name and icon. `uuid` is then the given id. */
  readonly isGiven?: boolean
}

/** An extension's provider (EIP-1193). It can answer or throw anything, or never answer. */
export type Provider = {
  request(request: { readonly method: string; readonly params?: readonly unknown[] }): unknown
}

/** A wallet that the host app provides, in addition to those that announce themselves. */
export type ProvidedWallet = {
  readonly wallet: AnnouncedWallet
  /** Every rdns of the wallet: an announcement under any of them is this wallet. */
  readonly names: readonly string[]
  readonly provider: Provider
}

/** The rdns of a wallet that only exists as `window.ethereum`. No wallet can announce itself under this rdns. */
export const injectedRdns = 'injected'

/**
 * The prefix of wallets that announce themselves without a usable rdns, and are known by their name. The rdns of other
 * extensions have a dot, so the two never collide.
 */
export const ethereumPrefix = 'ethereum-'

const maxIconLength = 128 * 1024
const maxTextLength = 256
export const rdnsPattern = /^[a-z0-9]+(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)+$/
const iconPattern = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml)[;,]/i
const plainSvgPattern = /^data:image\/svg\+xml(?:;(?!base64)[^,;]*)*,/i

/**
 * Creates a listing for an announced wallet that has none: this wallet can only be asked in this browser. Different
 * rdns never share an id, because no part of an rdns begins or ends with "-".
 */
export function listingOf({ rdns, name, uuid, isGiven }: AnnouncedWallet): Listing {
  if (isGiven && isListingId(uuid)) return parseListing({ id: uuid, name, rdns })
  return parseListing({ id: `ext-${rdns.replaceAll('-', '--').replaceAll('.', '-')}`, name, rdns })
}

/** Reads an announcement. Undefined if the value is not one. Throws if no listing can have the wallet's rdns or name. */
export function readAnnouncement(detail: unknown) {
  const info = readField(detail, 'info')
  const provider = readProvider(readField(detail, 'provider'))
  const claimed = normalizeRdns(readText(info, 'rdns', maxTextLength) ?? '')
  const uuid = readText(info, 'uuid', maxTextLength)
  const name = cleanWalletName(readText(info, 'name', maxTextLength * 4) ?? '')
  if (provider === undefined || uuid === undefined || name === undefined) return undefined
  const rdns = rdnsPattern.test(claimed) ? claimed : ethereumPrefix + formatSlug(name)
  const wallet = { uuid, name, icon: readIcon(info), rdns }
  // Throws for an rdns too long for an id, or a name that no listing may have: there would be nothing to show.
  listingOf(wallet)
  return { wallet, provider }
}

/** Reads the icon of a wallet: part of its announcement, never an address to fetch. */
export function readIcon(info: unknown): string | undefined {
  return cleanIcon(readText(info, 'icon', maxIconLength))
}

/** Returns the `data:` image in a text, in the form that browsers show. Undefined for other texts. */
export function cleanIcon(text: string | undefined): string | undefined {
  // Leather names its type without "+xml", which browsers do not show.
  const icon = text?.trim().replace(/^data:image\/svg(?=[;,])/i, 'data:image/svg+xml') ?? ''
  if (!iconPattern.test(icon)) return undefined
  // Browsers take what follows `#` for a fragment, which cuts the image off.
  return plainSvgPattern.test(icon) ? icon.replaceAll('#', '%23') : icon
}

export function readProvider(value: unknown): Provider | undefined {
  return isProvider(value) ? value : undefined
}

function isProvider(value: unknown): value is Provider {
  return typeof readField(value, 'request') === 'function'
}

function readText(value: unknown, name: string, maxLength: number): string | undefined {
  const text = readField(value, name)
  return typeof text === 'string' && text.length <= maxLength ? text : undefined
}
