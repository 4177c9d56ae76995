import { createMemoryMailbox, createRedisMailbox, createRelay, createSqliteMailbox, type Mailbox } from '@hawser/relay'
import { collectWhenQuiet, giveMemoryBack } from '../../packages/relay/src/operator/collectWhenQuiet.ts'

/** A relay as a process of its own: `memory`, `sqlite <file>` or `redis <url>`. Prints the port it took. */
const [kind, place = ''] = process.argv.slice(2)
// The load asks more of a topic and of a client than anybody should; requests are still counted.
const kept = { keptMessages: 1_000_000, keptLength: 2 ** 40, totalLength: 2 ** 40 }
const limits = { ...kept, clientMessages: 1_000_000, clientLength: 2 ** 40 }
// Relay and Redis share a core here, and nobody waits for an answer.
const timeoutMs = 30_000
const pace = { perSecond: 1e9, burst: 1e9 }

async function openMailbox(): Promise<Mailbox> {
  if (kind === 'redis') return createRedisMailbox({ url: place, limits, timeoutMs })
  return kind === 'sqlite' ? createSqliteMailbox({ file: place, limits }) : createMemoryMailbox({ limits })
}

const mailbox = await openMailbox()
// The first failure says why; thousands may follow.
let hasFailed = false
const say = (fields: object, text: string) => {
  if (!hasFailed) console.error(text, JSON.stringify(fields))
  hasFailed = true
}
const logger = { info: () => {}, warn: say, error: say }
collectWhenQuiet({})
// The load asks for it, to read what is kept.
process.on('SIGUSR2', giveMemoryBack)
const relay = createRelay({ mailbox, logger, limits: { publishPace: pace, subscribePace: pace, readPace: pace } })
const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ port }))
process.once('SIGTERM', () => relay.stop().then(() => process.exit(0)))
