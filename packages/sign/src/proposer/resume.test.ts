import { afterEach, beforeEach, expect, test } from 'vitest'
import { createMemoryStorage } from '../records/storage.ts'
import { asked, createTestClients, granted, keptOf } from '../testing/testClients.fixture.ts'

// A page that reloads with the storage of the previous page.

let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

/** Makes a proposal whose page is then gone. */
async function propose() {
  const storage = createMemoryStorage()
  const page = house.create(storage)
  const { pairingUri, pairingTopic, published, approval, expiresAt } = await page.propose({ optionalNamespaces: asked })
  approval.catch(() => {})
  await published
  await expect.poll(() => keptOf(storage, 'proposed')).toBeDefined()
  await page.stop()
  return { storage, pairingUri, pairingTopic, expiresAt, reload: () => house.create(storage) }
}

async function approve(pairingUri: string): Promise<void> {
  const proposal = await house.wallet.pair({ pairingUri })
  await house.wallet.approve({ proposalId: proposal.id, namespaces: granted })
}

test('F12 resumes a proposal after a reload: the wallet may still approve', async () => {
  const { pairingTopic, pairingUri, expiresAt, reload } = await propose()
  const resumed = await reload().resume({ pairingTopic })
  expect(resumed).toMatchObject({ pairingTopic, pairingUri, expiresAt })
  await approve(pairingUri)
  expect(await resumed.approval).toMatchObject({ pairingTopic, namespaces: granted })
})

test('F12 finds an approval that came without a page, before and after the session settles', async () => {
  const { pairingTopic, pairingUri, reload } = await propose()
  await approve(pairingUri)
  const page = reload()
  const { approval } = await page.resume({ pairingTopic })
  const { topic } = await approval
  expect(await (await page.resume({ pairingTopic })).approval).toMatchObject({ topic })
})

test('F12 finds a rejection that came without a page', async () => {
  const { pairingTopic, pairingUri, reload } = await propose()
  const proposal = await house.wallet.pair({ pairingUri })
  await house.wallet.reject({ proposalId: proposal.id })
  const { approval } = await reload().resume({ pairingTopic })
  await expect(approval).rejects.toMatchObject({ code: 'proposal_rejected' })
})

test('F12 cannot resume an ended, cancelled or foreign proposal', async () => {
  const { pairingTopic, reload } = await propose()
  await expect(house.dapp.resume({ pairingTopic })).rejects.toMatchObject({ code: 'unknown_proposal' })
  const page = reload()
  const { approval } = await page.resume({ pairingTopic })
  approval.catch(() => {})
  await page.deletePairing({ topic: pairingTopic })
  await expect(approval).rejects.toMatchObject({ code: 'proposal_cancelled' })
  await expect(page.resume({ pairingTopic })).rejects.toMatchObject({ code: 'unknown_proposal' })
})
