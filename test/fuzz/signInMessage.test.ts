import { isNight, volume } from '@hawser/test-kit/night'
import { chooseSeed, createRandom } from '@hawser/test-kit/random'
import {
  formatCaip122Message,
  InvalidSignInMessageError,
  parseCaip122Message,
  type SignInNamespace,
} from '@hawser/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alter, createMessage, namespaces } from './alteredTexts.ts'

const count = volume(5_000_000, 8_000)
const seed = chooseSeed('Z-5')
// Capturing a stack for each refusal would cost more than everything else.
const { stackTraceLimit } = Error
beforeAll(() => {
  Error.stackTraceLimit = 0
})
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit
})

/** Returns the fault of the value parsed from a text, if any, and otherwise whether the text was accepted. */
function judge(namespace: SignInNamespace, text: string): boolean | string {
  try {
    const message = parseCaip122Message(namespace, text)
    if (formatCaip122Message(namespace, message) !== text)
      return `accepted, but written otherwise: ${JSON.stringify(text)}`
    const isOneLine = Object.values(message)
      .flat()
      .every((value) => value === undefined || !/[\n\r]/.test(value))
    return isOneLine || `a field of two lines: ${JSON.stringify(text)}`
  } catch (error) {
    if (!(error instanceof InvalidSignInMessageError)) return `${error} of ${JSON.stringify(text)}`
    return error.message.length > 160 ? `says ${error.message}` : false
  }
}

test(
  `T-44 Z-5: ${count} altered sign-in texts: refused, or written again byte for byte`,
  () => {
    const random = createRandom(seed)
    const faults = new Set<string>()
    const found = { ours: 0, taken: 0, refused: 0 }
    for (let index = 0; index < count; index += 1) {
      const namespace = random.pick(namespaces)
      const text = createMessage(random, namespace)
      if (index % 5 === 0) {
        if (judge(namespace, text) === true) found.ours += 1
        else faults.add(text)
        continue
      }
      const judged = judge(namespace, alter(random, text))
      if (typeof judged === 'string') faults.add(judged)
      else found[judged ? 'taken' : 'refused'] += 1
    }
    console.log(`Z-5: ${JSON.stringify(found)}`)
    expect([...faults].slice(0, 5)).toEqual([])
    expect(found.ours).toBe(count / 5)
    // The parser is neither too strict nor too lenient: a letter of a name can change, and most other changes are caught.
    expect(found.taken).toBeGreaterThan(count / 100)
    expect(found.refused).toBeGreaterThan(count / 2)
  },
  isNight ? 3_600_000 : 60_000,
)
