import { expect, test } from 'vitest'
import { createHostClient } from './hostClient.ts'

function createClient(answer: () => Response) {
  const asked: unknown[] = []
  const client = createHostClient({
    linkUrl: '/link',
    fetch: async (path, init) => {
      asked.push([init?.method, path, init?.body ?? undefined])
      return answer()
    },
  })
  return { client, asked }
}

const nothing = () => new Response(null, { status: 204 })

test('createHostClient: asks the addresses of the server, in JSON', async () => {
  const { client, asked } = createClient(nothing)
  const credentials = { name: 'Ada', password: 'correct horse' }
  await client.signUp(credentials)
  await client.signIn(credentials)
  await client.signOut()
  await client.endSession('a/b')
  await client.endOtherSessions()
  await client.renameWallet('w1', undefined)
  await client.makePrimary('w1')
  await client.history(7)
  expect(asked).toEqual([
    ['POST', '/account', JSON.stringify(credentials)],
    ['POST', '/session', JSON.stringify(credentials)],
    ['DELETE', '/session', undefined],
    ['DELETE', '/sessions/a%2Fb', undefined],
    ['DELETE', '/sessions', undefined],
    ['PATCH', '/link/wallets/w1', '{"label":null}'],
    ['PATCH', '/link/wallets/w1', '{"isPrimary":true}'],
    ['GET', '/link/history?limit=25&before=7', undefined],
  ])
})

test('createHostClient: a refusal is its code and when to try again', async () => {
  const answer = () =>
    Response.json({ code: 'too_many_sign_ins', message: 'x' }, { status: 429, headers: { 'retry-after': '60' } })
  const { client } = createClient(answer)
  expect(await client.signOut()).toEqual({ isDone: false, code: 'too_many_sign_ins', retryAfterSeconds: 60 })
})

test.each([
  ['no answer', () => Promise.reject(new TypeError('offline'))],
  ['no JSON', async () => new Response('<h1>502</h1>', { status: 502 })],
  ['no list', async () => Response.json({})],
  ['no sessions in it', async () => Response.json({ sessions: [{ id: 'x' }] })],
])('createHostClient: %s is unreachable, and never a rejection', async (_, ask) => {
  const { sessions } = createHostClient({ linkUrl: '/link', fetch: ask })
  expect(await sessions()).toEqual({ isDone: false, code: 'unreachable', retryAfterSeconds: 0 })
})

test('createHostClient: an event of a kind that is not known yet is left out', async () => {
  const event = { number: 3, type: 'linked', at: 5, accountId: 'eip155:1:0xa', walletName: 'W' }
  const { client } = createClient(() => Response.json({ events: [{ ...event, type: 'split' }, event], before: 3 }))
  expect(await client.history(undefined)).toEqual({ isDone: true, value: { events: [event], before: 3 } })
})
