import { pbkdf2Async } from '@noble/hashes/pbkdf2.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { InvalidSeedPhraseError } from '../../errors.ts'
import { seedWords } from './seedWords.ts'

const bitsPerWord = 11
const rounds = 2048
const seedBytes = 64
const wordCounts: readonly number[] = [12, 15, 18, 21, 24]

/**
 * A new seed phrase of twelve words (BIP-39, "Generating the mnemonic").
 * @param randomBytes - asked once for 16 bytes
 */
export function createSeedPhrase(randomBytes: (length: number) => Uint8Array): string {
  return formatSeedPhrase(randomBytes(16))
}

/**
 * Entropy as words: its bits and the first bits of its SHA-256, eleven for each word.
 * @param entropy - 16, 20, 24, 28 or 32 bytes
 */
export function formatSeedPhrase(entropy: Uint8Array): string {
  const bits = `${toBits(entropy)}${checksumOf(entropy)}`
  return (bits.match(/.{11}/g) ?? []).map((word) => seedWords[Number.parseInt(word, 2)] ?? '').join(' ')
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
  const unknown = words.flatMap((word, index) => (seedWords.includes(word) ? [] : [index + 1]))
  if (words.length > 0 && unknown.length > 0) throw new InvalidSeedPhraseError({ problem: 'words', positions: unknown })
  if (!wordCounts.includes(words.length)) throw new InvalidSeedPhraseError({ problem: 'length', count: words.length })
  const bits = words.map((word) => seedWords.indexOf(word).toString(2).padStart(bitsPerWord, '0')).join('')
  // One checksum bit for each 32 bits of entropy: 33 bits in all.
  const entropyBits = (bits.length / 33) * 32
  const entropy = Uint8Array.from(bits.slice(0, entropyBits).match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
  if (bits.slice(entropyBits) !== checksumOf(entropy)) throw new InvalidSeedPhraseError({ problem: 'checksum' })
  return words.join(' ')
}

/**
 * The 64 bytes all keys of a phrase come from (BIP-39, "From mnemonic to seed").
 * @param phrase - as `parseSeedPhrase` returns it
 * @param crypto - its `subtle` does the 2,048 rounds beside the page; a page over plain http has none, and does them itself
 */
export async function seedOf(
  phrase: string,
  passphrase = '',
  { subtle }: { readonly subtle?: SubtleCrypto } = globalThis.crypto,
): Promise<Uint8Array> {
  const password = new TextEncoder().encode(phrase)
  const salt = new TextEncoder().encode(`mnemonic${passphrase.normalize('NFKD')}`)
  if (subtle === undefined) return pbkdf2Async(sha512, password, salt, { c: rounds, dkLen: seedBytes })
  const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-512', salt, iterations: rounds }
  return new Uint8Array(await subtle.deriveBits(derivation, key, seedBytes * 8))
}

function toBits(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
}

function checksumOf(entropy: Uint8Array): string {
  return toBits(sha256(entropy)).slice(0, entropy.length / 4)
}
