import type { Session, Storage } from '@hawser/sign'
import type { OriginStatus } from '@hawser/sign/origin'
import type { Topic } from '@hawser/wire'
import { asInteger, asObject, field } from '@hawser/wire/internal'

/** Notes on a session beside the session itself: how its app's address was rated at approval, and the time of that. */
export type SessionNote = {
  readonly origin: OriginStatus
  /** Epoch milliseconds. */
  readonly connectedAt: number
}

/** The notes' key in the wallet's storage: by the topic of each session, and of the pairing while an approval is on its way. */
export const sessionNotesKey = 'session-notes'

const statuses: readonly OriginStatus[] = ['valid', 'mismatch', 'unknown', 'scam']

/**
 * Remembers what was found of who asks, as long as it is connected: a later request is worth what the question was that was
 * approved. A pairing can be asked on more than once, so what is found belongs to the session and is never changed.
 */
export function createSessionNotes(storage: Storage, now: () => number) {
  const known = new Map<Topic, SessionNote>()
  // By pairing: an approval has no session yet, and the wallet may end before it knows of one.
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
    /** Stores what was found of a question, then approves it. */
    async approving<T>(pairingTopic: Topic, origin: OriginStatus, approve: () => Promise<T>): Promise<T> {
      approvals.set(pairingTopic, { origin, connectedAt: now() })
      // A storage that is full keeps nothing of the session either.
      await store().catch(() => {})
      try {
        return await approve()
      } finally {
        approvals.delete(pairingTopic)
      }
    },
    /** Stores the notes of these sessions, which are all there are, and drops the others. */
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
