import { type CacaoProof, createCacao } from '@hawser/wire'
import { expect, test } from 'vitest'
import type { RequestedMethods } from '../connectors/requestedMethods.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { createOneTap } from './oneTap.ts'

const accountId = 'eip155:1:0x1111111111111111111111111111111111111111'

function start(
  answer: (count: number) => Promise<Response> | Response | undefined = () => undefined,
  serverAheadMs = 0,
  methods?: RequestedMethods,
  account?: string,
) {
  const names: (string | undefined)[] = []
  const timers = createTimers()
  const asked: { readonly path: string; readonly body: unknown }[] = []
  const issue = () =>
    Response.json(
      {
        challengeId: `challenge${asked.length}`.padEnd(24, '0'),
        authentication: {
          chains: ['eip155:1'],
          domain: 'app.example',
          uri: 'https://app.example/',
          nonce: '0123456789abcdef',
          issuedAt: new Date(timers.now()).toISOString(),
          methods: ['personal_sign'],
        },
        expiresAt: timers.now() + serverAheadMs + 300_000,
        account,
      },
      { status: 201 },
    )
  const oneTap = createOneTap({
    linkUrl: 'https://app.example/link/',
    chains: ['eip155:1', 'eip155:10'],
    methods,
    onAccount: (name) => names.push(name),
    now: timers.now,
    setTimer: timers.setTimer,
    fetch: async (input, init) => {
      asked.push({ path: new URL(String(input)).pathname, body: JSON.parse(String(init?.body)) })
      const given = answer(asked.length)
      if (given !== undefined) return given
      if (String(input).endsWith('/challenges')) return issue()
      return Response.json({ id: 'w1', accountId, linkedAt: 1 }, { status: 201 })
    },
  })
  return { timers, asked, names, oneTap }
}

test('requests the text to sign once, and reuses it until half of its time is over', async () => {
  const { timers, asked, oneTap } = start()
  const first = await oneTap.challenge()
  expect(asked).toEqual([
    {
      path: '/link/challenges',
      body: { purpose: 'oneTap', chains: ['eip155:1', 'eip155:10'], methods: ['personal_sign'] },
    },
  ])
  await timers.advance(150_000)
  expect(await oneTap.challenge()).toBe(first)
  await timers.advance(1)
  expect((await oneTap.challenge()).challengeId).not.toBe(first.challengeId)
  expect([asked.length, timers.open()]).toEqual([2, 0])
})

test('T-30 shows the name in the text until another text is requested', async () => {
  const { timers, names, oneTap } = start(undefined, 0, undefined, 'Li Xiao Long #0c41d8')
  await oneTap.challenge()
  expect(names).toEqual([undefined, 'Li Xiao Long #0c41d8'])
  await oneTap.challenge()
  expect(names).toHaveLength(2)
  await timers.advance(150_001)
  await oneTap.challenge()
  expect(names).toEqual([undefined, 'Li Xiao Long #0c41d8', undefined, 'Li Xiao Long #0c41d8'])
})

test.each(['Älice', 'a\nb', 'x'.repeat(300), 7, undefined])(
  'T-30 shows no name for %j, which a text cannot contain',
  async (account) => {
    const { names, oneTap } = start(undefined, 0, undefined, account as string)
    await oneTap.challenge()
    expect(names.filter((name) => name !== undefined)).toEqual([])
  },
)

test.each([
  [
    ['personal_sign', 'eth_sendTransaction'],
    ['personal_sign', 'eth_sendTransaction'],
  ],
  [{ eip155: ['eth_signTypedData_v4'], solana: [] }, ['eth_signTypedData_v4']],
  [{ solana: ['solana_signTransaction'] }, ['personal_sign']],
])('with an approval it grants the methods of eip155, for a page that requests %j', async (methods, expected) => {
  const { asked, oneTap } = start(undefined, 0, methods)
  await oneTap.challenge()
  expect(asked[0]?.body).toEqual({ purpose: 'oneTap', chains: ['eip155:1', 'eip155:10'], methods: expected })
})

test.each([-300_000, -900_000])(
  'F-L14 a text from a server %i ms off has expired here and for wallets: nothing to sign',
  async (serverAheadMs) => {
    const { oneTap } = start(undefined, serverAheadMs)
    await expect(oneTap.challenge()).rejects.toMatchObject({ code: 'one_tap_unavailable' })
    await expect(oneTap.challenge()).rejects.toMatchObject({ code: 'one_tap_unavailable' })
  },
)

test('F-L14 a text from a server slightly behind, or far ahead, is valid', async () => {
  for (const serverAheadMs of [-200_000, 900_000]) {
    const { oneTap } = start(undefined, serverAheadMs)
    expect((await oneTap.challenge()).expiresAt).toBeGreaterThan(0)
  }
})

test('an answered text is not used again', async () => {
  const { asked, oneTap } = start()
  const { challengeId, authentication } = await oneTap.challenge()
  const cacao = createCacao({ request: authentication, accountId, signature: '0x01' })
  const proof: CacaoProof = { purpose: 'oneTap', challengeId, cacao, walletName: 'Wallet' }
  expect(await oneTap.sendApproval(proof, new AbortController().signal)).toMatchObject({ id: 'w1', accountId })
  expect(asked[1]).toEqual({ path: '/link/proofs', body: JSON.parse(JSON.stringify(proof)) })
  expect((await oneTap.challenge()).challengeId).not.toBe(challengeId)
})

test.each<[string, () => Promise<Response> | Response]>([
  ['refuses', () => Response.json({ code: 'not_signed_in', message: '' }, { status: 401 })],
  ['is older', () => Response.json({ code: 'invalid_link_body', message: '' }, { status: 400 })],
  ['answers with something else', () => Response.json({ challengeId: 'x' }, { status: 201 })],
  [
    'asks for something that cannot be written',
    () => Response.json({ challengeId: 'c'.repeat(24), authentication: { chains: [] }, expiresAt: 1 }, { status: 201 }),
  ],
  ['is away', () => Promise.reject(new TypeError('fetch failed'))],
])('a link API that %s has nothing to sign', async (_, answer) => {
  const { oneTap, timers } = start(answer)
  await expect(oneTap.challenge()).rejects.toMatchObject({ code: 'one_tap_unavailable' })
  expect(timers.open()).toBe(0)
})

test('T-66 waits two seconds for a silent link API', async () => {
  const { oneTap, timers } = start(() => new Promise<never>(() => {}))
  let code: unknown
  const asking = oneTap.challenge().catch((error) => {
    code = error.code
  })
  await timers.advance(1_999)
  expect(code).toBeUndefined()
  await timers.advance(1)
  await asking
  expect([code, timers.open()]).toEqual(['one_tap_unavailable', 0])
})
