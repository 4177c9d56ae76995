import { readFileSync } from 'node:fs'
import { isNight, volume } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkListings } from './checkListings.ts'
import { formatListingFile } from './listingFile.ts'
import { hiddenCharacters, lookAlikeKey, mixedScripts, skeleton } from './lookAlike.ts'
import { makeListing } from './makeListing.ts'

// Pairs of names that look the same. The difference is written as an escape, so that reviewers can see it.
const pairs: readonly (readonly [string, string])[] = [
  ['MetaMask', 'Meta\u041cask'],
  ['MetaMask', '\u041cet\u0430\u041c\u0430sk'],
  ['MetaMask', 'Met\u0430Mask'],
  ['MetaMask', 'M\u0435taMask'],
  ['MetaMask', '\u039cetaMask'],
  ['MetaMask', 'MetaMa\u0455k'],
  ['MetaMask', '\uff2detaMask'],
  ['MetaMask', '\ud835\udc0c\ud835\udc1e\ud835\udc2d\ud835\udc1aMask'],
  ['MetaMask', 'Meta Mask'],
  ['MetaMask', 'Meta-Mask'],
  ['MetaMask', 'METAMASK'],
  ['MetaMask', 'MetaMask.'],
  ['MetaMask', 'M\u00e9taMask'],
  ['MetaMask', 'M\u0117t\u0101Mask'],
  ['MetaMask', 'Meta\u2133ask'],
  ['MetaMask', 'MetaMas\u212a'],
  ['MetaMask', '\u216fetaMask'],
  ['Trust Wallet', '\u0422rust Wallet'],
  ['Trust Wallet', '\u03a4rust Wallet'],
  ['Trust Wallet', 'Trust Wa\u0406\u0406et'],
  ['Trust Wallet', 'Trust Wal1et'],
  ['Trust Wallet', 'Trust WaIlet'],
  ['Trust Wallet', 'Trust Wa||et'],
  ['Trust Wallet', 'TrustWallet'],
  ['Trust Wallet', 'Tru\u0455t Wallet'],
  ['Trust Wallet', 'Trust W\u0251llet'],
  ['Rainbow', 'R\u0430inbow'],
  ['Rainbow', 'Rainb\u043ew'],
  ['Rainbow', 'Rainb\u03bfw'],
  ['Rainbow', 'Rainb0w'],
  ['Rainbow', 'Ra\u0456nbow'],
  ['Rainbow', 'Rainb\u0585w'],
  ['Rainbow', 'Rainbo\u0461'],
  ['Rainbow', 'Ra\u0131nbow'],
  ['Coinbase Wallet', '\u0421oinbase Wallet'],
  ['Coinbase Wallet', 'C\u043einbase Wallet'],
  ['Coinbase Wallet', 'Coinba\u0455e Wallet'],
  ['Coinbase Wallet', 'C0inbase Wallet'],
  ['Coinbase Wallet', '\u2102oinbase Wallet'],
  ['Ledger', 'Led\u0261er'],
  ['Ledger', 'L\u0435dger'],
  ['Ledger', '\u216cedger'],
  ['Ledger', 'Le\u0501ger'],
  ['Ledger', 'Ledge\u1d26'],
  ['Phantom', 'Ph\u0430ntom'],
  ['Phantom', 'P\u04bbantom'],
  ['Phantom', '\u03a1hantom'],
  ['Phantom', 'Phant\u1d0fm'],
  ['Phantom', 'Phantorn'],
  ['OKX Wallet', '\u041e\u041a\u0425 Wallet'],
  ['OKX Wallet', '0KX Wallet'],
  ['OKX Wallet', 'OK\u03a7 Wallet'],
  ['Zerion', '\u0396erion'],
  ['Zerion', 'Z\u0435r\u0456\u043en'],
  ['Zerion', 'Zeri\u0d20n'],
  ['imToken', 'irnToken'],
  ['imToken', 'imT\u043ek\u0435n'],
  ['Bitget Wallet', '\u0412itget Wallet'],
  ['Uniswap Wallet', 'Unisw\u0430p Wallet'],
  ['Kraken Wallet', '\u039araken Wallet'],
  ['SafePal', 'SafePa\u04c0'],
  ['Brave Wallet', '\u0392rave W\u0430llet'],
  ['Binance Wallet', 'Bin\u0430n\u0441e Wallet'],
  ['\u043a\u043e\u0448\u0435\u043b\u0451\u043a', '\u043ao\u0448e\u043b\u0451\u043a'],
]

const quay = makeListing(
  {
    name: 'Quay',
    homepage: 'https://quay.example/',
    app: { mac: 'https://quay.example/get' },
    mobile: {},
    desktop: {},
    chains: ['eip155'],
  },
  'owner',
)
// The name stays unchanged, because not every file is written by `add`.
const fileOf = (id: string, name: string) => ({ file: `${id}.json`, text: formatListingFile({ ...quay, id, name }) })
const problemsOf = (...names: readonly string[]) =>
  checkListings(
    names.map((name, index) => fileOf(`w${index}`, name)),
    () => undefined,
  )

test('T-13: more than sixty pairs exist, all different', () => {
  expect(new Set(pairs.map((pair) => pair.join('\n'))).size).toBeGreaterThanOrEqual(60)
  for (const [own, other] of pairs) expect(own).not.toBe(other)
})

test.each(pairs)('T-13: with %s listed, refuses %s', (own, other) => {
  expect(lookAlikeKey(other)).toBe(lookAlikeKey(own))
  expect(problemsOf(own, other)).toContainEqual(
    expect.objectContaining({
      level: 'error',
      file: 'w1.json',
      field: 'name',
      what: expect.stringMatching(/looks like/),
    }),
  )
})

test.each([
  ['MetaMask', 'Metal Mask'],
  ['Nova Wallet', 'Nest Wallet'],
  ['Coin98', 'Coin99'],
  ['\u043a\u043e\u0448\u0435\u043b\u0435\u043a', 'Wallet'],
  ['\u94b1\u5305', '\u9322\u5305'],
])('T-13: %s and %s can both be listed', (own, other) => {
  expect(problemsOf(own, other).filter(({ level }) => level === 'error')).toEqual([])
})

describe('skeleton', () => {
  test('UTS 39: capital and small letters of other scripts become their look-alikes', () => {
    expect(skeleton('\u0420\u0430\u0443\u0440\u0430l')).toBe(skeleton('Paypal'))
    expect(skeleton('m')).toBe('rn')
    expect(skeleton('I|1\u0406')).toBe('llll')
  })

  test('the table: every prototype is its own, in one line, without compatibility forms', () => {
    const table = readFileSync(new URL('../../data/confusables.txt', import.meta.url), 'utf8')
    const lines = table.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(lines.length).toBeGreaterThan(1_000)
    expect(new Set(lines.map((line) => line.split('=')[0])).size).toBe(lines.length)
    for (const line of lines) {
      expect(line).toMatch(/^[0-9a-f]{2,5}( [0-9a-f]{2,5})*=[0-9a-f]{2,5}(\.[0-9a-f]{2,5})*$/)
      const [prototype = '', from = ''] = line.split('=')
      const text = String.fromCodePoint(...prototype.split(' ').map((code) => Number.parseInt(code, 16)))
      expect(skeleton(text)).toBe(text)
      for (const code of from.split('.')) expect(skeleton(String.fromCodePoint(Number.parseInt(code, 16)))).toBe(text)
    }
  })

  test(`T-13 Z-4: ${isNight ? '100,000' : '1,000'} names: its skeleton is its own skeleton`, {
    timeout: 300_000,
  }, () => {
    const anyName = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 64 }),
      fc.string({ unit: 'grapheme', maxLength: 64 }),
      // Includes lone surrogates.
      fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 32 }).map((units) => String.fromCharCode(...units)),
      fc.array(fc.constantFrom(...pairs.flat().join('')), { maxLength: 32 }).map((letters) => letters.join('')),
    )
    fc.assert(
      fc.property(anyName, (name) => {
        const once = skeleton(name)
        expect(skeleton(once)).toBe(once)
        expect(lookAlikeKey(once)).toBe(lookAlikeKey(name))
        expect(hiddenCharacters(once)).toEqual([])
        mixedScripts(name)
      }),
      { numRuns: volume(100_000, 1_000) },
    )
  })
})

describe('hidden characters', () => {
  const hidden = [
    0x202e, 0x202a, 0x2066, 0x200e, 0x061c, 0x200b, 0x200d, 0xfeff, 0x2060, 0x00ad, 0x3164, 0x115f, 0x2800, 0xe0041,
    0x0007, 0x2028,
  ]
  test.each(
    hidden.map((code) => [`U+${code.toString(16).toUpperCase().padStart(4, '0')}`, String.fromCodePoint(code)]),
  )('T-13: refuses a name with %s, and names it', (written, character) => {
    expect(hiddenCharacters(`Meta${character}Mask`)).toEqual([written])
    const [problem] = problemsOf(`Meta${character}Mask`)
    expect(problem).toMatchObject({ level: 'error', field: 'name', what: expect.stringContaining(written) })
    // The output must not contain the character either.
    expect(problem?.what).not.toContain(character)
  })
})

test.each([
  ['MetaMask', []],
  ['1inch Wallet', []],
  ['Meta\u041cask', ['Latin', 'Cyrillic']],
  ['\u041a\u043e\u0448\u0435\u043b\u0451\u043a', []],
  ['\u03a9mega', ['Greek', 'Latin']],
  ['LINE \u30a6\u30a9\u30ec\u30c3\u30c8', []],
  ['\uc9c0\uac11 Wallet', []],
  ['\u94b1\u5305 Wallet', []],
  ['\u0645\u062d\u0641\u0638\u0629 7', []],
  ['\u05d0\u0627', ['Hebrew', 'Arabic']],
  ['\u13a0\u13a1', ['a rare script']],
  ['***', []],
])('mixedScripts T-13: %s has %j', (name, scripts) => {
  expect(mixedScripts(name)).toEqual(scripts)
})
