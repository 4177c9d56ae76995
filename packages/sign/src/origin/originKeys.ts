import { originKeysPath, originLimits, parseOriginKeys } from '@hawser/wire'
import { decodeUtf8 } from '@hawser/wire/internal'

export type AskWorld = { readonly fetch: typeof fetch; readonly signal: AbortSignal }

/**
 * Fetches the keys that a server publishes. Empty if the server has none, answers something else, or does not answer
 * before `signal` aborts.
 */
export function fetchOriginKeys(
  { fetch, signal }: AskWorld,
  address: string,
  cache: 'default' | 'reload',
): Promise<readonly string[]> {
  const ask = async () => {
    const response = await fetch(address + originKeysPath, {
      cache,
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal,
    })
    const isJson = /^application\/json\s*(?:;|$)/i.test(response.headers.get('content-type') ?? '')
    if (response.status !== 200 || !isJson) return []
    const text = await readText(response)
    return text === undefined ? [] : parseOriginKeys(JSON.parse(text))
  }
  // Raced, because a passed-in fetch can ignore its signal.
  return new Promise((resolve) => {
    const giveUp = () => resolve([])
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    ask().then(resolve, giveUp)
  })
}

/** Reads the text of a response. Returns undefined if the text is too long. */
async function readText(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader()
  // React Native has no streams.
  if (reader === undefined) {
    const text = await response.text()
    return text.length > originLimits.documentBytes ? undefined : text
  }
  const bytes: number[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return decodeUtf8(Uint8Array.from(bytes)).replace(/^\uFEFF/, '')
    if (bytes.length + value.byteLength > originLimits.documentBytes) {
      // Not awaited: a stream can take time to stop.
      reader.cancel().catch(() => {})
      return undefined
    }
    bytes.push(...value)
  }
}
