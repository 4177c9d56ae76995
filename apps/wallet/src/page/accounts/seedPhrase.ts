import { entropyToMnemonic, mnemonicToSeed, mnemonicToSeedWebcrypto, validateMnemonic } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { InvalidSeedPhraseError } from '../../errors.ts'

const wordCounts: readonly number[] = [12, 15, 18, 21, 24]

/** Creates a seed phrase of twelve words (BIP-39) from 16 random bytes. */
export function createSeedPhrase(randomBytes: (length: number) => Uint8Array): string {
  return entropyToMnemonic(randomBytes(16), wordlist)
}

/** Normalises a typed seed phrase. An InvalidSeedPhraseError says what is wrong, without any word of the phrase. */
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

/** The seed of a normalised phrase: 64 bytes from which all its keys derive. */
// WebCrypto computes the 2,048 rounds outside the page's thread. A page over plain http has no WebCrypto.
export function seedOf(phrase: string, passphrase = ''): Promise<Uint8Array> {
  return globalThis.crypto.subtle === undefined
    ? mnemonicToSeed(phrase, passphrase)
    : mnemonicToSeedWebcrypto(phrase, passphrase)
}
