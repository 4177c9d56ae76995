import { isNight, volume } from '@hawser/test-kit/night'
import { chooseSeed, createRandom } from '@hawser/test-kit/random'
import { formatIrnError, InvalidIrnFrameError, parseClientFrame } from '@hawser/wire'
import { afterEach, expect, test } from 'vitest'
import { createRelay, type Relay } from '../server/createRelay.ts'
import { createTestClient, createTestIdentity, createTestToken } from '../server/createTestClient.fixture.ts'
import { opcodes, openRawSocket, upgradeRequest, writeFrame } from '../server/socket/rawSocket.fixture.ts'
import { canary, documentedErrors, type OddRequest, writeGoodRequest, writeOddRequest } from './fuzzRequests.fixture.ts'

const count = volume(5_000_000, 8_000)
const countOverSockets = volume(100_000, 1_000)

const relays: Relay[] = []
afterEach(() => Promise.all(relays.splice(0).map((relay) => relay.stop())))

/** The fault of an error answer, or undefined if it is correct. */
function faultOf(answer: string, expected: string | undefined): string | undefined {
  let parsed: { id: unknown; jsonrpc: unknown; error: { code: number; message: string; data: string } }
  try {
    parsed = JSON.parse(answer)
  } catch {
    return 'no JSON'
  }
  const { id, jsonrpc, error } = parsed
  if (jsonrpc !== '2.0' || !(id === null || typeof id === 'string' || typeof id === 'number')) return 'no JSON-RPC'
  if (Object.keys(error).sort().join() !== 'code,data,message') return 'no error of the documented form'
  if (!documentedErrors.get(error.code)?.includes(error.data)) return 'not in the documented set'
  if (expected !== undefined && error.data !== expected) return `not ${expected}`
  const said = error.message + error.data
  if (said.includes(canary) || /[0-9a-f]{16}/i.test(said) || said.length > 200) return 'says what it was sent'
  return undefined
}

/** The fault in parsing a text, or undefined if the result is correct. */
function faultOfReading({ text, expected }: OddRequest): string | undefined {
  try {
    parseClientFrame(text)
    return expected === undefined ? undefined : `was accepted, not refused as ${expected}`
  } catch (error) {
    if (!(error instanceof InvalidIrnFrameError)) return `threw ${error}`
    return faultOf(formatIrnError(error), expected)
  }
}

const describeFault = (fault: string, text: string) => `${fault}: ${text.slice(0, 300)}`

test(
  `Z-2: refuses each of ${count} requests with one mistake by a documented code`,
  () => {
    const random = createRandom(chooseSeed('Z-2'))
    const faults = new Set<string>()
    let accepted = 0
    for (let index = 0; index < count && faults.size < 10; index += 1) {
      const request = writeOddRequest(random)
      const fault = faultOfReading(request)
      if (fault !== undefined) faults.add(describeFault(fault, request.text))
      if (index % 20 === 0) {
        parseClientFrame(writeGoodRequest(random))
        accepted += 1
      }
    }
    expect([...faults]).toEqual([])
    expect(accepted).toBe(count / 20)
  },
  isNight ? 3_600_000 : 60_000,
)

test(
  `Z-2: answers each of ${countOverSockets} requests on sockets once, by its own id`,
  async () => {
    const random = createRandom(chooseSeed('Z-2 over sockets'))
    const relay = createRelay()
    relays.push(relay)
    const { url } = await relay.listen({ port: 0, host: '127.0.0.1' })
    for (let sent = 0; sent < countOverSockets; sent += 250) {
      const client = await createTestClient(url)
      const answers: string[] = []
      const wanted: (string | null)[] = []
      client.socket.removeAllListeners('message')
      const answered = new Promise<void>((resolve, reject) => {
        client.socket.on('close', (code) => reject(new Error(`closed with ${code}`)))
        client.socket.on('message', (raw) => {
          const text = raw.toString()
          if (!text.includes('"method"')) answers.push(text)
          if (answers.length === wanted.length) resolve()
        })
      })
      const texts = Array.from({ length: 250 }, () =>
        random.chance(0.1) ? writeGoodRequest(random) : writeOddRequest(random).text,
      )
      wanted.push(...texts.flatMap(idsOf))
      for (const text of texts) client.sendRaw(text)
      await answered
      const ids = answers.map((text) => String(JSON.parse(text).id))
      expect(ids.sort()).toEqual(wanted.map(String).sort())
      for (const text of answers) if (text.includes('"error"')) expect(faultOf(text, undefined)).toBeUndefined()
      client.socket.terminate()
    }
  },
  isNight ? 3_600_000 : 60_000,
)

/** The ids under which a text must be answered: null if the text has no id, empty if it needs no answer. */
function idsOf(text: string): readonly (string | null)[] {
  try {
    const frame = parseClientFrame(text)
    return frame.kind === 'ack' ? [] : [JSON.parse(frame.idToken)]
  } catch (error) {
    if (!(error instanceof InvalidIrnFrameError)) throw error
    return [error.idToken === undefined ? null : JSON.parse(error.idToken)]
  }
}

const levels = 100_000
const bombs: readonly (readonly [string, string])[] = [
  ['of arrays', '['.repeat(levels) + ']'.repeat(levels)],
  // As many levels as fit in a frame.
  ['of objects', `${'{"a":'.repeat(85_000)}1${'}'.repeat(85_000)}`],
  ['without an end', '['.repeat(5 * levels)],
  ['of both without an end', '[{"a":'.repeat(levels / 2)],
]
const entrances = bombs.flatMap(([what, bomb]) =>
  [
    ['alone', bomb],
    ['as params', `{"id":1,"jsonrpc":"2.0","method":"irn_publish","params":${bomb}}`],
    ['as topic', `{"id":1,"jsonrpc":"2.0","method":"irn_subscribe","params":{"topic":${bomb}}}`],
    ['as id', `{"id":${bomb},"jsonrpc":"2.0","method":"irn_subscribe","params":{}}`],
    ['as result', `{"id":1,"jsonrpc":"2.0","result":${bomb}}`],
    ['as an unknown field', `{"x":${bomb},"id":1,"jsonrpc":"2.0","method":"irn_subscribe","params":{}}`],
  ].map(([place = '', text = '']) => [`${what} ${place}`, text] as const),
)

test.each(entrances)('T-94: refuses a bomb %s, and keeps the socket', async (_what, text) => {
  const relay = createRelay()
  relays.push(relay)
  const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
  const raw = await openRawSocket(port, upgradeRequest(`?auth=${createTestToken(createTestIdentity())}`))
  raw.write(writeFrame(opcodes.text, text))
  const refusal = await raw.next()
  expect(faultOf(String(refusal?.payload), undefined)).toBeUndefined()
  raw.write(writeFrame(opcodes.text, '{"id":2,"jsonrpc":"2.0","method":"hello","params":{}}'))
  expect(String((await raw.next())?.payload)).toContain('{"id":2,')
})
