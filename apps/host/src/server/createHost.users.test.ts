import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cheapPassword } from '@hawser/test-kit/cheapPassword'
import { createDateClock, type DateClock } from '@hawser/test-kit/dateClock'
import { isNight } from '@hawser/test-kit/night'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createHost, type Host } from './createHost.ts'

// The link API has its own matrix (packages/link, createLink.users.test.ts); this one covers the host's routes.

const publicUrl = 'http://localhost:4400'
const password = 'correct horse'
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'] as const
let folder: string
let host: Host
let clock: DateClock

beforeEach(async () => {
  clock = createDateClock(1_700_000_000_000)
  folder = temporaryFolder()
  const pageDir = join(folder, 'page')
  mkdirSync(pageDir)
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><title>page</title>')
  host = await createHost({
    dataFile: join(folder, 'host.sqlite'),
    publicUrl,
    relayUrl: 'ws://localhost:4402',
    registryUrl: 'http://localhost:4403',
    walletUrl: 'http://localhost:4401',
    names: { lookAlikeKey: (name) => name, mixedScripts: () => [] },
    pageDir,
    password: cheapPassword,
  })
})
afterEach(() => host.stop())

async function ask(method: string, path: string, cookie: string | undefined, body?: object) {
  const response = await host.fetch(
    new Request(`${publicUrl}${path}`, {
      method,
      headers: {
        origin: publicUrl,
        ...(cookie === undefined ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    { address: '192.0.2.1' },
  )
  return {
    status: response.status,
    text: await response.text(),
    cookie: response.headers.getSetCookie()[0]?.split(';')[0],
  }
}

/** Begins a session of an account and returns its cookie. The clock moves past the limits by name and address. */
async function enter(path: '/account' | '/session', name: string): Promise<string> {
  clock.now += 60_000
  const { status, cookie } = await ask('POST', path, undefined, { name, password })
  expect([200, 201]).toContain(status)
  if (cookie === undefined) throw new Error('no cookie was set')
  return cookie
}

type Listed = { readonly id: string; readonly startedAt: number; readonly isCurrent: boolean }
async function sessionsOf(cookie: string): Promise<readonly Listed[]> {
  const { status, text } = await ask('GET', '/sessions', cookie)
  expect(status).toBe(200)
  const listed: readonly Listed[] = JSON.parse(text).sessions
  // The answer begins with the session that was seen last.
  return listed
    .map(({ id, startedAt, isCurrent }) => ({ id, startedAt, isCurrent }))
    .toSorted((one, other) => one.startedAt - other.startedAt)
}

test('two users, all routes × methods × bodies: neither reads or ends the other’s session', async () => {
  const victims = { cookie: await enter('/account', 'Ada'), other: await enter('/session', 'Ada') }
  const before = await sessionsOf(victims.cookie)
  expect(before).toHaveLength(2)
  const [ownLabel] = JSON.parse(`[${(await ask('GET', '/session', victims.cookie)).text}]`)
  expect(ownLabel.name).toBe('Ada')
  let cookie = await enter('/account', 'Bob')
  const nothing = 'A'.repeat(before[0]?.id.length ?? 0)
  const pathsOf = (id: string) => ['/', '/session', '/sessions', `/sessions/${id}`, '/account', '/config.json']
  const allBodiesOf = (id: string) => [undefined, {}, { id }, { sessionId: id, name: 'Bob' }, { sessions: [id] }]
  // By day, no body and one with each name of an id.
  const bodiesOf = (id: string) => allBodiesOf(id).filter((_, index) => isNight || index === 0 || index === 3)
  let requests = 0
  // By day, only Ada's other session: a list names both sessions in one way.
  for (const { id } of isNight ? before : before.slice(1)) {
    for (const method of methods) {
      const bodies = method === 'GET' || method === 'HEAD' ? [undefined] : bodiesOf(id)
      for (const [place, path] of pathsOf(id).entries()) {
        for (const [index, body] of bodies.entries()) {
          // Some of these requests end Bob's own session, as they should.
          const isHere = async () => (await ask('GET', '/sessions', cookie)).status === 200
          if (!(await isHere())) cookie = await enter('/session', 'Bob')
          const theirs = await ask(method, path, cookie, body)
          if (!(await isHere())) cookie = await enter('/session', 'Bob')
          const none = await ask(method, pathsOf(nothing)[place] ?? '', cookie, bodiesOf(nothing)[index])
          requests += 2
          const what = `${method} ${path} ${JSON.stringify(body)}`
          // The lists differ by Bob's own session, which can be a new one.
          if (path !== '/sessions') expect([theirs.status, theirs.text], what).toEqual([none.status, none.text])
          for (const session of before) expect(theirs.text, what).not.toContain(session.id)
          expect(theirs.text, what).not.toContain('Ada')
          expect(theirs.status, what).not.toBe(500)
        }
      }
    }
  }
  expect(requests).toBeGreaterThan(isNight ? 500 : 100)
  expect(await sessionsOf(victims.cookie)).toEqual(before)
  // Ada can still end her own sessions, from either one.
  const [current, other] = [before.find(({ isCurrent }) => isCurrent), before.find(({ isCurrent }) => !isCurrent)]
  expect((await ask('DELETE', `/sessions/${current?.id}`, victims.other)).status).toBe(204)
  expect((await ask('GET', '/sessions', victims.cookie)).status).toBe(401)
  expect(await sessionsOf(victims.other)).toEqual([{ ...other, isCurrent: true }])
})

test('a wrong password and an unknown name get one refusal, and her sessions stay', async () => {
  const ada = await enter('/account', 'Ada')
  const before = await sessionsOf(ada)
  const bob = await enter('/account', 'Bob')
  const refusals = []
  for (const name of ['Ada', 'Eve']) {
    clock.now += 60_000
    const { status, text, cookie } = await ask('POST', '/session', bob, { name, password: 'not her password' })
    expect(cookie).toBeUndefined()
    refusals.push([status, text])
  }
  expect(refusals[0]).toEqual(refusals[1])
  clock.now += 60_000
  expect((await ask('POST', '/account', bob, { name: 'ADA', password })).status).toBe(409)
  expect(await sessionsOf(ada)).toEqual(before)
  expect(JSON.parse((await ask('GET', '/session', bob)).text).name).toBe('Bob')
})
