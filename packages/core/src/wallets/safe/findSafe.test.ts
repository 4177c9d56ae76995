import { SafeAppProvider } from '@safe-global/safe-apps-provider'
import SafeAppsSDK from '@safe-global/safe-apps-sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTimers } from '../../platform/timers.fixture.ts'
import type { ProvidedWallet, Provider } from '../discovery/announcement.ts'
import type { HostWallet } from '../hostWallets/hostWallet.ts'
import { findSafe } from './findSafe.ts'
import { answerAsSafe, createFramedWindow, type SafeSigning, type SafeToEmulate } from './safe.fixture.ts'

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const text = 'Ahoy €'
const hexText = `0x${Buffer.from(text).toString('hex')}`
const signature = `0x${'ab'.repeat(65)}`
const messageHash = `0x${'12'.repeat(32)}`
const day = 86_400_000

type Framing = Parameters<typeof createFramedWindow>[1]

/** Opens a page in the frame of a Safe, or of a page that answers with `answer`. */
async function open(
  safe: Partial<SafeToEmulate> = {},
  {
    answer = (message) => answerAsSafe({ address, ...safe }, message),
    ...framing
  }: Framing & {
    readonly answer?: Parameters<typeof createFramedWindow>[0]
  } = {},
  wallets?: readonly HostWallet[],
) {
  const timers = createTimers()
  const page = createFramedWindow(answer, framing)
  const found: ProvidedWallet[] = []
  let tell = () => {}
  const isFound = new Promise<void>((resolve) => {
    tell = resolve
  })
  const { stop } = findSafe({
    scope: page.scope,
    setTimer: timers.setTimer,
    chains: ['eip155:1', 'eip155:10'],
    wallets,
    onFound(wallet) {
      found.push(wallet)
      tell()
    },
  })
  await timers.settle()
  return { ...page, timers, found, isFound, stop }
}

/** Opens a page in the frame of a Safe, and waits until the Safe is found. */
async function openSafe(safe: Partial<SafeToEmulate> = {}, wallets?: readonly HostWallet[]) {
  const page = await open(safe, {}, wallets)
  await page.isFound
  const provider = page.found[0]?.provider
  if (provider === undefined) throw new Error('There is no Safe.')
  return { ...page, provider, sign: () => askIn(provider, 'personal_sign', [hexText, address]) }
}

/** Sends a request whose answer a test can await later. An earlier rejection does not count as unhandled. */
function askIn(provider: Provider, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const answer = Promise.resolve(provider.request({ method, params }))
  answer.catch(() => {})
  return answer
}

test('findSafe: the account of the Safe around the page is a wallet of the page', async () => {
  const { found, asked, targets, timers } = await open({ chainId: 10 })
  expect(found.map(({ wallet }) => wallet)).toEqual([
    { uuid: 'safe', name: 'Safe', icon: undefined, rdns: 'host.safe', isGiven: true },
  ])
  const provider = found[0]?.provider
  expect(await provider?.request({ method: 'eth_requestAccounts' })).toEqual([address])
  expect(await provider?.request({ method: 'eth_chainId' })).toBe('0xa')
  expect([asked, [...targets], timers.open()]).toEqual([['getSafeInfo'], ['https://app.safe.global'], 0])
})

test('findSafe: if the browser does not name the framing page, the question goes to any', async () => {
  const { found, targets } = await open({}, { tells: false })
  expect([found.length, [...targets]]).toEqual([1, ['*']])
})

test.each<[string, Parameters<typeof open>]>([
  ['answers nothing', [{}, { answer: () => undefined }]],
  [
    'cannot be asked',
    [
      {},
      {
        answer() {
          throw new DOMException('no', 'DataCloneError')
        },
      },
    ],
  ],
  ['refuses', [{}, { answer: (message) => ({ id: Object(message).id, success: false, error: 'no' }) }]],
  [
    'answers another question',
    [{}, { answer: () => ({ id: 'x', success: true, data: { safeAddress: address, chainId: 1 } }) }],
  ],
  ['answers for another origin', [{}, { from: 'https://evil.example' }]],
  ['has no address', [{ address: '0x12' }]],
  ['is on a chain that the page does not ask for', [{ chainId: 137 }]],
  ['is on no chain', [{ chainId: Number.NaN }]],
])('findSafe: a framing page that %s is no Safe, and is soon ignored', async (_, parameters) => {
  const { found, timers } = await open(...parameters)
  await timers.advance(30_000)
  expect([found, timers.open()]).toEqual([[], 0])
})

test('findSafe: ignores an answer of another window', async () => {
  const asked: unknown[] = []
  const page = await open(
    {},
    {
      answer(message) {
        asked.push(message)
        return undefined
      },
    },
  )
  const data = { id: Object(asked[0]).id, success: true, data: { safeAddress: address, chainId: 1 } }
  page.say(data, {})
  page.say(null)
  page.say({ ...data, id: 5 })
  await page.timers.settle()
  expect(page.found).toEqual([])
  page.say(data)
  await page.timers.settle()
  expect(page.found).toHaveLength(1)
})

test.each<[string, SafeSigning, string]>([
  ['the signature of its owners', { messageHash, signature }, signature],
  ['a transaction in place of a signature', { safeTxHash: messageHash }, '0x'],
])('findSafe: a Safe signs the text as people read it, and answers with %s', async (_, signing, expected) => {
  const texts: string[] = []
  const { sign } = await openSafe({
    sign(given) {
      texts.push(given)
      return signing
    },
  })
  expect([await sign(), texts]).toEqual([expected, [text]])
})

test('findSafe: polls a Safe until its other owners have signed', async () => {
  let signed = ''
  const { sign, timers, asked } = await openSafe({
    sign: () => ({ messageHash }),
    offChainSignature: (hash) => (hash === messageHash ? signed : 'of another message'),
  })
  const answer = sign()
  await timers.advance(3_600_000)
  signed = signature
  await timers.advance(60_000)
  expect(await answer).toBe(signature)
  // The provider does not poll every three seconds for an hour.
  expect(asked.filter((method) => method === 'getOffChainSignature').length).toBeLessThan(100)
  expect(timers.open()).toBe(0)
})

test.each<[string, Partial<SafeToEmulate>]>([
  ['the visitor declines', { sign: () => ({ error: 'Transaction was rejected' }) }],
  ['it never answers', { sign: () => 'never' }],
  ['its owners never sign', { sign: () => ({ messageHash }) }],
  ['it answers with nothing that signs', { sign: () => ({ signature: '0x' }) }],
])('findSafe: a question settles where %s', async (_, safe) => {
  const { sign, timers } = await openSafe(safe)
  const answer = sign()
  await timers.advance(day + 60_000)
  await expect(answer).rejects.toThrow()
  expect(timers.open()).toBe(0)
})

test('findSafe: a second text, and stopping, end the wait for the first one’s owners', async () => {
  const { sign, timers, stop } = await openSafe({ sign: () => ({ messageHash }) })
  const [first, second] = [sign(), sign()]
  await timers.advance(3_000)
  await expect(first).rejects.toThrow('in time')
  stop()
  await timers.advance(60_000)
  await expect(second).rejects.toThrow()
  expect(timers.open()).toBe(0)
})

test('findSafe: beside the host app’s own it gives account and texts; the other does the rest', async () => {
  let signed = ''
  const asked: string[] = []
  const heard: string[] = []
  const own = {
    request({ method }: { readonly method: string }) {
      asked.push(method)
      return `own ${method}`
    },
    on: (event: string) => void heard.push(event),
  }
  const {
    provider: joined,
    found,
    timers,
  } = await openSafe({ sign: () => ({ messageHash }), offChainSignature: () => signed }, [
    { id: 'safe', name: 'Our Safe', provider: own },
  ])
  expect(found.map(({ wallet }) => wallet.name)).toEqual(['Our Safe'])
  expect(await askIn(joined, 'eth_requestAccounts')).toEqual([address])
  expect(await askIn(joined, 'eth_accounts')).toEqual([address])
  expect(await askIn(joined, 'eth_chainId')).toBe('0x1')
  const others = [
    'eth_sendTransaction',
    'wallet_sendCalls',
    'wallet_getCapabilities',
    'eth_signTypedData_v4',
    'eth_call',
  ]
  for (const method of others) expect(await askIn(joined, method)).toBe(`own ${method}`)
  const text = askIn(joined, 'personal_sign', [hexText, address])
  signed = signature
  await timers.advance(60_000)
  Reflect.get(joined, 'on')('accountsChanged', () => {})
  expect([await text, asked, heard]).toEqual([signature, others, ['accountsChanged']])
})

describe('findSafe: sends and reads the messages of Safe’s SDK', () => {
  /** Opens this package's provider and the SDK's in the window of one page. */
  async function openBoth(safe: Partial<SafeToEmulate>) {
    const page = await openSafe(safe)
    Object.defineProperty(globalThis, 'window', { value: Object.assign(page.scope, { crypto }), configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'window'))
    const sdk = new SafeAppsSDK()
    return { ...page, theirs: new SafeAppProvider(await sdk.safe.getInfo(), sdk) }
  }

  test.each([
    ['eth_accounts', []],
    ['eth_chainId', []],
    ['personal_sign', [text, address]],
    ['eth_getBalance', [address.toLowerCase(), 'latest']],
    ['eth_call', [{ to: address, data: '0x12' }, 'latest']],
    ['eth_gasPrice', []],
  ])('%s', async (method, params) => {
    const read = (call: string, given: unknown) => JSON.stringify([call, given])
    const { provider, theirs } = await openBoth({ sign: () => ({ messageHash, signature }), read })
    expect(await provider.request({ method, params })).toEqual(await theirs.request({ method, params: [...params] }))
  })

  test('a text by a transaction, and methods that a Safe does not get', async () => {
    const { provider, theirs } = await openBoth({ sign: () => ({ safeTxHash: messageHash }) })
    const signing = { method: 'personal_sign', params: [text, address] }
    expect(await provider.request(signing)).toBe(await theirs.request(signing))
    await expect(provider.request({ method: 'wallet_addEthereumChain' })).rejects.toMatchObject({ code: 4200 })
    await expect(theirs.request({ method: 'wallet_addEthereumChain' })).rejects.toThrow('not implemented')
  })
})
