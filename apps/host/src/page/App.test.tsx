// @vitest-environment happy-dom
import type { Linker, LinkerState } from '@hawser/core'
import { LinkerProvider } from '@hawser/react'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { App, Unreachable } from './App.tsx'
import type { Answer, HostClient } from './client/hostClient.ts'
import type { PageData } from './client/pageData.ts'
import { asksInOneTap, keepsSessions } from './linker/createPageLinker.ts'
import { createStepUp } from './linker/createStepUp.ts'
import type { PageContext } from './pages/pageContext.ts'
import { de } from './texts/messages/de.ts'
import { en } from './texts/messages/en.ts'

afterEach(() => {
  cleanup()
  location.hash = ''
})

const pageData: PageData = {
  relayUrl: 'ws://localhost:4402',
  registryUrl: 'http://localhost:4403',
  walletUrl: 'http://localhost:4401',
  linkUrl: '/link',
  statesOrigin: false,
  chains: ['eip155:1'],
  framedBy: [],
  relayReach: undefined,
  visitorLabel: 'visitor-bk7d',
  accountName: undefined,
  mayLinkForMs: undefined,
  isRemembered: true,
}

const wallet = {
  id: 'w1',
  accountId: 'eip155:1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  walletName: 'Hawser Demo Wallet',
  linkedAt: 1_700_000_000_000,
} as const

type LinkedWalletsState = LinkerState['linkedWallets']

const closed: Omit<LinkerState, 'linkedWallets'> = {
  flow: { status: 'closed' },
  purpose: { kind: 'link' },
  view: { name: 'ConnectWallet' },
  canGoBack: false,
  wallets: { shown: [], hasMore: false, isReady: true },
  explorer: { status: 'idle', search: '', entries: [], total: 0, isLastPage: true, isUnavailable: false },
  toast: undefined,
  pairingHistory: [],
  platform: { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false },
  installed: [],
  options: {},
  relay: 'waiting',
  pairingUri: undefined,
  codeSecondsLeft: undefined,
  codeRenews: true,
  appSwitch: 'idle',
  isFramed: false,
}

/** A linker whose state the test sets. */
function createScriptedLinker(linkedWallets: LinkedWalletsState) {
  let state: LinkerState = { ...closed, linkedWallets }
  const listeners = new Set<() => void>()
  const sent: unknown[] = []
  const linker = {
    getState: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    open: (...given) => void sent.push(['open', ...given]),
    close: () => {},
    loadLinkedWallets: () => void sent.push(['loadLinkedWallets']),
    loadHistory: () => void sent.push(['loadHistory']),
    loadSessions: () => void sent.push(['loadSessions']),
    preload: async () => {},
    stop: () => {},
  } satisfies Partial<Linker> as Partial<Linker> as Linker
  const show = (next: LinkedWalletsState, flow = closed.flow) => {
    state = { ...closed, linkedWallets: next, flow }
    for (const listener of listeners) listener()
  }
  return { linker, sent, show }
}

const done: Answer<undefined> = { isDone: true, value: undefined }
const refused = (code: string, retryAfterSeconds = 0) => ({ isDone: false, code, retryAfterSeconds }) as const

/** A client that records its calls, and gives the answers of the test. */
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
    confirmPassword: async (password) => {
      asked.push(['confirmPassword', password])
      return { isDone: true, value: 1_800_000 }
    },
    signOut: note('signOut'),
    endSession: note('endSession'),
    endOtherSessions: note('endOtherSessions'),
    sessions: async () => ({ isDone: true, value: [] }),
    ...answers,
  }
  return { client, asked }
}

type Rendered = { readonly data?: Partial<PageData> } & Partial<PageContext>

function renderApp(linkedWallets: LinkedWalletsState, { data, ...changed }: Rendered = {}) {
  const scripted = createScriptedLinker(linkedWallets)
  const stepUp = createStepUp({ linker: scripted.linker, mayLinkForMs: data?.mayLinkForMs })
  const page = {
    pageData: { ...pageData, ...data },
    stepUp,
    client: createScriptedClient().client,
    texts: en,
    locale: 'en',
    keepsSessions: false,
    onLocaleChosen: () => {},
    onVisitorChanged: () => {},
    ...changed,
  } as const
  render(
    <LinkerProvider linker={stepUp.linker} locale={page.locale} preload="intent">
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

test('App: shows the linked wallets; their history has its own page', async () => {
  const { sent } = renderApp(one)
  const section = screen.getByRole('region', { name: 'Linked wallets' })
  expect(within(section).getByTitle(wallet.accountId).textContent).toBe('0x5aAe…eAed')
  expect(screen.queryByRole('button', { name: 'History' })).toBeNull()
  await goTo('#activity')
  expect(screen.getByRole('region', { name: 'History' })).toBeDefined()
  await waitFor(() => expect(sent).toEqual([['loadHistory']]))
})

test('App: shows connected wallets only where they stay connected', async () => {
  renderApp(none)
  expect(screen.getByRole('link', { name: /^Keep wallets connected/ }).getAttribute('href')).toBe('?keep')
  expect(screen.queryByRole('region', { name: 'Connected wallets' })).toBeNull()
  cleanup()
  const { sent } = renderApp(none, { keepsSessions: true })
  expect(await screen.findByRole('region', { name: 'Connected wallets' })).toBeDefined()
  await waitFor(() => expect(sent).toEqual([['loadSessions']]))
  expect(screen.getByRole('link', { name: /^End connections/ }).getAttribute('href')).toBe('./')
})

test('keepsSessions: follows the address', () => {
  expect([keepsSessions({ search: '?keep' }), keepsSessions({ search: '?keep=1' })]).toEqual([true, true])
  expect([keepsSessions({ search: '' }), keepsSessions({ search: '?keeper' })]).toEqual([false, false])
})

test('asksInOneTap: follows the address', () => {
  expect([asksInOneTap({ search: '?oneTap' }), asksInOneTap({ search: '?keep' })]).toEqual([true, false])
})

test('App: offers the demo wallet by name only if a link can open it', () => {
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

test('App: an account goes by its name, and a different name in the signed text is shown', () => {
  renderApp(none, { data: { accountName: 'سارا' } })
  expect(screen.getByRole('button', { name: 'Account سارا' })).toBeDefined()
  expect(screen.getByText(/The text a wallet signs calls you visitor-bk7d/)).toBeDefined()
})

test('App: pages have addresses; the title of the opened one has the focus', async () => {
  renderApp(none)
  expect(document.title).toBe('Your wallets · Demo host app')
  await goTo('#sessions')
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Sessions' }))
  expect(document.title).toBe('Sessions · Demo host app')
  expect(screen.getByRole('link', { name: 'Sessions' }).getAttribute('aria-current')).toBe('page')
  await goTo('#nothing-such')
  expect(screen.getByRole('heading', { level: 1, name: 'Your wallets' })).toBeDefined()
})

test('App: sign-up shows the mistake beside the field, which gets the focus', async () => {
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
  [refused('too_many_sign_ins', 61), 'Too many attempts. Try again in 2 min.'],
  [refused('unreachable'), 'This page cannot reach its server.'],
  [refused('something new'), 'That did not work. Try again.'],
])('App: a sign-in refused with %j says so, with the focus on it', async (answer, text) => {
  renderApp(one, { client: createScriptedClient({ signIn: async () => answer }).client })
  await goTo('#sign-in')
  expect(screen.getByText(/unlinks the wallets you linked as visitor-bk7d/)).toBeDefined()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Ada' } })
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'correct horse' } })
  await act(async () => screen.getByRole('button', { name: 'Sign in' }).click())
  expect(screen.getByRole('alert').textContent).toBe(text)
  expect(document.activeElement).toBe(screen.getByRole('alert'))
})

const due = { accountName: 'Ada', mayLinkForMs: 0 } as const

test('App: links a wallet after the required password (T-55)', async () => {
  const { client, asked } = createScriptedClient()
  const { sent } = renderApp(none, { client, data: due })
  act(() => screen.getByRole('button', { name: 'Link a wallet' }).click())
  expect(sent).toEqual([])
  const dialog = screen.getByRole('dialog', { name: 'Confirm your password to link a wallet' })
  fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'correct horse' } })
  await act(async () => within(dialog).getByRole('button', { name: 'Confirm' }).click())
  expect(asked).toEqual([['confirmPassword', 'correct horse']])
  expect(sent).toEqual([['open']])
  expect(screen.queryByRole('dialog')).toBeNull()
  // The password counts for a while.
  act(() => screen.getByRole('button', { name: 'Link a wallet' }).click())
  expect(sent).toHaveLength(2)
})

test('App: opens the modal at once if no password is required', () => {
  for (const data of [{}, { accountName: 'Ada', mayLinkForMs: 1_800_000 }]) {
    const { sent } = renderApp(none, { data })
    act(() => screen.getByRole('button', { name: 'Link a wallet' }).click())
    expect(sent).toEqual([['open', undefined]])
    cleanup()
  }
})

test.each([refused('sign_in_refused'), refused('invalid_credentials')])(
  'App: shows a password refused with %j as wrong at its field, which has the focus',
  async (answer) => {
    renderApp(none, { client: createScriptedClient({ confirmPassword: async () => answer }).client, data: due })
    act(() => screen.getByRole('button', { name: 'Link a wallet' }).click())
    await act(async () => screen.getByRole('button', { name: 'Confirm' }).click())
    const password = screen.getByLabelText('Password')
    expect(document.activeElement).toBe(password)
    const described = password.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual(['The password is wrong.'])
  },
)

test('App: shows the limit on passwords; the client reports an ended session to the page', async () => {
  let answer = refused('too_many_sign_ins', 61)
  const { client } = createScriptedClient({ confirmPassword: async () => answer })
  const { sent } = renderApp(none, { client, data: due })
  act(() => screen.getByRole('button', { name: 'Link a wallet' }).click())
  await act(async () => screen.getByRole('button', { name: 'Confirm' }).click())
  expect(document.activeElement?.textContent).toBe('Too many attempts. Try again in 2 min.')
  answer = refused('visitor_gone')
  await act(async () => screen.getByRole('button', { name: 'Confirm' }).click())
  expect(screen.queryByText(/Too many attempts|wrong/)).toBeNull()
  act(() => screen.getByRole('button', { name: 'Cancel' }).click())
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([])
})

test('App: the signature of a wallet takes it back from another account (T-30)', () => {
  const { sent, show } = renderApp(none, { data: due })
  act(() => screen.getByRole('button', { name: 'Take it back' }).click())
  expect(sent).toEqual([['open', { purpose: { kind: 'release' } }]])
  const said = () => screen.queryByText(/^The wallet is no longer linked to another account/)
  expect(said()).toBeNull()
  const connection = { kind: 'extension', id: 'e', walletName: 'E', rdns: 'e', accounts: [] } as const
  act(() => show(none, { status: 'done', outcome: { kind: 'release' }, connection, choice: undefined }))
  act(() => show(none))
  expect(said()).not.toBeNull()
  act(() => show(none, { status: 'linked', wallet, connection, choice: undefined }))
  expect(said()).toBeNull()
})

test('App: a linked wallet signs in without the form, and the page does not warn of a loss', async () => {
  const { sent, show } = renderApp(none)
  await goTo('#sign-up')
  expect(screen.queryByRole('button', { name: 'Sign in with a wallet' })).toBeNull()
  await goTo('#sign-in')
  act(() => screen.getByRole('button', { name: 'Sign in with a wallet' }).click())
  expect(sent.at(-1)).toEqual(['open', { purpose: { kind: 'signIn' } }])
  const connection = { kind: 'extension', id: 'e', walletName: 'E', rdns: 'e', accounts: [] } as const
  const outcome = { kind: 'signIn', wallet } as const
  // The account's wallets are read before the page starts again.
  act(() => show(one, { status: 'done', outcome, connection, choice: undefined }))
  act(() => show(one))
  expect(screen.queryByText(/unlinks the wallets/)).toBeNull()
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

test('App: a press on the menu or its button keeps the menu open until the click, as in Safari', () => {
  renderApp(none, { data: { accountName: 'Ada' } })
  const button = screen.getByRole('button', { name: 'Account Ada' })
  /** Presses as Safari does: the focus goes nowhere, because Safari focuses no pressed link and no pressed button. */
  const press = (on: Element) => {
    if (fireEvent.mouseDown(on)) fireEvent.blur(button, { relatedTarget: null })
  }
  act(() => button.click())
  for (const on of [
    screen.getByRole('button', { name: 'Sign out' }),
    within(button.parentElement ?? button).getByRole('link', { name: 'Sessions' }),
    within(button.parentElement ?? button).getByText('Signed in', { exact: false }),
    button,
  ]) {
    press(on)
    expect(button.getAttribute('aria-expanded')).toBe('true')
  }
  // A second click on the button closes the menu, and a press elsewhere does too.
  act(() => button.click())
  expect(button.getAttribute('aria-expanded')).toBe('false')
  act(() => button.click())
  press(screen.getByRole('main'))
  expect(button.getAttribute('aria-expanded')).toBe('false')
})

const mine = { id: 's1', browser: 'Firefox', system: 'Linux', startedAt: 1, seenAt: 2, isCurrent: true }
const other = { ...mine, id: 's2', browser: undefined, system: undefined, isCurrent: false }

test('App: lists sessions, and ends one or all others at once', async () => {
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

test('App: a failed list of sessions says so, and Retry requests it again', async () => {
  let asked = 0
  const sessions = async () => {
    asked += 1
    return refused('unreachable')
  }
  renderApp(none, { client: createScriptedClient({ sessions }).client })
  await goTo('#sessions')
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded')
  await act(async () => screen.getByRole('button', { name: 'Retry' }).click())
  expect(asked).toBe(2)
})

test('App: uses the given language, and passes on the chosen one', async () => {
  const chosen: string[] = []
  renderApp(none, { texts: de, locale: 'de', onLocaleChosen: (locale) => chosen.push(locale) })
  expect(screen.getByRole('heading', { level: 1, name: 'Ihre Wallets' })).toBeDefined()
  expect(await screen.findByText('Noch ist keine Wallet verknüpft.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Wallet verknüpfen' })).toBeDefined()
  fireEvent.change(screen.getByRole('combobox', { name: 'Sprache' }), { target: { value: 'ar' } })
  expect(chosen).toEqual(['ar'])
})

test('Unreachable: says so and offers Retry', () => {
  let retries = 0
  render(<Unreachable texts={en} onRetry={() => (retries += 1)} />)
  expect(screen.getByRole('alert').textContent).toContain('cannot reach its server')
  screen.getByRole('button', { name: 'Retry' }).click()
  expect(retries).toBe(1)
})
