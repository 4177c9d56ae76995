import { expect, test } from 'vitest'
import { formatHelp } from './formatHelp.ts'
import { parseCommand } from './parseCommand.ts'
import { runDoctor } from './runDoctor.ts'

const key = 'AB'.repeat(32)

test('parseCommand: an address as it is typed into a browser', () => {
  const plain = { type: 'diagnose', given: {}, cookie: undefined, timeoutMs: 10_000, isJson: false }
  expect(parseCommand(['https://app.example'])).toEqual({ ...plain, pageUrl: 'https://app.example/' })
  expect(parseCommand(['app.example/wallets'])).toEqual({ ...plain, pageUrl: 'https://app.example/wallets' })
  expect(parseCommand(['http://localhost:4400'])).toEqual({ ...plain, pageUrl: 'http://localhost:4400/' })
})

test('parseCommand: flags stand for what the page does not say', () => {
  const flags = [
    '--relay',
    'wss://a.example',
    '--relay=wss://b.example',
    '--registry',
    'https://r.example',
    '--registry-key',
    key,
  ]
  const more = [
    '--link',
    '/api/link',
    '--reach',
    'a,b',
    '--handoff',
    '--project-id',
    'p',
    '--cookie',
    'sid',
    '--timeout',
    '3',
    '--json',
  ]
  expect(parseCommand(['https://app.example', ...flags, ...more])).toEqual({
    ...{ type: 'diagnose', pageUrl: 'https://app.example/', cookie: 'sid', timeoutMs: 3_000, isJson: true },
    given: {
      ...{ relayUrls: ['wss://a.example/', 'wss://b.example/'], registryUrl: 'https://r.example/', handoff: true },
      ...{
        registryKeys: [key.toLowerCase()],
        linkUrl: 'https://app.example/api/link',
        relayReach: ['a', 'b'],
        projectId: 'p',
      },
    },
  })
  expect(parseCommand(['a.example', '--no-handoff', '--reach', 'own'])).toMatchObject({
    given: { handoff: false, relayReach: 'own' },
  })
})

test.each([
  [[], { type: 'help' }],
  [['-h'], { type: 'help' }],
  [['--version'], { type: 'version' }],
] as const)('parseCommand: %o', (args, command) => expect(parseCommand(args)).toEqual(command))

test.each([
  [['https://a.example', 'https://b.example']],
  [['ftp://a.example']],
  [['--json']],
  [['https://a.example', '--relay', 'https://user:s3cret@relay.example']],
  [['https://a.example', '--registry', 'wss://s3cret.example']],
  [['https://a.example', '--registry-key', 's3cret']],
  [['https://a.example', '--timeout', '0']],
  [['https://a.example', '--timeout', '1e9']],
  [['https://a.example', '--relai', 'wss://user:s3cret@relay.example']],
  [['https://a.example', '--relay']],
  [['https://a.example', '--handoff', '--no-handoff']],
])('runDoctor: %o is not understood, and not repeated', async (args) => {
  const printed: string[] = []
  const world = { write: () => {}, fail: (text: string) => void printed.push(text), version: () => '', now: Date.now }
  expect(await runDoctor(args, world)).toBe(2)
  expect(printed.join('')).toMatch(/^hawser-doctor: .*--help/)
  expect(printed.join('')).not.toContain('s3cret')
})

test('formatHelp: lines of 100 columns, and every flag', () => {
  const lines = formatHelp().split('\n')
  expect(lines.filter((line) => line.length > 100)).toEqual([])
  for (const flag of [
    'relay',
    'registry',
    'registry-key',
    'link',
    'reach',
    'project-id',
    'handoff',
    'cookie',
    'timeout',
    'json',
    'version',
  ])
    expect(formatHelp()).toContain(`--${flag}`)
})
