import { readFileSync } from 'node:fs'
import { volume } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AuthenticationRequest,
  formatAuthenticationMessage,
  parseAuthenticationRequest,
} from './authenticationRequest.ts'
import { checkCacao, createCacao, formatCacaoMessage, namespacesOfCacaos, parseCacao } from './cacao.ts'
import { InvalidCacaoError } from './signInErrors.ts'
import { parseSiweMessage } from './signInMessage.ts'

const captures = new URL('../../../../test/vectors/captures/', import.meta.url)
function recorded(name: string): { cacao: unknown; request: AuthenticationRequest } {
  const { frames } = JSON.parse(readFileSync(new URL(name, captures), 'utf8'))
  const opened = frames.flatMap((frame: { decrypted?: object }) => Object.values(frame.decrypted ?? {}))
  const payloads = opened.map((each: { payload?: object }) => each.payload ?? each)
  const asked = payloads.find((each: { method?: string }) => each.method === 'wc_sessionAuthenticate').params
    .authPayload
  const { chains, domain, aud, nonce, iat, statement, resources } = asked
  const request = { chains, domain, uri: aud, nonce, issuedAt: iat, statement, resources: resources.slice(0, 1) }
  return {
    cacao: payloads.find((each: { result?: { cacaos?: unknown } }) => each.result?.cacaos)?.result.cacaos[0],
    request: { ...request, methods: ['personal_sign', 'eth_sendTransaction'] },
  }
}

describe.each(['oca-approve-new.json', 'oca-approve-217.json'])('%s', (name) => {
  const { cacao, request } = recorded(name)

  test('the CACAO of an official wallet answers the request of the official dapp', () => {
    const { accountId, message } = checkCacao(parseCacao(cacao, true), parseAuthenticationRequest(request))
    expect(accountId).toBe('eip155:1:0x4a62316623ad457f02cdc5d997ded67a383ec569')
    expect(message).toContain("(1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'.\n")
    expect(namespacesOfCacaos([parseCacao(cacao)]).eip155).toMatchObject({
      chains: ['eip155:1'],
      accounts: [accountId],
    })
  })
})

const request: AuthenticationRequest = {
  chains: ['eip155:1', 'eip155:10'],
  domain: 'app.example',
  uri: 'https://app.example/',
  nonce: '0123456789abcdef',
  issuedAt: '2026-11-20T20:00:00.000Z',
  expirationTime: '2026-11-20T20:05:00.000Z',
  requestId: 'challenge-1',
  statement: 'Link this wallet.',
  resources: ['https://app.example/terms'],
  methods: ['personal_sign'],
}
const accountId = 'eip155:1:0x1111111111111111111111111111111111111111'
const signature = `0x${'11'.repeat(65)}`

test('a CACAO made from a request answers it, and its text reads as a sign-in text', () => {
  const cacao = createCacao({ request, accountId, signature })
  expect(parseCacao(JSON.parse(JSON.stringify(cacao)), true)).toEqual(cacao)
  const { message } = checkCacao(cacao, request)
  expect(message).toBe(formatAuthenticationMessage(request, accountId))
  expect(parseSiweMessage(message)).toMatchObject({ requestId: 'challenge-1', chainId: '1', nonce: request.nonce })
})

// WalletConnectKotlinV2 writes the ReCap in padded base64, WalletConnectSwiftV2 with "/" escaped as well.
test.each([
  ['the Kotlin SDK', '/', 'base64'],
  ['the Swift SDK', '\\/', 'base64'],
  ['newer Swift SDKs', '\\/', 'base64url'],
] as const)('F21 the CACAO of %s answers a request, and the text is signed as it came', (_, slash, encoding) => {
  const granted = `{"att":{"eip155":{"request${slash}personal_sign":[{"chains":["eip155:1"]}]}}}`
  const recap = `urn:recap:${Buffer.from(granted).toString(encoding)}`
  const cacao = parseCacao(JSON.parse(JSON.stringify(createCacao({ request, accountId, signature, recap }))), true)
  const { message } = checkCacao(cacao, request)
  expect(message).toContain(`\n- ${recap}`)
  expect(namespacesOfCacaos([cacao]).eip155).toMatchObject({ chains: ['eip155:1'], methods: ['personal_sign'] })
})

// ChainAgnostic/CAIPs#124 has the number, the Swift SDK the name of ERC-6492.
test.each<[string, object, object, string]>([
  ['its version as a number', { version: 1 }, {}, 'eip191'],
  ['the name of ERC-6492', {}, { t: 'eip6492' }, 'eip1271'],
])('parseCacao: reads a CACAO with %s', (_, payload, signed, scheme) => {
  const { h, p, s } = createCacao({ request, accountId, signature })
  const read = parseCacao({ h, p: { ...p, ...payload }, s: { ...s, ...signed } })
  expect(read).toEqual({ h, p, s: { ...s, t: scheme } })
  expect(checkCacao(read, request)).toEqual(checkCacao({ h, p, s }, request))
})

test.each<[string, object, object]>([
  ['another version', { version: 2 }, {}],
  ['no version', { version: true }, {}],
  ['a scheme of another namespace', {}, { t: 'ed25519' }],
  ['a scheme that is no text', {}, { t: ['eip191'] }],
])('parseCacao: refuses a CACAO with %s', (_, payload, signed) => {
  const { h, p, s } = createCacao({ request, accountId, signature })
  expect(() => parseCacao({ h, p: { ...p, ...payload }, s: { ...s, ...signed } })).toThrow(InvalidCacaoError)
})

test('T-44 a CACAO with further content answers only if its text is the same, byte for byte', () => {
  const cacao = createCacao({ request, accountId, signature })
  const text = formatCacaoMessage(cacao)
  const names = ['iss', 'domain', 'aud', 'version', 'nonce', 'iat', 'exp', 'nbf', 'requestId', 'statement'] as const
  const runs = volume(200_000, 2_000)
  let accepted = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...names),
      fc.oneof(
        fc.constant(''),
        fc.string(),
        fc.constantFrom(...Object.values(cacao.p).flat()),
        fc
          .nat({ max: 200 })
          .chain((at) => fc.constantFrom('\n', ' ', '\r', '\u200b', 'a', '0').map((bit) => ({ at, bit }))),
      ),
      fc.boolean(),
      (name, change, hasRecap) => {
        const before = cacao.p[name] ?? ''
        const value =
          typeof change === 'string' ? change : before.slice(0, change.at) + change.bit + before.slice(change.at)
        const p = { ...cacao.p, [name]: value, ...(!hasRecap && { resources: request.resources }) }
        try {
          const changed = parseCacao({ ...cacao, p })
          const { message } = checkCacao(changed, request)
          accepted += 1
          expect(formatCacaoMessage(changed)).toBe(message)
          // At most two texts exist for this account: with the permissions, and without.
          if (hasRecap && changed.p.iss === cacao.p.iss) expect(message).toBe(text)
        } catch (error) {
          expect((error as { code?: string }).code).toBe('invalid_cacao')
        }
      },
    ),
    { numRuns: runs },
  )
  expect(accepted).toBeGreaterThan(0)
}, 600_000)

test.each<[string, Partial<Record<keyof AuthenticationRequest, unknown>>]>([
  ['no chain', { chains: [] }],
  ['a chain of another kind', { chains: ['solana:mainnet'] }],
  ['a chain that is no number', { chains: ['eip155:0x1'] }],
  ['no nonce', { nonce: undefined }],
  ['a short nonce', { nonce: 'short' }],
  ['a malformed time', { issuedAt: 'now' }],
  ['a statement of two lines', { statement: 'One.\nTwo.' }],
  ['a letter the standard does not allow', { statement: 'Grüße' }],
  ['a ReCap of its own', { resources: ['urn:recap:eyJhdHQiOnt9fQ'] }],
  ['a resource that is no URI', { resources: ['terms'] }],
  ['an empty resource', { resources: [''] }],
  ['an empty chain', { chains: [''] }],
  ['a method that breaks the text', { methods: ["a' for 'b'"] }],
  ['an empty method', { methods: [''] }],
  [
    'more methods than a text holds',
    { methods: Array.from({ length: 60 }, (_, index) => `${'m'.repeat(60)}${index}`) },
  ],
])('refuses a request with %s', (_, part) => {
  expect(() => parseAuthenticationRequest({ ...request, ...part })).toThrow(
    expect.objectContaining({ code: 'invalid_cacao' }),
  )
})

test.each(['expirationTime', 'notBefore', 'statement', 'requestId'])('drops an empty %s of a request', (name) => {
  const without = Object.fromEntries(Object.entries(request).filter(([key]) => key !== name))
  expect(parseAuthenticationRequest({ ...request, [name]: '' })).toEqual(without)
})

test('reads a request as it was written; drops unknown fields', () => {
  expect(parseAuthenticationRequest({ ...request, secret: 1 })).toEqual(request)
})
