import { expect, test } from 'vitest'
import { claimTab } from './claimTab.ts'

// Replaces the browser: a lock manager whose answer the test decides.
function makeLocks(request: (granted: () => Promise<void>) => Promise<unknown>): LockManager {
  return { request: (_name: string, _options: object, granted: () => Promise<void>) => request(granted) } as LockManager
}
const refuse = (name: string) => Promise.reject(new DOMException('', name))

test('claimTab: runs unguarded without Web Locks, and if the browser keeps no site data', async () => {
  const takenOver: string[] = []
  await claimTab(undefined, () => takenOver.push('absent'))
  await claimTab(
    makeLocks(() => refuse('SecurityError')),
    () => takenOver.push('denied'),
  )
  expect(takenOver).toEqual([])
})

test('claimTab: holds the lock, and calls back when another tab steals it', async () => {
  let steal = (_error: DOMException): void => {}
  const stolen = new Promise<void>((_resolve, reject) => {
    steal = reject
  })
  const locks = makeLocks((granted) => {
    void granted()
    return stolen
  })
  await new Promise<void>((takenOver) => {
    void claimTab(locks, takenOver).then(() => steal(new DOMException('', 'AbortError')))
  })
})
