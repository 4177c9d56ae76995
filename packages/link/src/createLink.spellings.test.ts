import {
  type AccountId,
  createCacao,
  formatAuthenticationMessage,
  formatRecap,
  parseAuthenticationChallenge,
  parseChallengeResponse,
  parseLinkedWallet,
} from '@hawser/wire'
import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet, type TestHost, type TestWallet } from './createTestHost.fixture.ts'
import { createSolanaWallet } from './verifiers/testWallets.fixture.ts'

const wallet = createTestWallet(1)
const session = 'session-of-a-visitor'

/** Spellings of r ‖ s ‖ v (v 27 or 28) that other wallets use. */
const spellings: readonly (readonly [string, (usual: string) => string])[] = [
  ['F01a F01b v 0 or 1', (usual) => `${usual.slice(0, 130)}${usual.endsWith('1b') ? '00' : '01'}`],
  ['no 0x', (usual) => usual.slice(2)],
  ['capitals', (usual) => usual.toUpperCase()],
  ['no 0x and v 0 or 1', (usual) => `${usual.slice(2, 130)}${usual.endsWith('1b') ? '00' : '01'}`],
  ['64 bytes (EIP-2098)', compactOf],
]

function compactOf(usual: string): string {
  const first = Number.parseInt(usual.slice(66, 68), 16) | (usual.endsWith('1c') ? 0x80 : 0)
  return `${usual.slice(0, 66)}${first.toString(16).padStart(2, '0')}${usual.slice(68, 130)}`
}

const createSpellingHost = () =>
  createTestHost({
    isLoginFactor: true,
    mayLink: async () => true,
    mayUnlinkLast: async () => true,
    chains: ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
    signIn: {
      session: async (request) => request.headers.get('x-test-session') ?? undefined,
      complete: async () => ({ 'set-cookie': 'session=alice; Secure' }),
    },
  })

const post = (host: TestHost, path: string, body: object, user?: string) =>
  host.send(path, { method: 'POST', body, ...(user && { user }), headers: { 'x-test-session': session } })

describe.each(spellings)('a signature encoded with %s', (_, spell) => {
  test('links, unlinks, signs in and takes back', async () => {
    const host = await createSpellingHost()
    const asked = await host.challenge('alice', wallet)
    const linked = await host.prove('alice', asked.challengeId, spell(wallet.sign(asked.message)))
    expect(linked.status, linked.text).toBe(201)
    const { id } = parseLinkedWallet(linked.body)

    const signIn = parseChallengeResponse(
      (await post(host, '/challenges', { purpose: 'signIn', accountId: wallet.accountId })).body,
    )
    const signedIn = {
      purpose: 'signIn',
      challengeId: signIn.challengeId,
      signature: spell(wallet.sign(signIn.message)),
    }
    expect((await post(host, '/sign-in', signedIn)).status).toBe(200)

    const release = parseChallengeResponse(
      (await post(host, '/challenges', { purpose: 'release', accountId: wallet.accountId }, 'bob')).body,
    )
    const released = {
      purpose: 'release',
      challengeId: release.challengeId,
      signature: spell(wallet.sign(release.message)),
    }
    const unlink = parseChallengeResponse(
      (await post(host, '/challenges', { purpose: 'unlink', walletId: id }, 'alice')).body,
    )
    const unlinked = {
      purpose: 'unlink',
      challengeId: unlink.challengeId,
      signature: spell(wallet.sign(unlink.message)),
    }
    expect((await post(host, `/wallets/${id}/unlink`, unlinked, 'alice')).status).toBe(204)
    expect((await post(host, '/wallets/release', released, 'bob')).status).toBe(204)
  })

  test('links by one-tap (cacao.s.s)', async () => {
    const host = await createSpellingHost()
    const { challengeId, authentication } = await askOneTap(host)
    const answer = await post(
      host,
      '/proofs',
      { purpose: 'oneTap', challengeId, cacao: signOneTap(authentication, spell) },
      'alice',
    )
    expect(answer.status, answer.text).toBe(201)
  })

  test('equals the usual encoding, for replay and for a lost answer', async () => {
    const host = await createSpellingHost()
    const { challengeId, message } = await host.challenge('alice', wallet)
    const usual = wallet.sign(message)
    expect((await host.prove('alice', challengeId, spell(usual))).status).toBe(201)
    for (const signature of [usual, ...spellings.map(([, other]) => other(usual))]) {
      expect(await host.prove('alice', challengeId, signature)).toMatchObject({ status: 404 })
      const again = { purpose: 'link', challengeId, signature, again: true }
      expect((await post(host, '/proofs', again, 'alice')).status).toBe(201)
      expect((await post(host, '/proofs', again, 'bob')).status).toBe(404)
    }
    const turned = `${usual.slice(0, -2)}${usual.endsWith('1b') ? '1c' : '1b'}`
    expect(
      (await post(host, '/proofs', { purpose: 'link', challengeId, signature: turned, again: true }, 'alice')).status,
    ).toBe(404)
    expect(await host.link.linkedWallets('alice')).toHaveLength(1)
  })

  test('is the same in a CACAO that is sent again', async () => {
    const host = await createSpellingHost()
    const { challengeId, authentication } = await askOneTap(host)
    const send = (cacao: object, again?: true) =>
      post(host, '/proofs', { purpose: 'oneTap', challengeId, cacao, again }, 'alice')
    expect((await send(signOneTap(authentication, spell))).status).toBe(201)
    expect((await send(signOneTap(authentication), true)).status).toBe(201)
  })
})

async function askOneTap(host: TestHost) {
  const asked = await post(
    host,
    '/challenges',
    { purpose: 'oneTap', chains: ['eip155:0x1'], methods: ['personal_sign'] },
    'alice',
  )
  expect(asked.status, asked.text).toBe(201)
  return parseAuthenticationChallenge(asked.body)
}

function signOneTap(
  request: Parameters<typeof formatAuthenticationMessage>[0],
  spell = (usual: string) => usual,
): object {
  const recap = formatRecap({ personal_sign: { chains: ['eip155:1'] } })
  const message = formatAuthenticationMessage(request, wallet.accountId, recap)
  return createCacao({ request, accountId: wallet.accountId, recap, signature: spell(wallet.sign(message)) })
}

test.each<[string, (bytes: Uint8Array) => string]>([
  ['base64', (bytes) => Buffer.from(bytes).toString('base64')],
  ['base64url', (bytes) => Buffer.from(bytes).toString('base64url')],
  ['hex', (bytes) => Buffer.from(bytes).toString('hex')],
  ['hex with 0x', (bytes) => `0x${Buffer.from(bytes).toString('hex')}`],
])('a Solana signature in %s links, and equals the one in base58', async (_, spell) => {
  const host = await createSpellingHost()
  const solana = createSolanaWallet(1)
  const { challengeId, message } = await host.challenge('alice', solana)
  const usual = solana.sign(message)
  expect((await host.prove('alice', challengeId, spell(base58.decode(usual)))).status).toBe(201)
  expect(
    (await post(host, '/proofs', { purpose: 'link', challengeId, signature: usual, again: true }, 'alice')).status,
  ).toBe(201)
})

describe('one chain under two names', () => {
  const [current, former] = ['5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ']
  const solana = createSolanaWallet(1, current)
  const [asNow, asBefore] = [solana, { ...solana, accountId: createSolanaWallet(1, former).accountId }]

  test.each<[string, `solana:${string}`, TestWallet, TestWallet]>([
    ['F21c the new one in `chains`, the old one granted', `solana:${current}`, asBefore, asNow],
    ['the old one in `chains`, the new one granted', `solana:${former}`, asNow, asBefore],
    ['the old one in both', `solana:${former}`, asBefore, asNow],
  ])('%s: one key is one linked wallet', async (_, chainId, first, second) => {
    const host = await createTestHost({ chains: [chainId] })
    const linked = await host.linkWallet('alice', first)
    expect(linked.accountId).toBe(asNow.accountId)
    expect((await host.linkWallet('alice', second)).id).toBe(linked.id)
    const { challengeId, message } = await host.challenge('bob', second)
    expect(await host.prove('bob', challengeId, second.sign(message))).toMatchObject({ status: 409 })
  })

  test.each(['eip155:0x1', 'eip155:01', 'EIP155:1', 'eip155:0X01'] as const)('%s is eip155:1', async (name) => {
    for (const chains of [[name], ['eip155:1']] as const) {
      const host = await createTestHost({ chains })
      for (const chain of [name, 'eip155:1']) {
        const of: TestWallet = { ...wallet, accountId: `${chain}:${wallet.address}` as AccountId }
        expect((await host.linkWallet('alice', of)).accountId).toBe(wallet.accountId)
      }
      expect(await host.link.linkedWallets('alice')).toHaveLength(1)
    }
  })

  test.each([
    ['F39a eip155:30', 'eip155:30', '0x2BD0C9fE079c8fCa0E3352Eb3d02839c371E5C41', 201],
    ['F39b eip155:31', 'eip155:31', '0x2BD0c9fE079c8Fca0E3352eB3d02839c371E5C41', 201],
    ['F39c eip155:1, which has no checksums of its own', 'eip155:1', '0x2BD0C9fE079c8fCa0E3352Eb3d02839c371E5C41', 400],
  ])('%s: an address with the checksum of its chain', async (_, chainId, address, status) => {
    const host = await createTestHost({ chains: [chainId as 'eip155:30'] })
    const asked = await post(host, '/challenges', { purpose: 'link', accountId: `${chainId}:${address}` }, 'alice')
    expect(asked.status, asked.text).toBe(status)
    if (status !== 201) return expect(asked.body).toMatchObject({ code: 'unsupported_account' })
    // ERC-4361 uses the EIP-55 form, which every wallet shows.
    expect(asked.text).toContain('0x2BD0C9FE079c8FcA0E3352eb3D02839c371E5c41')
  })
})
