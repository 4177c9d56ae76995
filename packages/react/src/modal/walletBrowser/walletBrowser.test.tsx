// @vitest-environment happy-dom
import type { LinkerState, Listing } from '@hawser/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { reachableWallets } from '../../classic/offer.ts'
import { android, choosing, createScriptedLinker, entries, inView, phone, rainbow } from '../../linkerStates.fixture.ts'
import { en } from '../../messages/modal/en.ts'
import { CurrentView } from '../CurrentView.tsx'
import { WalletOffer } from '../choice/WalletOffer.tsx'
import { LaterView } from '../later/LaterView.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const listing: Listing = {
  ...rainbow,
  browser: {
    ios: { template: 'https://rnbwapp.com/dapp?url={urlEncoded}', confidence: 'high' },
    android: { template: 'rainbow://dapp?url={urlEncoded}', confidence: 'medium' },
    namespaces: ['eip155'],
  },
}
const address = 'https://shop.example/account'
const walletPage = { address, appName: 'Shop', namespaces: ['eip155'], allowsUntested: false }
const inBrowser: LinkerState = {
  ...choosing,
  platform: phone,
  walletPage,
  view: { name: 'WalletBrowser', listing },
  canGoBack: true,
}

function show(state: LinkerState, messages = en) {
  const linker = createScriptedLinker(state)
  const { calls } = linker
  const view = (next: LinkerState) => <LaterView state={next} linker={linker} messages={messages} />
  const { rerender } = render(view(state))
  return { calls, update: (next: LinkerState) => rerender(view(next)) }
}

test.each([
  [phone, 'https://rnbwapp.com/dapp?url=https%3A%2F%2Fshop.example%2Faccount', '_blank'],
  [android, 'rainbow://dapp?url=https%3A%2F%2Fshop.example%2Faccount', '_self'],
] as const)('the way in is an anchor with its address before the tap: %o', async (platform, href, target) => {
  show({ ...inBrowser, platform })
  const link = await screen.findByRole('link', { name: 'Open in Rainbow' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([href, target])
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  expect(link.getAttribute('data-kind')).toBe('primary')
  const store = platform.isIos ? rainbow.app.ios : rainbow.app.android
  expect(screen.getByRole('link', { name: 'Get Rainbow' }).getAttribute('href')).toBe(store)
})

test('“Copy link” copies the page’s address, and shows it if copying fails', async () => {
  const { calls, update } = show(inBrowser)
  fireEvent.click(await screen.findByRole('button', { name: 'Copy link' }))
  expect(calls).toEqual([['copyLink', address]])
  expect(screen.queryByRole('textbox')).toBeNull()
  update({ ...inBrowser, toast: { kind: 'error', message: 'failedToCopy', text: undefined } })
  update(inBrowser)
  expect((await screen.findByRole('textbox', { name: en.copyByHand })).textContent).toBe(address)
})

test('names an app that opens no others, and puts the copy button first', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone) Mobile/15E148 Instagram 370.0', clipboard: undefined })
  show(inBrowser)
  await screen.findByText('Open this page in your browser')
  expect(screen.getByText(/^Instagram cannot open other apps/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy link' }).getAttribute('data-kind')).toBe('primary')
  expect(screen.getByRole('link', { name: 'Open in Rainbow' }).getAttribute('data-kind')).toBeNull()
})

test('Telegram is such an app', async () => {
  show({ ...inBrowser, platform: { ...phone, isTelegram: true } })
  expect(await screen.findByText(/^Telegram cannot open other apps/)).toBeTruthy()
})

test('with a handoff the link appears once its address is known', async () => {
  const { update } = show({ ...inBrowser, handoff: { step: 'starting' } })
  await screen.findByText(/^A page of this site opens there/)
  expect(screen.queryByRole('link')).toBeNull()
  const handoff = { step: 'code', address: 'https://shop.example/link/handoff#h=1', secondsLeft: 180 } as const
  update({ ...inBrowser, handoff, walletPage: { ...walletPage, address: handoff.address } })
  const link = await screen.findByRole('link', { name: 'Open in Rainbow' })
  expect(link.getAttribute('href')).toContain(encodeURIComponent(handoff.address))
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
})

test('a handoff that cannot begin says why, with a next step, and opens nothing else', async () => {
  const { calls } = show({ ...inBrowser, handoff: { step: 'failed', code: 'proof_required' } })
  expect((await screen.findByText(/^Sign in to this site again first/)).closest('[role="alert"]')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(calls).toEqual([['startHandoff']])
})

test.each([
  [{ step: 'onPhone', secondsLeft: 200 }, [['goBack']]],
  [{ step: 'noWallet', secondsLeft: 200 }, [['goBack']]],
  [{ step: 'failed', code: 'declined' }, [['goBack'], ['startHandoff']]],
] as const)('on one phone the next step leads back to the link, and not to a code: %j', async (handoff, events) => {
  const { calls } = show({ ...inBrowser, view: { name: 'Handoff', listing }, handoff })
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(calls).toEqual(events)
  expect(screen.queryByRole('button', { name: 'Show a new code' })).toBeNull()
  if (handoff.step === 'onPhone') expect(screen.getByText('Continue in Rainbow...')).toBeTruthy()
})

test('a phone has no offer of a wallet “on your phone”', () => {
  showFirst({ ...choosing, platform: phone, walletPage, handoff: { step: 'offered' } })
  expect(screen.queryByRole('button', { name: en.usePhone })).toBeNull()
})

test('in the language of the modal', async () => {
  show(inBrowser, { ...en, language: 'de' } as never)
  expect(await screen.findByRole('link', { name: 'In Rainbow öffnen' })).toBeTruthy()
})

test('without a usable link the wallet can be installed', async () => {
  const { browser, ...plain } = listing
  show({ ...inBrowser, view: { name: 'WalletBrowser', listing: plain } })
  expect(await screen.findByRole('button', { name: 'Download' })).toBeTruthy()
})

test('a wallet that was opened with a pairing offers its own browser as another way', async () => {
  const opened = inView('MobileConnecting', 'mobile', { platform: phone, walletPage })
  const { calls, update } = show(opened)
  expect(screen.queryByRole('button', { name: 'Open page in Rainbow' })).toBeNull()
  update({ ...opened, view: { name: 'MobileConnecting', listing } })
  fireEvent.click(screen.getByRole('button', { name: 'Open page in Rainbow' }))
  expect(calls).toEqual([['showView', { name: 'WalletBrowser', listing }]])
})

const installed = { ...entries[1], listing, imageUrl: undefined, isRecent: false, isInstalled: true, rdns: undefined }

function showFirst(state: LinkerState) {
  const linker = createScriptedLinker(state)
  const { calls } = linker
  const later = { status: 'ready', WalletOffer, LaterView, load() {} } as const
  render(<CurrentView state={state} linker={linker} messages={en} later={later} />)
  return calls
}

test.each([phone, android])(
  'in a wallet’s own browser shows only that wallet, without a code or a store: %o',
  (platform) => {
    const wallets = {
      shown: [entries[0], installed].filter((entry) => entry !== undefined),
      hasMore: true,
      isReady: true,
    }
    const calls = showFirst({ ...choosing, platform, wallets, installed: ['me.rainbow'], isInWallet: true })
    const names = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)
    expect(names).toEqual(['Close', expect.stringContaining('Rainbow'), 'View All'])
    fireEvent.click(screen.getByRole('button', { name: /Rainbow/ }))
    expect(calls).toEqual([['chooseWallet', listing]])
  },
)

test('the classic variant lists a wallet that has only its own browser', () => {
  const none = { native: undefined, universal: undefined }
  const only = { ...installed, isInstalled: false, listing: { ...listing, mobile: none, desktop: none } }
  const explorer = { ...choosing.explorer, entries: [only] }
  expect(reachableWallets({ ...choosing, platform: phone, walletPage, explorer })).toEqual([only])
  expect(reachableWallets({ ...choosing, platform: phone, explorer })).toEqual([])
})
