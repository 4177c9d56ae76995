import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { connect as open } from 'node:net'
import { join } from 'node:path'
import { freePort } from '@hawser/test-kit/freePort'
import { isNight } from '@hawser/test-kit/night'
import { afterEach, expect, test } from 'vitest'
import { type FaultRun, startFaultRun } from './faultRun.ts'
import { type Load, startLoad } from './load.ts'
import { createMqttClient } from './mqttClient.ts'
import { createMqttReader, formatMqtt, formatMqttText, type MqttPacket } from './mqttPacket.ts'
import { percentile } from './percentile.ts'
import { pause, until } from './wait.ts'

const program = '/usr/sbin/mosquitto'
const kills = 20
let run: FaultRun | undefined
let load: Load | undefined
let broker: ChildProcess | undefined

afterEach(async () => {
  await load?.stop()
  broker?.kill('SIGKILL')
  run?.stop()
})

test('reads packets of the baseline’s client as they were written, with any cuts', () => {
  const bodies = [Buffer.alloc(0), formatMqttText('topic'), Buffer.alloc(300, 'x')]
  const bytes = Buffer.concat(bodies.map((body) => formatMqtt(3, 2, [body])))
  for (const size of [1, 2, 7, bytes.length]) {
    const got: MqttPacket[] = []
    const read = createMqttReader((packet) => got.push(packet))
    for (let start = 0; start < bytes.length; start += size) read(bytes.subarray(start, start + size))
    expect(got).toEqual(bodies.map((body) => ({ type: 3, body })))
  }
})

if (isNight) {
  test('F-R1, baseline: kill -9 of mosquitto (QoS 1, all persisted) by the same script', async () => {
    if (!existsSync(program)) return console.log('F-R1, baseline: mosquitto is not installed; no figures.')
    const one = startFaultRun('F-R1 mosquitto', kills)
    run = one
    const port = await freePort()
    const settings = join(one.folder, 'mosquitto.conf')
    const lines = [
      ...[`listener ${port} 127.0.0.1`, 'allow_anonymous true', 'user root', 'max_queued_messages 100000'],
      ...['persistence true', `persistence_location ${one.folder}/`, 'autosave_on_changes true', 'autosave_interval 1'],
    ]
    writeFileSync(settings, `${lines.join('\n')}\n`)
    const start = async () => {
      broker = spawn(program, ['-c', settings], { stdio: 'ignore' })
      await until('mosquitto listens', () => isListening(port))
    }
    await start()
    const { ledger, random } = one
    const createClient = (_first: number, onNew: (message: string) => void) => createMqttClient({ port, ledger, onNew })
    load = await startLoad({ urls: [], ledger, messagesPerSecond: 200, topicCount: 100, createClient })
    for (let kill = 0; kill < kills; kill += 1) {
      await pause(random.between(2_000, 4_000))
      const ended = broker === undefined ? Promise.resolve() : once(broker, 'exit')
      broker?.kill('SIGKILL')
      await ended
      one.strike('mosquitto killed')
      // About the time that a relay takes to start.
      await pause(1_000)
      await start()
    }
    await pause(1_000)
    await load.finish(5_000)
    const backMs = load.outages().map(({ ms }) => ms)
    one.finish({ 'connections cut': backMs.length, 'clients back p95, ms': Math.round(percentile(backMs, 0.95)) })
    // The broker is measured only for comparison, so its losses do not fail the test.
    expect(load.outcomes.length).toBeGreaterThan(0)
  }, 300_000)
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = open(port, '127.0.0.1')
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
    socket.once('connect', () => socket.end())
  })
}
