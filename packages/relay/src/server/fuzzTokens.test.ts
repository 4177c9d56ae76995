import { isNight, volume } from '@hawser/test-kit/night'
import { chooseSeed, createRandom, type Random } from '@hawser/test-kit/random'
import { InvalidClientAuthError } from '@hawser/wire'
import { afterEach, expect, test } from 'vitest'
import { createRelay, type Relay } from './createRelay.ts'
import { createTestIdentity } from './createTestClient.fixture.ts'
import { addOrder, claimsOf, forgeTokens, signParts, weakSignatures } from './fuzzTokens.fixture.ts'
import { opcodes, openRawSocket, upgradeRequest, writeFrame } from './socket/rawSocket.fixture.ts'
import { verifyClientAuth } from './verifyClientAuth.ts'

const count = volume(2_000_000, 3_000)
const now = 1_795_246_101_455
const identity = createTestIdentity()
const stranger = createTestIdentity()

const relays: Relay[] = []
afterEach(() => Promise.all(relays.splice(0).map((relay) => relay.stop())))

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = part({ alg: 'EdDSA', typ: 'JWT' })
const claims = claimsOf(identity.clientId, Math.floor(now / 1000))
const good = signParts(header, part(claims), identity.sign)
const other = signParts(header, part({ ...claims, sub: 'other' }), identity.sign)
const foreign = signParts(header, part({ ...claims, iss: stranger.clientId }), stranger.sign)
const genuine = new Set([good, other, foreign])

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const characters = `${base64url}.=+/ \n\0é`
const characterOf = (random: Random, set: string) => set.charAt(random.integer(set.length))
const splice = (text: string, at: number, dropped: number, put: string) =>
  text.slice(0, at) + put + text.slice(at + dropped)
const [, payload = '', signature = ''] = good.split('.')
const signatureBytes = Buffer.from(signature, 'base64url')
const withSignature = (bytes: Uint8Array) => `${header}.${payload}.${Buffer.from(bytes).toString('base64url')}`

type Forge = (random: Random) => string
const malformations: readonly [Forge, ...Forge[]] = [
  (random) => splice(good, random.integer(good.length), 1, characterOf(random, base64url)),
  (random) => splice(good, random.integer(good.length), 1, characterOf(random, characters)),
  (random) => splice(good, random.integer(good.length), random.integer(4), characterOf(random, characters)),
  (random) => good.slice(0, random.integer(good.length)),
  (random) => {
    const at = random.integer(good.length)
    return splice(good, at, 0, good.slice(at, at + 1 + random.integer(8)))
  },
  (random) => `${good}${characterOf(random, characters)}`,
]
const forges: readonly [Forge, ...Forge[]] = [
  (random) => {
    const parts = [good, other, foreign].map((token) => token.split('.'))
    return [0, 1, 2].map((index) => random.pick([parts[0], parts[1], parts[2]])?.[index]).join('.')
  },
  (random) => {
    const change = random.pick<object>([
      { iss: stranger.clientId },
      { sub: random.word().toString(16) },
      { aud: `wss://${random.word()}.example` },
      { iat: Math.floor(now / 1000) - random.integer(1_000) },
      { exp: Math.floor(now / 1000) + random.integer(80_000) },
      { act: 'client_auth' },
    ])
    return `${header}.${part({ ...claims, ...change })}.${signature}`
  },
  (random) => `${part({ alg: random.pick(['EdDSA', 'none', 'HS256']), kid: random.word() })}.${payload}.${signature}`,
  (random) => withSignature(random.bytes(64)),
  (random) =>
    withSignature(random.pick([addOrder(signatureBytes), Buffer.alloc(64), random.bytes(63), random.bytes(65)])),
  (random) => withSignature(Buffer.concat([signatureBytes.subarray(0, 32), random.bytes(32)])),
  (random) => withSignature(weakSignatures[random.integer(weakSignatures.length)] ?? Buffer.alloc(64)),
  (random) => signParts(header, part({ ...claims, sub: String(random.word()) }), () => signatureBytes),
]

test(
  `Z-7: admits none of ${count} forged tokens`,
  async () => {
    const random = createRandom(chooseSeed('Z-7'))
    const letIn = new Set<string>()
    const odd = new Set<string>()
    let forged = 0
    const work = async () => {
      while (forged < count) {
        // Malformed tokens are cheap to refuse. The forged ones cost a signature each.
        const token = (random.chance(0.6) ? random.pick(malformations) : random.pick(forges))(random)
        if (genuine.has(token)) continue
        forged += 1
        try {
          await verifyClientAuth({ token, now, audiences: undefined })
          letIn.add(token)
        } catch (error) {
          if (!(error instanceof InvalidClientAuthError)) odd.add(`${error} of ${token}`)
          else if (error.message.length > 120 || error.message.includes('eyJ')) odd.add(`says ${error.message}`)
        }
      }
    }
    // Signatures are verified on other threads, several at a time.
    await Promise.all(Array.from({ length: 16 }, work))
    expect([...letIn]).toEqual([])
    expect([...odd]).toEqual([])
    for (const token of genuine) await verifyClientAuth({ token, now, audiences: undefined })
  },
  isNight ? 3_600_000 : 60_000,
)

test('T-87: a client with a forged token gets nothing, and is closed or refused', async () => {
  const relay = createRelay({ now: () => now, limits: { refusalDelayMs: 20 } })
  relays.push(relay)
  const { port } = await relay.listen({ port: 0, host: '127.0.0.1' })
  const request = writeFrame(opcodes.text, '{"id":1,"jsonrpc":"2.0","method":"hello","params":{}}')
  const knock = async (token: string, byHeader: boolean) => {
    const query = byHeader ? '' : `?auth=${encodeURIComponent(token)}`
    const lines = byHeader ? [`Authorization: Bearer ${token}`] : []
    // The request comes together with the upgrade, and once more after it.
    const raw = await openRawSocket(port, upgradeRequest(query, lines), { afterRequest: request })
    raw.write(request)
    return raw
  }
  const served: string[] = []
  const closes = new Set<number>()
  const attempt = async (name: string, token: string, byHeader: boolean) => {
    const raw = await knock(token, byHeader)
    for (const { opcode, payload: sent } of await raw.rest()) {
      if (opcode === opcodes.close) closes.add(sent.readUInt16BE(0))
      else served.push(`${name}: ${sent}`)
    }
  }
  // One signature per weak key is enough. A token that no header can carry never reaches the JWT check.
  const named = forgeTokens(identity, Math.floor(now / 1000)).flatMap(([name, token]) =>
    typeof token === 'string' && !/\([1-9]\d*\)$/.test(name) ? [[name, token] as const] : [],
  )
  const byHeader = named.filter(([, token]) => /^[\x21-\x7e]{1,4096}$/.test(token))
  await Promise.all([
    ...named.map(([name, token]) => attempt(name, token, false)),
    ...byHeader.map(([name, token]) => attempt(name, token, true)),
  ])
  expect(served).toEqual([])
  expect([...closes]).toEqual([3000])
  const raw = await knock(good, true)
  expect((await raw.next())?.opcode).toBe(opcodes.text)
  raw.destroy()
})
