import { parseUrl } from '@hawser/wire/internal'
import { ImportFailedError } from '../errors.ts'
import { type RegistryAnswer, readRegistryAnswer } from './registryShapes.ts'

/** The limits of an import: bytes of all pages together, entries, pages, redirects of one page, time of one page. */
export const importLimits = {
  bytes: 32 * 1024 * 1024,
  entries: 100_000,
  pages: 1_000,
  redirects: 3,
  milliseconds: 30_000,
} as const

/**
 * Fetches another registry's answer: the given address, and its further pages. Redirects are followed only on the same
 * host, and nothing that an answer names is fetched.
 * @param address - https, or http on this machine
 * @throws ImportFailedError
 */
export async function fetchAnswer(
  address: string,
  world: {
    readonly fetch: typeof fetch
    readonly milliseconds?: number
    /** Called after each page, with the number of entries read so far and the total if known. */
    readonly onPage?: (read: number, total: number | undefined) => void
  },
): Promise<RegistryAnswer> {
  const first = parseAddress(address)
  const startPage = Number(first.searchParams.get('page') ?? '1')
  let entries: readonly unknown[] = []
  let room: number = importLimits.bytes
  for (let number = 0; number < importLimits.pages; number += 1) {
    const url = new URL(first)
    if (number > 0) url.searchParams.set('page', String(startPage + number))
    const text = await fetchText(url, room, world)
    room -= text.length
    const answer = parseAnswer(text)
    if (entries.length + answer.entries.length > importLimits.entries)
      throw new ImportFailedError(`It has more than ${importLimits.entries} entries.`)
    entries = entries.concat(answer.entries)
    world.onPage?.(entries.length, answer.total)
    const isLast = answer.total === undefined || entries.length >= answer.total || answer.entries.length === 0
    if (isLast || !Number.isSafeInteger(startPage)) return { ...answer, entries }
  }
  throw new ImportFailedError(`It has more than ${importLimits.pages} pages. Ask for more entries a page.`)
}

/**
 * Reads another registry's answer from its text.
 * @throws ImportFailedError
 */
export function parseAnswer(text: string): RegistryAnswer {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new ImportFailedError('It is not JSON.', { cause })
  }
  const answer = readRegistryAnswer(value)
  if (answer === undefined) {
    throw new ImportFailedError('It is not a registry’s answer: that is an array, or an object with listings or data.')
  }
  return answer
}

function parseAddress(address: string): URL {
  const url = parseUrl(address)
  const isLocal = url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) return url
  throw new ImportFailedError('Only https addresses are fetched, and http ones of this machine.')
}

async function fetchText(
  url: URL,
  room: number,
  {
    fetch,
    milliseconds = importLimits.milliseconds,
  }: { readonly fetch: typeof globalThis.fetch; readonly milliseconds?: number },
): Promise<string> {
  const signal = AbortSignal.timeout(milliseconds)
  let target = url
  try {
    for (let hop = 0; hop <= importLimits.redirects; hop += 1) {
      const response = await fetch(target, { redirect: 'manual', signal, headers: { accept: 'application/json' } })
      const location = response.headers.get('location')
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel()
        target = followRedirect(target, location)
        continue
      }
      if (!response.ok) throw new ImportFailedError(`${target.host} answered ${response.status}.`)
      return await readText(response, room)
    }
  } catch (cause) {
    if (cause instanceof ImportFailedError) throw cause
    throw new ImportFailedError(signal.aborted ? 'It took too long.' : `${url.host} cannot be reached.`, { cause })
  }
  throw new ImportFailedError(`${url.host} redirects more than ${importLimits.redirects} times.`)
}

function followRedirect(from: URL, location: string): URL {
  const to = parseUrl(location, from)
  if (to?.host === from.host && to.protocol === from.protocol) return to
  throw new ImportFailedError(`${from.host} redirects to another host, which is not followed.`)
}

async function readText(response: Response, room: number): Promise<string> {
  const reader = response.body?.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  while (reader !== undefined) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > room) {
      await reader.cancel()
      throw new ImportFailedError(`It has more than ${importLimits.bytes} bytes.`)
    }
    parts.push(value)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}
