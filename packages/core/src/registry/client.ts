import { formatListingQuery, type ListingPage, type ListingQuery, parseListingPage } from '@hawser/wire'
import { RegistryUnavailableError, RegistryUntrustedError } from '../errors.ts'
import { PageOutdatedError } from '../platform/errors.ts'
import {
  AnswerUnusableError,
  type FetchWorld,
  fetchBounded,
  isJson,
  parseJsonBytes,
  readBytes,
} from '../platform/fetchJson.ts'
import type { KeyValue } from '../platform/keyValue.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { SignedBundle } from './signed.ts'
import type { StaticRegistry } from './static.ts'

/** Asks a registry for wallets. */
export type RegistryClient = {
  /** @throws RegistryUnavailableError, RegistryUntrustedError */
  listings(query: ListingQuery, signal: AbortSignal): Promise<ListingPage>
  /** Returns the address of a listing's image, which is certain only after an answer. */
  imageUrlOf(imageId: string): string
}

export type RegistryClientOptions = FetchWorld & {
  /** Without a trailing path: `/w3m/v1/…` and `/v1/…` are added. */
  readonly registryUrl: string
  /** Only answers signed with one of these keys are used. If undefined, every answer is used. */
  readonly registryKey: string | readonly string[] | undefined
  readonly projectId?: string | undefined
  readonly storage: KeyValue
  readonly now: () => number
}

/** The SDK's name and version, sent to a registry (L1). */
export const sdk = { type: 'hawser', version: '0.2.0' } as const

const timeoutMs = 5_000
const maxBytes = 2 * 1024 * 1024

/**
 * Creates a registry client. It sends nothing before `listings` is called. If no service answers, the registry is read
 * from the files of its bundle. The code for files and for signatures is fetched when needed.
 */
export function createRegistryClient(options: RegistryClientOptions): RegistryClient {
  const { registryUrl, registryKey, projectId } = options
  const address = registryUrl.replace(/\/{1,8}$/, '')
  let bundle: SignedBundle | undefined
  let files: StaticRegistry | undefined
  let isService = false

  async function ask(query: ListingQuery, signal: AbortSignal): Promise<ListingPage> {
    if (files !== undefined) return files.listings(query, signal)
    if (registryKey !== undefined) bundle ??= await openSigned(registryKey)
    const [, answer] = await Promise.all([bundle?.manifest(signal), askService(query, signal)])
    if ('refusal' in answer) return askFiles(answer.refusal, query, signal)
    if (bundle === undefined) return answer
    return bundle.keep(answer, () => askService(query, signal, 'reload'), signal)
  }

  /** Asks the registry's service. A refusal may come from a static host, which has no such path and answers in any form. */
  async function askService(
    query: ListingQuery,
    signal: AbortSignal,
    cache: RequestCache = 'default',
  ): Promise<ListingPage | { readonly refusal: Error }> {
    const params = formatListingQuery(query)
    if (projectId !== undefined) params.set('projectId', projectId)
    params.set('sdkType', sdk.type)
    params.set('sdkVersion', sdk.version)
    const url = `${address}/w3m/v1/getAllListings?${params}`
    const request = { url, init: { credentials: 'omit', cache }, signal, timeoutMs, maxBytes } as const
    let isRead = isService
    try {
      return await fetchBounded(options, request, async (response) => {
        isRead = true
        const { status } = response
        const refusal = new AnswerUnusableError(`The registry answered HTTP ${status}.`)
        if (status === 429 || status >= 500) throw refusal
        if (status === 404) return { refusal }
        if (!isJson(response)) return { refusal: new AnswerUnusableError(`The answer (HTTP ${status}) is not JSON.`) }
        if (status !== 200) throw refusal
        const page = parseListingPage(parseJsonBytes(await readBytes(response, maxBytes)))
        isService = true
        return page
      })
    } catch (cause) {
      // An answer that the page may not read (no CORS header, a redirect) looks like a network failure.
      if (isRead || !(cause instanceof TypeError)) throw cause
      return { refusal: cause }
    }
  }

  async function askFiles(refusal: Error, query: ListingQuery, signal: AbortSignal): Promise<ListingPage> {
    try {
      const createStaticRegistry = await loadPart(async () => (await import('./static.ts')).createStaticRegistry)
      const found = createStaticRegistry({ ...options, address, bundle })
      const page = await found.listings(query, signal)
      files = found
      return page
    } catch (cause) {
      if (isTold(cause)) throw cause
      refusal.cause ??= cause
      throw refusal
    }
  }

  async function openSigned(registryKey: string | readonly string[]): Promise<SignedBundle> {
    const createSignedBundle = await loadPart(async () => (await import('./signed.ts')).createSignedBundle)
    const { subtle } = globalThis.crypto ?? {}
    return createSignedBundle({ ...options, registryKey, address, subtle })
  }

  return {
    async listings(query, signal) {
      try {
        return await ask(query, signal)
      } catch (cause) {
        if (isTold(cause)) throw cause
        const detail = cause instanceof AnswerUnusableError ? ` ${cause.message}` : ''
        throw new RegistryUnavailableError(`The list of wallets could not be loaded.${detail}`, { cause })
      }
    },
    imageUrlOf: (imageId) => files?.imageUrlOf(imageId) ?? `${address}/w3m/v1/getWalletImage/${imageId}`,
  }
}

/** Whether an error gives a more specific reason than that there is no list. */
function isTold(cause: unknown): boolean {
  return cause instanceof RegistryUntrustedError || cause instanceof PageOutdatedError
}
