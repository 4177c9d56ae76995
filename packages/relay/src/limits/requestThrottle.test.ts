import { nightLimit } from '@hawser/test-kit/night'
import type { IrnRequest } from '@hawser/wire'
import { TooManyRequestsError } from '@hawser/wire'
import { expect, test } from 'vitest'
import { createMemoryBuckets } from './buckets/memory.ts'
import type { Buckets, DelayMs } from './buckets.ts'
import { defaultRelayLimits, type RelayLimits } from './limits.ts'
import { createRequestThrottle } from './requestThrottle.ts'

const topic = 'a'.repeat(64)
const envelope = { topic, message: 'm', ttlSeconds: 300, tag: 0, prompt: false, attestation: '' }
const publish: IrnRequest = { method: 'irn_publish', publish: envelope }
const subscribeTo = (count: number): IrnRequest => ({
  method: 'irn_batchSubscribe',
  topics: Array.from({ length: count }, () => topic),
})

function createTestGate(limits: Partial<RelayLimits> = {}, buckets: Buckets = createMemoryBuckets()) {
  const throttle = createRequestThrottle({ buckets, limits: { ...defaultRelayLimits, ...limits } })
  /** Stands for one connection. */
  const create = (clientId: string, address?: string) => {
    const requester = { clientId, address }
    return {
      admit: (request: IrnRequest) => throttle.admit(requester, request),
      leave: () => throttle.leave(requester),
    }
  }
  return { gate: create('one'), create }
}

/** Whether the gate admits a request immediately. */
function isAdmitted(gate: ReturnType<ReturnType<typeof createTestGate>['create']>, request = publish): boolean {
  const turn = gate.admit(request)
  turn?.catch(() => {})
  return turn === undefined
}

test('gate: a burst passes at once; later calls wait their turn and keep their order (P3)', async () => {
  const { gate } = createTestGate({ publishPace: { perSecond: 100, burst: 3 } })
  const startedAt = performance.now()
  const order: number[] = []
  const turns = Array.from({ length: 10 }, (_, index) => {
    const turn = gate.admit(publish)
    if (turn === undefined) order.push(index)
    return turn?.then(() => order.push(index))
  })
  expect(turns.filter((turn) => turn === undefined)).toHaveLength(3)
  await Promise.all(turns)
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  expect(performance.now() - startedAt).toBeGreaterThan(65)
})

test('gate: a long message costs as much as several, of its client id and of its address', () => {
  const clock = { now: 0 }
  const buckets = createMemoryBuckets({ now: () => clock.now })
  const limits = { publishPace: { perSecond: 10, burst: 20 }, clientsPerAddress: 2, paceWaitMs: 0 }
  const { create } = createTestGate(limits, buckets)
  const long = (length: number): IrnRequest => ({
    method: 'irn_publish',
    publish: { ...envelope, message: 'é'.repeat(length / 2) },
  })
  const isNow = (clientId: string, length: number, address = '192.0.2.1') =>
    isAdmitted(create(clientId, address), long(length))
  // `one` takes 16 of its 20 tokens. Then `one` has four left, and its address has 24.
  expect(isNow('one', 64 * 1024)).toBe(true)
  expect(isNow('one', 20 * 1024)).toBe(false)
  expect(isNow('one', 16 * 1024)).toBe(true)
  expect(isNow('two', 64 * 1024)).toBe(true)
  expect(isNow('three', 20 * 1024)).toBe(false)
  expect(isNow('three', 16 * 1024)).toBe(true)
  expect(isNow('four', 64 * 1024, '192.0.2.2')).toBe(true)
  clock.now += 400
  expect(isNow('one', 16 * 1024)).toBe(true)
})

test('gate: a call within its own rate waits for earlier calls (P3)', async () => {
  const { gate } = createTestGate({ publishPace: { perSecond: 50, burst: 1 } })
  const order: string[] = []
  gate.admit(publish)
  await Promise.all([
    gate.admit(publish)?.then(() => order.push('publish')),
    gate.admit(subscribeTo(1))?.then(() => order.push('subscribe')),
  ])
  expect(order).toEqual(['publish', 'subscribe'])
  expect(gate.admit(subscribeTo(1))).toBeUndefined()
})

test('gate: buckets that answer later, and in another order, do not change the order', async () => {
  const answers: ((wait: DelayMs) => void)[] = []
  const buckets: Buckets = {
    take: () => new Promise((resolve) => answers.push(resolve)),
    close: async () => {},
  }
  const { gate } = createTestGate({}, buckets)
  const order: number[] = []
  const turns = [0, 1, 2].map((index) => gate.admit(publish)?.then(() => order.push(index)))
  for (const answer of answers.reverse()) answer(0)
  await Promise.all(turns)
  expect(order).toEqual([0, 1, 2])
})

test('gate: refuses a call that would wait too long, only after that time, and delays no others', async () => {
  const { gate } = createTestGate({ publishPace: { perSecond: 5, burst: 1 }, paceWaitMs: 300 })
  const startedAt = performance.now()
  const after = async (turn: Promise<void> | undefined) => {
    const outcome = await turn?.catch((error: unknown) => error)
    return { outcome, ms: performance.now() - startedAt }
  }
  gate.admit(publish)
  const [second, third, fourth] = await Promise.all(
    [gate.admit(publish), gate.admit(publish), gate.admit(subscribeTo(1))].map(after),
  )
  expect(second?.outcome).toBeUndefined()
  expect(third?.outcome).toBeInstanceOf(TooManyRequestsError)
  expect(third?.ms).toBeGreaterThan(290)
  expect(fourth?.outcome).toBeUndefined()
  expect(fourth?.ms).toBeLessThan(nightLimit(290))
})

test('gate: a batch costs its contents, and ten of 500 topics pass at once', () => {
  const { gate } = createTestGate()
  for (let index = 0; index < 10; index += 1) expect(isAdmitted(gate, subscribeTo(500))).toBe(true)
  expect(isAdmitted(gate, subscribeTo(500))).toBe(false)
  gate.leave()
})

test('gate: connections of one client id share its pace; an address has ten times as much', () => {
  const { create } = createTestGate({ publishPace: { perSecond: 1, burst: 10 }, paceWaitMs: 0 })
  const count = (gates: ReturnType<typeof create>[]) => {
    let passed = 0
    for (const gate of gates) while (isAdmitted(gate)) passed += 1
    for (const gate of gates) gate.leave()
    return passed
  }
  expect(count([create('one'), create('one')])).toBe(10)
  expect(count(Array.from({ length: 50 }, (_, index) => create(`client ${index}`, '192.0.2.1')))).toBe(100)
})

test('gate: leave refuses waiting calls at once', async () => {
  const { gate } = createTestGate({ publishPace: { perSecond: 0.1, burst: 1 } })
  gate.admit(publish)
  const startedAt = performance.now()
  const turns = [gate.admit(publish), gate.admit(publish)]
  gate.leave()
  for (const turn of turns) await expect(turn).rejects.toThrow(TooManyRequestsError)
  expect(performance.now() - startedAt).toBeLessThan(nightLimit(1_000))
})
