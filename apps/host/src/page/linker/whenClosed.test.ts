import type { LinkerState } from '@hawser/core'
import { expect, test } from 'vitest'
import { whenClosed } from './whenClosed.ts'

function createModal(status: 'closed' | 'choosing') {
  const listeners = new Set<() => void>()
  let flow: LinkerState['flow'] = status === 'closed' ? { status } : { status, pairing: undefined }
  return {
    listeners,
    getState: () => ({ flow }) as LinkerState,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change(next: LinkerState['flow']) {
      flow = next
      for (const listener of [...listeners]) listener()
    },
  }
}

test('whenClosed: waits for the visitor to close the modal, and calls back once', async () => {
  const modal = createModal('choosing')
  let calls = 0
  whenClosed(modal, () => {
    calls += 1
  })
  modal.change({ status: 'choosing', pairing: undefined })
  await Promise.resolve()
  expect(calls).toBe(0)
  modal.change({ status: 'closed' })
  modal.change({ status: 'closed' })
  expect([calls, modal.listeners.size]).toEqual([0, 0])
  await Promise.resolve()
  expect(calls).toBe(1)
})

test('whenClosed: does not wait for a modal that is already closed', async () => {
  let calls = 0
  whenClosed(createModal('closed'), () => {
    calls += 1
  })
  expect(calls).toBe(0)
  await Promise.resolve()
  expect(calls).toBe(1)
})
