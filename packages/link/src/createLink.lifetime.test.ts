import { parseAuthenticationRequest, parseChallengeResponse } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { createTestHost, createTestWallet, type TestHost } from './createTestHost.fixture.ts'
import { formatWords } from './verifiers/rpcServer.fixture.ts'

// Texts that live for a day, for wallets in which several people sign.

const wallet = createTestWallet(1)
const day = 86_400_000
const minute = 60_000
const signIn = { session: async () => 'session-of-a-visitor', complete: async () => new Headers() }

async function ask(host: TestHost, body: object, user = 'alice') {
  const answer = await host.send('/challenges', { method: 'POST', user, body })
  expect(answer.status, answer.text).toBe(201)
  return parseChallengeResponse(answer.body)
}

test('without the option a text lives five minutes and mentions no one else', async () => {
  const host = await createTestHost()
  const issued = await ask(host, { purpose: 'link', accountId: wallet.accountId })
  expect([issued.expiresAt - host.clock.now, issued.othersMaySign]).toEqual([5 * minute, undefined])
})

describe('challengeLifetimeSeconds: 86,400', () => {
  const start = () =>
    createTestHost({ challengeLifetimeSeconds: 86_400, isLoginFactor: true, mayLink: async () => true, signIn })

  test('text and answer state the expiry; a signature counts until then and not after', async () => {
    const host = await start()
    const { challengeId, message, expiresAt, othersMaySign } = await ask(host, {
      purpose: 'link',
      accountId: wallet.accountId,
    })
    expect([expiresAt - host.clock.now, othersMaySign]).toEqual([day, true])
    expect(message).toContain(`\nExpiration Time: ${new Date(expiresAt).toISOString()}\n`)
    const late = await ask(host, { purpose: 'link', accountId: wallet.accountId })
    host.clock.now = expiresAt - 1
    expect((await host.prove('alice', challengeId, wallet.sign(message))).status).toBe(201)
    host.clock.now = expiresAt
    expect((await host.prove('alice', late.challengeId, wallet.sign(late.message))).body).toMatchObject({
      code: 'challenge_expired',
    })
  })

  test('such texts also unlink and release a wallet', async () => {
    const host = await start()
    const { id } = await host.linkWallet('alice', wallet)
    const release = await ask(host, { purpose: 'release', accountId: wallet.accountId }, 'bob')
    const unlink = await ask(host, { purpose: 'unlink', walletId: id })
    host.clock.now += day - 1
    const { challengeId, message } = unlink
    const body = { purpose: 'unlink', challengeId, signature: wallet.sign(message) }
    const mayUnlinkLast = await host.send(`/wallets/${id}/unlink`, { method: 'POST', user: 'alice', body })
    // The signature was accepted. The refusal is only about the last way to sign in.
    expect(mayUnlinkLast.body).toMatchObject({ code: 'last_factor' })
    const given = { purpose: 'release', challengeId: release.challengeId, signature: wallet.sign(release.message) }
    expect((await host.send('/wallets/release', { method: 'POST', user: 'bob', body: given })).status).toBe(204)
    expect([unlink.othersMaySign, release.othersMaySign]).toEqual([true, true])
  })

  test('texts to sign in and for one-tap still live five minutes', async () => {
    const host = await start()
    await host.linkWallet('alice', wallet)
    const { challengeId, message, expiresAt, othersMaySign } = await ask(host, {
      purpose: 'signIn',
      accountId: wallet.accountId,
    })
    expect([expiresAt - host.clock.now, othersMaySign]).toEqual([5 * minute, undefined])
    const oneTap = await host.send('/challenges', {
      method: 'POST',
      user: 'alice',
      body: { purpose: 'oneTap', chains: ['eip155:1'], methods: [] },
    })
    const { authentication } = oneTap.body as { authentication: unknown }
    expect(parseAuthenticationRequest(authentication).expirationTime).toBe(new Date(expiresAt).toISOString())
    host.clock.now += 5 * minute
    const body = { purpose: 'signIn', challengeId, signature: wallet.sign(message) }
    expect((await host.send('/sign-in', { method: 'POST', body })).body).toMatchObject({ code: 'challenge_expired' })
  })

  test('a contract that agrees ten hours later is linked by the waiting answer', async () => {
    const chain = { agrees: false }
    const host = await createTestHost({
      challengeLifetimeSeconds: 86_400,
      rpc: { 'eip155:1': ['https://rpc.example/'] },
      fetch: async () => Response.json({ jsonrpc: '2.0', id: 1, result: formatWords({ ...chain }, host.clock.now) }),
    })
    const { challengeId } = await ask(host, { purpose: 'link', accountId: wallet.accountId })
    expect(await host.prove('alice', challengeId, '0x')).toMatchObject({ body: { code: 'signature_pending' } })
    host.clock.now += 600 * minute
    chain.agrees = true
    expect((await host.prove('alice', challengeId, '0x01')).status).toBe(404)
    expect((await host.prove('alice', challengeId, '0x')).status).toBe(201)
  })

  test('repeated attempts lock no one out for a day: the oldest text makes room', async () => {
    const host = await start()
    const issued: Awaited<ReturnType<typeof ask>>[] = []
    for (let attempt = 0; attempt < 12; attempt += 1) {
      issued.push(await ask(host, { purpose: 'link', accountId: wallet.accountId }))
      host.clock.now += minute
    }
    const prove = (index: number) => {
      const { challengeId = '', message = '' } = issued[index] ?? {}
      return host.prove('alice', challengeId, wallet.sign(message))
    }
    expect([(await prove(0)).status, (await prove(1)).status, (await prove(11)).status]).toEqual([404, 404, 201])
  })

  test('refuses a text with a longer life than configured: another configuration wrote it', async () => {
    const { store } = await start()
    const [longer, usual] = [
      await createTestHost({ store, challengeLifetimeSeconds: 86_400 }),
      await createTestHost({ store }),
    ]
    const { challengeId, message } = await ask(longer, { purpose: 'link', accountId: wallet.accountId })
    expect((await usual.prove('alice', challengeId, wallet.sign(message))).body).toMatchObject({
      code: 'proof_invalid',
      reason: 'challenge_of_other_site',
    })
  })
})
