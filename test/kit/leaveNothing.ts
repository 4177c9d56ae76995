import { afterAll, beforeAll, vi } from 'vitest'
import { changesSince, takeStock } from './globals.ts'

// Setup for tests that share a process: a file that leaves a global changed fails under its own name, instead of the file that
// happens to run after it.
let before: ReturnType<typeof takeStock>
beforeAll(() => {
  // An earlier file can leave a modal open, which this file must not find.
  if (typeof document !== 'undefined') document.body.replaceChildren()
  before = takeStock()
})
// Registered first, so it runs after the hooks of the file.
afterAll(async () => {
  // A component that stays in the page reacts to what the next file does, such as a change of the address.
  if (typeof document !== 'undefined') (await import('@testing-library/react')).cleanup()
  // Code that a page fetches later, such as development checks, must not arrive while the next file runs.
  await vi.dynamicImportSettled()
  vi.resetConfig()
  vi.useRealTimers()
  // React renders remaining updates in a later turn, which must come before the page's globals are gone.
  for (let turn = 0; turn < 3; turn += 1) await new Promise((done) => setImmediate(done))
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  const changed = changesSince(before)
  if (changed.length > 0) throw new Error(`The tests of this file leave these changed: ${changed.join(', ')}.`)
})
