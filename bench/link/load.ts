import { Agent, request } from 'node:http'
import { readCpuMicros } from '../relay/processFigures.ts'
import { createKey, type Key } from './keys.ts'
import { pace } from './pace.ts'
import { percentile } from './percentile.ts'

/**
 * One round: so many visitors ask for a challenge, each another user with another wallet, and once all have signed theirs they
 * send their proofs. Both are begun when they are due, whatever became of those before.
 */
export type LinkTask = {
  readonly port: number
  readonly pid: number
  readonly perSecond: number
  readonly warmUp: number
  readonly count: number
  /** The first number of a wallet: no two rounds have one in common. */
  readonly from: number
}
export type LinkFigures = Readonly<Record<'challenges' | 'proofs', StepFigures>>
export type StepFigures = {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  /** Processor time of the server for one. */
  readonly cpuMicros: number
}

/** A POST as a page sends it; the answer's JSON and how long it took from when it was sent. */
async function post(agent: Agent, port: number, path: string, cookie: string, body: object) {
  const startedAt = performance.now()
  const text = await new Promise<string>((resolve, reject) => {
    const sent = JSON.stringify(body)
    const headers = {
      ...{ origin: 'http://localhost:4400', 'content-type': 'application/json', cookie },
      'content-length': Buffer.byteLength(sent),
    }
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (response) => {
      let received = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        received += chunk
      })
      response.on('end', () =>
        response.statusCode === 201
          ? resolve(received)
          : reject(new Error(`${path} was answered ${response.statusCode}: ${received}`)),
      )
      response.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(sent)
  })
  return { ms: performance.now() - startedAt, body: JSON.parse(text) as { challengeId: string; message: string } }
}

/** Sends one request for each of these when it is due. */
async function send<T>(
  { pid, perSecond }: LinkTask,
  all: readonly T[],
  sendOne: (one: T, agent: Agent) => ReturnType<typeof post>,
): Promise<{ readonly figures: StepFigures; readonly answers: readonly Awaited<ReturnType<typeof post>>[] }> {
  // Its own connections: those of the step before rested.
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const cpuBefore = readCpuMicros([pid])
  const startedAt = performance.now()
  const sent: ReturnType<typeof post>[] = []
  for await (const [number] of pace(all.length, perSecond)) {
    const one = all[number]
    if (one !== undefined) sent.push(sendOne(one, agent))
  }
  const answers = await Promise.all(sent)
  const ms = performance.now() - startedAt
  const times = answers.map((answer) => answer.ms)
  const figures = {
    perSecond: (answers.length / ms) * 1000,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    maxMs: Math.max(...times),
    cpuMicros: (readCpuMicros([pid]) - cpuBefore) / answers.length,
  }
  agent.destroy()
  return { figures, answers }
}

async function run(task: LinkTask, keys: readonly Key[]): Promise<LinkFigures> {
  const userOf = ({ address }: Key) => `user-${address}`
  const ask = (key: Key, agent: Agent) => {
    const asked = { accountId: `eip155:1:${key.address}`, walletName: 'Bench' }
    return post(agent, task.port, '/challenges', userOf(key), asked)
  }
  const challenges = await send(task, keys, ask)
  const signed = challenges.answers.flatMap(({ body: { challengeId, message } }, index) => {
    const key = keys[index]
    return key === undefined ? [] : [{ user: userOf(key), proof: { challengeId, signature: key.sign(message) } }]
  })
  const proofs = await send(task, signed, ({ user, proof }, agent) => post(agent, task.port, '/proofs', user, proof))
  return { challenges: challenges.figures, proofs: proofs.figures }
}

const task = JSON.parse(process.argv[2] ?? '') as LinkTask
const keys = Array.from({ length: task.warmUp + task.count }, (_, index) => createKey(task.from + index))
await run(task, keys.slice(0, task.warmUp))
console.log(JSON.stringify(await run(task, keys.slice(task.warmUp))))
process.exit(0)
