import { expect, test } from 'vitest'
import { formatMonogram } from '../../../registry/src/images.ts'
import { initials } from './initials.ts'

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

test('T-13 the initials are those the registry draws on its tiles', () => {
  for (const name of ['Rainbow', 'Trust Wallet', 'imToken', '1inch', 'Ledger Live', 'éclair wallet', 'Ωmega', 'ǆ', '…'])
    expect(formatMonogram({ id: 'x', name })).toContain(`>${initials(name)}</text>`)
})
