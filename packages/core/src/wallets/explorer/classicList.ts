import { type Listing, listingLimits, parseListing, parseWebLink } from '@hawser/wire'
import { asObject, field } from '@hawser/wire/internal'
import { RegistryUnavailableError } from '../../errors.ts'
import { AnswerUnusableError, fetchJson } from '../../platform/fetchJson.ts'
import { createRegistryImages } from '../../registry/images.ts'
import { isMatch, sortByIds } from '../matches.ts'
import { classicSearchDelayMs, type Explorer, type ExplorerOptions, reportAvailability } from './explorer.ts'

/** The classic variant's data about a wallet, in addition to its listing. The image must be fetched, like a registry's. */
type ListingDetail = { readonly imageUrl: string | undefined; readonly shortName: string | undefined }

/** The classic variant's whole list (L2). */
export type ClassicList = {
  readonly listings: readonly Listing[]
  readonly details: ReadonlyMap<string, ListingDetail>
}

const timeoutMs = 8_000
const maxBytes = 8 * 1024 * 1024
const maxListings = 10_000

/**
 * Reads the older registry's answer, `{ listings: { [id]: { name, metadata, image_url, mobile, desktop, app } } }`.
 * Picks fields by name, and omits links that break a rule and wallets without a usable id or name. Images come only
 * from the list's own host, because no other was configured.
 * @throws AnswerUnusableError - there are no listings to read
 */
export function parseClassicList(value: unknown, listUrl: URL): ClassicList {
  const raw = asObject(field(asObject(value) ?? {}, 'listings'))
  if (raw === undefined) throw new AnswerUnusableError('The answer has no listings.')
  const listings: Listing[] = []
  const details = new Map<string, ListingDetail>()
  for (const [id, item] of Object.entries(raw).slice(0, maxListings)) {
    const wallet = asObject(item)
    const listing = wallet && readListing({ ...wallet, id, image_id: undefined })
    if (wallet === undefined || listing === undefined) continue
    const shortName = field(asObject(field(wallet, 'metadata')) ?? {}, 'shortName')
    const imageUrl = parseWebLink(field(asObject(field(wallet, 'image_url')) ?? {}, 'sm'))
    listings.push(listing)
    details.set(id, {
      // Cleaned like a name: invisible characters and text direction marks are removed.
      shortName: readListing({ id, name: shortName })?.name,
      imageUrl: imageUrl !== undefined && new URL(imageUrl).host === listUrl.host ? imageUrl : undefined,
    })
  }
  return { listings, details }
}

/** Creates the classic variant's explorer: the list is fetched once and searched here, by name (R3). */
export function createClassicList(options: ExplorerOptions, classicUrl: string): Explorer {
  const { get, set, hasExplorer } = options
  const images = createRegistryImages({ ...options, onChange: options.onImages })
  let list: ClassicList | undefined
  let asked = new AbortController()
  let cancelTimer: (() => void) | undefined

  async function load(): Promise<void> {
    asked.abort()
    asked = new AbortController()
    const { signal } = asked
    set({ ...get(), status: 'loading' })
    try {
      const found = await reportAvailability(options, signal, fetchClassicList(options, classicUrl, signal))
      if (signal.aborted) return
      list = found
      options.setImages({
        images,
        urlOf: ({ id }) => found.details.get(id)?.imageUrl,
        shortNameOf: ({ id }) => found.details.get(id)?.shortName,
      })
      const wanted = options.modal.explorerRecommendedWalletIds
      if (Array.isArray(wanted)) options.setRecommended(sortByIds(found.listings, wanted))
      if (cancelTimer === undefined) showMatches()
    } catch (error) {
      if (signal.aborted) return
      set({ ...get(), status: 'failed' })
      options.onFailure(error)
    }
  }

  function showMatches(): void {
    cancelTimer = undefined
    const { search } = get()
    const matches = (list?.listings ?? []).filter((listing) => isMatch(listing, search))
    set({ status: 'ready', search, pages: [matches], total: matches.length, isLastPage: true })
  }

  return {
    // The list includes the recommended wallets.
    recommend() {},
    show() {
      const { status } = get()
      if (status !== 'idle' && status !== 'failed') return
      if (!hasExplorer || list !== undefined) showMatches()
      else void load()
    },
    search(text) {
      const search = text.trim().slice(0, listingLimits.searchLength)
      if (search === get().search) return
      cancelTimer?.()
      cancelTimer = undefined
      set({ ...get(), search })
      const isOnItsWay = hasExplorer && list === undefined
      if (isOnItsWay) return
      if (search === '' || !hasExplorer) return showMatches()
      set({ ...get(), status: 'loading' })
      cancelTimer = options.setTimer(showMatches, classicSearchDelayMs)
    },
    more() {
      if (get().status === 'failed') void load()
    },
    stop() {
      asked.abort()
      images.pause()
      cancelTimer?.()
      cancelTimer = undefined
      options.setUnavailable(false)
      if (get().status === 'loading') set({ ...get(), status: 'idle' })
    },
  }
}

async function fetchClassicList(options: ExplorerOptions, url: string, signal: AbortSignal): Promise<ClassicList> {
  try {
    // A host app can give a path on its own page.
    const listUrl = new URL(url, globalThis.location?.href)
    const init: RequestInit = { credentials: 'omit' }
    const { status, body } = await fetchJson(options, { url: listUrl.href, init, signal, timeoutMs, maxBytes })
    if (status !== 200) throw new AnswerUnusableError(`The registry answered HTTP ${status}.`)
    return parseClassicList(body, listUrl)
  } catch (cause) {
    const detail = cause instanceof AnswerUnusableError ? ` ${cause.message}` : ''
    throw new RegistryUnavailableError(`The list of wallets could not be loaded.${detail}`, { cause })
  }
}

/** Reads a listing. Undefined if the value is not a valid listing. */
function readListing(value: object): Listing | undefined {
  try {
    return parseListing(value)
  } catch {
    return undefined
  }
}
