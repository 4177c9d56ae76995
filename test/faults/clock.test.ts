import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createTestIdentity, createTestToken } from '../../packages/relay/src/server/createTestClient.fixture.ts'
import { allKept, type FaultRun, startFaultRun } from './faultRun.ts'
import { createLoadClient, type LoadClient } from './loadClient.ts'
import { type RelayNodes, startRelayNodes } from './relayNodes.ts'
import { setClock, startRelayProcess, stopRelayProcesses } from './relayProcess.ts'
import { pause, until } from './wait.ts'

let run: FaultRun
let nodes: RelayNodes | undefined
const clients: LoadClient[] = []

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()))
  await nodes?.stop()
  nodes = undefined
  await stopRelayProcesses()
  run.stop()
})

function create(url: string, got: string[] = []): LoadClient {
  const client = createLoadClient({ urls: [url], ledger: run.ledger, beforeAck: ({ message }) => got.push(message) })
  clients.push(client)
  return client
}

test('F-R19: the relay’s clock jumps in mid-run: nothing expires early by more than the jump', async () => {
  run = startFaultRun('F-R19', 4)
  const clockFile = join(run.folder, 'clock')
  setClock(clockFile, 0)
  const node = await startRelayProcess({ args: ['--data', join(run.folder, 'data')], clockFile })
  const got: string[] = []
  const topic = randomBytes(32).toString('hex')
  const publisher = create(node.url)
  await create(node.url, got).subscribe([topic])
  let count = 0
  const passes = async () => {
    count += 1
    const outcome = await publisher.publish(topic, `message ${count}`)
    expect(outcome.kind).toBe('acked')
    await until('it is delivered', () => got.includes(`message ${count}`))
  }
  await passes()

  let reasons = 0
  for (const shift of [300, -300, 3_600, -3_600]) {
    // For a subscriber that connects only after the jump. The message must outlive the jump.
    const waiting = randomBytes(32).toString('hex')
    const kept = `kept over ${shift}`
    setClock(clockFile, 0)
    await publisher.publish(waiting, kept, Math.abs(shift) + 60)
    setClock(clockFile, shift)
    run.strike(`clock ${shift} s off`)
    await passes()
    if (Math.abs(shift) > 300) {
      expect(await knock(node.url)).toEqual([3000, expect.stringMatching(/clock.*\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/)])
      reasons += 1
      // The relay refuses new clients at this shift. A client admitted before the jump requests the waiting message.
      await reads(publisher, waiting, kept)
    } else {
      const late: string[] = []
      const newcomer = create(node.url, late)
      await newcomer.subscribe([waiting])
      await until('what waits is delivered', () => late.includes(kept))
      expect(newcomer.closeCodes).toEqual([])
    }
  }
  setClock(clockFile, 0)
  await passes()
  const verdict = run.finish({ 'refused with the clock as reason': reasons })
  expect(verdict).toMatchObject({ ...allKept, indeterminate: 0 })
  expect(clients.every(({ closeCodes }) => closeCodes.length === 0)).toBe(true)
})

if (isNight) {
  test('F-R20: two nodes 5 minutes apart keep one order and one TTL', async () => {
    run = startFaultRun('F-R20', 1)
    const clockFile = join(run.folder, 'clock')
    setClock(clockFile, 300)
    nodes = await startRelayNodes({ folder: run.folder, processOf: (index) => (index === 0 ? { clockFile } : {}) })
    run.strike('one node is 300 s ahead')
    const { urls } = nodes
    const publishers = urls.map((url) => create(url))
    const topic = randomBytes(32).toString('hex')
    const sent = Array.from({ length: 200 }, (_, index) => `message ${index}`)
    const live: string[] = []
    await create(urls[1] ?? '', live).subscribe([topic])
    for (const [index, message] of sent.entries()) await publishers[index % 2]?.publish(topic, message)
    for (const url of urls) {
      const got: string[] = []
      await create(url, got).subscribe([topic])
      await until('all are delivered', () => got.length === sent.length)
      expect(got).toEqual(sent)
    }
    await until('all are delivered', () => live.length === sent.length)
    expect(live).toEqual(sent)

    const [short, long] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
    for (const [index, publisher] of publishers.entries()) {
      await publisher.publish(long, `lasts ${index}`, 30)
      // The message is not in the ledger, because it must expire.
      await publisher.request('irn_publish', { topic: short, message: `ends ${index}`, ttl: 3 })
    }
    await pause(6_000)
    for (const url of urls) {
      const got: string[] = []
      const reader = create(url, got)
      await reader.subscribe([short, long])
      await until('what lasts is delivered', () => got.length >= 2)
      await reader.request('irn_batchFetchMessages', { topics: [short] })
      expect(got).toEqual(['lasts 0', 'lasts 1'])
    }
    expect(run.finish({})).toMatchObject(allKept)
  })
}

/** Connects with a JWT valid for ten minutes, and resolves to the refusal. Official clients sign for a day. */
function knock(url: string): Promise<readonly [code: number, reason: string]> {
  const issuedAtSeconds = Math.floor(Date.now() / 1000)
  const times = { issuedAtSeconds, expiresAtSeconds: issuedAtSeconds + 600 }
  const socket = new WebSocket(`${url}/?auth=${createTestToken(createTestIdentity(), times)}`)
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', (code, reason) => resolve([code, reason.toString()]))
  })
}

/** Lets another client, admitted before the jump, fetch the waiting message. */
async function reads(publisher: LoadClient, topic: string, message: string): Promise<void> {
  const reader = clients.find((client) => client !== publisher)
  const answer = await reader?.request('irn_batchFetchMessages', { topics: [topic] })
  expect(JSON.stringify(answer)).toContain(message)
}
