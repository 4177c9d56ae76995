import { expect, test } from 'vitest'
import { createExternalPairing } from './externalPairing.ts'

const pairing = { pairingTopic: 'ab'.repeat(32), pairingUri: 'wc:…', expiresAt: 2_000 }

test('createExternalPairing: returns the last pairing it got, which no answer reaches', async () => {
  const { connector, setPairing: hand } = createExternalPairing({ now: () => 1_000 })
  expect(connector.renews).toBe(false)
  hand({ ...pairing, pairingUri: 'wc:first' })
  hand(pairing)
  const proposed = connector.propose()
  expect(proposed).toMatchObject(pairing)
  await proposed.published
  proposed.cancel()
  // The pairing is shown again at once, as after closing the modal by mistake.
  const again = connector.propose()
  const first = await Promise.race([proposed.approval, again.approval, again.published.then(() => 'published')])
  expect(first).toBe('published')
})

test('createExternalPairing: has no pairing before the first, nor after its expiry', () => {
  let now = 1_000
  const { connector, setPairing: hand } = createExternalPairing({ now: () => now })
  expect(() => connector.propose()).toThrow(expect.objectContaining({ code: 'pairing_expired' }))
  hand(pairing)
  now = 2_000
  expect(() => connector.propose()).toThrow(expect.objectContaining({ code: 'pairing_expired' }))
})
