// @vitest-environment happy-dom
import type { Linker, LinkerEvent, LinkerState } from '@hawser/core'
import { LinkerProvider } from '@hawser/react'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { App } from './App.tsx'
import { asksInOneTap, keepsSessions } from './createPageLinker.ts'
import type { Answer, HostClient } from './hostClient.ts'
import { de } from './messages/de.ts'
import { en } from './messages/en.ts'
import type { PageContext } from './pageContext.ts'
import type { PageData } from './pageData.ts'
import { Unreachable } from './Unreachable.tsx'

afterEach(() => {
  cleanup()
  location.hash = ''
})

const pageData = {
  relayUrl: 'ws://localhost:4402',
  registryUrl: 'http://localhost:4403',
  walletUrl: 'http://localhost:4401',
  linkUrl: '/link',
  chains: ['eip155:1'],
  visitorLabel: 'visitor-bk7d',
  accountName: undefined,
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

const done: Answer<undefined> = { isDone: true, value: undefined }
const refused = (code: string, retryAfterSeconds = 0) => ({ isDone: false, code, retryAfterSeconds }) as const

/** A client that notes what it is asked, and answers what the test says. */
function createScriptedClient(answers: Partial<HostClient> = {}) {
  const asked: unknown[] = []
  const note =
    (name: string) =>
    async (...given: unknown[]) => {
      asked.push([name, ...given])
      return done
    }
  const client: HostClient = {
    signUp: note('signUp'),
    signIn: note('signIn'),
    signOut: note('signOut'),
    endSession: note('endSession'),
    endOtherSessions: note('endOtherSessions'),
    renameWallet: note('renameWallet'),
    makePrimary: note('makePrimary'),
    sessions: async () => ({ isDone: true, value: [] }),
    history: async () => ({ isDone: true, value: { events: [], before: undefined } }),
    ...answers,
  }
  return { client, asked }
}

type Rendered = { readonly data?: Partial<PageData>; readonly keepsSessions?: boolean } & Partial<PageContext>

function renderApp(linkedWallets: LinkedWalletsState, { data, ...changed }: Rendered = {}) {
  const scripted = createScriptedLinker(linkedWallets)
  const page = {
    pageData: { ...pageData, ...data },
    client: createScriptedClient().client,
    texts: en,
    locale: 'en',
    onLocaleChosen: () => {},
    onVisitorChanged: () => {},
    ...changed,
  } as const
  render(
    <LinkerProvider linker={scripted.linker} preload="intent">
      <App {...page} />
    </LinkerProvider>,
  )
  return scripted
}

const none = { status: 'ready', wallets: [], error: undefined } as const
const one = { status: 'ready', wallets: [wallet], error: undefined } as const

async function goTo(hash: string): Promise<void> {
  await act(async () => {
    location.hash = hash
    dispatchEvent(new Event('hashchange'))
  })
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

test('App: Unlink asks first, with the focus on Keep; the answer is sent once and the focus stays in the section', () => {
  const { sent } = renderApp(one)
  const unlink = screen.getByRole('button', { name: /^Unlink Hawser Demo Wallet/ })
  act(() => unlink.click())
  const question = screen.getByRole('group', { name: 'Unlink Hawser Demo Wallet?' })
  const keep = within(question).getByRole('button', { name: 'Keep' })
  expect(document.activeElement).toBe(keep)
  act(() => keep.click())
  expect([screen.queryByRole('group'), document.activeElement, sent]).toEqual([null, unlink, []])
  act(() => unlink.click())
  act(() => within(screen.getByRole('group')).getByRole('button', { name: 'Unlink' }).click())
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
  renderApp(none)
  expect(screen.getByRole('link', { name: /^Keep wallets connected/ }).getAttribute('href')).toBe('?keep')
  expect(screen.queryByRole('region', { name: 'Connected wallets' })).toBeNull()
  cleanup()
  const { sent } = renderApp(none, { keepsSessions: true })
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
  renderApp({ status: 'ready', wallets: [], error: undefined }, { data: { walletUrl: 'http://192.0.2.7:4401' } })
  expect(screen.queryByText(/Choose “Hawser Demo Wallet”/)).toBeNull()
  expect(screen.getByRole('link', { name: /demo wallet/ }).getAttribute('href')).toBe('http://192.0.2.7:4401')
})

test('App: says so when the browser keeps no cookies', () => {
  renderApp({ status: 'ready', wallets: [], error: undefined })
  expect(screen.queryByRole('alert')).toBeNull()
  cleanup()
  renderApp({ status: 'ready', wallets: [], error: undefined }, { data: { isRemembered: false } })
  expect(screen.getByRole('alert').textContent).toContain('cookies')
})

test('App: who has an account goes by its name, and is told how the signed text calls them if not by it', () => {
  renderApp(none, { data: { accountName: 'سارا' } })
  expect(screen.getByRole('button', { name: 'Account سارا' })).toBeDefined()
  expect(screen.getByText(/The text a wallet signs calls you visitor-bk7d/)).toBeDefined()
})

test('App: a wallet says its chain, names, times and whether it is the primary one or needs a new proof', () => {
  const labelled = {
    ...wallet,
    label: 'Savings',
    isPrimary: true,
    lastUsedAt: 1_710_000_000_000,
    status: 'stale',
  } as const
  renderApp({ ...one, wallets: [labelled, { ...wallet, id: 'w2' }] })
  const [first, second] = screen.getAllByRole('listitem').filter((row) => row.textContent.includes('eip155:1:'))
  for (const text of ['Savings', 'Primary', 'Needs a new proof', 'Ethereum', 'Hawser Demo Wallet', 'last used'])
    expect(first?.textContent).toContain(text)
  for (const text of ['Primary', 'Needs a new proof', 'last used']) expect(second?.textContent).not.toContain(text)
})

test('App: a wallet is renamed and made primary, and the list asked for anew', async () => {
  const { client, asked } = createScriptedClient()
  const { sent } = renderApp(one, { client })
  const rename = screen.getByRole('button', { name: /^Rename: Hawser Demo Wallet/ })
  act(() => rename.click())
  const input = screen.getByRole('textbox', { name: 'Name of this wallet' })
  expect(document.activeElement).toBe(input)
  fireEvent.change(input, { target: { value: ' Savings ' } })
  await act(async () => screen.getByRole('button', { name: 'Save' }).click())
  expect(document.activeElement).toBe(rename)
  await act(async () => screen.getByRole('button', { name: /^Make primary/ }).click())
  expect(asked).toEqual([
    ['renameWallet', 'w1', 'Savings'],
    ['makePrimary', 'w1'],
  ])
  expect(sent).toEqual([{ type: 'linkedWalletsWanted' }, { type: 'linkedWalletsWanted' }])
})

test('App: an empty name is taken away, and a change that failed is said in the row', async () => {
  const asked: unknown[] = []
  const renameWallet: HostClient['renameWallet'] = async (...given) => {
    asked.push(given)
    return refused('unreachable')
  }
  renderApp(one, { client: createScriptedClient({ renameWallet }).client })
  act(() => screen.getByRole('button', { name: /^Rename/ }).click())
  await act(async () => screen.getByRole('button', { name: 'Save' }).click())
  expect(asked).toEqual([['w1', undefined]])
  expect(screen.getByRole('alert').textContent).toContain('did not work')
})

test('App: pages have addresses; the title of the one that was gone to has the focus', async () => {
  renderApp(none)
  expect(document.title).toBe('Your wallets · Demo host app')
  await goTo('#sessions')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Sessions' }))
  expect(document.title).toBe('Sessions · Demo host app')
  expect(screen.getByRole('link', { name: 'Sessions' }).getAttribute('aria-current')).toBe('page')
  await goTo('#nothing-such')
  expect(screen.getByRole('heading', { level: 1, name: 'Your wallets' })).toBeDefined()
})

test('App: sign-up says what is wrong beside the field, which gets the focus; then the page begins anew', async () => {
  const { client, asked } = createScriptedClient()
  let changes = 0
  renderApp(none, { client, onVisitorChanged: () => (changes += 1) })
  await goTo('#sign-up')
  const [name, password] = [screen.getByLabelText('Name'), screen.getByLabelText('Password')]
  const submit = () => act(async () => screen.getByRole('button', { name: 'Sign up' }).click())
  fireEvent.change(name, { target: { value: 'Ad' } })
  await submit()
  expect(document.activeElement).toBe(name)
  expect([name.getAttribute('aria-invalid'), password.getAttribute('aria-invalid')]).toEqual(['true', 'false'])
  const described = name.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain('3 to 32 visible')
  fireEvent.change(name, { target: { value: 'Ada' } })
  await submit()
  expect(document.activeElement).toBe(password)
  fireEvent.change(password, { target: { value: 'correct horse' } })
  expect(asked).toEqual([])
  await submit()
  expect(asked).toEqual([['signUp', { name: 'Ada', password: 'correct horse' }]])
  expect(changes).toBe(1)
  expect([name, password].map((input) => input.getAttribute('autocomplete'))).toEqual(['username', 'new-password'])
})

test.each([
  [refused('sign_in_refused'), 'Name and password do not match.'],
  [refused('too_many_sign_ins', 61), 'Too many tries. Try again in 2 min.'],
  [refused('unreachable'), 'This page cannot reach its server.'],
  [refused('something new'), 'That did not work. Try again.'],
])('App: sign-in that was refused with %j says so, with the focus on it', async (answer, text) => {
  renderApp(one, { client: createScriptedClient({ signIn: async () => answer }).client })
  await goTo('#sign-in')
  expect(screen.getByText(/wallets you linked as visitor-bk7d are unlinked/)).toBeDefined()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ada' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'correct horse' } })
  await act(async () => screen.getByRole('button', { name: 'Sign in' }).click())
  expect(screen.getByRole('alert').textContent).toBe(text)
  expect(document.activeElement).toBe(screen.getByRole('alert'))
})

test('App: the menu signs out, and closes with Escape', async () => {
  const { client, asked } = createScriptedClient()
  let changes = 0
  renderApp(none, { client, data: { accountName: 'Ada' }, onVisitorChanged: () => (changes += 1) })
  const button = screen.getByRole('button', { name: 'Account Ada' })
  act(() => button.click())
  expect(button.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(screen.getByRole('button', { name: 'Sign out' }), { key: 'Escape' })
  expect([button.getAttribute('aria-expanded'), document.activeElement]).toEqual(['false', button])
  act(() => button.click())
  await act(async () => screen.getByRole('button', { name: 'Sign out' }).click())
  expect([asked, changes]).toEqual([[['signOut']], 1])
})

const mine = { id: 's1', browser: 'Firefox', system: 'Linux', startedAt: 1, seenAt: 2, isCurrent: true }
const other = { ...mine, id: 's2', browser: undefined, system: undefined, isCurrent: false }

test('App: sessions are listed, and ended singly or all others at once', async () => {
  const { client, asked } = createScriptedClient({ sessions: async () => ({ isDone: true, value: [mine, other] }) })
  renderApp(none, { client })
  await goTo('#sessions')
  const rows = await screen.findAllByRole('listitem')
  expect(rows[0]?.textContent).toContain('Firefox on LinuxThis session')
  expect(within(rows[0] ?? document.body).queryByRole('button')).toBeNull()
  await act(async () => screen.getByRole('button', { name: 'End session: Unknown browser' }).click())
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  await act(async () => screen.getByRole('button', { name: 'End all other sessions' }).click())
  expect(asked).toEqual([['endSession', 's2'], ['endOtherSessions']])
})

test('App: sessions and activity that could not be loaded say so, and Retry asks again', async () => {
  let asked = 0
  const fail = async () => {
    asked += 1
    return refused('unreachable')
  }
  renderApp(none, { client: createScriptedClient({ sessions: fail, history: fail }).client })
  for (const hash of ['#sessions', '#activity']) {
    await goTo(hash)
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded')
    await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
  }
  expect(asked).toBe(4)
})

test('App: activity is shown page by page, or that there is none', async () => {
  const event = { number: 2, type: 'renamed', at: 1, accountId: wallet.accountId, walletName: 'W' } as const
  const history: HostClient['history'] = async (before) => ({
    isDone: true,
    value:
      before === undefined
        ? { events: [event], before: 2 }
        : { events: [{ ...event, number: 1, type: 'linked' }], before: undefined },
  })
  renderApp(none, { client: createScriptedClient({ history }).client })
  await goTo('#activity')
  await act(async () => screen.getByRole('button', { name: 'Show older' }).click())
  expect(screen.getAllByRole('listitem').map((row) => row.querySelector('h2')?.textContent)).toEqual([
    'Renamed: W',
    'Linked: W',
  ])
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
  cleanup()
  location.hash = ''
  renderApp(none)
  await goTo('#activity')
  expect(screen.getByText('Nothing has happened yet.')).toBeDefined()
})

test('App: speaks the language it is given, and passes on the one that is chosen', () => {
  const chosen: string[] = []
  renderApp(none, { texts: de, locale: 'de', onLocaleChosen: (locale) => chosen.push(locale) })
  expect(screen.getByText('Noch ist keine Wallet verknüpft.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Wallet verknüpfen' })).toBeDefined()
  fireEvent.change(screen.getByRole('combobox', { name: 'Sprache' }), { target: { value: 'fa' } })
  expect(chosen).toEqual(['fa'])
})

test('Unreachable: says so and offers Retry', () => {
  let retries = 0
  render(<Unreachable texts={en} onRetry={() => (retries += 1)} />)
  expect(screen.getByRole('alert').textContent).toContain('cannot reach its server')
  screen.getByRole('button', { name: 'Retry' }).click()
  expect(retries).toBe(1)
})
