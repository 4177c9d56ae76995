import { formatListing, parseListing } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import type { Platform } from '../platform/platform.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { listingsSnapshot } from '../wallets/listings.snapshot.ts'
import { createHandoffApi } from './handoffApi.fixture.ts'
import { android, desktop, start } from './linker.fixture.ts'
import type { LinkerSettings } from './options/settings.ts'

const links = { universal: 'https://ours.example/' }
const ours = parseListing({
  id: 'ours',
  name: 'Ours',
  mobile: links,
  desktop: links,
  chains: ['eip155'],
  relays: ['wss://relay.example'],
})
const metaMask = listingsSnapshot.find(({ name }) => name === 'MetaMask') ?? ours
const ledger = listingsSnapshot.find(({ name }) => name === 'Ledger') ?? ours

/** Opens the modal on a page with its own relay. */
async function open({ platform = desktop, ...more }: Partial<LinkerSettings> & { platform?: Platform } = {}) {
  const timers = createTimers()
  const api = createHandoffApi({ now: timers.now, isBuffered: false })
  const { linker } = await start({
    relayReach: 'own',
    registryUrl: 'https://registry.example',
    linkUrl: 'https://app.example/link',
    handoff: true,
    walletBrowser: { url: 'https://app.example/wallets' },
    platform,
    timers,
    ...more,
    fetch: (input, init) => {
      if (!String(input).startsWith('https://registry.example')) return api.fetch(input, init)
      const all = [ours, ledger, ...listingsSnapshot.filter(({ id }) => id !== ledger.id)]
      const listings = all.map(formatListing)
      return Promise.resolve(Response.json({ listings, total: listings.length, page: 1 }))
    },
  })
  const until = (isThere: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isThere()) return
        unsubscribe()
        resolve()
      }
      const unsubscribe = linker.subscribe(look)
      look()
    })
  linker.send({ type: 'opened' })
  await timers.settle()
  await timers.advance(0)
  const names = () => linker.getState().wallets.shown.map(({ listing }) => listing.name)
  await until(() => names().includes('Ours'))
  return { linker, timers, api, names, until, state: linker.getState }
}

describe('createFlowLinker: a relay of the host app’s own', () => {
  test('a computer shows a handoff’s code by itself, and the relay’s code has no clock', async () => {
    const { state, until, api } = await open()
    await until(() => state().handoff?.step === 'code')
    expect(state()).toMatchObject({ view: { name: 'ConnectWallet' }, ownRelay: 'relay.example' })
    expect(state().codeSecondsLeft).toBeUndefined()
    expect(api.started()).toBe(1)
  })

  test('once a phone continues the view is the handoff’s, and Back starts again', async () => {
    const { linker, state, until, api } = await open()
    await until(() => state().handoff?.step === 'code')
    api.change({ isOpenedOnPhone: true })
    await until(() => state().view.name === 'Handoff')
    expect(state().handoff?.step).toBe('onPhone')
    linker.send({ type: 'wentBack' })
    expect(state().view.name).toBe('ConnectWallet')
    await until(() => state().handoff?.step === 'code')
    expect(api.started()).toBe(2)
  })

  test.each([
    { state: 'refused', reason: 'declined' },
    { state: 'refused', reason: 'cancelled' },
    { state: 'refused', reason: 'digits' },
    { state: 'refused', reason: 'taken' },
    { state: 'elsewhere', reason: 'elsewhere' },
  ] as const)('one that ended before a phone was seen says why where its code was: $reason', async (ended) => {
    const { linker, state, until, api } = await open()
    await until(() => state().handoff?.step === 'code')
    api.change(ended)
    await until(() => state().handoff?.step === 'failed')
    expect(state()).toMatchObject({ view: { name: 'ConnectWallet' }, handoff: { code: ended.reason } })
    linker.send({ type: 'handoff', action: 'start' })
    await until(() => state().handoff?.step === 'code')
    expect([state().view.name, api.started()]).toEqual(['ConnectWallet', 2])
  })

  test('a code that ended unused is followed by another in the first view', async () => {
    const { state, until, api } = await open()
    await until(() => state().handoff?.step === 'code')
    api.answer('POST renew', () => Response.json({ code: 'handoff_over', message: 'over' }, { status: 410 }))
    api.change({ state: 'expired', reason: 'time' })
    await until(() => api.started() === 2 && state().handoff?.step === 'code')
    expect(state().view.name).toBe('ConnectWallet')
  })

  test('a visitor who goes elsewhere ends the handoff, and one who returns gets a new code', async () => {
    const { linker, state, until, api } = await open()
    await until(() => state().handoff?.step === 'code')
    linker.send({ type: 'viewShown', view: { name: 'Qrcode' } })
    expect(state().handoff?.step).toBe('offered')
    expect(state().codeSecondsLeft ?? 0).toBeGreaterThanOrEqual(0)
    linker.send({ type: 'wentBack' })
    await until(() => state().handoff?.step === 'code')
    expect(api.started()).toBe(2)
  })

  test('nothing starts before the visitor is known to be signed in, nor for signing in', async () => {
    const { linker, state, api, timers } = await open({ handoff: false })
    expect([state().handoff, api.started()]).toEqual([undefined, 0])
    linker.send({ type: 'closed' })
    const signIn = await open()
    signIn.linker.send({ type: 'closed' })
    const before = signIn.api.started()
    signIn.linker.send({ type: 'opened', purpose: { kind: 'signIn' } })
    await timers.settle()
    expect([signIn.state().handoff, signIn.api.started()]).toEqual([undefined, before])
  })

  test('wallets that cannot be linked here do not come first; the relay’s own keep their place', async () => {
    const { names, state, linker } = await open()
    expect(names()).toEqual(['Ours', 'MetaMask', 'Trust Wallet'])
    const shown = state().wallets.shown.map(({ listing }) => listing)
    expect(shown[0]?.desktop.universal).toBe('https://ours.example/')
    expect(shown[1]?.mobile).toEqual({ native: undefined, universal: undefined })
    linker.send({ type: 'walletChosen', listing: shown[1] ?? ours })
    expect(state()).toMatchObject({
      view: { name: 'Handoff', listing: { name: 'MetaMask' } },
      flow: { status: 'choosing' },
    })
    linker.send({ type: 'wentBack' })
    linker.send({ type: 'walletChosen', listing: shown[0] ?? metaMask })
    expect(state()).toMatchObject({ view: { name: 'WebConnecting' }, flow: { status: 'connecting', via: 'web' } })
    expect(state().handoff?.step).toBe('offered')
  })

  test('also on a phone, where the route is the wallet’s own browser', async () => {
    const { names, state, linker } = await open({ platform: android })
    expect(names().slice(0, 2)).toEqual(['Ours', 'MetaMask'])
    expect(names()).not.toContain('Ledger')
    expect(state().handoff).toBeUndefined()
    const found = state().wallets.shown.find(({ listing }) => listing.name === 'MetaMask')
    linker.send({ type: 'walletChosen', listing: found?.listing ?? ours })
    expect(state()).toMatchObject({ view: { name: 'WalletBrowser' }, flow: { status: 'choosing' } })
  })

  test('the network’s relay shows the code of the specification, and no handoff starts by itself', async () => {
    const { state, api } = await open({ relayReach: 'network' })
    expect(state()).toMatchObject({ handoff: { step: 'offered' }, ownRelay: undefined })
    expect(api.started()).toBe(0)
  })
})
