// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createUriModal } from './createUriModal.ts'

const pairing = { pairingTopic: 'ab'.repeat(32), pairingUri: `wc:${'ab'.repeat(32)}@2?relay-protocol=irn` }
const soon = { timeout: 60_000 }
const code = () => document.querySelector('.hawser-qr-modules')
const button = (name: string) =>
  [...document.querySelectorAll('dialog button')].find(({ textContent }) => textContent === name)

type UriModal = ReturnType<typeof createUriModal>

/** Opens the modal with everything fetched, so that a short-lived code is visible. */
async function openShortly(modal: UriModal): Promise<void> {
  await modal.open({ ...pairing, pairingUri: 'wc:before', expiresAt: Date.now() + 60_000 })
  await expect.poll(code, soon).toBeTruthy()
  await modal.open({ ...pairing, expiresAt: Date.now() + 1_500 })
}

test('hides an expired code; Retry closes the modal', async () => {
  const modal = createUriModal({ modal: {}, chains: [] })
  const told: boolean[] = []
  modal.subscribe(({ open }) => told.push(open))
  await openShortly(modal)
  await expect.poll(() => button('Retry'), soon).toBeTruthy()
  expect(document.querySelector('.hawser-qr-modules')).toBeNull()
  expect(document.querySelector('dialog')?.textContent).toContain('The request has expired')

  button('Retry')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.poll(() => told, soon).toEqual([true, false])

  await modal.open({ ...pairing, expiresAt: Date.now() + 60_000 })
  await expect.poll(code, soon).toBeTruthy()
  modal.stop()
})

test('shows another pairing in place of an expired one at once', async () => {
  const modal = createUriModal({ modal: {}, chains: [] })
  await openShortly(modal)
  await expect.poll(() => button('Retry'), soon).toBeTruthy()
  await modal.open({ ...pairing, pairingUri: 'wc:another', expiresAt: Date.now() + 60_000 })
  await expect.poll(code, soon).toBeTruthy()
  modal.stop()
})
