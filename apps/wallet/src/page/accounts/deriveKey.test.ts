import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { deriveSecp256k1Key } from './deriveKey.ts'
import { createEthereumAccount } from './ethereumAccount.ts'
import { seedOf } from './seedPhrase.ts'

// BIP-32, "Test vector 1": the first bytes of each key.
const seed = hexToBytes('000102030405060708090a0b0c0d0e0f')

test.each([
  ['m', 'e8f32e723decf405'],
  ["m/0'", 'edb2e14f9ee77d26'],
  ["m/0'/1", '3c6cb8d0f6a264c9'],
  ["m/0'/1/2'", 'cbce0d719ecf7431'],
  ["m/0'/1/2'/2", '0f479245fb19a38a'],
  ["m/0'/1/2'/2/1000000000", '471b76e389e528d6'],
])('deriveSecp256k1Key: %s of the first vector of BIP-32', (path, start) => {
  expect(bytesToHex(deriveSecp256k1Key(seed, path)).slice(0, 16)).toBe(start)
})

// The accounts that every Ethereum development node prints for its public phrase (Hardhat, Anvil).
test.each([
  [0, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
  [1, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  [2, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'],
])('deriveSecp256k1Key: account %i of the public phrase has its known address', async (index, address) => {
  const bytes = await seedOf(`${'test '.repeat(11)}junk`)
  expect(createEthereumAccount(deriveSecp256k1Key(bytes, `m/44'/60'/0'/0/${index}`)).address).toBe(address)
})
