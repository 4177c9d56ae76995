import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { asked, createTestClients, granted, next } from '../testing/testClients.fixture.ts'

// The most frequent reports of other clients' users: an old token, a late approval, a used link.
let house: ReturnType<typeof createTestClients>
const lost: unknown[] = []
const lose = (reason: unknown) => lost.push(reason)

beforeEach(() => {
  house = createTestClients()
  lost.length = 0
  process.on('unhandledRejection', lose)
  onTestFinished(() => void process.off('unhandledRejection', lose))
})
afterEach(() => house.stop())

test('T-68 each connection has its own token, made when it opens', async () => {
  await house.settle()
  for (let cut = 0; cut < 3; cut += 1) {
    await house.clock.sleep(3_600_000)
    const before = house.relay.upgrades().length
    house.relay.cut()
    await house.clock.advance(1_000)
    expect(house.relay.upgrades().length).toBeGreaterThanOrEqual(before + 2)
  }
  const tokens = house.relay.upgrades().map((url) => new URL(url).searchParams.get('auth') ?? '')
  expect(new Set(tokens).size).toBe(tokens.length)
  const issued = tokens.map((token) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).iat)
  // Three hours lie between the first token and the last.
  expect(Math.max(...issued) - Math.min(...issued)).toBeGreaterThanOrEqual(3 * 3600)
})

test('T-70 refuses an approval after the end with a code, on both ends', async () => {
  const proposed = await house.dapp.propose({ optionalNamespaces: asked })
  const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  const expired = expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_expired' })
  await house.clock.advance(300_001)
  await expired
  const late = house.wallet.approve({ proposalId: id, namespaces: granted })
  await expect(late).rejects.toMatchObject({ code: 'proposal_expired', message: expect.stringMatching(/proposal/i) })
  await house.clock.advance(60_000)
  expect(house.wallet.sessions()).toEqual([])
  expect(house.dapp.sessions()).toEqual([])
  expect(lost).toEqual([])
  expect(house.failures).toEqual([])
})

test('T-70 an approved proposal does not expire afterwards, on either side', async () => {
  const heard: string[] = []
  house.wallet.on('proposalExpired', () => heard.push('wallet'))
  house.dapp.on('proposalExpired', () => heard.push('dapp'))
  const { topic } = await house.settle()
  await house.clock.advance(900_000)
  expect(heard).toEqual([])
  expect(house.dapp.sessions().map((session) => session.topic)).toEqual([topic])
  expect(lost).toEqual([])
})

test('T-71 a wallet that closes during the question pairs the same link until it expires', async () => {
  const { pairingUri, approval } = await house.dapp.propose({ optionalNamespaces: asked })
  const first = await house.wallet.pair({ pairingUri })
  await house.wallet.stop()
  for (let again = 0; again < 4; again += 1) {
    await house.clock.advance(50_000)
    const reopened = house.create(house.storages.wallet)
    expect(await reopened.pair({ pairingUri })).toEqual(first)
    await reopened.stop()
  }
  const last = house.create(house.storages.wallet)
  await last.pair({ pairingUri })
  await last.approve({ proposalId: first.id, namespaces: granted })
  expect((await approval).namespaces).toEqual(granted)
})

test('T-71 refuses the same link with a code once it has expired', async () => {
  const { pairingUri, approval } = await house.dapp.propose({ optionalNamespaces: asked })
  const over = expect(approval).rejects.toMatchObject({ code: 'proposal_expired' })
  await house.wallet.pair({ pairingUri })
  const expired = next(house.wallet, 'proposalExpired')
  await house.clock.advance(300_001)
  await Promise.all([over, expired])
  // The relay no longer has the proposal. If only the clocks differed, it would still be there (F-L14).
  const late = expect(house.wallet.pair({ pairingUri })).rejects.toMatchObject({ code: 'pairing_expired' })
  await house.clock.advance(2_000)
  await late
  await house.clock.sleep(3_600_000)
  await expect(house.wallet.pair({ pairingUri })).rejects.toMatchObject({ code: 'pairing_expired' })
})
