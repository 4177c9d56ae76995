import { entropyToMnemonic, mnemonicToSeed, mnemonicToSeedWebcrypto, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { InvalidSeedPhraseError } from '../../errors.ts'

const wordCounts: readonly number[] = [12, 15, 18, 21, 24]

/**
 * A new seed phrase of twelve words (BIP-39).
 * @param randomBytes - asked once for 16 bytes
 */
export function createSeedPhrase(randomBytes: (length: number) => Uint8Array): string {
  return entropyToMnemonic(randomBytes(16), wordlist)
}

/**
 * A seed phrase as somebody typed or pasted it, brought into its one form: lower case, one blank between words.
 * @throws InvalidSeedPhraseError - with what is wrong; never with a word of the phrase
 */
export function parseSeedPhrase(text: string): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const unknown = words.flatMap((word, index) => (wordlist.includes(word) ? [] : [index + 1]))
  if (words.length > 0 && unknown.length > 0) throw new InvalidSeedPhraseError({ problem: 'words', positions: unknown })
  if (!wordCounts.includes(words.length)) throw new InvalidSeedPhraseError({ problem: 'length', count: words.length })
  const phrase = words.join(' ')
  if (!validateMnemonic(phrase, wordlist)) throw new InvalidSeedPhraseError({ problem: 'checksum' })
  return phrase
}

/**
 * The 64 bytes all keys of a phrase come from. WebCrypto does the 2,048 rounds beside the page; a page over plain http has none, and
 * does them itself.
 * @param phrase - as `parseSeedPhrase` returns it
 */
export function seedOf(phrase: string, passphrase = ''): Promise<Uint8Array> {
  return globalThis.crypto.subtle === undefined
    ? mnemonicToSeed(phrase, passphrase)
    : mnemonicToSeedWebcrypto(phrase, passphrase)
}
