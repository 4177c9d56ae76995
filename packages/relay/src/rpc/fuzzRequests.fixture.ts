import type { Random } from '@hawser/test-kit/random'

/** A JSON-RPC request of the right shape with one thing wrong, and the relay's required answer. */
export type OddRequest = {
  readonly text: string
  /** The `data` of the error. Undefined: any documented answer is accepted. */
  readonly expected: string | undefined
}

/** A word that no answer may contain. It is used wherever the grammar allows any word. */
export const canary = 'canary'

/**
 * Every error of the relay: each code, and the `data` names allowed under it (the protocol's table, StoreFull, and -32601 for
 * T-98).
 */
export const documentedErrors: ReadonlyMap<number, readonly string[]> = new Map([
  [
    -32600,
    [
      'InvalidMethod',
      'InvalidParams',
      'PayloadSizeExceeded',
      'InvalidTopic',
      'InvalidSubscriptionId',
      'InvalidRequestId',
      'InvalidJsonRpcVersion',
      'BatchLimitExceeded',
      'BatchEmpty',
      'Serialization',
    ],
  ],
  [-32601, ['InvalidMethod']],
  [-32000, ['TtlTooShort', 'TtlTooLong', 'MailboxLimitExceeded', 'SubscriberLimitExceeded', 'StoreFull', 'Other']],
  [-32603, ['StorageError', 'Serialization', 'Unknown']],
  [
    3000,
    ['ProjectNotFound', 'ProjectIdNotSpecified', 'ProjectInactive', 'OriginNotAllowed', 'InvalidJwt', 'MissingJwt'],
  ],
  [3001, ['TooManyRequests']],
])

type Json = unknown
type Fields = Record<string, Json>
type Make = (random: Random) => Json

const topic: Make = (random) => random.bytes(32).toString('hex')
const word: Make = (random) => `${canary}${random.word()}`
const list =
  (make: Make): Make =>
  (random) =>
    Array.from({ length: 1 + random.integer(3) }, () => make(random))
const object =
  (fields: Readonly<Record<string, Make>>): Make =>
  (random) =>
    Object.fromEntries(Object.entries(fields).map(([name, make]) => [name, make(random)]))
const ttl: Make = (random) => 1 + random.integer(86_400)
const publish = { topic, message: word, ttl }
const subscription = { topic, id: topic }

const methods: Readonly<Record<string, Readonly<Record<string, Make>>>> = {
  irn_publish: {
    ...publish,
    tag: (random) => random.integer(5_000),
    prompt: (random) => random.chance(0.5),
    attestation: word,
  },
  irn_batchPublish: { messages: list(object(publish)) },
  irn_subscribe: { topic },
  irn_subscribeBlocking: { topic },
  irn_batchSubscribe: { topics: list(topic) },
  irn_batchSubscribeBlocking: { topics: list(topic) },
  irn_unsubscribe: subscription,
  irn_batchUnsubscribe: { subscriptions: list(object(subscription)) },
  irn_fetchMessages: { topic },
  irn_batchFetchMessages: { topics: list(topic) },
  irn_batchReceive: { receipts: list(object({ topic, messageId: topic })) },
  wc_proposeSession: { pairingTopic: topic, sessionProposal: word, ttl, correlationId: (random) => random.word() },
  wc_approveSession: {
    sessionTopic: topic,
    pairingTopic: topic,
    sessionProposalResponse: word,
    sessionSettlementRequest: word,
    ttl,
  },
}
const methodNames = Object.keys(methods)

/** A value that a field must not have, and the `data` of the answer. `undefined` leaves the field out. */
type Wrong = readonly [value: Json, data: string]
const wrongTexts = (data: string): Wrong[] =>
  [undefined, null, 1, true, [], {}, '', [canary], { [canary]: 1 }].map((value) => [value, data])
const hex = '0123456789abcdef'.repeat(4)
const wrongTopics: readonly Wrong[] = [
  ...wrongTexts('InvalidTopic'),
  ...[
    hex.toUpperCase(),
    hex.slice(1),
    `${hex}0`,
    `0x${hex.slice(2)}`,
    `${hex}\n`,
    ` ${hex}`,
    `${hex.slice(1)}٣`,
    canary,
    [hex],
    '0'.repeat(5_000),
  ].map((value): Wrong => [value, 'InvalidTopic']),
]
const loneSurrogates = ['\ud800', 'a\udc00b', '\udc00\ud800']
const wrongMessages: readonly Wrong[] = [
  ...wrongTexts('InvalidParams'),
  ...loneSurrogates.map((value): Wrong => [value, 'InvalidParams']),
  [canary.repeat(44_000), 'PayloadSizeExceeded'],
]
const wrongTtls: readonly Wrong[] = [
  ...[null, '1', '300', 1.5, true, [], {}, [300], canary].map((value): Wrong => [value, 'InvalidParams']),
  ...[0, -0, -1, -300, -(2 ** 53)].map((value): Wrong => [value, 'TtlTooShort']),
  ...[2_592_001, 2 ** 32, 2 ** 53, 1e20].map((value): Wrong => [value, 'TtlTooLong']),
]
const wrongTags: readonly Wrong[] = [-1, 1.5, '1', 2 ** 32, true, [], canary].map((value) => [value, 'InvalidParams'])
const many = Array.from({ length: 501 }, () => hex)
const wrongLists = (item: Json, itemData: string): Wrong[] => [
  ...[undefined, null, 1, canary, {}, { length: 1, 0: hex }].map((value): Wrong => [value, 'InvalidParams']),
  [[], 'BatchEmpty'],
  [many, 'BatchLimitExceeded'],
  ...[null, 1, canary, [], [hex]].map((value): Wrong => [[item, value], itemData]),
]
const aPublish = { topic: hex, message: canary, ttl: 1 }
const within = (name: string, item: Fields, wrongs: readonly Wrong[]): Wrong[] =>
  wrongs.map(([value, data]) => [[item, { ...item, [name]: value }], data])

const wrongFields: Readonly<Record<string, readonly Wrong[]>> = {
  topic: wrongTopics,
  pairingTopic: wrongTopics,
  sessionTopic: wrongTopics,
  message: wrongMessages,
  sessionProposal: wrongMessages,
  sessionProposalResponse: wrongMessages,
  sessionSettlementRequest: wrongMessages,
  ttl: wrongTtls,
  tag: wrongTags,
  id: [1, true, [], {}, 'x'.repeat(129)].map((value): Wrong => [value, 'InvalidSubscriptionId']),
  topics: wrongLists(hex, 'InvalidTopic'),
  messages: [
    ...wrongLists(aPublish, 'InvalidParams'),
    ...within('topic', aPublish, wrongTopics),
    ...within('message', aPublish, wrongMessages.slice(0, -1)),
    ...within('ttl', aPublish, wrongTtls),
  ],
  subscriptions: [
    ...wrongLists({ topic: hex }, 'InvalidParams'),
    ...within('topic', { topic: hex, id: 'x' }, wrongTopics),
  ],
  receipts: [
    ...wrongLists({ topic: hex, messageId: hex }, 'InvalidParams'),
    ...within(
      'messageId',
      { topic: hex, messageId: hex },
      wrongTopics.map(([value]): Wrong => [value, 'InvalidParams']),
    ),
  ],
}

/** Without the values of half a megabyte, of which a few tests are enough. */
const shortWrongFields = Object.fromEntries(
  Object.entries(wrongFields).map(([name, wrongs]) => [
    name,
    wrongs.filter(([value]) => String(value).length < 10_000),
  ]),
)

const wrongMethods: readonly Wrong[] = [
  ...[undefined, null, 1, true, [], {}, 'x'.repeat(65), `irn_${canary.repeat(20)}`].map(
    (value): Wrong => [value, 'InvalidMethod'],
  ),
  ...[
    '',
    canary,
    'irn_Publish',
    'IRN_PUBLISH',
    'irn_publish ',
    ' irn_publish',
    'irn_',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ].map((value): Wrong => [value, 'InvalidMethod']),
  ...[
    'irn_watchRegister',
    'irn_watchUnregister',
    'irn_subscription',
    'wc_sessionPropose',
    'iridium_',
    'waku_wc_proposeSession',
    'irn_irn_publish',
  ].map((value): Wrong => [value, 'InvalidMethod']),
]
const wrongVersions: readonly Wrong[] = [
  undefined,
  null,
  2,
  '1.0',
  '2',
  '2.0 ',
  '2.00',
  true,
  ['2.0'],
  { toString: '2.0' },
].map((value) => [value, 'InvalidJsonRpcVersion'])
const wrongParams: readonly Wrong[] = [undefined, null, 1, true, canary, [], [hex]].map((value) => [
  value,
  'InvalidParams',
])
/** Written as text, because some are not valid JSON. */
const wrongIds = [
  'null',
  'true',
  '{}',
  '[]',
  '[1]',
  '1.5',
  '-1',
  '1e3',
  '""',
  `"${'9'.repeat(65)}"`,
  `"\\u0031"`,
  '9'.repeat(33),
  '{"id":1}',
  '"a\\nb"',
]
const goodIds = [
  '1',
  '0',
  '"1795208116403905123"',
  '18446744073709551615',
  '"a b"',
  '"é"',
  `"${'9'.repeat(64)}"`,
  '12345678901234567890123456789012',
]

type Frame = { readonly id: string | undefined; readonly jsonrpc: Json; readonly method: Json; readonly params: Json }

function write({ id, ...fields }: Frame): string {
  const rest = JSON.stringify(fields).slice(1)
  return id === undefined ? `{${rest}` : `{"id":${id},${rest}`
}

function goodFrame(random: Random): Frame & { readonly params: Fields } {
  const method = methodNames[random.integer(methodNames.length)] ?? 'irn_publish'
  const params = object(methods[method] ?? {})(random) as Fields
  return { id: goodIds[random.integer(goodIds.length)] ?? '1', jsonrpc: '2.0', method, params }
}

const any = <T>(random: Random, values: readonly T[]): T => {
  const [first, ...others] = values
  if (first === undefined) throw new RangeError('there is nothing to choose from')
  return random.pick([first, ...others])
}

/** Deep nesting in which each bracket is closed, so that a bomb can be valid JSON. */
const bomb = (random: Random): string => {
  const levels = 9 + random.integer(200)
  if (random.chance(0.5)) return '['.repeat(levels) + ']'.repeat(levels)
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
}

type Oddity = (random: Random, frame: Frame & { readonly params: Fields }) => OddRequest
const odd = (text: string, expected: string | undefined): OddRequest => ({ text, expected })

const fieldOddity: Oddity = (random, frame) => {
  const name = any(
    random,
    Object.keys(frame.params).filter((each) => wrongFields[each] !== undefined),
  )
  const [value, data] = any(random, (random.chance(0.02) ? wrongFields : shortWrongFields)[name] ?? [])
  return odd(write({ ...frame, params: { ...frame.params, [name]: value } }), data)
}
const textOddities: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => text.slice(0, random.integer(text.length)),
  (text) => `${text}${canary}`,
  (text) => `${text}${text}`,
  (text) => `\ufeff${text}`,
  (text) => `[${text}]`,
  () => `"${canary}"`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace(/\}$/, ',}'),
  (text) => text.replace('{', `{/* ${canary} */`),
  (text) => text.replace('"jsonrpc":"2.0"', '"jsonrpc":NaN'),
  (text) => text.replace('"2.0"', '"2.0\n"'),
  (text) => text.replace('"2.0"', '"2.0\\x"'),
  (text) => text.replace('"2.0"', '02.0'),
  (_text, random) => random.pick([' ', '', 'null', 'true', '1', '""', '[]', '{', '[', '"', '\0', 'undefined', '[[]]']),
]

const oddities: readonly Oddity[] = [
  fieldOddity,
  fieldOddity,
  fieldOddity,
  (random, frame) => {
    const [value, data] = any(random, wrongMethods)
    return odd(write({ ...frame, method: value }), data)
  },
  (random, frame) => {
    const [value, data] = any(random, wrongVersions)
    return odd(write({ ...frame, jsonrpc: value }), data)
  },
  (random, frame) => {
    const [value, data] = any(random, wrongParams)
    return odd(write({ ...frame, params: value as Fields }), data)
  },
  (random, frame) =>
    odd(write({ ...frame, id: random.chance(0.1) ? undefined : any(random, wrongIds) }), 'InvalidRequestId'),
  (random, frame) => odd(any(random, textOddities)(write(frame), random), 'Serialization'),
  // The relay checks size, then depth, then form: a bomb is refused before its other faults are seen.
  (random, frame) => {
    const text = write({ ...frame, params: { ...frame.params, [canary]: 0 } })
    const place = random.integer(3)
    if (place === 0) return odd(bomb(random), 'InvalidParams')
    if (place === 1) return odd(text.replace(`"${canary}":0`, `"${canary}":${bomb(random)}`), 'InvalidParams')
    return odd(text.replace('"jsonrpc"', `"${canary}":${bomb(random)},"jsonrpc"`), 'InvalidParams')
  },
  // A good frame with a few changed characters, with any result.
  (random, frame) => {
    let text = write(frame)
    for (let count = 1 + random.integer(3); count > 0; count -= 1) {
      const at = random.integer(text.length)
      text =
        text.slice(0, at) +
        random.pick(['', '"', '\\', '{', '}', '[', ']', ',', ':', '\0', 'é', '0', '-']) +
        text.slice(at + random.integer(2))
    }
    return odd(text, undefined)
  },
  // A part of a frame followed by a bomb: the relay must not parse any of it.
  (random, frame) => {
    const text = write(frame)
    return odd(
      `{"id":${any(random, ['007', '"a\tb"', '"\u0000"', '1', '"x'])},${text.slice(0, random.integer(text.length))}${'['.repeat(20)}`,
      undefined,
    )
  },
]

/** A request with one thing wrong. */
export function writeOddRequest(random: Random): OddRequest {
  return any(random, oddities)(random, goodFrame(random))
}

/** A valid request for comparison, odd only in ways that clients are allowed to be. */
export function writeGoodRequest(random: Random): string {
  const frame = goodFrame(random)
  const { params } = frame
  const extra = any(random, [
    {},
    { [canary]: canary },
    { correlationId: null },
    { tvf: { rpcMethods: [canary], chainId: 'eip155:1' } },
    JSON.parse('{"__proto__":{"a":1}}'),
  ])
  return write({ ...frame, params: { ...params, ...extra } })
}
