import type { Session, Storage } from '@hawser/sign'
import type { OriginStatus } from '@hawser/sign/origin'
import type { Topic } from '@hawser/wire'
import { asObject } from '@hawser/wire/internal'

/** Where it stands in the wallet's storage: by the topic of each session, and of the pairing while an approval is on its way. */
export const sessionOriginsKey = 'session-origins'

const statuses: readonly string[] = ['valid', 'mismatch', 'unknown', 'scam'] satisfies readonly OriginStatus[]

/**
 * Remembers what was found of who asks, as long as it is connected: a later request is worth what the question was that was
 * approved. A pairing can be asked on more than once, so what is found belongs to the session and is never changed.
 */
export function createSessionOrigins(storage: Storage) {
  const known = new Map<Topic, OriginStatus>()
  // By pairing: an approval has no session yet, and the wallet may end before it knows of one.
  const approvals = new Map<Topic, OriginStatus>()
  let stored = ''

  async function store(): Promise<void> {
    const entries = [...approvals, ...known]
    const text = entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries))
    if (text === stored) return
    stored = text
    if (text === '') await storage.remove(sessionOriginsKey)
    else await storage.set(sessionOriginsKey, text)
  }

  const of = ({ topic, pairingTopic }: Session): OriginStatus =>
    known.get(topic) ?? approvals.get(pairingTopic) ?? known.get(pairingTopic) ?? 'unknown'

  return {
    async load(): Promise<void> {
      stored = (await storage.get(sessionOriginsKey)) ?? ''
      for (const [topic, status] of Object.entries(asObject(parse(stored)) ?? {}))
        if (/^[0-9a-f]{64}$/.test(topic) && isStatus(status)) known.set(topic, status)
    },
    of,
    /** Stores what was found of a question, then approves it. */
    async approving<T>(pairingTopic: Topic, status: OriginStatus, approve: () => Promise<T>): Promise<T> {
      approvals.set(pairingTopic, status)
      // A storage that is full keeps nothing of the session either.
      await store().catch(() => {})
      try {
        return await approve()
      } finally {
        approvals.delete(pairingTopic)
      }
    },
    /** What belongs to these sessions, all there are, is stored, and nothing else. */
    async keep(sessions: readonly Session[]): Promise<void> {
      const found = sessions.map((session) => [session.topic, of(session)] as const)
      known.clear()
      for (const [topic, status] of found) known.set(topic, status)
      await store()
    },
  }
}

export type SessionOrigins = ReturnType<typeof createSessionOrigins>

function isStatus(value: unknown): value is OriginStatus {
  return typeof value === 'string' && statuses.includes(value)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
