import { parseChallengeResponse, parseWalletHistory } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet, type TestHost } from './createTestHost.fixture.ts'
import type { LinkOptions } from './options/linkOptions.ts'
import type { SignInOptions } from './options/signInOptions.ts'
import { formatWords } from './verifiers/rpcServer.fixture.ts'

const [wallet, second] = [createTestWallet(1), createTestWallet(2)]
/** The start time of a test host's clock. */
const noon = Date.UTC(2026, 10, 21, 12)
const visitor = 'session-of-a-visitor'
const other = 'session-of-another-visitor'

/** Creates a host app where the header x-test-session is the visitor's session, and a cookie names a signed-in session. */
function createSignInHost(
  options: Omit<Partial<LinkOptions>, 'signIn'> & { readonly signIn?: Partial<SignInOptions> } = {},
): Promise<TestHost> {
  const signIn: SignInOptions = {
    session: async (request) => request.headers.get('x-test-session') ?? undefined,
    complete: async (_, { hostUserId, wallet: { id } }) =>
      new Headers([
        ['set-cookie', `session=${hostUserId} ${id}; Secure`],
        ['set-cookie', 'visitor=; Max-Age=0'],
      ]),
    ...options.signIn,
  }
  return createTestHost({ isLoginFactor: true, mayLink: async () => true, ...options, signIn })
}

/** @param session - null for no session */
const post = (host: TestHost, path: string, body: object, session: string | null = visitor) =>
  host.send(path, { method: 'POST', body, headers: { 'x-test-session': session ?? undefined } })

async function ask(host: TestHost, of = wallet, session = visitor) {
  const answer = await post(host, '/challenges', { purpose: 'signIn', accountId: of.accountId }, session)
  expect(answer.status, answer.text).toBe(201)
  return parseChallengeResponse(answer.body)
}

async function signIn(host: TestHost, by = wallet, session = visitor) {
  const { challengeId, message } = await ask(host, by, session)
  return post(host, '/sign-in', { purpose: 'signIn', challengeId, signature: by.sign(message) }, session)
}

const cookiesOf = ({ headers }: { readonly headers: Headers }) => headers.getSetCookie()

describe('a linked wallet signs its host user in', () => {
  test('200 with the wallet, and the headers of the host app’s new session', async () => {
    const host = await createSignInHost()
    const { id } = await host.linkWallet('alice', wallet)
    await host.linkWallet('bob', second)
    const answer = await signIn(host)
    expect(answer).toMatchObject({ status: 200, body: { id, accountId: wallet.accountId, status: 'active' } })
    expect(cookiesOf(answer)).toEqual([`session=alice ${id}; Secure`, 'visitor=; Max-Age=0'])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    // The use is recorded and visible to the host user, also in the history. Nothing else has changed.
    expect(await host.link.linkedWallets('alice')).toMatchObject([{ id, lastUsedAt: host.clock.now }])
    const { body } = await host.send('/history', { user: 'alice' })
    const { accountId, name: walletName } = wallet
    expect(parseWalletHistory(body).events).toMatchObject([
      { number: 2, type: 'signed-in', at: host.clock.now, accountId, walletName },
      { type: 'linked' },
    ])
    const { length } = host.events
    expect(host.events[length - 1]).toMatchObject({ type: 'signed-in', code: undefined })
    expect(host.events[length - 1]?.user).toBe(host.events.find(({ type }) => type === 'linked')?.user)
    expect(host.events[length - 2]).toMatchObject({ type: 'challenged', user: undefined })
    expect(host.failures).toEqual([])
  })

  test('T-30: the text says its purpose and site, and names nobody', async () => {
    const host = await createSignInHost()
    await host.linkWallet('alice', wallet)
    const { message } = await ask(host)
    expect(message).toContain('\n\nSign in to app.example with this wallet. This costs nothing and moves no funds.\n\n')
    expect(message).not.toContain('alice')
  })

  test('T-30: the text names the browser in words that cannot hide a text', async () => {
    const described = async (words: string | undefined) => {
      const host = await createSignInHost({ signIn: { describe: async () => words } })
      await host.linkWallet('alice', wallet)
      const { challengeId, message } = await ask(host)
      const answer = await post(host, '/sign-in', { purpose: 'signIn', challengeId, signature: wallet.sign(message) })
      return [answer.status, message.split('\n')[3]]
    }
    const says = (words: string) => [
      200,
      `Sign in to app.example${words} with this wallet. This costs nothing and moves no funds.`,
    ]
    expect(await described('Firefox on Linux')).toEqual(says(' in Firefox on Linux'))
    expect(await described(undefined)).toEqual(says(''))
    expect(await described(' ')).toEqual(says(''))
    expect(await described('Café\n\nURI: "evil"')).toEqual(says(' in Cafe?URI: ?evil?'))
    expect(await described('x'.repeat(200))).toEqual(says(` in ${'x'.repeat(63)}~`))
  })

  test('an account on another chain belongs to the same key', async () => {
    const host = await createSignInHost()
    const { id } = await host.linkWallet('alice', wallet)
    const answer = await signIn(host, createTestWallet(1, 137))
    expect(answer).toMatchObject({ status: 200, body: { id } })
  })
})

describe('T-50: nobody learns who holds a wallet before it has signed', () => {
  test('every account gets a text in the same way', async () => {
    const host = await createSignInHost()
    await host.linkWallet('alice', wallet)
    const texts = await Promise.all([wallet, second].map((of) => ask(host, of)))
    const plain = texts.map(({ message }, index) =>
      message.replace([wallet, second][index]?.address ?? '', 'ADDRESS').replace(/^(Nonce|Request ID): .*$/gm, '$1'),
    )
    expect(plain[0]).toBe(plain[1])
  })

  test('a wrong signature gets one refusal for any account, and uses the challenge up', async () => {
    const host = await createSignInHost()
    await host.linkWallet('alice', wallet)
    const answers = []
    for (const of of [wallet, createTestWallet(3)]) {
      const { challengeId, message } = await ask(host, of)
      answers.push(await post(host, '/sign-in', { purpose: 'signIn', challengeId, signature: second.sign(message) }))
      const right = await post(host, '/sign-in', { purpose: 'signIn', challengeId, signature: of.sign(message) })
      expect(right).toMatchObject({ status: 404, body: { code: 'challenge_unknown' } })
    }
    expect(answers[0]).toMatchObject({ status: 400, body: { code: 'proof_invalid' } })
    expect(answers[1]?.text).toBe(answers[0]?.text)
    expect(answers.flatMap(cookiesOf)).toEqual([])
  })

  test('not linked, not counting or not allowed: one 403, and no session', async () => {
    const host = await createSignInHost({
      signIn: { complete: async (_, { hostUserId }) => (hostUserId === 'carol' ? undefined : {}) },
    })
    const [alices, bobs] = [await host.linkWallet('alice', wallet), await host.linkWallet('bob', second)]
    await host.linkWallet('carol', createTestWallet(3))
    const end = (hostUserId: string, id: string, status: 'stale' | 're-prove') =>
      host.store.setWalletStatus({ hostUserId, id, status, at: host.clock.now })
    await end('alice', alices.id, 'stale')
    await end('bob', bobs.id, 're-prove')
    const answers = []
    for (const by of [1, 2, 3, 4]) answers.push(await signIn(host, createTestWallet(by)))
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'wallet_not_linked' } })
      expect(answer.text).toBe(answers[0]?.text)
      expect(cookiesOf(answer)).toEqual([])
    }
    expect(await host.link.linkedWallets('alice')).toMatchObject([{ lastUsedAt: undefined, status: 'stale' }])
    expect(host.events.filter(({ type }) => type === 'signed-in')).toEqual([])
  })
})

describe('T-30: a text is answered in the session that requested it', () => {
  test('by another session, twice, too late or with another text: refused, and no session', async () => {
    const host = await createSignInHost()
    await host.linkWallet('alice', wallet)
    const { challengeId, message } = await ask(host)
    const body = { purpose: 'signIn', challengeId, signature: wallet.sign(message) }
    expect(await post(host, '/sign-in', body, other)).toMatchObject({
      status: 404,
      body: { code: 'challenge_unknown' },
    })
    expect((await post(host, '/sign-in', body, null)).status).toBe(401)
    // None of these attempts used the challenge up.
    expect((await post(host, '/sign-in', body)).status).toBe(200)
    expect((await post(host, '/sign-in', body)).status).toBe(404)

    const linking = await host.challenge('alice', wallet)
    const release = await host.send('/challenges', {
      method: 'POST',
      user: 'alice',
      body: { purpose: 'release', accountId: wallet.accountId },
    })
    for (const text of [linking, parseChallengeResponse(release.body)]) {
      const sent = { purpose: 'signIn', challengeId: text.challengeId, signature: wallet.sign(text.message) }
      expect((await post(host, '/sign-in', sent)).status).toBe(404)
    }
    const late = await ask(host)
    host.clock.now += 300_000
    const sent = { purpose: 'signIn', challengeId: late.challengeId, signature: wallet.sign(late.message) }
    expect(await post(host, '/sign-in', sent)).toMatchObject({ status: 400, body: { code: 'challenge_expired' } })
  })

  test('a text to sign in links, unlinks and releases nothing', async () => {
    const host = await createSignInHost()
    const { id } = await host.linkWallet('alice', wallet)
    const { challengeId, message } = await ask(host, wallet)
    const body = { challengeId, signature: wallet.sign(message) }
    for (const [purpose, path] of [
      ['link', '/proofs'],
      ['unlink', `/wallets/${id}/unlink`],
      ['release', '/wallets/release'],
    ] as const)
      for (const user of ['alice', 'bob']) {
        const sent = { method: 'POST', user, headers: { 'x-test-session': visitor } }
        expect((await host.send(path, { ...sent, body: { ...body, purpose } })).status).toBe(404)
        expect((await host.send(path, { ...sent, body: { ...body, purpose: 'signIn' } })).status).toBe(400)
      }
    expect(await host.link.linkedWallets('alice')).toMatchObject([{ id }])
  })

  test('T-53: a session that ended or changed during the check gets no new session', async () => {
    for (const becomes of [undefined, other]) {
      let session: string | undefined = visitor
      let hears: () => void = () => {}
      const { store } = await createTestHost()
      const host = await createSignInHost({
        store: {
          ...store,
          consumeChallenge: async (key) => {
            const challenge = await store.consumeChallenge(key)
            hears()
            return challenge
          },
        },
        signIn: { session: async () => session },
      })
      await host.linkWallet('alice', wallet)
      hears = () => {
        session = becomes
      }
      const answer = await signIn(host)
      expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
      expect(cookiesOf(answer)).toEqual([])
    }
  })

  test('T-53: a session that `complete` finds ended gets 401; the wallet counts as unused', async () => {
    const host = await createSignInHost({ signIn: { complete: async () => 'session-ended' } })
    await host.linkWallet('alice', wallet)
    const answer = await signIn(host)
    expect(answer).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    expect(cookiesOf(answer)).toEqual([])
    expect(await host.link.linkedWallets('alice')).toMatchObject([{ lastUsedAt: undefined }])
  })

  test('a sign-in that is refused at the end is no use of the wallet, and not in its history', async () => {
    const host = await createSignInHost({ signIn: { complete: async () => undefined } })
    await host.linkWallet('alice', wallet)
    expect((await signIn(host)).status).toBe(403)
    expect(await host.link.linkedWallets('alice')).toMatchObject([{ lastUsedAt: undefined }])
    expect(await host.store.history('alice', { before: undefined, limit: 9 })).toHaveLength(1)
  })

  test('a wallet that is unlinked during the check signs no one in', async () => {
    for (const status of [undefined, 're-prove'] as const) {
      let confirms = 0
      const host = await createSignInHost({
        signIn: {
          session: async () => {
            confirms += 1
            const [row] = confirms === 3 ? await host.store.linkedWallets('alice') : []
            const key = { hostUserId: 'alice', id: row?.id ?? '', at: host.clock.now }
            if (row !== undefined)
              await (status === undefined
                ? host.store.removeLinkedWallet(key)
                : host.store.setWalletStatus({ ...key, status }))
            return visitor
          },
        },
      })
      await host.linkWallet('alice', wallet)
      const answer = await signIn(host)
      expect(confirms).toBe(3)
      expect(answer).toMatchObject({ status: 403, body: { code: 'wallet_not_linked' } })
      expect(cookiesOf(answer)).toEqual([])
    }
  })

  test('the started session is returned even if the use cannot be recorded', async () => {
    const { store } = await createTestHost()
    const useLinkedWallet = () => Promise.reject(new Error('disk full'))
    const host = await createSignInHost({ store: { ...store, useLinkedWallet } })
    await host.linkWallet('alice', wallet)
    const answer = await signIn(host)
    expect(answer.status).toBe(200)
    expect(cookiesOf(answer)).toHaveLength(2)
    expect(host.failures).toHaveLength(1)
  })

  test('one of 50 answers at once signs in', async () => {
    const host = await createSignInHost()
    await host.linkWallet('alice', wallet)
    const { challengeId, message } = await ask(host)
    const body = { purpose: 'signIn', challengeId, signature: wallet.sign(message) }
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(host, '/sign-in', body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(49)
    expect(answers.flatMap(cookiesOf)).toHaveLength(2)
  })
})

describe('allowed requesters', () => {
  test('T-52: only pages of this site, and only JSON', async () => {
    const host = await createSignInHost()
    for (const headers of [{ origin: 'https://evil.example' }, { origin: undefined }, { 'sec-fetch-mode': 'navigate' }])
      for (const [path, body] of [
        ['/challenges', { purpose: 'signIn', accountId: wallet.accountId }],
        ['/sign-in', { purpose: 'signIn', challengeId: 'A'.repeat(24), signature: '0xab' }],
      ] as const) {
        const sent = { method: 'POST', body, headers: { 'x-test-session': visitor, ...headers } }
        expect(await host.send(path, sent)).toMatchObject({ status: 403, body: { code: 'forbidden_origin' } })
      }
    const plain = { 'x-test-session': visitor, 'content-type': 'text/plain' }
    expect((await host.send('/sign-in', { method: 'POST', body: {}, headers: plain })).status).toBe(415)
  })

  test('a signed-out visitor can request nothing else', async () => {
    const host = await createSignInHost()
    for (const body of [
      { purpose: 'link', accountId: wallet.accountId },
      { purpose: 'unlink', walletId: 'w' },
      { purpose: 'release', accountId: wallet.accountId },
    ])
      expect((await post(host, '/challenges', body)).status).toBe(401)
    for (const path of ['/proofs', '/wallets/release', '/wallets/w/unlink'])
      expect((await post(host, path, {})).status).toBe(401)
    expect((await host.send('/wallets', { headers: { 'x-test-session': visitor } })).status).toBe(401)
  })

  test('without a session nobody signs in; a guessable session is the operator’s fault', async () => {
    const host = await createSignInHost()
    const asked = { purpose: 'signIn', accountId: wallet.accountId }
    expect(await post(host, '/challenges', asked, null)).toMatchObject({ status: 401 })
    const guessed = await createSignInHost({ signIn: { session: async () => '1' } })
    expect(await post(guessed, '/challenges', asked)).toMatchObject({ status: 500, body: { code: 'link_failed' } })
    expect(guessed.failures).toHaveLength(1)
  })

  test('accounts of other chains are refused', async () => {
    const host = await createSignInHost()
    const answer = await post(host, '/challenges', { purpose: 'signIn', accountId: createTestWallet(1, 10).accountId })
    expect(answer).toMatchObject({ status: 400, body: { code: 'unsupported_account' } })
  })

  test('without the option neither the purpose nor the route exists', async () => {
    const host = await createTestHost({ isLoginFactor: true })
    const sent = { method: 'POST', user: 'alice' } as const
    const body = { purpose: 'signIn', accountId: wallet.accountId }
    expect((await host.send('/challenges', { ...sent, body })).status).toBe(404)
    expect((await host.send('/sign-in', { ...sent, body: {} })).status).toBe(404)
    expect((await host.send('/challenges', { method: 'POST', body })).status).toBe(401)
  })

  test('T-55: signing in requires wallets to be a login factor, or the server does not start', async () => {
    await expect(createSignInHost({ isLoginFactor: false })).rejects.toMatchObject({ code: 'invalid_link_options' })
  })

  test('T-53: no session starts if its cookie would go over plain http; onFailure says why', async () => {
    const failures: unknown[] = []
    const host = await createSignInHost({
      signIn: { complete: async () => ({ 'set-cookie': 'session=s3cret; HttpOnly' }) },
      onFailure: (error) => void failures.push(error),
    })
    await host.linkWallet('alice', wallet)
    const answer = await signIn(host)
    expect(answer).toMatchObject({ status: 500, body: { code: 'link_failed' } })
    expect(cookiesOf(answer)).toEqual([])
    expect(failures).toMatchObject([
      { message: '`signIn.complete` sets the cookie "session" without `Secure`: it would be sent by plain http too.' },
    ])
  })

  test('limits: by session and by address, as for proofs', async () => {
    const host = await createSignInHost({
      rateLimits: { challengesPerUser: 2, proofsPerUser: 2, proofsPerAddress: 3 },
      clientAddress: () => '192.0.2.1',
    })
    const asked = async (session: string) =>
      (await post(host, '/challenges', { purpose: 'signIn', accountId: wallet.accountId }, session)).status
    expect([await asked(visitor), await asked(visitor), await asked(visitor)]).toEqual([201, 201, 429])
    expect(await asked(other)).toBe(201)
    const nothing = { purpose: 'signIn', challengeId: 'A'.repeat(24), signature: '0xab' }
    const answered = async (session: string) => (await post(host, '/sign-in', nothing, session)).status
    expect([await answered(visitor), await answered(visitor), await answered(visitor)]).toEqual([404, 404, 429])
    expect(await answered(other)).toBe(429)
  })

  test('T-54: nobody blocks the owner of a wallet from signing in by requesting its texts', async () => {
    const host = await createSignInHost({ rateLimits: { challengesPerAccount: 1, challengesPerAccountInAll: 1 } })
    await host.linkWallet('alice', wallet)
    expect(
      (
        await host.send('/challenges', {
          method: 'POST',
          user: 'bob',
          body: { purpose: 'release', accountId: wallet.accountId },
        })
      ).status,
    ).toBe(429)
    for (let index = 0; index < 9; index += 1) await ask(host, wallet, `a stranger's session ${index}`)
    expect((await signIn(host)).status).toBe(200)
  })

  test('only /challenges itself accepts requests from signed-out visitors', async () => {
    const host = await createSignInHost()
    for (const path of ['/proofs', '/wallets/x/unlink', '/wallets/release'])
      expect(await post(host, path, { purpose: 'signIn', accountId: wallet.accountId })).toMatchObject({
        status: 401,
        body: { code: 'not_signed_in' },
      })
    for (const path of ['/wallets/x/challenges', '/x/sign-in', '/x/origin-statements', '/signin', '/sign-in2'])
      expect(await post(host, path, { purpose: 'signIn', accountId: wallet.accountId })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
    const mounted = await createSignInHost({ basePath: '/api/link' })
    expect(
      (await post(mounted, '/api/link/challenges', { purpose: 'signIn', accountId: wallet.accountId })).status,
    ).toBe(201)
  })

  test('one session keeps ten open texts, which belong to no host user', async () => {
    const host = await createSignInHost()
    for (let index = 0; index < 10; index += 1) await ask(host)
    expect((await post(host, '/challenges', { purpose: 'signIn', accountId: wallet.accountId })).status).toBe(429)
    await ask(host, wallet, other)
    expect((await host.store.exportHostUser(visitor)).challenges).toEqual([])
  })
})

describe('T-46, T-48: contract accounts', () => {
  const rpc = { 'eip155:1': ['https://rpc.example/'] }

  /** Creates a chain whose contracts give these answers in turn, and then answer that they do not know the signature. */
  function createChain(says: ('yes' | 'no' | 'down')[]): Pick<LinkOptions, 'rpc' | 'fetch'> {
    return {
      rpc,
      fetch: async () => {
        const said = says.shift()
        if (said === 'down') throw new TypeError('no network')
        return Response.json({ jsonrpc: '2.0', id: 1, result: formatWords({ agrees: said === 'yes' }, noon) })
      },
    }
  }

  /** Signs with a key that does not belong to the account: only its contract can agree to the signature. */
  const contract = { ...wallet, sign: second.sign }

  test('one that still agrees signs in', async () => {
    const host = await createSignInHost(createChain(['yes', 'yes', 'yes']))
    const { id } = await host.linkWallet('alice', contract)
    expect(await signIn(host, contract)).toMatchObject({ status: 200, body: { id } })
  })

  test('one with a new owner since linking signs nobody in, and its link becomes stale', async () => {
    // The new owner signs the text, but the contract no longer accepts the signature by which alice linked it.
    const host = await createSignInHost(createChain(['yes', 'yes', 'no']))
    await host.linkWallet('alice', contract)
    const answer = await signIn(host, contract)
    expect(answer).toMatchObject({ status: 403, body: { code: 'wallet_not_linked' } })
    expect(cookiesOf(answer)).toEqual([])
    expect(await host.link.linkedWallets('alice')).toMatchObject([{ status: 'stale' }])
  })

  test('a contract’s answer says nothing about a key: its account is another link', async () => {
    const host = await createSignInHost(createChain(['yes']))
    await host.linkWallet('alice', wallet)
    expect((await signIn(host, contract)).status).toBe(403)
  })

  test('one that cannot be checked gets 503, and the same answer is valid later', async () => {
    const host = await createSignInHost(createChain(['yes', 'down', 'yes', 'down', 'yes', 'yes']))
    const { id } = await host.linkWallet('alice', contract)
    const { challengeId, message } = await ask(host)
    const body = { purpose: 'signIn', challengeId, signature: contract.sign(message) }
    for (let question = 0; question < 2; question += 1) {
      const answer = await post(host, '/sign-in', body)
      expect(answer).toMatchObject({ status: 503, body: { code: 'cannot_check_now' } })
      expect(cookiesOf(answer)).toEqual([])
      host.clock.now += 60_000
    }
    expect(await post(host, '/sign-in', body)).toMatchObject({ status: 200, body: { id } })
  })
})
