/** A message to store. */
export type StrictPublish = {
  readonly topic: string
  readonly message: string
  readonly tag: number
  readonly ttlSeconds: number
  readonly attestation: string
}

/** The request of a valid frame. */
export type StrictRequest = {
  readonly publishes: readonly StrictPublish[]
  readonly subscribes: readonly string[]
  readonly unsubscribes: readonly { readonly topic: string; readonly id: string }[]
  readonly answer: 'true' | 'id' | 'ids'
}

/** The reason why a request is refused, in the wording of the network's library. */
export class StrictRefusal extends Error {
  readonly code: number
  readonly data: string

  constructor(code: number, data: string, message: string) {
    super(message)
    this.code = code
    this.data = data
  }
}

type Fields = Readonly<Record<string, unknown>>

// Tags of client-to-client methods (protocol.md §6). 98,304 is the known size for tag 1109; no tag allows more.
const mostBytes = 98_304
const shortestTtl = 30
const longestTtl = 2_592_000
const batch = { least: 1, most: 500 }
// The tags under which the composite methods store their messages.
const tags = { proposal: 1100, proposalResponse: 1101, settlement: 1102 }

/** Extra fields of official clients' messages, which the relay ignores. */
const analytics = ['tvf', 'correlationId', 'chainId', 'rpcMethods', 'txHashes', 'contractAddresses']
const approved = ['approvedChains', 'approvedMethods', 'approvedEvents', 'sessionProperties', 'scopedProperties']
const known: Readonly<Record<string, readonly string[]>> = {
  irn_publish: ['topic', 'message', 'ttl', 'tag', 'prompt', 'attestation', ...analytics],
  irn_subscribe: ['topic'],
  irn_batchSubscribe: ['topics'],
  irn_unsubscribe: ['topic', 'id'],
  irn_batchUnsubscribe: ['subscriptions'],
  wc_proposeSession: ['pairingTopic', 'sessionProposal', 'ttl', 'attestation', ...analytics],
  wc_approveSession: [
    ...['sessionTopic', 'pairingTopic', 'sessionProposalResponse', 'sessionSettlementRequest', 'ttl', 'attestation'],
    ...analytics,
    ...approved,
  ],
}

/** @throws StrictRefusal */
export function readRequest(method: unknown, params: unknown): StrictRequest {
  const names = typeof method === 'string' && Object.hasOwn(known, method) ? known[method] : undefined
  if (names === undefined) throw payload('InvalidMethod', 'Invalid request method')
  const fields = objectOf(params)
  for (const name of Object.keys(fields))
    if (!names.includes(name)) throw payload('InvalidParams', `unknown field \`${name}\``)
  const nothing = { publishes: [], subscribes: [], unsubscribes: [], answer: 'true' } as const
  switch (method) {
    case 'irn_publish':
      return { ...nothing, publishes: [publishOf(fields)] }
    case 'irn_subscribe':
      return { ...nothing, subscribes: [topicOf(fields.topic)], answer: 'id' }
    case 'irn_batchSubscribe':
      return { ...nothing, subscribes: listOf(fields.topics).map(topicOf), answer: 'ids' }
    case 'irn_unsubscribe':
      return { ...nothing, unsubscribes: [subscriptionOf(fields)] }
    case 'irn_batchUnsubscribe':
      return { ...nothing, unsubscribes: listOf(fields.subscriptions).map(objectOf).map(subscriptionOf) }
    case 'wc_proposeSession': {
      const proposal = composedOf(fields, fields.pairingTopic, fields.sessionProposal, tags.proposal)
      return { ...nothing, publishes: [proposal], subscribes: [proposal.topic] }
    }
    default: {
      const response = composedOf(fields, fields.pairingTopic, fields.sessionProposalResponse, tags.proposalResponse)
      const settlement = composedOf(fields, fields.sessionTopic, fields.sessionSettlementRequest, tags.settlement)
      return { ...nothing, publishes: [response, settlement], subscribes: [settlement.topic] }
    }
  }
}

function publishOf(fields: Fields): StrictPublish {
  const { tag, prompt } = fields
  if (!isWhole(tag, 0xffffffff)) throw payload('InvalidParams', 'invalid tag')
  if (prompt !== undefined && typeof prompt !== 'boolean') throw payload('InvalidParams', 'invalid prompt')
  if (fields.ttl === undefined) throw payload('InvalidParams', 'missing field `ttl`')
  return composedOf(fields, fields.topic, fields.message, tag)
}

function composedOf({ ttl = 300, attestation }: Fields, topic: unknown, message: unknown, tag: number): StrictPublish {
  if (typeof message !== 'string' || !/^[A-Za-z0-9+/]+={0,2}$/.test(message))
    throw payload('InvalidParams', 'invalid message')
  if (message.length > mostBytes) {
    const text = `Payload size limit exceeded. Maximum size for tag ${tag} is ${mostBytes}`
    throw payload('PayloadSizeExceeded', text)
  }
  if (attestation !== undefined && attestation !== null && typeof attestation !== 'string')
    throw payload('InvalidParams', 'invalid attestation')
  if (!isWhole(ttl, 0xffffffff)) throw payload('InvalidParams', 'invalid ttl')
  if (ttl < shortestTtl) throw new StrictRefusal(-32000, 'TtlTooShort', 'TTL too short')
  if (ttl > longestTtl) throw new StrictRefusal(-32000, 'TtlTooLong', 'TTL too long')
  return { topic: topicOf(topic), message, tag, ttlSeconds: ttl, attestation: attestation ?? '' }
}

function subscriptionOf({ topic, id }: Fields): { readonly topic: string; readonly id: string } {
  if (typeof id !== 'string' || !/^[0-9a-f]{64}$/.test(id))
    throw payload('InvalidSubscriptionId', 'Invalid subscription ID')
  return { topic: topicOf(topic), id }
}

function topicOf(value: unknown): string {
  if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)) return value
  throw payload('InvalidTopic', 'Invalid topic')
}

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw payload('InvalidParams', 'a list is missing')
  if (value.length < batch.least) throw payload('BatchEmpty', 'Batch is empty')
  if (value.length > batch.most) throw payload('BatchLimitExceeded', `Batch of more than ${batch.most}`)
  return value
}

function objectOf(value: unknown): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw payload('InvalidParams', 'params are no object')
}

function isWhole(value: unknown, most: number): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most
}

function payload(data: string, message: string): StrictRefusal {
  return new StrictRefusal(-32600, data, `Request validation error: ${message}`)
}
