import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isNight } from '@hawser/test-kit/night'
import { afterEach, expect, test } from 'vitest'
import { allKept, type FaultRun, startFaultRun } from './faultRun.ts'
import { createLoadClient, type LoadClient } from './loadClient.ts'
import { startRelayProcess, stopRelayProcesses } from './relayProcess.ts'
import { pause, until } from './wait.ts'

let run: FaultRun
const clients: LoadClient[] = []

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.stop()))
  await stopRelayProcesses()
  run.stop()
})

function create(url: string, beforeAck?: (message: string) => unknown): LoadClient {
  const client = createLoadClient({
    ...{ urls: [url], ledger: run.ledger },
    ...(beforeAck === undefined ? {} : { beforeAck: ({ message }) => beforeAck(message) }),
  })
  clients.push(client)
  return client
}

test('F-R22: a relay of 256 file descriptors takes as many clients as fit, and goes on', async () => {
  run = startFaultRun('F-R22', 1)
  const args = ['--data', join(run.folder, 'data'), '--max-connections', '1000']
  const node = await startRelayProcess({ args, openFiles: 256 })
  const got: string[] = []
  const topic = randomBytes(32).toString('hex')
  const publisher = create(node.url)
  await create(node.url, (message) => got.push(message)).subscribe([topic])
  const crowd = Array.from({ length: 300 }, () => create(node.url))
  const connected = () => crowd.filter((client) => client.isConnected()).length
  await until('some are refused', () => crowd.some(({ closeCodes }) => closeCodes.length > 3))
  run.strike('more clients than file descriptors')
  // 300 clients each try to connect ten times a second.
  const knocking = node.cpuSeconds()
  await pause(2_000)
  const busy = (node.cpuSeconds() - knocking) / 2
  const most = connected()
  expect(most).toBeGreaterThan(100)
  // The store, the log and connecting clients need file descriptors too.
  expect(readdirSync(`/proc/${node.pid()}/fd`).length).toBeLessThan(256)
  expect(node.log()).not.toMatch(/EMFILE|EAGAIN/)
  await publisher.publish(topic, 'while full')
  await until('a message passes while full', () => got.includes('while full'))

  // Refused clients get in once other clients have left.
  const [left, stayed] = [crowd.slice(0, 200), crowd.slice(200)]
  await Promise.all(left.map((client) => client.stop()))
  await until('the refused get in', () => stayed.every((client) => client.isConnected()))
  await publisher.publish(topic, 'afterwards')
  await until('a message passes afterwards', () => got.includes('afterwards'))
  const verdict = run.finish({ 'clients let in': most, 'processor while full, %': Math.round(busy * 100) })
  expect(verdict).toMatchObject({ lost: [], duplicated: [], repeated: [], indeterminate: 0 })
  if (isNight) expect(busy).toBeLessThan(0.8)
  expect(node.isRunning()).toBe(true)
})

if (isNight) {
  test('F-R21: a flood to a relay of 128 MB of heap is shed by refusals; it lives', async () => {
    run = startFaultRun('F-R21', 1)
    const node = await startRelayProcess({ args: ['--data', join(run.folder, 'data')], heapMegabytes: 128 })
    const flood = Array.from({ length: 30 }, () => create(node.url))
    // One message in twenty is read.
    const heard = flood.map(() => randomBytes(32).toString('hex'))
    let got = 0
    const reader = create(node.url, () => (got += 1))
    await reader.subscribe(heard)
    const outcomes = { acked: 0, refused: 0, indeterminate: 0 }
    const endsAt = performance.now() + 60_000
    let owed = 0
    let most = 0
    const write = async (client: LoadClient, heardTopic: string | undefined) => {
      while (performance.now() < endsAt) {
        const topic = heardTopic ?? randomBytes(32).toString('hex')
        const { kind } = await client.publish(topic, randomBytes(48 * 1024).toString('base64'), 300)
        outcomes[kind] += 1
        if (kind === 'acked' && heardTopic !== undefined) owed += 1
        most = Math.max(most, node.rss())
      }
    }
    // Each connection has 20 publishes in flight.
    await Promise.all(
      flood.flatMap((client, index) =>
        Array.from({ length: 20 }, (_, writer) => write(client, writer === 0 ? heard[index] : undefined)),
      ),
    )
    run.strike('flood of 60 s')
    // Messages still missing after this wait are lost, and the ledger names them.
    await until('all is delivered', () => got >= owed, 20_000).catch(() => {})
    const { refused, indeterminate } = outcomes
    const verdict = run.finish({ delivered: got, 'most memory, MB': Math.round(most / 1e6) })
    expect(refused).toBeGreaterThan(0)
    expect(indeterminate).toBe(0)
    expect(verdict).toMatchObject(allKept)
    expect(got).toBeGreaterThan(0)
    expect(flood.flatMap(({ closeCodes }) => closeCodes)).toEqual([])
    expect(node.isRunning()).toBe(true)
  }, 180_000)
}
