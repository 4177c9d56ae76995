import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createHandmadeWallet } from '../testing/handmadeWallet.fixture.ts'
import { createTestClients } from '../testing/testClients.fixture.ts'

// A wallet that grants no events still reports changes of its chain and its accounts.
let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

const first = '0x1111111111111111111111111111111111111111'
const second = '0x2222222222222222222222222222222222222222'
const chains = ['eip155:1', 'eip155:10'] as const
const eip155 = {
  accounts: [`eip155:1:${first}`, `eip155:10:${first}`, `eip155:1:${second}`],
  methods: ['personal_sign'],
  events: [],
}

/** Sends an event to a dapp, and returns the dapp's events and its answer. */
async function say(params: object) {
  const asked = { eip155: { chains, methods: ['personal_sign'], events: [] } }
  const proposed = await house.dapp.propose({ optionalNamespaces: asked })
  const wallet = await createHandmadeWallet(house, proposed)
  wallet.settle({ eip155 })
  const { topic } = await proposed.approval
  const heard: unknown[] = []
  house.dapp.on('sessionEvent', ({ chainId, event }) => heard.push({ chainId, event }))
  wallet.say('wc_sessionEvent', params)
  const answers = async () =>
    (await house.unread(house.storages.dapp, topic)).filter(({ tag }) => tag === 1111).map(({ payload }) => payload)
  await expect.poll(answers).toHaveLength(1)
  const [answer] = await answers()
  return { heard, answer }
}

// WalletConnectFlutterV2#205, OneKeyHQ/app-monorepo#4287; spellings of F25. The last column is the chain of the event.
const heardEvents: readonly [string, object, string][] = [
  ['F14a chainChanged with a number', { chainId: 'eip155:1', event: { name: 'chainChanged', data: 10 } }, 'eip155:1'],
  ['F14a chainChanged addressed to no chain', { event: { name: 'chainChanged', data: 10 } }, 'eip155:10'],
  ['F14a chainChanged in hex', { event: { name: 'chainChanged', data: '0xa' } }, 'eip155:10'],
  ['F14a chainChanged in an object', { event: { name: 'chainChanged', data: { chainId: '0xA' } } }, 'eip155:10'],
  [
    'F14a chainChanged of a chain that is not granted',
    { chainId: 'eip155:5', event: { name: 'chainChanged', data: '10' } },
    'eip155:10',
  ],
  [
    'F14a chainChanged addressed to a number',
    { chainId: 10, event: { name: 'chainChanged', data: 'changed' } },
    'eip155:10',
  ],
  ['F14a chainChanged addressed in hex', { chainId: '0xa', event: { name: 'chainChanged', data: null } }, 'eip155:10'],
  [
    'F25a chainChanged with a chain id',
    { chainId: 'eip155:10', event: { name: 'chainChanged', data: 'eip155:10' } },
    'eip155:10',
  ],
  ['F25b chainChanged with a list', { chainId: 'eip155:10', event: { name: 'chainChanged', data: [10] } }, 'eip155:10'],
  [
    'F25c chainChanged with words',
    { chainId: 'eip155:10', event: { name: 'chainChanged', data: 'changed' } },
    'eip155:10',
  ],
  ['F14b accountsChanged', { chainId: 'eip155:1', event: { name: 'accountsChanged', data: [second] } }, 'eip155:1'],
  ['F14b accountsChanged addressed to no chain', { event: { name: 'accountsChanged', data: [second] } }, 'eip155:1'],
  [
    'F14b accountsChanged with account ids',
    { event: { name: 'accountsChanged', data: [`eip155:10:${first}`] } },
    'eip155:10',
  ],
  [
    'F14b accountsChanged in an object',
    { event: { name: 'accountsChanged', data: { accounts: [second] } } },
    'eip155:1',
  ],
]

describe('emits without a grant, and answers with success:', () => {
  test.each(heardEvents)('%s', async (_, params, chainId) => {
    const { heard, answer } = await say(params)
    const { event } = params as { event: unknown }
    expect(heard).toEqual([{ chainId, event }])
    expect(answer).toMatchObject({ result: true })
    expect(house.failures).toEqual([])
  })
})

describe('refuses with 3002:', () => {
  test.each<[string, object]>([
    [
      'F14a chainChanged to a chain the session does not have',
      { chainId: 'eip155:5', event: { name: 'chainChanged', data: 5 } },
    ],
    ['F14a chainChanged that names no chain', { event: { name: 'chainChanged', data: 'changed' } }],
    [
      'F14b accountsChanged to an account the session does not have',
      { event: { name: 'accountsChanged', data: [`0x${'33'.repeat(20)}`] } },
    ],
    ['F14b accountsChanged that names nobody', { event: { name: 'accountsChanged', data: [] } }],
    ['F14a another event', { chainId: 'eip155:1', event: { name: 'message', data: 10 } }],
    ['F14a an event of another case', { chainId: 'eip155:1', event: { name: 'chainchanged', data: 10 } }],
  ])('%s', async (_, params) => {
    const { heard, answer } = await say(params)
    expect(heard).toEqual([])
    expect(answer).toMatchObject({ error: { code: 3002 } })
  })
})
