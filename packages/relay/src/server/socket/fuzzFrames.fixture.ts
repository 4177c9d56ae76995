import type { Random } from '@hawser/test-kit/random'
import { closePayload, opcodes, upgradeRequest, writeFrame } from './rawSocket.fixture.ts'

type MakeBytes = (random: Random) => Buffer

const topic = 'ab'.repeat(32)
const request = `{"id":1,"jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${topic}","ttl":300,"message":"m"}}`
const maskOf = (random: Random) => [random.integer(256), random.integer(256), random.integer(256), 0] as const
const frame = (random: Random, opcode: number, payload: Uint8Array | string, form = {}) =>
  writeFrame(opcode, payload, { mask: maskOf(random), ...form })

/** A text with a few of its characters changed, removed or inserted. */
function mutateText(random: Random, text: string): string {
  let mutated = text
  for (let count = 1 + random.integer(4); count > 0; count -= 1) {
    const at = random.integer(mutated.length)
    const inserted = random.chance(0.5)
      ? String.fromCharCode(random.integer(128))
      : random.pick(['"', '{', ']', '\\', ',', 'é', '\u{1d11e}'])
    mutated = mutated.slice(0, at) + (random.chance(0.7) ? inserted : '') + mutated.slice(at + random.integer(3))
  }
  return mutated
}

function flipBits(random: Random, bytes: Buffer): Buffer {
  for (let count = 1 + random.integer(3); count > 0; count -= 1) {
    const at = random.integer(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << random.integer(8))
  }
  return bytes
}

/** Well-formed nonsense: the relay answers or ignores it, and the socket stays open. */
const survivable: readonly [MakeBytes, ...MakeBytes[]] = [
  (random) => frame(random, opcodes.text, mutateText(random, request)),
  (random) => frame(random, opcodes.text, mutateText(random, request)),
  (random) => frame(random, opcodes.text, random.bytes(random.integer(60)).toString('latin1')),
  (random) => frame(random, opcodes.text, ''),
  (random) => frame(random, opcodes.text, '['.repeat(random.integer(300))),
  (random) => frame(random, opcodes.text, 'x', { lengthForm: 64 }),
  (random) => frame(random, opcodes.binary, random.bytes(random.integer(60))),
  (random) => frame(random, opcodes.pong, random.bytes(random.integer(126))),
  (random) => frame(random, opcodes.ping, random.bytes(random.integer(126))),
  (random) =>
    Buffer.concat([
      frame(random, opcodes.text, '{', { fin: false }),
      frame(random, opcodes.ping, random.bytes(3)),
      frame(random, opcodes.continuation, '', { fin: false }),
      frame(random, opcodes.continuation, '}'),
    ]),
]

/** Frames that violate the protocol, or probably do, so the relay can end the connection. */
const violations: readonly [MakeBytes, ...MakeBytes[]] = [
  (random) => random.bytes(2 + random.integer(80)),
  (random) => frame(random, random.integer(16), random.bytes(random.integer(130)), { rsv: 1 + random.integer(7) }),
  (random) => frame(random, random.pick([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]), random.bytes(random.integer(20))),
  (random) => frame(random, random.integer(11), 'x', { mask: 'none' }),
  (random) => frame(random, opcodes.continuation, random.bytes(random.integer(20)), { fin: random.chance(0.5) }),
  (random) => frame(random, random.pick([8, 9, 10]), random.bytes(random.integer(20)), { fin: false }),
  (random) => frame(random, random.pick([8, 9, 10]), random.bytes(126 + random.integer(200))),
  (random) => frame(random, opcodes.close, closePayload(random.integer(65_536), random.bytes(random.integer(40)))),
  (random) => frame(random, opcodes.close, random.bytes(1)),
  (random) => frame(random, opcodes.text, random.bytes(1 + random.integer(60))),
  (random) =>
    frame(random, opcodes.text, 'x', {
      lengthForm: 64,
      claimed: random.pick([2n ** 31n, 2n ** 40n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n]),
    }),
  (random) => frame(random, opcodes.text, 'x', { claimed: 524_289 + random.integer(1_000_000) }),
  (random) =>
    Buffer.concat(Array.from({ length: 66 }, (_, index) => frame(random, index === 0 ? 1 : 0, '', { fin: false }))),
  (random) =>
    Buffer.concat([frame(random, opcodes.text, '{', { fin: false }), frame(random, random.pick([1, 2]), '}')]),
  (random) => flipBits(random, frame(random, opcodes.text, mutateText(random, request))),
]

/** The bytes of one connection after its upgrade: `count` frames in total, of which the last three break the protocol. */
export function writeBadFrames(random: Random, count: number): Buffer {
  return Buffer.concat(
    Array.from({ length: count }, (_, index) => random.pick(index < count - 3 ? survivable : violations)(random)),
  )
}

const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
const oneOf =
  (...texts: [string, ...string[]]): MakeBytes =>
  (random) =>
    Buffer.from(random.pick(texts), 'latin1')

const requests: readonly [MakeBytes, ...MakeBytes[]] = [
  (random) => random.bytes(1 + random.integer(300)),
  (random) => flipBits(random, Buffer.from(upgradeRequest('?auth=x'))),
  (random) => flipBits(random, Buffer.from(upgradeRequest('?auth=x'))),
  (random) => Buffer.from(mutateText(random, upgradeRequest('?auth=x')), 'latin1'),
  (random) =>
    Buffer.from(
      upgradeRequest(
        `?auth=${random
          .bytes(20)
          .toString('latin1')
          .replace(/[\0-\x20\x7f]/g, '%')}`,
      ),
      'latin1',
    ),
  (random) => Buffer.from(upgradeRequest(`?${'auth=%&'.repeat(random.integer(200))}`)),
  (random) => Buffer.from(upgradeRequest('?auth=x').slice(0, random.integer(180))),
  (random) =>
    Buffer.from(
      upgradeRequest('', [
        `${random.pick(['Cookie', 'Authorization', 'Sec-WebSocket-Protocol', 'Sec-WebSocket-Extensions'])}: ${'a, '.repeat(random.integer(4_000))}`,
      ]),
    ),
  (random) => Buffer.concat([Buffer.from(upgradeRequest('?auth=x')), writeBadFrames(random, 5)]),
  (random) =>
    Buffer.from(upgradeRequest('?auth=x').replace(key, random.pick(['', 'Sec-WebSocket-Key: x', `${key}\r\n${key}`]))),
  (random) =>
    Buffer.from(
      upgradeRequest('?auth=x').replace(
        'Version: 13',
        `Version: ${random.pick(['', '8', '12', '13, 13', '-1', '1e1', '\u00e9'])}`,
      ),
    ),
  (random) =>
    Buffer.from(
      upgradeRequest('?auth=x').replace('GET', random.pick(['POST', 'HEAD', 'OPTIONS', 'CONNECT', 'get', 'PRI'])),
      'latin1',
    ),
  oneOf(
    'GET http://other.example/?auth=x HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    'GET * HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    'GET //[:: HTTP/1.1\r\nHost: a\r\n\r\n',
    'GET /\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'PROXY TCP4 1.2.3.4 5.6.7.8 1 2\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'POST /rpc HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n',
    'POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n',
    'POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{]',
    'GET / HTTP/1.1\r\nHost: a\r\n folded: x\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    '\0\0\0\0\0\0\0\0',
    '\r\n\r\n\r\n\r\n',
  ),
]

/** A malformed request that arrives before any upgrade. */
export function writeBadRequest(random: Random): Buffer {
  return random.pick(requests)(random)
}
