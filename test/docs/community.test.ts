import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { relativeLinks } from '../../scripts/publish/absoluteLinks.ts'
import { root } from './titles.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = ['CODE_OF_CONDUCT.md', 'GOVERNANCE.md', 'SUPPORT.md', 'ROADMAP.md', 'SECURITY.md', '.changeset/README.md']

test.each([...pages, '.github/PULL_REQUEST_TEMPLATE.md'])('%s links only to existing pages', (page) => {
  const lost = relativeLinks(read(page)).filter((path) => !existsSync(join(root, dirname(page), path)))
  expect(lost).toEqual([])
})

test('SUPPORT.md names the versions in the manifests', () => {
  const support = read('SUPPORT.md')
  const { engines, version } = JSON.parse(read('package.json'))
  const react = JSON.parse(read('packages/react/package.json')).peerDependencies.react
  const wagmi = JSON.parse(read('packages/wagmi/package.json')).peerDependencies['@wagmi/core']
  expect([engines.node, react, wagmi]).toEqual(['>=20.19', '^18.2 || ^19', '^2.16.0 || ^3.0.0'])
  expect(support).toContain('| Node | 20.19 and later')
  expect(support).toContain('| React | 18.2 and later in 18, and 19 |')
  expect(support).toContain('`@wagmi/core` 2.16 and later in 2, and 3')
  expect(support).toContain(`\`${version.split('.').slice(0, 2).join('.')}.x\` now`)
})

type Row = { readonly name: string; readonly ways: readonly string[]; readonly missing: string }

test('ROADMAP.md names the wallets without a route in the table of reach', () => {
  const table = read('docs/reach.md').split('<!-- reach -->')[1]?.split('<!-- end of reach -->')[0] ?? ''
  const rows = table.split('\n').flatMap((line): Row[] => {
    const [name = '', , desktop = '', ios = '', android = '', , missing = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim())
    return ios === '' || ios === 'iOS' || ios.startsWith('---')
      ? []
      : [{ name, ways: [desktop, ios, android], missing }]
  })
  const parts = read('ROADMAP.md').split('\n## ')
  const listed = (heading: string) =>
    (parts.find((part) => part.startsWith(heading)) ?? '')
      .split('\n')
      .filter((line) => line.startsWith('- '))
      .flatMap((line) => line.slice(2).split(', '))
  const isNone = (way: string) => way === '–'
  const names = (choose: (row: Row) => boolean) => rows.filter(choose).map(({ name }) => name)
  expect(rows.length).toBeGreaterThan(50)
  expect(listed('Wallets that a relay')).toEqual(names(({ ways }) => ways.every(isNone)))
  expect(listed('Wallets without a way')).toEqual(
    names(({ ways: [desktop = '', ...phones] }) => !isNone(desktop) && phones.every(isNone)),
  )
  expect(listed('Links that are off')).toEqual(names(({ missing }) => missing.includes('second-hand')))
})

test('the issue forms: each field has an id, a label and a type, and only needed fields exist', () => {
  const folder = '.github/ISSUE_TEMPLATE'
  const forms = readdirSync(join(root, folder)).filter((name) => name !== 'config.yml')
  expect(forms.toSorted()).toEqual(['bug.yml', 'idea.yml', 'wallet.yml'])
  for (const form of forms) {
    const text = read(`${folder}/${form}`)
    expect(text).toMatch(/^name: .+\ndescription: .+\nlabels: \[\w+\]\nbody:\n/)
    for (const field of text.split(/^ {2}- type: /m).slice(1)) {
      expect(field).toMatch(/^(?:markdown|textarea|input|dropdown|checkboxes)\n/)
      if (!field.startsWith('markdown')) expect(field).toMatch(/^ {4}id: \w+\n {4}attributes:\n {6}label: .+\n/m)
      if (field.startsWith('dropdown')) expect(field).toMatch(/^ {6}options:/m)
    }
  }
})
