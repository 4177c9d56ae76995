// @vitest-environment happy-dom
import type { LinkerState, Listing, View, WalletEntry } from '@hawser/core'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  accountId,
  android,
  choosing,
  connection,
  createScriptedLinker,
  desktop,
  entries,
  failed,
  inView,
  listing,
  pairingUri,
  phone,
  proofRetry,
  rainbow,
  session,
} from '../linkerStates.fixture.ts'
import { en, type Messages } from '../messages/modal/en.ts'
import { ru } from '../messages/modal/ru.ts'
import { announcementOf } from './announcement.ts'
import { CurrentView } from './CurrentView.tsx'
import * as offer from './choice/WalletOffer.tsx'
import { LaterView } from './later/LaterView.tsx'

afterEach(cleanup)

function show(state: LinkerState) {
  const linker = createScriptedLinker(state)
  const { calls } = linker
  const later = { ...offer, status: 'ready', LaterView, load: () => {} } as const
  const { container } = render(<CurrentView state={state} linker={linker} messages={en} later={later} />)
  return { calls, container }
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const names = (role: string) =>
  screen.getAllByRole(role).map((element) => element.getAttribute('aria-label') ?? element.textContent)
/** The text of every element that has its own text, in document order. Monograms count as pictures. */
const texts = (container: Element) =>
  [...container.querySelectorAll('*:not([aria-hidden] *)')].flatMap((element) =>
    [...element.childNodes].flatMap((node) =>
      node.nodeType === 3 && node.textContent?.trim() ? [node.textContent.trim()] : [],
    ),
  )

test('V1 ConnectWallet on a desktop: code, texts, wallets and View All', () => {
  const { container, calls } = show(choosing)
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Connect your wallet')
  expect(screen.getByRole('heading', { name: 'Mobile' })).toBeTruthy()
  expect(screen.getByText('Scan with your wallet')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Desktop' })).toBeTruthy()
  expect(screen.getByRole('img', { name: /^QR code to connect a wallet/ })).toBeTruthy()
  expect(within(screen.getByRole('list')).getAllByRole('button')).toHaveLength(4)
  expect(container.querySelectorAll('[data-relay="acknowledged"] .hawser-progress, .hawser-veil')).toHaveLength(0)
  press('Copy link')
  press('Rainbow')
  press('View All')
  press('Close')
  expect(calls).toEqual([['copyLink'], ['chooseWallet', rainbow], ['showView', { name: 'WalletExplorer' }], ['close']])
})

test.each([
  ['window.ethereum', 'injected'],
  ['window.solana', 'window-browser-wallet'],
])('C12 S4: a wallet without its own name (%s) has one of the language everywhere', (_, rdns) => {
  const injected = {
    listing: listing('Browser wallet', { id: 'ext-browser', rdns }),
    imageUrl: undefined,
    isRecent: false,
    isInstalled: true,
    rdns: undefined,
  }
  const state = {
    ...choosing,
    installed: [rdns],
    wallets: { ...choosing.wallets, shown: [injected, ...entries] },
  }
  const linker = createScriptedLinker(state)
  const { calls } = linker
  const later = { ...offer, status: 'ready', LaterView, load: () => {} } as const
  const view = (shown: LinkerState, messages: Messages) => (
    <CurrentView state={shown} linker={linker} messages={messages} later={later} />
  )
  const { rerender } = render(view(state, ru))
  fireEvent.click(screen.getByRole('button', { name: 'Кошелёк браузера, ДОБАВЛЕН' }))
  const named = { ...injected.listing, name: 'Кошелёк браузера' }
  expect(calls).toEqual([['chooseWallet', named]])
  expect(screen.getByRole('button', { name: 'Rainbow' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Browser wallet/ })).toBeNull()
  rerender(view(state, en))
  expect(screen.getByRole('button', { name: 'Browser wallet, INSTALLED' })).toBeTruthy()
})

test('V1 ConnectWallet: without more wallets there is no View All', () => {
  show({ ...choosing, wallets: { shown: entries, hasMore: false, isReady: true } })
  expect(screen.queryByRole('button', { name: 'View All' })).toBeNull()
})

test('C3 C4 V1: keeps the places of the wallets until the lists are loaded, marked as busy', () => {
  const wallets = { shown: [], hasMore: false, isReady: false }
  for (const [platform, places, buttons] of [
    [desktop, 4, []],
    [phone, 8, []],
    [android, 8, [`${en.selectWallet}${en.selectWalletDetail}`]],
  ] as const) {
    const { container } = show({ ...choosing, platform, wallets })
    const list = screen.getByRole('list')
    expect(list.getAttribute('aria-busy')).toBe('true')
    expect(list.querySelectorAll('li:empty[aria-hidden="true"]')).toHaveLength(places)
    expect(
      within(list)
        .queryAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(buttons)
    expect(container.querySelector('.hawser-plate[data-empty]')).toBeNull()
    cleanup()
  }
  show(choosing)
  expect(screen.getByRole('list').getAttribute('aria-busy')).toBe('false')
  expect(screen.getByRole('list').querySelector('li:empty')).toBeNull()
})

test('F-L3 V1 without the list: a line says so beside the code, which stays', () => {
  for (const platform of [desktop, phone, android]) {
    const explorer = { ...choosing.explorer, isUnavailable: true }
    const state = { ...choosing, platform, explorer }
    show(state)
    expect(screen.getByText(/^The list of wallets is not available right now/)).toBeTruthy()
    expect(screen.getByRole('button', { name: /Trust Wallet/ })).toBeTruthy()
    expect(screen.queryAllByRole('img', { name: /QR code/ })).toHaveLength(platform.device === 'desktop' ? 1 : 0)
    expect(announcementOf(state, en)).toBe('The list of wallets is not available right now.')
    cleanup()
  }
})

test('V1 ConnectWallet on a phone: a grid, and the code behind a button', () => {
  const { container, calls } = show({ ...choosing, platform: phone })
  expect(names('button')).toEqual([
    'Show QR code',
    'Close',
    'MetaMask, RECENT',
    'Rainbow',
    'Trust Wallet',
    'View All',
    'I have no wallet',
  ])
  expect(container.querySelector('svg[role="img"]')).toBeNull()
  press('Show QR code')
  expect(calls).toEqual([['showView', { name: 'Qrcode' }]])
})

test('V1 ConnectWallet on Android: a list whose first row leaves the choice to the system', () => {
  const { container, calls } = show({ ...choosing, platform: android })
  const rows = [...container.querySelectorAll('.hawser-list-row')]
  expect(rows.map((row) => row.textContent)).toEqual([
    'Select WalletOpens the wallet app you choose on this device',
    'MetaMaskRECENT',
    'RaRainbow',
    'TrTrust Wallet',
    'View All',
  ])
  for (const row of rows) fireEvent.click(row)
  expect(calls.map(([method]) => method)).toEqual([
    'chooseAnyWallet',
    'chooseWallet',
    'chooseWallet',
    'chooseWallet',
    'showView',
  ])
})

test('V2 DesktopConnecting: texts, Retry, Mobile and Web', () => {
  const { container, calls } = show(inView('DesktopConnecting', 'desktop'))
  expect(texts(container)).toEqual([
    'Rainbow',
    'Continue in Rainbow...',
    'Connection can continue loading if Rainbow is not installed on your device',
    'Retry',
    'Mobile',
    'Web',
  ])
  press('Retry')
  press('Mobile')
  press('Web')
  press('Back')
  expect(calls).toEqual([['openChosenWallet'], ['chooseVia', 'qrcode'], ['chooseVia', 'web'], ['goBack']])
})

test('V2 DesktopConnecting: Mobile and Web only if the wallet has them', () => {
  const bare = listing('Bare', { desktop: { native: 'bare://', universal: undefined } })
  show({ ...inView('DesktopConnecting', 'desktop'), view: { name: 'DesktopConnecting', listing: bare } })
  expect(names('button')).toEqual(['Back', 'Close', 'Retry'])
})

test('V3 MobileConnecting: texts, Retry, alternate link, Web, the App Store on iOS', () => {
  const { container, calls } = show(inView('MobileConnecting', 'mobile', { platform: phone }))
  expect(texts(container)).toEqual([
    'Rainbow',
    "Tap 'Open' to continue…",
    'Get Rainbow',
    'App Store',
    'Retry',
    "Still doesn't work?",
    'Try this alternate link',
    'Scan with another phone',
    'Copy link',
    'Web',
  ])
  press('Try this alternate link')
  press('App Store')
  press('Retry')
  expect(calls).toEqual([['openChosenWallet', { preferUniversal: true }], ['openInstallPage'], ['openChosenWallet']])
})

test('V3 MobileConnecting: Google Play on Android, without a store or alternate link if missing', () => {
  show(inView('MobileConnecting', 'mobile', { platform: android }))
  expect(screen.getByRole('button', { name: 'Google Play' })).toBeTruthy()
  expect(screen.queryByText('App Store')).toBeNull()
  cleanup()
  const bare = listing('Bare', { mobile: { native: 'bare://', universal: undefined } })
  show(inView('MobileConnecting', 'mobile', { platform: phone, view: { name: 'MobileConnecting', listing: bare } }))
  expect(names('button')).toEqual(['Back', 'Close', 'Retry', 'Scan with another phone', 'Copy link'])
})

test('V4 WebConnecting: texts, Retry, Mobile and Desktop', () => {
  const { container, calls } = show(inView('WebConnecting', 'web'))
  expect(texts(container)).toEqual([
    'Rainbow',
    'Continue in Rainbow...',
    'Rainbow web app has opened in a new tab. Go there, accept the connection, and come back',
    'Retry',
    'Mobile',
    'Desktop',
  ])
  press('Desktop')
  expect(calls).toEqual([['chooseVia', 'desktop']])
})

test('V5 MobileQrcodeConnecting: a code with the wallet’s icon, Desktop and Web, copy link', () => {
  const { container, calls } = show(inView('MobileQrcodeConnecting', 'qrcode'))
  expect(screen.getByRole('img', { name: /^QR code to connect Rainbow/ })).toBeTruthy()
  expect(container.querySelector('.hawser-qr-icon .hawser-image')).toBeTruthy()
  expect(screen.getByText("Scan this QR Code with your phone's camera or inside Rainbow app")).toBeTruthy()
  expect(names('button')).toEqual(['Back', 'Close', 'Copy link', 'Desktop', 'Web'])
  press('Copy link')
  expect(calls).toEqual([['copyLink']])
})

test('V7 Qrcode: the code and copy link', () => {
  const { container, calls } = show({ ...choosing, canGoBack: true, view: { name: 'Qrcode' } })
  expect(screen.getByRole('heading').textContent).toBe('Scan the code')
  expect(container.querySelectorAll('.hawser-qr-code path')).toHaveLength(1)
  press('Copy link')
  expect(calls).toEqual([['copyLink']])
})

test('V8 InstallWallet: "Not Detected", the download and its destination', () => {
  const harbour = listing('Harbour', { homepage: 'https://härbour.example/get' })
  const { container, calls } = show({ ...choosing, canGoBack: true, view: { name: 'InstallWallet', listing: harbour } })
  expect(texts(container)).toEqual([
    'Harbour',
    'Not Detected',
    'xn--hrbour-bua.example',
    'Download Harbour to continue. If multiple browser extensions are installed, disable non Harbour ones and try again',
    'Download',
  ])
  expect(container.querySelector('.hawser-ring')).toBeNull()
  press('Download')
  expect(calls).toEqual([['openInstallPage']])
})

test('V8 T-10: InstallWallet names the stores of the visitor’s platform, and only https links', () => {
  const app = {
    ios: 'https://apps.apple.com/app/id1',
    android: 'https://play.google.com/store/apps/details?id=a',
    chrome: 'https://chromewebstore.google.com/detail/a',
    firefox: 'https://addons.mozilla.org/firefox/addon/a',
    edge: 'javascript:alert(1)',
  }
  const view: View = {
    name: 'InstallWallet',
    listing: listing('Harbour', { homepage: 'https://harbour.example/', app }),
  }
  show({ ...choosing, view })
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Chrome', app.chrome],
    ['Firefox', app.firefox],
  ])
  for (const link of screen.getAllByRole('link')) {
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(link.getAttribute('target')).toBe('_blank')
  }
  for (const [platform, store] of [
    [phone, 'App Store'],
    [android, 'Google Play'],
  ] as const) {
    cleanup()
    show({ ...choosing, platform, view })
    // "Download" itself links to the store.
    expect(screen.getByText(store)).toBeTruthy()
    expect(screen.queryAllByRole('link')).toHaveLength(0)
  }
})

test('V8 InstallWallet: a wallet without any store leaves the code', () => {
  const { calls } = show({ ...choosing, view: { name: 'InstallWallet', listing: listing('Nowhere') } })
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  press('Show QR code')
  expect(calls).toEqual([['showView', { name: 'Qrcode' }]])
})

test('V9: any other view name is "Not Found"', () => {
  const view: View = JSON.parse('{"name":"Nonsense"}')
  show({ ...choosing, view })
  expect(screen.getByRole('heading').textContent).toBe('Not Found')
})

test('V10 frame: shows Back only with a previous view', () => {
  show(choosing)
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  cleanup()
  const { calls } = show({ ...choosing, view: { name: 'Qrcode' }, canGoBack: true })
  press('Back')
  expect(calls).toEqual([['goBack']])
})

test('V10 frame: the legal notice names the pages the host has, and "and" only with both', () => {
  const termsOfServiceUrl = 'https://host.example/terms'
  const privacyPolicyUrl = 'https://host.example/privacy'
  const { container } = show({ ...choosing, options: { termsOfServiceUrl, privacyPolicyUrl } })
  expect(container.querySelector('.hawser-legal')?.textContent).toBe(
    "By connecting your wallet to this app, you agree to the app's Terms of Service and Privacy Policy",
  )
  for (const link of screen.getAllByRole('link')) {
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
    expect(link.getAttribute('target')).toBe('_blank')
  }
  cleanup()
  expect(
    show({ ...choosing, options: { privacyPolicyUrl } }).container.querySelector('.hawser-legal')?.textContent,
  ).toBe("By connecting your wallet to this app, you agree to the app's Privacy Policy")
  cleanup()
  expect(show(choosing).container.querySelector('.hawser-legal')).toBeNull()
})

test('C6: a long name is whole on two lines; the short form is the classic variant’s', () => {
  show(choosing)
  const button = screen.getByRole('button', { name: 'Trust Wallet' })
  expect(button.querySelector('.hawser-wallet-name')?.textContent).toBe('Trust Wallet')
  expect(
    screen.getByRole('button', { name: 'MetaMask, RECENT' }).querySelector('.hawser-wallet-name')?.textContent,
  ).toBe('MetaMask')
})

test('a wallet image that fails to load leaves its monogram, in a box of fixed size', () => {
  const { container } = show(choosing)
  const image = container.querySelector('img')
  expect([image?.getAttribute('width'), image?.getAttribute('height'), image?.getAttribute('alt')]).toEqual([
    '60',
    '60',
    '',
  ])
  if (image !== null) fireEvent.error(image)
  expect(container.querySelector('img')).toBeNull()
  expect(screen.getByRole('button', { name: 'MetaMask, RECENT' }).dataset.initials).toBe('Me')
})

test('F-L4 so does a wallet image that is late', () => {
  const { container } = show(choosing)
  fireEvent.animationEnd(container.querySelector('img') ?? container)
  expect(container.querySelector('img')).toBeNull()
  expect(screen.getByRole('button', { name: 'MetaMask, RECENT' }).dataset.initials).toBe('Me')
})

test('draws the code before the relay answers: a thin mark, then a veil with "Connecting…"', () => {
  const waiting = show({ ...choosing, relay: 'waiting' }).container
  expect(waiting.querySelector('.hawser-qr-code')).toBeTruthy()
  expect(waiting.querySelector('.hawser-progress')).toBeTruthy()
  expect(waiting.querySelector('.hawser-veil')).toBeNull()
  cleanup()
  const slow = show({ ...choosing, relay: 'slow' }).container
  expect(slow.querySelector('.hawser-veil')?.textContent).toBe('Connecting…')
})

test('keeps the place of the code before there is a pairing', () => {
  const { container } = show({ ...choosing, relay: 'waiting', pairingUri: undefined })
  expect(container.querySelector('.hawser-plate')).toBeTruthy()
  expect(container.querySelector('.hawser-qr-code')).toBeNull()
})

test('an unreachable relay shows no code but the reason and Retry, and the wallets stay', () => {
  const { container, calls } = show({ ...choosing, flow: failed('relayUnreachable'), relay: 'unreachable' })
  expect(container.querySelector('.hawser-qr-code')).toBeNull()
  expect(screen.getByText('No connection to the relay')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Rainbow' })).toBeTruthy()
  press('Retry')
  expect(calls).toEqual([['retry']])
})

test('a relay that refuses the clock of this device: the visitor reads so', () => {
  const error = { kind: 'relayUnreachable', code: 'relay_clock', message: 'for developers' } as const
  show({ ...choosing, pairingUri: undefined, relay: 'unreachable', flow: failed('relayUnreachable', { error }) })
  expect(screen.getByText(/clock of this device/)).toBeTruthy()
  expect(screen.queryByText(/Check your connection/)).toBeNull()
})

test('S5 M: "Connection declined" with Retry, in the place of the code and in a connecting view', () => {
  const choice = { listing: rainbow, via: 'desktop' } as const
  for (const state of [
    { ...choosing, flow: failed('declined') },
    { ...choosing, platform: phone, flow: failed('declined') },
    inView('DesktopConnecting', 'desktop', { flow: failed('declined', { choice }) }),
    inView('MobileQrcodeConnecting', 'qrcode', { flow: failed('declined', { choice }) }),
  ]) {
    const { calls, container } = show(state)
    expect(screen.getByText('Connection declined')).toBeTruthy()
    expect(container.querySelector('.hawser-waiting .hawser-ring')).toBeNull()
    press('Retry')
    expect(calls).toEqual([['retry']])
    cleanup()
  }
})

test('S5: a stale request says so and offers Retry', () => {
  const choice = { listing: rainbow, via: 'mobile' } as const
  const { calls } = show(inView('MobileConnecting', 'mobile', { platform: phone, flow: failed('expired', { choice }) }))
  expect(screen.getByText('The request has expired')).toBeTruthy()
  press('Retry')
  expect(calls).toEqual([['retry']])
})

test('proving: names every step, and marks the current one', () => {
  const flow = { status: 'proving', step: 'signature', connection, accountId, attempt: 1, choice: undefined } as const
  const { container } = show({ ...choosing, canGoBack: true, flow })
  expect(screen.getByRole('heading').textContent).toBe('Approve in your wallet')
  expect([...container.querySelectorAll('li')].map((step) => [step.textContent, step.dataset.step])).toEqual([
    ['Wallet connecteddone', 'done'],
    ['Prepare the messagedone', 'done'],
    ['Sign it in the wallet', 'current'],
    ['Check the signature', 'ahead'],
  ])
  expect(container.querySelector('[aria-current="step"]')?.textContent).toBe('Sign it in the wallet')
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
})

test('T-30: proving shows how the signed text names the account, or nothing if it does not', () => {
  const flow = { status: 'proving', step: 'signature', connection, accountId, attempt: 1, choice: undefined } as const
  show({ ...choosing, flow: { ...flow, account: 'Anna Oster #3fa9c1' } })
  expect(screen.getByText('Account: Anna Oster #3fa9c1')).toBeTruthy()
  cleanup()
  show({ ...choosing, flow })
  expect(screen.queryByText(/^Account:/)).toBeNull()
})

test('proving on the wallet’s phone: a way back into the wallet while it is asked to sign', () => {
  const choice = { listing: rainbow, via: 'mobile' } as const
  const flow = { status: 'proving', step: 'signature', connection, accountId, attempt: 1, choice } as const
  const { calls } = show({ ...choosing, platform: phone, flow })
  press('Open Rainbow')
  expect(calls).toEqual([['openChosenWallet']])
  for (const other of [
    { ...flow, step: 'checking' },
    { ...flow, choice: { ...choice, via: 'qrcode' } },
    { ...flow, choice: undefined },
  ] as const) {
    cleanup()
    show({ ...choosing, platform: android, flow: other })
    expect(screen.queryByRole('button', { name: 'Open Rainbow' })).toBeNull()
  }
  cleanup()
  // With "Select Wallet" the system chose a wallet on this phone, and a listing gives its link.
  const bySystem = { ...choosing, platform: android, flow: { ...flow, choice: undefined } }
  show({ ...bySystem, returnLink: { href: 'rainbow://', target: '_self' } })
  const link = screen.getByRole('link', { name: 'Open Rainbow' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['rainbow://', '_self'])
  expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  cleanup()
  // Another phone scanned the code, or only the wallet itself gives its link: the page opens nothing.
  const redirect = { native: 'evil://', universal: 'https://evil.example/' }
  const peer = { ...session.peer, metadata: { ...session.peer.metadata, redirect } }
  const connected = { ...connection, session: { ...session, peer } }
  show({ ...bySystem, flow: { ...flow, connection: connected, choice: undefined }, appSwitch: 'left' })
  expect(screen.queryByRole('link')).toBeNull()
})

test('linked: "Wallet linked", which account, Done', () => {
  const wallet = { id: '1', accountId, walletName: 'Rainbow', linkedAt: 1 } as const
  const { calls } = show({ ...choosing, flow: { status: 'linked', wallet, connection, choice: undefined } })
  expect(screen.getByRole('heading').textContent).toBe('Wallet linked')
  expect(screen.getByText('0xab16…fcdb is now linked to your account.')).toBeTruthy()
  press('Done')
  expect(calls).toEqual([['close']])
})

test('connected without a link: "Wallet connected" and Done', () => {
  show({ ...choosing, flow: { status: 'connected', connection, choice: undefined } })
  expect(screen.getByRole('heading').textContent).toBe('Wallet connected')
  expect(screen.getByText('Rainbow')).toBeTruthy()
})

test('F-L17: a refused link says why, and Retry asks again', () => {
  for (const [flow, text] of [
    [failed('declined', { retry: proofRetry }), 'The message was not signed in the wallet.'],
    [failed('expired', { retry: proofRetry }), 'The message was not signed in time.'],
    [
      failed('linkRefused', { error: { kind: 'linkRefused', code: 'wallet_already_linked', message: '' } }),
      'This wallet is already linked to another account.',
    ],
    [
      failed('linkRefused', { error: { kind: 'linkRefused', code: 'cannot_check_now', message: '' } }),
      'This smart wallet cannot be checked right now. Please try again in a moment.',
    ],
    [
      failed('linkRefused', { error: { kind: 'linkRefused', code: 'too_many_requests', message: '' } }),
      'Too many attempts. Please try again in a minute.',
    ],
    [
      failed('linkRefused', { error: { kind: 'linkRefused', code: 'not_signed_in', message: '' } }),
      'You are no longer signed in. Reload the page and sign in again.',
    ],
    [failed('linkRefused'), 'Something went wrong (some_code). Please try again.'],
  ] as const) {
    const { calls } = show({ ...choosing, flow })
    expect(screen.getByRole('heading').textContent).toBe('Wallet not linked')
    expect(screen.getByText(text)).toBeTruthy()
    press('Retry')
    expect(calls).toEqual([['retry']])
    cleanup()
  }
})

test('an end without its texts says only that it is done', () => {
  const { calls } = show({
    ...choosing,
    purpose: { kind: 'release' },
    flow: { status: 'done', outcome: { kind: 'release' }, connection, choice: undefined },
  })
  expect(screen.getByRole('heading').textContent).toBe('Done')
  expect(screen.queryByText(/linked/)).toBeNull()
  press('Done')
  expect(calls).toEqual([['close']])
})

test('a view moves the focus to its heading, and again when the focused control disappears', () => {
  const state = { ...choosing, flow: failed('relayUnreachable') }
  const linker = createScriptedLinker(state)
  const later = { ...offer, status: 'ready', LaterView, load: () => {} } as const
  const view = (next: LinkerState) => <CurrentView state={next} linker={linker} messages={en} later={later} />
  const { rerender } = render(view(state))
  const heading = screen.getByRole('heading', { level: 2 })
  expect(document.activeElement).toBe(heading)
  screen.getByRole('button', { name: 'Retry' }).focus()
  rerender(view(choosing))
  expect(document.activeElement).toBe(heading)
})

test('no view writes style attributes, which a strict content security policy refuses', () => {
  const wallet = { id: '1', accountId, walletName: 'Rainbow', linkedAt: 1 } as const
  for (const state of [
    choosing,
    { ...choosing, relay: 'slow' as const },
    { ...choosing, platform: android },
    { ...choosing, view: { name: 'WalletExplorer' as const } },
    inView('MobileQrcodeConnecting', 'qrcode'),
    inView('MobileConnecting', 'mobile', { platform: phone }),
    { ...choosing, flow: { status: 'linked' as const, wallet, connection, choice: undefined } },
  ]) {
    expect(show(state).container.querySelectorAll('[style], style')).toHaveLength(0)
    cleanup()
  }
})

test('every control has a name and a type, every image a text or none', () => {
  const { container } = show({ ...choosing, options: { termsOfServiceUrl: 'https://host.example/' } })
  for (const button of container.querySelectorAll('button')) {
    expect(button.type).toBe('button')
    expect(button.getAttribute('aria-label') ?? button.textContent).not.toBe('')
  }
  for (const svg of container.querySelectorAll('svg')) {
    expect(
      svg.getAttribute('role') === 'img' ? svg.getAttribute('aria-label') : svg.getAttribute('aria-hidden'),
    ).toBeTruthy()
  }
})

test('keeps the places while the code of the wallets loads; Retry fetches it again', () => {
  for (const [platform, places] of [
    [desktop, 4],
    [phone, 8],
    [android, 9],
  ] as const) {
    const state = { ...choosing, platform }
    let loads = 0
    const view = (status: 'loading' | 'failed') => (
      <CurrentView
        state={state}
        linker={createScriptedLinker(state)}
        messages={en}
        later={{ status, load: () => (loads += 1) }}
      />
    )
    const { rerender } = render(view('loading'))
    const list = screen.getByRole('list')
    expect(list.getAttribute('aria-busy')).toBe('true')
    expect(list.querySelectorAll('li:empty[aria-hidden="true"]')).toHaveLength(places)
    rerender(view('failed'))
    press('Retry')
    expect(loads).toBe(1)
    cleanup()
  }
})

test('shows the frame while the later views load; Retry fetches them again', () => {
  const state = inView('DesktopConnecting', 'desktop')
  const linker = createScriptedLinker(state)
  let loads = 0
  const later = (status: 'loading' | 'failed') => ({ status, load: () => (loads += 1) })
  const view = (status: 'loading' | 'failed') => (
    <CurrentView state={state} linker={linker} messages={en} later={later(status)} />
  )
  const { rerender } = render(view('loading'))
  expect(screen.getByText('Loading...')).toBeTruthy()
  rerender(view('failed'))
  expect(screen.getByRole('alert').textContent).toContain('This page could not be loaded.')
  press('Retry')
  expect(loads).toBe(1)
})

test('the page has the pairing URI nowhere as text', () => {
  const { container } = show(choosing)
  expect(container.innerHTML).not.toContain(pairingUri.slice(0, 40))
  expect(container.innerHTML).not.toContain('symKey')
})

test('V1 shows a computer’s extensions above the code, and not again below it', () => {
  const installed = { ...entries[0], listing: listing('Rabby'), isRecent: false, isInstalled: true } as WalletEntry
  const unlisted = { ...installed, listing: listing('Strange'), rdns: 'com.strange' }
  const wallets = { ...choosing.wallets, shown: [installed, unlisted, ...entries] }
  const { container } = show({ ...choosing, wallets })
  const order = names('button')
  expect(order.slice(0, 4)).toEqual(['Close', 'Rabby, INSTALLED', 'Strange, com.strange, INSTALLED', 'Copy link'])
  expect(order.filter((name) => name?.startsWith('Rabby'))).toHaveLength(1)
  const code = container.querySelector('.hawser-plate')
  const list = container.querySelector('.hawser-extensions')
  expect(code && list && list.compareDocumentPosition(code) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  cleanup()
  show({ ...choosing, platform: phone, wallets, isInWallet: true })
  // In a wallet's own browser only the wallets are offered, because the visitor cannot scan there.
  expect(names('button')).toEqual(['Close', 'Rabby, INSTALLED', 'Strange, com.strange, INSTALLED', 'View All'])
})

test('an extension keeps its row, with the focus in it, when the registry lists it', () => {
  const rdns = 'com.strange'
  const own = { imageUrl: undefined, isRecent: false, isInstalled: true } as const
  const announced = { ...own, listing: listing('Strange', { id: 'ext-com-strange', rdns }), rdns }
  const listed = { ...own, listing: listing('Strange Wallet', { rdns }), rdns: undefined }
  for (const platform of [desktop, phone, android]) {
    const later = { ...offer, status: 'ready', LaterView, load: () => {} } as const
    const view = (installed: WalletEntry) => {
      const wallets = { ...choosing.wallets, shown: [installed, ...entries] }
      const state = { ...choosing, platform, wallets }
      return <CurrentView state={state} linker={createScriptedLinker(state)} messages={en} later={later} />
    }
    const { rerender } = render(view(announced))
    const row = screen.getByRole('button', { name: /^Strange, com\.strange/ })
    row.focus()
    rerender(view(listed))
    expect(screen.getByRole('button', { name: /^Strange Wallet/ })).toBe(row)
    expect(document.activeElement).toBe(row)
    cleanup()
  }
})

test('words: Retry requests an unavailable list again, on every device', () => {
  for (const platform of [desktop, phone, android]) {
    const { calls } = show({ ...choosing, platform, explorer: { ...choosing.explorer, isUnavailable: true } })
    press('Retry')
    expect(calls).toEqual([['loadMoreWallets']])
    cleanup()
  }
})

test('words: on a phone does not mention extensions to switch off, or a hidden code', () => {
  for (const platform of [phone, android]) {
    const view = { name: 'InstallWallet', listing: rainbow } as const
    const { container } = show({ ...choosing, platform, view })
    expect(screen.getByText('Get Rainbow')).toBeTruthy()
    expect(screen.getByText('Install Rainbow on this device, then come back to this page.')).toBeTruthy()
    expect(container.textContent).not.toMatch(/Not Detected|extension|disable|scan|QR/i)
    expect(announcementOf({ ...choosing, platform, view }, en)).not.toContain('Not Detected')
    cleanup()
    const home = show({ ...choosing, platform, explorer: { ...choosing.explorer, isUnavailable: true } })
    expect(home.container.textContent).not.toMatch(/scan/i)
    cleanup()
  }
})

test('words: does not call a wallet missing that is here for another network', () => {
  const state: LinkerState = {
    ...choosing,
    view: { name: 'InstallWallet', listing: rainbow },
    canGoBack: true,
    otherNetwork: { listingId: rainbow.id, network: 'Solana' },
  }
  const { container, calls } = show(state)
  const words = 'Rainbow is in this browser, but only for Solana. This site uses other networks.'
  expect(screen.getByText(words)).toBeTruthy()
  expect(container.textContent).not.toMatch(/Not Detected|Download/)
  expect(announcementOf(state, en)).toBe(words)
  fireEvent.click(screen.getAllByRole('button', { name: 'Back' }).at(-1) ?? container)
  expect(calls).toEqual([['goBack']])
  cleanup()
  show({ ...state, otherNetwork: { listingId: 'another', network: 'Solana' } })
  expect(screen.getByText('Not Detected')).toBeTruthy()
})

test('no wallet: the first view explains wallets, and leads to three for the device', () => {
  const store = (name: string) =>
    listing(name, {
      homepage: `https://${name}.example/`,
      app: {
        ios: `https://apps.apple.com/app/${name}`,
        android: `https://play.google.com/store/apps/details?id=${name}`,
        chrome: `https://chrome.google.com/webstore/detail/${name}`,
      },
    })
  const entry = (wallet: Listing, isInstalled = false) =>
    ({ listing: wallet, imageUrl: undefined, isRecent: false, isInstalled, rdns: undefined }) as const
  const known = [
    entry(store('here'), true),
    entry(listing('nowhere')),
    ...['a', 'b', 'c', 'd'].map((name) => entry(store(name))),
  ]
  const state = {
    ...choosing,
    wallets: { ...choosing.wallets, shown: known },
    explorer: { ...choosing.explorer, entries: known },
  }
  for (const [platform, place] of [
    [desktop, 'https://chrome.google.com/'],
    [phone, 'https://apps.apple.com/'],
    [android, 'https://play.google.com/'],
  ] as const) {
    const home = show({ ...state, platform })
    press('I have no wallet')
    expect(home.calls).toEqual([['showView', { name: 'GetWallet' }]])
    cleanup()
    show({ ...state, platform, view: { name: 'GetWallet' }, canGoBack: true })
    expect(screen.getByText(/^A wallet is an app that keeps the keys/)).toBeTruthy()
    const links = screen.getAllByRole('link')
    expect(links.map((link) => link.querySelector('.hawser-list-name')?.textContent)).toEqual(['a', 'b', 'c'])
    for (const link of links) {
      expect(link.getAttribute('href')?.startsWith(place)).toBe(true)
      expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
    }
    cleanup()
  }
})

const outdatedFailure = { kind: 'connectionFailed', code: 'page_outdated', message: '' } as const

test.each<[string, Partial<LinkerState>]>([
  ['the protocol client', {}],
  ['a phone', { platform: phone }],
  ['an extension', { view: { name: 'ExtensionConnecting', listing: rainbow } }],
  ['the code of a wallet', { view: { name: 'MobileQrcodeConnecting', listing: rainbow } }],
  ['a wallet app', { platform: phone, view: { name: 'MobileConnecting', listing: rainbow } }],
])('F07b a failure over missing code offers a reload and no Retry: %s', (_, more) => {
  const view = more.view
  const choice =
    view !== undefined && 'listing' in view
      ? ({
          listing: view.listing,
          via:
            view.name === 'ExtensionConnecting' ? 'extension' : view.name === 'MobileConnecting' ? 'mobile' : 'qrcode',
        } as const)
      : undefined
  show({
    ...choosing,
    pairingUri: undefined,
    flow: { status: 'failed', error: outdatedFailure, choice, retry: { step: 'pairing' } },
    ...more,
  })
  expect(screen.getByText(/This page has been updated/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
})

test('F07c lists whose code is gone offer a reload in their place', () => {
  for (const platform of [desktop, phone, android]) {
    show({ ...choosing, platform, wallets: { shown: [], hasMore: false, isReady: true, errorCode: 'page_outdated' } })
    expect(screen.getByText('This page has been updated. Reload it to continue.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy()
    cleanup()
    const { calls } = show({
      ...choosing,
      platform,
      wallets: { shown: [], hasMore: false, isReady: true, errorCode: 'client_unavailable' },
    })
    press('Retry')
    expect(calls).toEqual([['loadMoreWallets']])
    cleanup()
  }
})
