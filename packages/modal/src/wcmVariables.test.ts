import { expect, test } from 'vitest'
import { readThemeVariables } from './wcmVariables.ts'

test('D4 the reference’s variables become ours, ours stay, others go', () => {
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
