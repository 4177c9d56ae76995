import { type Listing, parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import { isLastPage } from './explorer/explorer.ts'
import { chooseRecommended, isAllowed, listHome, placeKnown } from './lists.ts'
import { filtersLocally, sortByIds } from './matches.ts'
import { recommendedCount } from './registryQueries.ts'

const make = (...ids: string[]): readonly Listing[] => ids.map((id) => parseListing({ id, name: `Wallet ${id}` }))
const count = (length: number) => make(...Array.from({ length }, (_, index) => `w${index}`))
const idsOf = (listings: readonly Listing[]) => listings.map(({ id }) => id)
const none = { recent: undefined, installed: [], manual: [], recommended: [] }

test.each([
  // C3: desktop, wallets known, explorer, shown, View All
  ['desktop', 0, false, 0, false],
  ['desktop', 3, false, 3, false],
  ['desktop', 4, false, 4, false],
  ['desktop', 5, false, 3, true],
  ['desktop', 2, true, 2, true],
  ['desktop', 4, true, 3, true],
  ['desktop', 9, true, 3, true],
  // C4: phone
  ['phone', 8, false, 8, false],
  ['phone', 9, false, 7, true],
  ['phone', 8, true, 7, true],
  ['phone', 5, true, 5, true],
] as const)(
  'C3, C4 on a %s with %i wallets, explorer %s: %i shown, View All %s',
  (device, known, explorer, shown, hasMore) => {
    const home = listHome({ ...none, recommended: count(known) }, device, explorer)
    expect(home.shown).toHaveLength(shown)
    expect(home.hasMore).toBe(hasMore)
  },
)

test("V1 listHome: the recent wallet, the installed, the host's own, the recommended; each once", () => {
  const [a, b, c, d, e] = make('a', 'b', 'c', 'd', 'e')
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined)
    throw new Error('unreachable')
  const home = listHome({ recent: d, installed: [e, b], manual: [b, a], recommended: [a, c, d] }, 'phone', false)
  expect(idsOf(home.shown)).toEqual(['d', 'e', 'b', 'a', 'c'])
})

test('C3 installed wallets take the first places on a desktop and keep the number', () => {
  const home = listHome({ ...none, installed: count(5), recommended: make('r') }, 'desktop', true)
  expect(idsOf(home.shown)).toEqual(['w0', 'w1', 'w2'])
  expect(home.hasMore).toBe(true)
})

test("V6 placeKnown: on top the installed, the host's own, the recommended; each once", () => {
  const sources = { installed: make('i', 'm'), manual: make('m'), recommended: make('r1', 'i') }
  const { above, below } = placeKnown(sources, '')
  expect(idsOf(above)).toEqual(['i', 'm', 'r1'])
  expect(below).toEqual([])
})

test('R2 known wallets are filtered from 3 characters on, installed ones from the first', () => {
  const [rainbow, ledger, rabby] = [
    parseListing({ id: 'rainbow', name: 'Rainbow' }),
    parseListing({ id: 'ledger', name: 'Ledger' }),
    parseListing({ id: 'rabby', name: 'Rabby' }),
  ]
  const sources = { installed: [rabby], manual: [ledger], recommended: [rainbow] }
  const place = (search: string) => {
    const { above, below } = placeKnown(sources, search)
    return [idsOf(above), idsOf(below)]
  }
  expect(place('RAIN')).toEqual([['rainbow'], []])
  expect(place('rai')).toEqual([['rainbow'], []])
  expect(place('nothing')).toEqual([[], []])
  // Below 3 characters these wallets are not filtered, and the registry's results come first.
  expect(place('ra')).toEqual([['rabby'], ['ledger', 'rainbow']])
  expect(place('l')).toEqual([[], ['ledger', 'rainbow']])
  expect([filtersLocally(''), filtersLocally('ra'), filtersLocally('rai')]).toEqual([true, false, true])
})

test('C2 the last page: one page contains all, or every wallet has come', () => {
  expect(isLastPage(0, 0)).toBe(true)
  expect(isLastPage(40, 40)).toBe(true)
  expect(isLastPage(41, 40)).toBe(false)
  expect(isLastPage(81, 80)).toBe(false)
  expect(isLastPage(81, 81)).toBe(true)
  // A registry that shrank between two pages.
  expect(isLastPage(70, 80)).toBe(true)
})

test('C3 9 wallets are recommended; the host names others, in its order, or none', () => {
  const builtIn = count(15)
  expect(chooseRecommended(builtIn, {})).toHaveLength(recommendedCount)
  expect(idsOf(chooseRecommended(builtIn, { explorerRecommendedWalletIds: ['w9', 'absent', 'w2'] }))).toEqual([
    'w9',
    'w2',
  ])
  expect(chooseRecommended(builtIn, { explorerRecommendedWalletIds: 'NONE' })).toEqual([])
  expect(chooseRecommended(builtIn, { explorerExcludedWalletIds: 'ALL' })).toEqual([])
  const both = { explorerExcludedWalletIds: 'ALL', explorerRecommendedWalletIds: ['w1'] } as const
  expect(idsOf(chooseRecommended(builtIn, both))).toEqual(['w1'])
})

test('isAllowed: not excluded by id or rdns, and for one of the chains', () => {
  const [a] = make('a')
  if (a === undefined) throw new Error('unreachable')
  expect(isAllowed({ ...a, rdns: 'org.a' }, { explorerExcludedWalletIds: ['org.a'] }, ['eip155:1'])).toBe(false)
  expect(isAllowed(a, { explorerExcludedWalletIds: ['a'] }, ['eip155:1'])).toBe(false)
  expect(isAllowed(a, { explorerExcludedWalletIds: ['b'] }, ['eip155:1'])).toBe(true)
  expect(isAllowed({ ...a, chains: ['eip155'] }, {}, ['eip155:137'])).toBe(true)
  expect(isAllowed({ ...a, chains: ['eip155:1'] }, {}, ['eip155:137'])).toBe(false)
  expect(isAllowed({ ...a, chains: ['solana'] }, {}, ['eip155:1', 'solana:x'])).toBe(true)
})

test('sortByIds: keeps the order of the ids', () => {
  expect(idsOf(sortByIds(make('a', 'b', 'c'), ['c', 'a']))).toEqual(['c', 'a'])
})

test('F21 isAllowed: compares names of chains and wallets by their meaning', () => {
  const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const former = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
  const listing = (chains: readonly string[], rdns = 'io.metamask') =>
    parseListing({ id: 'm', name: 'M', chains, rdns })
  expect(isAllowed(listing([former]), {}, [solana])).toBe(true)
  expect(isAllowed(listing([solana]), {}, [former])).toBe(true)
  expect(isAllowed(listing(['solana']), {}, [former])).toBe(true)
  expect(isAllowed(listing(['eip155:1']), {}, ['eip155:0x1'])).toBe(true)
  expect(isAllowed(listing(['eip155:1']), {}, [solana])).toBe(false)
  for (const each of ['io.metamask', 'IO.MetaMask', 'io.metamask.'])
    expect(isAllowed(listing([]), { explorerExcludedWalletIds: [each] }, [])).toBe(false)
})
