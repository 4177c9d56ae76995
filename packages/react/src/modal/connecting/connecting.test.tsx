// @vitest-environment happy-dom
import type { LinkerState } from '@hawser/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import {
  createScriptedLinker,
  failed,
  galleryStates,
  inView,
  listing,
  phone,
  rainbow,
} from '../../linkerStates.fixture.ts'
import { en } from '../../messages/modal/en.ts'
import { announcementOf } from '../announcement.ts'
import { LaterView } from '../later/LaterView.tsx'

afterEach(cleanup)

function show(state: LinkerState | undefined) {
  if (state === undefined) throw new Error('There is no such state.')
  const linker = createScriptedLinker(state)
  const { calls } = linker
  const view = (next: LinkerState) => <LaterView state={next} linker={linker} messages={en} />
  const { container, rerender } = render(view(state))
  const primary = () => container.querySelector('[data-kind="primary"]')?.textContent
  return { container, calls, primary, update: (next: LinkerState) => rerender(view(next)) }
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

const stayed = inView('MobileConnecting', 'mobile', { platform: phone, appSwitch: 'stayed' })

test('V3 C1: the ladder of an app switch: open again, alternate link, store, another phone', () => {
  const { primary, calls, update } = show({ ...stayed, appSwitch: 'opening' })
  expect(primary()).toBe('Retry')
  expect(screen.getByText("Tap 'Open' to continue…")).toBeTruthy()
  update(stayed)
  expect(screen.getByText('Rainbow did not open. Is it installed?')).toBeTruthy()
  expect(announcementOf(stayed, en)).toBe('Rainbow did not open. Is it installed?')
  expect(primary()).toBe('Try this alternate link')
  press('Try this alternate link')
  expect(primary()).toBe('Get Rainbow')
  press('Get Rainbow')
  expect(calls).toEqual([['openChosenWallet', { preferUniversal: true }], ['openInstallPage']])
  // The later steps stay available.
  press('Retry')
  press('Scan with another phone')
  press('Copy link')
  expect(calls.slice(2)).toEqual([['openChosenWallet'], ['showView', { name: 'Qrcode' }], ['copyLink']])
})

test.each(['desktop', 'web', 'extension'] as const)(
  'T-30 shows the name of the account where %s asks a wallet to approve and sign',
  (via) => {
    const views = { desktop: 'DesktopConnecting', web: 'WebConnecting', extension: 'ExtensionConnecting' } as const
    const shown = inView(views[via], via)
    const { container, update } = show({ ...shown, account: 'alice' })
    expect(container.querySelector('[data-account]')?.textContent).toBe('Account: alice')
    update(shown)
    expect(container.querySelector('[data-account]')).toBeNull()
  },
)

test('V3: without an alternate link or a store, another phone comes next', () => {
  const bare = listing('Bare', { mobile: { native: 'bare://', universal: undefined } })
  const { primary, calls } = show({ ...stayed, view: { name: 'MobileConnecting', listing: bare } })
  expect(primary()).toBe('Scan with another phone')
  press('Scan with another phone')
  expect(calls).toEqual([['showView', { name: 'Qrcode' }]])
})

test('V3 S5: a failed app switch offers Retry first, with any result of the link', () => {
  const choice = { listing: rainbow, via: 'mobile' } as const
  const { primary, calls } = show({ ...stayed, flow: failed('declined', { choice }) })
  expect(screen.getByText('Connection declined')).toBeTruthy()
  expect(primary()).toBe('Retry')
  press('Retry')
  expect(calls).toEqual([['retry']])
})

test('S4 S5: ExtensionConnecting says where to accept, and offers Retry and the other ways', () => {
  const { container, calls } = show(galleryStates['desktop.ExtensionConnecting'])
  expect(screen.getByText('Continue in Rainbow...')).toBeTruthy()
  expect(screen.getByText('Accept the connection in the window of Rainbow in this browser')).toBeTruthy()
  expect(container.querySelector('.hawser-waiting .hawser-ring')).toBeTruthy()
  for (const name of ['Retry', 'Mobile', 'Desktop', 'Web']) press(name)
  expect(calls).toEqual([['retry'], ['chooseVia', 'qrcode'], ['chooseVia', 'desktop'], ['chooseVia', 'web']])
})

test('T-23: an extension without a listing appears under the name it gives itself', () => {
  show(galleryStates['desktop.ExtensionConnecting.unlisted'])
  expect(screen.getByText('example.quay')).toBeTruthy()
  cleanup()
  show(galleryStates['desktop.ExtensionConnecting'])
  expect(screen.queryByText(/^me\.rainbow/)).toBeNull()
})

test('S5: an extension that is busy, gone or declines says so', () => {
  const choice = { listing: rainbow, via: 'extension' } as const
  for (const [kind, code, text] of [
    ['connectionFailed', 'extension_busy', 'A request is already waiting in Rainbow. Open it there.'],
    ['connectionFailed', 'extension_missing', 'Rainbow no longer answers. Reload the page and try again.'],
    ['declined', 'extension_declined', 'Connection declined'],
  ] as const) {
    const flow = failed(kind, { choice, error: { kind, code, message: '' } })
    const { calls } = show({ ...inView('ExtensionConnecting', 'extension'), flow })
    expect(screen.getByText(text)).toBeTruthy()
    press('Retry')
    expect(calls).toEqual([['retry']])
    cleanup()
  }
})
