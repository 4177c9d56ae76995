import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linkedExtensions } from '../browser/host/knownExtensions.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/wallets/extensions.md'), 'utf8')
const spec = readFileSync(join(import.meta.dirname, '../browser/host/extensions.spec.ts'), 'utf8')
const safeSpec = readFileSync(join(import.meta.dirname, '../browser/host/safe.spec.ts'), 'utf8')
const allRows = [...page.matchAll(/^\| (.+) \|$/gm)].map(([, cells = '']) => cells.split(' | ')).slice(1)
const rows = allRows.slice(0, -1)

test('extensions: the page has a row for each wallet and network that a test links, and no other', () => {
  expect(rows.map(([wallet, network, , , , title]) => [wallet, network, title])).toEqual(
    linkedExtensions.map(([{ name }, network]) => [
      name,
      network,
      `${name} is one entry, and links its ${network} account`,
    ]),
  )
  expect(spec).toMatch(/is one entry, and links its/)
})

test('extensions: the page names how each wallet is found as the test announces it', () => {
  for (const [index, [extension, network]] of linkedExtensions.entries()) {
    const found = rows[index]?.[2]
    if (network === 'Ethereum') expect(found).toBe(`EIP-6963, \`${extension.eip1193?.rdns}\``)
    else if (network === 'Solana') expect(found).toBe('Wallet Standard')
    else if (extension.bitcoin?.shape === 'xverse') expect(found).toContain('`window.btc_providers`')
    else expect(found).toBe(`\`window.${extension.bitcoin?.path}\``)
  }
})

test('extensions: the last row is of the page around this one, with its own file', () => {
  const [wallet, network, found, , , title] = allRows.at(-1) ?? []
  expect([wallet, network]).toEqual(['Safe', 'Ethereum'])
  expect(found).toContain('`getSafeInfo`')
  expect(safeSpec).toContain(`test('${title}'`)
})

test.each([...page.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title))('extensions: "%s" is a test', (title) => {
  expect(spec).toContain(`'${title}'`)
})
