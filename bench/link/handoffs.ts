import { json } from 'node:stream/consumers'
import { readCpuMicros } from '../relay/processFigures.ts'
import { type Connection, formatPost, openConnection } from './connection.ts'
import type { HandoffFigures, HandoffTask } from './handoffSteps.ts'
import { createKey } from './keys.ts'

const connectionsAtOnce = 64

/** Sends each visitor's requests, over connections that take the next request as soon as they are answered. */
async function send({ port, pid }: HandoffTask, requests: readonly Buffer[]) {
  const connections = await Promise.all(Array.from({ length: connectionsAtOnce }, () => openConnection(port)))
  const bodies: string[] = []
  let next = 0
  const work = async (connection: Connection) => {
    for (let index = next++; index < requests.length; index = next++) {
      const { status, body } = await connection.ask(requests[index] ?? Buffer.alloc(0))
      if (status >= 300) throw new Error(`answered ${status}: ${body}`)
      bodies[index] = body
    }
  }
  const cpuBefore = readCpuMicros([pid])
  const startedAt = performance.now()
  await Promise.all(connections.map(work))
  const ms = performance.now() - startedAt
  const cpuMicros = (readCpuMicros([pid]) - cpuBefore) / requests.length
  for (const connection of connections) connection.end()
  return {
    figures: { ms, cpuMicros },
    answers: bodies.map((body) => JSON.parse(body) as Readonly<Record<string, string>>),
  }
}

async function run(task: HandoffTask): Promise<HandoffFigures> {
  const { port, count, from } = task
  const keys = Array.from({ length: 2 * count }, (_, index) => createKey(from + index))
  const [own, phones] = [keys.slice(0, count), keys.slice(count)]
  const accountOf = ({ address }: { address: string }) => ({
    purpose: 'link',
    accountId: `eip155:1:${address}`,
    walletName: 'Bench',
  })
  const post = (path: string, asked: Parameters<typeof formatPost>[2], body: object) =>
    formatPost(port, path, asked, body)
  const sessionOf = (index: number) => ({ cookie: `user-${from + index}` })

  const asked = await send(
    task,
    own.map((key, index) => post('/challenges', sessionOf(index), accountOf(key))),
  )
  const proved = await send(
    task,
    own.map((key, index) => {
      const { challengeId, message = '' } = asked.answers[index] ?? {}
      return post('/proofs', sessionOf(index), { purpose: 'link', challengeId, signature: key.sign(message) })
    }),
  )

  const screenOf = (index: number) => sessionOf(count + index)
  const started = await send(
    task,
    phones.map((_, index) => post('/handoffs', screenOf(index), {})),
  )
  const idOf = (index: number) => started.answers[index]?.id
  const bySecret = (path: string, from: typeof started) =>
    phones.map((_, index) =>
      post(`/handoff/${idOf(index)}/${path}`, { grant: undefined }, { secret: from.answers[index]?.secret }),
    )
  const hopped = await send(task, bySecret('hop', started))
  const claimed = await send(task, bySecret('claim', hopped))
  const byGrant = (path: string, bodyOf: (index: number) => object) =>
    phones.map((_, index) =>
      post(`/handoff/${idOf(index)}/${path}`, { grant: claimed.answers[index]?.grant }, bodyOf(index)),
    )
  const issued = await send(
    task,
    byGrant('challenges', (index) => accountOf(phones[index] ?? { address: '' })),
  )
  const proven = await send(
    task,
    byGrant('proofs', (index) => {
      const { challengeId, message = '' } = issued.answers[index] ?? {}
      return { purpose: 'link', challengeId, signature: phones[index]?.sign(message) }
    }),
  )
  const finished = await send(
    task,
    phones.map((_, index) =>
      post(`/handoffs/${idOf(index)}/finish`, screenOf(index), { digits: proven.answers[index]?.digits }),
    ),
  )
  return {
    links: { challenge: asked.figures, proof: proved.figures },
    handoffs: {
      start: started.figures,
      hop: hopped.figures,
      claim: claimed.figures,
      challenge: issued.figures,
      proof: proven.figures,
      finish: finished.figures,
    },
  }
}

console.log(JSON.stringify(await run((await json(process.stdin)) as HandoffTask)))
process.exit(0)
