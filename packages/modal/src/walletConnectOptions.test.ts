import { expect, test } from 'vitest'
import { completeNativeLinks, readThemeVariables } from './walletConnectOptions.ts'

test('D4 the reference’s variables become ours, ours stay, and others are dropped', () => {
  expect(
    readThemeVariables({
      '--wcm-accent-color': '#7a3cff',
      '--wcm-accent-fill-color': '#fff',
      '--wcm-container-border-radius': '4px',
      '--wcm-button-border-radius': '3px',
      '--wcm-wallet-icon-border-radius': '2px',
      '--wcm-overlay-background-color': 'black',
      '--wcm-font-family': 'serif',
      '--wcm-z-index': '99',
      '--hawser-border': 'red',
      color: 'red',
    }),
  ).toEqual({
    '--hawser-accent': '#7a3cff',
    '--hawser-on-accent': '#fff',
    '--hawser-radius': '4px',
    '--hawser-radius-control': '3px',
    '--hawser-radius-image': '2px',
    '--hawser-backdrop': 'black',
    '--hawser-font': 'serif',
    '--hawser-border': 'red',
  })
})

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
  const [wallet] = completeNativeLinks([
    { id: 'own', name: 'Own', links: { native, universal: 'https://own.example/' } },
  ])
  expect(wallet).toEqual({ id: 'own', name: 'Own', links: { native: whole, universal: 'https://own.example/' } })
})

test('D4 a wallet without a native link has none', () => {
  expect(completeNativeLinks([{ id: 'own', name: 'Own', links: {} }])).toEqual([{ id: 'own', name: 'Own', links: {} }])
})
