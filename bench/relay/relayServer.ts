import type { Mailbox, MailboxLimits } from '@hawser/relay'
import * as relayPackage from '@hawser/relay'

/** A relay as a process of its own. `memory`, `sqlite <file>` or `redis <url>`; prints the port it took. */
const [kind, place = ''] = process.argv.slice(2)
// The bench asks more of a topic and of a client than anybody should; the checks are made all the same.
const limits: Partial<MailboxLimits> = {
  ...{ keptMessages: 1_000_000, keptLength: 2 ** 40, totalLength: 2 ** 40 },
}

async function createMailbox(): Promise<Mailbox> {
  if (kind === 'sqlite') return relayPackage.createSqliteMailbox({ file: place, limits })
  return relayPackage.createMemoryMailbox({ limits })
}

const relay = relayPackage.createRelay({ mailbox: await createMailbox() })
const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
console.log(JSON.stringify({ port }))
process.once('SIGTERM', () => relay.stop().then(() => process.exit(0)))
