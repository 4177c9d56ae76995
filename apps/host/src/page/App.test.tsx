// @vitest-environment happy-dom
import type { Linker, LinkerEvent, LinkerState } from '@hawser/core'
import { LinkerProvider } from '@hawser/react'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { App } from './App.tsx'
import { asksInOneTap, keepsSessions } from './createPageLinker.ts'
import type { PageData } from './pageData.ts'
import { Unreachable } from './Unreachable.tsx'

afterEach(cleanup)

const pageData = {
  relayUrl: 'ws://localhost:4402',
  registryUrl: 'http://localhost:4403',
  walletUrl: 'http://localhost:4401',
  linkUrl: '/link',
  chains: ['eip155:1'],
  visitorLabel: 'visitor-bk7d',
  isRemembered: true,
} as const

const wallet = {
  id: 'w1',
  accountId: 'eip155:1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  walletName: 'Hawser Demo Wallet',
  linkedAt: 1_700_000_000_000,
} as const

type LinkedWalletsState = LinkerState['linkedWallets']

const closed: Omit<LinkerState, 'linkedWallets'> = {
  flow: { status: 'closed' },
  view: { name: 'ConnectWallet' },
  canGoBack: false,
  wallets: { shown: [], hasMore: false, isReady: true },
  explorer: { status: 'idle', search: '', entries: [], total: 0, isLastPage: true, isUnavailable: false },
  toast: undefined,
  sessions: [],
  platform: { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false },
  installed: [],
  options: {},
  relay: 'waiting',
  pairingUri: undefined,
  codeSecondsLeft: undefined,
  codeRenews: true,
  handOff: 'idle',
  isFramed: false,
}

/** A linker whose state the test sets. */
function createScriptedLinker(linkedWallets: LinkedWalletsState) {
  let state: LinkerState = { ...closed, linkedWallets }
  const listeners = new Set<() => void>()
  const sent: LinkerEvent[] = []
  const linker: Linker = {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send: (event) => sent.push(event),
    preload: async () => {},
    stop: () => {},
  }
  const show = (next: LinkedWalletsState) => {
    state = { ...closed, linkedWallets: next }
    for (const listener of listeners) listener()
  }
  return { linker, sent, show }
}

function renderApp(linkedWallets: LinkedWalletsState, changed: Partial<PageData> = {}) {
  const scripted = createScriptedLinker(linkedWallets)
  render(
    <LinkerProvider linker={scripted.linker} preload="intent">
      <App pageData={{ ...pageData, ...changed }} />
    </LinkerProvider>,
  )
  return scripted
}

test('App: says who the visitor is and that nothing is linked yet', () => {
  renderApp({ status: 'ready', wallets: [], error: undefined })
  expect(screen.getAllByText('visitor-bk7d', { exact: false }).length).toBeGreaterThan(0)
  expect(screen.getByText('No wallet is linked yet.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Link a wallet' })).toBeDefined()
})

test('App: shows account id, wallet name and time of a linked wallet', () => {
  renderApp({ status: 'ready', wallets: [wallet, { ...wallet, id: 'w2', walletName: undefined }], error: undefined })
  const rows = screen.getAllByRole('listitem').filter((row) => row.textContent.includes('eip155:1:'))
  expect(rows).toHaveLength(2)
  expect(rows[0]?.textContent).toContain(wallet.accountId)
  expect(rows[0]?.textContent).toContain('Hawser Demo Wallet')
  expect(rows[0]?.querySelector('time')?.dateTime).toBe('2023-11-14T22:13:20.000Z')
  expect(rows[0]?.querySelector('time')?.textContent).toContain('2023')
  expect(within(rows[1] ?? document.body).getByRole('heading', { name: 'Wallet' })).toBeDefined()
})

test('App: a wallet name is text, whatever is in it', () => {
  const walletName = '<img src=x onerror=alert(1)>'
  renderApp({ status: 'ready', wallets: [{ ...wallet, walletName }], error: undefined })
  expect(screen.getByRole('heading', { name: walletName })).toBeDefined()
  expect(document.querySelector('img[onerror]')).toBeNull()
})

test('App: Unlink asks for it once and keeps the focus in the section', () => {
  const { sent } = renderApp({ status: 'ready', wallets: [wallet], error: undefined })
  act(() => screen.getByRole('button', { name: /^Unlink Hawser Demo Wallet/ }).click())
  expect(sent).toEqual([{ type: 'unlinked', id: 'w1' }])
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Linked wallets' }))
})

test('App: a list that could not be loaded says so, and Retry asks again', () => {
  const error = { kind: 'linkRefused', code: 'link_unavailable', message: 'no answer' } as const
  const { sent, show } = renderApp({ status: 'failed', wallets: [], error })
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded')
  act(() => screen.getByRole('button', { name: 'Retry' }).click())
  expect(sent).toEqual([{ type: 'linkedWalletsWanted' }])
  act(() => show({ status: 'ready', wallets: [wallet], error: undefined }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByText(wallet.accountId)).toBeDefined()
})

test('App: an unlinking that failed is said above the list, which stays', () => {
  const error = { kind: 'linkRefused', code: 'link_unavailable', message: 'no answer' } as const
  renderApp({ status: 'ready', wallets: [wallet], error })
  expect(screen.getByRole('alert').textContent).toContain('did not work')
  expect(screen.getByText(wallet.accountId)).toBeDefined()
})

test('App: connected wallets are shown where they stay connected, and nowhere else', async () => {
  const { linker, sent } = renderApp({ status: 'ready', wallets: [], error: undefined })
  expect(screen.getByRole('link', { name: /^Keep wallets connected/ }).getAttribute('href')).toBe('?keep')
  expect(sent).toEqual([])
  cleanup()
  render(
    <LinkerProvider linker={linker} preload="intent">
      <App pageData={pageData} keepsSessions />
    </LinkerProvider>,
  )
  expect(await screen.findByRole('region', { name: 'Connected wallets' })).toBeDefined()
  await waitFor(() => expect(sent).toEqual([{ type: 'sessionsWanted' }]))
  expect(screen.getByRole('link', { name: /^End connections/ }).getAttribute('href')).toBe('./')
})

test('keepsSessions: what the address asks for', () => {
  expect([keepsSessions({ search: '?keep' }), keepsSessions({ search: '?keep=1' })]).toEqual([true, true])
  expect([keepsSessions({ search: '' }), keepsSessions({ search: '?keeper' })]).toEqual([false, false])
})

test('asksInOneTap: what the address asks for', () => {
  expect([asksInOneTap({ search: '?oneTap' }), asksInOneTap({ search: '?keep' })]).toEqual([true, false])
})

test('App: offers the demo wallet by name only where a link can open it', () => {
  renderApp({ status: 'ready', wallets: [], error: undefined })
  expect(screen.getByText(/Choose “Hawser Demo Wallet”/)).toBeDefined()
  cleanup()
  renderApp({ status: 'ready', wallets: [], error: undefined }, { walletUrl: 'http://192.0.2.7:4401' })
  expect(screen.queryByText(/Choose “Hawser Demo Wallet”/)).toBeNull()
  expect(screen.getByRole('link', { name: /demo wallet/ }).getAttribute('href')).toBe('http://192.0.2.7:4401')
})

test('App: says so when the browser keeps no cookies', () => {
  renderApp({ status: 'ready', wallets: [], error: undefined })
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  renderApp({ status: 'ready', wallets: [], error: undefined }, { isRemembered: false })
  expect(screen.getByRole('alert').textContent).toContain('cookies')
})

test('Unreachable: says so and offers Retry', () => {
  let retries = 0
  render(<Unreachable onRetry={() => (retries += 1)} />)
  expect(screen.getByRole('alert').textContent).toContain('cannot reach its server')
  screen.getByRole('button', { name: 'Retry' }).click()
  expect(retries).toBe(1)
})
