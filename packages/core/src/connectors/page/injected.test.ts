import { EventEmitter } from 'node:events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTimers } from '../../platform/timers.fixture.ts'
import type { Provider } from '../../wallets/discovery/announcement.ts'
import { createInjectedConnector } from './injected.ts'

const rdns = 'io.metamask'
const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const accountId = `eip155:1:${address}` as const
const signature = `0x${'11'.repeat(65)}`
const hang = () => new Promise<never>(() => {})

type Answers = Readonly<Record<string, unknown>>

/** Creates an extension that answers each method as the test says. */
function createExtension(answers: Answers): Provider & { readonly asked: unknown[] } {
  const asked: unknown[] = []
  return {
    asked,
    request(request) {
      asked.push(request)
      const answer = answers[request.method]
      return typeof answer === 'function' ? answer() : answer
    },
  }
}

const willing: Answers = { eth_requestAccounts: [address], eth_chainId: '0x1', personal_sign: signature }

function start(answers: Answers, chains: readonly `${string}:${string}`[] = ['eip155:1']) {
  const timers = createTimers()
  const extension = createExtension({ ...willing, ...answers })
  const connector = createInjectedConnector({
    chains,
    setTimer: timers.setTimer,
    discovery: () => ({
      providerOf: (wanted) => (wanted === rdns ? extension : undefined),
      wallets: () => [{ uuid: '', name: 'MetaMask', icon: undefined, rdns }],
    }),
  })
  const stop = new AbortController()
  const connect = () => connector.connect({ rdns, signal: stop.signal })
  const sign = () => connector.signMessage({ rdns, accountId, message: 'Ahoy €', signal: stop.signal })
  return { timers, extension, connector, stop, connect, sign }
}

/** An object that throws when that property is read. */
const throwing = (name: string) =>
  Object.defineProperty({}, name, {
    get() {
      throw new Error('no')
    },
  })
const refusal =
  (code: unknown, more: object = {}) =>
  () =>
    Promise.reject({ code, message: 'x', ...more })

test('S4 requests only account and chain from an extension', async () => {
  const { connect, extension, timers } = start({})
  expect(await connect()).toEqual({ walletName: 'MetaMask', accountId, accounts: [accountId] })
  expect(extension.asked).toEqual([{ method: 'eth_requestAccounts' }, { method: 'eth_chainId' }])
  expect(timers.open()).toBe(0)
})

// trustwallet/trust-web3-provider writes its id into the request, and finds the answer by it.
test('F09 each request is an object of its own', async () => {
  const { connect, extension } = start({})
  await connect()
  Object.assign(extension.asked[0] ?? {}, { id: 7 })
  await connect()
  expect(extension.asked[2]).toEqual({ method: 'eth_requestAccounts' })
})

test('S4 the account is on the wallet’s chain if the page requested it, else on the first', async () => {
  const polygon = start({ eth_chainId: '0x89' }, ['eip155:1', 'eip155:137'])
  expect((await polygon.connect()).accountId).toBe(`eip155:137:${address}`)
  const elsewhere = start({ eth_chainId: '0xa' }, ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'eip155:137'])
  expect((await elsewhere.connect()).accountId).toBe(`eip155:137:${address}`)
  const never = start({}, ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])
  await expect(never.connect()).rejects.toMatchObject({ code: 'account_not_granted' })
})

test('S4 knows every shared account, proves the first, and skips garbage', async () => {
  const second = `0x${'22'.repeat(20)}`
  const { connect } = start({ eth_requestAccounts: [address, second, '0x1', null, `${second}\n`] })
  expect(await connect()).toMatchObject({ accountId, accounts: [accountId, `eip155:1:${second}`] })
  const endless = start({ eth_requestAccounts: Array.from({ length: 5_000 }, () => address) })
  expect((await endless.connect()).accounts.length).toBeLessThanOrEqual(100)
})

test('S4 signs a proof through the extension: the text as hex, then the account', async () => {
  const { sign, extension, timers } = start({})
  expect(await sign()).toBe(signature)
  expect(extension.asked).toEqual([{ method: 'personal_sign', params: ['0x41686f7920e282ac', address] }])
  expect(timers.open()).toBe(0)
})

test('S5 a second request while the extension waits gets the answer to the first', async () => {
  let approve: (accounts: readonly string[]) => void = () => {}
  const answers = [
    () => new Promise((resolve) => (approve = resolve)),
    refusal(-32002),
    refusal(-32002),
    refusal(-32002),
    refusal(-32002),
  ]
  const house = start({ eth_requestAccounts: () => answers.shift()?.() })
  const first = house.connect()
  house.stop.abort()
  await expect(first).rejects.toThrow()
  const ask = () => house.connector.connect({ rdns, signal: new AbortController().signal })
  const again = Promise.all([ask(), ask()])
  await house.timers.settle()
  approve([address])
  await expect(again).resolves.toMatchObject([{ accountId }, { accountId }])
  // The first request is answered by now, so the extension is busy with a request of another page.
  await expect(ask()).rejects.toMatchObject({ code: 'extension_busy' })
  expect(house.timers.open()).toBe(0)
})

test.each<[unknown, object, string]>([
  [4001, {}, 'extension_declined'],
  [-32603, { data: { originalError: { code: 4001 } } }, 'extension_declined'],
  [-32002, {}, 'extension_busy'],
  [4100, {}, 'account_not_granted'],
  [4900, {}, 'extension_failed'],
  [undefined, {}, 'extension_failed'],
  ['4001', {}, 'extension_declined'],
])('S5 a refusal with %j %j is %s', async (code, more, expected) => {
  const { connect, sign, timers } = start({
    eth_requestAccounts: refusal(code, more),
    personal_sign: refusal(code, more),
  })
  await expect(connect()).rejects.toMatchObject({ code: expected })
  await expect(sign()).rejects.toMatchObject({ code: expected })
  expect(timers.open()).toBe(0)
})

test.each<[string, unknown]>([
  [
    'throws at once',
    () => {
      throw new Error('boom')
    },
  ],
  [
    'throws nothing at all',
    () => {
      throw undefined
    },
  ],
  [
    'throws what throws on reading',
    () => {
      throw throwing('code')
    },
  ],
  ['answers with a then that throws', () => throwing('then')],
  ['answers nothing', undefined],
  ['answers null', null],
  ['answers text', 'account'],
  ['answers what is no address', ['0x1234']],
  ['answers an object for an address', [{ toString: () => address }]],
  ['answers an address with more behind it', [`${address}\n`]],
  [
    'answers a list that throws',
    new Proxy([], {
      get() {
        throw new Error('no')
      },
    }),
  ],
])('T-23 an extension that %s is a failure with a code', async (_, answer) => {
  const { connect, timers } = start({ eth_requestAccounts: answer })
  await expect(connect()).rejects.toMatchObject({ code: 'extension_failed' })
  expect(timers.open()).toBe(0)
})

// vultisig/vultisig-windows#3928, #4564.
test.each<[string, unknown]>([
  ['F09e', 'User denied the request'],
  ['F09f', { code: -32603, message: 'x', data: { code: 4001 } }],
  ['F09', new Error('Rejected')],
  ['F09', { code: 'ACTION_REJECTED' }],
  ['F09', { code: -32000, message: 'User rejected' }],
])('%s an extension that throws %o has declined', async (_, thrown) => {
  const declines = () => Promise.reject(thrown)
  const { connect, sign } = start({ eth_requestAccounts: declines, personal_sign: declines })
  await expect(connect()).rejects.toMatchObject({ code: 'extension_declined' })
  await expect(sign()).rejects.toMatchObject({ code: 'extension_declined' })
  const answers = start({ personal_sign: { error: thrown }, eth_requestAccounts: { error: thrown } })
  await expect(answers.connect()).rejects.toMatchObject({ code: 'extension_declined' })
  await expect(answers.sign()).rejects.toMatchObject({ code: 'extension_declined' })
})

test.each<[object]>([
  [{ eth_requestAccounts: address }],
  [{ eth_requestAccounts: [`eip155:1:${address}`] }],
  [{ eth_requestAccounts: { accounts: [address] } }],
  [{ eth_chainId: 1 }],
  [{ eth_chainId: '1' }],
  [{ eth_chainId: '0x01' }],
  [{ eth_chainId: ['0x1'] }],
  [{ eth_chainId: { chainId: '0x1' } }],
])('F25 understands an extension that answers %j', async (answers) => {
  expect((await start({ ...answers }).connect()).accountId).toBe(accountId)
})

test('an extension that shares no account granted none', async () => {
  await expect(start({ eth_requestAccounts: [] }).connect()).rejects.toMatchObject({ code: 'account_not_granted' })
})

test.each([[0], [1.5], [''], ['0x'], ['0xzz'], [`0x${'f'.repeat(40)}`], ['solana:1'], [null], [{}], [[]]])(
  'T-23 %j is not a chain id: the page’s first chain counts',
  async (eth_chainId) => {
    const { connect } = start({ eth_chainId }, ['eip155:137', 'eip155:1'])
    const accounts = [`eip155:137:${address}`, `eip155:1:${address}`]
    expect(await connect()).toMatchObject({ accountId: accounts[0], accounts })
    const never = start({ eth_chainId }, ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])
    await expect(never.connect()).rejects.toMatchObject({ code: 'account_not_granted' })
  },
)

// wevm/wagmi#1532 (Trust), Uniswap/interface#2664 (Enjin, MEW, Coinomi).
test.each([-32601, 4200, 4100, -32603, undefined])(
  'F25 an extension that refuses eth_chainId with %s has shared its account',
  async (code) => {
    expect((await start({ eth_chainId: refusal(code) }).connect()).accountId).toBe(accountId)
  },
)

test('F25 an extension that declines eth_chainId, or a stop meanwhile, ends the request', async () => {
  await expect(start({ eth_chainId: refusal(4001) }).connect()).rejects.toMatchObject({ code: 'extension_declined' })
  const { connect, stop, timers } = start({ eth_chainId: hang })
  const asked = connect().catch((error) => error)
  await timers.settle()
  stop.abort('closed')
  expect(await asked).toBe('closed')
})

test.each([
  ['nothing', undefined],
  ['half a digit', '0x1'],
  ['text', 'signed'],
  ['a number', 7],
  ['an object', {}],
  ['a text without end', `0x${'1'.repeat(40_000)}`],
])('T-23 %s is not a signature', async (_, personal_sign) => {
  await expect(start({ personal_sign }).sign()).rejects.toMatchObject({ code: 'extension_failed' })
})

test.each([
  ['F18a 0x alone, which the contract has to judge', '0x', '0x'],
  ['F20 v 0', `0x${'11'.repeat(64)}00`, `0x${'11'.repeat(64)}1b`],
  ['F20 no 0x', '11'.repeat(65), signature],
  ['F20 an object', { result: { signature } }, signature],
  ['F20 bytes', new Uint8Array(65).fill(17), signature],
])('%s is forwarded in the form of the link API', async (_, personal_sign, expected) => {
  expect(await start({ personal_sign }).sign()).toBe(expected)
})

// MetaMask/metamask-extension#13375.
test.each<[string, readonly (readonly [string, unknown])[], boolean]>([
  ['loses its node for a moment (1013)', [['disconnect', { code: 1013, message: 'Attempting to connect.' }]], true],
  ['reports other chains only', [['change', { chains: [] }]], true],
  ['leaves for good', [['disconnect', { code: 4900 }]], false],
])('F08 an extension that %s during a signature', async (_, events, isWaitedFor) => {
  const emitter = new EventEmitter()
  let answer: (signed: unknown) => void = () => {}
  const { extension, sign, timers } = start({ personal_sign: () => new Promise((resolve) => (answer = resolve)) })
  Object.assign(extension, { on: emitter.on.bind(emitter), removeListener: emitter.removeListener.bind(emitter) })
  const signed = sign().catch((error) => error.code)
  await timers.settle()
  for (const [name, payload] of events) emitter.emit(name, payload)
  await timers.advance(10_000)
  answer(signature)
  expect([await signed, timers.open()]).toEqual([isWaitedFor ? signature : 'extension_failed', 0])
})

test.each([4200, -32601, -32004])(
  'F17c an extension that answers %i to a signing request cannot sign',
  async (code) => {
    await expect(start({ personal_sign: refusal(code) }).sign()).rejects.toMatchObject({ code: 'wallet_cannot_sign' })
    await expect(start({ eth_requestAccounts: refusal(code) }).connect()).rejects.toMatchObject({
      code: 'extension_failed',
    })
  },
)

test('F17c an extension that says so under a general number cannot sign', async () => {
  const unable = () => Promise.reject({ code: -32603, message: 'Method personal_sign is not supported' })
  await expect(start({ personal_sign: unable }).sign()).rejects.toMatchObject({ code: 'wallet_cannot_sign' })
})

test('F22b an extension’s address is an account on every chain of the page, its own first', async () => {
  const { connect } = start({ eth_chainId: '0x2105' }, [
    'eip155:1',
    'eip155:8453',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  ])
  const accounts = [`eip155:8453:${address}`, `eip155:1:${address}`]
  expect(await connect()).toMatchObject({ accountId: accounts[0], accounts })
})

test('T-66 waits 10 seconds for an extension that does not report its chain', async () => {
  const { connect, timers } = start({ eth_chainId: hang })
  let got: unknown
  const asked = connect().then((connected) => {
    got = connected.accountId
  })
  await timers.advance(9_999)
  expect(got).toBeUndefined()
  await timers.advance(1)
  await asked
  expect([got, timers.open()]).toEqual([accountId, 0])
})

test('T-23 any answer of an extension gives an account or an error with a code', async () => {
  const answer = fc.oneof(fc.anything(), fc.constant([address]), fc.constant('0x1'))
  await fc.assert(
    fc.asyncProperty(answer, answer, async (eth_requestAccounts, eth_chainId) => {
      const asked = start({ eth_requestAccounts, eth_chainId }).connect()
      const { code, accountId: got } = await asked.then(
        (connected) => ({ ...connected, code: undefined }),
        (error) => error,
      )
      if (code === undefined) expect(got).toBe(accountId)
      else expect(['extension_failed', 'account_not_granted']).toContain(code)
    }),
    { numRuns: 300 },
  )
})
