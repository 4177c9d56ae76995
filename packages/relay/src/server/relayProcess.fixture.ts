import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { programFile } from '@hawser/test-kit/program'
import type { ChildMessage, ChildQuestion, ChildSettings } from './relayChild.fixture.ts'

/** A relay in a separate process, so that a crash is visible and its memory can be measured. */
export type RelayProcess = {
  readonly port: number
  readonly url: string
  /** Resident bytes, after a garbage collection. */
  memory(): Promise<number>
  /** The most resident bytes since the start, or since `forgetPeak`. */
  peak(): number
  forgetPeak(): void
  /** Resident bytes after everything stored has expired. Any growth in that number would remain forever. */
  memoryWhenEmpty(): Promise<number>
  /** The process's stderr, and how it ended if it did. Empty while it runs without errors. */
  complaints(): string
  stop(): Promise<void>
}

export async function startRelayProcess(settings: ChildSettings = {}): Promise<RelayProcess> {
  const child = fork(programFile(new URL('relayChild.fixture.ts', import.meta.url).href), [], {
    execArgv: ['--expose-gc'],
    env: { ...process.env, RELAY_SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let complaints = ''
  child.stderr?.on('data', (chunk) => {
    complaints += chunk
  })
  child.once('exit', (code, signal) => {
    complaints += `ended with ${code ?? signal}`
  })
  const gone = once(child, 'exit').then(() => {
    throw new Error(complaints)
  })
  gone.catch(() => {})
  const answer = async (): Promise<ChildMessage> => {
    const [message] = await Promise.race([once(child, 'message'), gone])
    return message
  }
  const ask = async (question: ChildQuestion): Promise<number> => {
    child.send(question)
    const message = await answer()
    return 'rss' in message ? message.rss : 0
  }
  const first = await answer()
  const port = 'port' in first ? first.port : 0
  return {
    port,
    url: `ws://127.0.0.1:${port}`,
    memory: () => ask('memory'),
    memoryWhenEmpty: () => ask('memory when empty'),
    peak: () => 1024 * Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]),
    // proc(5): 5 sets the peak to the current resident memory.
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    complaints: () => complaints,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Stops the probes and resolves to the milliseconds until `GET /healthz` was answered, for every try. */
export type HealthWatch = { stop(): Promise<readonly number[]> }

// Runs in a separate thread, so that a busy test is not mistaken for a busy relay. Each try is a new connection.
const probe = `
const { get } = require('node:http')
const { parentPort, workerData } = require('node:worker_threads')
const took = []
let isOver = false
const ask = () => {
  const start = performance.now()
  const done = (ok) => {
    took.push(ok ? performance.now() - start : Infinity)
    if (isOver) parentPort.postMessage(took)
    else setTimeout(ask, 20)
  }
  get({ port: workerData, host: '127.0.0.1', path: '/healthz', agent: false }, (response) => {
    response.resume()
    response.once('end', () => done(response.statusCode === 200))
  }).once('error', () => done(false))
}
parentPort.once('message', () => { isOver = true })
ask()
`

export function watchHealth(port: number): HealthWatch {
  const worker = new Worker(probe, { eval: true, workerData: port })
  return {
    async stop() {
      worker.postMessage('stop')
      const [took] = await once(worker, 'message')
      await worker.terminate()
      return took
    },
  }
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
