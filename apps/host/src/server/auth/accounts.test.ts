import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSqliteLinkStore } from '@hawser/link'
import { cheapPassword } from '@hawser/test-kit/cheapPassword'
import { createDateClock, type DateClock } from '@hawser/test-kit/dateClock'
import { temporaryFolder } from '@hawser/test-kit/temporaryFolder'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HostDataVersionError } from '../../errors.ts'
import { createHost, type Host } from '../createHost.ts'
import type { HostOptions } from '../hostOptions.ts'

const publicUrl = 'http://localhost:4400'
const ada = { name: 'Ada', password: 'correct horse' }
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let folder: string
let options: HostOptions
let clock: DateClock
const hosts: Host[] = []

beforeEach(() => {
  folder = temporaryFolder()
  const pageDir = join(folder, 'page')
  mkdirSync(pageDir)
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><title>page</title>')
  clock = createDateClock(1_700_000_000_000)
  options = {
    dataFile: join(folder, 'host.sqlite'),
    publicUrl,
    relayUrl: 'ws://localhost:4402',
    registryUrl: 'http://localhost:4403',
    walletUrl: 'http://localhost:4401',
    names: { lookAlikeKey: (name) => name, mixedScripts: () => [] },
    pageDir,
    password: cheapPassword,
  }
})
afterEach(async () => {
  await stopAll()
  vi.restoreAllMocks()
})

async function start(changed: Partial<HostOptions> = {}): Promise<Host> {
  const host = await createHost({ ...options, ...changed })
  hosts.push(host)
  return host
}

async function stopAll(): Promise<void> {
  for (const host of hosts.splice(0)) await host.stop()
}

type Asked = {
  readonly cookie?: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly address?: string
}

/** Sends a request as the page does: JSON, with the page's origin. */
async function ask(host: Host, method: string, path: string, { cookie, body, headers, address }: Asked = {}) {
  const request = new Request(`${publicUrl}${path}`, {
    method,
    headers: {
      ...(method === 'GET' ? {} : { origin: publicUrl }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const response = await host.fetch(request, { address: address ?? '192.0.2.1' })
  const text = await response.text()
  return {
    status: response.status,
    json: text === '' ? undefined : JSON.parse(text),
    cookie: response.headers.getSetCookie()[0]?.split(';')[0],
    headers: response.headers,
  }
}

async function visit(host: Host): Promise<{ cookie: string; label: string }> {
  const { cookie = '', json } = await ask(host, 'GET', '/session')
  return { cookie, label: json.label }
}

async function signUp(host: Host, body = ada): Promise<string> {
  const { cookie } = await visit(host)
  return (await ask(host, 'POST', '/account', { cookie, body })).cookie ?? ''
}

/** Links a wallet directly in the host app's data file, without a proof. */
async function link(cookie: string, host: Host, address: string): Promise<void> {
  const challenge = await ask(host, 'POST', '/link/challenges', {
    cookie,
    body: { purpose: 'link', accountId: `eip155:1:${address}` },
  })
  const store = await openSqliteLinkStore({ file: options.dataFile })
  const rows = await store.database
    .selectFrom('link_challenges')
    .select('host_user_id')
    .where('account_id', '=', `eip155:1:${address}`)
    .execute()
  await store.putLinkedWallet({
    id: `w${address.slice(-4)}`,
    hostUserId: rows.at(-1)?.host_user_id ?? '',
    namespace: 'eip155',
    address: address.toLowerCase(),
    accountId: `eip155:1:${address}`,
    walletName: 'Test',
    linkedAt: clock.now,
    proof: { method: 'eip191', chainId: 'eip155:1', block: undefined, challengeId: challenge.json.challengeId },
  })
  await store.stop()
}

const wallets = async (host: Host, cookie: string) =>
  (await ask(host, 'GET', '/link/wallets', { cookie })).json.wallets?.length

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

test('sign-up keeps the visitor and their wallets, and the old token is invalid (T-53)', async () => {
  const host = await start()
  const before = await visit(host)
  await link(before.cookie, host, address)
  const made = await ask(host, 'POST', '/account', { cookie: before.cookie, body: ada })
  expect([made.status, made.json]).toEqual([201, { label: 'Ada', name: 'Ada' }])
  expect(made.cookie).not.toBe(before.cookie)
  expect(await wallets(host, made.cookie ?? '')).toBe(1)
  expect((await ask(host, 'GET', '/link/wallets', { cookie: before.cookie })).status).toBe(401)
  expect((await ask(host, 'GET', '/session', { cookie: made.cookie })).json).toEqual({
    label: 'Ada',
    name: 'Ada',
    isNew: false,
    mayLinkForMs: 30 * 60_000,
  })
})

test('T-30: the signed text names the account; a changed name has a short id, as on the page', async () => {
  const host = await start()
  const textFor = async (cookie: string) =>
    (
      await ask(host, 'POST', '/link/challenges', {
        cookie,
        body: { purpose: 'link', accountId: `eip155:1:${address}` },
      })
    ).json.message
  expect(await textFor(await signUp(host))).toContain("to the account 'Ada' on localhost:4400")
  const { cookie } = await visit(host)
  const made = await ask(host, 'POST', '/account', { cookie, body: { name: 'سارا کریمی', password: ada.password } })
  const { label } = made.json
  expect(made.json).toEqual({ label: expect.stringMatching(/^sr khrymy #[0-9a-f]{6}$/), name: 'سارا کریمی' })
  expect(await textFor(made.cookie ?? '')).toContain(`to the account '${label}' on localhost:4400`)
  expect((await ask(host, 'GET', '/session', { cookie: made.cookie })).json).toMatchObject({ label })
})

test('sign-in takes the account, ends its token (T-53) and frees the stranger’s links', async () => {
  const host = await start()
  const first = await signUp(host)
  await link(first, host, address)
  const other = await visit(host)
  await link(other.cookie, host, '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')
  const entered = await ask(host, 'POST', '/session', { cookie: other.cookie, body: ada })
  expect([entered.status, entered.json]).toEqual([200, { label: 'Ada', name: 'Ada' }])
  expect(await wallets(host, entered.cookie ?? '')).toBe(1)
  expect((await ask(host, 'GET', '/link/wallets', { cookie: other.cookie })).status).toBe(401)
  const store = await openSqliteLinkStore({ file: options.dataFile })
  const { rows } = await sql`select address from linked_wallets`.execute(store.database)
  await store.stop()
  expect(rows).toEqual([{ address: address.toLowerCase() }])
  // The earlier session continues.
  expect(await wallets(host, first)).toBe(1)
})

test('sign-out ends the session on the server and in the browser; the wallets wait', async () => {
  const host = await start()
  const cookie = await signUp(host)
  await link(cookie, host, address)
  const out = await ask(host, 'DELETE', '/session', { cookie })
  expect(out.status).toBe(204)
  expect(out.headers.getSetCookie().map((each) => each.split('; ').toSorted())).toEqual([
    ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Lax', 'hawser_session='],
  ])
  expect((await ask(host, 'GET', '/sessions', { cookie })).status).toBe(401)
  const again = await ask(host, 'POST', '/session', { body: ada })
  expect(await wallets(host, again.cookie ?? '')).toBe(1)
})

test.each(['was ended', 'has expired'])(
  'with the cookie of a session that %s, a visit, a sign-up and a sign-in start a live one',
  async (how) => {
    const host = await start()
    const cookie = await signUp(host)
    if (how === 'was ended') await ask(host, 'DELETE', '/session', { cookie })
    else clock.now += 13 * 3_600_000
    const bob = { ...ada, name: 'Bob' }
    for (const begun of [
      await ask(host, 'GET', '/session', { cookie }),
      await ask(host, 'POST', '/account', { cookie, body: bob }),
      await ask(host, 'POST', '/session', { cookie, body: ada }),
    ]) {
      expect(begun.headers.getSetCookie()).toHaveLength(1)
      expect((await ask(host, 'GET', '/sessions', { cookie: begun.cookie })).status).toBe(200)
    }
  },
)

test('sign-in: a wrong password and an unknown name get the same answer', async () => {
  const host = await start()
  await signUp(host)
  const answers = []
  for (const body of [
    { ...ada, password: 'wrong horse' },
    { ...ada, name: 'Bob' },
  ]) {
    const { status, json, cookie } = await ask(host, 'POST', '/session', { body })
    answers.push({ status, json, cookie })
  }
  expect(answers[0]).toEqual({
    status: 401,
    json: { code: 'sign_in_refused', message: 'Name and password do not match.' },
    cookie: undefined,
  })
  expect(answers[1]).toEqual(answers[0])
})

test('names are unique in any case and spelling; an account cannot sign up for another', async () => {
  const host = await start()
  const cookie = await signUp(host, { ...ada, name: 'Zoë Straße' })
  for (const name of ['zoë straße', 'ZOE\u0308 STRASSE', 'Ｚoë Straße', 'ZOË STRAẞE']) {
    const { status, json } = await ask(host, 'POST', '/account', { body: { ...ada, name } })
    expect([status, json.code]).toEqual([409, 'name_taken'])
  }
  const twice = await ask(host, 'POST', '/account', { cookie, body: ada })
  expect([twice.status, twice.json.code]).toEqual([409, 'already_signed_in'])
  const entered = await ask(host, 'POST', '/session', { body: { ...ada, name: 'zOe\u0308 strasse' } })
  expect(entered.json).toMatchObject({ name: 'Zoë Straße' })
})

test('a refused name changes nothing of the visitor, their session and wallets', async () => {
  const host = await start()
  await signUp(host)
  const { cookie, label } = await visit(host)
  await link(cookie, host, address)
  expect((await ask(host, 'POST', '/account', { cookie, body: ada })).status).toBe(409)
  expect((await ask(host, 'GET', '/session', { cookie })).json).toEqual({ label, name: null, isNew: false })
  expect(await wallets(host, cookie)).toBe(1)
})

test('of two sign-ups of one visitor at once, one makes an account', async () => {
  const host = await start()
  const { cookie } = await visit(host)
  const answers = await Promise.all(
    ['Ada', 'Bob'].map((name) => ask(host, 'POST', '/account', { cookie, body: { ...ada, name } })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401])
})

test('a sign-up that failed half way changes nothing, and can be repeated', async () => {
  const failures = vi.spyOn(console, 'error').mockReturnValue()
  const host = await start()
  const { cookie, label } = await visit(host)
  await link(cookie, host, address)
  const store = await openSqliteLinkStore({ file: options.dataFile })
  await sql`create trigger full before insert on account begin select raise(abort, 'disk full'); end`.execute(
    store.database,
  )
  const bob = { ...ada, name: 'Bob' }
  // With a session, and without one.
  expect((await ask(host, 'POST', '/account', { cookie, body: ada })).status).toBe(500)
  expect((await ask(host, 'POST', '/account', { body: bob })).status).toBe(500)
  expect(failures).toHaveBeenCalledTimes(2)
  expect((await ask(host, 'GET', '/session', { cookie })).json).toEqual({ label, name: null, isNew: false })
  await sql`drop trigger full`.execute(store.database)
  await store.stop()
  const made = await ask(host, 'POST', '/account', { cookie, body: ada })
  expect([made.status, await wallets(host, made.cookie ?? '')]).toEqual([201, 1])
  expect((await ask(host, 'POST', '/account', { body: bob })).status).toBe(201)
  for (const body of [ada, bob]) expect((await ask(host, 'POST', '/session', { body })).status).toBe(200)
})

test('a sign-up whose name is taken meanwhile is refused with that reason', async () => {
  let count = 0
  let meet = () => {}
  const met = new Promise<void>((resolve) => {
    meet = resolve
  })
  // Both sign-ups have found the name free before either writes it.
  const hash = async (password: string) => {
    count += 1
    if (count === 2) meet()
    await met
    return cheapPassword.hash(password)
  }
  const host = await start({ password: { ...cheapPassword, hash } })
  const cookies = [(await visit(host)).cookie, (await visit(host)).cookie]
  const answers = await Promise.all(cookies.map((cookie) => ask(host, 'POST', '/account', { cookie, body: ada })))
  expect(answers.map(({ status, json }) => [status, json.code]).sort()).toEqual([
    [201, undefined],
    [409, 'name_taken'],
  ])
})

test.each([
  [{ name: 'Ad', password: ada.password }],
  [{ name: 'a'.repeat(33), password: ada.password }],
  [{ name: 'Ada\u200bLovelace', password: ada.password }],
  [{ name: 'Ada\u202eecalevoL', password: ada.password }],
  [{ name: 'Ada\u3164', password: ada.password }],
  [{ name: ' Ada', password: ada.password }],
  [{ name: 'Ada ', password: ada.password }],
  [{ name: 'Ada  L', password: ada.password }],
  [{ name: 'Ada\nL', password: ada.password }],
  [{ name: '\u0301\u0301\u0301', password: ada.password }],
  [{ name: 'Visitor-bk7d', password: ada.password }],
  [{ name: 'Ada\ud800', password: ada.password }],
  [{ name: 7, password: ada.password }],
  [{ name: 'Ada', password: 'seven77' }],
  [{ name: 'Ada', password: 'x'.repeat(129) }],
  [{ name: 'Ada', password: null }],
  [{ name: 'Ada' }],
  [{ ...ada, id: 'somebody else' }],
  [{ ...ada, visitorId: 'x' }],
  [[]],
  [null],
  ['{"name":"Ada"'],
])('sign-up and sign-in refuse the body %j (T-51)', async (body) => {
  const host = await start()
  for (const path of ['/account', '/session']) {
    const { status, json, cookie } = await ask(host, 'POST', path, { body })
    expect([status, json.code, cookie]).toEqual([400, 'invalid_credentials', undefined])
  }
})

test('refuses a body over 4 KiB, with any announced length', async () => {
  const host = await start()
  const { status, json } = await ask(host, 'POST', '/account', { body: { ...ada, password: 'x'.repeat(5000) } })
  expect([status, json.code]).toEqual([413, 'body_too_large'])
})

test('T-52: a cross-site form, text/plain, and a foreign or missing origin get 403', async () => {
  const host = await start()
  const cookie = await signUp(host)
  const second = (await ask(host, 'POST', '/session', { body: ada })).cookie ?? ''
  const [mine] = (await ask(host, 'GET', '/sessions', { cookie: second })).json.sessions
  const attacks: readonly Readonly<Record<string, string>>[] = [
    { origin: 'http://evil.example' },
    { origin: 'http://localhost:4401' },
    { origin: 'null' },
    { origin: '' },
    { origin: `${publicUrl}.evil.example` },
  ]
  const forms: readonly Readonly<Record<string, string>>[] = [
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'multipart/form-data' },
    { 'content-type': 'text/plain; application/json' },
  ]
  const bob = { name: 'Bob', password: ada.password }
  for (const headers of [...attacks, ...forms])
    for (const path of ['/account', '/session']) {
      const { status, json, cookie: given } = await ask(host, 'POST', path, { cookie, body: bob, headers })
      expect([status, json.code, given]).toEqual([403, 'forbidden_origin', undefined])
    }
  for (const headers of attacks)
    for (const path of ['/session', '/sessions', `/sessions/${mine.id}`])
      expect((await ask(host, 'DELETE', path, { cookie, headers })).status).toBe(403)
  // A request without an Origin header.
  const bare = await host.fetch(new Request(`${publicUrl}/session`, { method: 'DELETE', headers: { cookie } }))
  expect(bare.status).toBe(403)
  expect((await ask(host, 'GET', '/sessions', { cookie })).json.sessions).toHaveLength(2)
  expect((await ask(host, 'POST', '/session', { body: bob })).status).toBe(401)
})

const confirm = (host: Host, cookie: string, password: unknown = ada.password, asked: Asked = {}) =>
  ask(host, 'POST', '/session/password', { cookie, body: { password }, ...asked })
const mayLinkForMs = async (host: Host, cookie: string) =>
  (await ask(host, 'GET', '/session', { cookie })).json.mayLinkForMs
const challengeStatus = async (host: Host, cookie: string) =>
  (await ask(host, 'POST', '/link/challenges', { cookie, body: { purpose: 'link', accountId: `eip155:1:${address}` } }))
    .status

test('T-55: a repeated password counts for 30 minutes, under a new token (T-53)', async () => {
  const host = await start()
  const cookie = await signUp(host)
  await link(cookie, host, address)
  clock.now += 29 * 60_000
  expect(await mayLinkForMs(host, cookie)).toBe(60_000)
  clock.now += 60_000
  expect([await mayLinkForMs(host, cookie), await challengeStatus(host, cookie)]).toEqual([0, 401])
  const confirmed = await confirm(host, cookie)
  expect([confirmed.status, confirmed.json]).toEqual([200, { mayLinkForMs: 30 * 60_000 }])
  const after = confirmed.cookie ?? ''
  expect(after).not.toBe(cookie)
  expect([await mayLinkForMs(host, after), await challengeStatus(host, after)]).toEqual([30 * 60_000, 201])
  expect(await wallets(host, after)).toBe(1)
  // A thief of the earlier token gains nothing.
  expect((await ask(host, 'GET', '/sessions', { cookie })).status).toBe(401)
  const { sessions } = (await ask(host, 'GET', '/sessions', { cookie: after })).json
  expect(sessions).toMatchObject([{ isCurrent: true }])
  clock.now += 30 * 60_000
  expect(await challengeStatus(host, after)).toBe(401)
})

test('T-55: a wrong password, or that of another account, leaves the session unchanged', async () => {
  const host = await start()
  await signUp(host, { name: 'Bob', password: 'battery staple' })
  const cookie = await signUp(host)
  clock.now += 30 * 60_000
  for (const password of ['wrong horse', 'battery staple']) {
    const { status, json, cookie: given } = await confirm(host, cookie, password)
    expect([status, json.code, given]).toEqual([401, 'sign_in_refused', undefined])
  }
  for (const body of [{}, { password: 7 }, { password: 'short' }, ada, [], null, '{"password"'])
    expect((await confirm(host, cookie, undefined, { body })).json.code).toBe('invalid_credentials')
  expect([await mayLinkForMs(host, cookie), await challengeStatus(host, cookie)]).toEqual([0, 401])
})

test('T-54: repeating the password counts against the limit of sign-in', async () => {
  const host = await start()
  const cookie = await signUp(host)
  for (let count = 0; count < 9; count += 1) expect((await confirm(host, cookie, 'wrong horse')).status).toBe(401)
  const refused = await confirm(host, cookie)
  expect([refused.status, refused.json.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'too_many_sign_ins',
    '60',
  ])
  expect((await ask(host, 'POST', '/session', { body: ada })).status).toBe(429)
  clock.now += 60_000
  expect((await confirm(host, cookie)).status).toBe(200)
})

test('T-52: accepts the password only from this server’s own page', async () => {
  const host = await start()
  const cookie = await signUp(host)
  for (const headers of [{ origin: 'http://evil.example' }, { origin: '' }, { 'content-type': 'text/plain' }]) {
    const { status, json, cookie: given } = await confirm(host, cookie, ada.password, { headers })
    expect([status, json.code, given]).toEqual([403, 'forbidden_origin', undefined])
  }
  expect((await ask(host, 'GET', '/sessions', { cookie })).status).toBe(200)
})

test('a session without an account has no password, and needs none to link', async () => {
  const host = await start()
  await signUp(host)
  const { cookie } = await visit(host)
  clock.now += 40 * 60_000
  expect([await mayLinkForMs(host, cookie), await challengeStatus(host, cookie)]).toEqual([undefined, 201])
  for (const asked of [cookie, '']) {
    const { status, json, cookie: given } = await confirm(host, asked)
    expect([status, json.code, given]).toEqual([401, 'visitor_gone', undefined])
  }
})

test('lists sessions only to their owner, who can revoke one or all but this one', async () => {
  const host = await start()
  const [first, bob] = [await signUp(host), await signUp(host, { ...ada, name: 'Bob' })]
  const enter = async () =>
    (await ask(host, 'POST', '/session', { body: ada, headers: { 'user-agent': firefox } })).cookie ?? ''
  clock.now += 1000
  const second = await enter()
  clock.now += 120_000
  const { sessions } = (await ask(host, 'GET', '/sessions', { cookie: second })).json
  expect(sessions).toEqual([
    {
      id: expect.any(String),
      browser: 'Firefox',
      system: 'Linux',
      startedAt: clock.now - 120_000,
      seenAt: expect.any(Number),
      isCurrent: true,
    },
    { id: expect.any(String), startedAt: clock.now - 121_000, seenAt: clock.now - 121_000, isCurrent: false },
  ])
  // The id of another visitor's session gives no access.
  const stolen = await ask(host, 'DELETE', `/sessions/${sessions[1].id}`, { cookie: bob })
  expect([stolen.status, stolen.json.code]).toEqual([404, 'not_found'])
  expect((await ask(host, 'GET', '/sessions', { cookie: first })).status).toBe(200)

  expect((await ask(host, 'DELETE', `/sessions/${sessions[1].id}`, { cookie: second })).status).toBe(204)
  expect((await ask(host, 'GET', '/sessions', { cookie: first })).status).toBe(401)

  const others = [await enter(), await enter()]
  expect((await ask(host, 'DELETE', '/sessions', { cookie: second })).status).toBe(204)
  for (const cookie of others) expect((await ask(host, 'GET', '/sessions', { cookie })).status).toBe(401)
  expect((await ask(host, 'GET', '/sessions', { cookie: second })).json.sessions).toHaveLength(1)
  expect((await ask(host, 'GET', '/sessions', { cookie: bob })).json.sessions).toHaveLength(1)
})

test('an account has 50 live sessions at most: the next one ends the least recent', async () => {
  const host = await start()
  const first = await signUp(host)
  let last = first
  for (let count = 0; count < 50; count += 1) {
    clock.now += 120_000
    last = (await ask(host, 'POST', '/session', { body: ada })).cookie ?? ''
  }
  expect((await ask(host, 'GET', '/sessions', { cookie: last })).json.sessions).toHaveLength(50)
  expect((await ask(host, 'GET', '/sessions', { cookie: first })).status).toBe(401)
})

test('sessions of an account end idle and absolutely; the account and its wallets stay', async () => {
  const host = await start({ sessionLimits: { idleMs: 1000, absoluteMs: 5000 } })
  const cookie = await signUp(host)
  await link(cookie, host, address)
  clock.now += 1001
  expect((await ask(host, 'GET', '/sessions', { cookie })).status).toBe(401)
  const again = (await ask(host, 'POST', '/session', { body: ada })).cookie ?? ''
  expect(await wallets(host, again)).toBe(1)
})

test('tries are limited by name and address; Retry-After gives the time to wait (T-54)', async () => {
  const host = await start()
  await signUp(host)
  const wrong = { ...ada, password: 'wrong horse' }
  const stranger = '198.51.100.7'
  for (let count = 0; count < 10; count += 1)
    expect((await ask(host, 'POST', '/session', { body: wrong, address: stranger })).status).toBe(401)
  const refused = await ask(host, 'POST', '/session', { body: ada, address: stranger })
  expect([refused.status, refused.json.code, refused.headers.get('retry-after')]).toEqual([
    429,
    'too_many_sign_ins',
    '60',
  ])
  expect((await ask(host, 'POST', '/session', { body: ada, address: '198.51.100.99' })).status).toBe(200)
  clock.now += 60_000
  expect((await ask(host, 'POST', '/session', { body: ada, address: stranger })).status).toBe(200)

  const statuses = []
  for (let count = 0; count < 21; count += 1) {
    const body = { ...wrong, name: `name ${count}` }
    const from = count % 2 === 0 ? `2001:db8::${count.toString(16)}:1` : `2001:db8:0:0:ffff::${count}`
    statuses.push((await ask(host, 'POST', '/session', { body, address: from })).status)
  }
  expect(statuses).toEqual([...Array(20).fill(401), 429])
  for (const name of readdirSync(folder).filter((each) => each.startsWith('host.sqlite')))
    for (const plain of ['198.51.100', '2001:db8']) expect(readFileSync(join(folder, name)).includes(plain)).toBe(false)
})

test('a stranger who keeps trying a name does not keep out its owner', async () => {
  const host = await start()
  await signUp(host)
  const answers: { stranger: number[]; owner: number[] } = { stranger: [], owner: [] }
  for (let seconds = 0; seconds < 3000; seconds += 15) {
    clock.now += 15_000
    const wrong = { ...ada, password: 'wrong horse' }
    answers.stranger.push((await ask(host, 'POST', '/session', { body: wrong, address: '198.51.100.7' })).status)
    if (seconds % 600 !== 585) continue
    answers.owner.push((await ask(host, 'POST', '/session', { body: ada, address: '192.0.2.1' })).status)
  }
  expect(answers.owner).toEqual([200, 200, 200, 200, 200])
  expect(answers.stranger.filter((status) => status === 401).length).toBeLessThan(65)
})

test('tries for one name from many addresses are limited together', async () => {
  const host = await start()
  await signUp(host)
  const statuses = []
  for (let count = 0; count < 100; count += 1) {
    const address = `198.51.100.${count}`
    statuses.push((await ask(host, 'POST', '/session', { body: { ...ada, password: 'wrong horse' }, address })).status)
  }
  expect(statuses).toEqual([...Array(99).fill(401), 429])
})

test('behind a trusted proxy, limits follow its entries in X-Forwarded-For (T-54)', async () => {
  const host = await start({ trustedProxies: 1 })
  const askAs = (visitor: string, method: string, path: string, asked: Asked = {}) =>
    ask(host, method, path, { ...asked, address: '127.0.0.1', headers: { 'x-forwarded-for': visitor } })
  const statuses = async (count: number, visitor: (index: number) => string) => {
    const all = []
    for (let index = 0; index < count; index += 1) {
      const body = { ...ada, name: `name ${index}` }
      all.push((await askAs(visitor(index), 'POST', '/session', { body })).status)
    }
    return all
  }
  expect(await statuses(30, (index) => `203.0.113.${index}`)).toEqual(Array(30).fill(401))
  // Entries that the visitor wrote before the proxy's entry are not trusted.
  expect((await statuses(21, (index) => `10.0.0.${index}, 198.51.100.1`)).at(-1)).toBe(429)

  const cookies: (string | undefined)[] = []
  for (let count = 0; count < 61; count += 1)
    cookies.push((await askAs(`10.0.0.${count}, 198.51.100.2`, 'GET', '/session')).cookie)
  expect(cookies.filter((cookie) => cookie === undefined)).toHaveLength(1)
  const challenge = async (visitor: string, count: number) => {
    const asked = {
      cookie: cookies[count % 10],
      body: { purpose: 'link', accountId: `eip155:1:0x${String(count).padStart(40, '0')}` },
    }
    return (await askAs(visitor, 'POST', '/link/challenges', asked)).status
  }
  const challenges = []
  for (let count = 0; count < 61; count += 1) challenges.push(await challenge('10.0.0.1, 198.51.100.3', count))
  expect(challenges.at(-1)).toBe(429)
  expect(challenges.slice(0, 60)).toEqual(Array(60).fill(201))
})

test('ignores X-Forwarded-For without a trusted proxy', async () => {
  const host = await start()
  const statuses = async (address: string) => {
    const all = []
    for (let count = 0; count < 21; count += 1) {
      const headers = { 'x-forwarded-for': `203.0.113.${count}` }
      const body = { ...ada, name: `name ${count}` }
      all.push((await ask(host, 'POST', '/session', { body, headers, address })).status)
    }
    return all.at(-1)
  }
  expect(await statuses('192.0.2.1')).toBe(429)
  expect(await statuses('127.0.0.1')).toBe(401)
})

test('limits the visitors that a stranger makes, and still shows the page', async () => {
  const host = await start()
  const { cookie } = await visit(host)
  for (let count = 1; count < 60; count += 1) expect((await visit(host)).cookie).not.toBe('')
  const refused = await ask(host, 'GET', '/session')
  expect([refused.status, refused.json.code, refused.cookie, refused.headers.get('retry-after')]).toEqual([
    429,
    'too_many_requests',
    undefined,
    '5',
  ])
  const page = await host.fetch(new Request(`${publicUrl}/`), { address: '192.0.2.1' })
  expect([page.status, page.headers.getSetCookie()]).toEqual([200, []])
  expect((await ask(host, 'GET', '/session', { cookie })).json).toMatchObject({ isNew: false })
  expect((await ask(host, 'GET', '/session', { address: '192.0.2.2' })).status).toBe(200)
  clock.now += 5000
  expect((await ask(host, 'GET', '/session')).status).toBe(200)
})

test('checks eight passwords at a time: the next gets a time to retry, and costs no work', async () => {
  // Hashes passwords as Better Auth does.
  const host = await start({ password: { hash: hashPassword, verify: verifyPassword } })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      ask(host, 'POST', '/session', { body: { ...ada, name: `name ${index}` }, address: `198.51.100.${index}` }),
    ),
  )
  const busy = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 401).length + busy.length).toBe(20)
  expect(busy.length).toBeGreaterThan(0)
  expect([busy[0]?.json.code, busy[0]?.headers.get('retry-after')]).toEqual(['server_busy', '1'])
})

/** Makes the disk refuse every unlink. */
async function breakErasing(): Promise<void> {
  const store = await openSqliteLinkStore({ file: options.dataFile })
  await sql`create trigger kept before delete on linked_wallets begin select raise(abort, 'disk full'); end`.execute(
    store.database,
  )
  await store.stop()
}

test('answers sign-ins, sign-ups and sign-outs while expired strangers are removed', async () => {
  const failures = vi.spyOn(console, 'error').mockReturnValue()
  const host = await start({ sessionLimits: { idleMs: 600_000, absoluteMs: 3_600_000 } })
  await link((await visit(host)).cookie, host, address)
  clock.now += 3_600_000
  const cookie = await signUp(host)
  const anonymous = (await visit(host)).cookie
  await link(anonymous, host, '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359')
  await breakErasing()
  // The visitor's own wallet cannot be freed either, and waits for the next sweep.
  const entered = await ask(host, 'POST', '/session', { cookie: anonymous, body: ada })
  expect([entered.status, await wallets(host, entered.cookie ?? '')]).toEqual([200, 0])
  expect(failures).toHaveBeenCalledTimes(1)
  expect(await signUp(host, { ...ada, name: 'Bob' })).not.toBe('')
  const { sessions } = (await ask(host, 'GET', '/sessions', { cookie })).json
  const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent)
  expect((await ask(host, 'DELETE', `/sessions/${other.id}`, { cookie })).status).toBe(204)
  const out = await ask(host, 'DELETE', '/session', { cookie })
  expect([out.status, out.headers.getSetCookie()]).toEqual([204, [expect.stringContaining('Max-Age=0')]])
  expect(failures).toHaveBeenCalledTimes(1)
})

test('a host app starts and answers although the cleanup fails', async () => {
  const host = await start()
  await link((await visit(host)).cookie, host, address)
  await stopAll()
  await breakErasing()
  clock.now += 13 * 3_600_000
  const failures = vi.spyOn(console, 'error').mockReturnValue()
  expect((await ask(await start(), 'GET', '/session')).status).toBe(200)
  await stopAll()
  expect(failures).toHaveBeenCalledTimes(1)
})

test('the link API counts by the address of the connection too (T-54)', async () => {
  const host = await start()
  const statuses: number[] = []
  for (let visitor = 0; visitor < 7; visitor += 1) {
    const { cookie } = await visit(host)
    for (let count = 0; count < 10; count += 1) {
      const accountId = `eip155:1:0x${String(visitor * 10 + count).padStart(40, '0')}`
      statuses.push(
        (await ask(host, 'POST', '/link/challenges', { cookie, body: { purpose: 'link', accountId } })).status,
      )
    }
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  const { cookie } = await visit(host)
  const elsewhere = { cookie, body: { purpose: 'link', accountId: `eip155:1:${address}` }, address: '192.0.2.2' }
  expect((await ask(host, 'POST', '/link/challenges', elsewhere)).status).toBe(201)
})

test('the data file has no password and no cookie', async () => {
  const host = await start({ password: { hash: hashPassword, verify: verifyPassword } })
  const cookie = await signUp(host)
  await stopAll()
  for (const name of readdirSync(folder).filter((each) => each.startsWith('host.sqlite')))
    for (const secret of [ada.password, cookie.split('=')[1] ?? ''])
      expect(readFileSync(join(folder, name)).includes(secret)).toBe(false)
})

test.each([0, 1, 3, 99])('refuses a data file of version %i, and leaves it unchanged', async (version) => {
  const store = await openSqliteLinkStore({ file: options.dataFile })
  await sql`create table visitor_sessions (token_hash text primary key)`.execute(store.database)
  if (version > 0) {
    await sql`create table host_schema (id integer primary key, version integer not null)`.execute(store.database)
    await sql`insert into host_schema values (1, ${version})`.execute(store.database)
  }
  const tables = () => sql`select sql from sqlite_master order by name`.execute(store.database)
  const before = (await tables()).rows
  await expect(createHost(options)).rejects.toThrow(HostDataVersionError)
  await expect(createHost(options)).rejects.toThrow(`The data file has version ${version}, `)
  expect((await tables()).rows).toEqual(before)
  await store.stop()
})

test('Better Auth calls no other host, with any telemetry setting of the environment', async () => {
  vi.stubEnv('BETTER_AUTH_TELEMETRY', 'true')
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'))
  const host = await start()
  const cookie = await signUp(host)
  await ask(host, 'DELETE', '/session', { cookie })
  await ask(host, 'POST', '/session', { body: ada })
  expect(asked).not.toHaveBeenCalled()
  vi.unstubAllEnvs()
})
