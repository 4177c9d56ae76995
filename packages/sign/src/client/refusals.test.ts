import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHandmadeWallet } from '../testing/handmadeWallet.fixture.ts'
import { asked, createTestClients, granted, next } from '../testing/testClients.fixture.ts'

// Peers refuse in many forms. Each form is a refusal at once: no test here lets time pass.
let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

// The name of each case, the answer without its id, and the code and message that result from it.
const refusals: readonly [string, object, number, string][] = [
  ['F09a an error that is a text', { error: 'Declined by the user' }, 5000, 'Declined by the user'],
  ['F09b an error without a number', { error: { message: 'Declined' } }, 5000, 'Declined'],
  ['F09c null beside an error', { result: null, error: { code: 5000, message: 'Declined' } }, 5000, 'Declined'],
  ['F09a a number as text', { error: { code: '4001', message: 'No.' } }, 4001, 'No.'],
  ['F09a 5000 as text', { error: { code: '5000', message: 'No.' } }, 5000, 'No.'],
  ['F09a a negative number as text', { error: { code: '-32601', message: 'No.' } }, -32601, 'No.'],
  ['F09a a number alone', { error: 4001 }, 4001, ''],
  ['F09a an error within an error', { error: { error: { code: 4001, message: 'No.' } } }, 4001, 'No.'],
  [
    'F09a a number within the data',
    { error: { code: -32603, message: 'Internal error', data: { code: 4001, message: 'No.' } } },
    4001,
    'Internal error',
  ],
  [
    'F09a the error of a wallet within another’s',
    { error: { code: -32000, data: { originalError: { code: 4001, message: 'No.' } } } },
    4001,
    'No.',
  ],
  [
    'F09a a method that is not offered',
    { error: { code: -32601, message: 'Method not found' } },
    -32601,
    'Method not found',
  ],
  ['F09a the same in words alone', { error: 'Method not supported' }, -32601, 'Method not supported'],
  ['F09a the sample wallet of the Swift SDK', { error: { code: 0, message: '' } }, 5000, ''],
  [
    'F09a the sample wallet of the Kotlin SDK',
    { error: { code: 500, message: 'Kotlin Wallet Error' } },
    5000,
    'Kotlin Wallet Error',
  ],
  [
    'F09a a number of JSON-RPC without its sign',
    { error: { code: 32603, message: 'User rejected tx' } },
    -32603,
    'User rejected tx',
  ],
  ['F09a 0 with the protocol’s words', { error: { code: 0, message: 'Invalid method.' } }, -32601, 'Invalid method.'],
  [
    'F09c a result that is a refusal’s number and words',
    { result: { code: 5002, message: 'User rejected methods.' } },
    5002,
    'User rejected methods.',
  ],
  [
    'F09c a result that is a JSON-RPC error',
    { result: { code: -32601, message: 'Method not found', data: null, name: 'Error', stack: 'a\nb' } },
    -32601,
    'Method not found',
  ],
  ['F09a an error that is true', { error: true }, -32603, ''],
  ['F09a an error that is empty', { error: {} }, -32603, ''],
  ['F09a an empty error beside null', { result: null, error: {} }, -32603, ''],
  ['F09a JSON as text', { error: '{"code":4001,"message":"No."}' }, 4001, 'No.'],
  ['F09a the code of ethers', { error: { code: 'ACTION_REJECTED', reason: 'rejected' } }, 5000, 'rejected'],
  ['F09a a list', { error: [4001, 'No.'] }, 4001, 'No.'],
  ['F09a words without a meaning', { error: { message: 'Error 0x1' } }, -32603, 'Error 0x1'],
  ['F09c a result beside an error', { result: '0x1234', error: { code: 4001, message: 'No.' } }, 4001, 'No.'],
  ['F09c a result that is nothing but an error', { result: { error: 'Declined' } }, 5000, 'Declined'],
  ['F09c neither result nor error', {}, -32603, ''],
  [
    'F09a an error beside the name of the method',
    { method: 'personal_sign', error: { code: 4001, message: 'No.' } },
    4001,
    'No.',
  ],
]

const request = { method: 'personal_sign', params: ['0x00'] }

describe('a refusal of a session request by', () => {
  test.each(refusals)('%s', async (_, body, code, message) => {
    const { topic } = await house.settle()
    const refused = expect(house.dapp.request({ topic, chainId: 'eip155:1', request })).rejects.toMatchObject({
      code: 'request_rejected',
      reason: { code, message },
    })
    const { id } = await next(house.wallet, 'sessionRequest')
    const symKey = await house.symKeyOf(house.storages.dapp, topic)
    house.relay.publish(topic, symKey, { id, jsonrpc: '2.0', ...body })
    await refused
  })
})

describe('a success of a session request with', () => {
  test.each<[string, object, unknown]>([
    ['null', { result: null }, null],
    ['null beside an error that is null', { result: null, error: null }, null],
    ['false', { result: false }, false],
    ['a result beside an error that says nothing', { result: '0x12', error: {} }, '0x12'],
    [
      'an object that has an error among others',
      { result: { error: 'none', status: 200 } },
      { error: 'none', status: 200 },
    ],
    // Answers of chains, whose numbers are no refusals.
    ['a number 0 and words', { result: { code: 0, message: 'ok' } }, { code: 0, message: 'ok' }],
    ['a number of success', { result: { code: 200, message: 'OK' } }, { code: 200, message: 'OK' }],
    ['a refusal’s number and more', { result: { code: 4001, hash: '0x' } }, { code: 4001, hash: '0x' }],
    ['a number without words', { result: { code: 4001 } }, { code: 4001 }],
    ['its id as text', { result: '0x12', id: 'text' }, '0x12'],
  ])('%s', async (_, body, result) => {
    const { topic } = await house.settle()
    const answered = house.dapp.request({ topic, chainId: 'eip155:1', request })
    const { id } = await next(house.wallet, 'sessionRequest')
    const symKey = await house.symKeyOf(house.storages.dapp, topic)
    const spelled = 'id' in body ? String(id) : id
    house.relay.publish(topic, symKey, { jsonrpc: '2.0', ...body, id: spelled })
    expect(await answered).toEqual(result)
  })
})

describe('F09d a refusal of a proposal by', () => {
  test.each(refusals)('%s', async (_, body, code, message) => {
    const proposed = await house.dapp.propose({ optionalNamespaces: asked })
    const { answer } = await createHandmadeWallet(house, proposed)
    answer(body)
    await expect(proposed.approval).rejects.toMatchObject({ code: 'proposal_rejected', reason: { code, message } })
  })
})

describe.each(['update', 'extend', 'ping'] as const)('F09a a refusal of a wallet’s %s by', (method) => {
  test.each<[string, object]>([
    ['a text', { error: 'Declined' }],
    ['null beside an error', { result: null, error: { code: 3003, message: 'No.' } }],
    ['an error without a number', { error: { message: 'No.' } }],
    ['an error that is empty', { error: {} }],
    ['false', { result: false }],
    ['neither result nor error', {}],
  ])('%s', async (_, body) => {
    const { topic } = await house.settle()
    await house.dapp.stop()
    const { wallet } = house
    const refused = expect(
      method === 'ping'
        ? wallet.ping({ topic })
        : (method === 'update' ? wallet.update({ topic, namespaces: granted }) : wallet.extend({ topic })).then(
            ({ acknowledged }) => acknowledged,
          ),
    ).rejects.toMatchObject({ code: 'request_rejected' })
    const asking = async () =>
      (await house.unread(house.storages.wallet, topic)).find(({ payload }) =>
        payload.method?.toLowerCase().endsWith(method),
      )
    await expect.poll(asking).toBeDefined()
    const symKey = await house.symKeyOf(house.storages.wallet, topic)
    house.relay.publish(topic, symKey, { id: (await asking())?.payload.id, jsonrpc: '2.0', ...body })
    await refused
  })
})

describe('F09a a wallet answers with an error that its own code throws:', () => {
  test.each<[string, unknown, object]>([
    ['a text', 'User denied the request', { code: 5000, message: 'User denied the request' }],
    ['an Error', new Error('Cancelled'), { code: 5000, message: 'Cancelled' }],
    ['an Error with a number', Object.assign(new Error('No.'), { code: 4001 }), { code: 4001, message: 'No.' }],
    ['nothing', undefined, { code: -32603, message: '' }],
    ['data that is no JSON', { code: 4001, message: 'No.', data: 5n }, { code: 4001, message: 'No.' }],
  ])('%s', async (_, error, reason) => {
    const { topic } = await house.settle()
    const refused = expect(house.dapp.request({ topic, chainId: 'eip155:1', request })).rejects.toMatchObject({
      reason,
    })
    const { id } = await next(house.wallet, 'sessionRequest')
    await house.wallet.respond({ topic, requestId: id, response: { error: error as never } })
    await refused
  })
})

test('F14c a method without a grant reaches the wallet if the caller allows it', async () => {
  const { topic } = await house.settle()
  const other = { topic, chainId: 'eip155:1', request: { method: 'eth_signTypedData_v4', params: [] } } as const
  await expect(house.dapp.request(other)).rejects.toMatchObject({ code: 'method_not_granted' })
  // This package's wallet refuses a method that it has not granted; other wallets sign.
  await expect(house.dapp.request({ ...other, allowsUngrantedMethod: true })).rejects.toMatchObject({
    code: 'request_rejected',
    reason: { code: 3001 },
  })
  await expect(
    house.dapp.request({ ...other, chainId: 'eip155:5', allowsUngrantedMethod: true }),
  ).rejects.toMatchObject({ code: 'chain_not_granted' })
})
