// @vitest-environment happy-dom
import type { LinkerState, WalletEntry } from '@hawser/core'
import { act, cleanup, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { choosing, createScriptedLinker, entries, listing, phone } from '../../linkerStates.fixture.ts'
import { en, type Messages } from '../../messages/modal/en.ts'
import { ExplorerView } from './ExplorerView.tsx'
import { TileSkeletons } from './TileSkeletons.tsx'
import { WalletExplorer } from './WalletExplorer.tsx'

afterEach(cleanup)

const plain = (name: string): WalletEntry => ({
  listing: listing(name),
  imageUrl: undefined,
  isRecent: false,
  isInstalled: false,
  rdns: undefined,
})
const many = (length: number) => Array.from({ length }, (_, index) => plain(`Wallet ${index}`))

function stateOf(explorer: Partial<LinkerState['explorer']>, more: Partial<LinkerState> = {}): LinkerState {
  const all = { ...choosing.explorer, isLastPage: true, total: explorer.entries?.length ?? entries.length, ...explorer }
  return { ...choosing, canGoBack: true, view: { name: 'WalletExplorer' }, explorer: all, ...more }
}

async function show(state: LinkerState, messages: Messages = en) {
  const linker = createScriptedLinker(state)
  const { calls } = linker
  const view = (next: LinkerState) => (
    <WalletExplorer state={next} linker={linker} messages={messages} Tiles={TileSkeletons} />
  )
  const { container, rerender } = render(view(state))
  // The view takes the focus in its first frame.
  await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
  return { calls, container, update: (next: LinkerState) => rerender(view(next)) }
}

const focused = () => document.activeElement?.getAttribute('aria-label')
const press = (...keys: readonly (string | { readonly key: string; readonly ctrlKey: boolean })[]) => {
  for (const key of keys) {
    const target = document.activeElement ?? document.body
    const event = createEvent.keyDown(target, typeof key === 'string' ? { key } : key)
    // 100 ms after the previous key, however busy the machine is, so that the letters make one word.
    pressedAt += 100
    Object.defineProperty(event, 'timeStamp', { value: pressedAt })
    fireEvent(target, event)
  }
}
let pressedAt = 0

test('V6 an arrow key after a letter does nothing until the new search has begun', async () => {
  const { calls } = await show(stateOf({ entries }))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'rain' } })
  press('ArrowDown')
  expect(focused()).toBe('Search wallets')
  await waitFor(() => expect(calls).toEqual([['searchWallets', 'rain']]))
  press('ArrowDown')
  expect(focused()).not.toBe('Search wallets')
})

test('V6 Tab right after a letter searches first, so that it moves to a wallet that stays', async () => {
  const { calls } = await show(stateOf({ entries }))
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'rain' } })
  press('Tab')
  expect(calls).toEqual([['searchWallets', 'rain']])
  await new Promise((resolve) => setTimeout(resolve))
  expect(calls).toHaveLength(1)
})

test('V6 the search box takes the focus back from a wallet or a button that goes', async () => {
  const { update } = await show(stateOf({ entries }))
  screen.getByRole('button', { name: 'Trust Wallet' }).focus()
  update(stateOf({ entries: many(2), search: 'wallet' }))
  await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
  expect(focused()).toBe('Search wallets')
  screen.getByRole('button', { name: 'Wallet 1' }).focus()
  update(stateOf({ entries: [], search: 'wallets' }))
  await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
  expect(focused()).toBe('Search wallets')
  update(stateOf({ entries: [], search: 'wallets', status: 'failed', errorCode: 'client_unavailable' }))
  screen.getByRole('button', { name: /Retry|Try again/ }).focus()
  update(stateOf({ entries: [], search: 'wallets', status: 'loading' }))
  await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
  expect(focused()).toBe('Search wallets')
})

test('V6 the search box takes no focus that the visitor has moved, and none of a closed dialog', async () => {
  const linker = createScriptedLinker(stateOf({ entries }))
  const view = (
    <dialog open>
      <WalletExplorer state={linker.getState()} linker={linker} messages={en} Tiles={TileSkeletons} />
    </dialog>
  )
  const moved = render(view)
  const [tile] = screen.getAllByRole('button', { name: 'Trust Wallet' })
  tile?.focus()
  await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
  expect(document.activeElement).toBe(tile)
  moved.unmount()
  const closed = render(view)
  closed.container.querySelector('dialog')?.removeAttribute('open')
  await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())))
  expect(document.activeElement).toBe(document.body)
})

test('V6 search with a label, entries as a grid, a choice', async () => {
  const { calls } = await show(stateOf({ entries, total: 68, isLastPage: false, status: 'loading' }))
  const search = screen.getByRole('searchbox', { name: 'Search wallets' })
  expect(search.getAttribute('placeholder')).toBe('Search wallets')
  expect(document.activeElement).toBe(search)
  fireEvent.change(search, { target: { value: 'rain' } })
  await waitFor(() => expect(calls).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: 'Trust Wallet' }))
  expect(calls).toEqual([
    ['searchWallets', 'rain'],
    ['chooseWallet', listing('Trust Wallet')],
  ])
})

test('V6 the grid reports its size and the places of its cells, also those not in the page', async () => {
  await show(stateOf({ entries: many(100), total: 1_003, isLastPage: false, status: 'loading' }))
  const grid = screen.getByRole('grid', { name: 'Wallets' })
  expect(grid.getAttribute('aria-rowcount')).toBe('251')
  expect(grid.getAttribute('aria-colcount')).toBe('4')
  const rows = within(grid).getAllByRole('row')
  expect(rows.map((row) => row.getAttribute('aria-rowindex'))).toEqual(['1', '2', '3', '4', '5'])
  const cells = within(rows[1] ?? grid).getAllByRole('gridcell')
  expect(cells.map((cell) => [cell.getAttribute('aria-colindex'), cell.textContent])).toEqual([
    ['1', 'Wallet 4'],
    ['2', 'Wallet 5'],
    ['3', 'Wallet 6'],
    ['4', 'Wallet 7'],
  ])
})

test('V6 as many columns as fit, also after the card changes its width', async () => {
  const watching = new Map<Element, () => void>()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe: (element: Element) => void
      constructor(report: () => void) {
        this.observe = (element) => watching.set(element, report)
      }
      unobserve() {}
      disconnect() {}
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  await show(stateOf({ entries: many(40) }))
  const grid = screen.getByRole('grid')
  for (const [width, columns] of [
    [240, '3'],
    [160, '2'],
    [330, '4'],
  ] as const) {
    vi.spyOn(grid, 'clientWidth', 'get').mockReturnValue(width)
    watching.get(grid)?.()
    expect(grid.getAttribute('aria-colcount')).toBe(columns)
    expect(within(screen.getAllByRole('row')[0] ?? grid).getAllByRole('gridcell')).toHaveLength(Number(columns))
  }
})

test('V6 as many elements for 100,000 wallets as for 100', async () => {
  const count = async (length: number) => {
    const { container } = await show(stateOf({ entries: many(length) }))
    const elements = container.querySelectorAll('*').length
    cleanup()
    return elements
  }
  const ofHundred = await count(100)
  expect(await count(100_000)).toBe(ofHundred)
  expect(ofHundred).toBeLessThanOrEqual(150)
})

test('V6 Tab reaches one tile; arrows, Home, End, Page keys and letters reach the others', async () => {
  const named = [...many(37), plain('Zerion'), plain('Zeal'), plain('Trust Wallet')]
  const { container } = await show(stateOf({ entries: named }))
  const stops = () =>
    [...container.querySelectorAll('[data-index]:not([tabindex="-1"])')].map((tile) => tile.getAttribute('aria-label'))
  expect(stops()).toEqual(['Wallet 0'])
  // From the search box down into the grid, and back up again.
  press('ArrowDown')
  expect(focused()).toBe('Wallet 0')
  press('ArrowUp')
  expect(focused()).toBe('Search wallets')
  press('ArrowDown', 'ArrowRight', 'ArrowRight')
  expect(focused()).toBe('Wallet 2')
  press('ArrowDown')
  expect(focused()).toBe('Wallet 6')
  expect(stops()).toEqual(['Wallet 6'])
  press('ArrowLeft')
  expect(focused()).toBe('Wallet 5')
  press('Home')
  expect(focused()).toBe('Wallet 4')
  press('End')
  expect(focused()).toBe('Wallet 7')
  press('ArrowRight')
  expect(focused()).toBe('Wallet 8')
  press({ key: 'End', ctrlKey: true })
  expect(focused()).toBe('Trust Wallet')
  press({ key: 'Home', ctrlKey: true }, 'PageDown')
  expect(focused()).toBe('Wallet 4')
  press('PageUp')
  expect(focused()).toBe('Wallet 0')
  press('z')
  expect(focused()).toBe('Zerion')
  press('e', 'a')
  expect(focused()).toBe('Zeal')
  expect(stops()).toEqual(['Zeal'])
})

test('V6 right to left the arrows are mirrored', async () => {
  await show(stateOf({ entries: many(12) }), { ...en, direction: 'rtl' })
  press('ArrowDown', 'ArrowLeft')
  expect(focused()).toBe('Wallet 1')
  press('ArrowRight')
  expect(focused()).toBe('Wallet 0')
})

test('V6 the arrows continue from a tile that was clicked or tabbed to', async () => {
  await show(stateOf({ entries: many(12) }))
  act(() => screen.getByRole('button', { name: 'Wallet 5' }).focus())
  press('ArrowRight')
  expect(focused()).toBe('Wallet 6')
})

test('V6 another page leaves the focus unchanged, a new search begins at the top', async () => {
  const { update } = await show(stateOf({ entries: many(40), total: 100, isLastPage: false, status: 'loading' }))
  press('ArrowDown', { key: 'End', ctrlKey: true })
  expect(focused()).toBe('Wallet 39')
  update(stateOf({ entries: many(80), total: 100, isLastPage: false, status: 'loading' }))
  expect(focused()).toBe('Wallet 39')
  press('ArrowDown')
  expect(focused()).toBe('Wallet 43')
  screen.getByRole('searchbox').focus()
  update(stateOf({ search: 'z', entries: [plain('Zerion'), ...many(60)] }))
  press('ArrowDown')
  expect(focused()).toBe('Zerion')
})

test('C2 requests the next page when the visible rows come near the end', async () => {
  const { calls, update } = await show(stateOf({ entries: many(40), total: 200, isLastPage: false }))
  expect(calls).toEqual([])
  press('ArrowDown', 'PageDown', 'PageDown', 'PageDown', 'PageDown')
  expect(calls).toEqual([])
  press('PageDown')
  expect(calls).toEqual([['loadMoreWallets']])
  // No request while a page is loading, nor once all wallets are loaded.
  update(stateOf({ entries: many(40), total: 200, isLastPage: false, status: 'loading' }))
  update(stateOf({ entries: many(41), total: 41, isLastPage: true }))
  expect(calls).toHaveLength(1)
  cleanup()
  const few = await show(stateOf({ entries: many(3), total: 200, isLastPage: false }))
  expect(few.calls).toEqual([['loadMoreWallets']])
})

test('V6 a page that is loading has the shape of tiles', async () => {
  const { container, update } = await show(stateOf({ entries: [], status: 'loading' }))
  expect(container.querySelectorAll('.hawser-bones')).toHaveLength(1)
  expect(container.querySelector('.hawser-explorer')?.getAttribute('aria-busy')).toBe('true')
  update(stateOf({ entries: many(4), status: 'loading' }))
  expect(container.querySelectorAll('.hawser-rows .hawser-bones')).toHaveLength(1)
  update(stateOf({ entries: many(4) }))
  expect(container.querySelectorAll('.hawser-bones')).toHaveLength(0)
})

test('V6 M "No results found", and a way back to all wallets', async () => {
  const { calls } = await show(stateOf({ entries: [], search: 'zzz' }))
  const search = screen.getByRole('searchbox')
  expect(screen.getByText('No results found')).toBeTruthy()
  expect(screen.queryByRole('grid')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(calls).toEqual([['searchWallets', '']])
  expect(document.activeElement).toBe(search)
  expect(search instanceof HTMLInputElement && search.value).toBe('')
  cleanup()
  await show(stateOf({ entries: [], search: '' }))
  expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull()
})

test('V6 raises no keyboard on a phone', async () => {
  await show(stateOf({ entries }, { platform: phone }))
  expect(document.activeElement?.textContent).toBe('Wallets')
})

test('L3 V6 a failed list says so, and only the visitor requests it again', async () => {
  for (const shown of [entries, []]) {
    const { calls } = await show(stateOf({ status: 'failed', entries: shown, isLastPage: false }))
    expect(screen.queryByText('No results found')).toBeNull()
    expect(screen.getByText('This page could not be loaded. Check your connection and try again.')).toBeTruthy()
    expect(calls).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(calls).toEqual([['loadMoreWallets']])
    cleanup()
  }
})

test('F-L3 without the list: shows its reason at once, the search says why, then Retry', async () => {
  const text = 'The list of wallets is not available right now.'
  const { calls, update } = await show(stateOf({ status: 'loading', entries: [], isLastPage: false }))
  const search = screen.getByRole<HTMLInputElement>('searchbox')
  expect(search.readOnly).toBe(false)
  expect(search.getAttribute('aria-disabled')).toBe('false')
  update(stateOf({ status: 'loading', entries, isLastPage: false, isUnavailable: true }))
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Trust Wallet' })).toBeTruthy()
  expect(search.readOnly).toBe(true)
  expect(search.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(search.getAttribute('aria-describedby') ?? '')?.textContent).toBe(text)
  // The search box keeps the focus of a visitor who was typing.
  expect(document.activeElement).toBe(search)
  update(stateOf({ status: 'failed', entries, isLastPage: false, isUnavailable: true }))
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(calls).toEqual([['loadMoreWallets']])
  update(stateOf({ status: 'ready', entries }))
  expect(screen.queryByText(text)).toBeNull()
  expect(search.readOnly).toBe(false)
  expect(search.hasAttribute('aria-describedby')).toBe(false)
})

test('T-23 V1 labels an installed wallet, and shows the rdns of one without a listing', async () => {
  const listed = { ...plain('Rabby'), isInstalled: true }
  const strange = { ...plain('MetaMask'), isInstalled: true, rdns: 'com.evil.metamask' }
  await show(stateOf({ entries: [listed, strange] }))
  expect(screen.getByRole('button', { name: 'Rabby, INSTALLED' }).textContent).toBe('RabbyINSTALLED')
  const button = screen.getByRole('button', { name: 'MetaMask, com.evil.metamask, INSTALLED' })
  expect(button.textContent).toBe('MetaMaskcom.evil.metamaskINSTALLED')
  expect(button.title).toBe('MetaMask (com.evil.metamask)')
})

test('T-13 a name of any direction is in its own element', async () => {
  const name = 'محفظة'
  await show(stateOf({ entries: [plain(name)] }))
  expect(screen.getByText(name).tagName).toBe('BDI')
})

test('V6 only CSSOM variables, not inline styles, position the rows', async () => {
  const { container } = await show(stateOf({ entries: many(12) }))
  const styled = [...container.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.cssText)
  expect(styled).toHaveLength(4)
  for (const text of styled) expect(text).toMatch(/^--h-row(?:-start|s-size): \d+px;$/)
})

test('V6 the explorer is its own chunk: its frame shows while it loads', async () => {
  const linker = createScriptedLinker(choosing)
  render(<ExplorerView state={stateOf({ entries })} linker={linker} messages={en} />)
  expect(screen.getByRole('heading', { name: 'Wallets' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Back' })).toBeTruthy()
  expect(screen.getByText('Loading...')).toBeTruthy()
  await waitFor(() => expect(screen.getByRole('grid')).toBeTruthy(), { timeout: 20_000 })
})
