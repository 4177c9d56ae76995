import { parseListing, parseRelayAddress, parseWebLink, type StoreName, tidyNativeLink } from '@hawser/wire'
import { factsOnly, fieldsNeedingSource, type ListingFile } from './listingFile.ts'

type Links = { readonly native?: string | undefined; readonly universal?: string | undefined }

/** Facts about a wallet as a person gives them: each is text in any form, or absent. */
export type Facts = {
  readonly id?: string | undefined
  readonly name: string
  readonly homepage?: string | undefined
  readonly app: { readonly [store in StoreName]?: string | undefined }
  readonly mobile: Links
  readonly desktop: Links
  readonly chains: readonly string[]
  readonly rdns?: string | undefined
  readonly browser?: ListingFile['browser']
  readonly relays?: readonly string[] | undefined
}

/**
 * Writes facts as a listing file: links as browsers write them, the name in its plain form, an id derived from the name
 * by default, and one source for every fact. Invalid facts pass; `readListingFile` refuses them.
 */
export function makeListing(facts: Facts, source: string): ListingFile {
  const name = tidyName(facts.name)
  const listing = {
    id: facts.id ?? idOfName(name),
    name,
    image_id: null,
    homepage: tidyWebLink(facts.homepage),
    app: tidyStores(facts.app),
    mobile: tidyLinks(facts.mobile),
    desktop: tidyLinks(facts.desktop),
    chains: [...new Set(facts.chains.map((chain) => chain.trim()).filter((chain) => chain !== ''))],
    rdns: orNull(facts.rdns),
    ...(facts.browser !== undefined && { browser: facts.browser }),
    ...(facts.relays?.length && { relays: facts.relays.map((relay) => parseRelayAddress(relay) ?? relay) }),
  }
  const sources = Object.fromEntries(fieldsNeedingSource(listing).map((path) => [path, source]))
  return { ...listing, sources, licence: factsOnly }
}

/** Derives an id from a name: letters that fold to a–z, digits, and "-" between words. */
export function idOfName(name: string): string {
  const plain = name.normalize('NFKD').toLowerCase()
  const words = plain.replace(/[\u0300-\u036f]/g, '').match(/[a-z0-9]+/g) ?? []
  return words.join('-').slice(0, 64).replace(/-$/, '')
}

function tidyName(name: string): string {
  try {
    return parseListing({ id: 'a', name }).name
  } catch {
    return name
  }
}

function tidyStores(stores: Facts['app']): ListingFile['app'] {
  const country = /^(https:\/\/apps\.apple\.com\/)[a-z]{2}\/(?=app\/)/
  const links = Object.entries(stores).flatMap(([store, link]) => {
    const tidied = tidyWebLink(link)
    return tidied === null ? [] : [[store, tidied.replace(country, '$1')] as const]
  })
  return Object.fromEntries(links)
}

// Some wallets gave registries the two links in the other's place.
function tidyLinks({ native, universal }: Links): ListingFile['mobile'] {
  const isWeb = (link: string | undefined) => /^\s*https?:/i.test(link ?? '')
  const isScheme = (link: string | undefined) =>
    !isWeb(link) && /^\s*[a-z][a-z0-9+.-]{0,63}(?::\/{0,2}\s*$|:\/\/|\s*$)/i.test(link ?? '')
  const isElsewhere = isScheme(universal) && !isScheme(native)
  const scheme = isElsewhere ? universal : isWeb(native) ? undefined : native
  const address = isWeb(native) && !isWeb(universal) ? native : isElsewhere ? undefined : universal
  return { native: tidyNative(scheme), universal: withSlash(tidyWebLink(address)) }
}

// Registries contain `quay:`, `quay://` and `quay` for the same scheme.
function tidyNative(link: string | undefined): string | null {
  const text = orNull(link)
  if (text === null) return null
  const tidied = tidyNativeLink(/^[a-zA-Z][a-zA-Z0-9+.-]{0,63}$/.test(text) ? `${text}:` : text)
  return tidied.includes('://') ? withSlash(tidied) : tidied
}

function withSlash(link: string | null): string | null {
  return link === null || link.endsWith('/') || /[?#{%]/.test(link) ? link : `${link}/`
}

function tidyWebLink(link: string | undefined): string | null {
  const text = orNull(link)
  return text === null ? null : (parseWebLink(text) ?? text)
}

function orNull(text: string | undefined): string | null {
  const trimmed = (text ?? '').trim()
  return trimmed === '' ? null : trimmed
}
