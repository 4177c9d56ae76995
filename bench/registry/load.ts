import { createHash } from 'node:crypto'
import { json } from 'node:stream/consumers'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../link/percentile.ts'
import { readCpuMicros } from '../relay/processFigures.ts'
import { type HttpConnection, openConnection } from './openConnection.ts'

/** The load: a separate process that runs one task and prints its figures as JSON. Times are in milliseconds. */
export type LoadTask = { readonly port: number; readonly pid: number; readonly connections: number } & (
  | {
      /** Sends requests as fast as they are answered, one at a time on each connection. */
      readonly kind: 'pages'
      readonly paths: readonly string[]
      readonly warmUpMs: number
      readonly runMs: number
    }
  | {
      /** Sends each request at its due time, regardless of earlier ones. */
      readonly kind: 'search'
      readonly paths: readonly string[]
      readonly warmUp: readonly string[]
      readonly perSecond: number
    }
)
export type PageFigures = { readonly perSecond: number; readonly cpuMicros: number; readonly busy: number }
export type SearchFigures = {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  readonly cpuMicros: number
}

const searchHeaders = 'Accept-Encoding: gzip, deflate, br\r\n'

async function open(task: LoadTask, headers: string): Promise<readonly HttpConnection[]> {
  return Promise.all(Array.from({ length: task.connections }, () => openConnection(task.port, headers)))
}

/** Fetches every page once and compares it with the hash in its name, so that servers are measured on the same bytes. */
async function checkPages(connection: HttpConnection, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const { status, body } = await connection.get(path, true)
    const hash = /[0-9a-f]{64}/.exec(path)?.[0]
    if (status !== 200 || createHash('sha256').update(body).digest('hex') !== hash)
      throw new Error(`${path}: ${status}`)
  }
}

async function measurePages(task: LoadTask & { kind: 'pages' }): Promise<PageFigures> {
  const { paths, pid } = task
  const connections = await open(task, '')
  const [first] = connections
  if (first !== undefined) await checkPages(first, paths)
  let answered = 0
  let isOver = false
  const work = async (connection: HttpConnection, offset: number) => {
    for (let turn = offset; !isOver; turn += 1) {
      const { status } = await connection.get(paths[turn % paths.length] ?? '/', false)
      if (status !== 200) throw new Error(`A page was answered ${status}.`)
      answered += 1
    }
  }
  const works = connections.map((connection, index) =>
    work(connection, Math.floor((index * paths.length) / connections.length)),
  )
  await sleep(task.warmUpMs)
  const before = { at: performance.now(), answered, cpu: readCpuMicros([pid]) }
  await sleep(task.runMs)
  const cpu = readCpuMicros([pid]) - before.cpu
  const requests = answered - before.answered
  const ms = performance.now() - before.at
  isOver = true
  await Promise.all(works)
  return { perSecond: (requests / ms) * 1000, cpuMicros: cpu / requests, busy: cpu / 1000 / ms }
}

async function measureSearch(task: LoadTask & { kind: 'search' }): Promise<SearchFigures> {
  const free = [...(await open(task, searchHeaders))]
  const waiting: (() => void)[] = []
  const take = async (): Promise<HttpConnection> => {
    for (;;) {
      // The connections take turns, because the server closes one that stays idle for long.
      const connection = free.shift()
      if (connection !== undefined) return connection
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
  }
  const ask = async (path: string, due: number): Promise<number> => {
    const connection = await take()
    const { status } = await connection.get(path, false)
    free.push(connection)
    waiting.shift()?.()
    if (status !== 200) throw new Error(`${path}: ${status}`)
    // Times count from the due time, so that a load that falls behind does not flatter the server.
    return performance.now() - due
  }
  const run = async (paths: readonly string[]) => {
    const start = performance.now()
    const asked: Promise<number>[] = []
    for (const [index, path] of paths.entries()) {
      const due = start + (index * 1000) / task.perSecond
      while (performance.now() < due) await (due - performance.now() > 3 ? sleep(1) : setImmediate())
      asked.push(ask(path, due))
    }
    return Promise.all(asked)
  }
  await run(task.warmUp)
  const cpuBefore = readCpuMicros([task.pid])
  const taken = await run(task.paths)
  const cpuMicros = (readCpuMicros([task.pid]) - cpuBefore) / taken.length
  return { p50Ms: percentile(taken, 0.5), p99Ms: percentile(taken, 0.99), maxMs: percentile(taken, 1), cpuMicros }
}

const task = (await json(process.stdin)) as LoadTask
console.log(JSON.stringify(task.kind === 'pages' ? await measurePages(task) : await measureSearch(task)))
process.exit(0)
