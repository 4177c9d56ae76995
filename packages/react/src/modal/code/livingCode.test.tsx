// @vitest-environment happy-dom
import type { LinkerState } from '@hawser/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { createScriptedLinker, failed, galleryStates, scanning } from '../../linkerStates.fixture.ts'
import { en } from '../../messages/modal/en.ts'
import { announcementOf } from '../announcement.ts'
import { CurrentView } from '../CurrentView.tsx'
import { WalletOffer } from '../choice/WalletOffer.tsx'
import { LaterView } from '../later/LaterView.tsx'

afterEach(cleanup)

const linker = createScriptedLinker(scanning)

const { calls } = linker
const later = { status: 'ready', LaterView, WalletOffer, load: () => {} } as const
const view = (state: LinkerState) => <CurrentView state={state} linker={linker} messages={en} later={later} />
const state = (name: string): LinkerState => {
  const found = galleryStates[name]
  if (found === undefined) throw new Error(`There is no state ${name}.`)
  return found
}

test('T-20 V1 V5 V7: shows the ends of its topic, its time and its link beside every code', () => {
  for (const name of ['desktop.ConnectWallet', 'ios.Qrcode', 'desktop.MobileQrcodeConnecting']) {
    const { container } = render(view(state(name)))
    const caption = container.querySelector('.hawser-caption')
    expect(caption?.textContent).toBe('Code 7f6e50…a1b2c3New code in 4:28Copy link')
    fireEvent.click(screen.getByRole('button', { name: 'Copy link' }))
    expect(calls.at(-1)).toEqual(['copyLink'])
    cleanup()
  }
})

test('T-30 with an approval that signs, shows the name of the account beside every code', () => {
  for (const name of ['desktop.ConnectWallet', 'ios.Qrcode', 'desktop.MobileQrcodeConnecting']) {
    const { container } = render(view({ ...state(name), account: 'Li Xiao Long #0c41d8' }))
    expect(container.querySelector('.hawser-caption [data-account]')?.textContent).toBe('Account: Li Xiao Long #0c41d8')
    cleanup()
  }
})

test('shows the seconds without announcing them: a timer outside live regions, and a ring', () => {
  const { container, rerender } = render(view(scanning))
  const timer = screen.getByRole('timer')
  expect(timer.textContent).toBe('New code in 4:28')
  expect(timer.closest('[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]')).toBeNull()
  const left = () => container.querySelector('.hawser-clock :last-child')?.getAttribute('stroke-dasharray')
  expect(left()).toBe('99 100')
  rerender(view({ ...scanning, codeSecondsLeft: 27 }))
  expect(left()).toBe('10 100')
})

test('the ticking second does not redraw the code', () => {
  const { container, rerender } = render(view(scanning))
  const changes: MutationRecord[] = []
  const code = container.querySelector('.hawser-qr')
  if (code === null) throw new Error('There is no code.')
  const observer = new MutationObserver((records) => changes.push(...records))
  observer.observe(code, { subtree: true, childList: true, attributes: true })
  const calls = countCalls(() => {
    rerender(view({ ...scanning, codeSecondsLeft: 267 }))
    rerender(view({ ...scanning, codeSecondsLeft: 266 }))
  })
  expect(screen.getByRole('timer').textContent).toBe('New code in 4:26')
  expect([...changes, ...observer.takeRecords()]).toEqual([])
  // Encoding tries eight masks; a ring and a text must not cause that work.
  expect(calls).toBe(0)
})

/** How often a code is encoded during the call: each encoding begins with the bytes of its text. */
function countCalls(during: () => void): number {
  const original = TextEncoder.prototype.encode
  let calls = 0
  TextEncoder.prototype.encode = function (text) {
    calls += 1
    return original.call(this, text)
  }
  try {
    during()
  } finally {
    TextEncoder.prototype.encode = original
  }
  return calls
}

test('S5 M: after a rejection the text above the new code says what happened', () => {
  for (const name of ['desktop.ConnectWallet', 'ios.Qrcode', 'desktop.MobileQrcodeConnecting']) {
    const { container } = render(view(state(`${name}.newAfterDeclined`)))
    expect(screen.getByText('Connection declined')).toBeTruthy()
    const news = screen.getByText('Here is a new code.')
    const code = container.querySelector('.hawser-qr-code')
    if (code === null) throw new Error('There is no code.')
    expect(news.compareDocumentPosition(code) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    cleanup()
  }
})

test('announces the renewal, and once 30 s before it: the text stays the same meanwhile', () => {
  expect(announcementOf(scanning, en)).toBe('')
  expect(announcementOf(state('desktop.ConnectWallet.newAfterExpired'), en)).toBe('The code has been renewed.')
  expect(announcementOf(state('desktop.ConnectWallet.newAfterDeclined'), en)).toBe(
    'Connection declined. Here is a new code.',
  )
  expect(announcementOf({ ...scanning, codeSecondsLeft: 31 }, en)).toBe('')
  const said = [30, 29, 2, 0].map((codeSecondsLeft) => announcementOf({ ...scanning, codeSecondsLeft }, en))
  expect(new Set(said)).toEqual(new Set(['The code will be renewed in 0:30.']))
})

test('a code that cannot be renewed says how long it is valid', () => {
  const given = { ...scanning, codeRenews: false }
  render(view(given))
  expect(screen.getByRole('timer').textContent).toBe('Valid for 4:28')
  expect(announcementOf({ ...given, codeSecondsLeft: 12 }, en)).toBe('Valid for 0:30')
})

test('without a code shows no time, name or copy button, and keeps the size of its place', () => {
  const { container } = render(
    view({ ...scanning, flow: failed('expired'), pairingUri: undefined, codeSecondsLeft: undefined }),
  )
  expect(container.querySelector('.hawser-caption')?.textContent).toBe('')
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull()
})

test('while a code is made, its place shows its shape and says so', () => {
  const { container } = render(view(state('desktop.ConnectWallet.preparing')))
  expect(container.querySelector('.hawser-plate[aria-busy="true"] .hawser-bones')).toBeTruthy()
  expect(screen.getByText('Preparing the code…')).toBeTruthy()
})

test('S5 a decline in the wallet that a phone’s system picked shows above the wallets', () => {
  const { flow } = state('desktop.ConnectWallet.newAfterDeclined')
  const declined: LinkerState = { ...state('android.ConnectWallet'), flow, codeSecondsLeft: undefined }
  const { container } = render(view(declined))
  expect(container.querySelector('.hawser-problem')?.textContent).toBe(
    'Connection declined The request was declined in the wallet. Nothing was shared.',
  )
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(announcementOf(declined, en)).toBe(
    'Connection declined. The request was declined in the wallet. Nothing was shared.',
  )
})
