import { createSignClient } from '@hawser/sign'
import { createTestRelay } from '@hawser/sign/testing'
import { originStatementProperty, parseOriginStatement } from '@hawser/wire'
import { expect, onTestFinished, test } from 'vitest'
import { start } from '../linker/linker.fixture.ts'
import { createTimers } from '../platform/timers.fixture.ts'

type Asked = { readonly path: string; readonly topic: string }

/** Opens a linker on an in-memory relay. Its host app answers requests for statements with `answer`. */
async function open(answer: (topic: string) => Promise<Response>, options: Parameters<typeof start>[0] = {}) {
  const relay = createTestRelay()
  const asked: Asked[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    if (init?.method === 'HEAD') return new Response()
    const { topic } = JSON.parse(String(init?.body ?? '{}'))
    if (topic === undefined) return Response.json({ code: 'not_signed_in', message: '' }, { status: 401 })
    asked.push({ path: new URL(String(input)).pathname, topic })
    return answer(topic)
  }
  const started = await start({
    linkUrl: 'https://app.example/link',
    createWebSocket: relay.createWebSocket,
    originStatement: true,
    fetch,
    ...options,
  })
  const wallet = createSignClient({
    relayUrl: 'ws://relay.test',
    metadata: { name: 'Wallet', description: '', url: 'https://wallet.example', icons: [] },
    createWebSocket: relay.createWebSocket,
    now: started.timers.now,
  })
  onTestFinished(() => wallet.stop())
  started.linker.send({ type: 'opened' })
  const { flow } = started.linker.getState()
  const { pairingUri = '' } = (flow.status === 'choosing' && flow.pairing) || {}
  return { ...started, asked, relay, pairingUri, pair: () => wallet.pair({ pairingUri }) }
}

const state = (topic: string, change: object = {}) =>
  Response.json(
    { domain: 'app.example', topic, issuedAt: 1, expiresAt: 300_001, signature: '0f'.repeat(64), ...change },
    { status: 201 },
  )
const statementOf = ({ sessionProperties }: { sessionProperties?: Readonly<Record<string, string>> }) =>
  sessionProperties?.[originStatementProperty]

/** Creates a promise with the function that resolves it. */
function createSignal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = () => {}
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}

test('T-31: the code comes before any answer; the proposal carries its pairing’s statement', async () => {
  const heard = createSignal()
  const answered = createSignal()
  const { asked, pairingUri, pair, timers } = await open(async (topic) => {
    heard.give()
    await answered.given
    return state(topic)
  })
  expect(pairingUri).toMatch(/^wc:/)
  const paired = pair()
  await timers.advance(0)
  await heard.given
  answered.give()
  const proposal = await paired
  expect(asked).toEqual([{ path: '/link/origin-statements', topic: proposal.pairingTopic }])
  expect(parseOriginStatement(statementOf(proposal))).toMatchObject({ topic: proposal.pairingTopic })
})

test.each<readonly [string, (topic: string) => Promise<Response>]>([
  ['silence', () => new Promise(() => {})],
  ['a refusal', async () => Response.json({ code: 'not_signed_in', message: '' }, { status: 401 })],
  ['no route', async () => new Response('', { status: 404 })],
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a statement for another pairing', async () => state('cd'.repeat(32))],
  ['a statement with more in it', async (topic) => state(topic, { more: 1 })],
])('%s: the proposal goes without, after four seconds at most', async (_, answer) => {
  const waits = createSignal()
  const timers = createTimers()
  const { pair } = await open(answer, {
    timers,
    setTimer: (callback, delayMs) => {
      if (delayMs === 4000) waits.give()
      return timers.setTimer(callback, delayMs)
    },
  })
  const paired = pair()
  await timers.advance(0)
  await waits.given
  await timers.advance(4000)
  expect(statementOf(await paired)).toBeUndefined()
})

test('T-31: a statement that takes three seconds still goes with the proposal', async () => {
  const heard = createSignal()
  const answered = createSignal()
  const { pair, timers } = await open(async (topic) => {
    heard.give()
    await answered.given
    return state(topic)
  })
  const paired = pair()
  await timers.advance(0)
  await heard.given
  await timers.advance(3000)
  answered.give()
  expect(statementOf(await paired)).toBeDefined()
})

test('by default, and without a link API, nothing is requested', async () => {
  for (const options of [{ originStatement: false }, { linkUrl: undefined }]) {
    const { linkUrl, ...others } = { linkUrl: 'https://app.example/link', ...options }
    const { asked, pair, timers } = await open(async (topic) => state(topic), {
      ...others,
      keepSession: false,
      ...(linkUrl === undefined ? ({ linkUrl } as object) : {}),
    })
    const paired = pair()
    await timers.advance(0)
    expect(statementOf(await paired)).toBeUndefined()
    expect(asked).toEqual([])
  }
})
