import { expect, test } from 'vitest'
import { createTimers } from '../platform/timers.fixture.ts'
import { android, createScriptedConnector, desktop, start } from './linker.fixture.ts'
import type { LinkerSettings } from './options/settings.ts'

// Wallets' own browsers inject their providers seconds after the page has loaded, and some dispatch no event.

const bitcoin = 'bip122:000000000019d6689c085ae165831e93'
const ethereum = { request() {} }
const unisat = { requestAccounts() {}, signMessage() {} }

async function open(options: Partial<LinkerSettings> = {}) {
  const timers = createTimers()
  const scope = new EventTarget()
  const { connector } = createScriptedConnector(timers)
  let requests = 0
  scope.addEventListener('eip6963:requestProvider', () => {
    requests += 1
  })
  const page = await start({ timers, extensionScope: scope, connector, platform: android, ...options })
  page.linker.send({ type: 'opened' })
  await import('../wallets/discovery/bitcoinDiscovery.ts')
  await timers.settle()
  await timers.settle()
  return { ...page, scope, requests: () => requests, installed: () => page.linker.getState().installed }
}

test.each([
  [600, 3],
  [3_000, 5],
  [7_999, 6],
])('window.ethereum that comes %i ms late, without an event, is found on a phone', async (ms, looks) => {
  const { timers, scope, installed, requests } = await open()
  await timers.advance(ms)
  expect(installed()).toEqual([])
  Object.assign(scope, { ethereum })
  await timers.advance(8_000 - ms)
  expect(installed()).toEqual(['injected'])
  // Once a wallet is found, the search stops.
  expect(requests()).toBe(looks)
})

test('a wallet that missed the first announcement request gets another', async () => {
  const { timers, scope, installed } = await open()
  await timers.advance(1_500)
  const detail = {
    info: { uuid: 'u1', name: 'MetaMask', icon: undefined, rdns: 'io.metamask.mobile' },
    provider: ethereum,
  }
  scope.addEventListener('eip6963:requestProvider', () => {
    scope.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  })
  await timers.advance(500)
  expect(installed()).toEqual(['io.metamask.mobile'])
})

test('ethereum#initialized counts at any time, on any device', async () => {
  const { timers, scope, installed } = await open({ platform: desktop })
  await timers.advance(60_000)
  Object.assign(scope, { ethereum })
  scope.dispatchEvent(new Event('ethereum#initialized'))
  expect(installed()).toEqual(['injected'])
})

test('a page with two networks keeps looking until it has a wallet of each', async () => {
  const { timers, scope, installed } = await open({ chains: ['eip155:1', bitcoin] })
  Object.assign(scope, { ethereum })
  await timers.advance(2_000)
  expect(installed()).toEqual(['injected'])
  Object.assign(scope, { unisat })
  await timers.advance(6_000)
  expect(installed()).toEqual(['injected', 'bitcoin-unisat'])
})

test('after eight seconds, on a computer, and after closing, the search stops', async () => {
  const late = await open()
  await late.timers.advance(8_000)
  Object.assign(late.scope, { ethereum })
  await late.timers.advance(60_000)
  const computer = await open({ platform: desktop })
  Object.assign(computer.scope, { ethereum })
  await computer.timers.advance(60_000)
  const closed = await open()
  closed.linker.send({ type: 'closed' })
  expect(closed.timers.open()).toBe(0)
  Object.assign(closed.scope, { ethereum })
  await closed.timers.advance(60_000)
  expect([late, computer, closed].map(({ installed }) => installed())).toEqual([[], [], []])
})
