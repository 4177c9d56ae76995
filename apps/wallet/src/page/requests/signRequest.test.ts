import type { Session, SessionRequest } from '@hawser/sign'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { expect, test } from 'vitest'
import { RequestUnsupportedError } from '../../errors.ts'
import {
  testAddress as address,
  bitcoinAddress,
  bitcoinChain,
  mail,
  makeRequest,
  makeSession,
  solanaAddress,
  solanaChain,
  testAddresses,
} from '../wallet.fixture.ts'
import { readSignRequest } from './signRequest.ts'

const toHex = (text: string) => `0x${bytesToHex(utf8ToBytes(text))}`

function read(params: unknown, more: Partial<SessionRequest> = {}, session: Session = makeSession()) {
  return readSignRequest(makeRequest({ params, ...more }), session, testAddresses, 'unknown')
}

function reasonOf(params: unknown, more: Partial<SessionRequest> = {}): number | undefined {
  try {
    read(params, more)
  } catch (error) {
    if (error instanceof RequestUnsupportedError) return error.reason.code
    throw error
  }
  return undefined
}

test('readSignRequest: shows every character of the text, and the bytes', () => {
  const text = '  Link this wallet?\n\n\tyes: ✓ Grüße 🪢 '
  expect(read([toHex(text), address.toLowerCase()])).toMatchObject({
    text,
    hex: toHex(text),
    hasHiddenCharacters: false,
  })
  expect(read(['plain words', address])).toMatchObject({ text: 'plain words', hex: toHex('plain words') })
  expect(read(['0x', address])).toMatchObject({ text: '', hex: '0x' })
})

test('readSignRequest: keeps a byte order mark in the text and says that something is hidden', () => {
  expect(read(['0xefbbbf61', address])).toMatchObject({ text: '\ufeffa', hasHiddenCharacters: true })
})

test.each([
  ['a direction override', 'pay \u202e001 to'],
  ['a zero-width space', 'a\u200bb'],
  ['a carriage return', 'good\rbad'],
  ['an escape', '\u001b[2J'],
  ['a line separator', 'a\u2028b'],
  ['a filler that counts as a letter', 'pay 1\u316400'],
  ['a blank of Braille', 'a\u2800b'],
])('readSignRequest: notices %s', (_name, text) => {
  expect(read([toHex(text), address]).hasHiddenCharacters).toBe(true)
})

test('readSignRequest: a heart drawn in colour hides nothing', () => {
  expect(read([toHex('Thanks \u2764\ufe0f\n'), address]).hasHiddenCharacters).toBe(false)
})

test('readSignRequest: bytes that are not UTF-8 have no text', () => {
  expect(read(['0xfffe00', address])).toMatchObject({ text: undefined, hex: '0xfffe00', signIn: { status: 'none' } })
})

test.each<[string, number, unknown, Partial<SessionRequest>]>([
  ['an unknown method', 3001, ['0x00', address], { method: 'eth_sendTransaction' }],
  ['a chain outside the session', 3005, ['0x00', address], { chainId: 'eip155:5' }],
  ['another account', 4100, ['0x00', `0x${'11'.repeat(20)}`], {}],
  ['arguments in the wrong order', 4100, [address, '0x00'], {}],
  ['broken hex', -32602, ['0x123', address], {}],
  ['no array', -32602, { message: '0x00' }, {}],
  ['no address', -32602, ['0x00'], {}],
  ['a message too long to be shown', -32602, [`0x${'61'.repeat(32 * 1024 + 1)}`, address], {}],
])('readSignRequest: refuses %s with %i', (_name, code, params, more) => {
  expect(reasonOf(params, more)).toBe(code)
})

function readData(data: unknown, more: Partial<SessionRequest> = {}, methods = ['eth_signTypedData_v4']) {
  const eip155 = { ...makeSession().namespaces.eip155, accounts: [`eip155:1:${address}`] as const, methods, events: [] }
  const request = makeRequest({ method: 'eth_signTypedData_v4', params: [address, data], ...more })
  return readSignRequest(request, makeSession({ namespaces: { eip155 } }), testAddresses, 'unknown')
}

function dataReason(...of: Parameters<typeof readData>): number | undefined {
  try {
    readData(...of)
  } catch (error) {
    if (error instanceof RequestUnsupportedError) return error.reason.code
    throw error
  }
  return undefined
}

test('readSignRequest: shows typed data as its values, and signs its hash', () => {
  const request = readData(JSON.stringify(mail))
  expect(request).toMatchObject({ address, text: undefined, hasHiddenCharacters: false, signIn: { status: 'none' } })
  expect(request.typedData?.primaryType).toBe('Mail')
  expect(request.hex).toBe(request.typedData?.hash)
})

test('readSignRequest: notices hidden characters in typed data, however deep', () => {
  const { from } = mail.message
  const data = { ...mail, message: { ...mail.message, from: { ...from, name: 'C\u200bow' } } }
  expect(readData(data).hasHiddenCharacters).toBe(true)
})

test('readSignRequest: refuses typed data for another chain, in another form or without a grant', () => {
  expect(dataReason({ ...mail, domain: { ...mail.domain, chainId: 137 } })).toBe(4100)
  expect(dataReason({ ...mail, primaryType: 'Nothing' })).toBe(-32602)
  expect(dataReason('hello')).toBe(-32602)
  expect(dataReason(mail, {}, ['personal_sign'])).toBe(3001)
  expect(dataReason(mail, { params: [`0x${'11'.repeat(20)}`, mail] })).toBe(4100)
  expect(dataReason(mail, { params: [address] })).toBe(-32602)
  expect(dataReason(mail)).toBeUndefined()
})

test('readSignRequest: the requested account signs, of those that the app sees', () => {
  const other = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const ask = (signer: string) =>
    readSignRequest(makeRequest({ params: ['0x61', signer] }), makeSession(), testAddresses, 'unknown').address
  expect(ask(address)).toBe(address)
  expect(() => ask(other)).toThrow(RequestUnsupportedError)
})

const accounts = { solana: solanaAddress, bip122: bitcoinAddress }
const threefold = makeSession({
  namespaces: {
    ...makeSession().namespaces,
    solana: { accounts: [`${solanaChain}:${accounts.solana}`], methods: ['solana_signMessage'], events: [] },
    bip122: { accounts: [`${bitcoinChain}:${accounts.bip122}`], methods: ['signMessage'], events: [] },
  },
})

const onSolana = (params: unknown, method = 'solana_signMessage', chainId: `${string}:${string}` = solanaChain) =>
  read(params, { chainId, method }, threefold)
const onBitcoin = (params: unknown, method = 'signMessage') =>
  read(params, { chainId: bitcoinChain, method }, threefold)
const encode = (text: string) => base58.encode(utf8ToBytes(text))

function codeOf(action: () => unknown): number | undefined {
  try {
    action()
  } catch (error) {
    if (error instanceof RequestUnsupportedError) return error.reason.code
    throw error
  }
  return undefined
}

test('readSignRequest: a message for Solana is shown whole, and its own address signs', () => {
  expect(onSolana({ message: encode('Grüße 🪢'), pubkey: accounts.solana })).toMatchObject({
    namespace: 'solana',
    address: accounts.solana,
    chainId: solanaChain,
    text: 'Grüße 🪢',
    hex: toHex('Grüße 🪢'),
  })
  const longest = 'a'.repeat(2048)
  expect(onSolana({ message: encode(longest), pubkey: accounts.solana }).text).toBe(longest)
  expect(onSolana({ message: '', pubkey: accounts.solana })).toMatchObject({ text: '', hex: '0x' })
  expect(onSolana({ message: base58.encode(Uint8Array.of(0xff, 0, 7)), pubkey: accounts.solana })).toMatchObject({
    text: undefined,
    hex: '0xff0007',
  })
})

test('readSignRequest: a message for Bitcoin is shown whole, and its own address signs', () => {
  const params = { account: accounts.bip122, message: 'Grüße 🪢', address: accounts.bip122, protocol: 'bip322' }
  const shown = { namespace: 'bip122', address: accounts.bip122, text: 'Grüße 🪢', hex: toHex('Grüße 🪢') }
  expect(onBitcoin(params)).toMatchObject(shown)
  expect(onBitcoin({ ...params, address: undefined })).toMatchObject(shown)
  expect(onBitcoin({ ...params, address: accounts.bip122.toUpperCase() })).toMatchObject(shown)
})

test('readSignRequest: does not show a possible transaction of Solana as a message', () => {
  const transaction = Uint8Array.of(1, 0, 1, 2, ...base58.decode(accounts.solana), ...new Uint8Array(64))
  expect(codeOf(() => onSolana({ message: base58.encode(transaction), pubkey: accounts.solana }))).toBe(4100)
})

const bitcoinParams = { account: accounts.bip122, message: 'a', address: accounts.bip122, protocol: 'bip322' }
test.each<[string, number, () => unknown]>([
  ['another key of Solana', 4100, () => onSolana({ message: encode('a'), pubkey: accounts.solana.toLowerCase() })],
  ['an Ethereum address on Solana', 4100, () => onSolana({ message: encode('a'), pubkey: address })],
  ['a text that is not base58', -32602, () => onSolana({ message: '0OIl', pubkey: accounts.solana })],
  ['a Solana message too long', -32602, () => onSolana({ message: '2'.repeat(2900), pubkey: accounts.solana })],
  [
    'a Solana message just too long',
    -32602,
    () => onSolana({ message: `${encode('a'.repeat(2048))}2`, pubkey: accounts.solana }),
  ],
  ['base58 without an end', -32602, () => onSolana({ message: '2'.repeat(1_000_000), pubkey: accounts.solana })],
  ['a list instead of an object', -32602, () => onSolana([encode('a'), accounts.solana])],
  ['no key', -32602, () => onSolana({ message: encode('a') })],
  [
    'another chain of Solana',
    3005,
    () =>
      onSolana({ message: encode('a'), pubkey: accounts.solana }, undefined, 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
  ],
  ['a method of Ethereum on Solana', 3001, () => onSolana(['0x61', address], 'personal_sign')],
  ['a transaction of Solana', 3001, () => onSolana({}, 'solana_signTransaction')],
  [
    'a method of Solana on Bitcoin',
    3001,
    () => onBitcoin({ message: 'a', pubkey: accounts.solana }, 'solana_signMessage'),
  ],
  [
    'another address of Bitcoin',
    4100,
    () => onBitcoin({ ...bitcoinParams, address: 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g' }),
  ],
  ['the protocol from before BIP-322', -32602, () => onBitcoin({ ...bitcoinParams, protocol: 'ecdsa' })],
  ['no protocol', -32602, () => onBitcoin({ ...bitcoinParams, protocol: undefined })],
  ['no message', -32602, () => onBitcoin({ ...bitcoinParams, message: undefined })],
  ['a Bitcoin message too long', -32602, () => onBitcoin({ ...bitcoinParams, message: 'a'.repeat(32 * 1024 + 1) })],
])('readSignRequest: refuses %s with %i', (_name, code, action) => {
  expect(codeOf(action)).toBe(code)
})

test('readSignRequest: refuses a method that was granted under another ecosystem', () => {
  const { eip155 } = makeSession().namespaces
  if (eip155 === undefined) throw new Error('The session must have eip155.')
  const mixed = makeSession({ namespaces: { eip155: { ...eip155, methods: ['signMessage'] } } })
  expect(codeOf(() => read(bitcoinParams, { method: 'signMessage' }, mixed))).toBe(3001)
})
