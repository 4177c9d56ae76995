import { describe, expect, test } from 'vitest'
import { createIconPackage, iconFile, square } from './iconPackage.fixture.ts'
import { openIconPackage } from './iconPackage.ts'

const red = square('red')
const encoded = iconFile(encodeURIComponent(red))
const textOf = (bytes: Uint8Array | undefined) => bytes && new TextDecoder().decode(bytes)

describe('openIconPackage', () => {
  test.each([
    ['after its id', 'quayWallet-ABCD1234.js', { id: 'quay', name: 'Anything' }],
    ['after its name', 'quayWallet-ABCD1234.js', { id: '0f'.repeat(32), name: 'Quay' }],
    ['with "Wallet" in both', 'quayWallet-ABCD1234.js', { id: 'quay-wallet', name: 'Quay Wallet' }],
    ['with other capitals', 'quAYWallet-ABCD1234.js', { id: 'x', name: 'QuayWallet' }],
    ['by a name of its own', 'oneInchWallet-ABCD1234.js', { id: '1inch', name: '1inch Wallet' }],
    ['without "Wallet", where that is known', 'magicEden-ABCD1234.js', { id: 'magiceden', name: 'Magic Eden Wallet' }],
  ])('finds the icon of a wallet %s', (_, file, listing) => {
    expect(textOf(openIconPackage(createIconPackage({ [file]: encoded })).iconOf(listing))).toBe(red)
  })

  test.each([
    ['a chain’s icon of the same name', { 'quay-ABCD1234.js': encoded }],
    ['the code of the wallet itself', { 'quayWallet.js': encoded, 'chunk-ABCD1234.js': encoded }],
    ['another wallet', { 'quaysideWallet-ABCD1234.js': encoded }],
    ['no data address', { 'quayWallet-ABCD1234.js': 'export const url = "https://example.com/quay.svg"' }],
    ['a broken one', { 'quayWallet-ABCD1234.js': iconFile('%E0%A4%A') }],
    ['a file of megabytes', { 'quayWallet-ABCD1234.js': `${encoded}${' '.repeat(3 * 1024 * 1024)}` }],
    ['nothing', {}],
  ])('finds no icon in %s', (_, files: Readonly<Record<string, string>>) => {
    expect(openIconPackage(createIconPackage(files)).iconOf({ id: 'quay', name: 'Quay' })).toBeUndefined()
  })

  test('reads base64, and runs no code of the package', () => {
    const file = iconFile(Buffer.from(red).toString('base64'), 'svg+xml;base64,')
    const folder = createIconPackage({ 'quayWallet-ABCD1234.js': `${file}\nglobalThis.hasRun = true\n` })
    expect(textOf(openIconPackage(folder).iconOf({ id: 'quay', name: 'Quay' }))).toBe(red)
    expect(Reflect.get(globalThis, 'hasRun')).toBeUndefined()
  })

  test('reports their version, page and licence', () => {
    const folder = createIconPackage({}, { version: '2.2.11', licence: 'MIT License\n\nCopyright' })
    expect(openIconPackage(folder)).toMatchObject({
      title: '@rainbow-me/rainbowkit 2.2.11',
      source: 'https://www.npmjs.com/package/@rainbow-me/rainbowkit/v/2.2.11',
      licence: 'MIT License\n\nCopyright',
    })
  })

  test.each([
    ['of another name', { name: '@quay/icons' }, /is not the folder of @rainbow-me\/rainbowkit/],
    ['of no version', { version: '../..' }, /is not the folder/],
    ['of another licence', { license: 'UNLICENSED' }, /does not come with the MIT licence/],
    ['without the text of its licence', { licence: null }, /does not come with the MIT licence/],
  ])('refuses a package %s', (_, more, why) => {
    expect(() => openIconPackage(createIconPackage({}, more))).toThrow(why)
  })

  test('refuses a folder without a package', () => {
    expect(() => openIconPackage('/nowhere')).toThrow(/has no readable package\.json/)
  })
})
