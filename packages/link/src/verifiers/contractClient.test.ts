import { nightLimit } from '@hawser/test-kit/night'
import { describe, expect, test } from 'vitest'
import { createTestWallet, formatHighSTwin } from '../createTestHost.fixture.ts'
import { CannotCheckNowError, InvalidLinkOptionsError, ProofInvalidError, SignaturePendingError } from '../errors.ts'
import { contractLimits, createContractClient, type RpcLists } from './contractClient.ts'
import type { ContractCall } from './contractProgram.ts'
import { parseEip155Account } from './eip155.ts'
import { verifyEip155Proof } from './eip155Proof.ts'
import { answer, type Behaviour, formatWords, rpcKey, startRpcServer } from './rpcServer.fixture.ts'

const time = Date.UTC(2026, 10, 21, 12)
const call: ContractCall = {
  address: `0x${'ab'.repeat(20)}`,
  hash: new Uint8Array(32),
  signature: new Uint8Array(65),
  factory: undefined,
}

async function start(now = () => time) {
  const server = await startRpcServer(now)
  const reach = (rpc: RpcLists) => createContractClient({ rpc, fetch, now })
  return { server, reach }
}

async function failure(asked: Promise<unknown>): Promise<unknown> {
  return asked.then(
    () => 'answered',
    (error: unknown) => error,
  )
}

const words = formatWords({}, time)
const reply =
  (body: unknown, status?: number): Behaviour =>
  (response) =>
    answer(response, body, status)
const text =
  (body: string): Behaviour =>
  (response) =>
    void response.end(body)

const faults: readonly (readonly [string, Behaviour])[] = [
  ['hangs', () => undefined],
  ['hangs after its headers', (response) => void response.writeHead(200).flushHeaders()],
  ['hangs in the middle of the answer', (response) => void response.writeHead(200).write('{"jsonrpc":"2.0",')],
  ['breaks off', (response) => void response.destroy()],
  ['answers 500', reply({ error: 'down' }, 500)],
  ['answers 500 with an answer in it', reply({ jsonrpc: '2.0', id: 1, result: words }, 500)],
  ['answers 429', reply({ jsonrpc: '2.0', id: 1, error: { code: -32005, message: rpcKey } }, 429)],
  ['answers an error', reply({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: rpcKey } })],
  ['answers a revert', reply({ jsonrpc: '2.0', id: 1, error: { code: 3, message: 'reverted', data: words } })],
  ['sends elsewhere', (response) => void response.writeHead(307, { location: '/good' }).end()],
  ['answers garbage', text('<html>captive</html>')],
  ['answers nothing', text('')],
  ['answers true', text('true')],
  ['answers the words alone', text(JSON.stringify(words))],
  ['answers true as the result', reply({ jsonrpc: '2.0', id: 1, result: true })],
  ['answers 1 as the result', reply({ jsonrpc: '2.0', id: 1, result: '0x1' })],
  ['answers the magic value', reply({ jsonrpc: '2.0', id: 1, result: `0x1626ba7e${'0'.repeat(56)}` })],
  ['answers empty', reply({ jsonrpc: '2.0', id: 1, result: '0x' })],
  ['answers a word too few', reply({ jsonrpc: '2.0', id: 1, result: words.slice(0, -64) })],
  ['answers a word too many', reply({ jsonrpc: '2.0', id: 1, result: `${words}${'0'.repeat(64)}` })],
  ['answers in a list', reply([{ jsonrpc: '2.0', id: 1, result: words }])],
  ['answers without end', (response) => void flood(response)],
  ['serves another chain', { chain: 137 }],
  ['lags 100 blocks behind', { ageMs: 100 * 12_000 }],
  ['has a block of the future', { ageMs: -contractLimits.blockAgeMs - 1_000 }],
]

/** Sends more than an answer can have, for as long as the client reads. */
function flood(response: Parameters<Extract<Behaviour, (...args: never) => unknown>>[0]): void {
  const more = () => {
    while (!response.destroyed && response.write(' '.repeat(16 * 1024)));
  }
  response.on('drain', more)
  more()
}

test('ask: sends one eth_call without `to`, with a gas cap and a keyless caller (T-48)', async () => {
  const { server, reach } = await start()
  const answered = await reach({ 'eip155:1': [server.endpoint('good', { block: 123 })] }).ask('eip155:1', call)
  expect(answered).toMatchObject({ agrees: true, wasDeployed: true, block: 123n })
  expect(server.asked).toHaveLength(1)
  expect(server.asked[0]?.body).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_call',
    params: [
      { from: expect.stringMatching(/^0x[1-9a-f]/), data: expect.stringMatching(/^0x60d4/), gas: '0x989680' },
      'latest',
    ],
  })
})

describe('F-L17, T-48: an endpoint that', () => {
  test.concurrent.each(faults)('%s: cannot be checked now, within 5 s, without more details', async (_, fault) => {
    const { server, reach } = await start()
    const began = performance.now()
    const error = await failure(reach({ 'eip155:1': [server.endpoint('bad', fault)] }).ask('eip155:1', call))
    expect(performance.now() - began).toBeLessThan(nightLimit(5_000))
    expect(error).toBeInstanceOf(CannotCheckNowError)
    if (!(error instanceof CannotCheckNowError)) return
    expect(error).toMatchObject({ code: 'cannot_check_now', status: 503, retryAfterSeconds: 5 })
    expect(String(error.cause)).toMatch(/^CannotCheckNowError: RPC address 1 of 1 for eip155:1: .+\.$/)
    // The address contains a key, and an endpoint's message can quote it.
    expect(`${error.message} ${error.cause} ${error.stack}`).not.toContain(rpcKey)
  })

  test.concurrent.each(faults)('%s: the next one is used, within 5 s', async (_, fault) => {
    const { server, reach } = await start()
    const urls = [server.endpoint('bad', fault), server.endpoint('good', { agrees: false, block: 7 })]
    const began = performance.now()
    expect(await reach({ 'eip155:1': urls }).ask('eip155:1', call)).toMatchObject({ agrees: false, block: 7n })
    expect(performance.now() - began).toBeLessThan(nightLimit(5_000))
    expect(server.asked.map(({ name }) => name)).toEqual(['bad', 'good'])
  })
})

test('F-L17: four endpoints that hang are reported within 5 s', async () => {
  const { server, reach } = await start()
  const urls = ['a', 'b', 'c', 'd'].map((name) => server.endpoint(name, () => undefined))
  const began = performance.now()
  expect(await failure(reach({ 'eip155:1': urls }).ask('eip155:1', call))).toBeInstanceOf(CannotCheckNowError)
  expect(performance.now() - began).toBeLessThan(nightLimit(5_000))
  expect(server.asked).toHaveLength(4)
})

test('does not read an oversized answer to its end', async () => {
  const { server, reach } = await start()
  const error = await failure(reach({ 'eip155:1': [server.endpoint('bad', flood)] }).ask('eip155:1', call))
  expect(String(error instanceof CannotCheckNowError && error.cause)).toContain('its answer is too long')
})

test('an endpoint that says no is final: no other is asked', async () => {
  const { server, reach } = await start()
  const urls = [server.endpoint('no', { agrees: false }), server.endpoint('yes', { agrees: true })]
  expect((await reach({ 'eip155:1': urls }).ask('eip155:1', call)).agrees).toBe(false)
  expect(server.asked.map(({ name }) => name)).toEqual(['no'])
})

test('F-L17: an endpoint a minute behind its chain lags, whatever our clock says', async () => {
  let now = time
  const { server, reach } = await start(() => now)
  const asking = reach({ 'eip155:1': [server.endpoint('one', { ageMs: 12_000 })] })
  expect((await asking.ask('eip155:1', call)).agrees).toBe(true)
  server.endpoint('one', { ageMs: 71_000 })
  expect((await asking.ask('eip155:1', call)).agrees).toBe(true)
  server.endpoint('one', { ageMs: 73_000 })
  expect(await failure(asking.ask('eip155:1', call))).toBeInstanceOf(CannotCheckNowError)
  // Setting the clock back makes no block newer.
  now -= 4 * 60_000
  server.endpoint('one', { ageMs: 0 })
  expect(await failure(asking.ask('eip155:1', call))).toBeInstanceOf(CannotCheckNowError)
})

test('F-L14: a clock that is five minutes wrong, either way, causes no refusal', async () => {
  const { server, reach } = await start()
  for (const ageMs of [-5 * 60_000, 5 * 60_000 + 12_000]) {
    const asking = reach({ 'eip155:1': [server.endpoint('one', { ageMs })] })
    expect((await asking.ask('eip155:1', call)).agrees).toBe(true)
  }
})

test('F-L17: an endpoint whose clock is ahead does not make the others seem to lag', async () => {
  const { server, reach } = await start()
  const asking = reach({ 'eip155:1': [server.endpoint('one', { ageMs: -5 * 60_000 })] })
  expect((await asking.ask('eip155:1', call)).agrees).toBe(true)
  server.endpoint('one', { ageMs: 12_000 })
  expect((await asking.ask('eip155:1', call)).agrees).toBe(true)
})

test('chains do not answer for each other', async () => {
  const { server, reach } = await start()
  const asking = reach({
    'eip155:1': [server.endpoint('one', { chain: 1, ageMs: 0 })],
    'eip155:137': [server.endpoint('two', { chain: 137, ageMs: 120_000 })],
  })
  expect([asking.reaches('eip155:1'), asking.reaches('eip155:10')]).toEqual([true, false])
  expect((await asking.ask('eip155:1', call)).chainReference).toBe(1n)
  expect((await asking.ask('eip155:137', call)).chainReference).toBe(137n)
  expect(server.asked.map(({ name }) => name)).toEqual(['one', 'two'])
})

describe('verifyEip155Proof', () => {
  const wallet = createTestWallet(1)
  const account = parseEip155Account(wallet.accountId)
  const message = 'a text'

  test('F-L17: a signature of the account’s own key needs no RPC call', async () => {
    const { server, reach } = await start()
    const asking = reach({ 'eip155:1': [server.endpoint('bad', () => undefined)] })
    const proof = { message, account, signature: wallet.sign(message), reach: asking, allowsPrepared: true }
    expect(await verifyEip155Proof(proof)).toMatchObject({ method: 'eip191', block: undefined, evidence: undefined })
    expect(server.asked).toEqual([])
  })

  test('T-48: refuses a malformed contract signature before any call', async () => {
    const { server, reach } = await start()
    const asking = reach({ 'eip155:1': [server.endpoint('yes', {})] })
    const magic = '6492'.repeat(16)
    for (const signature of ['0xabc', 'zz', '', `0x${'ab'.repeat(16 * 1024 + 1)}`, `0x${magic}`, `0xabcd${magic}`])
      expect(
        await failure(verifyEip155Proof({ message, account, signature, reach: asking, allowsPrepared: true })),
      ).toBeInstanceOf(ProofInvalidError)
    expect(server.asked).toEqual([])
  })

  test('without an RPC address for the chain only the account’s key counts', async () => {
    const { server, reach } = await start()
    const asking = reach({ 'eip155:137': [server.endpoint('yes', { chain: 137 })] })
    const signature = createTestWallet(2).sign(message)
    expect(
      await failure(verifyEip155Proof({ message, account, signature, reach: asking, allowsPrepared: true })),
    ).toBeInstanceOf(ProofInvalidError)
    expect(server.asked).toEqual([])
  })

  test('T-45: a signature with the higher s is not the key’s: the contract would have to agree', async () => {
    const { server, reach } = await start()
    const asking = reach({ 'eip155:1': [server.endpoint('no', { agrees: false })] })
    const signature = formatHighSTwin(wallet.sign(message))
    expect(
      await failure(verifyEip155Proof({ message, account, signature, reach: asking, allowsPrepared: true })),
    ).toBeInstanceOf(SignaturePendingError)
    expect(server.asked).toHaveLength(1)
  })
})

test.each([
  ['a chain of another namespace', { 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': ['https://rpc.example'] }],
  ['no number of a chain', { 'eip155:one': ['https://rpc.example'] }],
  ['no chain id', { 'eip155:1:0xab': ['https://rpc.example'] }],
  ['no address', { 'eip155:1': [] }],
  ['five addresses', { 'eip155:1': Array.from({ length: 5 }, () => 'https://rpc.example') }],
  ['no URL', { 'eip155:1': ['rpc.example'] }],
  ['another scheme', { 'eip155:1': ['wss://rpc.example'] }],
  ['a file', { 'eip155:1': ['file:///etc/passwd'] }],
  ['a password, which fetch would refuse', { 'eip155:1': ['https://user:secret@rpc.example'] }],
] satisfies [string, RpcLists][])('createContractClient: refuses %s at start, and does not quote it', (_, rpc) => {
  expect(() => createContractClient({ rpc, fetch, now: () => time })).toThrow(InvalidLinkOptionsError)
  expect(() => createContractClient({ rpc, fetch, now: () => time })).not.toThrow(/secret/)
})
