import { parseChallengeResponse } from '@hawser/wire'
import { expect, test } from 'vitest'
import { createTestHost, createTestWallet } from './createTestHost.fixture.ts'
import { LinkFailedError } from './errors.ts'
import type { LinkLogEvent } from './options/linkLogEvent.ts'

const wallet = createTestWallet(1)

/** Collects the log's events by type. */
function createLog() {
  const events: LinkLogEvent[] = []
  return {
    events,
    onEvent: (event: LinkLogEvent) => void events.push(event),
    accountOf: (type: LinkLogEvent['type']) => events.findLast((event) => event.type === type)?.account,
  }
}

test('an account has the same hash in all its events, also for a contract', async () => {
  const log = createLog()
  const host = await createTestHost({ onEvent: log.onEvent })
  const { id } = await host.linkWallet('alice', wallet)
  const account = log.accountOf('linked')
  expect(account).toMatch(/^[0-9a-f]{32}$/)
  await host.send(`/wallets/${id}`, { method: 'PATCH', user: 'alice', body: { label: 'x' } })
  expect(log.accountOf('changed')).toBe(account)
  const asked = await host.send('/challenges', {
    method: 'POST',
    user: 'bob',
    body: { purpose: 'release', accountId: wallet.accountId },
  })
  const { challengeId, message } = parseChallengeResponse(asked.body)
  const body = { purpose: 'release', challengeId, signature: wallet.sign(message) }
  await host.send('/wallets/release', { method: 'POST', user: 'bob', body })
  expect(log.accountOf('released')).toBe(account)

  // The row of a contract stores its address with the chain.
  const bare = wallet.address.toLowerCase()
  await host.store.putLinkedWallet({
    id: 'contract',
    hostUserId: 'alice',
    namespace: 'eip155',
    address: `eip155:1:${bare}`,
    accountId: wallet.accountId,
    walletName: undefined,
    linkedAt: host.clock.now,
    proof: { method: 'eip1271', chainId: 'eip155:1', block: '1', challengeId: 'c' },
  })
  await host.send('/wallets/contract', { method: 'PATCH', user: 'alice', body: { label: 'x' } })
  expect(log.accountOf('changed')).toBe(account)
  await host.send('/wallets/contract', { method: 'DELETE', user: 'alice' })
  expect(log.accountOf('unlinked')).toBe(account)
})

test.each([
  [
    'throw',
    () => {
      throw new Error('log down')
    },
  ],
  ['reject', () => Promise.reject(new Error('log down'))],
] as const)('a log and an onFailure that %s change no answer and end no process', async (_, fail) => {
  const { store } = await createTestHost()
  const linkedWallets = () => Promise.reject(new Error('disk'))
  const unhandled: unknown[] = []
  const hear = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', hear)
  const host = await createTestHost({ store: { ...store, linkedWallets }, onEvent: fail, onFailure: fail })
  expect(await host.send('/wallets', { user: 'alice' })).toMatchObject({ status: 500, body: { code: 'link_failed' } })
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', hear)
  expect(unhandled).toEqual([])
})

test('error details of the store and the host app go to onFailure, not to the client', async () => {
  const { store } = await createTestHost()
  const failure = new LinkFailedError('The link store holds a malformed wallet.')
  const host = await createTestHost({ store: { ...store, linkedWallets: () => Promise.reject(failure) } })
  const answer = await host.send('/wallets', { user: 'alice' })
  expect(answer).toMatchObject({ status: 500, body: { code: 'link_failed' } })
  expect(answer.text).not.toContain('holds a wallet')
  expect(host.failures).toEqual([failure])
})
