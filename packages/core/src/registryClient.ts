import { formatListingQuery, type ListingPage, type ListingQuery, parseListingPage } from '@hawser/wire'
import { RegistryUnavailableError } from './errors.ts'
import { type FetchWorld, fetchJson } from './fetchJson.ts'

/** Asks a registry for wallets. */
export type RegistryClient = {
  /** @throws RegistryUnavailableError */
  listings(query: ListingQuery, signal: AbortSignal): Promise<ListingPage>
}

export type RegistryClientOptions = FetchWorld & {
  /** Without a trailing path: `/w3m/v1/…` is added. */
  readonly registryUrl: string
  readonly projectId: string | undefined
}

/** What we call ourselves to a registry (L1). */
export const sdk = { type: 'hawser', version: '0.1.0' } as const

const timeoutMs = 5_000
const maxBytes = 2 * 1024 * 1024

/** Creates a registry client. Nothing is asked before `listings` is called. */
export function createRegistryClient(options: RegistryClientOptions): RegistryClient {
  const base = `${options.registryUrl.replace(/\/{1,8}$/, '')}/w3m/v1`
  return {
    async listings(query, signal) {
      const params = formatListingQuery(query)
      if (options.projectId !== undefined) params.set('projectId', options.projectId)
      params.set('sdkType', sdk.type)
      params.set('sdkVersion', sdk.version)
      const url = `${base}/getAllListings?${params}`
      try {
        const init: RequestInit = { credentials: 'omit' }
        const { status, body } = await fetchJson(options, { url, init, signal, timeoutMs, maxBytes })
        if (status !== 200) throw new Error(`The registry answered HTTP ${status}.`)
        return parseListingPage(body)
      } catch (cause) {
        const detail = cause instanceof Error && cause.name === 'Error' ? ` ${cause.message}` : ''
        throw new RegistryUnavailableError(`The list of wallets could not be loaded.${detail}`, { cause })
      }
    },
  }
}
