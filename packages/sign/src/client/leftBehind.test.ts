import { afterEach, beforeEach, expect, test } from 'vitest'
import { asked, createTestClients, granted, keptOf, next } from '../testing/testClients.fixture.ts'
import type { SignClientOptions } from './signClientOptions.ts'

// A page is discarded, and another one starts on its storage (WalletConnect/web3inbox#357).
let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

const startAgain = (leftBehind: NonNullable<SignClientOptions['leftBehind']>) =>
  house.create(house.storages.dapp, { leftBehind })

test('F12b ends a session that an earlier page left behind, and notifies its wallet', async () => {
  const { topic } = await house.settle()
  await house.dapp.stop()
  const deleted = next(house.wallet, 'sessionDeleted')
  const page = startAgain('end')
  expect(await deleted).toMatchObject({
    topic,
    by: 'peer',
    reason: { code: 6000, message: 'The page that asked is gone.' },
  })
  expect([page.sessions(), house.wallet.sessions()]).toEqual([[], []])
  await expect.poll(() => keptOf(house.storages.dapp, 'sessions')).toBeUndefined()
})

test('F12b refuses a settlement for a page that is gone, and notifies its wallet', async () => {
  const { pairingUri } = await house.dapp.propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri })
  await house.dapp.stop()
  const { acknowledged } = await house.wallet.approve({ proposalId: id, namespaces: granted })
  const page = startAgain('end')
  await expect(acknowledged).rejects.toMatchObject({ code: 'session_ended', reason: { code: 7000 } })
  expect([page.sessions(), house.wallet.sessions()]).toEqual([[], []])
})

test('F12b keeps the page’s own proposals, with any sessions left behind', async () => {
  await house.settle()
  await house.dapp.stop()
  const page = startAgain('end')
  const proposed = await page.propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  await house.wallet.approve({ proposalId: id, namespaces: granted })
  const { topic } = await proposed.approval
  expect(page.sessions().map((session) => session.topic)).toEqual([topic])
})

test('F12a by default a session continues, also one that settles without a page', async () => {
  const { topic } = await house.settle()
  const { pairingUri } = await house.dapp.propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri })
  await house.dapp.stop()
  const { acknowledged } = await house.wallet.approve({ proposalId: id, namespaces: granted })
  const page = startAgain('keep')
  const second = await acknowledged
  expect(
    page
      .sessions()
      .map((session) => session.topic)
      .sort(),
  ).toEqual([topic, second.topic].sort())
})

test('F12b a wallet keeps its sessions over a restart, with any value of the option', async () => {
  const { topic } = await house.settle()
  await house.wallet.stop()
  const wallet = house.create(house.storages.wallet, { leftBehind: 'end' })
  await wallet.ready()
  expect(wallet.sessions().map((session) => session.topic)).toEqual([topic])
})

test('F12b continues the link that a page resumes, and ends the others', async () => {
  await house.settle()
  const { pairingUri, pairingTopic } = await house.dapp.propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri })
  await house.dapp.stop()
  const deleted = next(house.wallet, 'sessionDeleted')
  const page = startAgain((topic) => (topic === pairingTopic ? 'keep' : 'end'))
  const { approval } = await page.resume({ pairingTopic })
  await house.wallet.approve({ proposalId: id, namespaces: granted })
  const { topic } = await approval
  expect((await deleted).topic).not.toBe(topic)
  expect(page.sessions().map((session) => session.topic)).toEqual([topic])
})
