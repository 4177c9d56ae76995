import { parseChallengeResponse, parseLinkedWallet } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet, type TestHost } from './createTestHost.fixture.ts'
import { fiftyAtOnce } from './fiftyAtOnce.fixture.ts'
import type { LinkOptions } from './options/linkOptions.ts'
import type { LinkStore } from './records/linkStore.ts'
import { formatWords } from './verifiers/rpcServer.fixture.ts'

const wallet = createTestWallet(1)
const noon = Date.UTC(2026, 10, 21, 12)

/** Tests, on any store, proofs that wait for the signatures of other owners. */
export function testPendingProofs(name: string, make: () => Promise<LinkStore>): void {
  type Chain = { agrees: boolean | 'down'; count: number }

  async function onHost(
    run: (host: TestHost, chain: Chain) => Promise<void>,
    options: Partial<LinkOptions> = {},
  ): Promise<void> {
    const store = await make()
    const chain: Chain = { agrees: false, count: 0 }
    try {
      const host = await createTestHost({
        store,
        rpc: { 'eip155:1': ['https://rpc.example/'] },
        fetch: async () => {
          chain.count += 1
          if (chain.agrees === 'down') throw new TypeError('no network')
          return Response.json({ jsonrpc: '2.0', id: 1, result: formatWords({ agrees: chain.agrees }, noon) })
        },
        ...options,
      })
      await run(host, chain)
    } finally {
      await store.stop()
    }
  }

  const prove = (host: TestHost, challengeId: string, signature = '0x', user = 'alice', again?: true) =>
    host.send('/proofs', { method: 'POST', user, body: { purpose: 'link', challengeId, signature, again } })
  const pending = { status: 409, body: { code: 'signature_pending' } }
  const unknown = { status: 404, body: { code: 'challenge_unknown' } }

  describe(`${name}: a contract that does not agree yet`, () => {
    test('F18b says no now and yes a minute later: the same answer links, once', () =>
      onHost(async (host, chain) => {
        const { challengeId } = await host.challenge('alice', wallet)
        const answer = await prove(host, challengeId)
        expect(answer).toMatchObject(pending)
        expect(answer.headers.get('retry-after')).toBe('10')
        expect(answer.text).toContain('then check again')
        host.clock.now += 60_000
        expect(await prove(host, challengeId, '0x', 'alice', true)).toMatchObject(pending)
        chain.agrees = true
        host.clock.now += 60_000
        expect(await prove(host, challengeId, '0x', 'alice', true)).toMatchObject({ status: 201 })
        expect(await prove(host, challengeId)).toMatchObject(unknown)
        // A lost answer is given again, as always.
        expect(await prove(host, challengeId, '0X', 'alice', true)).toMatchObject({ status: 201 })
        expect(await host.link.linkedWallets('alice')).toHaveLength(1)
      }))

    test('from then on the challenge accepts only that answer, only in its session', () =>
      onHost(async (host, chain) => {
        const { challengeId, message } = await host.challenge('alice', wallet)
        expect(await prove(host, challengeId)).toMatchObject(pending)
        chain.agrees = true
        for (const other of ['0x00', wallet.sign(message), `0x${'ab'.repeat(96)}`])
          expect(await prove(host, challengeId, other)).toMatchObject(unknown)
        expect(await prove(host, challengeId, '0x', 'bob')).toMatchObject(unknown)
        expect(await prove(host, challengeId)).toMatchObject({ status: 201 })
      }))

    test('one of fifty at once links', () =>
      onHost(async (host, chain) => {
        const { challengeId } = await host.challenge('alice', wallet)
        expect(await prove(host, challengeId)).toMatchObject(pending)
        chain.agrees = true
        await fiftyAtOnce(host, 'alice', () => prove(host, challengeId))
        expect(await host.link.linkedWallets('alice')).toHaveLength(1)
      }))

    test('it expires at its original time, however often it is checked', () =>
      onHost(async (host, chain) => {
        const { challengeId, expiresAt } = await host.challenge('alice', wallet)
        for (let time = 0; time < 4; time += 1) {
          expect(await prove(host, challengeId)).toMatchObject(pending)
          host.clock.now += 70_000
        }
        chain.agrees = true
        host.clock.now = expiresAt
        expect(await prove(host, challengeId)).toMatchObject({ status: 400, body: { code: 'challenge_expired' } })
        expect(await prove(host, challengeId)).toMatchObject(unknown)
      }))

    test('it is checked at a limited rate, and is valid again after a pause', () =>
      onHost(
        async (host, chain) => {
          const { challengeId } = await host.challenge('alice', wallet)
          for (let time = 0; time < 4; time += 1) expect(await prove(host, challengeId)).toMatchObject(pending)
          const { count } = chain
          chain.agrees = true
          for (let time = 0; time < 2; time += 1)
            expect(await prove(host, challengeId)).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
          expect(chain.count).toBe(count)
          host.clock.now += 30_000
          expect(await prove(host, challengeId)).toMatchObject({ status: 201 })
        },
        { rateLimits: { checksPerChallenge: 3, proofsPerUser: 1000, proofsPerAddress: 1000 } },
      ))

    test('an unreachable chain in between changes nothing: only the same answer stays valid', () =>
      onHost(async (host, chain) => {
        const { challengeId, message } = await host.challenge('alice', wallet)
        expect(await prove(host, challengeId)).toMatchObject(pending)
        chain.agrees = 'down'
        expect(await prove(host, challengeId)).toMatchObject({ status: 503 })
        chain.agrees = true
        expect(await prove(host, challengeId, wallet.sign(message))).toMatchObject(unknown)
        expect(await prove(host, challengeId)).toMatchObject({ status: 201 })
      }))

    test('releasing and unlinking wait in the same way', () =>
      onHost(
        async (host, chain) => {
          const post = (path: string, user: string, body: object) => host.send(path, { method: 'POST', user, body })
          const ask = async (user: string, body: object) => {
            const issued = await post('/challenges', user, body)
            return parseChallengeResponse(issued.body).challengeId
          }
          chain.agrees = true
          const { challengeId: linked } = await host.challenge('alice', wallet)
          const answer = await prove(host, linked)
          const { id } = parseLinkedWallet(answer.body)
          const unlink = {
            purpose: 'unlink',
            challengeId: await ask('alice', { purpose: 'unlink', walletId: id }),
            signature: '0x',
          }
          const release = {
            purpose: 'release',
            challengeId: await ask('bob', { purpose: 'release', accountId: wallet.accountId }),
            signature: '0x',
          }
          chain.agrees = false
          expect(await post(`/wallets/${id}/unlink`, 'alice', unlink)).toMatchObject(pending)
          expect(await post('/wallets/release', 'bob', release)).toMatchObject(pending)
          expect(await host.link.linkedWallets('alice')).toHaveLength(1)
          chain.agrees = true
          expect(await post(`/wallets/${id}/unlink`, 'alice', unlink)).toMatchObject({ status: 204 })
          expect(await post('/wallets/release', 'bob', release)).toMatchObject({ status: 204 })
        },
        { isLoginFactor: true, mayUnlinkLast: async () => true },
      ))
  })
}
