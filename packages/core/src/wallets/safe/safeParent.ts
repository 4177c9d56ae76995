import { ExtensionFailedError } from '../../errors.ts'
import { readField } from '../../platform/readField.ts'

/** The surrounding page, asked with the messages of Safe Apps. Every request settles. */
export type SafeParent = {
  /** Sends a request. Rejects with the Safe's message, or after `patienceMs` of silence. */
  ask(method: string, params: unknown, patienceMs: number): Promise<unknown>
  stop(): void
}

export type SafeParentOptions = {
  /** The window of this page. */
  readonly scope: EventTarget
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
}

// The messages' sender version: a Safe uses it to choose the form of its answers.
const sdkVersion = '9.1.0'
// Each page makes new ids, so that no answer to an earlier page counts here.
const createId = () => Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => byte.toString(16)).join('-')

/**
 * Creates the channel to the surrounding page (safe-global/safe-apps-sdk, packages/safe-apps-sdk/src/communication).
 * Requests go only to that page's origin, if the browser reports it.
 */
export function createSafeParent({ scope, setTimer }: SafeParentOptions): SafeParent {
  const parent = readField(scope, 'parent')
  const around = readField(readField(readField(scope, 'location'), 'ancestorOrigins'), '0')
  const origin = typeof around === 'string' ? around : '*'
  const waiting = new Map<string, (answer: unknown) => void>()

  function heard(event: Event): void {
    if (readField(event, 'source') !== parent) return
    if (origin !== '*' && readField(event, 'origin') !== origin) return
    const answer = readField(event, 'data')
    const id = readField(answer, 'id')
    if (typeof id === 'string') waiting.get(id)?.(answer)
  }

  scope.addEventListener('message', heard)
  return {
    ask(method, params, patienceMs) {
      const id = createId()
      return new Promise<unknown>((resolve, reject) => {
        const cancelTimer = setTimer(() => settle({ error: 'The Safe did not answer.' }), patienceMs)
        function settle(answer: unknown): void {
          waiting.delete(id)
          cancelTimer()
          if (readField(answer, 'success') === true) resolve(readField(answer, 'data'))
          else reject(new ExtensionFailedError(String(readField(answer, 'error'))))
        }
        waiting.set(id, settle)
        try {
          Reflect.apply(Reflect.get(Object(parent), 'postMessage'), parent, [
            { id, method, params, env: { sdkVersion } },
            origin,
          ])
        } catch {
          settle({ error: 'The page around this one cannot be asked.' })
        }
      })
    },
    stop() {
      scope.removeEventListener('message', heard)
      for (const settle of [...waiting.values()]) settle({ error: 'The page is not asked any more.' })
    },
  }
}
