import { InvalidCommandError, readSettings } from '@hawser/command'
import { expect, test } from 'vitest'
import { readOverrides, readPage } from './runDoctor.ts'
import { settings } from './settings.ts'

const key = 'AB'.repeat(32)
const read = (args: readonly string[]) => {
  const { values, words } = readSettings(settings, { args, words: { usage: 'URL', count: [1, 1] } })
  const pageUrl = readPage(words[0] ?? '')
  return { pageUrl, values, given: readOverrides(values, pageUrl) }
}

test('hawser doctor: reads an address as it is typed into a browser', () => {
  expect(read(['https://app.example'])).toMatchObject({ pageUrl: 'https://app.example/', given: {} })
  expect(read(['app.example/wallets']).pageUrl).toBe('https://app.example/wallets')
  expect(read(['http://localhost:4400']).pageUrl).toBe('http://localhost:4400/')
})

test('hawser doctor: flags supply values that the page lacks', () => {
  const flags = ['--relay', 'wss://a.example', '--relay=wss://b.example', '--registry', 'https://r.example']
  const more = ['--registry-key', key, '--link', '/api/link', '--reach', 'a,b', '--handoff', '--project-id', 'p']
  const rest = ['--cookie', 'sid', '--timeout', '3', '--json']
  const { values, given } = read(['https://app.example', ...flags, ...more, ...rest])
  expect(values).toMatchObject({ cookie: 'sid', timeout: 3, isJson: true })
  expect(given).toEqual({
    ...{ relayUrls: ['wss://a.example/', 'wss://b.example/'], registryUrl: 'https://r.example/', handoff: true },
    ...{ registryKeys: [key.toLowerCase()], linkUrl: 'https://app.example/api/link', relayReach: ['a', 'b'] },
    projectId: 'p',
  })
  expect(read(['a.example', '--no-handoff', '--reach', 'own']).given).toEqual({ handoff: false, relayReach: 'own' })
  expect(read(['a.example', '--reach', 'quay']).given).toEqual({ relayReach: ['quay'] })
})

test.each([
  [[]],
  [['https://a.example', 'https://s3cret.example']],
  [['ftp://s3cret.example']],
  [['--json']],
  [['https://a.example', '--relay', 'https://user:s3cret@relay.example']],
  [['https://a.example', '--registry', 'wss://s3cret.example']],
  [['https://a.example', '--registry-key', 's3cret']],
  [['https://a.example', '--timeout', '0']],
  [['https://a.example', '--timeout', '1e9']],
  [['https://a.example', '--relai', 'wss://user:s3cret@relay.example']],
  [['https://a.example', '--relay']],
  [['https://a.example', '--handoff', '--no-handoff']],
])('hawser doctor: refuses %o without repeating it', (args) => {
  expect(() => read(args)).toThrow(InvalidCommandError)
  expect(() => read(args)).toThrow(/^(?!.*s3cret)/)
})
