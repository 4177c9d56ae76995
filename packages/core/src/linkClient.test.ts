import { expect, test } from 'vitest'
import { createTimers } from './createTimers.conformance.ts'
import { LinkRefusedError, LinkUnavailableError } from './errors.ts'
import { createLinkClient } from './linkClient.ts'

const challenge = { challengeId: 'a'.repeat(32), message: 'app.example wants you to …', expiresAt: 1 }
const wallet = { id: 'w1', accountId: 'eip155:1:0xabc', walletName: 'Rainbow', linkedAt: 1 } as const
const never = new AbortController().signal

function createClient(answer: () => Response | Promise<Response>) {
  const timers = createTimers()
  const asked: { url: string; init: RequestInit | undefined }[] = []
  const client = createLinkClient({
    linkUrl: '/link/',
    setTimer: timers.setTimer,
    fetch: async (input, init) => {
      asked.push({ url: String(input), init })
      return answer()
    },
  })
  return { client, timers, asked }
}

test('requestChallenge: account and wallet name go, a challenge comes', async () => {
  const { client, asked } = createClient(() => Response.json(challenge, { status: 201 }))
  const params = { accountId: wallet.accountId, walletName: 'Rainbow' }
  expect(await client.requestChallenge(params, never)).toEqual(challenge)
  expect(asked[0]?.url).toBe('/link/challenges')
  expect(asked[0]?.init).toMatchObject({
    method: 'POST',
    credentials: 'include',
    cache: 'no-store',
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
  })
})

test('sendProof: only the id and the signature go', async () => {
  const { client, asked } = createClient(() => Response.json(wallet, { status: 201 }))
  expect(await client.sendProof({ challengeId: challenge.challengeId, signature: '0x01' }, never)).toEqual(wallet)
  expect(asked[0]).toMatchObject({
    url: '/link/proofs',
    init: { body: JSON.stringify({ challengeId: challenge.challengeId, signature: '0x01' }) },
  })
})

test('linkedWallets and unlink', async () => {
  const list = createClient(() => Response.json({ wallets: [wallet] }))
  expect(await list.client.linkedWallets(never)).toEqual([wallet])
  expect(list.asked[0]).toMatchObject({ url: '/link/wallets', init: { method: 'GET' } })
  const gone = createClient(() => new Response(null, { status: 204 }))
  await gone.client.unlink('a/b', never)
  expect(gone.asked[0]).toMatchObject({ url: '/link/wallets/a%2Fb', init: { method: 'DELETE' } })
})

test("a refusal keeps the server's code and message", async () => {
  const body = { code: 'wallet_already_linked', message: 'This wallet is linked to another account.' }
  const { client } = createClient(() => Response.json(body, { status: 409 }))
  const error = await client
    .requestChallenge({ accountId: wallet.accountId, walletName: undefined }, never)
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(LinkRefusedError)
  expect(error).toMatchObject({ code: 'link_refused', status: 409, refusal: body, message: body.message })
})

test('everything that is none of its answers is one coded error', async () => {
  for (const answer of [
    () => Response.json({}),
    () => Response.json({ ...challenge, challengeId: '../x' }),
    () => Response.json({ ...challenge, message: 'x'.repeat(5000) }),
    () => new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } }),
    () => new Response('<html>Bad gateway</html>', { status: 502, headers: { 'content-type': 'text/html' } }),
    () => new Response('{', { headers: { 'content-type': 'application/json' } }),
    () => new Response(null, { status: 204 }),
    () => Promise.reject(new TypeError('Failed to fetch')),
  ]) {
    const { client } = createClient(answer)
    const asking = client.requestChallenge({ accountId: wallet.accountId, walletName: undefined }, never)
    await expect(asking).rejects.toBeInstanceOf(LinkUnavailableError)
  }
})

test('T-66 a server that never answers is given up after 10 s', async () => {
  const { client, timers } = createClient(() => new Promise<Response>(() => {}))
  const settled = expect(client.linkedWallets(never)).rejects.toBeInstanceOf(LinkUnavailableError)
  await timers.advance(10_000)
  await settled
  expect(timers.open()).toBe(0)
})
