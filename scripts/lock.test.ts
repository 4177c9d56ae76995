import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { explainLock, type Lock, type LockEntry } from './lock.ts'

const sha512 = `sha512-${'A'.repeat(86)}==`
const good: LockEntry = { version: '1.0.0', integrity: sha512, license: 'MIT' }
const explain = (entry: LockEntry, path = 'node_modules/quay') => explainLock({ packages: { [path]: entry } })

test.each<[string, LockEntry, string?]>([
  ['by sha512, from the registry', good],
  ['by two sha512', { ...good, integrity: `${sha512} ${sha512}` }],
  ['a folder of this repository', { version: '1.0.0' }, 'packages/quay'],
  ['the root', {}, ''],
  ['a link to a folder of this repository', { link: true, resolved: 'packages/quay' }],
  ['nested', good, 'packages/quay/node_modules/rope'],
  ['under one of two licences', { ...good, license: '(MIT OR GPL-3.0-only)' }],
  ['of a time before the field of a licence', { version: '0.2.2', integrity: sha512 }, 'node_modules/format'],
  ['under two licences', { ...good, license: 'Apache-2.0 AND MIT' }],
  ['the library of sharp', { ...good, license: 'LGPL-3.0-or-later' }, 'node_modules/@img/sharp-libvips-linux-x64'],
  ['the reader zbar', { ...good, license: 'LGPL-2.1+' }, 'node_modules/@undecaf/zbar-wasm'],
  ['the last of its makers under Apache-2.0', { ...good, version: '1.2.10' }, 'node_modules/@reown/walletkit'],
])('lock: a package that is %s has no problem', (_name, entry, path) => {
  expect(explain(entry, path)).toEqual([])
})

test.each<[string, LockEntry, RegExp, string?]>([
  ['no hash', { version: '1.0.0', license: 'MIT' }, /no sha512/],
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
  [
    'a maker none is needed of',
    { ...good },
    /beyond the licence line/,
    'node_modules/wagmi/node_modules/@metamask/connect-evm',
  ],
  ['an AppKit', { ...good, version: '1.8.0' }, /beyond the licence line/, 'node_modules/@reown/appkit-utils'],
  ['a vendor’s terms', { ...good, license: 'SEE LICENSE IN LICENSE.md' }, /under SEE LICENSE/],
  [
    'a licence for what is built with it',
    { ...good, license: 'AGPL-3.0-or-later' },
    /AGPL/,
    'node_modules/ua-parser-js',
  ],
  ['one licence of two that is not allowed', { ...good, license: 'MIT AND LGPL-3.0-or-later' }, /LGPL/],
  ['a licence of another reader', { ...good, license: 'LGPL-2.1+' }, /LGPL/, 'node_modules/quay-wasm'],
  ['no licence', { version: '1.0.0', integrity: sha512 }, /under no licence/],
])('lock: reports a package with %s', (_name, entry, pattern, path) => {
  const problems = explain(entry, path)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(pattern)
  expect(problems[0]).not.toContain('s3cret')
})

test.each([
  'package-lock.json',
  'test/runtimes/package-lock.json',
  'docs/site/package-lock.json',
  'bench/peers/package-lock.json',
])('lock: %s has no problem, with the package of icons and its dependencies', (file) => {
  const lock: Lock = JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'))
  expect(Object.keys(lock.packages).length).toBeGreaterThan(100)
  expect(explainLock(lock, { arePeers: file.startsWith('bench/peers/') })).toEqual([])
  if (file === 'package-lock.json')
    expect(lock.packages['node_modules/@rainbow-me/rainbowkit']).toMatchObject({ version: '2.2.11', license: 'MIT' })
})

test.each([
  ['1.8.0', 0],
  ['1.8.1', 1],
])('lock: of AppKit %s the lock file of the peers has %i problems', (version, count) => {
  const lock = { packages: { 'node_modules/@reown/appkit': { ...good, version } } }
  expect(explainLock(lock, { arePeers: true })).toHaveLength(count)
})
