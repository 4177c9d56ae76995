import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { entropyToMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { expect, test, vi } from 'vitest'
import { InvalidSeedPhraseError } from '../../errors.ts'
import { createSeedPhrase, parseSeedPhrase, seedOf } from './seedPhrase.ts'

// Vectors of BIP-39 (trezor/python-mnemonic, vectors.json, MIT): entropy and phrase.
const vectors = [
  ['00'.repeat(16), `${'abandon '.repeat(11)}about`],
  ['7f'.repeat(16), 'legal winner thank year wave sausage worth useful legal winner thank yellow'],
  ['80'.repeat(16), 'letter advice cage absurd amount doctor acoustic avoid letter advice cage above'],
  ['ff'.repeat(16), `${'zoo '.repeat(11)}wrong`],
  ['00'.repeat(24), `${'abandon '.repeat(17)}agent`],
  ['ff'.repeat(32), `${'zoo '.repeat(23)}vote`],
  ['7dce4ed2284c9134d026608ab684c05c', 'lava include region explain simple omit dog slot melt reflect copy reward'],
  [
    '3edc83b60740d77af3afa2fcb82c2f1bc541ee4e2518ddef4996d32453f54a3c',
    'disagree tomato unique attend aspect runway solid violin witness scrap armed daring favorite warm decade perfect target kid grant play early wide cigar night',
  ],
] as const

const phrase = vectors[0][1]

function problemOf(text: string) {
  try {
    parseSeedPhrase(text)
  } catch (error) {
    if (error instanceof InvalidSeedPhraseError) return error.reason
    throw error
  }
  return undefined
}

test.each(vectors)('parseSeedPhrase: the phrase of %s', (entropy, words) => {
  expect(entropyToMnemonic(hexToBytes(entropy), wordlist)).toBe(words)
  expect(parseSeedPhrase(words)).toBe(words)
})

test.each([
  ['beside the page', globalThis.crypto],
  ['where the page has no WebCrypto', {}],
])('seedOf: the published seed of the first vector, with its passphrase, %s', async (_, crypto) => {
  vi.stubGlobal('crypto', crypto)
  const seed = await seedOf(phrase, 'TREZOR')
  expect(seed).toHaveLength(64)
  expect(bytesToHex(seed).startsWith('c55257c360c07c72029aebc1b53c05ed')).toBe(true)
  expect(bytesToHex(await seedOf(phrase, 'other')).startsWith('c55257c3')).toBe(false)
})

test('createSeedPhrase: uses the given randomness', () => {
  const asked: number[] = []
  const made = createSeedPhrase((length) => {
    asked.push(length)
    return new Uint8Array(length).fill(0x7f)
  })
  expect(made).toBe(vectors[1][1])
  expect(asked).toEqual([16])
})

test('parseSeedPhrase: ignores capitals, line breaks and surrounding blanks', () => {
  expect(parseSeedPhrase(`  ${phrase.toUpperCase().replaceAll(' ', '\n\t')}\u00a0`)).toBe(phrase)
})

test.each([
  ['', { problem: 'length', count: 0 }],
  ['abandon about', { problem: 'length', count: 2 }],
  [`${phrase} abandon`, { problem: 'length', count: 13 }],
  [phrase.replace('about', 'abuot'), { problem: 'words', positions: [12] }],
  ['not2 xx seed zzz', { problem: 'words', positions: [1, 2, 4] }],
  [`${'abandon '.repeat(12)}`, { problem: 'checksum' }],
  [`about ${'abandon '.repeat(11)}`, { problem: 'checksum' }],
])('parseSeedPhrase: names the mistake in "%s"', (text, reason) => {
  expect(problemOf(text)).toEqual(reason)
})

test('parseSeedPhrase: its error never repeats a word of the phrase', () => {
  const text = phrase.replace('about', 'hunter2')
  expect(() => parseSeedPhrase(text)).toThrow(InvalidSeedPhraseError)
  try {
    parseSeedPhrase(text)
  } catch (error) {
    expect(JSON.stringify({ ...(error as Error), message: String(error) })).not.toMatch(/hunter2|abandon/)
  }
})
