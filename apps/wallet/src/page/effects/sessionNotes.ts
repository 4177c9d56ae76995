import type { Session, Storage } from '@hawser/sign'
import type { OriginStatus } from '@hawser/sign/origin'
import type { Topic } from '@hawser/wire'
import { asInteger, asObject, field } from '@hawser/wire/internal'

/** Additional data on a session: the rating of its app's address at approval, and the time of the approval. */
export type SessionNote = {
  readonly origin: OriginStatus
  /** Epoch milliseconds. */
  readonly connectedAt: number
}

/** The storage key of the notes. They are stored by session topic, and by pairing topic while an approval is on its way. */
export const sessionNotesKey = 'session-notes'

const statuses: readonly OriginStatus[] = ['valid', 'mismatch', 'unknown', 'scam']

/** Remembers the rating of an app's address while the app is connected, to show it with later requests. */
// A pairing can carry more than one question, so a rating belongs to a session and never changes.
export function createSessionNotes(storage: Storage, now: () => number) {
  const known = new Map<Topic, SessionNote>()
  // By pairing topic: an approval has no session yet, and the wallet can close before the session exists.
  const approvals = new Map<Topic, SessionNote>()
  let stored = ''

  async function store(): Promise<void> {
    const entries = [...approvals, ...known]
    const text = entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries))
    if (text === stored) return
    stored = text
    if (text === '') await storage.remove(sessionNotesKey)
    else await storage.set(sessionNotesKey, text)
  }

  const of = ({ topic, pairingTopic }: Session): SessionNote =>
    known.get(topic) ??
    approvals.get(pairingTopic) ??
    known.get(pairingTopic) ?? { origin: 'unknown', connectedAt: now() }

  return {
    async load(): Promise<void> {
      stored = (await storage.get(sessionNotesKey)) ?? ''
      for (const [topic, value] of Object.entries(asObject(parseJson(stored)) ?? {})) {
        const note = parseNote(value)
        if (/^[0-9a-f]{64}$/.test(topic) && note !== undefined) known.set(topic, note)
      }
    },
    of,
    /** Stores the rating of a question, then approves the question. */
    async approving<T>(pairingTopic: Topic, origin: OriginStatus, approve: () => Promise<T>): Promise<T> {
      approvals.set(pairingTopic, { origin, connectedAt: now() })
      // If the storage is full, it cannot store the session either.
      await store().catch(() => {})
      try {
        return await approve()
      } finally {
        approvals.delete(pairingTopic)
      }
    },
    /** Stores the notes of all current sessions, and drops the others. */
    async keep(sessions: readonly Session[]): Promise<void> {
      const found = sessions.map((session) => [session.topic, of(session)] as const)
      known.clear()
      for (const [topic, note] of found) known.set(topic, note)
      await store()
    },
  }
}

export type SessionNotes = ReturnType<typeof createSessionNotes>

function parseNote(value: unknown): SessionNote | undefined {
  const note = asObject(value) ?? {}
  const origin = statuses.find((status) => status === field(note, 'origin'))
  const connectedAt = asInteger(field(note, 'connectedAt'), 0, Number.MAX_SAFE_INTEGER)
  return origin === undefined || connectedAt === undefined ? undefined : { origin, connectedAt }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
