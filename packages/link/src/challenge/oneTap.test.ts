import {
  type AuthenticationChallenge,
  type Cacao,
  createCacao,
  formatAuthenticationMessage,
  formatRecap,
  parseAuthenticationChallenge,
} from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import {
  createTestHost,
  createTestWallet,
  formatHighSTwin,
  type TestHost,
  type TestWallet,
} from '../createTestHost.fixture.ts'
import { fiftyAtOnce } from '../fiftyAtOnce.fixture.ts'

const wallet = createTestWallet(1)
const personalSign = formatRecap({ personal_sign: { chains: ['eip155:1'] } })

async function issue(host: TestHost, body: object = {}, user = 'alice'): Promise<AuthenticationChallenge> {
  const asked = { purpose: 'oneTap', chains: ['eip155:10', 'eip155:1'], methods: ['personal_sign'], ...body }
  const answer = await host.send('/challenges', { method: 'POST', user, body: asked })
  expect(answer.status, answer.text).toBe(201)
  return parseAuthenticationChallenge(answer.body)
}

type Signing = { wallet?: TestWallet; recap?: string; signer?: TestWallet }

/** Returns a wallet's answer: the text of the request for its account, signed. */
function sign({ authentication: request }: AuthenticationChallenge, signing: Signing = {}): Cacao {
  const { accountId } = signing.wallet ?? wallet
  const recap = signing.recap ?? personalSign
  const signature = (signing.signer ?? signing.wallet ?? wallet).sign(
    formatAuthenticationMessage(request, accountId, recap),
  )
  return createCacao({ request, accountId, signature, recap })
}

const prove = (host: TestHost, challengeId: string, cacao: unknown, user = 'alice') =>
  host.send('/proofs', { method: 'POST', user, body: { purpose: 'oneTap', challengeId, cacao, walletName: 'Wallet' } })

/** Returns the CACAO with this change to its payload. */
const withPayload = (cacao: Cacao, part: object): Cacao => ({ ...cacao, p: { ...cacao.p, ...part } })

/** Returns a signed CACAO whose ReCap is spelled differently. */
function signOdd(challenge: AuthenticationChallenge, recap: string): Cacao {
  const usual = formatRecap({ personal_sign: { chains: undefined } })
  const text = formatAuthenticationMessage(challenge.authentication, wallet.accountId, usual).replace(usual, recap)
  const cacao = withPayload(sign(challenge, { recap: usual }), { resources: [recap] })
  return { ...cacao, s: { t: 'eip191', s: wallet.sign(text) } }
}

test('a text that a wallet signed with its approval makes a link: text, account and name', async () => {
  const host = await createTestHost()
  const challenge = await issue(host)
  // The chains that the page asks for and that are linked here.
  expect(challenge.authentication).toMatchObject({
    chains: ['eip155:1'],
    domain: 'app.example',
    methods: ['personal_sign'],
  })
  expect(challenge.account).toBe('alice@mail.example')
  expect(formatAuthenticationMessage(challenge.authentication, wallet.accountId)).toContain(
    "Link this wallet to the account 'alice@mail.example' on app.example. This costs nothing and moves no funds. " +
      "I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'personal_sign' for 'eip155'.",
  )
  const answer = await prove(host, challenge.challengeId, sign(challenge))
  expect([answer.status, answer.body]).toMatchObject([201, { accountId: wallet.accountId, walletName: 'Wallet' }])
  expect(await host.link.linkedWallets('alice')).toHaveLength(1)
})

test('T-30 a page gets the name in the text of a one-tap, in any script', async () => {
  const hostUser = async () => ({ id: 'alice', label: '李小龙' })
  const challenge = await issue(await createTestHost({ hostUser, hashKey: new Uint8Array(32).fill(7) }))
  expect(challenge.account).toMatch(/^Li Xiao Long #[0-9a-f]{6}$/)
  expect(challenge.authentication.statement).toContain(`the account '${challenge.account}' on app.example.`)
})

test.each<[string, (challenge: AuthenticationChallenge) => Cacao]>([
  [
    'the statement handed on without its last sentence',
    (challenge) => withPayload(sign(challenge), { statement: challenge.authentication.statement }),
  ],
  [
    'an address in lower case',
    (challenge) =>
      sign(challenge, { wallet: { ...wallet, accountId: `eip155:1:${wallet.address.toLowerCase() as '0x'}` } }),
  ],
  [
    'a ReCap without limits',
    (challenge) => sign(challenge, { recap: formatRecap({ personal_sign: { chains: undefined } }) }),
  ],
])('%s is the same text', async (_, answerOf) => {
  const host = await createTestHost()
  const challenge = await issue(host)
  expect((await prove(host, challenge.challengeId, answerOf(challenge))).status).toBe(201)
})

test('a text without a ReCap allows nothing and still proves the account', async () => {
  const host = await createTestHost()
  const challenge = await issue(host)
  const bare = { ...challenge.authentication, methods: [] }
  const signature = wallet.sign(formatAuthenticationMessage(bare, wallet.accountId))
  const unlimited = createCacao({ request: bare, accountId: wallet.accountId, signature })
  expect(unlimited.p.resources).toBeUndefined()
  expect((await prove(host, challenge.challengeId, unlimited)).status).toBe(201)
})

describe('T-44 a text other than the issued one, byte for byte, is refused and uses the challenge up', () => {
  const other = createTestWallet(2)
  const encode = (value: unknown) =>
    `urn:recap:${Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
      .toString('base64')
      .replace(/=+$/, '')}`
  test.each<[string, (challenge: AuthenticationChallenge) => Cacao]>([
    ['another domain', (challenge) => withPayload(sign(challenge), { domain: 'evil.example' })],
    ['another address to sign in at', (challenge) => withPayload(sign(challenge), { aud: 'https://evil.example/' })],
    ['another nonce', (challenge) => withPayload(sign(challenge), { nonce: 'x'.repeat(24) })],
    ['another time', (challenge) => withPayload(sign(challenge), { iat: '2026-11-21T12:00:00.001Z' })],
    ['the same time written otherwise', (challenge) => withPayload(sign(challenge), { iat: '2026-11-21T12:00:00Z' })],
    ['a later end', (challenge) => withPayload(sign(challenge), { exp: '2027-11-21T12:05:00.000Z' })],
    ['no end', (challenge) => withPayload(sign(challenge), { exp: undefined })],
    ['a beginning', (challenge) => withPayload(sign(challenge), { nbf: '2026-11-21T12:00:00.000Z' })],
    ['another request id', (challenge) => withPayload(sign(challenge), { requestId: 'other' })],
    ['another statement', (challenge) => withPayload(sign(challenge), { statement: 'Something else.' })],
    ['no statement', (challenge) => withPayload(sign(challenge), { statement: undefined })],
    [
      'another resource',
      (challenge) => withPayload(sign(challenge), { resources: ['https://evil.example/', personalSign] }),
    ],
    [
      'a ReCap that is not the last',
      (challenge) => withPayload(sign(challenge), { resources: [personalSign, 'https://app.example/'] }),
    ],
    ['another version', (challenge) => withPayload(sign(challenge), { version: '2' })],
    [
      'a line break in a field',
      (challenge) => withPayload(sign(challenge), { nonce: `${challenge.authentication.nonce}\nRequest ID: x` }),
    ],
    [
      'another chain of the same address',
      (challenge) => sign(challenge, { wallet: { ...wallet, accountId: `eip155:137:${wallet.address}` } }),
    ],
    ['another account than signed', (challenge) => sign(challenge, { wallet: other, signer: wallet })],
    [
      'an address with a wrong checksum',
      (challenge) =>
        sign(challenge, {
          wallet: {
            ...wallet,
            accountId: `eip155:1:${wallet.address.replace(/[a-f]/, (letter) => letter.toUpperCase()) as '0x'}`,
          },
        }),
    ],
    [
      'a method more',
      (challenge) =>
        sign(challenge, {
          recap: formatRecap({ personal_sign: { chains: undefined }, eth_sendTransaction: { chains: undefined } }),
        }),
    ],
    [
      'another method',
      (challenge) => sign(challenge, { recap: formatRecap({ eth_sendTransaction: { chains: ['eip155:1'] } }) }),
    ],
    [
      'a chain more',
      (challenge) => sign(challenge, { recap: formatRecap({ personal_sign: { chains: ['eip155:1', 'eip155:10'] } }) }),
    ],
    [
      'something else than methods',
      (challenge) =>
        signOdd(
          challenge,
          encode({ att: { eip155: { 'request/personal_sign': [{}] }, 'https://x.example': { 'a/b': [{}] } } }),
        ),
    ],
    ['another ability', (challenge) => signOdd(challenge, encode({ att: { eip155: { 'crud/personal_sign': [{}] } } }))],
    [
      'an unknown limit',
      (challenge) => signOdd(challenge, encode({ att: { eip155: { 'request/personal_sign': [{ amount: 1 }] } } })),
    ],
    [
      'a ReCap that says a thing twice',
      (challenge) =>
        signOdd(challenge, encode('{"att":{"eip155":{"request/personal_sign":[{}],"request/personal_sign":[{}]}}}')),
    ],
    [
      'a ReCap with room in it',
      (challenge) => signOdd(challenge, encode('{"att": {"eip155":{"request/personal_sign":[{}]}}}')),
    ],
    [
      'proofs in the ReCap',
      (challenge) => signOdd(challenge, encode({ att: { eip155: { 'request/personal_sign': [{}] } }, prf: [] })),
    ],
    ['no ReCap at all', (challenge) => withPayload(sign(challenge), { resources: ['urn:recap:????'] })],
    [
      'T-45 the other signature of the curve',
      (challenge) => ({ ...sign(challenge), s: { t: 'eip191', s: formatHighSTwin(sign(challenge).s.s) } }),
    ],
    [
      'the signature of a contract account, which nobody can be asked about here',
      (challenge) => ({ ...sign(challenge), s: { t: 'eip1271', s: `0x${'42'.repeat(200)}` } }),
    ],
  ])('%s', async (_, answerOf) => {
    const host = await createTestHost()
    const challenge = await issue(host)
    const answer = await prove(host, challenge.challengeId, answerOf(challenge))
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([
      400,
      expect.stringMatching(/^(proof_invalid|unsupported_account)$/),
    ])
    expect((await prove(host, challenge.challengeId, sign(challenge))).body).toMatchObject({
      code: 'challenge_unknown',
    })
    expect(await host.link.linkedWallets('alice')).toEqual([])
  })
})

test.each<[string, (cacao: Cacao) => unknown]>([
  ['no object', () => 'cacao'],
  ['no signature', ({ h, p }) => ({ h, p })],
  ['T-43 a field more in the payload', (cacao) => withPayload(cacao, { hostUserId: 'bob' })],
  ['T-43 a field more beside it', (cacao) => ({ ...cacao, hostUserId: 'bob' })],
  ['an unknown kind', (cacao) => ({ ...cacao, h: { t: 'jwt' } })],
  ['an unknown signature', (cacao) => ({ ...cacao, s: { ...cacao.s, t: 'none' } })],
  ['a signature that is no hex', (cacao) => ({ ...cacao, s: { ...cacao.s, s: '0xzz' } })],
  [
    'an account of another kind',
    (cacao) => withPayload(cacao, { iss: 'did:pkh:solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abc' }),
  ],
  ['an issuer of another kind', (cacao) => withPayload(cacao, { iss: 'did:key:z6Mk' })],
  ['a number for a text', (cacao) => withPayload(cacao, { nonce: 1 })],
  ['resources that are no list', (cacao) => withPayload(cacao, { resources: 'all' })],
])('%s is malformed: 400, and the challenge stays', async (_, malform) => {
  const host = await createTestHost()
  const challenge = await issue(host)
  const answer = await prove(host, challenge.challengeId, malform(sign(challenge)))
  expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_link_body' }])
  expect((await prove(host, challenge.challengeId, sign(challenge))).status).toBe(201)
})

test('T-40 accepts one of fifty equal CACAOs at once', async () => {
  const host = await createTestHost()
  const challenge = await issue(host)
  const cacao = sign(challenge)
  await fiftyAtOnce(host, 'alice', () => prove(host, challenge.challengeId, cacao))
})

test('T-30 T-42 a CACAO of another user or challenge, or after its expiry, is refused', async () => {
  const host = await createTestHost()
  const mine = await issue(host)
  expect((await prove(host, mine.challengeId, sign(mine), 'bob')).body).toMatchObject({ code: 'challenge_unknown' })
  const second = await issue(host)
  expect((await prove(host, second.challengeId, sign(mine))).body).toMatchObject({ code: 'proof_invalid' })
  // A signature over a challenge of the other purpose does not count, in either direction.
  const { challengeId, message } = await host.challenge('alice', wallet)
  expect((await prove(host, challengeId, sign(mine))).body).toMatchObject({ code: 'challenge_unknown' })
  expect((await host.prove('alice', mine.challengeId, wallet.sign(message))).body).toMatchObject({
    code: 'challenge_unknown',
  })
  host.clock.now = mine.expiresAt
  expect((await prove(host, mine.challengeId, sign(mine))).body).toMatchObject({ code: 'challenge_expired' })
  expect(await host.link.linkedWallets('alice')).toEqual([])
})

test('T-50 a wallet that another user has linked is refused with the same message', async () => {
  const host = await createTestHost()
  await host.linkWallet('bob', wallet)
  const challenge = await issue(host)
  const answer = await prove(host, challenge.challengeId, sign(challenge))
  expect([answer.status, answer.body]).toMatchObject([409, { code: 'wallet_already_linked' }])
})

test.each<[string, object, string]>([
  ['chains that are not linked here', { chains: ['eip155:10'] }, 'unsupported_account'],
  ['no chain', { chains: [] }, 'invalid_link_body'],
  ['a malformed chain', { chains: ['ethereum'] }, 'invalid_link_body'],
  ['a method that breaks the text', { methods: ["a' for 'eip155'.\n"] }, 'invalid_link_body'],
  ['malformed methods', { methods: 'all' }, 'invalid_link_body'],
  [
    'more methods than a text holds',
    { methods: Array.from({ length: 32 }, (_, index) => `${'m'.repeat(60)}${index}`) },
    'invalid_link_body',
  ],
  ['an account as well', { accountId: wallet.accountId }, 'invalid_link_body'],
])('a challenge for %s is refused', async (_, part, code) => {
  const host = await createTestHost()
  const body = { purpose: 'oneTap', chains: ['eip155:1'], methods: ['personal_sign'], ...part }
  expect((await host.send('/challenges', { method: 'POST', user: 'alice', body })).body).toMatchObject({ code })
  expect(host.failures).toEqual([])
})

test('repeated openings of a page do not use up the ordinary challenges', async () => {
  const host = await createTestHost()
  const opened = async () => {
    host.clock.now += 1000
    return await issue(host)
  }
  const [first, second] = [await opened(), await opened()]
  for (let index = 0; index < 8; index += 1) await opened()
  const eleventh = await opened()
  await host.linkWallet('alice', createTestWallet(2))
  expect((await prove(host, first.challengeId, sign(first))).body).toMatchObject({ code: 'challenge_unknown' })
  for (const challenge of [eleventh, second])
    expect((await prove(host, challenge.challengeId, sign(challenge))).status).toBe(201)
  // Link challenges do not limit one-tap challenges either.
  for (let index = 0; index < 10; index += 1) await host.challenge('alice', wallet)
  await issue(host)
})

test('T-46 a challenge of an earlier configuration proves nothing', async () => {
  const host = await createTestHost()
  const challenge = await issue(host)
  const moved = await createTestHost({ store: host.store, domain: 'new.example', uri: 'https://new.example/' })
  expect((await prove(moved, challenge.challengeId, sign(challenge))).body).toMatchObject({ code: 'proof_invalid' })
  const narrower = await issue(host)
  const polygon = await createTestHost({ store: host.store, chains: ['eip155:137'] })
  expect((await prove(polygon, narrower.challengeId, sign(narrower))).body).toMatchObject({
    code: 'unsupported_account',
  })
})
