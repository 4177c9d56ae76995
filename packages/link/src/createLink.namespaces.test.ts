import { isNight } from '@hawser/test-kit/night'
import { type AccountId, type ChainId, parseChallengeResponse } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet, type TestWallet } from './createTestHost.fixture.ts'
import { fiftyAtOnce } from './fiftyAtOnce.fixture.ts'
import { createBitcoinWallet, createSolanaWallet } from './verifiers/testWallets.fixture.ts'

const rounds = isNight ? 200 : 5
const chains: readonly ChainId[] = [
  'eip155:1',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'bip122:000000000019d6689c085ae165831e93',
]
const createHost = () => createTestHost({ chains })

type Kind = {
  readonly kind: string
  readonly ecosystem: string
  readonly method: string
  make(seed: number): TestWallet
}
const kinds: readonly Kind[] = [
  { kind: 'eip155', ecosystem: 'Ethereum', method: 'eip191', make: (seed) => createTestWallet(seed) },
  { kind: 'solana', ecosystem: 'Solana', method: 'ed25519', make: (seed) => createSolanaWallet(seed) },
  {
    kind: 'bip122 P2WPKH',
    ecosystem: 'Bitcoin',
    method: 'bip322',
    make: (seed) => createBitcoinWallet(seed, 'p2wpkh'),
  },
  { kind: 'bip122 P2TR', ecosystem: 'Bitcoin', method: 'bip322', make: (seed) => createBitcoinWallet(seed, 'p2tr') },
]

describe.each(kinds)('$kind', ({ ecosystem, method, make }) => {
  const wallet = make(1)

  test('T-30: challenge, signature, linked wallet; the text names site and account', async () => {
    const host = await createHost()
    const challenge = await host.challenge('alice', wallet)
    const lines = challenge.message.split('\n')
    expect(lines.slice(0, 4)).toEqual([
      `app.example wants you to sign in with your ${ecosystem} account:`,
      wallet.address,
      '',
      "Link this wallet to the account 'alice@mail.example' on app.example. This costs nothing and moves no funds.",
    ])
    expect(lines).toContain(`Chain ID: ${wallet.accountId.split(':')[1]}`)
    expect(lines).toContain(`Request ID: ${challenge.challengeId}`)
    expect(challenge.expiresAt).toBe(host.clock.now + 5 * 60_000)

    const proved = await host.prove('alice', challenge.challengeId, wallet.sign(challenge.message))
    expect([proved.status, proved.body]).toMatchObject([201, { accountId: wallet.accountId, walletName: wallet.name }])
    const [row, ...others] = await host.store.linkedWallets('alice')
    expect(others).toEqual([])
    const proof = { method, block: undefined, challengeId: challenge.challengeId }
    expect(row).toMatchObject({ accountId: wallet.accountId, hostUserId: 'alice', proof })
    expect(host.failures).toEqual([])
  })

  test('T-40: a wrong signature burns the challenge, and nothing is written', async () => {
    const host = await createHost()
    const { challengeId, message } = await host.challenge('alice', wallet)
    const refused = await host.prove('alice', challengeId, make(2).sign(message))
    expect(refused).toMatchObject({ status: 400, body: { code: 'proof_invalid' } })
    const late = await host.prove('alice', challengeId, wallet.sign(message))
    expect(late).toMatchObject({ status: 404, body: { code: 'challenge_unknown' } })
    expect(await host.store.linkedWallets('alice')).toEqual([])
  })

  test(`T-40: fifty parallel posts of one valid proof: exactly one is taken, ${rounds} rounds`, async () => {
    const host = await createHost()
    for (let round = 0; round < rounds; round += 1) {
      const { challengeId, message } = await host.challenge('alice', wallet)
      const signature = wallet.sign(message)
      await fiftyAtOnce(host, 'alice', () => host.prove('alice', challengeId, signature))
    }
    expect(await host.store.linkedWallets('alice')).toHaveLength(1)
  }, 600_000)

  test('an answer after five minutes is refused', async () => {
    const host = await createHost()
    const { challengeId, message, expiresAt } = await host.challenge('alice', wallet)
    host.clock.now = expiresAt
    const expired = await host.prove('alice', challengeId, wallet.sign(message))
    expect(expired).toMatchObject({ status: 400, body: { code: 'challenge_expired' } })
  })

  test('T-30 T-50: another host user can neither answer the challenge nor link that wallet', async () => {
    const host = await createHost()
    const open = await host.challenge('alice', wallet)
    const signature = wallet.sign(open.message)
    expect(await host.prove('bob', open.challengeId, signature)).toMatchObject({ status: 404 })
    expect((await host.prove('alice', open.challengeId, signature)).status).toBe(201)
    const { challengeId, message } = await host.challenge('bob', wallet)
    const refused = await host.prove('bob', challengeId, wallet.sign(message))
    expect(refused).toMatchObject({ status: 409, body: { code: 'wallet_already_linked' } })
  })
})

describe('T-30: a challenge answers in the session that asked for it', () => {
  const wallet = createSolanaWallet(1)
  const sessionHost = () =>
    createTestHost({
      chains,
      hostUser: async (request) => {
        const id = request.headers.get('x-test-user')
        const sessionId = request.headers.get('x-test-session')
        return id === null ? undefined : { id, label: id, ...(sessionId !== null && { sessionId }) }
      },
    })

  test.each(['two', undefined, '', 'one ', 'One'])(
    'not in the session %j of the same user, and nothing is used up',
    async (other) => {
      const host = await sessionHost()
      const within = (session: string | undefined) => ({
        method: 'POST',
        user: 'alice',
        headers: { 'x-test-session': session },
      })
      const issued = await host.send('/challenges', {
        ...within('one'),
        body: { purpose: 'link', accountId: wallet.accountId },
      })
      const { challengeId, message } = parseChallengeResponse(issued.body)
      const body = { purpose: 'link', challengeId, signature: wallet.sign(message) }
      const elsewhere = await host.send('/proofs', { ...within(other), body })
      // Header values are trimmed, so this value is the session itself.
      if (other === 'one ') return expect(elsewhere.status).toBe(201)
      expect(elsewhere).toMatchObject({ status: 404, body: { code: 'challenge_unknown' } })
      expect(await host.store.linkedWallets('alice')).toEqual([])
      expect((await host.send('/proofs', { ...within('one'), body })).status).toBe(201)
    },
  )
})

describe('accounts that cannot be linked', () => {
  test.each<[string, AccountId]>([
    ['another Solana chain', `solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1:${createSolanaWallet(1).address}`],
    ['the address of a program, here the system’s', `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${'1'.repeat(32)}`],
    [
      'a Bitcoin address from before SegWit',
      'bip122:000000000019d6689c085ae165831e93:1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    ],
    ['another namespace', 'cosmos:cosmoshub-4:cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0'],
  ])('%s: 400 unsupported_account', async (_, accountId) => {
    const host = await createHost()
    const refused = await host.send('/challenges', {
      method: 'POST',
      user: 'alice',
      body: { purpose: 'link', accountId },
    })
    expect(refused).toMatchObject({ status: 400, body: { code: 'unsupported_account' } })
  })

  test('a Bitcoin signature from before BIP-322: 400 unsupported_signature', async () => {
    const host = await createHost()
    const { challengeId } = await host.challenge('alice', createBitcoinWallet(1, 'p2wpkh'))
    const legacy = Buffer.from([31, ...new Uint8Array(64).fill(7)]).toString('base64')
    const refused = await host.prove('alice', challengeId, legacy)
    expect(refused).toMatchObject({ status: 400, body: { code: 'unsupported_signature' } })
  })

  test('T-50: a Bitcoin address in upper case is the same wallet', async () => {
    const host = await createHost()
    const wallet = createBitcoinWallet(1, 'p2tr')
    await host.linkWallet('alice', wallet)
    const upper: TestWallet = {
      ...wallet,
      accountId: `bip122:000000000019d6689c085ae165831e93:${wallet.address.toUpperCase()}`,
    }
    const { challengeId, message } = await host.challenge('bob', upper)
    expect(message).toContain(wallet.address)
    expect((await host.prove('bob', challengeId, wallet.sign(message))).status).toBe(409)
  })

  test('one key with two Bitcoin addresses has two wallets', async () => {
    const host = await createHost()
    await host.linkWallet('alice', createBitcoinWallet(1, 'p2tr'))
    await host.linkWallet('bob', createBitcoinWallet(1, 'p2wpkh'))
  })
})
