import {
  type AccountId,
  type AuthenticationChallenge,
  type AuthenticationRequest,
  formatAuthenticationMessage,
  formatSolanaSignIn,
  parseAuthenticationChallenge,
  parseSolanaSignIn,
} from '@hawser/wire'
import { createSignInMessageText } from '@solana/wallet-standard-util'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet, type TestHost, type TestWallet } from '../createTestHost.fixture.ts'
import { fiftyAtOnce } from '../fiftyAtOnce.fixture.ts'
import { createSolanaWallet } from '../verifiers/testWallets.fixture.ts'

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const createHost = () => createTestHost({ chains: ['eip155:1', 'eip155:10', mainnet, devnet] })

type Kind = {
  readonly kind: string
  readonly chains: readonly string[]
  readonly parse: (value: unknown) => AuthenticationRequest
  readonly format: (request: AuthenticationRequest, accountId: AccountId) => string
  make(seed: number): TestWallet
}
const kinds: readonly Kind[] = [
  {
    kind: 'ERC-7846',
    chains: ['eip155:1'],
    parse: (value) => parseAuthenticationChallenge(value).authentication,
    format: (request, accountId) => formatAuthenticationMessage({ ...request, methods: [] }, accountId),
    make: (seed) => createTestWallet(seed),
  },
  {
    kind: 'solana:signIn',
    chains: [mainnet],
    parse: (value) => parseAuthenticationChallenge(value, parseSolanaSignIn).authentication,
    format: formatSolanaSignIn,
    make: (seed) => createSolanaWallet(seed),
  },
]

describe.each(kinds)('$kind', ({ chains, parse, format, make }) => {
  const wallet = make(1)

  async function issue(host: TestHost, body: object = {}, user = 'alice'): Promise<AuthenticationChallenge> {
    const asked = { purpose: 'oneTap', chains, methods: [], ...body }
    const answer = await host.send('/challenges', { method: 'POST', user, body: asked })
    expect(answer.status, answer.text).toBe(201)
    const { challengeId, expiresAt } = answer.body as { readonly challengeId: string; readonly expiresAt: number }
    return { challengeId, expiresAt, authentication: parse(answer.body) }
  }

  const prove = (host: TestHost, body: object, user = 'alice') =>
    host.send('/proofs', { method: 'POST', user, body: { purpose: 'oneTap', walletName: 'Wallet', ...body } })

  const answerOf = ({ challengeId, authentication }: AuthenticationChallenge, by = wallet) => ({
    challengeId,
    accountId: by.accountId,
    signature: by.sign(format(authentication, by.accountId)),
  })

  test('the issued text, signed by any account, links that account', async () => {
    const host = await createHost()
    const challenge = await issue(host)
    expect(challenge.authentication).toMatchObject({ chains, methods: [], requestId: challenge.challengeId })
    expect(format(challenge.authentication, wallet.accountId)).toContain(
      "\nLink this wallet to the account 'alice@mail.example' on app.example. This costs nothing and moves no funds.\n",
    )
    const answer = await prove(host, answerOf(challenge))
    expect([answer.status, answer.body]).toMatchObject([201, { accountId: wallet.accountId, walletName: 'Wallet' }])
    expect(await host.link.linkedWallets('alice')).toHaveLength(1)
    expect(host.failures).toEqual([])
  })

  test.each<[string, (text: string) => string]>([
    ['another statement', (text) => text.replace('alice@', 'mallory@')],
    ['no statement', (text) => text.replace(/\nLink this wallet[^\n]*\n/, '')],
    ['another domain', (text) => text.replace('app.example', 'evil.example')],
    ['another address of the page', (text) => text.replace('URI: https://app', 'URI: https://evil')],
    ['another chain', (text) => text.replace(/Chain ID: [^\n]*/, 'Chain ID: 2')],
    ['another nonce', (text) => text.replace(/Nonce: /, 'Nonce: 0')],
    ['another time', (text) => text.replace('Issued At: 2026', 'Issued At: 2025')],
    ['a later end', (text) => text.replace('Expiration Time: 2026', 'Expiration Time: 2027')],
    ['another request', (text) => text.replace('Request ID: ', 'Request ID: 0')],
    ['a resource more', (text) => `${text}\nResources:\n- https://evil.example/`],
    ['a line break more', (text) => `${text}\n`],
    ['Windows line breaks', (text) => text.replaceAll('\n', '\r\n')],
  ])('T-44 a wallet that signed %s proves nothing, and the challenge is used up', async (_, alter) => {
    const host = await createHost()
    const challenge = await issue(host)
    const text = format(challenge.authentication, wallet.accountId)
    expect(alter(text)).not.toBe(text)
    const refused = await prove(host, { ...answerOf(challenge), signature: wallet.sign(alter(text)) })
    expect(refused).toMatchObject({ status: 400, body: { code: 'proof_invalid' } })
    expect(await prove(host, answerOf(challenge))).toMatchObject({ status: 404, body: { code: 'challenge_unknown' } })
    expect(await host.link.linkedWallets('alice')).toEqual([])
  })

  test('T-44 an account that did not sign, or on a chain not requested, is refused', async () => {
    const host = await createHost()
    const other = make(2)
    const first = await issue(host)
    const stolen = { ...answerOf(first), accountId: other.accountId }
    expect(await prove(host, stolen)).toMatchObject({ status: 400, body: { code: 'proof_invalid' } })
    const second = await issue(host)
    const [namespace, , address] = wallet.accountId.split(':')
    const elsewhere = namespace === 'solana' ? `${devnet}:${address}` : `eip155:10:${address}`
    const signature = wallet.sign(format(second.authentication, elsewhere as AccountId))
    const refused = await prove(host, { challengeId: second.challengeId, accountId: elsewhere, signature })
    expect(refused).toMatchObject({ status: 400, body: { code: 'proof_invalid' } })
  })

  test('T-30 T-42 an answer for another user, or after its expiry, is refused', async () => {
    const host = await createHost()
    const challenge = await issue(host)
    expect(await prove(host, answerOf(challenge), 'mallory')).toMatchObject({ status: 404 })
    host.clock.now += 5 * 60_000
    expect(await prove(host, answerOf(challenge))).toMatchObject({ body: { code: 'challenge_expired' } })
  })

  test('T-40 accepts one of fifty equal answers at once', async () => {
    const host = await createHost()
    const body = answerOf(await issue(host))
    await fiftyAtOnce(host, 'alice', () => prove(host, body))
  })

  test('F-L15 a lost answer is returned again for the same request', async () => {
    const host = await createHost()
    const body = answerOf(await issue(host))
    const first = await prove(host, body)
    const again = await prove(host, { ...body, again: true })
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  test('T-46 an answer to an ordinary challenge is refused', async () => {
    const host = await createHost()
    const { challengeId, message } = await host.challenge('alice', wallet)
    const signature = wallet.sign(message)
    expect(await prove(host, { challengeId, accountId: wallet.accountId, signature })).toMatchObject({ status: 404 })
    const oneTap = answerOf(await issue(host))
    const { status } = await host.prove('alice', oneTap.challengeId, oneTap.signature)
    expect(status).toBe(404)
  })
})

test('solana:signIn: the text equals that of the wallets’ own library, with or without a chain', async () => {
  const host = await createHost()
  const body = { purpose: 'oneTap', chains: [devnet, mainnet], methods: ['personal_sign'] }
  const answer = await host.send('/challenges', { method: 'POST', user: 'alice', body })
  const { authentication } = parseAuthenticationChallenge(answer.body, parseSolanaSignIn)
  const { domain, statement = '', uri, nonce, issuedAt, expirationTime = '', requestId = '' } = authentication
  const { address } = createSolanaWallet(1)
  const fields = { domain, address, statement, uri, version: '1', nonce, issuedAt, expirationTime, requestId }
  expect(formatSolanaSignIn(authentication, `${devnet}:${address}`)).toBe(createSignInMessageText(fields))
  const named = createSignInMessageText({ ...fields, chainId: 'mainnet' })
  expect(formatSolanaSignIn(authentication, `${mainnet}:${address}`)).toBe(named)
})

test('a page that requests both gets the Ethereum text, as before', async () => {
  const host = await createHost()
  const body = { purpose: 'oneTap', chains: [mainnet, 'eip155:1'], methods: ['personal_sign'] }
  const answer = await host.send('/challenges', { method: 'POST', user: 'alice', body })
  expect(parseAuthenticationChallenge(answer.body).authentication).toMatchObject({
    chains: ['eip155:1'],
    methods: ['personal_sign'],
  })
})

test.each([
  ['bip122:000000000019d6689c085ae165831e93:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['eip155:1:0x12'],
  [7],
])('an answer for the account %s is refused', async (accountId) => {
  const host = await createHost()
  const body = { purpose: 'oneTap', chains: ['eip155:1'], methods: [] }
  const { challengeId } = (await host.send('/challenges', { method: 'POST', user: 'alice', body })).body as {
    readonly challengeId: string
  }
  const proof = { purpose: 'oneTap', challengeId, accountId, signature: `0x${'11'.repeat(65)}` }
  expect((await host.send('/proofs', { method: 'POST', user: 'alice', body: proof })).status).toBe(400)
})
