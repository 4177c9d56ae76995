import type { Topic } from '@hawser/wire'
import { MailboxFailedError } from '../../../errors.ts'
import { listOf, numberOf, textOf } from '../../../redis/redisReply.ts'
import type { StoredMessage } from '../../mailbox.ts'
import type { Placed } from '../../messageIndex.ts'
import type { Entry } from '../../topicIndex.ts'

/**
 * The acks of a topic. `version` is undefined if they have not changed. A reader has taken everything up to `takenTo`. `taken` has
 * single messages beyond that, and those taken by a client that there was no room to remember, without its id.
 */
export type TopicAcks = {
  readonly version: string | undefined
  readonly readers: readonly { readonly clientId: string; readonly takenTo: number }[]
  readonly taken: readonly { readonly clientId: string | undefined; readonly sequence: number }[]
}

// Redis names an entry <milliseconds>-<count>. A number of this form is safe until the year 2248.
const countsPerMs = 1_024

/** The id of a message in its topic's log. Ids grow as sequences do. */
export function idOf(sequence: number): string {
  return sequence === 0 ? '-' : `${Math.floor(sequence / countsPerMs)}-${sequence % countsPerMs}`
}

/** Reads an id of a log. `-` is the place before the first message. */
export function sequenceOf(id: string): number {
  const dash = id.indexOf('-')
  return dash === 0 ? 0 : Number(id.slice(0, dash)) * countsPerMs + Number(id.slice(dash + 1))
}

/** The first sequence of a time in epoch milliseconds. */
export function sequenceAt(ms: number): number {
  return ms * countsPerMs
}

/**
 * Writes a message as the body of its entry in the log: a line of JSON with what the index keeps, one with the rest, then the text
 * as it is.
 */
export function formatBody({ stored, entry }: Placed): string {
  const { publisherId, messageId, length, expiresAt, address = '' } = entry
  const { publishedAt, tag, attestation, message } = stored
  const [head, rest] = [
    [publisherId, messageId, length, expiresAt, address],
    [publishedAt, tag, attestation],
  ]
  return `${JSON.stringify(head)}\n${JSON.stringify(rest)}\n${message}`
}

/** @throws MailboxFailedError - if the body is not one of `formatBody` */
export function parseBody(topic: Topic, sequence: number, body: string): Placed {
  const end = body.indexOf('\n')
  const secondEnd = body.indexOf('\n', end + 1)
  const entry = entryOf(topic, sequence, listOf(parseJson(body.slice(0, Math.max(0, end)))), 0)
  const [publishedAt, tag, attestation] = listOf(parseJson(body.slice(end + 1, Math.max(0, secondEnd))))
  const stored: StoredMessage = {
    ...{ topic, sequence, publisherId: entry.publisherId, message: body.slice(secondEnd + 1), tag: numberOf(tag) },
    ...{ attestation: textOf(attestation), publishedAt: numberOf(publishedAt), expiresAt: entry.expiresAt },
  }
  return { stored, entry }
}

const headLength = 5

/** Reads the fields of the first line, which begin at `start`. */
function entryOf(topic: Topic, sequence: number, fields: readonly unknown[], start: number): Entry {
  return {
    topic,
    sequence,
    publisherId: textOf(fields[start]),
    messageId: textOf(fields[start + 1]),
    length: numberOf(fields[start + 2]),
    expiresAt: numberOf(fields[start + 3]),
    address: textOf(fields[start + 4]) || undefined,
    isTaken: false,
    charged: 0,
  }
}

/** Reads messages without their texts, in the form of `read.lua`. @throws MailboxFailedError */
export function parseHeads(topic: Topic, answer: string): readonly Entry[] {
  const fields = listOf(parseJson(answer))
  const entries: Entry[] = []
  for (let start = 0; start < fields.length; start += 1 + headLength)
    entries.push(entryOf(topic, sequenceOf(textOf(fields[start])), fields, start + 1))
  return entries
}

/** The field of a message in the acks of its topic. */
export function takenField(clientId: string | undefined, sequence: number): string {
  return `${clientId ?? ''} ${sequence}`
}

/** Reads the acks of a topic: names and values of its fields in turn. @throws MailboxFailedError */
export function parseAcks(fields: readonly string[]): TopicAcks {
  const readers: { clientId: string; takenTo: number }[] = []
  const taken: { clientId: string | undefined; sequence: number }[] = []
  let version: string | undefined
  for (let place = 0; place < fields.length; place += 2) {
    const [field = '', value = ''] = fields.slice(place, place + 2)
    const space = field.lastIndexOf(' ')
    if (field === '') version = value
    else if (value !== '') readers.push({ clientId: field, takenTo: numberOf(value) })
    else
      taken.push({
        clientId: field.slice(0, Math.max(0, space)) || undefined,
        sequence: numberOf(field.slice(space + 1)),
      })
  }
  return { version, readers, taken }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new MailboxFailedError('Redis has an entry that this relay cannot read.', { cause })
  }
}
