import { createMemoryStorage } from '@hawser/sign'
import { expect, test } from 'vitest'
import { AccountUnreadableError, InvalidSeedPhraseError } from '../../errors.ts'
import { accountKey, createKeyring } from './keyring.ts'
import { maxAccounts } from './storedAccounts.ts'

const zeros = (length: number) => new Uint8Array(length)
/** The phrase of 16 zero bytes, the first vector of BIP-39, and the address that every wallet shows for it. */
const zeroPhrase = `${'abandon '.repeat(11)}about`
const zeroAddress = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94'
/** The public phrase of development nodes and its first two addresses. */
const publicPhrase = `${'test '.repeat(11)}junk`
const publicAddresses = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']

function open(storage = createMemoryStorage(), randomBytes = zeros) {
  return { storage, keyring: createKeyring({ storage, randomBytes }) }
}
const addressesOf = (accounts: readonly { readonly address: string }[]) => accounts.map(({ address }) => address)

test('createKeyring: makes twelve words from the given randomness once, and loads them again', async () => {
  const { storage, keyring } = open()
  const accounts = await keyring.load()
  expect(accounts).toMatchObject([{ address: zeroAddress, origin: 'created', number: 1 }])
  // The Bitcoin address is the one of BIP-84 for this phrase (test/vectors/derivation).
  expect(accounts[0]?.addresses).toEqual([
    { namespace: 'eip155', address: zeroAddress },
    { namespace: 'solana', address: 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk' },
    { namespace: 'bip122', address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' },
  ])
  expect(keyring.phraseOf(zeroAddress)).toBe(zeroPhrase)
  const other = open(storage, (length) => zeros(length).fill(1))
  expect(addressesOf(await other.keyring.load())).toEqual([zeroAddress])
})

test('createKeyring: further accounts come from the same phrase, and survive a reload', async () => {
  const { storage, keyring } = open()
  await keyring.load()
  const accounts = await keyring.add()
  expect(accounts).toHaveLength(2)
  expect(new Set(addressesOf(accounts)).size).toBe(2)
  expect(addressesOf(await open(storage).keyring.load())).toEqual(addressesOf(accounts))
})

test('createKeyring: imports the known accounts of a known phrase, one with each import', async () => {
  const { storage, keyring } = open()
  await keyring.load()
  await keyring.importPhrase(publicPhrase.toUpperCase())
  const accounts = await keyring.importPhrase(publicPhrase)
  expect(addressesOf(accounts)).toEqual([zeroAddress, ...publicAddresses])
  expect(accounts.map(({ origin }) => origin)).toEqual(['created', 'imported', 'imported'])
  // A new account comes from the wallet's own phrase, not from the imported one.
  const [, , , added] = await keyring.add()
  expect(added?.origin).toBe('created')
  expect(keyring.phraseOf(added?.address ?? '0x')).toBe(zeroPhrase)
  expect(addressesOf(await open(storage).keyring.load())).toHaveLength(4)
})

test('createKeyring: refuses a phrase with a wrong word and stores nothing', async () => {
  const { storage, keyring } = open()
  await keyring.load()
  const before = await storage.get(accountKey)
  await expect(keyring.importPhrase(publicPhrase.replace('junk', 'jnuk'))).rejects.toThrow(InvalidSeedPhraseError)
  await expect(keyring.importPhrase(publicPhrase.replace('junk', 'test'))).rejects.toThrow(InvalidSeedPhraseError)
  expect(await storage.get(accountKey)).toBe(before)
})

test('createKeyring: has a limit', async () => {
  const { storage, keyring } = open()
  await keyring.load()
  const secrets = Array.from({ length: maxAccounts }, (_, index) => ({
    ...{ phrase: zeroPhrase, index, isImported: false, number: index + 1 },
  }))
  await storage.set(accountKey, JSON.stringify(secrets))
  const full = open(storage).keyring
  expect(await full.load()).toHaveLength(maxAccounts)
  expect(await full.add()).toHaveLength(maxAccounts)
})

test('createKeyring: renewing replaces everything', async () => {
  const { storage, keyring } = open()
  await keyring.load()
  await keyring.importPhrase(publicPhrase)
  const renewed = open(storage, (length) => zeros(length).fill(1)).keyring
  await renewed.load()
  const accounts = await renewed.renew()
  expect(accounts).toHaveLength(1)
  expect(addressesOf(accounts)).not.toEqual([zeroAddress])
  expect(await storage.get(accountKey)).not.toContain('junk')
})

test.each([
  '',
  'zz',
  '00'.repeat(32),
  'ff'.repeat(32),
  '12'.repeat(31),
  '[]',
  '{}',
  'null',
  '[1]',
  JSON.stringify([{ phrase: 'zoo zoo', index: 0, isImported: false, number: 1 }]),
  JSON.stringify([{ phrase: zeroPhrase, index: -1, isImported: false, number: 1 }]),
  JSON.stringify([{ phrase: zeroPhrase, index: 0, number: 1 }]),
  JSON.stringify([{ phrase: zeroPhrase, index: 0, isImported: false }]),
  JSON.stringify([{ phrase: zeroPhrase, index: 0, isImported: false, number: 0 }]),
  JSON.stringify([{ phrase: zeroPhrase, index: 0, isImported: false, name: 7 }]),
  JSON.stringify([0, 1].map((index) => ({ phrase: zeroPhrase, index, isImported: false, number: 1 }))),
])('createKeyring: refuses the stored value "%s" and leaves it', async (stored) => {
  const { storage, keyring } = open()
  await storage.set(accountKey, stored)
  await expect(keyring.load()).rejects.toThrow(AccountUnreadableError)
  expect(await storage.get(accountKey)).toBe(stored)
})

test('createKeyring: an account gets a name and loses it, and both survive a reload', async () => {
  const { storage, keyring } = open()
  await keyring.load()
  expect(await keyring.rename(zeroAddress, 'Spare')).toMatchObject([{ name: 'Spare', number: 1 }])
  expect(await open(storage).keyring.load()).toMatchObject([{ name: 'Spare' }])
  await keyring.rename(zeroAddress, undefined)
  expect((await open(storage).keyring.load()).map(({ name }) => name)).toEqual([undefined])
})

test('createKeyring: a removed account is gone, the others keep their numbers; adding undoes it', async () => {
  const { storage, keyring } = open()
  await keyring.load()
  await keyring.add()
  const three = await keyring.add()
  const [, middle, last] = three
  const left = await keyring.remove(middle?.address ?? '0x')
  expect(left.map(({ number }) => number)).toEqual([1, 3])
  expect(addressesOf(await open(storage).keyring.load())).toEqual([zeroAddress, last?.address])
  const again = await keyring.add()
  expect(again.at(-1)).toMatchObject({ address: middle?.address, number: 2 })
})

test('createKeyring: keeps the last account, and an unknown one removes nothing', async () => {
  const { storage, keyring } = open()
  await keyring.load()
  expect(addressesOf(await keyring.remove(zeroAddress))).toEqual([zeroAddress])
  expect(addressesOf(await keyring.remove(publicAddresses[0] as `0x${string}`))).toEqual([zeroAddress])
  expect(addressesOf(await open(storage).keyring.load())).toEqual([zeroAddress])
})
