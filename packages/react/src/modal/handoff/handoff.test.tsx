// @vitest-environment happy-dom
import type { HandoffDigits, HandoffScreenState, LinkerState } from '@hawser/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { accountId, choosing, createScriptedLinker, rainbow } from '../../linkerStates.fixture.ts'
import { en } from '../../messages/modal/en.ts'
import { WalletOffer } from '../choice/WalletOffer.tsx'
import { drawQr, quietZone } from '../code/qrDrawing.ts'
import { LaterView } from '../later/LaterView.tsx'

afterEach(cleanup)

const token = `${'7f'.repeat(11)}.${'Sf'.repeat(21)}A`
const address = `https://accounts.a-company-with-a-name.example/api/link/handoff#h=${token}`
const digits: HandoffDigits = {
  step: 'digits',
  accountId,
  walletName: 'Rainbow',
  attemptsLeft: 2,
  secondsLeft: 107,
  isChecking: false,
  problem: undefined,
}

function stateOf(handoff: HandoffScreenState): LinkerState {
  return { ...choosing, view: { name: 'Handoff' }, canGoBack: true, handoff }
}

function show(handoff: HandoffScreenState, more: Partial<LinkerState> = {}) {
  const linker = createScriptedLinker(choosing)
  const { calls } = linker
  const view = (next: HandoffScreenState) => (
    <LaterView state={{ ...stateOf(next), ...more }} linker={linker} messages={en} />
  )
  const { rerender } = render(view(handoff))
  return { calls, update: (next: HandoffScreenState) => rerender(view(next)) }
}

describe('the handoff on a desktop', () => {
  test('is offered beside the wallets if the linker offers it', () => {
    const linker = createScriptedLinker(choosing)
    const { calls } = linker
    const offer = (state: LinkerState) => <WalletOffer state={state} linker={linker} messages={en} label="Desktop" />
    const { rerender } = render(offer(choosing))
    expect(screen.queryByRole('button', { name: 'Use a wallet on your phone' })).toBeNull()
    rerender(offer({ ...choosing, handoff: { step: 'offered' } }))
    fireEvent.click(screen.getByRole('button', { name: 'Use a wallet on your phone' }))
    expect(calls).toEqual([['startHandoff']])
  })

  test('shows the code, three steps and the time until the next code', async () => {
    show({ step: 'code', address, secondsLeft: 272 })
    expect(await screen.findByRole('img', { name: 'QR code for the camera of your phone' })).toBeTruthy()
    expect(screen.getByText('Scan with your phone’s camera')).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
    expect(screen.getByRole('timer').textContent).toBe('New code in 4:32')
    expect(document.body.innerHTML).not.toContain(token)
  })

  test.each(['code', 'noWallet'] as const)('says where the chosen wallet is available: %s', async (step) => {
    const state = { step, address, secondsLeft: 272 }
    const listing = { ...rainbow, homepage: 'https://rainbow.me' }
    show(state, { view: { name: 'Handoff', listing } })
    const link = await screen.findByRole('link', { name: 'Get Rainbow' })
    expect(link.getAttribute('href')).toMatch(/^https:\/\/rainbow\.me\/?$/)
    expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
    cleanup()
    // No wallet was chosen, or the chosen wallet has no known download page.
    const nowhere = { ...listing, homepage: undefined, app: {} }
    for (const view of [{ name: 'Handoff' }, { name: 'Handoff', listing: nowhere }] as const) {
      show(state, { view })
      expect(await screen.findByRole('timer')).toBeTruthy()
      expect(screen.queryByRole('link')).toBeNull()
      cleanup()
    }
  })

  test('its code is of version 6 at most, for an address of ordinary length', () => {
    const modules = drawQr(address, { hasIcon: false }).size - 2 * quietZone
    expect((modules - 17) / 4).toBeLessThanOrEqual(6)
  })

  test.each([
    ['123 456', '123456'],
    ['۱۲۳-۴۵۶', '123456'],
    ['Code: 123456.', '123456'],
    ['１２３　４５６', '123456'],
    ['१२३४५६', '123456'],
    ['١٢٣\u00a0٤٥٦', '123456'],
    ['๑๒๓-๔๕๖', '123456'],
    // Digit sets that follow each other without a gap.
    ['𝟏𝟐𝟑𝟜𝟝𝟞', '123456'],
    ['\u200f123456\u200e', '123456'],
    ['1234567', '123456'],
  ])('takes typed or pasted digits: %s', async (typed, sentDigits) => {
    const { calls } = show(digits)
    const input = await screen.findByRole('textbox', { name: 'Six digits from your phone' })
    expect(document.activeElement).toBe(input)
    expect([input.getAttribute('inputmode'), input.getAttribute('autocomplete')]).toEqual(['numeric', 'one-time-code'])
    fireEvent.change(input, { target: { value: typed } })
    fireEvent.click(screen.getByRole('button', { name: en.linkWallet }))
    expect(calls).toEqual([['finishHandoff', sentDigits]])
  })

  test('says what is wrong with the digits, in the input’s own description', async () => {
    const { calls, update } = show(digits)
    const input = await screen.findByRole('textbox')
    fireEvent.change(input, { target: { value: '123' } })
    fireEvent.click(screen.getByRole('button', { name: en.linkWallet }))
    expect(calls).toEqual([])
    expect(screen.getByRole('alert').textContent).toBe('Type all six digits.')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
    fireEvent.change(input, { target: { value: '123456' } })
    update({ ...digits, problem: 'digits_wrong' })
    expect(screen.getByRole('alert').textContent).toBe('These are not the right digits. Attempts left: 2')
  })

  test.each([
    ['elsewhere', 'The code was opened in a second place'],
    ['time', 'The time ran out'],
    ['digits', 'The digits were wrong three times.'],
    ['declined', 'It was declined on the phone.'],
    ['taken', en.alreadyLinked],
    ['link_refused', '(link_refused)'],
  ] as const)('says how it ended, and offers the next step: %s', async (code, text) => {
    const { calls } = show({ step: 'failed', code })
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    fireEvent.click(screen.getByRole('button', { name: en.retry }))
    expect(calls).toEqual([['startHandoff']])
  })

  test('a phone without a wallet shows the button to press there, and a new code', async () => {
    const { calls } = show({ step: 'noWallet', secondsLeft: 200 })
    expect(await screen.findByText('The browser of your phone has no wallet')).toBeTruthy()
    expect(screen.getByText(/“Open in a wallet on this phone”/)).toBeTruthy()
    expect(screen.getByRole('timer').textContent).toBe('3:20 left')
    fireEvent.click(screen.getByRole('button', { name: 'Show a new code' }))
    expect(calls).toEqual([['startHandoff']])
  })

  test('leads a visitor who has signed out to a reload, since another code would fail too', async () => {
    const { calls } = show({ step: 'failed', code: 'not_signed_in' })
    expect((await screen.findByRole('alert')).textContent).toContain(en.notSignedIn)
    expect(screen.getByRole('button', { name: en.reload })).toBeTruthy()
    expect(screen.queryByRole('button', { name: en.retry })).toBeNull()
    expect(calls).toEqual([])
  })

  test('a link can be undone in its success view', async () => {
    const wallet = { id: '1', accountId, walletName: 'Rainbow', linkedAt: 1 } as const
    const flow = { status: 'linked', wallet, connection: undefined, choice: undefined } as const
    const { calls, update } = show({ step: 'linked', canUndo: true }, { flow })
    expect(screen.getByRole('heading', { name: en.walletLinked })).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(calls).toEqual([['undoHandoff']])
    update({ step: 'undone' })
    expect(await screen.findByText('The wallet is no longer linked.')).toBeTruthy()
  })
})
