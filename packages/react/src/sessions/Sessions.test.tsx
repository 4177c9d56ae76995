// @vitest-environment happy-dom
import type { KeptSessionsState, LinkerState } from '@hawser/core'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { MissingLinkerError } from '../errors.ts'
import { closed, createScriptedLinker } from '../linkerStates.fixture.ts'
import { LinkerProvider, type LinkerProviderProps } from '../provider/LinkerProvider.tsx'
import { Sessions } from './Sessions.tsx'
import { bareSession, ended, longSession, rainbowSession } from './sessionsStates.fixture.ts'

afterEach(cleanup)

const ready: KeptSessionsState = { status: 'ready', sessions: [rainbowSession, longSession], ended: [] }

function show(keptSessions: KeptSessionsState | undefined, more: Partial<LinkerProviderProps> = {}) {
  const state = (next: KeptSessionsState | undefined): LinkerState =>
    next === undefined ? closed : { ...closed, keptSessions: next }
  const linker = createScriptedLinker(state(keptSessions))
  render(
    <LinkerProvider linker={linker} preload="intent" {...more}>
      <Sessions />
    </LinkerProvider>,
  )
  return {
    linker,
    user: userEvent.setup(),
    to: (next: KeptSessionsState) => act(() => linker.show(state(next))),
  }
}

const rowOf = (name: string) => screen.getByRole('listitem', { name })
const focused = () => document.activeElement?.textContent

test('requests the sessions once, when the first list shows them', () => {
  const { linker, to } = show(undefined)
  expect(linker.calls).toEqual([['loadSessions']])
  const region = screen.getByRole('region', { name: 'Connected wallets' })
  expect(region.getAttribute('aria-busy')).toBe('true')
  expect(within(region).getByText('Loading…')).toBeDefined()
  to({ ...ready, sessions: [] })
  expect(screen.getByText('No wallet is connected.')).toBeDefined()
  expect(region.getAttribute('aria-busy')).toBe('false')
  expect(linker.calls).toHaveLength(1)
})

test('every session: name, picture, host, accounts, networks, methods, end', () => {
  show({ ...ready, sessions: [rainbowSession, longSession, bareSession] })
  const rainbow = within(rowOf('Rainbow'))
  expect(rainbow.getByText(/^verified: rainbow\.me/)).toBeDefined()
  expect(rainbow.getByText('0xab16…fcdb').title).toBe('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb')
  for (const text of ['Ethereum', 'Polygon', 'personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4']) {
    expect(rainbow.getByText(text), text).toBeDefined()
  }
  expect(rowOf('Rainbow').querySelector('time')?.dateTime).toBe('2025-11-21T08:05:45.000Z')
  expect(rowOf('Rainbow').querySelector('img')?.src).toMatch(/^data:image\/svg/)
  const long = within(rowOf(longSession.walletName ?? ''))
  expect(long.getByText(`says it is from ${longSession.host}`)).toBeDefined()
  // A network without a name shows its id.
  expect(long.getByText('eip155:424242')).toBeDefined()
  const bare = within(rowOf('Unnamed wallet'))
  expect(bare.queryByText('Accounts')).toBeNull()
})

test('disconnecting asks first, with the focus on the safe answer, and Escape cancels it', async () => {
  const { linker, user } = show(ready)
  const trigger = screen.getByRole('button', { name: 'Disconnect Rainbow' })
  await user.click(trigger)
  const question = screen.getByRole('group', { name: /^Disconnect Rainbow\?/ })
  expect(trigger.getAttribute('aria-expanded')).toBe('true')
  expect(focused()).toBe('Cancel')
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('group')).toBeNull()
  expect(document.activeElement).toBe(trigger)
  await user.keyboard('{Enter}')
  expect(focused()).toBe('Cancel')
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(trigger)
  expect(question.isConnected).toBe(false)
  expect(linker.calls).toEqual([])
})

test('with the keyboard alone: disconnects one, announces it, and keeps the focus', async () => {
  const { linker, user, to } = show(ready)
  screen.getByRole('button', { name: 'Disconnect Rainbow' }).focus()
  await user.keyboard('{Enter}{Shift>}{Tab}{/Shift}')
  expect(focused()).toBe('Disconnect')
  await user.keyboard('{Enter}')
  expect(linker.calls).toEqual([['revokeSession', rainbowSession.topic]])
  to({ ...ready, sessions: [longSession] })
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Rainbow is disconnected.')
  expect(focused()).toBe('Connected wallets')
  // A single session has no "Disconnect all".
  expect(screen.queryByRole('button', { name: 'Disconnect all' })).toBeNull()
})

test('disconnect all asks first too', async () => {
  const { linker, user, to } = show(ready)
  await user.click(screen.getByRole('button', { name: 'Disconnect all' }))
  expect(focused()).toBe('Cancel')
  await user.keyboard('{Escape}')
  expect(focused()).toBe('Disconnect all')
  await user.keyboard('{Enter}')
  const question = screen.getByRole('group', { name: /^Disconnect all wallets\?/ })
  await user.click(within(question).getByRole('button', { name: 'Disconnect all' }))
  expect(linker.calls).toEqual([['revokeAllSessions']])
  to({ ...ready, sessions: [] })
  expect(screen.getByText('All wallets are disconnected.')).toBeDefined()
  expect(focused()).toBe('Connected wallets')
})

test('asks only one question at a time', async () => {
  const { user } = show(ready)
  await user.click(screen.getByRole('button', { name: 'Disconnect all' }))
  await user.click(screen.getByRole('button', { name: 'Disconnect Rainbow' }))
  expect(screen.getAllByRole('group')).toHaveLength(1)
})

test('a wallet that ends its session meanwhile removes the question, and keeps the focus', async () => {
  const { user, to } = show(ready)
  await user.click(screen.getByRole('button', { name: 'Disconnect Rainbow' }))
  to({ ...ready, sessions: [longSession], ended: [{ ...ended[0], walletName: 'Rainbow' }] })
  expect(screen.queryByRole('group')).toBeNull()
  expect(focused()).toBe('Connected wallets')
  expect(screen.getByText('Rainbow has ended its connection to this page.')).toBeDefined()
})

test('complaint 13: a live region names sessions that ended without the visitor until read', async () => {
  const { linker, user, to } = show({ ...ready, ended })
  const told = screen.getByText('Trust Wallet has ended its connection to this page.')
  expect(told.closest('[role="status"]')).not.toBeNull()
  expect(screen.getByText('The connection to Unnamed wallet has expired.')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Got it' }))
  expect(linker.calls).toEqual([['dismissEndedSessions']])
  to(ready)
  expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull()
  expect(focused()).toBe('Connected wallets')
})

test('a failed list offers Retry', async () => {
  const { linker, user } = show({ ...ready, status: 'failed', sessions: [] })
  expect(screen.getByRole('alert').textContent).toContain('The connected wallets could not be loaded.')
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(linker.calls).toEqual([['loadSessions']])
})

test('C12: in the language and digits of the page or provider, the host’s own texts before all', async () => {
  show(ready, { locale: 'fa', messages: { sessions: { disconnectAll: 'X' } } })
  await screen.findByText('کیف پول‌های متصل')
  const region = screen.getByRole('region')
  expect([region.lang, region.dir]).toEqual(['fa', 'rtl'])
  expect(screen.getByRole('button', { name: 'X' })).toBeDefined()
  expect(region.querySelector('time')?.textContent).toMatch(/[۰-۹]/)
  // A wallet's own name keeps its direction, and machine-readable texts are left to right.
  expect(rowOf('Rainbow').querySelector('bdi')?.textContent).toBe('Rainbow')
  for (const code of region.querySelectorAll('code')) expect(code.dir).toBe('ltr')
})

test('theme: the host’s mode and variables', () => {
  const options = { themeMode: 'dark', themeVariables: { '--hawser-accent': '#ff0000', color: 'red' } } as const
  const linker = createScriptedLinker({ ...closed, options: { ...options }, keptSessions: ready })
  render(
    <LinkerProvider linker={linker} preload="intent">
      <Sessions />
    </LinkerProvider>,
  )
  const region = screen.getByRole('region')
  expect(region.dataset.theme).toBe('dark')
  expect(region.style.getPropertyValue('--hawser-accent')).toBe('#ff0000')
  expect(region.style.color).toBe('')
})

test('outside a provider it says so', () => {
  expect(() => render(<Sessions />)).toThrow(MissingLinkerError)
})
