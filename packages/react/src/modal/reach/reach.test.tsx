// @vitest-environment happy-dom
import type { HandoffScreenState, LinkerState } from '@hawser/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  android,
  choosing,
  createScriptedLinker,
  failed,
  inView,
  pairingUri,
  phone,
  rainbow,
} from '../../linkerStates.fixture.ts'
import { en } from '../../messages/modal/en.ts'
import { announcementOf } from '../announcement.ts'
import { CurrentView } from '../CurrentView.tsx'
import * as offer from '../choice/WalletOffer.tsx'
import { firstAnnouncement } from '../firstAnnouncement.ts'
import { LaterView } from '../later/LaterView.tsx'

afterEach(cleanup)

const own: LinkerState = { ...choosing, ownRelay: 'relay.example' }
const code: HandoffScreenState = { step: 'code', address: 'https://shop.example/link/handoff#h=1', secondsLeft: 290 }
const pairing = {
  pairingTopic: 'a'.repeat(64),
  pairingUri,
  expiresAt: 0,
  relay: 'acknowledged',
  replaces: undefined,
  earlier: undefined,
} as const

function show(first: LinkerState, messages = en) {
  const linker = createScriptedLinker(first)
  const { calls } = linker
  const later = { ...offer, status: 'ready', LaterView, load() {} } as const
  const view = (state: LinkerState) => <CurrentView state={state} linker={linker} messages={messages} later={later} />
  const { rerender } = render(view(first))
  return { calls, update: (state: LinkerState) => rerender(view(state)) }
}

const codes = () => screen.queryAllByRole('img', { name: /QR code/ })

test('with a relay of the host app’s own the first code is that of a handoff', async () => {
  const { update } = show({ ...own, pairingUri: undefined, handoff: code })
  expect(await screen.findByRole('img', { name: 'QR code for the camera of your phone' })).toBeTruthy()
  expect(screen.getByText('Scan with your phone’s camera')).toBeTruthy()
  expect(screen.getByRole('timer').textContent).toContain('4:50')
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull()
  update({ ...own, pairingUri: undefined, handoff: { step: 'starting' } })
  expect(codes()).toEqual([])
})

test('the first code names the steps after it: the page, the signature, the six digits', async () => {
  show({ ...own, pairingUri: undefined, handoff: code })
  expect(await screen.findByText(/^A page of this site opens there\..*sign.*six digits here\.$/)).toBeTruthy()
})

// In the first view a handoff can end before the page knows of a phone.
test.each([
  ['elsewhere', /opened in a second place/],
  ['handoff_elsewhere', /opened in a second place/],
  ['cancelled', /^This code is no longer valid/],
  ['handoff_unknown', /^This code is no longer valid/],
  ['handoff_over', /^This code is no longer valid/],
  ['handoff_not_proven', /^This code is no longer valid/],
  ['time', /^The time ran out/],
  ['digits', /^The digits were wrong three times/],
  ['declined', /^It was declined on the phone/],
  ['taken', new RegExp(en.alreadyLinked)],
  ['wallet_already_linked', new RegExp(en.alreadyLinked)],
  ['too_many_requests', new RegExp(en.tooManyAttempts)],
  ['link_unavailable', /^This site’s server gave an unexpected answer/],
  ['proof_required', /^Sign in to this site again first/],
  ['client_unavailable', new RegExp(en.viewUnavailable)],
  // A code without a text is shown as it is.
  ['link_refused', /\(link_refused\)/],
] as const)('a handoff that ended in the first view says why, with a next step: %s', async (failed, words) => {
  const { calls } = show({ ...own, pairingUri: undefined, handoff: { step: 'failed', code: failed } })
  expect((await screen.findByText(words)).closest('[role="alert"]')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(calls).toEqual([['startHandoff']])
})

test.each(['not_signed_in', 'page_outdated'] as const)(
  '%s: offers a reload, also in the first view',
  async (failed) => {
    show({ ...own, pairingUri: undefined, handoff: { step: 'failed', code: failed } })
    expect(await screen.findByRole('button', { name: en.reload })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  },
)

test('in the language of the modal, also at an end in the first view', async () => {
  const messages = { ...en, language: 'de' } as never
  show({ ...own, pairingUri: undefined, handoff: { step: 'failed', code: 'declined' } }, messages)
  expect(await screen.findByText(/^Auf dem Smartphone wurde abgelehnt/)).toBeTruthy()
})

test('without a handoff one line says what this site can link', async () => {
  show({ ...own, pairingUri: undefined })
  expect(
    await screen.findByText(/^This site links wallets that are in this browser.* use relay\.example\.$/),
  ).toBeTruthy()
  expect(codes()).toEqual([])
})

test.each([choosing.platform, phone, android])('the relay’s own code is one press away: %o', async (platform) => {
  const { calls } = show({ ...own, pairingUri: undefined, platform })
  expect(screen.queryByRole('button', { name: /Show QR code/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /Select Wallet/ })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'I have another wallet that uses relay.example' }))
  expect(calls).toEqual([['showView', { name: 'Qrcode' }]])
})

test('alone it names its wallets at once, and offers the other ways', async () => {
  const flow = { status: 'choosing', pairing } as const
  const { calls } = show({ ...own, flow, view: { name: 'Qrcode' }, handoff: { step: 'offered' } })
  expect(await screen.findByText('Only wallets that use relay.example can read this code.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Use a wallet on your phone' }))
  fireEvent.click(screen.getByRole('button', { name: 'View All' }))
  expect(calls).toEqual([['startHandoff'], ['showView', { name: 'WalletExplorer' }]])
})

test('an unanswered code of the network names its wallets after 40 seconds', async () => {
  const state = { ...choosing, flow: { status: 'choosing', pairing }, codeSecondsLeft: 270 } as const
  const { update } = show(state)
  update({ ...state, codeSecondsLeft: 231 })
  expect(screen.queryByText(/nothing happens/)).toBeNull()
  update({ ...state, codeSecondsLeft: 230 })
  expect(await screen.findByText(/Only wallets that support WalletConnect can read this code/)).toBeTruthy()
  expect(codes()).toHaveLength(1)
})

test('a wallet that cannot be linked from here says so in place of a store', async () => {
  const { calls } = show({
    ...inView('InstallWallet', 'qrcode', own),
    flow: { status: 'choosing', pairing: undefined },
  })
  // The linker gives a wallet in this view no links that accept pairings.
  cleanup()
  const unreached = {
    ...rainbow,
    mobile: { native: undefined, universal: undefined },
    desktop: { native: undefined, universal: undefined },
  }
  const view = { name: 'InstallWallet', listing: unreached } as const
  const shown = show({ ...own, view, canGoBack: true })
  expect(await screen.findByText('Rainbow cannot be linked from here')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  fireEvent.click(screen.getAllByRole('button', { name: 'Back' })[1] ?? document.body)
  expect([...calls, ...shown.calls]).toEqual([['goBack']])
})

test('a wallet that can be linked once installed has its store', async () => {
  const app = { chrome: 'https://chromewebstore.google.com/detail/quay' }
  const listing = {
    ...rainbow,
    app,
    mobile: { native: undefined, universal: undefined },
    desktop: { native: undefined, universal: undefined },
  }
  show({ ...own, view: { name: 'InstallWallet', listing }, canGoBack: true })
  expect(await screen.findByRole('button', { name: 'Download' })).toBeTruthy()
})

test('in the language of the modal', async () => {
  show({ ...own, pairingUri: undefined }, { ...en, language: 'de' } as never)
  expect(await screen.findByText(/^Diese Website verknüpft Wallets/)).toBeTruthy()
})

const lost = failed('relayUnreachable')
const walletPage = {
  address: 'https://shop.example/wallets',
  appName: 'Shop',
  namespaces: ['eip155'],
  allowsUntested: false,
}

test.each<[string, Partial<LinkerState>, boolean]>([
  ['the code of a handoff', { handoff: code }, false],
  ['a handoff that begins', { handoff: { step: 'starting' } }, false],
  ['wallets’ own browsers on a phone', { platform: phone, walletPage }, false],
  ['a handoff alone on Android', { platform: android, handoff: { step: 'offered' } }, false],
  ['nothing else', {}, true],
  ['wallets’ own browsers, on a computer, which has none', { walletPage }, true],
  ['the relay’s own code alone', { handoff: { step: 'offered' }, view: { name: 'Qrcode' } }, true],
  ['a relay of the network', { handoff: { step: 'offered' }, ownRelay: undefined }, true],
])('a missing relay beside %s is a failure only if it is the way', async (_, more, isFailure) => {
  const state: LinkerState = { ...own, pairingUri: undefined, flow: lost, ...more }
  for (const said of [announcementOf(state, en), firstAnnouncement(state, en)])
    expect(said.startsWith(en.relayUnreachable)).toBe(isFailure)
  show(state)
  // This text loads with the views of the host app's own relay.
  if (isFailure) await screen.findByText(en.relayUnreachable)
  else expect(screen.queryByText(en.relayUnreachable)).toBeNull()
})

test('shows other failures beside the code of a handoff too', () => {
  const state: LinkerState = { ...own, pairingUri: undefined, flow: failed('declined'), handoff: code }
  expect(announcementOf(state, en)).toContain(en.connectionDeclined)
})
