import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AuthenticationRequest } from './authenticationRequest.ts'
import { InvalidCacaoError } from './signInErrors.ts'
import { formatSolanaChain, formatSolanaSignIn, parseSolanaSignIn } from './solanaSignIn.ts'

const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const address = '8sbwsw9cnbGTy8L4CN8guhQ4fU3T8D4Qiq71f72ECbKe'
const request: AuthenticationRequest = {
  chains: [mainnet, devnet],
  domain: 'app.example',
  uri: 'https://app.example/',
  nonce: '0123456789abcdef',
  issuedAt: '2026-11-26T12:00:00.000Z',
  expirationTime: '2026-11-26T12:05:00.000Z',
  requestId: 'a1',
  statement: 'Link this wallet to the account alice on app.example.',
  methods: [],
}

test('solana:signIn: the text names the account, and the main chain as wallets do', () => {
  expect(parseSolanaSignIn({ ...request, later: 1 })).toEqual(request)
  expect(formatSolanaSignIn(request, `${mainnet}:${address}`).split('\n')).toEqual([
    'app.example wants you to sign in with your Solana account:',
    address,
    '',
    'Link this wallet to the account alice on app.example.',
    '',
    'URI: https://app.example/',
    'Version: 1',
    'Chain ID: mainnet',
    'Nonce: 0123456789abcdef',
    'Issued At: 2026-11-26T12:00:00.000Z',
    'Expiration Time: 2026-11-26T12:05:00.000Z',
    'Request ID: a1',
  ])
  expect(formatSolanaSignIn(request, `${devnet}:${address}`)).not.toContain('Chain ID')
  expect([formatSolanaChain(mainnet), formatSolanaChain(devnet)]).toEqual(['mainnet', undefined])
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['no chains', { ...request, chains: [] }],
  ['chains of Ethereum', { ...request, chains: ['eip155:1'] }],
  ['chains of both', { ...request, chains: [mainnet, 'eip155:1'] }],
  ['a chain by another name', { ...request, chains: ['solana:mainnet'] }],
  ['methods', { ...request, methods: ['solana_signMessage'] }],
  ['resources', { ...request, resources: ['https://app.example/'] }],
  ['a line break in its statement', { ...request, statement: 'a\nURI: https://evil.example/' }],
  ['no domain', { ...request, domain: '' }],
  ['a nonce that is too short', { ...request, nonce: '1' }],
  ['a malformed time', { ...request, issuedAt: 'now' }],
])('T-44 solana:signIn: refuses a request with %s', (_, value) => {
  expect(() => parseSolanaSignIn(value)).toThrow(InvalidCacaoError)
})

test('T-44 solana:signIn: a malformed account has no text', () => {
  expect(() => formatSolanaSignIn(request, `${mainnet}:0x12`)).toThrow(InvalidCacaoError)
})

test('T-44 solana:signIn: no two requests have the same text', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'B', ' ', '.', ':', '\n', 'URI: ', 'Nonce: ', '\r') })
  fc.assert(
    fc.property(text, text, text, text, (statement, requestId, first, second) => {
      const write = (fields: object) => {
        try {
          return formatSolanaSignIn({ ...request, ...fields }, `${mainnet}:${address}`)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidCacaoError)
          return undefined
        }
      }
      const [one, other] = [write({ statement, requestId }), write({ statement: first, requestId: second })]
      if (one !== undefined && one === other) expect([first, second]).toEqual([statement, requestId])
    }),
  )
})
