import { expect, test } from 'vitest'
import { explainLock, type LockEntry } from './lock.ts'

const sha512 = `sha512-${'A'.repeat(86)}==`
const good: LockEntry = { version: '1.0.0', integrity: sha512 }
const explain = (entry: LockEntry, path = 'node_modules/quay') => explainLock({ packages: { [path]: entry } })

test.each<[string, LockEntry, string?]>([
  ['by sha512, from the registry', good],
  ['by two sha512', { ...good, integrity: `${sha512} ${sha512}` }],
  ['a folder of this repository', { version: '1.0.0' }, 'packages/quay'],
  ['the root', {}, ''],
  ['a link to a folder of this repository', { link: true, resolved: 'packages/quay' }],
  ['nested', good, 'packages/quay/node_modules/rope'],
])('lock: nothing is wrong with a package that is %s', (_name, entry, path) => {
  expect(explain(entry, path)).toEqual([])
})

test.each<[string, LockEntry, RegExp, string?]>([
  ['no hash', { version: '1.0.0' }, /no sha512/],
  ['a weak hash', { ...good, integrity: `sha1-${'A'.repeat(27)}=` }, /no sha512/],
  ['a weak hash beside a strong one', { ...good, integrity: `${sha512} sha1-${'A'.repeat(27)}=` }, /no sha512/],
  ['a hash that is cut', { ...good, integrity: sha512.slice(0, 60) }, /no sha512/],
  [
    'an address of git',
    { ...good, resolved: 'git+ssh://git@host.example/quay.git#0abc' },
    /git\+ssh:.*not from the registry/,
  ],
  [
    'an archive of a host',
    { ...good, resolved: 'https://host.example/quay.tgz?token=s3cret' },
    /host\.example\/quay\.tgz, and/,
  ],
  ['an archive of this machine', { ...good, resolved: 'file:../quay.tgz' }, /not from the registry/],
  ['a link out of this repository', { link: true, resolved: '../quay' }, /no folder of this repository/],
  ['a link to what is installed', { link: true, resolved: 'node_modules/rope' }, /no folder of this repository/],
  ['an optional dependency that is missing', { ...good, optionalDependencies: { rope: '1' } }, /rope is not in/],
  ['a later licence', { ...good, version: '2.21.9' }, /beyond the licence line/, 'node_modules/@walletconnect/core'],
])('lock: a package with %s is told', (_name, entry, pattern, path) => {
  const problems = explain(entry, path)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(pattern)
  expect(problems[0]).not.toContain('s3cret')
})
