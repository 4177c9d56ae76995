import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../docs/titles.ts'

type Entry = { readonly link?: boolean; readonly inBundle?: boolean; readonly integrity?: string }

test('the lock file names every package with its sha512, and no install script runs here', () => {
  const { packages }: { packages: Readonly<Record<string, Entry>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
  expect(installed.length).toBeGreaterThan(500)
  // For a package inside another package's archive, that archive's hash counts.
  const bare = installed.filter(([, { integrity, inBundle }]) => !inBundle && integrity?.startsWith('sha512-') !== true)
  expect(bare.map(([path]) => path)).toEqual([])
  expect(readFileSync(join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
})
