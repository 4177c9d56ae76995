import { parseChallengeResponse } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet, type TestHost } from './createTestHost.fixture.ts'
import { formatWords, type Said } from './verifiers/rpcServer.fixture.ts'
import type { ReleasedWallet } from './wallets/releasedWallet.ts'

// Accounts with both a key and code (EIP-7702), and the rights that a contract's agreement gives.

const wallet = createTestWallet(1)
/** Signs with a key that does not belong to the account: only code at its address can agree to the signature. */
const impostor = { ...wallet, sign: createTestWallet(2).sign }
const noon = Date.UTC(2026, 10, 21, 12)

/** Creates a host app whose chain gives this answer for every account. `asked` counts the calls. */
async function createHost(said: Said) {
  const chain = { asked: 0 }
  const released: ReleasedWallet[] = []
  const host = await createTestHost({
    isLoginFactor: true,
    mayLink: async () => true,
    mayUnlinkLast: async () => true,
    rpc: { 'eip155:1': ['https://rpc.example/?chain=1'], 'eip155:137': ['https://rpc.example/?chain=137'] },
    fetch: async (url) => {
      chain.asked += 1
      const answered = formatWords({ chain: Number(new URL(String(url)).searchParams.get('chain')), ...said }, noon)
      return Response.json({ jsonrpc: '2.0', id: 1, result: answered })
    },
    onReleased: (each) => void released.push(each),
    signIn: { session: async () => 'session-of-a-visitor', complete: async () => new Headers() },
  })
  return { host: { ...host, released }, chain }
}

type Purpose = 'link' | 'unlink' | 'release' | 'signIn'

/** Asks for a text of this purpose and answers it. */
async function answer(host: TestHost, purpose: Purpose, user: string, by = wallet, walletId = '') {
  const { accountId } = by
  const ways = {
    link: [{ purpose: 'link', accountId }, '/proofs'],
    unlink: [{ purpose: 'unlink', walletId }, `/wallets/${walletId}/unlink`],
    release: [{ purpose: 'release', accountId }, '/wallets/release'],
    signIn: [{ purpose: 'signIn', accountId }, '/sign-in'],
  } as const
  const [body, path] = ways[purpose]
  const issued = await host.send('/challenges', { method: 'POST', user, body })
  expect(issued.status, issued.text).toBe(201)
  const { challengeId, message } = parseChallengeResponse(issued.body)
  return host.send(path, { method: 'POST', user, body: { purpose, challengeId, signature: by.sign(message) } })
}

const rowsOf = async (host: TestHost, user: string) =>
  (await host.store.linkedWallets(user)).map(({ address, status, proof: { method } }) => [address, status, method])
const key = [wallet.address.toLowerCase(), 'active', 'eip191']
const contract = [`eip155:1:${wallet.address.toLowerCase()}`, 'active', 'eip1271']

describe('a delegated account whose code rejects everything', () => {
  test('is linked, signs in, unlinks and is released by its key, without a call to its code', async () => {
    const { host, chain } = await createHost({ agrees: false })
    expect(await answer(host, 'link', 'alice')).toMatchObject({ status: 201 })
    expect(await rowsOf(host, 'alice')).toEqual([key])
    expect(await answer(host, 'signIn', 'visitor')).toMatchObject({ status: 200 })
    expect((await answer(host, 'release', 'bob')).status).toBe(204)
    expect(await rowsOf(host, 'alice')).toEqual([])
    const { id } = await host.linkWallet('alice', wallet)
    expect((await answer(host, 'unlink', 'alice', wallet, id)).status).toBe(204)
    expect(chain.asked).toBe(0)
  })

  test('the code decides about a signature of another key', async () => {
    const { host } = await createHost({ agrees: false })
    expect(await answer(host, 'link', 'mallory', impostor)).toMatchObject({ body: { code: 'signature_pending' } })
    expect(await rowsOf(host, 'mallory')).toEqual([])
  })
})

describe('a delegated account whose code accepts everything', () => {
  test('its key links without the code; any other signature links as that contract, on its chain', async () => {
    const { host, chain } = await createHost({ agrees: true })
    expect((await answer(host, 'link', 'alice')).status).toBe(201)
    expect([await rowsOf(host, 'alice'), chain.asked]).toEqual([[key], 0])
    const { host: empty } = await createHost({ agrees: true })
    expect((await answer(empty, 'link', 'mallory', impostor)).status).toBe(201)
    expect(await rowsOf(empty, 'mallory')).toEqual([contract])
  })

  test('its code neither takes, releases, unlinks nor signs in to what rests on the key', async () => {
    const { host } = await createHost({ agrees: true })
    const { id } = await host.linkWallet('alice', wallet)
    expect(await answer(host, 'link', 'mallory', impostor)).toMatchObject({ body: { code: 'wallet_already_linked' } })
    expect((await answer(host, 'release', 'mallory', impostor)).status).toBe(204)
    expect(await answer(host, 'signIn', 'mallory', impostor)).toMatchObject({ body: { code: 'wallet_not_linked' } })
    // Uses a stolen session.
    expect(await answer(host, 'unlink', 'alice', impostor, id)).toMatchObject({
      status: 400,
      body: { code: 'proof_invalid', reason: 'link_rests_on_key' },
    })
    expect(await rowsOf(host, 'alice')).toEqual([key])
  })

  test('T-50: a link made by the code never blocks the key: it gives way', async () => {
    const { host } = await createHost({ agrees: true })
    await host.linkWallet('mallory', impostor)
    expect((await answer(host, 'link', 'alice')).status).toBe(201)
    expect([await rowsOf(host, 'mallory'), await rowsOf(host, 'alice')]).toEqual([[], [key]])
    expect(host.released).toMatchObject([{ hostUserId: 'mallory', accountId: wallet.accountId }])
    expect(await answer(host, 'link', 'mallory', impostor)).toMatchObject({ body: { code: 'wallet_already_linked' } })
  })

  test('T-50: the key takes back a link made by its code, without its own link', async () => {
    const { host } = await createHost({ agrees: true })
    await host.linkWallet('mallory', impostor)
    expect((await answer(host, 'release', 'alice')).status).toBe(204)
    expect(await rowsOf(host, 'mallory')).toEqual([])
  })

  test('T-50: the code of one chain ends no link of the code on another', async () => {
    const { host } = await createHost({ agrees: true })
    const elsewhere = { ...createTestWallet(1, 137), sign: impostor.sign }
    await host.linkWallet('mallory', impostor)
    await host.linkWallet('bob', elsewhere)
    expect((await answer(host, 'release', 'carol', impostor)).status).toBe(204)
    expect((await rowsOf(host, 'bob')).map(([address]) => address)).toEqual([
      `eip155:137:${wallet.address.toLowerCase()}`,
    ])
    expect(await rowsOf(host, 'mallory')).toEqual([])
  })
})

test('an account that agrees only after its wallet’s call is linked, and nothing else (ERC-6492)', async () => {
  const { host } = await createHost({ agrees: true, wasCalled: true })
  const linked = await host.linkWallet('alice', impostor)
  expect(await rowsOf(host, 'alice')).toEqual([[contract[0], 'active', 'eip6492']])
  for (const purpose of ['release', 'signIn', 'unlink'] as const) {
    const refused = await answer(host, purpose, purpose === 'unlink' ? 'alice' : 'bob', impostor, linked.id)
    expect(refused, purpose).toMatchObject({ status: 409, body: { code: 'signature_pending' } })
    expect(refused.text).toContain('Use the wallet once on this network')
  }
  expect((await host.link.recheckLinkedWallet('alice', linked.id)).status).toBe('active')
})
