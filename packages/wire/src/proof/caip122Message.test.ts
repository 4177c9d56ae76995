import { describe, expect, test } from 'vitest'
import { formatCaip122Message, parseCaip122Message, type SignInNamespace } from './caip122Message.ts'
import { InvalidSignInMessageError } from './signInErrors.ts'
import { formatSiweMessage, type SignInMessage } from './signInMessage.ts'

const fields = {
  domain: 'service.example',
  statement: 'Link this wallet to the account alice on service.example.',
  uri: 'https://service.example/login',
  nonce: '32891757aB',
  issuedAt: '2026-11-22T16:25:24.000Z',
  expirationTime: '2026-11-22T16:30:24.000Z',
  notBefore: undefined,
  requestId: 'ZOYPdptYyUw7Qrlyyp0CC56m',
  resources: ['https://service.example/terms', 'ipfs://bafy'],
} as const

const messages: Readonly<Record<SignInNamespace, SignInMessage>> = {
  eip155: { ...fields, address: '0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946', chainId: '1' },
  solana: {
    ...fields,
    address: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1',
    chainId: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  },
  bip122: {
    ...fields,
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    chainId: '000000000019d6689c085ae165831e93',
  },
}
const namespaces = ['eip155', 'solana', 'bip122'] as const

test('the text of CAIP-122 in its Solana profile, with the reference of the chain id', () => {
  // The example of namespaces/solana/caip122, except for "Chain ID: 1".
  const example = `service.org wants you to sign in with your Solana account:
GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1

I accept the ServiceOrg Terms of Service: https://service.org/tos

URI: https://service.org/login
Version: 1
Chain ID: 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp
Nonce: 32891757
Issued At: 2021-09-30T16:25:24.000Z
Resources:
- ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu
- https://example.com/my-web2-claim.json`
  expect(parseCaip122Message('solana', example)).toEqual({
    domain: 'service.org',
    address: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1',
    statement: 'I accept the ServiceOrg Terms of Service: https://service.org/tos',
    uri: 'https://service.org/login',
    chainId: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    nonce: '32891757',
    issuedAt: '2021-09-30T16:25:24.000Z',
    expirationTime: undefined,
    notBefore: undefined,
    requestId: undefined,
    resources: ['ipfs://Qme7ss3ARVgxv6rXqVPiikMJ8u2NLgmgszg13pYrDKEoiu', 'https://example.com/my-web2-claim.json'],
  })
  expect(() => parseCaip122Message('solana', example.replace('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', '1'))).toThrow(
    InvalidSignInMessageError,
  )
})

test('the text for Bitcoin', () => {
  expect(formatCaip122Message('bip122', { ...messages.bip122, resources: undefined })).toBe(
    [
      'service.example wants you to sign in with your Bitcoin account:',
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      '',
      'Link this wallet to the account alice on service.example.',
      '',
      'URI: https://service.example/login',
      'Version: 1',
      'Chain ID: 000000000019d6689c085ae165831e93',
      'Nonce: 32891757aB',
      'Issued At: 2026-11-22T16:25:24.000Z',
      'Expiration Time: 2026-11-22T16:30:24.000Z',
      'Request ID: ZOYPdptYyUw7Qrlyyp0CC56m',
    ].join('\n'),
  )
})

test('eip155 is the text of ERC-4361', () => {
  expect(formatCaip122Message('eip155', messages.eip155)).toBe(formatSiweMessage(messages.eip155))
})

describe.each(namespaces)('%s', (namespace) => {
  const message = messages[namespace]
  const text = formatCaip122Message(namespace, message)

  test('reads back its own output', () => {
    expect(parseCaip122Message(namespace, text)).toEqual(message)
  })

  test('refuses the texts, addresses and chains of the other namespaces', () => {
    for (const other of namespaces) {
      if (other === namespace) continue
      expect(() => parseCaip122Message(other, text)).toThrow(InvalidSignInMessageError)
      expect(() => formatCaip122Message(namespace, { ...message, address: messages[other].address })).toThrow(
        InvalidSignInMessageError,
      )
      // 32 characters of 0-9a-f without zero are base58 as well: only such a Bitcoin chain could pass for a Solana chain.
      expect(() => formatCaip122Message(namespace, { ...message, chainId: messages[other].chainId })).toThrow(
        InvalidSignInMessageError,
      )
    }
  })

  test.each([
    ['carriage returns', text.replaceAll('\n', '\r\n')],
    ['a final newline', `${text}\n`],
    ['a nonce twice', text.replace('Nonce: ', 'Nonce: 12345678\nNonce: ')],
    ['a line of the chain in another place', text.replace(/(Chain ID: .*)\n(Nonce: .*)\n/, '$2\n$1\n')],
    ['another ecosystem', text.replace(/your \w+ account/, 'your Cosmos account')],
    ['a second address', text.replace(message.address, `${message.address}\n${message.address}`)],
    ['a space behind the address', text.replace(message.address, `${message.address} `)],
    ['the version 2', text.replace('Version: 1', 'Version: 2')],
    ['text behind', `${text}\nI also agree.`],
  ])('T-44: refuses %s', (_, altered) => {
    expect(altered).not.toBe(text)
    expect(() => parseCaip122Message(namespace, altered)).toThrow(InvalidSignInMessageError)
  })
})

test('an address of Bitcoin in upper case is not canonical', () => {
  const address = messages.bip122.address.toUpperCase()
  expect(() => formatCaip122Message('bip122', { ...messages.bip122, address })).toThrow(InvalidSignInMessageError)
})

describe('a Solana text as wallet-standard writes it', () => {
  // The texts that `createSignInMessageText` of @solana/wallet-standard-util 1.1.2 (Apache-2.0) makes of the same fields.
  const head =
    'service.example wants you to sign in with your Solana account:\nGwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1\n\n'
  const rest =
    'URI: https://service.example/login\nVersion: 1\nChain ID: 5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp\nNonce: 32891757aB\nIssued At: 2026-11-22T16:25:24.000Z'
  const bare = {
    ...messages.solana,
    ...{ statement: undefined, expirationTime: undefined, requestId: undefined, resources: undefined },
  }

  test('without a statement, one empty line follows the account, and reads back', () => {
    for (const statement of [undefined, ''])
      expect(formatCaip122Message('solana', { ...bare, statement })).toBe(head + rest)
    expect(parseCaip122Message('solana', head + rest)).toEqual(bare)
    // ERC-4361 has two empty lines here.
    expect(() => parseCaip122Message('solana', `${head}\n${rest}`)).toThrow(InvalidSignInMessageError)
  })

  test.each(['Hi.', 'URI: https://evil.example', 'Version: 1', 'URI: https://service.example/login'])(
    'with the statement %j',
    (statement) => {
      const text = `${head}${statement}\n\n${rest}`
      expect(formatCaip122Message('solana', { ...bare, statement })).toBe(text)
      expect(parseCaip122Message('solana', text)).toEqual({ ...bare, statement })
    },
  )

  test('of Ethereum and Bitcoin it is two empty lines, as in ERC-4361', () => {
    for (const namespace of ['eip155', 'bip122'] as const) {
      const message = { ...messages[namespace], statement: undefined }
      const text = formatCaip122Message(namespace, message)
      expect(text.split('\n').slice(1, 5)).toEqual([message.address, '', '', `URI: ${message.uri}`])
      expect(parseCaip122Message(namespace, text)).toEqual(message)
    }
  })
})

test.each(['domain', 'address', 'uri', 'chainId', 'nonce', 'issuedAt'] as const)(
  'refuses a message without `%s`, from a caller without types, by that name',
  (name) => {
    for (const namespace of namespaces)
      for (const value of [undefined, null, 7, '', {}])
        expect(() => formatCaip122Message(namespace, { ...messages[namespace], [name]: value })).toThrow(`\`${name}\``)
  },
)

test.each([
  ['statement', null],
  ['expirationTime', null],
  ['notBefore', 7],
  ['requestId', null],
  ['resources', null],
  ['resources', 'https://app.example'],
  ['resources', [null]],
])('refuses an odd `%s` (%j) by that name, and without a TypeError', (name, value) => {
  const odd = { ...messages.eip155, [name]: value }
  expect(() => formatSiweMessage(odd)).toThrow(InvalidSignInMessageError)
  expect(() => formatSiweMessage(odd)).toThrow(`\`${name}\``)
})
