import { expect, test } from 'vitest'
import { wholeNativeLinks } from './wholeNativeLinks.ts'

test.each([
  ['rainbow', 'rainbow://'],
  ['rainbow:', 'rainbow://'],
  ['Rainbow', 'rainbow://'],
  ['rainbow://', 'rainbow://'],
  ['cbwallet://wsegue', 'cbwallet://wsegue'],
  ['https://rnbwapp.com', 'https://rnbwapp.com'],
  ['', ''],
  ['not a scheme', 'not a scheme'],
])('D4 the native link %s of a host’s own wallet is %s', (native, whole) => {
  const [wallet] = wholeNativeLinks([{ id: 'own', name: 'Own', links: { native, universal: 'https://own.example/' } }])
  expect(wallet).toEqual({ id: 'own', name: 'Own', links: { native: whole, universal: 'https://own.example/' } })
})

test('D4 a wallet without a native link has none', () => {
  expect(wholeNativeLinks([{ id: 'own', name: 'Own', links: {} }])).toEqual([{ id: 'own', name: 'Own', links: {} }])
})
