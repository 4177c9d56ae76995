import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createUnsignedBundle, loadListings } from '@hawser/registry'
import { hasPhoneRoute, reachOf } from 'hawser-doctor'
import { expect, test } from 'vitest'
import { formatChecklist, formatReach } from '../../scripts/reach/formatReach.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/reach.md'), 'utf8')
const survey = JSON.parse(readFileSync(join(root, 'test/vectors/browserLinks/wallet-browser-links.json'), 'utf8'))
const { listings } = createUnsignedBundle(loadListings())
const partOf = (name: string) => new RegExp(`<!-- ${name} -->\n([\\s\\S]*?)\n<!-- end of ${name} -->`).exec(page)?.[1]

test('reach: the table and the checklist are those of the listings (else run npm run reach -- --write)', () => {
  expect(partOf('reach')).toBe(formatReach(listings, survey.wallets))
  expect(partOf('checklist')).toBe(formatChecklist(listings))
})

test('reach: at least 25 of the 34 wallets with a link in the survey are linked on a phone without a vendor', () => {
  const withLink = survey.wallets.filter(({ ios, android }: { ios: unknown; android: unknown }) => ios ?? android)
  expect(withLink).toHaveLength(34)
  expect(listings.filter(hasPhoneRoute).length).toBeGreaterThanOrEqual(25)
})

test('reach: each of the 30 best-known wallets has a route on every platform, or the table says why not', () => {
  const rows = formatReach(listings, survey.wallets).split('\n').slice(2, 32)
  for (const [index, row] of rows.entries()) {
    const listing = listings[index]
    const isWhole = (['ios', 'android'] as const).every((name) => listing && reachOf(listing, name).includes('browser'))
    const [, , , , , missing = ''] = row.slice(2, -2).split(' | ')
    expect([listing?.name, isWhole || missing.trim() !== '']).toEqual([listing?.name, true])
  }
})
