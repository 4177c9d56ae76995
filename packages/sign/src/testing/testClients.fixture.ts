import type { Topic } from '@hawser/wire'
import { createSignClient, type SignClient } from '../client/createSignClient.ts'
import type { SignClientOptions } from '../client/signClientOptions.ts'
import { openEnvelope } from '../envelope/envelope.ts'
import { hexToBytes } from '../envelope/keys.ts'
import type { Session } from '../records/records.ts'
import { createMemoryStorage, type Storage } from '../records/storage.ts'
import type { SignClientEvents } from '../session/context.ts'
// Clients fetch these chunks when a session changes or a relay refuses. Loaded first, because a stopped clock does not
// wait for a fetch.
import '../session/sessionChanges.ts'
import '../socket/refusalErrors.ts'
import { createClock } from './clock.fixture.ts'
import { createTestRelay } from './createTestRelay.ts'

export const address = '0x1111111111111111111111111111111111111111'
export const account = `eip155:1:${address}` as const
export const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] } } as const
export const granted = { eip155: { ...asked.eip155, accounts: [account] } } as const

/** Creates a dapp, a wallet and a relay in memory, on one clock that moves only when it is advanced. */
export function createTestClients() {
  const clock = createClock()
  const relay = createTestRelay({ now: clock.now })
  const storages = { dapp: createMemoryStorage(), wallet: createMemoryStorage() }
  const clients: SignClient[] = []
  const failures: string[] = []

  function create(storage: Storage, more: Partial<SignClientOptions> = {}): SignClient {
    const client = createSignClient({
      relayUrl: 'ws://relay.test',
      metadata: { name: 'Test', description: '', url: 'https://app.example', icons: [] },
      storage,
      now: clock.now,
      setTimer: clock.setTimer,
      createWebSocket: relay.createWebSocket,
      ...more,
    })
    client.on('failure', ({ code }) => failures.push(code))
    clients.push(client)
    return client
  }

  const dapp = create(storages.dapp)
  const wallet = create(storages.wallet)

  async function settle(): Promise<Session> {
    const proposed = await dapp.propose({ optionalNamespaces: asked })
    const proposal = await wallet.pair({ pairingUri: proposed.pairingUri })
    const { acknowledged } = await wallet.approve({ proposalId: proposal.id, namespaces: granted })
    const session = await proposed.approval
    await acknowledged
    return session
  }

  /** Reads the key of a topic from a client's storage: only the topic's two peers know it. */
  async function symKeyOf(storage: Storage, topic: Topic): Promise<string> {
    // Records are written soon after they change.
    for (let symKey = ''; ; await clock.tick()) {
      symKey = await readSymKey(storage, topic)
      if (symKey !== '') return symKey
    }
  }

  async function readSymKey(storage: Storage, topic: Topic): Promise<string> {
    const texts = await Promise.all(['pairings', 'sessions', 'proposed'].map((name) => keptOf(storage, name)))
    const found = texts.flatMap((text) => JSON.parse(text ?? '[]') as StoredKey[])
    const keys = found.flatMap((record) => [
      record,
      { ...record.session, symKey: record.symKey },
      record.approved ?? {},
    ])
    return keys.find((key) => key.topic === topic)?.symKey ?? ''
  }

  /** Opens the unread messages of a mailbox. */
  async function unread(storage: Storage, topic: Topic): Promise<readonly { tag: number; payload: Payload }[]> {
    const symKey = hexToBytes(await symKeyOf(storage, topic))
    return relay.stored(topic).flatMap(({ message, tag }) => {
      try {
        return [{ tag, payload: JSON.parse(openEnvelope(message, symKey)) as Payload }]
      } catch {
        return []
      }
    })
  }

  return {
    clock,
    relay,
    storages,
    failures,
    dapp,
    wallet,
    create,
    settle,
    symKeyOf,
    unread,
    stop: async () => {
      await Promise.all(clients.map((client) => client.stop()))
    },
  }
}

/** Returns a storage's records of one table, as the text of an array. */
export async function keptOf(storage: Pick<Storage, 'get' | 'keys'>, name: string): Promise<string | undefined> {
  const keys = (await storage.keys()).filter((key) => key.startsWith(`${name}:`))
  const texts = await Promise.all(keys.map((key) => storage.get(key)))
  const kept = texts.filter((text) => text !== undefined)
  return kept.length === 0 ? undefined : `[${kept.join()}]`
}

type Payload = { id: number; method?: string; params?: unknown; result?: unknown; error?: { code: number } }
type StoredKey = {
  topic?: string
  symKey?: string
  session?: { topic?: string }
  approved?: { topic?: string; symKey?: string }
}

/** Resolves to the next event of a name. */
export function next<E extends keyof SignClientEvents>(
  client: Pick<SignClient, 'on'>,
  event: E,
): Promise<SignClientEvents[E]> {
  return new Promise((resolve) => {
    const off = client.on(event, (payload) => {
      off()
      resolve(payload)
    })
  })
}
