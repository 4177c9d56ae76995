// @vitest-environment happy-dom
import type { FailureCode, LinkedWallet, LinkerState, WalletAction } from '@hawser/core'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { MissingLinkerError } from '../errors.ts'
import { choosing, closed, createScriptedLinker } from '../linkerStates.fixture.ts'
import { LinkerProvider, type LinkerProviderProps } from '../provider/LinkerProvider.tsx'
import { formatAgo } from './formatAgo.ts'
import { LinkedWallets, type LinkedWalletsProps } from './LinkedWallets.tsx'
import { LinkHistory } from './LinkHistory.tsx'
import { everyEvent, nameless, ready, refusal, savings, stale } from './linkedWalletsStates.fixture.ts'

afterEach(cleanup)

type LinkedWalletsState = LinkerState['linkedWallets']

/** Waits for the forms and the history: separate chunks, fetched once the list is rendered. */
const partsLoaded = () =>
  act(async () => {
    await Promise.all([import('./later/rowParts.ts'), import('./later/ShownHistory.tsx')])
    await new Promise((resolve) => setTimeout(resolve))
  })

async function show(
  linkedWallets: LinkedWalletsState,
  more: Partial<LinkerProviderProps> & LinkedWalletsProps & { readonly isHistory?: boolean } = {},
) {
  const { hasHistory = true, isHistory = false, ...provided } = more
  const linker = createScriptedLinker({ ...closed, linkedWallets })
  render(
    <LinkerProvider linker={linker} preload="intent" {...provided}>
      {isHistory ? <LinkHistory /> : <LinkedWallets hasHistory={hasHistory} />}
    </LinkerProvider>,
  )
  await partsLoaded()
  return {
    linker,
    user: userEvent.setup(),
    to: (next: Partial<LinkedWalletsState>, state: Partial<LinkerState> = {}) =>
      act(() => linker.show({ ...closed, linkedWallets: { ...ready, ...next }, ...state })),
  }
}

const running = (kind: WalletAction['kind']) => ({ kind, status: 'running' }) as const
const failed = (kind: WalletAction['kind'], code: FailureCode, reason?: string) =>
  ({ kind, status: 'failed', error: { ...refusal(code), reason } }) as const
const rowOf = (name: RegExp) => screen.getByRole('listitem', { name })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const focused = () => document.activeElement?.textContent
const told = () => document.querySelector('.hawser-linked > .hawser-linked-hidden')?.textContent

test('requests the list once; keeps its place meanwhile, and an empty one says what to do', async () => {
  const { linker, to } = await show({ status: 'idle', wallets: [], error: undefined })
  expect(linker.calls).toEqual([['loadLinkedWallets']])
  to({ status: 'loading', wallets: [] })
  const region = screen.getByRole('region', { name: 'Linked wallets' })
  expect(region.getAttribute('aria-busy')).toBe('true')
  expect(within(region).getByRole('status').textContent).toBe('Loading…')
  to({ wallets: [] })
  expect(region.getAttribute('aria-busy')).toBe('false')
  expect(screen.getByText('No wallet is linked yet.')).toBeDefined()
  expect(button('Link a wallet')).toBeDefined()
  expect(linker.calls).toHaveLength(1)
})

test('every wallet: name, network, account, since when, last used, primary; a name is text', async () => {
  const hostile = { ...nameless, id: 'w4', walletName: '<img src=x onerror=alert(1)>' }
  await show({ ...ready, wallets: [savings, stale, nameless, hostile] })
  const first = rowOf(/Savings/)
  for (const text of ['Primary', 'Used to sign in', 'Ethereum', 'Rainbow', '0xab16…fcdb', 'last used']) {
    expect(first.textContent, text).toContain(text)
  }
  const [linked, used] = first.querySelectorAll('time')
  expect(linked?.dateTime).toBe('2025-11-21T08:05:45.000Z')
  // How long ago, with the exact time where the visitor points at it.
  expect(linked?.textContent).toBe(formatAgo(savings.linkedAt, Date.now(), 'en'))
  expect(used?.textContent).toBe(formatAgo(savings.lastUsedAt ?? 0, Date.now(), 'en'))
  expect(linked?.title).toMatch(/Nov 2[01], 2025/)
  expect(rowOf(/Unnamed wallet/).textContent).not.toContain('Used to sign in')
  expect(within(first).queryByRole('button', { name: /^Make primary/ })).toBeNull()
  // A network without a name shows its id.
  expect(rowOf(/Unnamed wallet/).textContent).toContain('eip155:424242')
  expect(screen.getByRole('heading', { name: /<img src=x/ })).toBeDefined()
  expect(document.querySelector('.hawser-linked img')).toBeNull()
})

test('a wallet has its picture once loaded, and its initials before, and if it fails', async () => {
  const { to } = await show(ready)
  const sign = () => rowOf(/Savings/).querySelector('.hawser-linked-sign')
  expect(sign()?.textContent).toBe('Sa')
  // Images are found by the wallet's own name: no registry knows the visitor's name for a wallet.
  to({ images: { Rainbow: 'blob:rainbow', Savings: 'blob:savings' } })
  expect(sign()?.querySelector('img')?.getAttribute('src')).toBe('blob:rainbow')
  expect(sign()?.getAttribute('aria-hidden')).toBe('true')
  expect(rowOf(/Unnamed wallet/).querySelector('img')).toBeNull()
  fireEvent.error(sign()?.querySelector('img') ?? document.body)
  expect(sign()?.textContent).toBe('Sa')
})

test('an address is short; its button copies all of it and says so until the visitor moves on', async () => {
  const { user } = await show(ready)
  const copy = button('Copy address: Savings 0xab16…fcdb')
  const row = within(rowOf(/Savings/))
  expect(row.getByText('0xab16…fcdb').title).toBe(savings.accountId)
  copy.focus()
  await user.keyboard('{Enter}')
  expect(await navigator.clipboard.readText()).toBe('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb')
  await row.findByText('Address copied.')
  expect(document.activeElement).toBe(copy)
  await user.tab()
  expect(row.queryByText('Address copied.')).toBeNull()
})

test('if a page may not write to the clipboard, the whole address can be selected', async () => {
  const { user } = await show(ready)
  const row = within(rowOf(/Savings/))
  const refuse = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse }, configurable: true })
  await user.click(row.getByRole('button', { name: /^Copy address/ }))
  const whole = await row.findByText('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb')
  expect(row.queryByText('Address copied.')).toBeNull()
  await user.click(whole)
  expect(document.activeElement).toBe(document.body)
  expect(row.getByText('0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb')).toBe(whole)
})

test('the button of an empty list stays once a wallet comes, with focus when the modal closes', async () => {
  const { to } = await show({ ...ready, wallets: [] })
  const region = screen.getByRole('region')
  const link = button('Link a wallet')
  expect(region.dataset.empty).toBe('')
  link.focus()
  to({ wallets: [savings] })
  expect(region.dataset.empty).toBeUndefined()
  expect(document.activeElement).toBe(link)
  // While the list loads, the button has the place that it has in an empty list, as for most new visitors.
  to({ status: 'loading', wallets: [] })
  expect(region.dataset.empty).toBe('')
  to({ status: 'failed', wallets: [] })
  expect(region.dataset.empty).toBeUndefined()
})

test('an inactive wallet says why, and leads to the remedy', async () => {
  const { linker, user } = await show(ready)
  expect(within(rowOf(/Harbour Master/)).getByText(/no longer confirms the signature/)).toBeDefined()
  const row = within(rowOf(/Unnamed wallet/))
  expect(row.getByText('Needs a new proof')).toBeDefined()
  expect(row.getByText(/This site asks for a new proof/)).toBeDefined()
  await user.click(row.getByRole('button', { name: /^Link again/ }))
  expect(linker.calls).toEqual([['open']])
  expect(within(rowOf(/Savings/)).queryByRole('button', { name: /^Link again/ })).toBeNull()
})

test('rename with the keyboard alone: the form stays until the server confirms', async () => {
  const { linker, user, to } = await show(ready)
  button(/^Rename: Savings/).focus()
  await user.keyboard('{Enter}')
  const input = screen.getByLabelText('Name of this wallet')
  expect(document.activeElement).toBe(input)
  await user.clear(input)
  await user.keyboard(' Daily {Enter}')
  expect(linker.calls).toEqual([['changeLinkedWallet', 'w1', { label: 'Daily' }]])
  to({ actions: { w1: running('rename') } })
  await user.keyboard('{Enter}')
  expect(linker.calls).toHaveLength(1)
  expect(rowOf(/Savings/).getAttribute('aria-busy')).toBe('true')
  to({ wallets: [{ ...savings, label: 'Daily' }], actions: {} })
  expect(document.activeElement).toBe(button(/^Rename: Daily/))
  expect(screen.queryByLabelText('Name of this wallet')).toBeNull()
  expect(told()).toBe('The wallet is now called Daily.')
})

test('an empty name is discarded, and Escape changes nothing', async () => {
  const { linker, user } = await show(ready)
  await user.click(button(/^Rename: Savings/))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(button(/^Rename: Savings/))
  await user.keyboard('{Enter}')
  await user.clear(screen.getByLabelText('Name of this wallet'))
  await user.click(button('Save'))
  expect(linker.calls).toEqual([['changeLinkedWallet', 'w1', { label: undefined }]])
})

test('renaming a wallet renders its row alone', async () => {
  const rendered: string[] = []
  // Only a row reads `linkedAt`, so this getter records which rows render.
  const noted = (wallet: LinkedWallet): LinkedWallet => ({
    ...wallet,
    get linkedAt() {
      rendered.push(wallet.id)
      return wallet.linkedAt
    },
  })
  const wallets = [savings, stale, nameless].map(noted)
  const { to } = await show({ ...ready, wallets })
  expect(new Set(rendered)).toEqual(new Set(['w1', 'w2', 'w3']))
  rendered.length = 0
  to({ wallets, actions: { w1: running('rename') } })
  const renamed = [noted({ ...savings, label: 'Daily' }), ...wallets.slice(1)]
  to({ wallets: renamed, actions: { w1: running('rename') } })
  to({ wallets: renamed, actions: {} })
  to({ wallets: renamed, actions: {}, history: everyEvent })
  expect(rowOf(/Daily/).getAttribute('aria-busy')).toBe('false')
  expect(new Set(rendered)).toEqual(new Set(['w1']))
})

test('make primary: calls once, keeps the focus in the row, and announces the result', async () => {
  const { linker, user, to } = await show({ ...ready, wallets: [savings, nameless] })
  await user.click(button(/^Make primary: Unnamed/))
  expect(linker.calls).toEqual([['changeLinkedWallet', 'w3', { isPrimary: true }]])
  expect(document.activeElement).toBe(button(/^Rename: Unnamed/))
  to({ wallets: [savings, nameless], actions: { w3: running('setPrimary') } })
  await user.click(button(/^Make primary: Unnamed/))
  expect(linker.calls).toHaveLength(1)
  to({
    wallets: [
      { ...savings, isPrimary: false },
      { ...nameless, isPrimary: true },
    ],
    actions: {},
  })
  expect(told()).toBe('Unnamed wallet is now the primary wallet.')
})

test('unlink asks first, with the focus on the safe answer; the server’s answer removes the row', async () => {
  const { linker, user, to } = await show(ready)
  const trigger = button(/^Unlink: Savings/)
  await user.click(trigger)
  expect(screen.getByRole('group', { name: 'Unlink Savings?' })).toBeDefined()
  expect([focused(), trigger.getAttribute('aria-expanded')]).toEqual(['Keep', 'true'])
  await user.keyboard('{Enter}')
  expect([screen.queryByRole('group'), document.activeElement]).toEqual([null, trigger])
  await user.keyboard('{Enter}{Escape}')
  expect([screen.queryByRole('group'), document.activeElement]).toEqual([null, trigger])
  expect(linker.calls).toEqual([])
  await user.keyboard('{Enter}{Tab}')
  expect(focused()).toBe('Unlink')
  await user.keyboard('{Enter}')
  expect(linker.calls).toEqual([['unlink', 'w1']])
  to({ actions: { w1: running('unlink') } })
  expect(screen.getByRole('group')).toBeDefined()
  to({ wallets: [stale, nameless], actions: {} })
  expect(screen.queryByRole('listitem', { name: /Savings/ })).toBeNull()
  expect(focused()).toBe('Linked wallets')
  expect(told()).toBe('Savings is unlinked.')
})

test('T-55: says if the wallet has to sign for it, and opens the modal for that', async () => {
  const { linker, user, to } = await show(ready)
  const purpose = { kind: 'unlink', walletId: 'w1', accountId: savings.accountId } as const
  await user.click(button(/^Unlink: Savings/))
  await user.click(within(screen.getByRole('group')).getByRole('button', { name: 'Unlink' }))
  to({ actions: { w1: running('unlink') } })
  const actions = { w1: failed('unlink', 'proof_required') }
  to({ actions })
  expect(linker.calls.slice(1)).toEqual([['open', { purpose }]])
  expect(within(screen.getByRole('group')).getByText(/^To unlink Savings, sign with it\./)).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
  to({ actions }, { flow: choosing.flow, purpose })
  to({ actions }, { purpose })
  await user.click(button('Sign to unlink'))
  expect(linker.calls.slice(2)).toEqual([['open', { purpose }]])
  to({ actions }, { flow: choosing.flow, purpose })
  to({ actions, wallets: [stale] }, { flow: choosing.flow, purpose })
  expect(told()).toBe('Savings is unlinked.')
  act(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
  to({ actions, wallets: [stale] }, { purpose })
  expect(focused()).toBe('Linked wallets')
})

test('a visitor who keeps the wallet instead of signing is not asked again', async () => {
  const { linker, user, to } = await show(ready)
  await user.click(button(/^Unlink: Savings/))
  to({ actions: { w1: failed('unlink', 'proof_required') } })
  // The visitor has not confirmed the question here, so no modal opens.
  expect(linker.calls).toEqual([])
  await user.click(button('Keep'))
  expect(linker.calls).toEqual([['dismissFailure', 'w1']])
  expect(screen.queryByRole('group')).toBeNull()
})

test.each([
  ['link_unavailable', /server did not answer/],
  ['too_many_requests', /Too many changes/],
  ['not_signed_in', /no longer signed in/],
  ['last_factor', /last way to sign in/],
  ['not_found', /no longer linked/],
  ['proof_invalid', /\(proof_invalid\)/],
  ['link_refused', /\(teapot\)/, 'teapot'],
] as const)('shows a refusal in its row, by its code: %s', async (code, text, reason?: string) => {
  await show({ ...ready, actions: { w2: failed('rename', code, reason) } })
  expect(within(rowOf(/Harbour Master/)).getByRole('alert').textContent).toMatch(text)
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('a failed list says why, and Retry requests it again; a loaded one stays', async () => {
  const { linker, user, to } = await show({ status: 'failed', wallets: [], error: refusal('link_unavailable') })
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded. The server did not answer.')
  await user.click(button('Retry'))
  expect(linker.calls).toEqual([['loadLinkedWallets']])
  to({ status: 'failed', error: refusal('link_unavailable') })
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded')
  expect(rowOf(/Savings/)).toBeDefined()
})

test('reads the history when it opens, and again after a change; older pages follow', async () => {
  const wanted = ['loadHistory'] as const
  const { linker, user, to } = await show(ready)
  expect(button('History').getAttribute('aria-expanded')).toBe('false')
  await user.click(button('History'))
  await partsLoaded()
  expect(linker.calls).toEqual([wanted])
  const part = within(screen.getByRole('group', { name: 'History' }))
  expect(part.getByRole('status')).toBeDefined()
  to({ wallets: ready.wallets, history: everyEvent })
  expect(part.getAllByRole('listitem').map((row) => row.querySelector('strong')?.textContent)).toEqual([
    'Linked: Rainbow',
    'Proven again: Rainbow',
    'Renamed: Rainbow',
    'Made primary: Rainbow',
    'Unlinked: Rainbow',
    'Removed by someone who proved to own it: Rainbow',
    'No longer controlled by you: Rainbow',
    'New proof requested: Unnamed wallet',
    'Used to sign in: Rainbow',
  ])
  await user.click(button('Show older'))
  expect(linker.calls.slice(1)).toEqual([['loadHistory', { isOlder: true }]])
  to({ wallets: ready.wallets, history: { ...everyEvent, status: 'failed', error: refusal('link_unavailable') } })
  expect(part.getByRole('alert').textContent).toContain('could not be loaded')
  expect(part.getAllByRole('listitem')).toHaveLength(9)
  to({ wallets: [savings], history: { ...everyEvent, before: undefined } })
  expect(linker.calls.slice(2)).toEqual([wanted])
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
})

test('a page of the history requests nothing else; it may be empty or fail', async () => {
  const idle = { status: 'idle', wallets: [], error: undefined } as const
  const { linker, user, to } = await show(idle, { isHistory: true })
  expect(linker.calls).toEqual([['loadHistory']])
  to({ ...idle, history: { status: 'ready', events: [], before: undefined, error: undefined } })
  expect(screen.getByText('Nothing has happened yet.')).toBeDefined()
  to({ ...idle, error: refusal('client_unavailable') })
  const before = linker.calls.length
  await user.click(button('Retry'))
  expect(linker.calls.slice(before)).toEqual([['loadHistory']])
  cleanup()
  await show(ready, { hasHistory: false })
  expect(screen.queryByRole('button', { name: 'History' })).toBeNull()
})

test('C12: in the language and digits of the provider, the host’s own texts before all', async () => {
  await show(ready, { locale: 'fa', messages: { linkedWallets: { rename: 'X' } } })
  expect(screen.queryByText('Linked wallets')).toBeNull()
  await screen.findByText('کیف پول‌های متصل به حساب')
  const region = screen.getByRole('region')
  expect([region.lang, region.dir]).toEqual(['fa', 'rtl'])
  expect(button(/^X: Savings/)).toBeDefined()
  expect(region.querySelector('time')?.textContent).toBe(formatAgo(savings.linkedAt, Date.now(), 'fa'))
  expect(region.querySelector('time')?.title).toMatch(/[۰-۹]/)
  // A wallet's own name keeps its direction, and machine-readable texts are left to right.
  expect(rowOf(/Savings/).querySelector('bdi')?.textContent).toBe('Savings')
  for (const code of region.querySelectorAll('code')) expect(code.dir).toBe('ltr')
})

test('theme: the host’s mode and variables', () => {
  const options = { themeMode: 'dark', themeVariables: { '--hawser-accent': '#ff0000', color: 'red' } } as const
  const linker = createScriptedLinker({ ...closed, options, linkedWallets: ready })
  render(
    <LinkerProvider linker={linker} preload="intent">
      <LinkedWallets />
    </LinkerProvider>,
  )
  const region = screen.getByRole('region')
  expect(region.dataset.theme).toBe('dark')
  expect(region.style.getPropertyValue('--hawser-accent')).toBe('#ff0000')
  expect(region.style.color).toBe('')
})

test('a server renders its shape, without texts of a language that only the browser knows', () => {
  const linker = createScriptedLinker({ ...closed, linkedWallets: ready })
  const html = renderToString(
    <LinkerProvider linker={linker}>
      <LinkedWallets />
    </LinkerProvider>,
  )
  expect(html).toContain('hawser-linked-wait')
  expect(html).not.toContain('Linked wallets')
})

test('outside a provider it says so', () => {
  expect(() => render(<LinkedWallets />)).toThrow(MissingLinkerError)
})
