// @vitest-environment happy-dom
import type { LinkerState, Listing } from '@hawser/core'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { LinkerContext } from '../linker/context.ts'
import {
  android,
  choosing,
  closed,
  createScriptedLinker,
  failed,
  inView,
  phone,
  scanning,
} from '../linkerStates.fixture.ts'
import { LinkerProvider } from '../provider/LinkerProvider.tsx'
import { ClassicModal } from './ClassicModal.tsx'
import { classic, classicSearch, classicStates, classicWallets } from './classicStates.fixture.ts'

afterEach(cleanup)

const many = classicWallets(28)
const options = { variant: 'classic' } as const

async function open(first: LinkerState, messages = {}) {
  const linker = createScriptedLinker(first)
  // The list requests its images each time. They are recorded apart from the visitor's actions.
  const wanted: string[][] = []
  const loadWalletImages = (listings: readonly Listing[]) => void wanted.push(listings.map(({ id }) => id))
  const value = {
    linker: { ...linker, loadWalletImages },
    initialState: first,
    messages,
    locale: 'auto' as const,
    modalFailure: undefined,
    isLanguageOutdated: false,
    onFailure: () => {},
    look: {},
    pressed: [undefined, () => {}] as const,
    preloadModal: () => {},
  }
  const { container } = render(
    <LinkerContext.Provider value={value}>
      <ClassicModal />
    </LinkerContext.Provider>,
  )
  return { container, calls: linker.calls, wanted, show: (state: LinkerState) => act(() => linker.show(state)) }
}

/** Waits for the later views, which are fetched when the page is idle. */
const untilLaterViews = (check: () => void) => waitFor(check, { timeout: 20_000 })
const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent)
const selected = () => screen.getByRole('tab', { selected: true }).textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const pick = (name: string) => fireEvent.click(screen.getByRole('tab', { name }))
const walletNames = () =>
  within(screen.getByRole('list'))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.querySelector('.hawser-list-name')?.textContent)
const said = () => [...document.querySelectorAll('p[role="status"]')].map((region) => region.textContent).join('')

test('classic on a desktop: [QR Code | Desktop], the code first, with its link to copy', async () => {
  const { calls } = await open(classic(many))
  expect(tabs()).toEqual(['QR Code', 'Desktop'])
  expect(selected()).toBe('QR Code')
  expect(screen.getByRole('tablist', { name: 'Connect your wallet' })).toBeTruthy()
  expect(screen.getByRole('tabpanel', { name: 'QR Code' })).toBeTruthy()
  expect(screen.getByRole('img', { name: /^QR code to connect a wallet.*“Copy to clipboard”/ })).toBeTruthy()
  expect(screen.getByText('Scan QR code with a WalletConnect-compatible wallet')).toBeTruthy()
  press('Copy to clipboard')
  pick('Desktop')
  expect(screen.getByRole('tabpanel', { name: 'Desktop' })).toBeTruthy()
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
  press('Trust Wallet')
  press('Close')
  expect(calls.map(([method]) => method)).toEqual(['copyLink', 'chooseWallet', 'close'])
})

test('classic: an unanswered code names its wallets after 40 seconds, on any tab', async () => {
  const pairing = {
    pairingTopic: 'a'.repeat(64),
    pairingUri: 'wc:',
    expiresAt: 0,
    relay: 'acknowledged',
    replaces: undefined,
    earlier: undefined,
  } as const
  const at = (codeSecondsLeft: number) => classic(many, { flow: { status: 'choosing', pairing }, codeSecondsLeft })
  const note = /Only wallets that support WalletConnect can read this code/
  const { show } = await open(at(270))
  pick('Desktop')
  await show(at(231))
  await show(at(230))
  expect(screen.queryByText(note)).toBeNull()
  pick('QR Code')
  expect((await screen.findByText(note)).closest('[role="status"]')).toBeTruthy()
  expect(screen.getByRole('img', { name: /^QR code/ })).toBeTruthy()
  pick('Desktop')
  expect(screen.queryByText(note)).toBeNull()
})

test('classic on a phone: [Mobile | QR Code], the wallets first', async () => {
  const { calls } = await open(classic(many, { platform: phone }))
  expect(tabs()).toEqual(['Mobile', 'QR Code'])
  expect(selected()).toBe('Mobile')
  expect(screen.getByText('Choose your preferred wallet')).toBeTruthy()
  press('Trust Wallet')
  pick('QR Code')
  expect(screen.getByRole('img', { name: /^QR code/ })).toBeTruthy()
  expect(calls).toEqual([['chooseWallet', many[1]?.listing]])
})

test('classic on Android: "Connect" leaves the choice to the system, then shows the list', async () => {
  const { calls, show } = await open(classic(many, { platform: android }))
  expect(screen.getByText('Connect to Mobile Wallet')).toBeTruthy()
  expect(screen.queryByRole('list')).toBeNull()
  press('Connect')
  expect(calls).toEqual([['chooseAnyWallet']])
  show(classic(many, { platform: android, appSwitch: 'stayed' }))
  expect(walletNames()).toHaveLength(12)
})

test('classic tabs: arrows, Home and End select and move the focus; one tab stop', async () => {
  await open(classic(many))
  const key = (name: string) => {
    const tab = document.activeElement
    if (tab !== null) fireEvent.keyDown(tab, { key: name })
    return document.activeElement?.textContent
  }
  screen.getByRole('tab', { selected: true }).focus()
  expect(key('ArrowRight')).toBe('Desktop')
  expect(selected()).toBe('Desktop')
  expect(screen.getAllByRole('tab').map((tab) => tab.tabIndex)).toEqual([-1, 0])
  expect(key('ArrowRight')).toBe('QR Code')
  expect(key('ArrowLeft')).toBe('Desktop')
  expect(key('Home')).toBe('QR Code')
  expect(key('End')).toBe('Desktop')
  expect(key('a')).toBe('Desktop')
})

test('classic: hides the tabs if the host offers no wallets, and shows only the code', async () => {
  await open(classic([], { options: { ...options, enableExplorer: false } }))
  expect(screen.queryByRole('tablist')).toBeNull()
  expect(screen.getByRole('img', { name: /^QR code/ })).toBeTruthy()
})

test('classic: a single wallet is a link above the code, but not as the only result of a search', async () => {
  const one = classicWallets(1)
  const { calls, show } = await open(classic(one))
  expect(screen.queryByRole('tablist')).toBeNull()
  press('Connect with Rainbow')
  expect(calls).toEqual([['chooseWallet', one[0]?.listing]])
  show(classic(one, classicSearch('ready', 'rain', one)))
  expect(tabs()).toEqual(['QR Code', 'Desktop'])
})

test('C11: rows up to 5 wallets, an icon grid above', async () => {
  const { show } = await open(classic(classicWallets(5), { platform: phone }))
  const kind = () => screen.getByRole('list').className
  expect(kind()).toBe('hawser-list')
  expect(walletNames()).toEqual(['Rainbow', 'Trust Wallet', 'MetaMask', 'Uniswap Wallet', 'Ledger Live'])
  show(classic(classicWallets(6), { platform: phone }))
  expect(kind()).toBe('hawser-grid')
  expect(screen.queryByRole('navigation')).toBeNull()
})

test('C11: 12 wallets on a page; pages by number, by previous and next, by arrows, Home and End', async () => {
  await open(classic(many, { platform: phone }))
  const nav = () => screen.getByRole('navigation', { name: 'Pages' })
  const current = () => nav().querySelector('[aria-current="page"]')?.getAttribute('aria-label')
  expect(walletNames()).toHaveLength(12)
  expect(current()).toBe('Page 1')
  press('Page 3')
  expect(walletNames()).toHaveLength(4)
  expect(current()).toBe('Page 3')
  expect(screen.getByRole('button', { name: 'Next page' }).getAttribute('aria-disabled')).toBe('true')
  press('Next page')
  expect(current()).toBe('Page 3')
  press('Previous page')
  expect(current()).toBe('Page 2')
  for (const [key, page] of [
    ['ArrowRight', 'Page 3'],
    ['ArrowRight', 'Page 3'],
    ['ArrowLeft', 'Page 2'],
    ['Home', 'Page 1'],
    ['End', 'Page 3'],
  ] as const) {
    fireEvent.keyDown(nav(), { key })
    expect(current()).toBe(page)
    expect(document.activeElement?.getAttribute('aria-label')).toBe(page)
  }
})

test('C11: a search begins at its first page, and Back restores the page', async () => {
  const platform = phone
  const { show } = await open(classic(many, { platform }))
  press('Page 2')
  show(inView('MobileConnecting', 'mobile', { platform, options }))
  show(classic(many, { platform }))
  expect(document.querySelector('[aria-current="page"]')?.textContent).toBe('2')
  show(classic(many, { platform, ...classicSearch('ready', 'a', classicWallets(14)) }))
  expect(document.querySelector('[aria-current="page"]')?.textContent).toBe('1')
})

test('F-L4 C11: loads the images of visible wallets, and not those of other pages', async () => {
  const { wanted } = await open(classic(many, { platform: phone }))
  const idsOf = (from: number, to: number) => many.slice(from, to).map(({ listing }) => listing.id)
  expect(wanted.at(-1)).toEqual(idsOf(0, 12))
  press('Next page')
  expect(wanted.at(-1)).toEqual(idsOf(12, 24))
})

test('C11: a list in parts requests more before it shows its last page', async () => {
  const entries = classicWallets(40)
  const explorer = { ...choosing.explorer, entries, isLastPage: false }
  const { calls } = await open(classic([], { platform: phone, explorer }))
  expect(calls).toEqual([])
  press('Page 3')
  expect(calls).toEqual([['loadMoreWallets']])
})

test('C6: the grid shows short names; the accessible name is the whole one', async () => {
  const [first, ...others] = classicWallets(8)
  if (first === undefined) throw new Error('no wallet')
  await open(classic([{ ...first, shortName: 'Rain' }, ...others], { platform: phone }))
  const texts = [...document.querySelectorAll('.hawser-wallet-name')].map((name) => name.textContent)
  expect(texts.slice(0, 3)).toEqual(['Rain', 'Trust Wa..', 'MetaMask'])
  expect(walletNames().slice(0, 3)).toEqual(['Rainbow, INSTALLED', 'Trust Wallet', 'MetaMask, RECENT'])
})

test('R3: every letter goes to the linker, which waits; the old list stays visible meanwhile', async () => {
  const { calls, show } = await open(classic(many, { platform: phone }))
  const box = screen.getByRole('searchbox', { name: 'Search' })
  fireEvent.change(box, { target: { value: 't' } })
  fireEvent.change(box, { target: { value: 'tr' } })
  expect(calls).toEqual([
    ['searchWallets', 't'],
    ['searchWallets', 'tr'],
  ])
  box.focus()
  show(classic(many, { platform: phone, ...classicSearch('loading', 'tr', many) }))
  expect(walletNames()).toHaveLength(12)
  show(classic(many, { platform: phone, ...classicSearch('ready', 'tr', many.slice(1, 2)) }))
  expect(walletNames()).toEqual(['Trust Wallet'])
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
})

test('classic: a short list has no search', async () => {
  await open(classic(classicWallets(5), { platform: phone }))
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('M L2: shows and announces the texts of loading, failing and finding nothing', async () => {
  const platform = phone
  const { show, calls } = await open(classic([], { platform, ...classicSearch('loading', '', []) }))
  const shown = () => document.querySelector('.hawser-classic-list p')?.textContent
  for (const [state, text] of [
    [classicSearch('idle', '', []), 'Loading...'],
    [classicSearch('loading', '', []), 'Loading...'],
    [classicSearch('ready', '', []), 'There are no supported wallets yet'],
    [classicSearch('ready', 'zzz', []), 'No wallets found'],
    [classicSearch('failed', '', []), 'Something went wrong'],
  ] as const) {
    show(classic([], { platform, ...state }))
    expect(shown()).toBe(text)
    expect(said()).toBe(text)
  }
  press('Retry')
  expect(calls).toEqual([['loadMoreWallets']])
  show(classic([], { platform, ...classicSearch('failed', '', classicWallets(8)) }))
  expect(walletNames()).toHaveLength(8)
  expect(screen.getByText('Something went wrong')).toBeTruthy()
  show(classic(many, { platform }))
  expect(said()).toBe('28 wallets. Page 1 of 3')
})

test('M: the toasts "Copied to clipboard!" and "Error", or the error’s own message', async () => {
  const { show } = await open(classic(many))
  const toast = () => document.querySelector('[role="status"] .hawser-toast')?.textContent
  for (const [message, kind, text] of [
    ['linkCopied', 'success', 'Copied to clipboard!'],
    ['failedToCopy', 'error', 'Error'],
    ['failedPreloading', 'error', 'Error'],
    ['unknownError', 'error', 'Error'],
  ] as const) {
    show(classic(many, { toast: { kind, message, text: undefined } }))
    expect(toast()).toBe(text)
  }
  show(classic(many, { toast: { kind: 'error', message: 'unknownError', text: 'The registry answered 503.' } }))
  expect(toast()).toBe('The registry answered 503.')
  expect(document.querySelectorAll('.hawser-toasts')).toHaveLength(1)
})

test('classic: offers only wallets that this device reaches', async () => {
  const [one, two, three] = classicWallets(3)
  if (one === undefined || two === undefined || three === undefined) throw new Error('no wallets')
  const none = { native: undefined, universal: undefined }
  const onlyDesktop = { ...two, listing: { ...two.listing, mobile: none } }
  const extension = { ...three, isInstalled: true, listing: { ...three.listing, mobile: none, desktop: none } }
  const onlyMobile = { ...one, isInstalled: false, listing: { ...one.listing, desktop: none } }
  const entries = [onlyMobile, onlyDesktop, extension]
  const { show } = await open(classic(entries, { platform: phone }))
  expect(walletNames()).toEqual(['Rainbow', 'MetaMask'])
  show(classic(entries))
  pick('QR Code')
  pick('Desktop')
  expect(walletNames()).toEqual(['Trust Wallet', 'MetaMask'])
})

test('classic: after the choice of a wallet, the standard views; Back and the exit work', async () => {
  const { calls, show } = await open(classic(many))
  show(inView('DesktopConnecting', 'desktop', { options }))
  await untilLaterViews(() => expect(screen.getAllByText('Continue in Rainbow...')).toHaveLength(2))
  expect(screen.queryByRole('tablist')).toBeNull()
  press('Back')
  expect(calls).toEqual([['goBack']])
  show({ ...scanning, options, view: { name: 'Qrcode' }, canGoBack: true })
  expect(screen.getByRole('heading', { name: 'Scan the code' })).toBeTruthy()
  show({ ...scanning, options, flow: failed('linkRefused') })
  expect(screen.getByRole('heading', { name: 'Wallet not linked' })).toBeTruthy()
  for (const [name, state] of Object.entries(classicStates)) {
    show(state)
    expect(document.querySelector('.hawser-classic'), name).toBeTruthy()
  }
})

test('classic: shows a failure above the wallets', async () => {
  const { calls } = await open(classic(many, { platform: phone, flow: failed('expired'), pairingUri: undefined }))
  expect(screen.getByText('The request has expired')).toBeTruthy()
  press('Retry')
  expect(calls).toEqual([['retry']])
})

test('classic: the focus starts on the title and returns to it, and is never lost', async () => {
  const { show } = await open(classic(many))
  expect(document.activeElement?.textContent).toBe('Connect your wallet')
  show(inView('DesktopConnecting', 'desktop', { options }))
  await untilLaterViews(() => expect(document.activeElement?.textContent).toBe('Rainbow'))
  show(classic(many))
  expect(document.activeElement?.textContent).toBe('Connect your wallet')
  show(closed)
})

test('C12: the texts follow the language, fall back to English, and a host may override them', async () => {
  await open(classic(many, { platform: phone }), { language: 'de' })
  await waitFor(() => expect(tabs()).toEqual(['Mobil', 'QR-Code']))
  expect(document.querySelector('.hawser-classic')?.getAttribute('lang')).toBe('de')
  cleanup()
  await open(classic(many, { platform: phone }), { language: 'it', classic: { mobile: 'Telefono' } })
  expect(tabs()).toEqual(['Telefono', 'QR Code'])
})

test('C12 classic right to left: Left goes on, Right goes back, digits are the language’s', async () => {
  await open(classic(many, { platform: phone }), { language: 'fa', direction: 'rtl' })
  await waitFor(() => expect(tabs()).toEqual(['موبایل', 'کد QR']))
  const pages = screen.getByRole('navigation')
  fireEvent.keyDown(pages, { key: 'ArrowLeft' })
  expect(pages.querySelector('[aria-current="page"]')?.textContent).toBe('۲')
  fireEvent.keyDown(pages, { key: 'ArrowRight' })
  expect(pages.querySelector('[aria-current="page"]')?.textContent).toBe('۱')
  screen.getByRole('tab', { selected: true }).focus()
  fireEvent.keyDown(screen.getByRole('tab', { selected: true }), { key: 'ArrowLeft' })
  expect(selected()).toBe('کد QR')
})

test('variant: the provider fetches the modal that the options name', async () => {
  const linker = createScriptedLinker(classic(many))
  render(
    <LinkerProvider linker={linker} preload="intent">
      <p>Host page</p>
    </LinkerProvider>,
  )
  for (const [state, variant] of [
    [classic(many), 'classic'],
    [scanning, 'standard'],
  ] as const) {
    act(() => linker.show(state))
    await waitFor(() => expect(document.querySelector(`dialog[open][data-variant="${variant}"]`)).toBeTruthy(), {
      timeout: 20_000,
    })
    expect(document.querySelectorAll('.hawser-classic')).toHaveLength(variant === 'classic' ? 1 : 0)
    await waitFor(() => expect(document.querySelectorAll('.hawser-toasts')).toHaveLength(1))
  }
})
