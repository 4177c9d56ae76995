import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createTestIdentity, createTestToken } from '../../packages/relay/src/createTestClient.conformance.ts'
import { type FaultRun, startFaultRun } from './faultRun.ts'
import { createLoadClient, type LoadClient } from './loadClient.ts'
import { setClock, startRelayProcess, stopRelayProcesses } from './relayProcess.ts'
import { until } from './wait.ts'

let run: FaultRun
const clients: LoadClient[] = []

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()))
  await stopRelayProcesses()
  run.stop()
})

function create(url: string, got: string[] = []): LoadClient {
  const client = createLoadClient({ urls: [url], ledger: run.ledger, beforeAck: ({ message }) => got.push(message) })
  clients.push(client)
  return client
}

test('F-R19: the relay’s clock jumps by 5 minutes and by an hour, both ways, in mid-run: nobody within 5 minutes notices, nothing expires early by more than the jump', async () => {
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
    // For somebody who is not here yet: it must outlive the jump.
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
      // From the next on it is well again; what waits is asked for by a client that is in.
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
  expect(verdict).toMatchObject({ lost: [], duplicated: [], uncalledFor: [], reordered: [], indeterminate: 0 })
  expect(clients.every(({ closeCodes }) => closeCodes.length === 0)).toBe(true)
}, 60_000)

/** Asks in with a JWT of ten minutes; resolves to how it is refused. Official clients sign for a day. */
function knock(url: string): Promise<readonly [code: number, reason: string]> {
  const issuedAtSeconds = Math.floor(Date.now() / 1000)
  const times = { issuedAtSeconds, expiresAtSeconds: issuedAtSeconds + 600 }
  const socket = new WebSocket(`${url}/?auth=${createTestToken(createTestIdentity(), times)}`)
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('close', (code, reason) => resolve([code, reason.toString()]))
  })
}

/** Another client that was let in before the jump could not be told from this one: it asks for what waits. */
async function reads(publisher: LoadClient, topic: string, message: string): Promise<void> {
  const reader = clients.find((client) => client !== publisher)
  const answer = await reader?.request('irn_batchFetchMessages', { topics: [topic] })
  expect(JSON.stringify(answer)).toContain(message)
}
