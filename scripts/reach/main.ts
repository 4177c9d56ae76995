import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createUnsignedBundle, loadListings } from '@hawser/registry'
import { formatChecklist, formatReach } from './formatReach.ts'
import { readSources } from './readSources.ts'
import { writeResult } from './recordResult.ts'

/**
 * `npm run reach` prints the routes of every listing on each platform. With `--write` it puts the table and the checklist into
 * docs/reach.md; a test fails if that was forgotten. With `--result "<line>"` it first puts the result of a test on a phone
 * into the listing.
 */
const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'packages/registry/listings')
const [, line] = process.argv.slice(process.argv.indexOf('--result'))
if (process.argv.includes('--result')) console.error(`written: ${writeResult(folder, line ?? '')}`)
const { listings } = createUnsignedBundle(loadListings())
const { wallets } = JSON.parse(readFileSync(join(root, 'test/vectors/browserLinks/wallet-browser-links.json'), 'utf8'))
const table = formatReach(listings, wallets)
const page = join(root, 'docs/reach.md')

if (process.argv.includes('--write') || process.argv.includes('--result')) {
  const put = (text: string, name: string, lines: string) =>
    text.replace(
      new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- end of ${name} -->)`),
      (_, start, end) => `${start}${lines}${end}`,
    )
  const text = readFileSync(page, 'utf8')
  writeFileSync(
    page,
    put(
      put(text, 'reach', table),
      'checklist',
      formatChecklist(listings, (id) => readSources(folder, id)),
    ),
  )
} else process.stdout.write(`${table}\n`)
