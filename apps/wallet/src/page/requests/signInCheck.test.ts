import { formatCaip122Message, type SignInMessage } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import type { WalletAddress } from '../accounts/account.ts'
import { makeSession, testAddresses } from '../wallet.fixture.ts'
import { readPeer } from './peer.ts'
import { blockReason, checkSignIn, type SignInCheck } from './signInCheck.ts'

const peer = readPeer(makeSession().peer.metadata)
const [ethereum, solana, bitcoin, otherEthereum, otherSolana, otherBitcoin] = testAddresses
if (!ethereum || !solana || !bitcoin || !otherEthereum || !otherSolana || !otherBitcoin)
  throw new Error('There must be two accounts.')

const ecosystems = [
  { name: 'Ethereum', signer: ethereum, other: otherEthereum, chainId: '1' },
  { name: 'Solana', signer: solana, other: otherSolana, chainId: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
  { name: 'Bitcoin', signer: bitcoin, other: otherBitcoin, chainId: '000000000019d6689c085ae165831e93' },
]

function format({ namespace, address }: WalletAddress, chainId: string, change: Partial<SignInMessage> = {}): string {
  return formatCaip122Message(namespace, {
    domain: 'app.example',
    address,
    statement: 'Link this wallet to the account visitor-1 on app.example. This costs nothing and moves no funds.',
    uri: 'https://app.example',
    chainId,
    nonce: 'abcdefgh12345678',
    issuedAt: '2026-11-21T07:00:00.000Z',
    expirationTime: undefined,
    notBefore: undefined,
    requestId: undefined,
    resources: undefined,
    ...change,
  })
}

// A text is refused if its domain is not the app's own address.
const mismatches = [
  'evil.example',
  'app.example.evil.example',
  'evil-app.example',
  'sub.app.example',
  'example',
  'app.example.',
  'app.example:80',
  'app.example:8443',
  'http://app.example',
  'ftp://app.example',
  'app.example@evil.example',
  'evil.example@app.example',
  'user@app.example',
  'app.example%2eevil.example',
  'xn--pp-yia.example',
  '127.0.0.1',
  '[::1]',
  'localhost:4400',
  'app-example',
  'app.examp1e',
]

describe.each(ecosystems)('$name', ({ name, signer, other, chainId }) => {
  const signIn = (change: Partial<SignInMessage> = {}) => format(signer, chainId, change)

  test.each(['app.example', 'APP.example', 'app.example:443', 'https://app.example'])(
    'checkSignIn: accepts the domain %s for https://app.example',
    (domain) => expect(checkSignIn(signIn({ domain }), peer, signer)).toEqual({ status: 'matching', domain }),
  )

  test.each(mismatches)('T-33: checkSignIn refuses the domain %s for https://app.example', (domain) => {
    const check = checkSignIn(signIn({ domain }), peer, signer)
    expect(check).toEqual({ status: 'domain_mismatch', domain })
    expect(blockReason(check)?.code).toBe(4100)
  })

  test('checkSignIn: an app without an address has no domain that matches', () => {
    const nowhere = readPeer({ name: 'x', description: '', url: 'data:text/html,x', icons: [] })
    expect(checkSignIn(signIn(), nowhere, signer).status).toBe('domain_mismatch')
  })

  test('checkSignIn: refuses a text for another account', () => {
    const textAddress = other.address
    expect(checkSignIn(signIn({ address: textAddress }), peer, signer)).toEqual({
      status: 'address_mismatch',
      textAddress,
    })
  })

  test.each([
    ['a missing line', signIn().replace('Version: 1\n', '')],
    ['a line too many', `${signIn()}\nAlso: this`],
    ['Windows line ends', signIn().replaceAll('\n', '\r\n')],
    ['words before it', `Hello!\n${signIn()}`],
    ['an invisible character', signIn().replace('sign in', 'sign\u200b in')],
    ['another ecosystem’s wording', signIn().replace(name, name === 'Solana' ? 'Ethereum' : 'Solana')],
    ['fillers that show nothing', signIn().replace('wants you to', 'wants y\u3164ou\u2800 to')],
    ['full-width letters', signIn().replace('wants you to sign in with your', 'ｗants you to sign in with your')],
  ])('checkSignIn: refuses a text that resembles a sign-in but has %s', (_name, text) => {
    expect(checkSignIn(text, peer, signer).status).toBe('malformed')
  })

  test('T-33: checkSignIn refuses the right text of another ecosystem', () => {
    for (const each of ecosystems.filter((ecosystem) => ecosystem.name !== name))
      expect(checkSignIn(format(each.signer, each.chainId), peer, signer).status).toBe('malformed')
  })
})

test('checkSignIn: the case of a Solana address counts, that of an Ethereum address does not', () => {
  const text = format(ethereum, '1')
  expect(checkSignIn(text, peer, { ...ethereum, address: ethereum.address.toLowerCase() }).status).toBe('matching')
  const turned = solana.address.replace(/[a-z]/, (letter) => letter.toUpperCase())
  expect(
    checkSignIn(format(solana, 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1'), peer, { ...solana, address: turned }).status,
  ).toBe('address_mismatch')
})

test.each(ecosystems)(
  'T-31, T-33: checkSignIn refuses every sign-in of an address on the list of scams: $name',
  (each) => {
    const listed = readPeer(makeSession().peer.metadata, 'scam')
    const check = checkSignIn(format(each.signer, each.chainId), listed, each.signer)
    expect(check).toEqual({ status: 'known_scam', domain: 'app.example' })
    expect(checkSignIn('I like trains', listed, each.signer)).toEqual({ status: 'none' })
  },
)

test('blockReason: only a text that is no sign-in, or a matching one, may be signed', () => {
  const checks: SignInCheck[] = [
    { status: 'none' },
    { status: 'matching', domain: 'a' },
    { status: 'domain_mismatch', domain: 'a' },
    { status: 'address_mismatch', textAddress: '0x' },
    { status: 'known_scam', domain: 'a' },
    { status: 'malformed' },
  ]
  expect(checks.map((check) => blockReason(check)?.code)).toEqual([undefined, undefined, 4100, 4100, 4100, -32602])
  expect(checkSignIn('I like trains', peer, ethereum)).toEqual({ status: 'none' })
})
