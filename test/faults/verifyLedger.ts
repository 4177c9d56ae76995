import type { LedgerLine } from './ledger.ts'

/** The result that a ledger gives for a run. The lists are empty when the relay kept its promises (P1 to P4). */
export type Verdict = {
  readonly publishes: number
  readonly acked: number
  readonly refused: number
  readonly indeterminate: number
  readonly deliveries: number
  readonly wireDuplicates: number
  /** Answered `true` and missing at a subscriber. */
  readonly lost: readonly string[]
  /** Missing at a subscriber of a full store after another subscriber took the message. P2 lets the store drop it then. */
  readonly madeRoom: readonly string[]
  /** When the lost messages were acked. */
  readonly lostAckedAt: readonly number[]
  /** Delivered to an application twice. */
  readonly duplicated: readonly string[]
  /** Pushed twice on one connection, whether or not the application received it twice. */
  readonly repeated: readonly string[]
  /** Delivered although refused, never published, on another topic, or to its own publisher. */
  readonly uncalledFor: readonly string[]
  /** Delivered after a message that it had to precede. */
  readonly reordered: readonly string[]
}

type Publish = Extract<LedgerLine, { kind: 'publish' }>
type Acked = Extract<LedgerLine, { kind: 'acked' }>

/**
 * Checks a run from its ledger alone. Each subscriber of a topic must get every acked message once, an indeterminate one at
 * most once and a refused one never. A topic keeps its publisher's order.
 * @param wasFull - the store had no space for a while, and may have dropped messages that one subscriber had taken
 */
export function verifyLedger(lines: readonly LedgerLine[], wasFull = false): Verdict {
  const publishes = new Map<string, Publish>()
  const acked = new Map<string, Acked>()
  const refused = new Set<string>()
  const subscribers = new Map<string, Set<string>>()
  /** By topic and client: message ids in the order in which the application received them. */
  const delivered = new Map<string, string[]>()
  let wireDuplicates = 0
  const pushed = new Set<string>()
  const repeated: string[] = []
  for (const line of lines) {
    if (line.kind === 'delivered' || line.kind === 'again') {
      const push = `${line.topic} ${line.clientId} ${line.connection} ${line.id}`
      if (pushed.has(push)) repeated.push(line.id)
      pushed.add(push)
    }
    if (line.kind === 'publish') publishes.set(line.id, line)
    else if (line.kind === 'acked') acked.set(line.id, line)
    else if (line.kind === 'refused') refused.add(line.id)
    else if (line.kind === 'subscriber') listIn(subscribers, line.topic, () => new Set()).add(line.clientId)
    else if (line.kind === 'delivered') listIn(delivered, `${line.topic} ${line.clientId}`, () => []).push(line.id)
    else wireDuplicates += 1
  }

  const lost: string[] = []
  const madeRoom: string[] = []
  const taken = new Set(wasFull ? [...delivered.values()].flat() : [])
  const lostAckedAt: number[] = []
  for (const [id, { at }] of acked) {
    const publish = publishes.get(id)
    if (publish === undefined) continue
    for (const clientId of subscribers.get(publish.topic) ?? []) {
      if (clientId === publish.clientId) continue
      if ((delivered.get(`${publish.topic} ${clientId}`) ?? []).includes(id)) continue
      if (taken.has(id)) {
        madeRoom.push(`${id} for ${clientId}`)
        continue
      }
      lost.push(`${id} for ${clientId}`)
      lostAckedAt.push(at)
    }
  }
  const duplicated: string[] = []
  const uncalledFor: string[] = []
  const reordered: string[] = []
  let deliveries = 0
  for (const [place, ids] of delivered) {
    const [topic, clientId] = place.split(' ')
    deliveries += ids.length
    duplicated.push(...ids.filter((id, index) => ids.indexOf(id) !== index))
    uncalledFor.push(
      ...ids.filter((id) => {
        const publish = publishes.get(id)
        return publish === undefined || publish.topic !== topic || publish.clientId === clientId || refused.has(id)
      }),
    )
    reordered.push(...misplaced(ids, publishes, acked))
  }
  return {
    publishes: publishes.size,
    acked: acked.size,
    refused: refused.size,
    indeterminate: publishes.size - acked.size - refused.size,
    deliveries,
    wireDuplicates,
    lost,
    madeRoom,
    lostAckedAt,
    duplicated,
    repeated,
    uncalledFor,
    reordered,
  }
}

/**
 * Returns the messages of one topic that an application received too late: after a message that its publisher sent later. A
 * message is late if it was acked before the later one was sent. Two messages that were each sent once, on the same connection,
 * must also keep their order.
 */
function misplaced(
  ids: readonly string[],
  publishes: ReadonlyMap<string, Publish>,
  acked: ReadonlyMap<string, Acked>,
): readonly string[] {
  const before: { publish: Publish; answer: Acked | undefined; index: number }[] = []
  const wrong: string[] = []
  const order = new Map([...publishes.keys()].map((id, index) => [id, index]))
  for (const id of ids) {
    const publish = publishes.get(id)
    if (publish === undefined) continue
    const answer = acked.get(id)
    const index = order.get(id) ?? 0
    const isLate = before.some((earlier) => {
      if (earlier.publish.clientId !== publish.clientId || earlier.index <= index) return false
      const wasAckedFirst = answer !== undefined && answer.at < earlier.publish.at
      return wasAckedFirst || (isPlain(publish, answer) && isPlain(earlier.publish, earlier.answer, publish.connection))
    })
    if (isLate) wrong.push(id)
    before.push({ publish, answer, index })
  }
  return wrong
}

/** Reports whether a message was sent once and answered on the same connection. */
function isPlain(publish: Publish, answer: Acked | undefined, connection = publish.connection): boolean {
  return answer?.tries === 1 && answer.connection === connection && publish.connection === connection
}

function listIn<T>(map: Map<string, T>, key: string, make: () => T): T {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
