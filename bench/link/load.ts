import { json } from 'node:stream/consumers'
import { readCpuMicros } from '../relay/processFigures.ts'
import { type Connection, formatPost, openConnection } from './connection.ts'
import { createKey, type Key } from './keys.ts'
import { pace } from './pace.ts'
import { percentile } from './percentile.ts'

/**
 * One round. `count` visitors each request a challenge, each another user with another wallet. Once all have signed, they send
 * their proofs. Every request starts at its due time, regardless of earlier ones.
 */
export type LinkTask = {
  readonly port: number
  readonly pid: number
  readonly perSecond: number
  readonly warmUp: number
  readonly count: number
  /** The first wallet number of the round. No two rounds share a number. */
  readonly from: number
}
export type LinkFigures = Readonly<Record<'challenges' | 'proofs', StepFigures>>
export type StepFigures = {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** The server's processor time per request. */
  readonly cpuMicros: number
}

/** Formats all requests before the first is due, so that the client waits only for the server. */
async function send({ port, pid, perSecond }: LinkTask, requests: readonly Buffer[]) {
  // Each step opens its own connections, because those of the previous step were idle.
  const connections = await Promise.all(Array.from({ length: 64 }, () => openConnection(port)))
  const free = [...connections]
  const waiting: ((connection: Connection) => void)[] = []
  const sendOne = async (request: Buffer, sentAt: number) => {
    const connection = free.pop() ?? (await new Promise<Connection>((resolve) => waiting.push(resolve)))
    const { status, body, at } = await connection.ask(request)
    const next = waiting.shift()
    if (next === undefined) free.push(connection)
    else next(connection)
    if (status !== 201) throw new Error(`answered ${status}: ${body}`)
    return { ms: at - sentAt, body }
  }
  const cpuBefore = readCpuMicros([pid])
  const startedAt = performance.now()
  const sent: ReturnType<typeof sendOne>[] = []
  for await (const [number] of pace(requests.length, perSecond)) {
    const request = requests[number]
    if (request !== undefined) sent.push(sendOne(request, performance.now()))
  }
  const answers = await Promise.all(sent)
  const ms = performance.now() - startedAt
  const times = answers.map((answer) => answer.ms)
  const figures: StepFigures = {
    perSecond: (answers.length / ms) * 1000,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    maxMs: Math.max(...times),
    cpuMicros: (readCpuMicros([pid]) - cpuBefore) / answers.length,
  }
  for (const connection of connections) connection.end()
  return { figures, bodies: answers.map(({ body }) => body) }
}

async function run(task: LinkTask, keys: readonly Key[]): Promise<LinkFigures> {
  const userOf = ({ address }: Key) => `user-${address}`
  const asked = keys.map((key) =>
    formatPost(
      task.port,
      '/challenges',
      { cookie: userOf(key) },
      { purpose: 'link', accountId: `eip155:1:${key.address}`, walletName: 'Bench' },
    ),
  )
  const challenges = await send(task, asked)
  const signed = keys.map((key, index) => {
    const { challengeId, message } = JSON.parse(challenges.bodies[index] ?? '') as Challenged
    return formatPost(
      task.port,
      '/proofs',
      { cookie: userOf(key) },
      { purpose: 'link', challengeId, signature: key.sign(message) },
    )
  })
  const proofs = await send(task, signed)
  return { challenges: challenges.figures, proofs: proofs.figures }
}

type Challenged = { readonly challengeId: string; readonly message: string }

const task = (await json(process.stdin)) as LinkTask
const keys = Array.from({ length: task.warmUp + task.count }, (_, index) => createKey(task.from + index))
await run(task, keys.slice(0, task.warmUp))
console.log(JSON.stringify(await run(task, keys.slice(task.warmUp))))
process.exit(0)
