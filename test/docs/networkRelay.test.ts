import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RelayBusyError, RelayClockError, RelayRefusedError } from '@hawser/sign'
import { expect, test } from 'vitest'
import { checkLinkerOptions, linkerOptionNames } from '../../packages/core/src/options/checkLinkerOptions.ts'
import { resolveReach } from '../../packages/core/src/wallets/reach/relayReach.ts'
import { root } from './titles.ts'

const page = readFileSync(join(root, 'docs/network-relay.md'), 'utf8')
const blockOf = (name: string) => new RegExp(`<!-- ${name} -->\n\`\`\`\\w*\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ''
const options = blockOf('options')
const addresses = [...options.matchAll(/'(wss:[^']+)'/g)].map(([, address = '']) => address)

test('docs/network-relay.md: every option of the example and of the text exists', () => {
  const names = Object.entries(linkerOptionNames).flatMap(([group, options]) =>
    options.map((name) => (group === '' ? name : `${group}.${name}`)),
  )
  const inExample = [...options.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name)
  expect(inExample).toContain('relay')
  expect(options).toMatch(/relay: \{ url: \[.*\], projectId: /)
  const inText = ['relay.reach', 'session.keep', 'onFailure'].filter((name) => page.includes(`\`${name}\``))
  expect(inText).toHaveLength(3)
  for (const name of [...inExample, ...inText]) expect(names).toContain(name)
})

test('docs/network-relay.md: the options are valid, and reach the store wallets unchanged', () => {
  expect(addresses).toHaveLength(2)
  const metadata = { name: 'My app', description: '', icons: [] }
  const given = { relay: { url: addresses, projectId: 'x' }, onFailure: () => {}, chains: ['eip155:1'], metadata }
  expect(checkLinkerOptions(given, undefined)).toEqual([])
  expect(resolveReach({ relayUrl: addresses })).toBe('network')
})

test('docs/network-relay.md: the policy allows only the addresses of the options', () => {
  const [directive, self, ...sources] = blockOf('csp').trim().split(' ')
  expect([directive, self]).toEqual(['connect-src', "'self'"])
  expect(sources).toEqual(addresses)
})

test('docs/network-relay.md: codes and reasons of refusals are those of the classes', () => {
  const rows = [...page.matchAll(/^\| \[`(relay_\w+)`\]\(([^)]+)\) \| (?:`(\w+)`)? ?\|/gm)]
  const told = rows.map(([, code, , reason]) => [code, reason])
  for (const [, , file = ''] of rows) expect(existsSync(join(root, 'docs', file))).toBe(true)
  const refused = (['origin', 'project', 'other'] as const).map((reason) => new RelayRefusedError('', reason))
  const errors = [...refused, new RelayClockError(undefined, 0), new RelayBusyError('')]
  for (const { code, reason } of errors) expect(told).toContainEqual([code, reason])
  expect(told).toHaveLength(errors.length + 1)
})
