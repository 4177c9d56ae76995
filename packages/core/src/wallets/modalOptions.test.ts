import { InvalidListingError } from '@hawser/wire'
import { expect, test } from 'vitest'
import { listManualWallets } from './modalOptions.ts'

test("D4 the host's own wallets: one listing for both devices, with separate links", () => {
  const wallet = { id: 'own', name: 'Own' }
  const [listing, ...others] = listManualWallets({
    mobileWallets: [{ ...wallet, links: { native: 'own://' } }],
    desktopWallets: [{ ...wallet, links: { native: 'https://own.example' } }],
  })
  expect(others).toEqual([])
  expect(listing).toMatchObject({
    id: 'own',
    mobile: { native: 'own://', universal: undefined },
    desktop: { native: undefined, universal: 'https://own.example/' },
  })
})

test("D4 checks links of the host's own wallets like a registry's", () => {
  const links = { native: 'javascript://alert(1)', universal: 'http://own.example' }
  expect(listManualWallets({ mobileWallets: [{ id: 'own', name: 'Own', links }] })).toMatchObject([
    { mobile: { native: undefined, universal: undefined } },
  ])
})

test('D4 refuses an id or name that no listing may have', () => {
  expect(() => listManualWallets({ mobileWallets: [{ id: 'Own Wallet', name: 'Own', links: {} }] })).toThrow(
    InvalidListingError,
  )
  expect(() => listManualWallets({ desktopWallets: [{ id: 'own', name: '', links: {} }] })).toThrow(InvalidListingError)
  expect(listManualWallets({})).toEqual([])
})
