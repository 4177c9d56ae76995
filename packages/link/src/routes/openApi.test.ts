import { readFileSync } from 'node:fs'
import { parseChallengeResponse, parseHandoffGrant, parseHandoffPhoneStatus, parseHandoffStart } from '@hawser/wire'
import { expect, test } from 'vitest'
import { walletsPerHostUser } from '../challenge/challenge.ts'
import { handoff } from '../createHandoff.fixture.ts'
import { createTestHost, createTestWallet, type TestHost } from '../createTestHost.fixture.ts'
import type { HandoffOptions } from '../options/handoffOptions.ts'
import type { SignInOptions } from '../options/signInOptions.ts'
import { formatWords } from '../verifiers/rpcServer.fixture.ts'
import { checkSchema } from './checkSchema.fixture.ts'
import { formatOpenApi } from './openApi.ts'
import type { Schema } from './openApiSchemas.ts'

type Operation = {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<
    Record<
      string,
      { readonly headers?: object; readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }
    >
  >
}
type OpenApiDocument = {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const written: OpenApiDocument = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
const { schemas } = written.components
const operations = Object.entries(written.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => method !== 'parameters')
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)
const find = (method: string, path: string) => {
  const plain = path.split('?')[0] ?? ''
  return operations.find(
    (each) => each.method === method && new RegExp(`^${each.path.replace('{id}', '[^/]+')}$`).test(plain),
  )
}

const secret = 'a'.repeat(43)

/** The answers seen so far, for example "POST /proofs 201". */
const seen = new Set<string>()

/** Creates a host that checks every answer, and every accepted request, against the document. */
async function createCheckedHost(
  options: Parameters<typeof createTestHost>[0] = {},
  handoffs: { readonly handoff?: HandoffOptions } = { handoff },
): Promise<TestHost> {
  const host = await createTestHost({ ...handoffs, ...options })
  return {
    ...host,
    send: async (path, given) => {
      // A well-formed grant that does not exist, so that the bodies of the phone are parsed.
      const sent = { ...given, headers: { authorization: `Handoff ${secret}`, ...given?.headers } }
      const answer = await host.send(path, sent)
      const method = sent?.method ?? 'GET'
      const found = find(method, path)
      if (found === undefined) throw new Error(`The document has no ${method} ${path}.`)
      const what = `${method} ${found.path} ${answer.status}`
      seen.add(what)
      const response = found.operation.responses[answer.status]
      expect(response, `${what} is not in the document`).toBeDefined()
      const schema = response?.content?.['application/json']?.schema
      expect(schema === undefined ? answer.text : checkSchema(schema, answer.body, schemas), what).toEqual(
        schema === undefined ? '' : [],
      )
      expect(answer.headers.has('retry-after') || response?.headers === undefined, what).toBe(true)
      const asked = found.operation.requestBody?.content['application/json']?.schema
      if (answer.status < 300 && asked !== undefined) expect(checkSchema(asked, sent?.body, schemas), what).toEqual([])
      return answer
    },
  }
}

const [first, second] = [createTestWallet(1), createTestWallet(2)]
const nothing = 'A'.repeat(24)
const originStatements = { secretKey: new Uint8Array(32).fill(7) }
const sampleOf: Readonly<Record<string, object>> = {
  'POST /challenges': { purpose: 'link', accountId: first.accountId, walletName: 'W' },
  'POST /proofs': { purpose: 'link', challengeId: nothing, signature: '0xab' },
  'PATCH /wallets/{id}': { label: 'Savings' },
  'POST /wallets/{id}/unlink': { purpose: 'unlink', challengeId: nothing, signature: '0xab' },
  'POST /origin-statements': { topic: 'ab'.repeat(32) },
  'POST /wallets/release': { purpose: 'release', challengeId: nothing, signature: '0xab' },
  'POST /handoffs': { namespaces: ['eip155'] },
  'POST /handoffs/{id}/finish': { digits: '123 456' },
  'POST /handoff/{id}/hop': { secret },
  'POST /handoff/{id}/no-wallet': { secret },
  'POST /handoff/{id}/claim': { secret },
  'POST /handoff/{id}/challenges': { purpose: 'link', accountId: first.accountId },
  'POST /handoff/{id}/proofs': { purpose: 'link', challengeId: nothing, signature: '0xab' },
  'POST /sign-in': { purpose: 'signIn', challengeId: nothing, signature: '0xab' },
}

/** Sends one request for each operation. */
async function askAll(host: TestHost, change: Parameters<TestHost['send']>[1] = {}): Promise<void> {
  for (const { method, path } of operations) {
    const body = sampleOf[`${method} ${path}`]
    await host.send(path.replace('{id}', nothing), { method, user: 'alice', ...(body && { body }), ...change })
  }
}

async function link(host: TestHost, user: string, wallet = first) {
  const issued = await host.send('/challenges', {
    method: 'POST',
    user,
    body: { purpose: 'link', accountId: wallet.accountId },
  })
  const { challengeId, message } = parseChallengeResponse(issued.body)
  const body = { purpose: 'link', challengeId, signature: wallet.sign(message) }
  return host.send('/proofs', { method: 'POST', user, body })
}

async function unlink(host: TestHost, id: string, sign: (message: string) => string) {
  const issued = await host.send('/challenges', {
    method: 'POST',
    user: 'alice',
    body: { purpose: 'unlink', walletId: id },
  })
  const { challengeId, message } = parseChallengeResponse(issued.body)
  const body = { purpose: 'unlink', challengeId, signature: sign(message) }
  return host.send(`/wallets/${id}/unlink`, { method: 'POST', user: 'alice', body })
}

async function release(host: TestHost, sign: (message: string) => string) {
  const issued = await host.send('/challenges', {
    method: 'POST',
    user: 'alice',
    body: { purpose: 'release', accountId: first.accountId },
  })
  const { challengeId, message } = parseChallengeResponse(issued.body)
  return host.send('/wallets/release', {
    method: 'POST',
    user: 'alice',
    body: { purpose: 'release', challengeId, signature: sign(message) },
  })
}

const post = (host: TestHost, path: string, body?: object, grant?: string) =>
  host.send(path, {
    method: 'POST',
    user: 'alice',
    ...(body && { body }),
    ...(grant !== undefined && { headers: { authorization: `Handoff ${grant}` } }),
  })

/** Runs a handoff until its wallet has answered. */
async function handOff(host: TestHost, signature?: string) {
  const { id, secret: shown } = parseHandoffStart((await post(host, '/handoffs', {})).body)
  const { grant } = parseHandoffGrant((await post(host, `/handoff/${id}/claim`, { secret: shown })).body)
  const issued = await post(
    host,
    `/handoff/${id}/challenges`,
    { purpose: 'link', accountId: first.accountId, walletName: 'W' },
    grant,
  )
  if (issued.status !== 201) return { id, grant, digits: '' }
  const { challengeId, message } = parseChallengeResponse(issued.body)
  const proof = { purpose: 'link', challengeId, signature: signature ?? first.sign(message) }
  const proven = await post(host, `/handoff/${id}/proofs`, proof, grant)
  const digits = proven.status === 201 ? parseHandoffPhoneStatus(proven.body).digits : ''
  return { id, grant, digits }
}

/** Runs each step of a handoff, and repeats each after its end. */
async function walkHandoffs(host: TestHost): Promise<void> {
  const hopped = parseHandoffStart((await post(host, '/handoffs', { namespaces: ['eip155'] })).body)
  const { secret: scanned } = hopped
  await post(host, `/handoffs/${hopped.id}/renew`)
  await post(host, `/handoff/${hopped.id}/no-wallet`, { secret: scanned })
  for (let times = 0; times < 2; times += 1) await post(host, `/handoff/${hopped.id}/hop`, { secret: scanned })
  await post(host, `/handoff/${hopped.id}/no-wallet`, { secret: scanned })
  await host.send(`/handoffs/${hopped.id}`, { user: 'alice' })
  await post(host, `/handoffs/${hopped.id}/renew`)
  await post(host, `/handoffs/${hopped.id}/finish`, { digits: '123456' })
  await host.send(`/handoffs/${hopped.id}`, { method: 'DELETE', user: 'alice' })

  const { id, grant, digits } = await handOff(host)
  const phone = { headers: { authorization: `Handoff ${grant}` } }
  await host.send(`/handoff/${id}`, phone)
  await host.send(`/handoffs/${id}`, { user: 'alice' })
  for (let times = 0; times < 2; times += 1) await post(host, `/handoffs/${id}/finish`, { digits })
  for (const path of ['', '?after=99']) await host.send(`/handoffs/${id}${path}`, { user: 'alice' })
  await post(host, `/handoffs/${id}/undo`)
  await post(host, `/handoff/${id}/challenges`, { purpose: 'link', accountId: first.accountId }, grant)
  await post(host, `/handoff/${id}/proofs`, { purpose: 'link', challengeId: nothing, signature: '0xab' }, grant)
  await host.send(`/handoffs/${id}`, { method: 'DELETE', user: 'alice' })

  const declined = await handOff(host)
  for (let times = 0; times < 2; times += 1)
    await post(host, `/handoff/${declined.id}/decline`, undefined, declined.grant)
  await host.send(`/handoff/${declined.id}`, { headers: { authorization: `Handoff ${declined.grant}` } })
  const twice = parseHandoffStart((await post(host, '/handoffs', {})).body)
  for (let times = 0; times < 2; times += 1) await post(host, `/handoff/${twice.id}/claim`, { secret: twice.secret })
}

test('openapi.json matches openApi.ts: run writeOpenApi.ts of link after a change', () => {
  expect(written).toEqual(JSON.parse(formatOpenApi()))
  expect(written.openapi).toBe('3.1.0')
})

test('openapi.json: real answers match it, also refusals of every kind it names', async () => {
  const host = await createCheckedHost({ originStatements })
  const asked = { purpose: 'oneTap', chains: ['eip155:1'], methods: ['personal_sign'] }
  await host.send('/challenges', { method: 'POST', user: 'alice', body: asked })
  await link(host, 'alice')
  await link(host, 'bob')
  await link(host, 'bob', second)
  const [alices] = await host.link.linkedWallets('alice')
  const id = alices?.id ?? ''
  for (const body of [{ label: 'Savings' }, { label: null }, { isPrimary: true }])
    await host.send(`/wallets/${id}`, { method: 'PATCH', user: 'alice', body })
  await host.store.useLinkedWallet({ hostUserId: 'alice', id, at: host.clock.now })
  await host.store.setWalletStatus({ hostUserId: 'alice', id, status: 'stale', at: host.clock.now })
  await host.send('/wallets', { user: 'alice' })
  for (const query of ['', '?limit=1', '?limit=0']) await host.send(`/history${query}`, { user: 'alice' })
  await unlink(host, id, first.sign)
  await link(host, 'alice')
  const [again] = await host.link.linkedWallets('alice')
  await host.send(`/wallets/${again?.id}`, { method: 'DELETE', user: 'alice' })
  await host.send('/challenges', { method: 'POST', user: 'alice', body: { purpose: 'unlink', walletId: nothing } })
  await release(host, first.sign)

  const factor = await createCheckedHost({ isLoginFactor: true, mayLink, signIn, originStatements })
  await askAll(host)
  await askAll(await createCheckedHost({}, {}))
  await walkHandoffs(host)
  for (const each of [host, factor]) await askAll(each, { headers: { origin: 'https://evil.example' } })
  for (const { method, path } of operations.filter(({ operation }) => operation.requestBody !== undefined)) {
    const at = path.replace('{id}', nothing)
    for (const body of ['{', { more: 1 }, 'x'.repeat(40_000)]) await factor.send(at, { method, user: 'alice', body })
    await factor.send(at, { method, user: 'alice', body: {}, headers: { 'content-type': 'text/plain' } })
  }

  await askAll(await createCheckedHost({ originStatements, hostUser: async () => undefined }))
  const fail = () => Promise.reject(new Error('sessions are down'))
  const withoutSessions = { hostUser: fail, signIn: { ...signIn, session: fail } }
  await askAll(await createCheckedHost({ ...withoutSessions, originStatements, isLoginFactor: true, mayLink }))
  const oneLook = await createCheckedHost({ rateLimits: { handoffLooks: 1 } })
  const looked = await handOff(oneLook)
  for (let times = 0; times < 2; times += 1)
    await oneLook.send(`/handoff/${looked.id}`, { headers: { authorization: `Handoff ${looked.grant}` } })
  const handoffs = { handoffsPerUser: 1, handoffLooks: 1 }
  const rateLimits = {
    challengesPerUser: 1,
    proofsPerUser: 1,
    changesPerUser: 1,
    originStatementsPerUser: 1,
    ...handoffs,
  }
  const slow = await createCheckedHost({ rateLimits, originStatements, isLoginFactor: true, mayLink, signIn })
  await askAll(slow)
  await askAll(slow)
  const strangers = { ...signIn, session: async () => undefined }
  await askAll(await createCheckedHost({ isLoginFactor: true, mayLink, signIn: strangers }))
  await link(factor, 'alice')
  const [last] = await factor.link.linkedWallets('alice')
  await signInWith(factor, first.sign)
  await unlink(factor, last?.id ?? '', first.sign)
  const steppedUp = await createCheckedHost({ isLoginFactor: true, mayUnlink: async () => true })
  await link(steppedUp, 'alice')
  const [only] = await steppedUp.link.linkedWallets('alice')
  await steppedUp.send(`/wallets/${only?.id}`, { method: 'DELETE', user: 'alice' })
  const rpc = { 'eip155:1': ['https://rpc.example/'] }
  const fetch = () => Promise.reject(new TypeError('no network'))
  const down = await createCheckedHost({ rpc, fetch, isLoginFactor: true, mayLink, signIn })
  await link(down, 'alice', { ...first, sign: second.sign })
  await link(down, 'alice')
  const [unchecked] = await down.link.linkedWallets('alice')
  await unlink(down, unchecked?.id ?? '', second.sign)
  await release(down, second.sign)
  await signInWith(down, second.sign)
  const { store } = await createTestHost()
  const [row] = await down.store.linkedWallets('alice')
  const full = Array.from({ length: walletsPerHostUser }, () => row).filter((each) => each !== undefined)
  const putChallenge = async () => ({ kept: false, full: 'wallets' }) as const
  const fullHost = await createCheckedHost({ store: { ...store, linkedWallets: async () => full, putChallenge } })
  await askAll(fullHost)
  await handOff(fullHost)
  const broken = () => Promise.reject(new Error('the store is down'))
  await askAll(await createCheckedHost({ store: { ...store, handoff: broken } }))
  await handOff(down, second.sign('another text'))
  const words = formatWords({ agrees: false }, down.clock.now)
  const pending = async () => Response.json({ jsonrpc: '2.0', id: 1, result: words })
  await handOff(await createCheckedHost({ rpc, fetch: pending }), '0x')

  // The test has seen every answer that the document promises.
  const promised = operations.flatMap(({ method, path, operation }) =>
    Object.keys(operation.responses).map((status) => `${method} ${path} ${status}`),
  )
  expect(promised.length).toBeGreaterThan(40)
  expect([...seen].sort()).toEqual(promised.sort())
})

const mayLink = async () => true
const signIn: SignInOptions = {
  session: async (request) => `visitor session of ${request.headers.get('x-test-user')}`,
  complete: async () => ({ 'set-cookie': 'session=new; Secure' }),
}

async function signInWith(host: TestHost, sign: (message: string) => string) {
  const issued = await host.send('/challenges', {
    method: 'POST',
    user: 'carol',
    body: { purpose: 'signIn', accountId: first.accountId },
  })
  const { challengeId, message } = parseChallengeResponse(issued.body)
  return host.send('/sign-in', {
    method: 'POST',
    user: 'carol',
    body: { purpose: 'signIn', challengeId, signature: sign(message) },
  })
}

test('openapi.json: a route that it does not name does not exist', async () => {
  const host = await createTestHost()
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
    for (const path of [...Object.keys(written.paths).map((each) => each.replace('{id}', nothing)), '/', '/session']) {
      if (find(method, path) !== undefined) continue
      const answer = await host.send(path, { method, user: 'alice', ...(method === 'GET' ? {} : { body: {} }) })
      // A preflight gets the same answer on every path, so it does not tell which paths exist.
      const expected = method === 'OPTIONS' ? [204, undefined] : [404, { code: 'not_found' }]
      expect([method, path, answer.status, answer.body]).toMatchObject([method, path, ...expected])
    }
})

test('openapi.json: a body that does not match it gets 400', async () => {
  const host = await createTestHost({ originStatements, isLoginFactor: true, mayLink, signIn, handoff })
  const headers = { authorization: `Handoff ${secret}` }
  for (const { method, path, operation } of operations) {
    const schema = operation.requestBody?.content['application/json']?.schema
    if (schema === undefined) continue
    const sample = sampleOf[`${method} ${path}`] ?? {}
    const bad = [
      ...(checkSchema(schema, {}, schemas).length === 0 ? [] : [{}]),
      [],
      'null',
      { ...sample, hostUserId: 'bob' },
      { ...sample, message: 'text' },
      ...Object.keys(sample).flatMap((name) => [
        { ...sample, [name]: 1 },
        { ...sample, [name]: [] },
      ]),
    ]
    for (const body of bad) {
      expect(checkSchema(schema, body, schemas), JSON.stringify(body)).not.toEqual([])
      const answer = await host.send(path.replace('{id}', nothing), { method, user: 'alice', body, headers })
      expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 400])
    }
    expect(checkSchema(schema, sample, schemas)).toEqual([])
  }
})

test('openapi.json: the check finds an answer that does not match it', () => {
  const wallet = { id: 'w', accountId: first.accountId, isPrimary: true, linkedAt: 1, status: 'active' }
  const fits = (value: unknown) =>
    checkSchema({ $ref: '#/components/schemas/LinkedWallet' }, value, schemas).length === 0
  expect(fits(wallet)).toBe(true)
  for (const bad of [
    { ...wallet, hostUserId: 'alice' },
    { ...wallet, proof: {} },
    { ...wallet, status: 'gone' },
    { ...wallet, linkedAt: '1' },
    { ...wallet, linkedAt: -1 },
    { ...wallet, label: '' },
    { ...wallet, label: 'x'.repeat(65) },
    { ...wallet, accountId: 'eip155' },
    { ...wallet, isPrimary: undefined },
    [wallet],
    null,
  ])
    expect(fits(bad)).toBe(false)
})
