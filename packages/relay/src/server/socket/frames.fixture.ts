import { createHash } from 'node:crypto'
import { closePayload, opcodes, writeFrame } from './rawSocket.fixture.ts'

/**
 * Frame cases under the ids of the Autobahn list (test/vectors/ws), for a relay. A relay echoes nothing, so the answer to a
 * request, or a published message that a peer reads, takes the place of an echo.
 */
export type FrameCase = {
  readonly id: string
  readonly what: string
  /** The writes, in order. `wait`: the relay's next frame must arrive first. */
  readonly send: readonly (Buffer | 'wait')[]
  /** Bytes per write. By default, each step is one write. */
  readonly chop?: number
  /** The relay's messages before the end. */
  readonly replies: readonly string[]
  /** The relay's close code. `clean`: the client closes with 1000 after the replies, and gets 1000 back. */
  readonly end: 'clean' | `close ${number | 'none'}`
  /** The message that must be stored under the topic of the case. */
  readonly kept?: string
}

/** The topic of a case's message. */
export const topicOf = (id: string): string => createHash('sha256').update(id).digest('hex')

const text = (payload: string | Uint8Array, form = {}) => writeFrame(opcodes.text, payload, form)
const binary = (payload: string | Uint8Array, form = {}) => writeFrame(opcodes.binary, payload, form)
const more = (payload: string | Uint8Array, form = {}) => writeFrame(opcodes.continuation, payload, form)
const ping = (payload: string | Uint8Array = '', form = {}) => writeFrame(opcodes.ping, payload, form)
const pong = (payload: string | Uint8Array = '') => writeFrame(opcodes.pong, payload)
const close = (code = 1000, reason: string | Uint8Array = '') => writeFrame(opcodes.close, closePayload(code, reason))
const open = { fin: false }

/** A request with a method that the relay does not know. The answer comes immediately, and names the id. */
const ask = (id: number, padding = 0) =>
  `{"id":${id},"jsonrpc":"2.0","method":"hello","params":{"pad":"${'*'.repeat(padding)}"}}`
const reply = (id: number) => `error -32601 ${id}`
const askOfLength = (length: number) => ask(1, length - ask(1).length)
const publish = (id: string, message: string) =>
  `{"id":1,"jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${topicOf(id)}","ttl":300,"message":"${message}"}}`
const paddingFor = (id: string, length: number) => '*'.repeat(length - publish(id, '').length)
/** Cuts a payload into pieces of `length` bytes, as frames of one message. */
const fragments = (payload: string | Uint8Array, length: number): Buffer[] => {
  const bytes = Buffer.from(payload)
  const count = Math.ceil(bytes.length / length)
  return Array.from({ length: count }, (_, index) =>
    (index === 0 ? text : more)(bytes.subarray(index * length, (index + 1) * length), { fin: index === count - 1 }),
  )
}
const halves = (payload: string) => fragments(payload, Math.ceil(Buffer.byteLength(payload) / 2))
const refused = 'error -32600 null'

const pongs = (payloads: readonly string[]) => payloads.map((payload) => `pong ${payload}`)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const nonUtf8 = Buffer.from('00fffefdfcfb00ff', 'hex')
const full = Buffer.alloc(125, 0xfe)
const ten = Array.from({ length: 10 }, (_, index) => `payload-${index}`)

const kept = (id: string, length: number, chop?: number): FrameCase => {
  const message = paddingFor(id, length)
  const send = [text(publish(id, message))]
  return {
    id,
    what: `text of ${length} bytes${chop === undefined ? '' : ` in writes of ${chop}`}`,
    send,
    replies: ['result 1'],
    end: 'clean',
    kept: message,
    ...(chop === undefined ? {} : { chop }),
  }
}

const texts: readonly FrameCase[] = [
  { id: '1_1_1', what: 'empty text', send: [text('')], replies: [refused], end: 'clean' },
  ...[125, 126, 127, 128].map(
    (length, index): FrameCase => ({
      id: `1_1_${index + 2}`,
      what: `text of ${length} bytes`,
      send: [text(askOfLength(length))],
      replies: [reply(1)],
      end: 'clean',
    }),
  ),
  kept('1_1_6', 65_535),
  kept('1_1_7', 65_536),
  kept('1_1_8', 65_536, 997),
]

// Binary is not JSON-RPC: the relay answers each message with an error, and the socket stays open.
const binaries: readonly FrameCase[] = [0, 125, 126, 127, 128, 65_535, 65_536, 65_536].map((length, index) => ({
  id: `1_2_${index + 1}`,
  what: `binary of ${length} bytes${index === 7 ? ' in writes of 997' : ''}`,
  send: [binary(Buffer.alloc(length, 0xfe)), text(ask(1))],
  replies: [refused, reply(1)],
  end: 'clean',
  ...(index === 7 ? { chop: 997 } : {}),
}))

const pings: readonly FrameCase[] = [
  { id: '2_1', what: 'ping without payload', send: [ping()], replies: ['pong '], end: 'clean' },
  {
    id: '2_2',
    what: 'ping with text',
    send: [ping('hello')],
    replies: [`pong ${hex(Buffer.from('hello'))}`],
    end: 'clean',
  },
  {
    id: '2_3',
    what: 'ping with bytes that are no UTF-8',
    send: [ping(nonUtf8)],
    replies: [`pong ${hex(nonUtf8)}`],
    end: 'clean',
  },
  { id: '2_4', what: 'ping with 125 bytes', send: [ping(full)], replies: [`pong ${hex(full)}`], end: 'clean' },
  { id: '2_5', what: 'ping with 126 bytes', send: [ping(Buffer.alloc(126, 0xfe))], replies: [], end: 'close 1002' },
  {
    id: '2_6',
    what: 'ping with 125 bytes, byte by byte',
    send: [ping(full)],
    chop: 1,
    replies: [`pong ${hex(full)}`],
    end: 'clean',
  },
  { id: '2_7', what: 'pong nobody asked for', send: [pong()], replies: [], end: 'clean' },
  { id: '2_8', what: 'pong with payload nobody asked for', send: [pong('unasked')], replies: [], end: 'clean' },
  {
    id: '2_9',
    what: 'pong nobody asked for, then ping',
    send: [pong('unasked'), ping('p')],
    replies: ['pong 70'],
    end: 'clean',
  },
  ...[undefined, 1].map(
    (chop, index): FrameCase => ({
      id: `2_1${index}`,
      what: `ten pings${chop === undefined ? '' : ', byte by byte'}`,
      send: [Buffer.concat(ten.map((payload) => ping(payload)))],
      replies: pongs(ten.map((payload) => hex(Buffer.from(payload)))),
      end: 'clean',
      ...(chop === undefined ? {} : { chop }),
    }),
  ),
]

// Frames after the bad one are in the same write, and none of them is answered.
const reservedBits: readonly FrameCase[] = [
  { id: '3_1', what: 'text with RSV 1', send: [text(ask(1), { rsv: 1 })], replies: [], end: 'close 1002' },
  ...(
    [
      [2, undefined],
      [3, undefined],
      [4, 1],
    ] as const
  ).map(
    ([rsv, chop]): FrameCase => ({
      id: `3_${rsv}`,
      what: `text, text with RSV ${rsv}, ping${chop === undefined ? '' : ', byte by byte'}`,
      send:
        rsv === 3
          ? [text(ask(1)), text(ask(2), { rsv }), ping()]
          : [Buffer.concat([text(ask(1)), text(ask(2), { rsv }), ping()])],
      replies: [reply(1)],
      end: 'close 1002',
      ...(chop === undefined ? {} : { chop }),
    }),
  ),
  { id: '3_5', what: 'binary with RSV 5', send: [binary('x', { rsv: 5 })], replies: [], end: 'close 1002' },
  { id: '3_6', what: 'ping with RSV 6', send: [ping('x', { rsv: 6 })], replies: [], end: 'close 1002' },
  {
    id: '3_7',
    what: 'close with RSV 7',
    send: [writeFrame(opcodes.close, closePayload(1000), { rsv: 7 })],
    replies: [],
    end: 'close 1002',
  },
]

const reservedOpcodes: readonly FrameCase[] = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map((opcode, index): FrameCase => {
  const payload = index % 5 === 0 || opcode === 5 || opcode === 13 ? '' : 'payload'
  const alone = index % 5 < 2
  const bad = writeFrame(opcode, payload)
  return {
    id: `4_${opcode < 8 ? 1 : 2}_${(index % 5) + 1}`,
    what: `reserved opcode ${opcode}${alone ? '' : ' between text and ping'}`,
    send: [alone ? bad : Buffer.concat([text(ask(1)), bad, ping()])],
    replies: alone ? [] : [reply(1)],
    end: 'close 1002',
  }
})

const [firstHalf = Buffer.alloc(0), secondHalf = Buffer.alloc(0)] = halves(ask(1))
const [thirdHalf = Buffer.alloc(0), fourthHalf = Buffer.alloc(0)] = halves(ask(2))
const inWrites = [
  ['in one write', (frames: readonly Buffer[]) => ({ send: [Buffer.concat(frames)] })],
  ['frame by frame', (frames: readonly Buffer[]) => ({ send: frames })],
  ['byte by byte', (frames: readonly Buffer[]) => ({ send: frames, chop: 1 })],
] as const
const strayBefore = (fin: boolean, first: number): FrameCase[] =>
  inWrites.map(([how, write], index) => ({
    id: `5_${first + index}`,
    what: `continuation of nothing with FIN ${fin}, then text, ${how}`,
    ...write([more('stray', { fin }), text(ask(1))]),
    replies: [],
    end: 'close 1002',
  }))
const pieces = fragments(ask(1, 20), 20)
const withPings = [
  ...pieces.slice(0, 2),
  ping('first'),
  'wait' as const,
  ...pieces.slice(2, 4),
  ping('second'),
  'wait' as const,
  ...pieces.slice(4),
]

const fragmented: readonly FrameCase[] = [
  { id: '5_1', what: 'ping in two fragments', send: [ping('a', open), more('b')], replies: [], end: 'close 1002' },
  {
    id: '5_2',
    what: 'pong in two fragments',
    send: [writeFrame(opcodes.pong, 'a', open), more('b')],
    replies: [],
    end: 'close 1002',
  },
  ...inWrites.map(
    ([how, write], index): FrameCase => ({
      id: `5_${3 + index}`,
      what: `text in two fragments, ${how}`,
      ...write([firstHalf, secondHalf]),
      replies: [reply(1)],
      end: 'clean',
    }),
  ),
  ...inWrites.map(
    ([how, write], index): FrameCase => ({
      id: `5_${6 + index}`,
      what: `text in two fragments and a ping between, ${how}`,
      ...write([firstHalf, ping('between'), secondHalf]),
      replies: [`pong ${hex(Buffer.from('between'))}`, reply(1)],
      end: 'clean',
    }),
  ),
  ...strayBefore(true, 9),
  ...strayBefore(false, 12),
  {
    id: '5_15',
    what: 'text in two fragments, a continuation of nothing, text',
    send: [Buffer.concat([firstHalf, secondHalf, more('stray', open), text(ask(2))])],
    replies: [reply(1)],
    end: 'close 1002',
  },
  ...[false, true].map(
    (fin, index): FrameCase => ({
      id: `5_${16 + index}`,
      what: `twice: a continuation of nothing with FIN ${fin}, text in two fragments`,
      send: [
        Buffer.concat([more('stray', { fin }), firstHalf, secondHalf, more('stray', { fin }), thirdHalf, fourthHalf]),
      ],
      replies: [],
      end: 'close 1002',
    }),
  ),
  {
    id: '5_18',
    what: 'two fragments that both say text',
    send: [Buffer.concat([text('{"a"', open), text(':1}')])],
    replies: [],
    end: 'close 1002',
  },
  ...[undefined, 1].map(
    (chop, index): FrameCase => ({
      id: `5_${19 + index}`,
      what: `five fragments, and pings answered before the last has come${chop === undefined ? '' : ', byte by byte'}`,
      send: withPings,
      replies: [...pongs([hex(Buffer.from('first')), hex(Buffer.from('second'))]), reply(1)],
      end: 'clean',
      ...(chop === undefined ? {} : { chop }),
    }),
  ),
]

const greek = 'Hello-µ@ßöäüàá-UTF-8!! κόσμε 𝄞 日本'
const shortGreek = '{"id":1,"jsonrpc":"2.0","method":"κόσμε","params":{}}'
const accepted = Buffer.from('κόσμε', 'utf8')
const surrogate = Buffer.from('eda080', 'hex')
const invalid = Buffer.concat([accepted, surrogate, Buffer.from('edited')])
const beyondUnicode = Buffer.from('f4908080', 'hex')

// The relay checks UTF-8 once a message is complete (as ws does): the 6_4 cases close at the end of the message, not at the
// first bad byte.
const utf8: readonly FrameCase[] = [
  { id: '6_1_1', what: 'empty text', send: [text('')], replies: [refused], end: 'clean' },
  {
    id: '6_1_2',
    what: 'three empty fragments',
    send: [text('', open), more('', open), more('')],
    replies: [refused],
    end: 'clean',
  },
  {
    id: '6_1_3',
    what: 'an empty fragment, a full one, an empty one',
    send: [text('', open), more(ask(1), open), more('')],
    replies: [reply(1)],
    end: 'clean',
  },
  {
    id: '6_2_1',
    what: 'UTF-8 in one frame',
    send: [text(publish('6_2_1', greek))],
    replies: ['result 1'],
    end: 'clean',
    kept: greek,
  },
  {
    id: '6_2_2',
    what: 'UTF-8 cut between characters',
    send: [text(publish('6_2_2', greek).slice(0, -20), open), more(publish('6_2_2', greek).slice(-20))],
    replies: ['result 1'],
    end: 'clean',
    kept: greek,
  },
  {
    id: '6_2_3',
    what: 'UTF-8 in fragments of one byte',
    send: fragments(shortGreek, 1),
    replies: [reply(1)],
    end: 'clean',
  },
  {
    id: '6_2_4',
    what: 'other UTF-8 in fragments of one byte',
    send: fragments(shortGreek.replace('κόσμε', '𝄞日'), 1),
    replies: [reply(1)],
    end: 'clean',
  },
  { id: '6_3_1', what: 'invalid UTF-8 in one frame', send: [text(invalid)], replies: [], end: 'close 1007' },
  {
    id: '6_3_2',
    what: 'invalid UTF-8 in fragments of one byte',
    send: fragments(invalid, 1),
    replies: [],
    end: 'close 1007',
  },
  {
    id: '6_4_1',
    what: 'three fragments, the second invalid',
    send: [text(accepted, open), more(beyondUnicode, open), more('rest')],
    replies: [],
    end: 'close 1007',
  },
  {
    id: '6_4_2',
    what: 'three fragments, invalid from the last byte of the second on',
    send: [text(accepted, open), more(beyondUnicode.subarray(0, 2), open), more(beyondUnicode.subarray(2))],
    replies: [],
    end: 'close 1007',
  },
  {
    id: '6_4_3',
    what: 'one frame in writes, the second invalid',
    send: [text(Buffer.concat([accepted, beyondUnicode, Buffer.from('rest')]))],
    chop: 9,
    replies: [],
    end: 'close 1007',
  },
  {
    id: '6_4_4',
    what: 'one frame in writes, cut inside the invalid character',
    send: [text(Buffer.concat([accepted, beyondUnicode, Buffer.from('rest')]))],
    chop: 19,
    replies: [],
    end: 'close 1007',
  },
]

const validSequences = [
  '00',
  '7f',
  'c280',
  'dfbf',
  'e0a080',
  'ed9fbf',
  'ee8080',
  'efbfbd',
  'efbfbe',
  'efbfbf',
  'f0908080',
  'f48fbfbf',
  'cebae1bdb9cf83cebcceb5',
  'f09d849e',
  'efbbbf',
]
const invalidSequences = [
  '80',
  'bf',
  '8080',
  'c0',
  'c080',
  'c1bf',
  'c2',
  'c27f',
  'e08080',
  'e09fbf',
  'e0a0',
  'eda080',
  'edafbf',
  'edb080',
  'edbfbf',
  'eda080edb080',
  'f08080af',
  'f08fbfbf',
  'f09d84',
  'f4908080',
  'f5808080',
  'f888808080',
  'fc8480808080',
  'fe',
  'ff',
  'cebae1bdb9cf83cebcceb580656469746564',
]
const sequences: readonly FrameCase[] = [
  ...validSequences.map(
    (bytes): FrameCase => ({
      id: '6_x_x',
      what: `valid ${bytes}`,
      send: [text(Buffer.from(bytes, 'hex'))],
      replies: [refused],
      end: 'clean',
    }),
  ),
  ...invalidSequences.map(
    (bytes): FrameCase => ({
      id: '6_x_x',
      what: `invalid ${bytes}`,
      send: [text(Buffer.from(bytes, 'hex'))],
      replies: [],
      end: 'close 1007',
    }),
  ),
]

const reason = '*'.repeat(123)
const closes: readonly FrameCase[] = [
  {
    id: '7_1_1',
    what: 'text, then close',
    send: [Buffer.concat([text(ask(1)), close()])],
    replies: [reply(1)],
    end: 'close 1000',
  },
  { id: '7_1_2', what: 'two closes', send: [Buffer.concat([close(), close(1001)])], replies: [], end: 'close 1000' },
  { id: '7_1_3', what: 'close, then ping', send: [Buffer.concat([close(), ping()])], replies: [], end: 'close 1000' },
  {
    id: '7_1_4',
    what: 'close, then text',
    send: [Buffer.concat([close(), text(ask(1))])],
    replies: [],
    end: 'close 1000',
  },
  {
    id: '7_1_5',
    what: 'a fragment, close, the other fragment',
    send: [Buffer.concat([firstHalf, close(), secondHalf])],
    replies: [],
    end: 'close 1000',
  },
  // The message is stored before the close is read, so it is kept, although its answer finds the socket closing.
  {
    id: '7_1_6',
    what: 'text of 256 KiB, close, ping',
    send: [Buffer.concat([text(publish('7_1_6', paddingFor('7_1_6', 256 * 1024))), close(), ping()])],
    replies: [],
    end: 'close 1000',
    kept: paddingFor('7_1_6', 256 * 1024),
  },
  { id: '7_3_1', what: 'close without code', send: [writeFrame(opcodes.close)], replies: [], end: 'close none' },
  { id: '7_3_2', what: 'close with one byte', send: [writeFrame(opcodes.close, 'a')], replies: [], end: 'close 1002' },
  { id: '7_3_3', what: 'close with a code', send: [close(1000)], replies: [], end: 'close 1000' },
  {
    id: '7_3_4',
    what: 'close with code and reason',
    send: [close(1000, 'Hello World!')],
    replies: [],
    end: 'close 1000',
  },
  { id: '7_3_5', what: 'close with the longest reason', send: [close(1000, reason)], replies: [], end: 'close 1000' },
  {
    id: '7_3_6',
    what: 'close with a reason too long',
    send: [close(1000, `${reason}*`)],
    replies: [],
    end: 'close 1002',
  },
  {
    id: '7_5_1',
    what: 'close with a reason that is no UTF-8',
    send: [close(1000, invalid)],
    replies: [],
    end: 'close 1007',
  },
  ...[1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].map(
    (code): FrameCase => ({
      id: '7_7_X',
      what: `close with ${code}`,
      send: [close(code)],
      replies: [],
      end: `close ${code}`,
    }),
  ),
  ...[0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999].map(
    (code): FrameCase => ({
      id: '7_9_X',
      what: `close with ${code}, which is none`,
      send: [close(code)],
      replies: [],
      end: 'close 1002',
    }),
  ),
  { id: '7_13_1', what: 'close with 5000', send: [close(5000)], replies: [], end: 'close 1002' },
  { id: '7_13_2', what: 'close with 65535', send: [close(65_535)], replies: [], end: 'close 1002' },
]

const manyFragments = (count: number) => [
  Buffer.concat([text('', open), ...Array.from({ length: count - 2 }, () => more('', open)), more(ask(1))]),
]
/**
 * Hawser's own cases: those that the list leaves out, and the relay's limits (64 fragments; the run sets a limit of 128 KiB).
 */
const limits: readonly FrameCase[] = [
  { id: 'limit_1', what: '64 fragments', send: manyFragments(64), replies: [reply(1)], end: 'clean' },
  { id: 'limit_2', what: '65 fragments', send: manyFragments(65), replies: [], end: 'close 1008' },
  {
    id: 'limit_3',
    what: 'a length of 7 bits written in 64',
    send: [text(ask(1), { lengthForm: 64 })],
    replies: [reply(1)],
    end: 'clean',
  },
  {
    id: 'limit_4',
    what: 'a frame without mask',
    send: [text(ask(1), { mask: 'none' })],
    replies: [],
    end: 'close 1002',
  },
  {
    id: 'limit_5',
    what: 'a mask of zeros',
    send: [text(ask(1), { mask: [0, 0, 0, 0] })],
    replies: [reply(1)],
    end: 'clean',
  },
  {
    id: 'limit_6',
    what: 'a length beyond 2^53',
    send: [text('', { claimed: 2n ** 63n + 1n })],
    replies: [],
    end: 'close 1009',
  },
]

export const frameCases: readonly FrameCase[] = [
  ...texts,
  ...binaries,
  ...pings,
  ...reservedBits,
  ...reservedOpcodes,
  ...fragmented,
  ...utf8,
  ...sequences,
  ...closes,
  ...limits,
]
