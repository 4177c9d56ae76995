import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMemoryStorage } from '../records/storage.ts'
import { asked, createTestClients, granted } from '../testing/testClients.fixture.ts'
import { toCallRefusal, toRelayRefusal } from './refusalErrors.ts'

// A relay's refusals, lasting or temporary, and the client's errors for them.
let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

const words = [
  ['Unauthorized: origin not allowed', 'relay_refused', 'origin'],
  ['OriginNotAllowed', 'relay_refused', 'origin'],
  ['Project not found', 'relay_refused', 'project'],
  ['Authorization error: Project ID is missing', 'relay_refused', 'project'],
  ['ProjectIdNotSpecified', 'relay_refused', 'project'],
  ['ProjectInactive', 'relay_refused', 'project'],
  ['Unauthorized: invalid key', 'relay_refused', 'project'],
  ['JWT authentication error: The JWT has expired: check your clock', 'relay_clock', 'clock'],
  ['JWT Token is not yet valid', 'relay_clock', 'clock'],
  ['TooManyRequests', 'relay_busy', 'rate'],
  ['Rate limit exceeded', 'relay_busy', 'rate'],
  ['JWT authentication error: Invalid audience', 'relay_refused', 'other'],
  ['CountryBlocked', 'relay_refused', 'other'],
  ['', 'relay_refused', 'other'],
] as const

test.each(words)('"%s" is %s with the reason %s', (text, code, reason) => {
  expect(toRelayRefusal(text, 0)).toMatchObject({ code, reason })
})

test.each(words.filter(([text]) => text !== ''))(
  '"%s" means the same in an error 3000 of a request',
  (text, code, reason) => {
    const frame = { kind: 'error', idToken: '"1"', code: 3000, message: 'Unauthorized', data: text } as const
    expect(toCallRefusal('irn_publish', frame, 0)).toMatchObject({ code, reason })
  },
)

test('quotes the relay’s own words', () => {
  expect(toRelayRefusal('Project not found', 0).message).toBe('The relay refused this client: "Project not found".')
  expect(toRelayRefusal('', 0).message).toBe('The relay refused this client.')
  const frame = {
    kind: 'error',
    idToken: '"1"',
    code: -32600,
    message: 'Maximum size is 98304',
    data: 'PayloadSizeExceeded',
  }
  expect(toCallRefusal('irn_publish', { ...frame, kind: 'error' }, 0).message).toBe(
    'The relay refused irn_publish with code -32600: "PayloadSizeExceeded: Maximum size is 98304".',
  )
})

const token = `${btoa(JSON.stringify({ alg: 'EdDSA', typ: 'JWT' }))}.${'eyJpc3MiOiJkaWQ6a2V5'.repeat(9)}.${'Ab-_9'.repeat(17)}`

test.each([
  ['as it is', `Invalid JWT ${token}`],
  ['in an address', `Refused wss://relay.test/?auth=${token}&projectId=x`],
  ['percent-encoded', `Refused auth=${encodeURIComponent(token)}`],
  ['cut off', `Invalid token: ${token.slice(0, 100)}`],
  ['across a line', `Invalid\n\u202etoken:\t${token}`],
])('does not pass on a token in the relay’s words: %s', (_, text) => {
  const { message } = toRelayRefusal(text, 0)
  for (const part of token.split('.')) expect(message).not.toContain(part.slice(0, 24))
  expect(message).not.toMatch(/[\p{C}]/u)
})

test('cuts endless words', () => {
  const { message } = toRelayRefusal('no room '.repeat(100_000), 0)
  expect(message.length).toBeLessThan(220)
})

/** Collects a client's errors about its relay. */
function failuresOf(client: ReturnType<typeof house.create>): { code: string; reason?: unknown }[] {
  const failures: { code: string; reason?: unknown }[] = []
  client.on('failure', (error) =>
    failures.push({ code: error.code, ...('reason' in error && { reason: error.reason }) }),
  )
  return failures
}

describe('an error under an id of no request', () => {
  const say = (id: string, code: number, data: string) =>
    house.relay.say(`{"id":${id},"jsonrpc":"2.0","error":{"code":${code},"message":"no","data":"${data}"}}`)

  test.each(['0', '"0"', 'null'])('refuses the client: id %s, 3000', async (id) => {
    house.relay.behaviour.answer = () => 'no'
    const failures = failuresOf(house.dapp)
    const proposed = await house.dapp.propose({})
    const refused = expect(proposed.published).rejects.toMatchObject({ code: 'relay_refused', reason: 'origin' })
    await expect.poll(() => house.relay.requests.length).toBe(1)
    say(id, 3000, 'OriginNotAllowed')
    await refused
    expect(failures).toEqual([{ code: 'relay_refused', reason: 'origin' }])
    expect(house.dapp.relayStatus()).toBe('disconnected')
    // The client retries slowly.
    house.relay.forgetUpgrades()
    await house.clock.advance(5_000)
    expect(house.relay.upgrades()).toEqual([])
  })

  test.each(['0', 'null'])('asks for patience: id %s, 3001', async (id) => {
    house.relay.behaviour.answer = () => 'no'
    const failures = failuresOf(house.dapp)
    const { published } = await house.dapp.propose({})
    await expect.poll(() => house.relay.requests.length).toBe(1)
    house.relay.behaviour.answer = () => 'yes'
    say(id, 3001, 'TooManyRequests')
    await expect.poll(() => failures).toEqual([{ code: 'relay_busy', reason: 'rate' }])
    await house.clock.advance(990)
    expect(house.relay.upgrades()).toHaveLength(1)
    await house.clock.advance(3_000)
    await published
  })

  test('with any other code is reported, and the socket stays', async () => {
    const failures = failuresOf(house.dapp)
    await house.settle()
    say('0', -32600, 'InvalidRequestId')
    await expect.poll(() => failures).toEqual([{ code: 'relay_refused', reason: 'other' }])
    expect(house.dapp.relayStatus()).toBe('connected')
  })

  test('under another id answers nothing', async () => {
    const failures = failuresOf(house.dapp)
    await house.settle()
    say('1700000000000000001', 3000, 'OriginNotAllowed')
    expect(failures).toEqual([])
    expect(house.dapp.relayStatus()).toBe('connected')
  })
})

describe('a busy relay (1013)', () => {
  test('gets another attempt after a second at least, then ever more slowly, with any callers', async () => {
    house.relay.behaviour.accept = { code: 1013, reason: '' }
    const failures = failuresOf(house.dapp)
    const proposed = await house.dapp.propose({})
    const busy = expect(proposed.published).rejects.toMatchObject({ code: 'relay_busy', reason: 'rate' })
    await expect.poll(() => failures.length).toBe(1)
    await house.clock.advance(990)
    expect(house.relay.upgrades()).toHaveLength(1)
    // Another request in the meantime does not shorten the pause.
    const second = await house.dapp.propose({})
    const busyToo = expect(second.published).rejects.toMatchObject({ code: 'relay_busy' })
    await house.clock.tick()
    expect(house.relay.upgrades()).toHaveLength(1)
    await house.clock.advance(7_010)
    await busy
    await busyToo
    const early = house.relay.upgrades().length
    expect(early).toBeGreaterThan(1)
    expect(early).toBeLessThan(6)
    await house.clock.advance(60_000)
    expect(house.relay.upgrades().length - early).toBeLessThan(12)
    house.relay.behaviour.accept = 'yes'
    await house.clock.advance(20_000)
    await proposed.stored
  })

  test('gets none for a second after it closes a working socket, also from new callers', async () => {
    const { topic } = await house.settle()
    house.relay.forgetUpgrades()
    house.relay.cut(1013, 'Too many connections')
    const pinged = house.dapp.ping({ topic })
    await house.clock.advance(990)
    expect(house.relay.upgrades()).toEqual([])
    await house.clock.advance(3_000)
    await pinged
  })

  test('a clock that moves back does not lengthen the pause', async () => {
    let setBackMs = 0
    const client = house.create(createMemoryStorage(), { now: () => house.clock.now() - setBackMs })
    await (await client.propose({})).published
    house.relay.forgetUpgrades()
    house.relay.cut(1013)
    setBackMs = 3_600_000
    await (await client.propose({})).published
  })

  test('each relay of a list gets one attempt before the pause', async () => {
    const relayUrl = ['ws://one.test', 'ws://two.test']
    house.relay.behaviour.accept = { code: 1013, reason: '' }
    const client = house.create(createMemoryStorage(), { relayUrl })
    await client.propose({})
    await expect.poll(() => house.relay.upgrades().length).toBe(1)
    await house.clock.advance(400)
    expect(house.relay.upgrades()).toHaveLength(2)
    await house.clock.advance(600)
    expect(house.relay.upgrades()).toHaveLength(2)
    house.relay.behaviour.accept = 'yes'
    await house.clock.advance(3_000)
    expect(client.relayStatus()).toBe('connected')
  })
})

test('a request put off with 3001 for five seconds rejects with relay_busy; retries go on', async () => {
  house.relay.behaviour.answer = (method) =>
    method.startsWith('wc_') ? { code: 3001, data: 'TooManyRequests' } : 'yes'
  const failures = failuresOf(house.dapp)
  const { published, stored } = await house.dapp.propose({})
  const busy = expect(published).rejects.toMatchObject({ code: 'relay_busy', reason: 'rate' })
  await expect.poll(() => failures.length).toBe(1)
  await house.clock.advance(5_000)
  await busy
  expect(new Set(failures.map(({ code }) => code))).toEqual(new Set(['relay_busy']))
  house.relay.behaviour.answer = () => 'yes'
  await house.clock.advance(20_000)
  await stored
})

describe('a relay that ends a working socket', () => {
  const hosts = () => house.relay.upgrades().map((url) => new URL(url).host)
  const linked = async () => {
    const relayUrl = ['ws://one.test', 'ws://two.test']
    const client = house.create(createMemoryStorage(), { relayUrl })
    const proposed = await client.propose({ optionalNamespaces: asked })
    const { id } = await house.wallet.pair({ pairingUri: proposed.pairingUri })
    await house.wallet.approve({ proposalId: id, namespaces: granted })
    const { topic } = await proposed.approval
    house.relay.forgetUpgrades()
    return { client, topic }
  }

  test.each([
    [4008, 'stale', 'one.test'],
    [4010, 'rebalancing', 'one.test'],
    [1001, 'shutting down', 'two.test'],
    [1012, 'restarting', 'two.test'],
  ])('after %d (%s) the client reconnects at once, by %3$s', async (code, reason, host) => {
    const { client, topic } = await linked()
    house.relay.cut(code, reason)
    await house.clock.advance(200)
    expect(client.relayStatus()).toBe('connected')
    expect(hosts()).toContain(host)
    expect(hosts()).not.toContain(host === 'one.test' ? 'two.test' : 'one.test')
    await client.ping({ topic })
  })
})
