import { parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import { createTimers } from '../platform/timers.fixture.ts'
import { android, createScriptedConnector, desktop, sessionOf, start } from './linker.fixture.ts'
import type { LinkerSettings } from './options/settings.ts'

const rainbow = parseListing({
  id: 'rainbow',
  name: 'Rainbow',
  mobile: { native: 'rainbow://', universal: 'https://rnbwapp.com' },
  desktop: { native: 'rainbow://', universal: 'https://web.rainbow.me' },
})
const uri = encodeURIComponent('wc:topic-1@2')
const native = { href: `rainbow://wc?uri=${uri}`, target: '_self' }
const universal = { href: `https://rnbwapp.com/wc?uri=${uri}`, target: '_blank' }

async function open(more: Partial<LinkerSettings> = {}) {
  const timers = createTimers()
  const stored = new Map<string, string>()
  const scripted = createScriptedConnector(timers)
  let show: (isVisible: boolean) => void = () => {}
  const started = await start({
    timers,
    platform: android,
    connector: scripted.connector,
    watchVisibility(listener) {
      show = listener
      return () => {}
    },
    storage: {
      get: (key) => stored.get(key),
      set: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
    },
    ...more,
  })
  started.linker.send({ type: 'opened' })
  return { ...started, ...scripted, stored, show: (isVisible: boolean) => show(isVisible) }
}

test('V3 returning from an opened wallet resets nothing, and finds the approval', async () => {
  const { linker, timers, show, opened, pairings } = await open()
  expect(linker.getState().appSwitch).toBe('idle')
  linker.send({ type: 'walletChosen', listing: rainbow })
  expect([linker.getState().appSwitch, opened]).toEqual(['opening', [native]])
  show(false)
  expect(linker.getState().appSwitch).toBe('left')
  await timers.advance(20_000)
  show(true)
  expect(linker.getState()).toMatchObject({
    appSwitch: 'left',
    flow: { status: 'connecting' },
    pairingUri: 'wc:topic-1@2',
  })
  pairings[0]?.approve({ session: sessionOf('topic-1'), accountId: 'eip155:1:0xabc' })
  await timers.settle()
  expect(linker.getState().flow.status).toBe('connected')
})

test('T-67 a page that was frozen behind a wallet waits for the relay again, and no longer', async () => {
  const timers = createTimers()
  const { connector, pairings } = createScriptedConnector(timers)
  const propose = () => ({ ...connector.propose(), published: new Promise<void>(() => {}) })
  const { linker, show } = await open({
    connector: { ...connector, propose },
    now: timers.now,
    setTimer: timers.setTimer,
  })
  linker.send({ type: 'walletChosen', listing: rainbow })
  await timers.advance(500)
  show(false)
  await timers.advance(60_000)
  show(true)
  await timers.advance(6_000)
  expect(linker.getState()).toMatchObject({ flow: { status: 'connecting' }, relay: 'slow' })
  expect(pairings.map(({ isCancelled }) => isCancelled)).toEqual([false])
  // T-66: a visitor who comes back to a silent relay sees a message about it.
  await timers.advance(2_000)
  expect(linker.getState().flow).toMatchObject({ status: 'failed', error: { kind: 'relayUnreachable' } })
  expect(timers.open()).toBe(0)
})

test('V7 Retry of a code on a phone shows a new code and does not open a wallet', async () => {
  const { linker, timers, opened, pairings } = await open()
  linker.send({ type: 'walletChosen', listing: rainbow })
  linker.send({ type: 'viewShown', view: { name: 'Qrcode' } })
  pairings[0]?.reject(new Error('lost'))
  await timers.settle()
  expect(linker.getState()).toMatchObject({ flow: { status: 'failed' }, view: { name: 'Qrcode' } })
  linker.send({ type: 'retried' })
  expect(linker.getState()).toMatchObject({ pairingUri: 'wc:topic-2@2', view: { name: 'Qrcode' } })
  expect(opened).toEqual([native])
  // Back on the wallet's view, its own button asks the wallet again.
  linker.send({ type: 'wentBack' })
  expect(linker.getState().view.name).toBe('MobileConnecting')
  linker.send({ type: 'retried' })
  expect(opened).toHaveLength(2)
})

test('V3 the ladder: scheme, universal link, another way; the next wallet starts with the last', async () => {
  const { linker, timers, show, opened, stored } = await open()
  linker.send({ type: 'walletChosen', listing: rainbow })
  await timers.advance(2_000)
  expect(linker.getState().appSwitch).toBe('stayed')
  linker.send({ type: 'linkOpened', preferUniversal: true })
  expect(linker.getState().appSwitch).toBe('opening')
  show(false)
  show(true)
  expect(linker.getState().appSwitch).toBe('left')
  expect([...stored]).toEqual([['hawser.appSwitch', 'universal']])
  linker.send({ type: 'wentBack' })
  expect(linker.getState().appSwitch).toBe('idle')
  linker.send({ type: 'walletChosen', listing: rainbow })
  expect(opened).toEqual([native, universal, universal])
  linker.send({ type: 'linkOpened', preferUniversal: false })
  expect(opened[3]).toEqual(native)
})

test('T-14 a poisoned app switch opens only the wallet’s own scheme', async () => {
  for (const poison of ['https://evil.example/', 'javascript:alert(1)', '{"universal":true}']) {
    const { linker, opened, stored } = await open({
      storage: { get: (key) => (key === 'hawser.appSwitch' ? poison : undefined), set() {}, remove() {} },
    })
    linker.send({ type: 'walletChosen', listing: rainbow })
    expect(opened).toEqual([native])
    expect([...stored]).toEqual([])
  }
})

test('V2, V4 on a computer a page that stays visible means nothing', async () => {
  const { linker, timers } = await open({ platform: desktop })
  linker.send({ type: 'walletChosen', listing: rainbow })
  await timers.advance(5_000)
  expect(linker.getState().appSwitch).toBe('idle')
})

test('V3 a browser that refuses to open a link says so after 2 s', async () => {
  const { linker, timers } = await open({
    openLink: () => {
      throw new Error('blocked')
    },
  })
  linker.send({ type: 'walletChosen', listing: rainbow })
  await timers.advance(2_000)
  expect(linker.getState()).toMatchObject({ appSwitch: 'stayed', flow: { status: 'connecting' } })
})

test('V1 Android: any wallet, by the bare URI and only by the visitor’s own choice (T-11)', async () => {
  const { linker, timers, opened } = await open()
  await timers.advance(1_000)
  expect(opened).toEqual([])
  linker.send({ type: 'anyWalletChosen' })
  expect(opened).toEqual([{ href: 'wc:topic-1@2', target: '_self' }])
  expect(linker.getState().appSwitch).toBe('opening')
  await timers.advance(2_000)
  expect(linker.getState().appSwitch).toBe('stayed')
  linker.send({ type: 'walletChosen', listing: rainbow })
  linker.send({ type: 'closed' })
  expect(linker.getState().appSwitch).toBe('idle')
})

test('V3 in a Telegram mini app links open in a new tab; t.me links have a start parameter', async () => {
  const { linker, opened } = await open({ platform: { ...android, isTelegram: true } })
  const bot = parseListing({ id: 'bot', name: 'Bot', mobile: { universal: 'https://t.me/wallet/start' } })
  linker.send({ type: 'walletChosen', listing: bot })
  expect(opened[0]).toEqual({
    href: `https://t.me/wallet/start?startapp=${btoa('wc:topic-1@2').replace(/=+$/, '')}`,
    target: '_blank',
  })
  linker.send({ type: 'walletChosen', listing: rainbow })
  expect(opened[1]?.target).toBe('_blank')
})
