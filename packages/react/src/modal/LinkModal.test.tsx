// @vitest-environment happy-dom
import type { FailureCode, LinkerState } from '@hawser/core'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { LinkerContext } from '../linker/context.ts'
import {
  choosing,
  closed,
  connection,
  createScriptedLinker,
  failed,
  inView,
  phone,
  rainbow,
} from '../linkerStates.fixture.ts'
import { en } from '../messages/modal/en.ts'
import { announcementOf } from './announcement.ts'
import { LinkModal } from './LinkModal.tsx'

afterEach(cleanup)

function open(first: LinkerState = closed, messages = {}) {
  const linker = createScriptedLinker(first)
  const value = {
    linker,
    initialState: first,
    messages,
    locale: 'auto' as const,
    modalFailure: undefined,
    isLanguageOutdated: false,
    look: {},
    onFailure: () => {},
    pressed: [undefined, () => {}] as const,
    preloadModal: () => {},
  }
  render(
    <LinkerContext.Provider value={value}>
      <button type="button">Opener</button>
      <LinkModal />
    </LinkerContext.Provider>,
  )
  const dialog = document.querySelector('dialog')
  if (dialog === null) throw new Error('The modal rendered no dialog.')
  return { linker, dialog, show: (state: LinkerState) => act(() => linker.show(state)) }
}

/** Counts the looks for visible dialogs: one as the modal opens, one once its dialog is isolated, then one for each change. */
function watchLooksForDialogs() {
  const spy = vi.spyOn(document, 'querySelectorAll')
  onTestFinished(() => spy.mockRestore())
  return () => spy.mock.calls.filter(([selector]) => selector.includes('aria-modal'))
}

test('S1: closed has an empty dialog, opened the views, and afterwards none of them', async () => {
  const { dialog, show } = open()
  expect(dialog.open).toBe(false)
  expect(dialog.querySelector('.hawser-view')).toBeNull()
  show(choosing)
  expect(dialog.open).toBe(true)
  expect(screen.getByRole('dialog', { name: 'Link a wallet' })).toBe(dialog)
  expect(document.activeElement?.textContent).toBe('Connect your wallet')
  show(closed)
  expect(dialog.open).toBe(false)
  await waitFor(() => expect(dialog.querySelector('.hawser-view')).toBeNull())
  show(choosing)
  expect(dialog.querySelector('.hawser-qr-code')).toBeTruthy()
})

test('sign in first: neither draws a code that is held back nor shows its link', () => {
  const { dialog, show } = open()
  show({ ...choosing, isCodeHeld: true })
  expect(dialog.querySelector('.hawser-qr-code')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Copy link' })).toBeNull()
  show({ ...choosing, isCodeHeld: false })
  expect(dialog.querySelector('.hawser-qr-code')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
})

test('V10: Escape arrives as cancel and sends closed; the dialog waits for the state', () => {
  const { linker, dialog, show } = open()
  show(choosing)
  const cancel = new Event('cancel', { cancelable: true })
  act(() => void dialog.dispatchEvent(cancel))
  expect(cancel.defaultPrevented).toBe(true)
  expect(linker.calls).toEqual([['close']])
  expect(dialog.open).toBe(true)
})

test('V10: a click on the backdrop closes; one inside, or a drag out of the card, does not', () => {
  const { linker, dialog, show } = open()
  show(choosing)
  const heading = screen.getByRole('heading', { level: 2 })
  fireEvent.pointerDown(heading)
  fireEvent.click(heading)
  fireEvent.pointerDown(heading)
  fireEvent.click(dialog)
  expect(linker.calls).toEqual([])
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expect(linker.calls).toEqual([['close']])
})

test('V10: a drag that ends beside the card does not close, once all code of the dialog is there', async () => {
  const { linker, dialog, show } = open()
  show(choosing)
  await act(async () => void (await import('./dialog/Surroundings.tsx')))
  const heading = screen.getByRole('heading', { level: 2 })
  for (const press of [fireEvent.pointerDown, fireEvent.mouseDown]) press(heading)
  for (const press of [fireEvent.pointerUp, fireEvent.mouseUp, fireEvent.click]) press(dialog)
  expect(linker.calls).toEqual([])
  for (const press of [fireEvent.pointerDown, fireEvent.mouseDown, fireEvent.pointerUp, fireEvent.mouseUp])
    press(dialog)
  fireEvent.click(dialog)
  expect(linker.calls).toEqual([['close']])
})

test('V10: looks for other dialogs when the page changes, not when the card does', async () => {
  const { show } = open()
  const looks = watchLooksForDialogs()
  show(choosing)
  await waitFor(() => expect(looks()).toHaveLength(2))
  show({ ...choosing, view: { name: 'WalletExplorer' } })
  await screen.findByRole('heading', { name: 'Wallets' })
  expect(looks()).toHaveLength(2)
  document.body.append(document.createElement('p'))
  await waitFor(() => expect(looks()).toHaveLength(3))
})

test('V10: looks for other dialogs when the page shows one by an attribute', async () => {
  const other = document.createElement('section')
  other.innerHTML = '<div role="dialog" aria-modal="true">'
  other.hidden = true
  document.body.append(other)
  onTestFinished(() => other.remove())
  const { dialog, show } = open()
  const looks = watchLooksForDialogs()
  show(choosing)
  await waitFor(() => expect(looks()).toHaveLength(2))
  dialog.style.setProperty('block-size', '300px')
  dialog.parentElement?.classList.add('moved')
  other.hidden = false
  await waitFor(() => expect(looks()).toHaveLength(3))
  other.firstElementChild?.classList.add('is-active')
  await waitFor(() => expect(looks()).toHaveLength(4))
})

test('V10: a press where the card has just been closes nothing; half a second later it does', async () => {
  let isWatched = false
  let resized = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        resized = callback
      }
      observe() {
        isWatched = true
      }
      disconnect() {}
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  let now = 10_000
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  onTestFinished(() => clock.mockRestore())
  const { linker, dialog, show } = open()
  let height = 400
  const card = dialog.firstElementChild ?? dialog
  card.getBoundingClientRect = () => new DOMRect(100, 500 - height / 2, 360, height)
  show(choosing)
  await waitFor(() => expect(isWatched).toBe(true))
  const pressAt = (clientX: number, clientY: number) => {
    for (const press of [fireEvent.pointerDown, fireEvent.mouseDown, fireEvent.pointerUp, fireEvent.mouseUp])
      press(dialog, { clientX, clientY })
    fireEvent.click(dialog, { clientX, clientY })
  }
  for (height of [300, 200]) {
    resized()
    now += 100
  }
  // These points were inside the card before it shrank in two animation frames.
  pressAt(200, 310)
  pressAt(200, 690)
  expect(linker.calls).toEqual([])
  pressAt(50, 310)
  expect(linker.calls).toEqual([['close']])
  now += 500
  pressAt(200, 310)
  expect(linker.calls).toEqual([['close'], ['close']])
})

test('V10: when the browser closes the dialog by itself, the state follows', () => {
  const { linker, dialog, show } = open()
  show(choosing)
  act(() => dialog.close())
  expect(linker.calls).toEqual([['close']])
})

test('S6 M: a status inside the dialog announces what was copied, failed or is unknown', async () => {
  const { dialog, show } = open()
  show(choosing)
  // The toast region exists before the first toast.
  await waitFor(() => expect(dialog.querySelector('.hawser-toasts')).toBeTruthy())
  for (const [message, text] of [
    ['linkCopied', 'Link copied'],
    ['failedToCopy', 'Failed to copy'],
    ['failedPreloading', 'Failed preloading'],
    ['unknownError', 'Unknown Error'],
  ] as const) {
    const kind = message === 'linkCopied' ? 'success' : 'error'
    show({ ...choosing, toast: { kind, message, text: undefined } })
    const toast = dialog.querySelector('[role="status"] .hawser-toast')
    expect(toast?.textContent).toBe(text)
    expect(toast?.getAttribute('data-kind')).toBe(kind)
  }
  show({ ...choosing, toast: { kind: 'error', message: 'unknownError', text: 'The registry answered 503.' } })
  expect(dialog.querySelector('.hawser-toast')?.textContent).toBe('The registry answered 503.')
  show(choosing)
  expect(dialog.querySelector('.hawser-toast')).toBeNull()
})

test('F10a shows a link that could not be copied as selected', async () => {
  const { show } = open()
  show({ ...choosing, isLinkShown: true })
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Copy this link yourself:', {}, { timeout: 20_000 })
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.value).toBe(choosing.pairingUri)
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length])
  show(choosing)
  expect(screen.queryByLabelText('Copy this link yourself:')).toBeNull()
})

test('a live region announces every change of state', async () => {
  const { dialog, show } = open(choosing)
  const said = () => dialog.querySelector('p[role="status"]')?.textContent
  // These texts load with the later views.
  show(inView('DesktopConnecting', 'desktop'))
  expect(said()).toBe('')
  await waitFor(() => expect(said()).toBe('Continue in Rainbow...'), { timeout: 20_000 })
  const explorer = { ...choosing, view: { name: 'WalletExplorer' } } as const
  const wallet = { id: '1', accountId: 'eip155:1:0xab', walletName: undefined, linkedAt: 1 } as const
  const proving = { status: 'proving', connection, accountId: 'eip155:1:0xab', attempt: 1, choice: undefined } as const
  for (const [state, text] of [
    [choosing, ''],
    [{ ...choosing, relay: 'slow' }, 'Connecting…'],
    [{ ...choosing, flow: failed('relayUnreachable') }, 'No connection to the relay. The code cannot work without it.'],
    [{ ...choosing, flow: failed('declined') }, 'Connection declined.'],
    [inView('DesktopConnecting', 'desktop'), 'Continue in Rainbow...'],
    [inView('WebConnecting', 'web'), 'Continue in Rainbow...'],
    [inView('MobileConnecting', 'mobile', { platform: phone }), "Tap 'Open' to continue…"],
    [{ ...choosing, view: { name: 'InstallWallet', listing: rainbow } }, 'Not Detected'],
    [explorer, '68 wallets'],
    [{ ...explorer, explorer: { ...choosing.explorer, total: 1 } }, '1 wallet'],
    [{ ...explorer, explorer: { ...choosing.explorer, entries: [] } }, 'No results found'],
    [{ ...explorer, explorer: { ...choosing.explorer, status: 'loading' } }, 'Loading...'],
    [{ ...choosing, flow: { ...proving, step: 'challenge' } }, 'Prepare the message'],
    [{ ...choosing, flow: { ...proving, step: 'signature' } }, 'Sign it in the wallet'],
    [{ ...choosing, flow: { ...proving, step: 'checking' } }, 'Check the signature'],
    [{ ...choosing, flow: { status: 'linked', wallet, connection, choice: undefined } }, 'Wallet linked'],
    [{ ...choosing, flow: { status: 'connected', connection, choice: undefined } }, 'Wallet connected'],
  ] as const satisfies readonly (readonly [LinkerState, string])[]) {
    show(state)
    expect(said()).toBe(announcementOf(state, en))
    expect(said()?.startsWith(text)).toBe(true)
  }
})

test('theme: mode as a data attribute, variables by CSSOM and only ours', () => {
  const themeVariables: Record<`--hawser-${string}`, string> = JSON.parse('{"--hawser-accent":"#aa0000","color":"red"}')
  const { dialog, show } = open({ ...choosing, options: { themeMode: 'dark', themeVariables } })
  expect(dialog.dataset.theme).toBe('dark')
  expect(dialog.style.getPropertyValue('--hawser-accent')).toBe('#aa0000')
  expect(dialog.style.getPropertyValue('color')).toBe('')
  show({ ...choosing, options: {} })
  expect(dialog.dataset.theme).toBe('auto')
  expect(dialog.style.getPropertyValue('--hawser-accent')).toBe('')
})

test('messages: a host overrides any text, language and direction; the rest stays English', () => {
  const { dialog } = open(choosing, { connectYourWallet: 'ربط محفظتك', language: 'ar', direction: 'rtl' })
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('ربط محفظتك')
  expect(screen.getByText('Scan with your wallet')).toBeTruthy()
  expect([dialog.lang, dialog.dir]).toEqual(['ar', 'rtl'])
})

test('the purpose of the modal gives its title, name, end and announcements', async () => {
  const accountId = 'eip155:1:0x52908400098527886E0F7030069857D2E4169EE7'
  const wallet = { id: 'w', accountId, walletName: undefined, linkedAt: 1 } as const
  const { dialog, show } = open()
  const said = () => dialog.querySelector('p[role="status"]')?.textContent
  const heading = () => screen.getByRole('heading', { level: 2 }).textContent
  for (const [purpose, outcome, title, end, detail] of [
    [
      { kind: 'signIn' },
      { kind: 'signIn', wallet },
      'Sign in with your wallet',
      'Signed in',
      'You signed in with 0x5290…9EE7.',
    ],
    [
      { kind: 'unlink', walletId: 'w', accountId },
      { kind: 'unlink', walletId: 'w' },
      'Unlink your wallet',
      'Wallet unlinked',
      '0x5290…9EE7 is no longer linked to your account.',
    ],
    [
      { kind: 'release' },
      { kind: 'release' },
      'Take back your wallet',
      'Wallet taken back',
      'No other account on this site holds it now.',
    ],
  ] as const) {
    show({ ...choosing, purpose })
    await waitFor(() => expect(heading()).toBe(title))
    expect(dialog.getAttribute('aria-label')).toBe(title)
    const done = { status: 'done', outcome, connection, choice: undefined } as const
    show({ ...choosing, purpose, flow: done })
    await waitFor(() => expect(heading()).toBe(end), { timeout: 20_000 })
    expect(screen.getByText(detail)).toBeTruthy()
    expect(said()).toBe(end)
  }
  // The `link` purpose uses its own texts again.
  show(choosing)
  expect(heading()).toBe('Connect your wallet')
})

test('explains a refusal of a purpose in words, also for a link', async () => {
  const { show } = open()
  const refusal = (code: FailureCode, reason?: string) => ({
    ...choosing,
    flow: { ...failed('linkRefused'), error: { kind: 'linkRefused', code, reason, message: '' } } as const,
  })
  const unlinking = { kind: 'unlink', walletId: 'w', accountId: 'eip155:1:0xab' } as const
  for (const [purpose, code, title, text] of [
    [{ kind: 'signIn' }, 'wallet_not_linked', 'You are not signed in', /^You cannot sign in with this wallet/],
    [unlinking, 'account_differs', 'Wallet not unlinked', /^The wallet shared another account/],
    [unlinking, 'last_factor', 'Wallet not unlinked', /^This is your last way/],
    [unlinking, 'not_found', 'Wallet not unlinked', /^This wallet is no longer linked/],
    [{ kind: 'link' }, 'proof_required', 'Wallet not linked', /^Sign in to this site again/],
    [{ kind: 'release' }, 'link_refused', 'Wallet not taken back', /^Something went wrong \(some_code\)/],
  ] as const) {
    show({ ...refusal(code, 'some_code'), purpose })
    await waitFor(() => expect(screen.getByText(text)).toBeTruthy(), { timeout: 20_000 })
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(title)
  }
})

test('V1: the wallets appear once the code is drawn, and stay when the modal opens again', async () => {
  const { dialog, show } = open()
  show(choosing)
  expect(dialog.querySelector('.hawser-qr-code')).toBeTruthy()
  expect(screen.getByRole('list', { name: 'Desktop' }).getAttribute('aria-busy')).toBe('true')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Rainbow' })).toBeTruthy(), { timeout: 20_000 })
  expect(screen.getByRole('list', { name: 'Desktop' }).getAttribute('aria-busy')).toBe('false')
  show(closed)
  show(choosing)
  expect(screen.getByRole('button', { name: 'Rainbow' })).toBeTruthy()
})

test('the later views load after the first is drawn', async () => {
  const { show } = open()
  show(choosing)
  show(inView('DesktopConnecting', 'desktop'))
  expect(screen.getByText('Loading...')).toBeTruthy()
  // In the view, and in its announcement.
  await waitFor(() => expect(screen.getAllByText('Continue in Rainbow...')).toHaveLength(2), { timeout: 20_000 })
})

test('a failure that only a later view shows gets its words once they are loaded', async () => {
  const { dialog, show } = open()
  const said = () => dialog.querySelector('p[role="status"]')?.textContent
  const error = { kind: 'linkRefused', code: 'sign_in_needed', message: '' } as const
  show({ ...choosing, flow: { status: 'failed', error, choice: undefined, retry: { step: 'pairing' } } })
  expect(said()).toBe('')
  await waitFor(() => expect(said()).toBe('Sign in first. Sign in to this site, then try again.'), { timeout: 20_000 })
})

test('the open modal has at most 200 elements', () => {
  const { dialog, show } = open()
  show(choosing)
  expect(dialog.querySelectorAll('*').length).toBeLessThanOrEqual(200)
})
