import type { Session, Storage } from '@hawser/sign'
import type { Topic } from '@hawser/wire'
import { asInteger, asObject } from '@hawser/wire/internal'

/** When each session was approved, by its topic, in epoch milliseconds. */
export type ConnectedAt = Readonly<Record<Topic, number>>

/** Where the times stand in the wallet's storage: a session itself knows only its end. */
export const sessionTimesKey = 'connected-at'

/** Remembers since when apps are connected, as long as they are. What cannot be read counts as nothing. */
export function createSessionTimes(storage: Storage) {
  let known: ConnectedAt = {}
  const read = async (): Promise<ConnectedAt> => {
    const object = asObject(parse((await storage.get(sessionTimesKey)) ?? '')) ?? {}
    return Object.fromEntries(
      Object.entries(object).flatMap(([topic, value]) => {
        const at = asInteger(value, 0, Number.MAX_SAFE_INTEGER)
        return /^[0-9a-f]{64}$/.test(topic) && at !== undefined ? [[topic, at]] : []
      }),
    )
  }
  return {
    async load(): Promise<ConnectedAt> {
      known = await read()
      return known
    },
    /** New sessions get the time; those that have ended are forgotten. */
    async keep(sessions: readonly Session[], now: number): Promise<ConnectedAt> {
      const before = known
      known = Object.fromEntries(sessions.map(({ topic }) => [topic, before[topic] ?? now]))
      const isSame = Object.keys(before).length === sessions.length && sessions.every(({ topic }) => topic in before)
      if (!isSame && sessions.length === 0) await storage.remove(sessionTimesKey)
      else if (!isSame) await storage.set(sessionTimesKey, JSON.stringify(known))
      return known
    },
  }
}

export type SessionTimes = ReturnType<typeof createSessionTimes>

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
