import { expect, onTestFinished, test } from 'vitest'
import { createTimers } from '../platform/timers.fixture.ts'
import { answerAsSafe, createFramedWindow } from '../wallets/safe/safe.fixture.ts'
import { createPageExtensions, type ExtensionMemory } from './pageExtensions.ts'

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const rdns = 'me.rainbow'

function createMemory(kept?: string): ExtensionMemory & { readonly kept: () => string | undefined } {
  let known = kept
  return {
    kept: () => known,
    get: async () => known,
    async set(next) {
      known = next
    },
  }
}

/** Opens a page with one extension, which announces itself on request, or with `isLate` only when the test says so. */
function start(memory: ExtensionMemory | undefined, { isLate = false, accounts = [address] } = {}) {
  const timers = createTimers()
  const scope = new EventTarget()
  const stopping = new AbortController()
  const asked: string[] = []
  const provider = {
    async request({ method }: { readonly method: string }) {
      asked.push(method)
      return method === 'eth_chainId' ? '0x89' : accounts
    },
  }
  const info = { uuid: 'u1', name: 'Rainbow', icon: undefined, rdns }
  const announce = () =>
    scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  if (!isLate) scope.addEventListener('eip6963:requestProvider', announce)
  const world = { chains: [], signal: stopping.signal, walletTimeoutMs: 300_000, setTimer: timers.setTimer }
  const extensions = createPageExtensions(world, scope, memory)
  onTestFinished(extensions.stop)
  return { extensions, timers, asked, announce, stopping }
}

test('pageExtensions: keeps the chosen one, and finds it after a reload without a prompt', async () => {
  const memory = createMemory()
  const wallet = await start(memory).extensions.open(rdns)
  expect(wallet.accounts()).toEqual([address])
  expect(memory.kept()).toBe(rdns)
  const { extensions, asked, timers } = start(memory)
  const found = await extensions.find()
  expect([found?.accounts(), found?.chainId()]).toEqual([[address], 'eip155:137'])
  expect(asked).toEqual(['eth_accounts', 'eth_chainId'])
  expect(timers.open()).toBe(0)
})

test('pageExtensions: asks none without a chosen or kept one', async () => {
  for (const memory of [createMemory(), undefined]) {
    const { extensions, asked, timers } = start(memory)
    expect(await extensions.find()).toBe(undefined)
    expect([asked, timers.open()]).toEqual([[], 0])
  }
})

test('pageExtensions: keeps a locked one; one that shares no account now is no wallet', async () => {
  const memory = createMemory(rdns)
  const { extensions, asked } = start(memory, { accounts: [] })
  expect(await extensions.find()).toBe(undefined)
  expect(asked).toEqual(['eth_accounts'])
  expect(memory.kept()).toBe(rdns)
})

test('pageExtensions: waits a second for a late one', async () => {
  const early = start(createMemory(rdns), { isLate: true })
  const found = early.extensions.find()
  await expect.poll(() => early.timers.open()).toBe(1)
  early.announce()
  expect((await found)?.accounts()).toEqual([address])
  expect(early.timers.open()).toBe(0)

  const late = start(createMemory(rdns), { isLate: true })
  const nothing = late.extensions.find()
  await expect.poll(() => late.timers.open()).toBe(1)
  await late.timers.advance(1_000)
  expect(await nothing).toBe(undefined)
  expect([late.asked, late.timers.open()]).toEqual([[], 0])
})

// cowprotocol/cowswap#7909: a wallet's own browser adds `window.ethereum` seconds after the page, without an event.
test('pageExtensions: finds a late window.ethereum at the end of the wait, and when it is chosen', async () => {
  const provider = {
    request: async ({ method }: { readonly method: string }) => (method === 'eth_chainId' ? '0x1' : [address]),
  }
  const begin = () => {
    const timers = createTimers()
    const scope = new EventTarget()
    const world = {
      chains: [],
      signal: new AbortController().signal,
      walletTimeoutMs: 300_000,
      setTimer: timers.setTimer,
    }
    const extensions = createPageExtensions(world, scope, createMemory('injected'))
    onTestFinished(extensions.stop)
    return { extensions, timers, arrive: () => Object.assign(scope, { ethereum: provider }) }
  }
  const early = begin()
  const found = early.extensions.find()
  await expect.poll(() => early.timers.open()).toBe(1)
  early.arrive()
  await early.timers.advance(1_000)
  expect((await found)?.accounts()).toEqual([address])

  const later = begin()
  const nothing = later.extensions.find()
  await expect.poll(() => later.timers.open()).toBe(1)
  await later.timers.advance(1_000)
  expect(await nothing).toBe(undefined)
  later.arrive()
  expect((await later.extensions.open('injected')).accounts()).toEqual([address])
})

test('pageExtensions: does not wait for a late one once the provider has stopped', async () => {
  const { extensions, timers, stopping } = start(createMemory(rdns), { isLate: true })
  const found = extensions.find()
  await expect.poll(() => timers.open()).toBe(1)
  stopping.abort()
  expect(await found).toBe(undefined)
  expect(timers.open()).toBe(0)
})

test('pageExtensions: disconnect() and another wallet forget it; leaving the page does not', async () => {
  const memory = createMemory()
  const { extensions } = start(memory)
  const first = await extensions.open(rdns)
  first.release()
  expect(memory.kept()).toBe(rdns)
  const second = await extensions.open(rdns)
  second.disconnect()
  expect(memory.kept()).toBe(undefined)
  await extensions.open(rdns)
  extensions.forget()
  expect(memory.kept()).toBe(undefined)
})

test('pageExtensions: does not wait for a missing one when it is chosen', async () => {
  const { extensions } = start(createMemory())
  await expect(extensions.open('com.other')).rejects.toMatchObject({ code: 'extension_missing' })
})

test('pageExtensions: finds a host app’s wallet after a reload without an announcement', async () => {
  const asked: string[] = []
  const provider = {
    async request({ method }: { readonly method: string }) {
      asked.push(method)
      return method === 'eth_chainId' ? '0x89' : [address]
    },
  }
  const wallets = [{ id: 'ours', name: 'Our Wallet', provider: async () => provider }]
  const memory = createMemory()
  const world = { chains: [], signal: new AbortController().signal, walletTimeoutMs: 300_000 }
  const open = () => createPageExtensions({ ...world, ...createTimers() }, new EventTarget(), memory, wallets)
  expect((await open().open('host.ours')).accounts()).toEqual([address])
  const found = await open().find()
  expect([found?.accounts(), found?.chainId()]).toEqual([[address], 'eip155:137'])
  expect(asked).toEqual(['eth_requestAccounts', 'eth_chainId', 'eth_accounts', 'eth_chainId'])
})

test('pageExtensions: finds a chosen Safe around the page again; other pages ask for none', async () => {
  const open = (memory: ExtensionMemory) => {
    const timers = createTimers()
    const { scope, asked } = createFramedWindow((message) => answerAsSafe({ address }, message))
    const { setTimer } = timers
    const world = {
      chains: ['eip155:1'],
      signal: new AbortController().signal,
      walletTimeoutMs: 300_000,
      setTimer,
    } as const
    const extensions = createPageExtensions(world, scope, memory)
    onTestFinished(extensions.stop)
    return { extensions, asked, timers }
  }
  const memory = createMemory()
  const chosen = await open(memory).extensions.open('host.safe')
  expect([chosen.accounts(), chosen.chainId(), memory.kept()]).toEqual([[address], 'eip155:1', 'host.safe'])
  const reloaded = open(memory)
  expect((await reloaded.extensions.find())?.accounts()).toEqual([address])
  expect([reloaded.asked, reloaded.timers.open()]).toEqual([['getSafeInfo'], 0])
  const other = open(createMemory(rdns))
  const found = other.extensions.find()
  await other.timers.advance(1_000)
  expect([await found, other.asked]).toEqual([undefined, []])
})
