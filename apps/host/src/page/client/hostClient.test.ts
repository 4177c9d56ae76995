import { expect, test } from 'vitest'
import { createHostClient } from './hostClient.ts'

function createClient(answer: () => Response) {
  const asked: unknown[] = []
  const client = createHostClient({
    fetch: async (path, init) => {
      asked.push([init?.method, path, init?.body ?? undefined])
      return answer()
    },
  })
  return { client, asked }
}

const nothing = () => new Response(null, { status: 204 })

test('createHostClient: calls the addresses of the server, in JSON', async () => {
  const { client, asked } = createClient(nothing)
  const credentials = { name: 'Ada', password: 'correct horse' }
  await client.signUp(credentials)
  await client.signIn(credentials)
  await client.confirmPassword('correct horse')
  await client.signOut()
  await client.endSession('a/b')
  await client.endOtherSessions()
  expect(asked).toEqual([
    ['POST', '/account', JSON.stringify(credentials)],
    ['POST', '/session', JSON.stringify(credentials)],
    ['POST', '/session/password', JSON.stringify({ password: 'correct horse' })],
    ['DELETE', '/session', undefined],
    ['DELETE', '/sessions/a%2Fb', undefined],
    ['DELETE', '/sessions', undefined],
  ])
})

test('createHostClient: the answer to a correct password says how long it counts', async () => {
  const { client } = createClient(() => Response.json({ mayLinkForMs: 1_800_000 }))
  expect(await client.confirmPassword('correct horse')).toEqual({ isDone: true, value: 1_800_000 })
})

test('createHostClient: a refusal has its code and the time to retry', async () => {
  const answer = () =>
    Response.json({ code: 'too_many_sign_ins', message: 'x' }, { status: 429, headers: { 'retry-after': '60' } })
  const { client } = createClient(answer)
  expect(await client.signOut()).toEqual({ isDone: false, code: 'too_many_sign_ins', retryAfterSeconds: 60 })
})

test('createHostClient: reports a session that ended elsewhere, and nothing else', async () => {
  let gone = 0
  const of = (code: string) =>
    createHostClient({ fetch: async () => Response.json({ code }, { status: 401 }), onVisitorGone: () => (gone += 1) })
  await of('sign_in_refused').signIn({ name: 'Ada', password: 'x' })
  expect(gone).toBe(0)
  expect(await of('visitor_gone').sessions()).toMatchObject({ isDone: false, code: 'visitor_gone' })
  expect(gone).toBe(1)
})

test.each([
  ['no answer', () => Promise.reject(new TypeError('offline'))],
  ['no JSON', async () => new Response('<h1>502</h1>', { status: 502 })],
  ['no list', async () => Response.json({})],
  ['no sessions in it', async () => Response.json({ sessions: [{ id: 'x' }] })],
])('createHostClient: %s is unreachable, and never a rejection', async (_, ask) => {
  const { sessions } = createHostClient({ fetch: ask })
  expect(await sessions()).toEqual({ isDone: false, code: 'unreachable', retryAfterSeconds: 0 })
})
