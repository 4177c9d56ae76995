import { afterAll, beforeAll, vi } from 'vitest'
import { changesSince, takeStock } from './globals.ts'

// Set up for tests that share a process: a file that leaves a global changed fails, by its own name, in place of the file that
// happens to run after it.
let before: ReturnType<typeof takeStock>
beforeAll(() => {
  // A modal that an earlier file has left open is not to be found by this one.
  if (typeof document !== 'undefined') document.body.replaceChildren()
  before = takeStock()
})
// Set up first, so it runs after those of the file.
afterAll(async () => {
  // Code that a page fetches later, as the checks of development, must not arrive while the next file runs.
  await vi.dynamicImportSettled()
  vi.resetConfig()
  vi.useRealTimers()
  // React renders what is left in a later turn, which must not come when the page's globals are gone.
  for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => setImmediate(done))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  const changed = changesSince(before)
  if (changed.length > 0) throw new Error(`The tests of this file leave these changed: ${changed.join(', ')}.`)
})
