import { expect, test } from 'vitest'
import { absoluteLinks, relativeLinks } from './absoluteLinks.ts'
import { addressFields, isPlaceholder, pageOf } from './address.ts'
import { explainRelease } from './explainRelease.ts'

const options = {
  folder: 'packages/modal',
  isShipped: (path: string) => path === 'openapi.json',
  pageOf: (path: string) => `https://host.test/${path}`,
}

test.each([
  ['[a](../../docs/reach.md)', '[a](https://host.test/docs/reach.md)'],
  ['[a](../core/README.md#part)', '[a](https://host.test/packages/core/README.md#part)'],
  ['![a](deploy/picture.png)', '![a](https://host.test/packages/modal/deploy/picture.png)'],
  ['[a](openapi.json) and [b](./openapi.json#x)', '[a](openapi.json) and [b](./openapi.json#x)'],
  ['[a](https://other.test/x) [b](#part) [c](mailto:a@b.test)', undefined],
])('absoluteLinks: %s', (text, absolute = text) => {
  expect(absoluteLinks(text, options)).toBe(absolute)
})

test('relativeLinks: only links to a file', () => {
  expect(relativeLinks('[a](x/y.md#z) [b](#c) [d](https://e.test) ![f](g.png)')).toEqual(['x/y.md', 'g.png'])
})

test.each([
  ['https://hawser.example', true],
  ['git+https://hawser.example/hawser.git', true],
  ['https://example/x', true],
  ['https://host.test/owner/example.git', false],
  ['https://example.host.test/', false],
])('isPlaceholder: %s', (address, is) => {
  expect(isPlaceholder(address)).toBe(is)
})

test('the fields and pages of a repository by its address', () => {
  const fields = addressFields('https://host.test/owner/name/', 'https://owner.host.test/name')
  expect(fields).toEqual({
    homepage: 'https://owner.host.test/name',
    repository: { type: 'git', url: 'git+https://host.test/owner/name.git' },
    bugs: 'https://host.test/owner/name/issues',
  })
  const page = pageOf(fields.repository.url, '1.2.3', 'docs/a.md', false)
  expect(page).toBe('https://host.test/owner/name/blob/v1.2.3/docs/a.md')
  expect(pageOf(fields.repository.url, '1.2.3', 'docs', true)).toContain('/tree/v1.2.3/docs')
})

test('explainRelease: refuses an unowned address, and a version without a date', () => {
  const own = { name: 'hawser', version: '1.2.3', ...addressFields('https://host.test/o/n', 'https://o.host.test/n') }
  const dated = '# Changelog\n\n## 1.2.3 – 2027-01-31\n'
  expect(explainRelease(own, dated)).toEqual([])
  expect(explainRelease({ ...own, homepage: 'https://hawser.example' }, dated)).toEqual([
    expect.stringContaining('npm run manifests -- --repository'),
  ])
  expect(explainRelease(own, '# Changelog\n\n## 1.2.3 (not yet released)\n')).toEqual([
    expect.stringContaining('CHANGELOG.md has no heading "## 1.2.3 – <date>"'),
  ])
})
