import { isNight } from '@hawser/test-kit/night'
import { type Listing, parseListing } from '@hawser/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexListings, type SearchQuery, searchListings } from './search.ts'
import { searchWords } from './searchWords.ts'

const everything: SearchQuery = { page: 1, entries: 100, search: '', chains: [], includeIds: [], excludeIds: [] }
type Facts = { readonly rdns?: string; readonly homepage?: string; readonly chains?: readonly string[] }
const listingOf = (name: string, index: number, facts: Facts = {}) => parseListing({ id: `w${index}`, name, ...facts })
const namesOf = (listings: readonly Listing[]) => listings.map(({ name }) => name)

function finder(names: readonly (string | readonly [name: string, facts: Facts])[], verifiedIds?: readonly string[]) {
  const listings = names.map((item, index) =>
    typeof item === 'string' ? listingOf(item, index) : listingOf(item[0], index, item[1]),
  )
  const index = indexListings(listings, verifiedIds)
  return (search: string, query: Partial<SearchQuery> = {}) =>
    namesOf(searchListings(index, { ...everything, search, ...query }).listings)
}

describe('results of a search', () => {
  test.each([
    // Letter case, accents, width, compatibility forms.
    ['MetaMask', 'METAMASK', 'ＭetaＭask', 'Métamásk', '  meta-mask ', 'meta mask', 'tamas', '\u{1d40c}eta\u200bMask'],
    ['Ælfgård Øre', 'aelfgard ore', 'ÆLFGÅRD', 'oré'],
    ['Straße', 'strasse', 'STRASSE', 'straße', 'STRAẞE'],
    ['STRAẞE', 'strasse', 'STRASSE', 'straße', 'STRAẞE'],
    ['Işık Cüzdan', 'isik', 'IŞIK', 'ışık cuzdan'],
    ['ΟΔΟΣ Πορτοφόλι', 'οδος', 'πορτοφολι', 'ΠΟΡΤΟΦΌΛΙ'],
    ['Кошелёк Ёж', 'кошелек', 'КОШЕЛЁК', 'еж'],
    // Scripts without spaces: any part matches.
    ['小狐狸钱包', '狐狸', '小', '钱包', '小狐狸钱包'],
    ['メタウォレット', 'ウォレット', 'ｳｫﾚｯﾄ', 'うぉれっと', 'メタ'],
    ['한국지갑', '한국', '지갑', '하', '한국 지갑'],
    ['กระเป๋าเงิน', 'กระเป๋า', 'เงิน'],
    // Letters that differ by keyboard.
    ['کیف پول یکتا', 'كيف پول يكتا', 'کیف‌پول', 'يک', 'كي'],
    ['محفظة أمان', 'محفظه', 'ظه', 'اما', 'محفظة'],
    ['ארנק שָׁלוֹם', 'שלום', 'ארנק'],
    ['Coin98 ۹۸', 'coin ۹۸', 'coin98 98', '٩٨'],
    ['मेटा वॉलेट', 'मेटा', 'वॉलेट'],
    ["D'CENT", 'dcent', 'd cent', 'D’Cent'],
    ['1inch.io', '1inch', '1inch.io', 'inchio'],
    ['💎🙌', '💎', '🙌'],
    ['C++', 'c++', '++'],
    ['!!!', '!!', '!!!'],
  ])('%s', (name, ...searches) => {
    const find = finder(['Quay', name])
    for (const search of searches) expect([search, find(search)]).toEqual([search, [name]])
  })

  test('the rdns and the homepage’s host, from three letters on', () => {
    const find = finder([
      ['Fox', { rdns: 'io.metamask.flask', homepage: 'https://www.metamask.io/download' }],
      ['Münze', { homepage: 'https://geldbörse.example/' }],
      ['Пирс', { homepage: 'https://кошелёк.example/' }],
      ['Hare', { rdns: 'example.quokka.mobile' }],
    ])
    expect([find('quokka'), find('example.quokka'), find('mobile')]).toEqual([['Hare'], ['Hare'], ['Hare']])
    for (const search of ['metamask', 'io.metamask', 'metamask.io', 'metam', 'tamas', 'flask', 'www.metamask.io'])
      expect([search, find(search)]).toEqual([search, ['Fox']])
    expect([find('geldborse'), find('кошелек'), find('кошелёк.example')]).toEqual([['Münze'], ['Пирс'], ['Пирс']])
    // Parts that every address has distinguish nothing, and many addresses contain the same two letters.
    expect([find('www'), find('exa'), find('me'), find('download')]).toEqual([[], [], [], []])
  })

  test('words in any order, and the last one unfinished', () => {
    const find = finder(['Trust Wallet', 'Wallet Connect', 'Trusted'])
    expect(find('wallet trust')).toEqual(['Trust Wallet'])
    expect(find('trust wal')).toEqual(['Trust Wallet'])
    expect(find('wallet wallet')).toEqual(['Trust Wallet', 'Wallet Connect'])
    expect(find('trust safe')).toEqual([])
  })

  test.each([
    ['MetaMask', ['metamsak', 'metmask', 'metamaskk', 'netamask', 'metammask', 'mteamsak', 'metmas', 'meta msak']],
    ['Coinbase Wallet', ['coinbsae wallet', 'conbase', 'coinbase walet', 'coinbasewalet', 'coinbsae wal']],
    ['Trust', ['trsut', 'rtust', 'tust']],
    ['Кошелёк', ['кошелек', 'кошшелек', 'кашелек']],
  ])('typos: %s', (name, searches) => {
    const find = finder(['Quay', name])
    for (const search of searches) expect([search, find(search)]).toEqual([search, [name]])
  })

  test('no typo below four letters, one below eight', () => {
    const find = finder(['OKX', 'Safe', 'Rainbow', 'Ledger Live'])
    expect([find('okk'), find('sfae'), find('sfea')]).toEqual([[], ['Safe'], []])
    expect([find('rianbow'), find('rianbwo'), find('ledgerlvie'), find('legderlvie')]).toEqual([
      ['Rainbow'],
      [],
      ['Ledger Live'],
      ['Ledger Live'],
    ])
  })

  test('a text that no name contains finds nothing', () => {
    const find = finder(['MetaMask', 'Trust Wallet', '1inch'])
    for (const text of ['.*', '^m', '%', '_', "' or 1=1 --", '\u0301', '\u200b', 'constructor', '__proto__', '<b>'])
      expect([text, find(text)]).toEqual([text, []])
  })
})

describe('the order of results', () => {
  test('the name, its beginning, a word, elsewhere, the address, one typo, two', () => {
    const found = ['Harbour', 'Harbour One', 'My Harbour', 'Myharbour', 'Pier', 'Harbur', 'Halbur']
    const listed = [...found].reverse().map((name) => {
      return name === 'Pier' ? ([name, { homepage: 'https://theharbour.example/' }] as const) : name
    })
    expect(finder([...listed, 'Quay'])('harbour')).toEqual(found.slice(0, 6))
    expect(finder(['Harbourmastre', 'Harbourmaster'])('harbourmaster')).toEqual(['Harbourmaster', 'Harbourmastre'])
    expect(finder(['Harbormastre', 'Harbourmastre'])('harbourmaster')).toEqual(['Harbourmastre', 'Harbormastre'])
  })

  test('verified ones first among equals, then the listed order; without a search the listed order', () => {
    const find = finder(['Pier B', 'Pier A', 'Pier C', 'Pier'], ['w2'])
    expect(find('pier')).toEqual(['Pier', 'Pier C', 'Pier B', 'Pier A'])
    expect(find('')).toEqual(['Pier B', 'Pier A', 'Pier C', 'Pier'])
    expect(find('pier', { includeIds: ['w1', 'w0'] })).toEqual(['Pier A', 'Pier B'])
    expect(find('pier', { includeIds: ['w1', 'w0', 'w2'] })).toEqual(['Pier C', 'Pier A', 'Pier B'])
  })
})

test('filters: chains, ids, platforms', () => {
  const listings = [
    parseListing({ id: 'a', name: 'Pier A', chains: ['eip155'], mobile: { native: 'pier://' } }),
    parseListing({ id: 'b', name: 'Pier B', chains: ['eip155:1'], rdns: 'example.b' }),
    parseListing({ id: 'c', name: 'Pier C', chains: ['solana'], desktop: { universal: 'https://c.example/' } }),
    parseListing({ id: 'd', name: 'Pier D', app: { ios: 'https://apps.apple.com/app/d/id1' } }),
  ]
  const index = indexListings(listings)
  for (const search of ['', 'pier']) {
    const find = (query: Partial<SearchQuery>) => {
      const { total, listings: found } = searchListings(index, { ...everything, search, ...query })
      expect(total).toBe(found.length)
      return found.map(({ id }) => id).join('')
    }
    expect(find({})).toBe('abcd')
    expect([find({ chains: ['eip155:1'] }), find({ chains: ['eip155:10'] })]).toEqual(['ab', 'a'])
    expect([find({ chains: ['eip155'] }), find({ chains: ['eip15'] })]).toEqual(['ab', ''])
    expect(find({ chains: ['solana', 'eip155:1'] })).toBe('abc')
    expect(find({ includeIds: ['d', 'x', 'a', 'd'], excludeIds: ['a'] })).toBe('d')
    expect(find({ excludeIds: ['b', 'x'] })).toBe('acd')
    expect([find({ platforms: ['mobile'] }), find({ platforms: ['desktop'] })]).toEqual(['a', 'c'])
    expect([find({ platforms: ['ios', 'injected'] }), find({ platforms: ['edge'] })]).toEqual(['bd', ''])
    expect(find({ platforms: ['ios', 'mobile'], chains: ['eip155'], excludeIds: [] })).toBe('a')
  }
})

// Few letters, so that words coincide, and texts of every kind.
const close = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '-', 'á', 'А', '小'), minLength: 1, maxLength: 12 })
const any = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })
const rdns = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '.'), maxLength: 10 })
const listings = fc
  .array(fc.record({ name: fc.oneof(close, any), rdns, host: rdns }), { minLength: 1, maxLength: 30 })
  .map((list) =>
    list.flatMap(({ name, rdns, host }, index) => {
      try {
        return [listingOf(name, index, { rdns, homepage: `https://${host.replace(/\.+/g, '.')}.example/` })]
      } catch {
        return []
      }
    }),
  )
const foldedName = ({ name }: Listing) => searchWords(name).join('')

describe('search, with any listings', () => {
  test('every wallet finds itself, behind only those of the same name', () => {
    fc.assert(
      fc.property(listings, (list) => {
        const index = indexListings(list)
        for (const listing of list) {
          const found = searchListings(index, { ...everything, search: listing.name }).listings
          const at = found.indexOf(listing)
          expect(at).toBeGreaterThanOrEqual(0)
          for (const before of found.slice(0, at)) expect(foldedName(before)).toBe(foldedName(listing))
        }
      }),
      { numRuns: isNight ? 300 : 30 },
    )
  })

  test('a typo still finds it: a missing, added, replaced or swapped letter', () => {
    const typo = fc.record({
      kind: fc.constantFrom('missing', 'more', 'other', 'swapped'),
      at: fc.nat(),
      letter: fc.constantFrom('a', 'z', '小'),
    })
    fc.assert(
      fc.property(listings, typo, (list, { kind, at, letter }) => {
        const index = indexListings(list)
        for (const listing of list) {
          const letters = foldedName(listing).split('')
          const place = at % letters.length
          if (kind === 'missing') letters.splice(place, 1)
          if (kind === 'more') letters.splice(place, 0, letter)
          if (kind === 'other') letters.splice(place, 1, letter)
          if (kind === 'swapped') letters.splice(place, 2, ...letters.slice(place, place + 2).reverse())
          const search = letters.join('')
          // Folding can change a part cut out of folded text, such as half an emoji. That is a further typo.
          if (letters.length < 4 || search.length > 64 || searchWords(search).join() !== search) continue
          expect(searchListings(index, { ...everything, search }).listings).toContain(listing)
        }
      }),
      { numRuns: isNight ? 300 : 30 },
    )
  })

  test('T-103: no text makes it throw, and pages divide the answer', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 64 }), close, fc.string({ maxLength: 64 }))
    fc.assert(
      fc.property(listings, text, fc.integer({ min: 1, max: 7 }), (list, search, entries) => {
        const index = indexListings(list)
        const all = searchListings(index, { ...everything, search })
        const pages = Array.from({ length: Math.ceil(all.total / entries) + 1 }, (_, page) =>
          searchListings(index, { ...everything, search, entries, page: page + 1 }),
        )
        expect(pages.flatMap((page) => page.listings)).toEqual(all.listings)
        expect(new Set(all.listings).size).toBe(all.total)
        for (const { total } of pages) expect(total).toBe(all.total)
        expect(pages.at(-1)?.listings).toEqual([])
      }),
      { numRuns: isNight ? 500 : 50 },
    )
  })

  test('finds the same as a plain comparison of texts, in the same order', () => {
    fc.assert(
      fc.property(listings, fc.oneof(close, rdns), (list, search) => {
        const found = searchListings(indexListings(list, ['w0', 'w3']), { ...everything, search })
        expect(found.listings).toEqual(compareAll(list, search))
      }),
      { numRuns: isNight ? 2_000 : 150 },
    )
  })

  test('a folded text does not change when folded again, with any character', () => {
    const others: string[] = []
    // By day, only every seventh code point.
    for (let point = 0; point <= 0x10ffff; point += isNight ? 1 : 7) {
      if (point >= 0xd800 && point < 0xe000) continue
      const words = searchWords(`a${String.fromCodePoint(point)}`).join(' ')
      if (searchWords(words).join(' ') !== words) others.push(`U+${point.toString(16)}`)
    }
    expect(others).toEqual([])
  })

  test('a folded text does not change when folded again', () => {
    fc.assert(
      fc.property(any, (text) => {
        const words = searchWords(text)
        expect(searchWords(words.join(' '))).toEqual(words)
      }),
      { numRuns: isNight ? 2_000 : 150 },
    )
  })
})

/** Applies the same rules in a slow way, for comparison. */
function compareAll(list: readonly Listing[], search: string): readonly Listing[] {
  if (search === '') return list
  const words = searchWords(search)
  const whole = words.join('')
  const ranked = list.map((listing) => {
    const byWords =
      words.length > 1 && words.length <= 6 ? Math.max(2, ...words.map((word) => rankOf(listing, word, words))) : 9
    const rank = whole === '' ? 9 : Math.min(rankOf(listing, whole, words), byWords)
    return { listing, rank }
  })
  const isVerified = ({ id }: Listing) => Number(['w0', 'w3'].includes(id))
  return ranked
    .filter(({ rank }) => rank < 9)
    .sort((a, b) => a.rank - b.rank || isVerified(b.listing) - isVerified(a.listing))
    .map(({ listing }) => listing)
}

function rankOf(listing: Listing, text: string, words: readonly string[]): number {
  const hasAddresses = words.join('').length >= 3
  const limit = text.length >= 8 ? 2 : text.length >= 4 ? 1 : 0
  const name = searchWords(listing.name)
  const host = searchWords(new URL(listing.homepage ?? 'https://x.invalid').hostname)
  const parts = [
    ...searchWords(listing.rdns ?? '').map((word, index) => ({ word, isUsual: index === 0 })),
    ...(listing.homepage === undefined ? [] : host).map((word, index) => ({
      word,
      isUsual: index === host.length - 1 || word === 'www',
    })),
  ]
  const rankBy = (word: string, begins: number, contains: number) => {
    const typos = typosBetween(text, word, limit)
    return word.startsWith(text) ? begins : word.includes(text) ? contains : typos <= limit ? 4 + typos : 9
  }
  const ranks = [
    foldedName(listing) === text ? 0 : 9,
    rankBy(foldedName(listing), 1, 3),
    ...name.map((word) => rankBy(word, 2, 3)),
    ...(hasAddresses
      ? parts.map(({ word, isUsual }) => {
          if (!isUsual) return rankBy(word, 3, 4)
          // A word already counted as part of the name or address is not the usual part of one.
          return words.length > 1 && word.startsWith(text) ? 3 : 9
        })
      : []),
  ]
  return Math.min(...ranks)
}

/**
 * The distance by its definition, of at most 31 letters. From six letters on, the beginnings of the word count as well.
 */
function typosBetween(whole: string, word: string, limit: number): number {
  if (limit === 0) return 9
  const text = whole.slice(0, 31)
  const ends = text.length >= 6 ? Array.from({ length: word.length + 1 }, (_, end) => end) : [word.length]
  return Math.min(...ends.map((end) => distance(text, word.slice(0, end))))
}

function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) => [row])
  const at = (row: number, column: number) => table[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let column = 1; column <= b.length; column += 1) table[0]?.push(column)
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY
      table[row]?.push(
        Math.min(at(row - 1, column - 1) + cost, at(row - 1, column) + 1, at(row, column - 1) + 1, swapped),
      )
    }
  }
  return at(a.length, b.length)
}
