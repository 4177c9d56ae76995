import { createMemoryMailbox, createRedisMailbox, createRelay, createSqliteMailbox, type Mailbox } from '@hawser/relay'
import { collectWhenQuiet, releaseMemory } from '../../packages/relay/src/operator/collectWhenQuiet.ts'

/** Starts a relay in its own process on `memory`, `sqlite <file>` or `redis <url>`. Prints the chosen port. */
const [kind, place = ''] = process.argv.slice(2)
// The load puts more on a topic and on a client than any real use. Requests are still counted.
const kept = { keptMessages: 1_000_000, keptLength: 2 ** 40, totalLength: 2 ** 40 }
const limits = { ...kept, clientMessages: 1_000_000, clientLength: 2 ** 40 }
// The relay and Redis share a core here, and no client waits for an answer.
const timeoutMs = 30_000
const pace = { perSecond: 1e9, burst: 1e9 }

async function openMailbox(): Promise<Mailbox> {
  if (kind === 'redis') return createRedisMailbox({ url: place, limits, timeoutMs })
  return kind === 'sqlite' ? createSqliteMailbox({ file: place, limits }) : createMemoryMailbox({ limits })
}

const mailbox = await openMailbox()
// Prints only the first failure, which shows the cause; thousands can follow.
let hasFailed = false
const say = (fields: object, text: string) => {
  if (!hasFailed) console.error(text, JSON.stringify(fields))
  hasFailed = true
}
const logger = { info: () => {}, warn: say, error: say }
collectWhenQuiet({})
// The load sends this signal before it reads the memory still in use.
process.on('SIGUSR2', releaseMemory)
const relay = createRelay({ mailbox, logger, limits: { publishPace: pace, subscribePace: pace, readPace: pace } })
const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ port }))
process.once('SIGTERM', () => relay.stop().then(() => process.exit(0)))
