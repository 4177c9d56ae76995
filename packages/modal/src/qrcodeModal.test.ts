// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import { createQRCodeModal } from './qrcodeModal.ts'

const topic = 'ab'.repeat(32)
const key = 'cd'.repeat(32)
const version2 = `wc:${topic}@2?relay-protocol=irn&symKey=${key}`
const version1 = `wc:8a5e5bdc-a0e4-4702-ba63-8f1a5655744f@1?bridge=https%3A%2F%2Fbridge.example&key=${key}`

const modal = createQRCodeModal()
const dialog = () => document.querySelector('dialog[open]')
const soon = { timeout: 60_000 }
const shown = () => expect.poll(() => dialog()?.querySelector('[role="img"]'), soon).toBeTruthy()

afterEach(() => modal.close())

test.each([
  ['1', version1],
  ['2', version2],
])('QRCodeModal.open: shows a URI of version %s, and calls back when the visitor closes', async (_, uri) => {
  let closedCount = 0
  modal.open(uri, () => {
    closedCount += 1
  })
  await shown()
  expect(dialog()?.querySelector('.hawser-classic')).toBeTruthy()
  const close = dialog()?.querySelector<HTMLElement>('button[aria-label="Close"]')
  close?.click()
  await expect.poll(() => closedCount, soon).toBe(1)
  expect(dialog()).toBeNull()
})

test.each([
  ['by default', undefined, true],
  ['on the network', 'network', true],
  ['on a relay of its own', 'own', false],
] as const)('QRCodeModal.open: %s the first view has the code or not', async (_, relayReach, hasCode) => {
  modal.open(version2, null, relayReach && { relayReach })
  if (hasCode) return shown()
  const text = () => dialog()?.textContent
  await expect.poll(text, soon).toContain(`I have another wallet that uses ${location.host}`)
  expect(dialog()?.querySelector('.hawser-qr-modules')).toBeNull()
})

test('QRCodeModal.close: closes without calling back, and does nothing when closed', async () => {
  let closedCount = 0
  modal.close()
  modal.open(version2, () => {
    closedCount += 1
  })
  await shown()
  modal.close()
  await expect.poll(dialog, soon).toBeNull()
  expect(closedCount).toBe(0)
})

test('QRCodeModal.open: a second URI replaces the first', async () => {
  modal.open(version1)
  await shown()
  const drawn = dialog()?.querySelector('.hawser-qr-modules')?.getAttribute('d')
  modal.open(version2, null)
  await shown()
  expect(document.querySelectorAll('dialog')).toHaveLength(1)
  expect(dialog()?.querySelector('.hawser-qr-modules')?.getAttribute('d')).not.toBe(drawn)
})

test('QRCodeModal.open: refuses a malformed pairing URI at once', () => {
  expect(() => modal.open('https://example.com')).toThrow(expect.objectContaining({ code: 'invalid_pairing_uri' }))
  expect(dialog()).toBeNull()
})

test('T-60 QRCodeModal.open: never writes the URI to the console', async () => {
  const written: unknown[] = []
  const { log, warn, error, info } = console
  for (const name of ['log', 'warn', 'error', 'info'] as const) console[name] = (...args) => written.push(...args)
  try {
    modal.open(version2)
    await shown()
    modal.close()
  } finally {
    Object.assign(console, { log, warn, error, info })
  }
  expect(JSON.stringify(written)).not.toContain(key)
})
