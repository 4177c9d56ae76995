import { expect, test } from 'vitest'
import { LinkUnavailableError } from '../errors.ts'
import { LinkRefusedError } from '../flow/errors.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { createLinkClient } from './linkClient.ts'

const challenge = { challengeId: 'a'.repeat(32), message: 'app.example wants you to …', expiresAt: 1 }
const wallet = { id: 'w1', accountId: 'eip155:1:0xabc', walletName: 'Rainbow', linkedAt: 1 } as const
const connection = { kind: 'extension', id: 'e1', walletName: 'Rainbow', rdns: 'me.rainbow', accounts: [] } as const
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
  /** Advances the clock until `pending` settles. */
  const wait = async <T>(pending: Promise<T>): Promise<T> => {
    let isOver = false
    const over = () => {
      isOver = true
    }
    pending.then(over, over)
    while (!isOver) await timers.advance(100)
    return pending
  }
  return { client, timers, asked, wait }
}

test('requestChallenge: account and wallet name go, a challenge comes', async () => {
  const { client, asked } = createClient(() => Response.json(challenge, { status: 201 }))
  expect(await client.requestChallenge({ connection, accountId: wallet.accountId }, never)).toEqual(challenge)
  expect(asked[0]?.url).toBe('/link/challenges')
  expect(asked[0]?.init).toMatchObject({
    method: 'POST',
    credentials: 'include',
    cache: 'no-store',
    redirect: 'error',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ purpose: 'link', accountId: wallet.accountId, walletName: 'Rainbow' }),
  })
})

test('sendProof: only purpose, id and signature go', async () => {
  const { client, asked } = createClient(() => Response.json(wallet, { status: 201 }))
  const proof = { challengeId: challenge.challengeId, signature: '0x01' }
  expect(await client.sendProof(proof, never)).toEqual({ kind: 'link', wallet })
  expect(asked[0]).toMatchObject({
    url: '/link/proofs',
    init: { body: JSON.stringify({ purpose: 'link', ...proof }) },
  })
})

test("a refusal keeps the server's code and message", async () => {
  const body = { code: 'wallet_already_linked', message: 'This wallet is linked to another account.' }
  const { client } = createClient(() => Response.json(body, { status: 409 }))
  const error = await client
    .requestChallenge({ connection, accountId: wallet.accountId }, never)
    .catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(LinkRefusedError)
  expect(error).toMatchObject({ code: 'link_refused', status: 409, refusal: body, message: body.message })
})

test('any other answer is one coded error', async () => {
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
    const asking = client.requestChallenge({ connection, accountId: wallet.accountId }, never)
    await expect(asking).rejects.toBeInstanceOf(LinkUnavailableError)
  }
})

test('T-66 a server that never answers is given up after 10 s', async () => {
  const { client, timers } = createClient(() => new Promise<Response>(() => {}))
  const proof = { challengeId: challenge.challengeId, signature: '0x01' }
  const settled = expect(client.sendProof(proof, never)).rejects.toBeInstanceOf(LinkUnavailableError)
  await timers.advance(10_000)
  await settled
  expect(timers.open()).toBe(0)
})

test('F-L15: an unanswered proof goes before the next text; refused, that text is asked for', async () => {
  const refused = () => Response.json({ code: 'challenge_unknown', message: 'Ask for a new one.' }, { status: 404 })
  const answers = [
    Response.json(challenge, { status: 201 }),
    Response.json({ code: 'cannot_check_now', message: 'Later.' }, { status: 503 }),
    refused(),
    refused(),
    Response.json({ ...challenge, challengeId: 'b'.repeat(32) }, { status: 201 }),
    Response.json(challenge, { status: 201 }),
  ]
  const { client, asked, wait } = createClient(() => answers.shift() ?? Response.error())
  const params = { connection, accountId: wallet.accountId }
  await client.requestChallenge(params, never)
  await expect(client.sendProof({ challengeId: challenge.challengeId, signature: '0x01' }, never)).rejects.toThrow()
  expect(await wait(client.requestChallenge(params, never))).toMatchObject({ challengeId: 'b'.repeat(32) })
  // The proof is not sent for another wallet, and not kept forever.
  await client.requestChallenge({ ...params, connection: { ...connection, id: 'e2' } }, never)
  const paths = ['challenges', 'proofs', 'proofs', 'proofs', 'challenges', 'challenges']
  expect(asked.map(({ url }) => url)).toEqual(paths.map((path) => `/link/${path}`))
})

test('F-L15: sent again while the server has the first: once more, and the link is there', async () => {
  const answers = [
    Response.json(challenge, { status: 201 }),
    Response.json({ code: 'cannot_check_now', message: 'Later.' }, { status: 503 }),
    Response.json({ code: 'challenge_unknown', message: 'Ask for a new one.' }, { status: 404 }),
    Response.json(wallet, { status: 201 }),
  ]
  const { client, wait } = createClient(() => answers.shift() ?? Response.error())
  const params = { connection, accountId: wallet.accountId }
  await client.requestChallenge(params, never)
  await expect(client.sendProof({ challengeId: challenge.challengeId, signature: '0x01' }, never)).rejects.toThrow()
  expect(await wait(client.requestChallenge(params, never))).toEqual({ outcome: { kind: 'link', wallet } })
})

test('F-L15: the pause before a proof is sent again ends with the wish for it', async () => {
  const { client, timers, asked } = createClient(() => Promise.reject(new TypeError('Failed to fetch')))
  const stop = new AbortController()
  const proof = { challengeId: challenge.challengeId, signature: '0x01' }
  const settled = expect(client.sendProof(proof, stop.signal)).rejects.toBeInstanceOf(LinkUnavailableError)
  await timers.advance(100)
  stop.abort()
  await settled
  expect([asked.length, timers.open()]).toEqual([1, 0])
})

test('F-L15: a proof sent by Retry counts once against the limits', async () => {
  const answers = [Response.json(challenge, { status: 201 })]
  const { client, wait, asked } = createClient(
    () => answers.shift() ?? Promise.reject(new TypeError('Failed to fetch')),
  )
  const params = { connection, accountId: wallet.accountId }
  await client.requestChallenge(params, never)
  const proof = { challengeId: challenge.challengeId, signature: '0x01' }
  await expect(wait(client.sendProof(proof, never))).rejects.toThrow()
  expect(asked).toHaveLength(3)
  await expect(wait(client.requestChallenge(params, never))).rejects.toBeInstanceOf(LinkUnavailableError)
  expect(asked).toHaveLength(4)
})

test('F-L15: a proof whose failure comes after another wallet was asked is not kept for that one', async () => {
  let fail: (response: Response) => void = () => {}
  const answers = [
    Response.json(challenge, { status: 201 }),
    new Promise<Response>((resolve) => (fail = resolve)),
    Response.json(challenge, { status: 201 }),
    Response.json(challenge, { status: 201 }),
  ]
  const { client, asked } = createClient(() => answers.shift() ?? Response.error())
  const params = { connection, accountId: wallet.accountId }
  await client.requestChallenge(params, never)
  const late = client.sendProof({ challengeId: challenge.challengeId, signature: '0x01' }, never)
  const other = { ...params, connection: { ...connection, id: 'e2' } }
  await client.requestChallenge(other, never)
  fail(Response.json({ code: 'cannot_check_now', message: 'Later.' }, { status: 503 }))
  await expect(late).rejects.toThrow()
  expect(await client.requestChallenge(other, never)).toEqual(challenge)
  const paths = ['challenges', 'proofs', 'challenges', 'challenges']
  expect(asked.map(({ url }) => url)).toEqual(paths.map((path) => `/link/${path}`))
})
