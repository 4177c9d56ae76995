import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createMemoryStorage } from '../records/storage.ts'
import { asked, createTestClients, granted, next } from '../testing/testClients.fixture.ts'
import { createSignClient } from './createSignClient.ts'

// Engines of phones lack platform APIs, or have APIs that throw. docs/platforms.md lists the required ones.
const notThere = () => {
  throw new Error('not implemented')
}
const throwing = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, { get: notThere }]))

/** React Native's `URL`: accepts any text, and throws when its properties are read. */
class PoorUrl {
  readonly href: string
  constructor(text: string) {
    this.href = text
    Object.defineProperties(this, throwing('searchParams', 'protocol', 'host', 'hostname', 'username', 'port'))
  }
}

class StrictlyRefusing {
  constructor(_label?: string, options?: { readonly fatal?: boolean }) {
    if (options?.fatal) throw new RangeError('The fatal option is not supported.')
  }
  decode = () => ''
}

/** Removes these globals while the clients run. The test relay still gets all of them. */
function startWithout(parts: Readonly<Record<string, unknown>>) {
  const whole = Object.fromEntries(Object.keys(parts).map((name) => [name, Reflect.get(globalThis, name)]))
  const put = (values: object) => {
    for (const [name, value] of Object.entries(values)) vi.stubGlobal(name, value)
  }
  const house = createTestClients()
  onTestFinished(async () => {
    vi.unstubAllGlobals()
    await house.stop()
  })
  const createWebSocket = (url: string) => {
    put(whole)
    const socket = house.relay.createWebSocket(url)
    put(parts)
    return socket
  }
  put(parts)
  const create = () => house.create(createMemoryStorage(), { createWebSocket })
  return { ...house, dapp: create(), wallet: create() }
}

const { crypto } = globalThis

describe('F31 pair, approve, request and respond work', () => {
  test.each<[string, Readonly<Record<string, unknown>>]>([
    ['F31a where TextDecoder refuses to be strict', { TextDecoder: StrictlyRefusing }],
    ['F31a without TextDecoder', { TextDecoder: undefined }],
    ['F31b where the parts of URL and URLSearchParams throw', { URL: PoorUrl, URLSearchParams: PoorUrl }],
    ['F31b without URL and URLSearchParams', { URL: undefined, URLSearchParams: undefined }],
    ['F31 without crypto.subtle', { crypto: { getRandomValues: crypto.getRandomValues.bind(crypto) } }],
    ['F31 without structuredClone, queueMicrotask, WeakRef', { structuredClone: undefined, WeakRef: undefined }],
    ['F31 without navigator, BroadcastChannel and events', { navigator: undefined, BroadcastChannel: undefined }],
  ])('%s', async (_, parts) => {
    const { dapp, wallet, failures } = startWithout(parts)
    const redirect = { native: 'app://', universal: 'https://app.example' }
    const proposed = await dapp.propose({ optionalNamespaces: asked })
    const { id } = await wallet.pair({ pairingUri: proposed.pairingUri })
    const { acknowledged } = await wallet.approve({ proposalId: id, namespaces: granted })
    const { topic } = await proposed.approval
    await acknowledged
    const request = { method: 'personal_sign', params: ['Grüße, 世界 😀', redirect] }
    const answered = dapp.request({ topic, chainId: 'eip155:1', request })
    const { id: requestId, params } = await next(wallet, 'sessionRequest')
    expect(params).toEqual(request.params)
    await wallet.respond({ topic, requestId, response: { result: '0x00 ✓' } })
    expect(await answered).toBe('0x00 ✓')
    expect(failures).toEqual([])
  })
})

test('F31 a signal without a reason aborts with our own error', async () => {
  const { dapp, wallet, settle } = startWithout({})
  void wallet
  const { topic } = await settle().catch(() => ({ topic: '' }))
  const signal = Object.assign(new EventTarget(), { aborted: true }) as unknown as AbortSignal
  await expect(dapp.ping({ topic, signal })).rejects.toMatchObject({ name: expect.any(String) })
  const pairing = await dapp.propose({ optionalNamespaces: asked })
  await expect(wallet.pair({ pairingUri: pairing.pairingUri, signal })).rejects.toMatchObject({ name: 'AbortError' })
})

describe('F31 creation names a missing platform feature:', () => {
  const metadata = { name: 'Test', description: '', url: 'https://app.example', icons: [] }
  test.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    ['TextEncoder', { TextEncoder: undefined }, ['TextEncoder']],
    ['crypto', { crypto: undefined }, ['crypto.getRandomValues']],
    ['base64', { atob: undefined, btoa: undefined }, ['atob', 'btoa']],
    ['WebSocket', { WebSocket: undefined }, ['WebSocket']],
    [
      'all of them',
      { TextEncoder: undefined, WebSocket: undefined, BigInt: undefined },
      ['BigInt', 'TextEncoder', 'WebSocket'],
    ],
  ])('%s', (_, parts, missing) => {
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal('WebSocket', class {})
    for (const [name, part] of Object.entries(parts)) vi.stubGlobal(name, part)
    expect(() => createSignClient({ relayUrl: 'ws://relay.test', metadata })).toThrow(
      expect.objectContaining({ code: 'platform_unsupported', missing }),
    )
  })

  test('but not a feature that is passed in', async () => {
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.stubGlobal('WebSocket', undefined)
    vi.stubGlobal('crypto', undefined)
    const client = createSignClient({
      relayUrl: 'ws://relay.test',
      metadata,
      randomBytes: (length) => new Uint8Array(length),
      createWebSocket: () => notThere(),
    })
    await client.stop()
  })
})

describe('F31 refuses a value outside of JSON with our error, and loses nothing:', () => {
  const ring: { self?: unknown } = {}
  ring.self = ring
  test.each<[string, unknown]>([
    ['a BigInt', [{ value: 5n }]],
    ['an object that contains itself', ring],
  ])('%s', async (_, odd) => {
    const house = createTestClients()
    onTestFinished(house.stop)
    const refused = (promise: Promise<unknown>) => expect(promise).rejects.toMatchObject({ code: 'invalid_request' })
    const { topic } = await house.settle()
    const chainId = 'eip155:1'
    await refused(house.dapp.request({ topic, chainId, request: { method: 'personal_sign', params: odd } }))
    await refused(house.wallet.emit({ topic, chainId, event: { name: 'chainChanged', data: odd } }))
    const answered = house.dapp.request({ topic, chainId, request: { method: 'personal_sign', params: [] } })
    const { id: requestId } = await next(house.wallet, 'sessionRequest')
    await refused(house.wallet.respond({ topic, requestId, response: { result: odd } }))
    await house.wallet.respond({ topic, requestId, response: { result: '0x05' } })
    expect(await answered).toBe('0x05')
  })
})
