import { readFileSync } from 'node:fs'
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { createBitcoinAccount } from './bitcoinAccount.ts'
import { deriveSecp256k1Key } from './deriveKey.ts'
import { seedOf } from './seedPhrase.ts'

// Sources and licences are in the READMEs of test/vectors/derivation and test/vectors/bip322.
const read = (path: string) =>
  JSON.parse(readFileSync(new URL(`../../../../../test/vectors/${path}`, import.meta.url), 'utf8'))
const {
  bip84,
  bip322,
}: {
  bip84: { phrase: string; addresses: string[] }
  bip322: { privateKey: string; address: string }
} = read('derivation/derivation-vectors.json')
const {
  transactions,
  simple,
}: {
  transactions: { message: string; message_hash: string }[]
  simple: { message: string; address: string; bip322_signatures: string[] }[]
} = read('bip322/bip322-vectors.json')

/** The account of the 32 bytes between the prefix of the wallet import format and its mark for compressed keys. */
const account = createBitcoinAccount(base58.decode(bip322.privateKey).slice(1, 33))

test.each(bip84.addresses.map((address, index) => [index, address] as const))(
  'createBitcoinAccount: address %i of BIP-84 is %s',
  async (index, address) => {
    const key = deriveSecp256k1Key(await seedOf(bip84.phrase), `m/84'/0'/0'/0/${index}`)
    expect(createBitcoinAccount(key).address).toBe(address)
  },
)

test('createBitcoinAccount: the key of BIP-322 has its address', () => {
  expect(account.address).toBe(bip322.address)
})

const signed = simple.filter(({ address }) => address === bip322.address)
test.each(signed)('signMessage: signs "$message" as in BIP-322, byte for byte', ({ message, bip322_signatures }) => {
  const { signature } = account.signMessage(utf8ToBytes(message))
  const base64 = Buffer.from(hexToBytes(signature)).toString('base64')
  expect(bip322_signatures.some((published) => published.replace(/^smp/, '') === base64)).toBe(true)
})
test('signMessage: the BIP has two such messages', () => expect(signed).toHaveLength(2))

test.each(transactions)('signMessage: names the hash of "$message"', (vector) => {
  const { messageHash } = account.signMessage(utf8ToBytes(vector.message))
  expect(messageHash === vector.message_hash).toBe(true)
})
