import { originKeysPath, originLimits, parseOriginKeys } from '@hawser/wire'

export type AskWorld = { readonly fetch: typeof fetch; readonly signal: AbortSignal }

/** The keys that a server publishes. None where it has none, says something else, or does not answer before `signal` aborts. */
export function askOriginKeys(
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
    return parseOriginKeys(JSON.parse(await readText(response)))
  }
  // Raced, because a fetch that was passed in may not heed its signal.
  return new Promise((resolve) => {
    const giveUp = () => resolve([])
    if (signal.aborted) return giveUp()
    signal.addEventListener('abort', giveUp, { once: true })
    ask().then(resolve, giveUp)
  })
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let length = 0
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) return text + decoder.decode()
    length += value.byteLength
    if (length > originLimits.documentBytes) {
      // Not awaited: a stream may take its time to stop.
      reader?.cancel().catch(() => {})
      throw new Error(`The answer is larger than ${originLimits.documentBytes} bytes.`)
    }
    text += decoder.decode(value, { stream: true })
  }
}
