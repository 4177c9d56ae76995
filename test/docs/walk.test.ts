import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const walk = readFileSync(join(root, 'docs/walk.md'), 'utf8')
// `core/flow/flow.ts` in the walk is packages/core/src/flow/flow.ts; apps and tests stand with their whole path.
const named = [...walk.matchAll(/`([a-zA-Z]+\/[a-zA-Z0-9/.]+\.tsx?)`/g)].map(([, path = '']) => path)

test('walk: names a file for each of its twelve steps', () => {
  expect([...walk.matchAll(/^\| (\d+) \|/gm)].map(([, step]) => Number(step))).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ])
  expect(named.length).toBeGreaterThan(15)
})

test.each([...new Set(named)])('walk: %s exists', (path) => {
  const [owner = '', ...rest] = path.split('/')
  const isWhole = owner === 'apps' || owner === 'packages' || owner === 'test'
  const file = isWhole ? join(root, path) : join(root, 'packages', owner, 'src', ...rest)
  expect(existsSync(file), `${path} is named in docs/walk.md`).toBe(true)
})

test('links: every relative link of the documentation leads to a file', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'docs/walk.md',
    'docs/glossary.md',
    'docs/host-wallets.md',
    'docs/wallets/extensions.md',
  ].concat(
    ...['docs/decisions', 'docs/errors'].map((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    ),
    ...['packages', 'apps'].map((parent) =>
      readdirSync(join(root, parent)).map((name) => `${parent}/${name}/README.md`),
    ),
  )
  const broken = pages.flatMap((page) => {
    if (!existsSync(join(root, page))) return [`${page} is missing`]
    const links = [...readFileSync(join(root, page), 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(
      ([, link = '']) => link,
    )
    return links.filter((link) => !existsSync(resolve(root, page, '..', link))).map((link) => `${page} → ${link}`)
  })
  expect(broken).toEqual([])
})
