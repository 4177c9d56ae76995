import { Agent, request } from 'node:http'
import { readCpuMicros } from '../relay/processFigures.ts'
import { createKey, type Key } from './keys.ts'
import { pace } from './pace.ts'
import { percentile } from './percentile.ts'

/** One round: so many verifications, each of another user and wallet, begun when they are due. */
export type LinkTask = {
  readonly port: number
  readonly pid: number
  readonly perSecond: number
  readonly warmUp: number
  readonly count: number
  /** The first number of a wallet: no two rounds have one in common. */
  readonly from: number
}
export type LinkFigures = {
  readonly perSecond: number
  readonly challengeP50Ms: number
  readonly challengeP99Ms: number
  readonly proofP50Ms: number
  readonly proofP99Ms: number
  readonly proofMaxMs: number
  /** Processor time of the server for a verification with its challenge. */
  readonly cpuMicros: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** A POST as a page sends it; the answer's JSON and how long it took from when it was sent. */
async function post(port: number, path: string, cookie: string, body: object) {
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

/** Challenge, signature, proof: what a visitor who links a wallet asks of the server. */
async function verify(port: number, key: Key) {
  const user = `user-${key.address}`
  const challenge = await post(port, '/challenges', user, { accountId: `eip155:1:${key.address}`, walletName: 'Bench' })
  const { challengeId, message } = challenge.body
  const proof = await post(port, '/proofs', user, { challengeId, signature: key.sign(message) })
  return { challengeMs: challenge.ms, proofMs: proof.ms }
}

async function run({ port, perSecond }: LinkTask, keys: readonly Key[]) {
  const start = performance.now()
  const verified: ReturnType<typeof verify>[] = []
  for await (const [number] of pace(keys.length, perSecond)) {
    const key = keys[number]
    if (key !== undefined) verified.push(verify(port, key))
  }
  const taken = await Promise.all(verified)
  return { taken, ms: performance.now() - start }
}

const task = JSON.parse(process.argv[2] ?? '') as LinkTask
const keys = Array.from({ length: task.warmUp + task.count }, (_, index) => createKey(task.from + index))
await run(task, keys.slice(0, task.warmUp))
const cpuBefore = readCpuMicros([task.pid])
const { taken, ms } = await run(task, keys.slice(task.warmUp))
const [challenges, proofs] = [taken.map(({ challengeMs }) => challengeMs), taken.map(({ proofMs }) => proofMs)]
const figures: LinkFigures = {
  perSecond: (taken.length / ms) * 1000,
  challengeP50Ms: percentile(challenges, 0.5),
  challengeP99Ms: percentile(challenges, 0.99),
  proofP50Ms: percentile(proofs, 0.5),
  proofP99Ms: percentile(proofs, 0.99),
  proofMaxMs: Math.max(...proofs),
  cpuMicros: (readCpuMicros([task.pid]) - cpuBefore) / taken.length,
}
console.log(JSON.stringify(figures))
process.exit(0)
