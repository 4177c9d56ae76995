import { ProposalExpiredError, ProposalRejectedError } from '@hawser/sign'
import { parseListing, reasons } from '@hawser/wire'
import { expect, test } from 'vitest'
import { pairingOf } from '../flow/state.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { android, createScriptedConnector, sessionOf, start } from './linker.fixture.ts'
import type { LinkerSettings } from './options/settings.ts'
import type { LinkerState } from './state.ts'

const rainbow = parseListing({ id: 'rainbow', name: 'Rainbow', mobile: { native: 'rainbow://' } })
const accountId = 'eip155:1:0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const declined = new ProposalRejectedError(reasons.userRejected)

/** Opens a linker whose pairings the test answers, with control over the page's visibility. */
async function open(more: Partial<LinkerSettings> & { readonly renews?: boolean } = {}) {
  const timers = createTimers()
  const { renews = true, ...options } = more
  const scripted = createScriptedConnector(timers, renews)
  let show: (isVisible: boolean) => void = () => {}
  let watchers = 0
  const started = await start({
    timers,
    connector: scripted.connector,
    watchVisibility(listener) {
      show = listener
      watchers += 1
      return () => {
        watchers -= 1
      }
    },
    ...options,
  })
  return { ...started, ...scripted, show: (isVisible: boolean) => show(isVisible), watchers: () => watchers }
}

const pairing = (state: LinkerState) => pairingOf(state.flow)

test('living QR: replaces a code 30 s before its end; it stays valid until then', async () => {
  const { linker, timers, pairings } = await open()
  linker.send({ type: 'opened' })
  expect(linker.getState()).toMatchObject({ pairingUri: 'wc:topic-1@2', codeSecondsLeft: 270 })
  await timers.advance(269_999)
  expect(pairings).toHaveLength(1)
  await timers.advance(1)
  expect(linker.getState()).toMatchObject({ pairingUri: 'wc:topic-2@2', codeSecondsLeft: 270 })
  expect(pairing(linker.getState())).toMatchObject({ replaces: 'expired', earlier: 'topic-1' })
  expect(pairings.map(({ isCancelled }) => isCancelled)).toEqual([false, false])
  // The previous code has expired and leaves nothing behind. The new code does not change.
  pairings[0]?.reject(new ProposalExpiredError('over'))
  await timers.advance(30_000)
  expect(pairing(linker.getState())).toMatchObject({ pairingTopic: 'topic-2', earlier: undefined })
  await timers.advance(240_000)
  expect(linker.getState().pairingUri).toBe('wc:topic-3@2')
})

test('living QR: a visitor who scans the code just before its renewal is linked', async () => {
  const { linker, timers, pairings } = await open()
  linker.send({ type: 'opened' })
  await timers.advance(270_000)
  pairings[0]?.approve({ session: sessionOf('topic-1'), accountId })
  await timers.settle()
  expect(linker.getState()).toMatchObject({
    flow: { status: 'connected', connection: { id: 'session-of-topic-1', walletName: 'Wallet' } },
    pairingUri: undefined,
    codeSecondsLeft: undefined,
  })
  expect(pairings[1]?.isCancelled).toBe(true)
  expect(timers.open()).toBe(0)
})

test('living QR: the remaining seconds change each second, only while a code is visible', async () => {
  const { linker, timers } = await open()
  const seen: (number | undefined)[] = []
  linker.subscribe(() => seen.push(linker.getState().codeSecondsLeft))
  linker.send({ type: 'opened' })
  await timers.advance(3_400)
  expect([...new Set(seen)]).toEqual([270, 269, 268, 267])
  linker.send({ type: 'viewShown', view: { name: 'WalletExplorer' } })
  expect(linker.getState().codeSecondsLeft).toBeUndefined()
  seen.length = 0
  await timers.advance(20_000)
  // Listeners are notified of other state changes meanwhile.
  expect(seen.filter((seconds) => seconds !== undefined)).toEqual([])
  linker.send({ type: 'viewShown', view: { name: 'Qrcode' } })
  expect(linker.getState().codeSecondsLeft).toBe(247)
  // The countdown is back on whole seconds.
  await timers.advance(600)
  expect(linker.getState().codeSecondsLeft).toBe(246)
  linker.send({ type: 'closed' })
  expect(linker.getState().codeSecondsLeft).toBeUndefined()
  expect(timers.open()).toBe(0)
})

test('living QR: on a phone the first view shows no countdown, but renews its link for a tap', async () => {
  const { linker, timers } = await open({ platform: android })
  linker.send({ type: 'opened' })
  expect(linker.getState().codeSecondsLeft).toBeUndefined()
  await timers.advance(270_000)
  expect(linker.getState().pairingUri).toBe('wc:topic-2@2')
  // The wallet has this link now, so the link stays until it expires.
  linker.send({ type: 'walletChosen', listing: rainbow })
  await timers.advance(290_000)
  expect(linker.getState()).toMatchObject({ pairingUri: 'wc:topic-2@2', codeSecondsLeft: undefined })
  // Back on the list, the code is too old.
  linker.send({ type: 'wentBack' })
  await timers.advance(0)
  expect(linker.getState().pairingUri).toBe('wc:topic-3@2')
})

test('S5 living QR: a new code replaces a declined one in place and says why', async () => {
  const { linker, timers, pairings } = await open()
  linker.send({ type: 'opened' })
  linker.send({ type: 'walletChosen', listing: rainbow })
  expect(linker.getState().view.name).toBe('MobileQrcodeConnecting')
  pairings[0]?.reject(declined)
  await timers.settle()
  expect(linker.getState()).toMatchObject({
    flow: { status: 'connecting', pairing: { pairingTopic: 'topic-2', replaces: 'declined', earlier: undefined } },
    view: { name: 'MobileQrcodeConnecting' },
    pairingUri: 'wc:topic-2@2',
    codeSecondsLeft: 270,
  })
})

test('S5 a wallet that was opened by a link and declines is a failure with Retry', async () => {
  const { linker, timers, pairings } = await open({ platform: android })
  linker.send({ type: 'opened' })
  linker.send({ type: 'walletChosen', listing: rainbow })
  pairings[0]?.reject(declined)
  await timers.settle()
  expect(linker.getState().flow).toMatchObject({ status: 'failed', error: { kind: 'declined' } })
})

const unsupported = new ProposalRejectedError(reasons.unsupportedChains)
const lacking = {
  flow: { status: 'failed', error: { kind: 'connectionFailed', code: 'chain_not_granted' }, retry: { step: 'wallet' } },
}

test('F22 S5 a wallet without the page’s networks is a failure, and no new code follows', async () => {
  for (const platform of [undefined, android]) {
    const { linker, timers, pairings } = await open(platform && { platform })
    linker.send({ type: 'opened' })
    if (platform !== undefined) linker.send({ type: 'walletChosen', listing: rainbow })
    pairings[0]?.reject(unsupported)
    await timers.settle()
    expect(linker.getState()).toMatchObject({ ...lacking, canGoBack: true })
    expect([pairings.length, pairings[0]?.isCancelled]).toEqual([1, true])
    linker.send({ type: 'retried' })
    await timers.settle()
    expect(linker.getState()).toMatchObject({
      flow: { status: 'choosing' },
      view: { name: 'ConnectWallet' },
      pairingUri: 'wc:topic-2@2',
    })
  }
})

test('F22 living QR: a scan of the previous code by a wallet without the networks fails too', async () => {
  const { linker, timers, pairings } = await open()
  linker.send({ type: 'opened' })
  await timers.advance(270_000)
  pairings[0]?.reject(unsupported)
  await timers.settle()
  expect(linker.getState()).toMatchObject(lacking)
  expect(pairings.map(({ isCancelled }) => isCancelled)).toEqual([true, true])
})

test('living QR: a decline of the previous code shows on the visible one', async () => {
  const { linker, timers, pairings } = await open()
  linker.send({ type: 'opened' })
  await timers.advance(270_000)
  pairings[0]?.reject(declined)
  await timers.settle()
  expect(pairing(linker.getState())).toMatchObject({
    pairingTopic: 'topic-2',
    replaces: 'declined',
    earlier: undefined,
  })
  expect(pairings).toHaveLength(2)
})

test('T-67 a tab whose timers were frozen shows a new code as soon as it is visible again', async () => {
  const clock = createTimers()
  let slept = 0
  const { linker, show, pairings } = await open({ now: () => clock.now() + slept })
  linker.send({ type: 'opened' })
  show(false)
  slept = 600_000
  show(true)
  expect(pairings).toHaveLength(2)
  expect(linker.getState()).toMatchObject({ pairingUri: 'wc:topic-2@2' })
  // An event about the old code does not leave a dead code on screen.
  pairings[0]?.reject(new ProposalExpiredError('over'))
  await clock.settle()
  expect(linker.getState().pairingUri).toBe('wc:topic-2@2')
})

test('living QR: a connector whose codes end at once is not called endlessly', async () => {
  const timers = createTimers()
  const { connector, pairings } = createScriptedConnector({ now: () => timers.now() - 300_000 })
  const { linker } = await start({ timers, connector })
  linker.send({ type: 'opened' })
  await timers.advance(10_000)
  expect(linker.getState().flow.status).toBe('choosing')
  expect(pairings.length).toBeLessThanOrEqual(11)
  // At most two pairings are open at a time.
  expect(pairings.filter(({ isCancelled }) => !isCancelled).length).toBeLessThanOrEqual(2)
})

test('living QR: if no new code can be made, the old one stays until its end', async () => {
  const timers = createTimers()
  const { connector, pairings } = createScriptedConnector(timers)
  let isBroken = false
  const propose = () => {
    if (isBroken) throw new Error('no entropy')
    return connector.propose()
  }
  const { linker } = await start({ timers, connector: { ...connector, propose } })
  linker.send({ type: 'opened' })
  isBroken = true
  await timers.advance(280_000)
  expect(linker.getState()).toMatchObject({ pairingUri: 'wc:topic-1@2', flow: { status: 'choosing' } })
  isBroken = false
  await timers.advance(1_000)
  expect(linker.getState().pairingUri).toBe('wc:topic-2@2')
  expect(pairings).toHaveLength(2)
})

test('connector: codes without renewal count down to a failure with Retry', async () => {
  const { linker, timers, pairings } = await open({ renews: false })
  linker.send({ type: 'opened' })
  expect(linker.getState().codeSecondsLeft).toBe(300)
  await timers.advance(299_000)
  expect(linker.getState().codeSecondsLeft).toBe(1)
  await timers.advance(1_000)
  expect(linker.getState()).toMatchObject({
    flow: { status: 'failed', error: { kind: 'expired', code: 'code_ended' } },
    pairingUri: undefined,
    codeSecondsLeft: undefined,
  })
  expect(pairings[0]?.isCancelled).toBe(true)
  expect(timers.open()).toBe(0)
})

test('connector: `renewed` shows the next code after a visible code and after an ended one', async () => {
  const { linker, timers, pairings } = await open({ renews: false })
  linker.send({ type: 'opened' })
  linker.send({ type: 'renewed' })
  expect(linker.getState().pairingUri).toBe('wc:topic-2@2')
  await timers.advance(300_000)
  expect(linker.getState().flow.status).toBe('failed')
  linker.send({ type: 'renewed' })
  expect(linker.getState()).toMatchObject({ flow: { status: 'choosing' }, pairingUri: 'wc:topic-3@2' })
  expect(pairings).toHaveLength(3)
  linker.send({ type: 'closed' })
  expect(pairings.every(({ isCancelled }) => isCancelled)).toBe(true)
  linker.send({ type: 'renewed' })
  expect(linker.getState().flow.status).toBe('closed')
})

test('connector: with the host app’s own, no relay is used and no client is fetched', async () => {
  const { linker, timers, sockets, pairings } = await open()
  linker.send({ type: 'opened' })
  await timers.advance(1_000)
  pairings[0]?.approve({ session: sessionOf('topic-1'), accountId })
  await timers.settle()
  expect(linker.getState().flow.status).toBe('connected')
  expect(sockets).toEqual([])
  linker.stop()
})

test('stops what it starts: watches visibility only from opening to closing', async () => {
  const { linker, watchers } = await open()
  expect(watchers()).toBe(0)
  linker.send({ type: 'opened' })
  linker.send({ type: 'opened' })
  expect(watchers()).toBe(1)
  linker.send({ type: 'closed' })
  expect(watchers()).toBe(0)
  linker.send({ type: 'opened' })
  linker.stop()
  expect(watchers()).toBe(0)
})

test('T-17 a page framed by another origin may not link, unless the host app allows it', async () => {
  const framed = await open({ isFramed: () => true })
  expect(framed.linker.getState().isFramed).toBe(true)
  framed.linker.send({ type: 'opened' })
  expect(framed.linker.getState()).toMatchObject({ flow: { status: 'closed' }, pairingUri: undefined })
  expect([framed.pairings, framed.watchers()]).toEqual([[], 0])
  const allowed = await open({ isFramed: () => true, modal: { allowFraming: true } })
  allowed.linker.send({ type: 'opened' })
  expect(allowed.linker.getState()).toMatchObject({ flow: { status: 'choosing' }, isFramed: false })
})

test('a code that cannot be made at once appears as soon as possible, unless the visitor left', async () => {
  for (const isGone of [false, true]) {
    const timers = createTimers()
    const { connector, pairings } = createScriptedConnector(timers)
    let isReady = true
    let becomeReady = () => {}
    const prepare = () => (isReady ? undefined : new Promise<void>((resolve) => (becomeReady = resolve)))
    const { linker } = await start({ timers, connector: { ...connector, prepare } })
    isReady = false
    linker.send({ type: 'opened' })
    expect([pairings, linker.getState().flow]).toEqual([[], { status: 'choosing', pairing: undefined }])
    if (isGone) linker.stop()
    becomeReady()
    await timers.settle()
    expect(linker.getState().pairingUri).toBe(isGone ? undefined : 'wc:topic-1@2')
    expect(pairings).toHaveLength(isGone ? 0 : 1)
  }
})
