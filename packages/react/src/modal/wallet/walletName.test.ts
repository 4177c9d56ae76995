import { expect, test } from 'vitest'
import { initials } from './walletName.ts'

test.each([
  ['Rainbow', 'Ra'],
  ['Trust Wallet', 'Tr'],
  ['wallet of Anna', 'WO'],
  ['Token Pocket', 'TP'],
  ['imToken', 'Im'],
  ['1inch Wallet', '1i'],
  ['X', 'X'],
  ['𝒳mas 🎄 tree', '𝒳T'],
  ['…', '?'],
  ['', '?'],
])('the initials of %s are %s', (name, expected) => {
  expect(initials(name)).toBe(expected)
})
