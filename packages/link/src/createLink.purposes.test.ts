import { type Purpose, parseChallengeResponse, purposes } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet, type TestHost } from './createTestHost.fixture.ts'

const wallet = createTestWallet(1)
const { accountId } = wallet
const challengeId = 'A'.repeat(24)
const signature = `0x${'ab'.repeat(65)}`

/** Creates a host app with every purpose, whose session is the header of the test host. */
function createFullHost(): Promise<TestHost> {
  return createTestHost({
    isLoginFactor: true,
    mayLink: async () => true,
    signIn: {
      session: async (request) => `session of ${request.headers.get('x-test-user') ?? 'a stranger'}`,
      complete: async () => ({}),
    },
    handoff: { pageUrl: 'https://app.example/handoff' },
  })
}

/** The routes that take a proof, and the purposes that each accepts. */
const proofRoutes = [
  ['/proofs', ['link', 'oneTap']],
  ['/sign-in', ['signIn']],
  ['/wallets/w/unlink', ['unlink']],
  ['/wallets/release', ['release']],
] as const satisfies readonly (readonly [string, readonly Purpose[]])[]
const proofOf = (purpose: Purpose) => ({
  purpose,
  challengeId,
  signature,
  ...(purpose === 'oneTap' ? { accountId, walletName: 'W' } : {}),
})
/** Bodies whose purpose no route accepts. */
const without = (body: object): readonly unknown[] => [
  { ...body, purpose: undefined },
  ...['sign-in', 'one-tap', 'toString', '', null, 7, ['link'], ['link', 'oneTap']].map((purpose) => ({
    ...body,
    purpose,
  })),
  JSON.stringify({ ...body, purpose: undefined }).replace('{', '{"__proto__":{"purpose":"link"},'),
  JSON.stringify({ ...body, purpose: undefined }).replace('{', '{"constructor":{"purpose":"link"},'),
]

describe.each(proofRoutes)('%s', (path, own) => {
  test.each(purposes)(`a proof of the purpose %s: ${own.join(' and ')} only`, async (purpose) => {
    const host = await createFullHost()
    const answer = await host.send(path, { method: 'POST', user: 'alice', body: proofOf(purpose) })
    const isOwn = own.some((each) => each === purpose)
    // The route looks its own proof up and does not find it.
    if (isOwn) expect(answer).toMatchObject({ status: 404, body: { code: 'challenge_unknown' } })
    else expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_link_body' } })
    const named = `purpose must be ${own.map((each) => `"${each}"`).join(' or ')}.`
    if (!isOwn) expect(answer.body).toMatchObject({ message: named })
  })

  test('a proof without a purpose, with a wrong one or with two is refused', async () => {
    const host = await createFullHost()
    for (const body of without(proofOf(own[0]))) {
      const answer = await host.send(path, { method: 'POST', user: 'alice', body })
      expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { code: 'invalid_link_body' } })
    }
  })
})

test('/challenges: a request without a purpose, with a wrong one or with two is refused', async () => {
  const host = await createFullHost()
  for (const body of [...without({ accountId }), { accountId }, { signIn: accountId }, { unlink: 'w' }]) {
    const answer = await host.send('/challenges', { method: 'POST', user: 'alice', body })
    expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { code: 'invalid_link_body' } })
    expect(answer.body).toMatchObject({ message: expect.stringContaining('purpose must be "link" or "signIn"') })
  }
})

test('a text is answered for its own purpose only, however the proof is tagged', async () => {
  const host = await createFullHost()
  const { id } = await host.linkWallet('alice', wallet)
  const requests: Readonly<Record<Exclude<Purpose, 'oneTap'>, object>> = {
    link: { accountId },
    signIn: { accountId },
    unlink: { walletId: id },
    release: { accountId },
  }
  const ways = [
    ['link', '/proofs'],
    ['signIn', '/sign-in'],
    ['unlink', `/wallets/${id}/unlink`],
    ['release', '/wallets/release'],
  ] as const
  const post = (path: string, body: object) => host.send(path, { method: 'POST', user: 'alice', body })
  for (const [issued] of ways) {
    const text = parseChallengeResponse((await post('/challenges', { purpose: issued, ...requests[issued] })).body)
    const proof = { challengeId: text.challengeId, signature: wallet.sign(text.message) }
    for (const [purpose, path] of ways)
      if (purpose !== issued) expect((await post(path, { purpose, ...proof })).status, `${issued} ${path}`).toBe(404)
  }
  expect(await host.link.linkedWallets('alice')).toMatchObject([{ id }])
})
