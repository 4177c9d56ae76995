import { expect, test } from 'vitest'
import { openHost } from './openHost.ts'

// The demo host app with the registry's table of look-alikes: no account name reads as another account's name, or as more than
// a name.

const publicUrl = 'http://localhost:4400'

async function openSignUp() {
  const { host } = await openHost({ publicUrl })
  let visitors = 0
  return async (name: string): Promise<readonly [number, string | undefined]> => {
    visitors += 1
    const address = `192.0.2.${visitors}`
    const visited = await host.fetch(new Request(`${publicUrl}/session`), { address })
    const cookie = visited.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const headers = { origin: publicUrl, 'content-type': 'application/json', cookie }
    const body = JSON.stringify({ name, password: 'correct horse battery' })
    const answer = await host.fetch(new Request(`${publicUrl}/account`, { method: 'POST', headers, body }), { address })
    return [answer.status, (await answer.json()).code]
  }
}

test('T-30: refuses a name that reads as a sentence, an address or two scripts', async () => {
  const signUp = await openSignUp()
  for (const name of [
    'alice on host.example. Ref 7',
    'alice on host',
    'Ada. Bob',
    'Ada: see below',
    'https://evil.example',
    'www.evil.example',
    '"Ada"',
    'Ada #3fa9c1',
    'This costs nothing',
    'other than Bob',
    'Аda Lovelace',
    'pаypal',
    'αlice',
  ])
    expect([name, ...(await signUp(name))]).toEqual([name, 400, 'name_misleading'])
})

test('T-30: refuses a look-alike of another name (UTS 39)', async () => {
  const signUp = await openSignUp()
  for (const [name, others] of [
    ['Alice', ['ALICE.', 'A l i c e', 'alicé', 'a1ice', 'AIice', 'аӏісе', 'ａｌｉｃｅ']],
    ['Capa', ['Сара']],
    ['山田太郎', ['山田 太郎']],
    ['Юлия', ['Юлия_', 'юлия']],
    ["Zoe O'Neill", ['ZOE ONEILL']],
  ] as const) {
    expect(await signUp(name)).toEqual([201, undefined])
    for (const other of others) expect([other, ...(await signUp(other))]).toEqual([other, 409, 'name_taken'])
  }
})
