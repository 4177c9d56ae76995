import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRelay } from '@hawser/relay'
import { irnLimits, parseClientAuth } from '@hawser/wire'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { defaultRelayLimits } from '../../packages/relay/src/limits/limits.ts'
import { defaultPingIntervalMs } from '../../packages/relay/src/server/createRelay.ts'
import { createTestIdentity, createTestToken } from '../../packages/relay/src/server/createTestClient.fixture.ts'
import { clockSkewSeconds, maxLifetimeSeconds } from '../../packages/relay/src/server/verifyClientAuth.ts'
import { root } from './titles.ts'

const text = readFileSync(join(root, 'docs/relay-limits.md'), 'utf8')
const fixed = text.slice(text.indexOf('## Fixed')).split('\n')
/** Returns the value of a row in the table of limits that no setting changes. */
const figureOf = (what: string) => fixed.find((line) => line.startsWith(`| ${what} |`))?.split(' | ')[1]

test('docs/relay-limits.md T-87, T-89, T-91, T-94: states the limits without a setting correctly', () => {
  const rows = new Map([
    ['the life of a JWT, from `iat` to `exp`', `${maxLifetimeSeconds} seconds`],
    ['clocks of client and relay apart', `${clockSkewSeconds} seconds`],
    ['levels of nesting in a frame', `${irnLimits.depth}`],
    ['topics, messages or receipts of one call', `${irnLimits.batchSize}`],
    ['slow requests are looked for every', `${defaultRelayLimits.headersMs / 2_000} seconds`],
    ['the shortest time to live', `${irnLimits.minTtlSeconds} second`],
    ['a refused client waits', `${defaultRelayLimits.refusalDelayMs / 1_000} second`],
    ['pings go out every', `${defaultPingIntervalMs / 1_000} seconds`],
  ])
  for (const [what, value] of rows) expect([what, figureOf(what)]).toEqual([what, value])
  const longest = Number.parseInt(figureOf('a client’s JWT') ?? '', 10)
  expect(() => parseClientAuth('a'.repeat(longest + 1))).toThrow(`${longest} characters`)
  expect(() => parseClientAuth('a'.repeat(longest))).toThrow('three parts')
})

test('docs/relay-limits.md T-85, T-95: refuses longer headers with 431, no compression', async () => {
  const relay = createRelay()
  onTestFinished(() => relay.stop())
  const { port, url } = await relay.listen({ port: 0, host: '127.0.0.1' })
  const longest = Number.parseInt(figureOf('headers of a request') ?? '', 10)
  const statusWith = async (length: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { headers: { 'x-long': 'a'.repeat(length) } })
    return answer.status
  }
  // The headers that fetch adds automatically are under 400 bytes.
  expect(await statusWith(longest - 400)).toBe(200)
  expect(await statusWith(longest)).toBe(431)
  expect(figureOf('compression of frames')).toBe('off')
  const socket = new WebSocket(`${url}/?auth=${createTestToken(createTestIdentity())}`, { perMessageDeflate: true })
  const extensions = await new Promise((resolve) => socket.on('open', () => resolve(socket.extensions)))
  expect(extensions).toBe('')
  socket.terminate()
})
