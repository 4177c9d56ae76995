import { parseListing } from '@hawser/wire'
import { expect, test } from 'vitest'
import { diffBundles } from './diffBundles.ts'
import { sampleBundle, sampleListings } from './sampleBundle.fixture.ts'

const quay = { id: 'quay', name: 'Quay', homepage: 'https://quay.example/', mobile: { native: 'quay://' } }
const bundleOf = (version: number, ...raw: readonly object[]) =>
  sampleBundle({ version, listings: [...sampleListings(1), ...raw.map(parseListing)] })

test('added, removed and changed wallets, field by field', () => {
  const newQuay = {
    ...{ id: 'quay', name: 'Quay 2', mobile: { native: 'quay2://' }, chains: ['solana'] },
    app: { ios: 'https://apps.apple.com/app/id1' },
  }
  expect(
    diffBundles(bundleOf(1, quay, { id: 'pier', name: 'Pier' }), bundleOf(4, newQuay, { id: 'mole', name: 'Mole' })),
  ).toEqual({
    version: { from: 1, to: 4 },
    added: [{ id: 'mole', name: 'Mole' }],
    removed: [{ id: 'pier', name: 'Pier' }],
    changed: [
      {
        id: 'quay',
        name: 'Quay 2',
        fields: [
          { field: 'name', from: 'Quay', to: 'Quay 2' },
          { field: 'homepage', from: 'https://quay.example/', to: null },
          { field: 'mobile.native', from: 'quay://', to: 'quay2://' },
          { field: 'chains', from: [], to: ['solana'] },
          { field: 'app.ios', from: null, to: 'https://apps.apple.com/app/id1' },
        ],
      },
    ],
  })
})

test('the same listings have no differences', () => {
  expect(diffBundles(bundleOf(1, quay), bundleOf(2, quay))).toEqual({
    version: { from: 1, to: 2 },
    added: [],
    removed: [],
    changed: [],
  })
})
