import type { Session, SessionRequest } from '@hawser/sign'
import { formatSiweMessage } from '@hawser/wire'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { RequestUnsupportedError } from '../errors.ts'
import { testAddress as address, mail, makeRequest, makeSession } from './fixtures.ts'
import { readPeer } from './peer.ts'
import { blockReason, checkSignIn, readSignRequest, type SignInCheck } from './signRequest.ts'

const toHex = (text: string) => `0x${bytesToHex(utf8ToBytes(text))}`

function read(params: unknown, more: Partial<SessionRequest> = {}, session: Session = makeSession()) {
  return readSignRequest(makeRequest({ params, ...more }), session, [address])
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

test('readSignRequest: bytes that are no UTF-8 have no text', () => {
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

const peer = readPeer(makeSession().peer.metadata)

function signIn(change: { domain?: string; address?: string } = {}): string {
  return formatSiweMessage({
    domain: 'app.example',
    address,
    statement: 'Link this wallet to the account visitor-1 on app.example. This costs nothing and moves no funds.',
    uri: 'https://app.example',
    chainId: '1',
    nonce: 'abcdefgh12345678',
    issuedAt: '2026-11-21T07:00:00.000Z',
    expirationTime: undefined,
    notBefore: undefined,
    requestId: undefined,
    resources: undefined,
    ...change,
  })
}

test.each(['app.example', 'APP.example', 'app.example:443', 'https://app.example'])(
  'checkSignIn: takes the domain %s for https://app.example',
  (domain) => expect(checkSignIn(signIn({ domain }), peer, address)).toEqual({ status: 'matching', domain }),
)

// Every text whose domain is not the app's own address is refused.
test.each([
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
])('T-33: checkSignIn refuses the domain %s for https://app.example', (domain) => {
  const check = checkSignIn(signIn({ domain }), peer, address)
  expect(check).toEqual({ status: 'domain_mismatch', domain })
  expect(blockReason(check)?.code).toBe(4100)
})

test('checkSignIn: an app without an address has no domain that matches', () => {
  const nowhere = readPeer({ name: 'x', description: '', url: 'data:text/html,x', icons: [] })
  expect(checkSignIn(signIn(), nowhere, address).status).toBe('domain_mismatch')
})

test('checkSignIn: refuses a text for another account', () => {
  const other = `0x${'11'.repeat(20)}`
  expect(checkSignIn(signIn({ address: other }), peer, address)).toEqual({
    status: 'address_mismatch',
    textAddress: other,
  })
})

test.each([
  ['a missing line', signIn().replace('Version: 1\n', '')],
  ['a line too many', `${signIn()}\nAlso: this`],
  ['Windows line ends', signIn().replaceAll('\n', '\r\n')],
  ['words before it', `Hello!\n${signIn()}`],
  ['an invisible character', signIn().replace('sign in', 'sign\u200b in')],
  ['another chain’s wording', signIn().replace('Ethereum', 'Solana')],
  ['fillers that show nothing', signIn().replace('wants you to', 'wants y\u3164ou\u2800 to')],
  ['full-width letters', signIn().replace('wants you to sign in with your', 'ｗants you to sign in with your')],
])('checkSignIn: refuses a text that resembles a sign-in but has %s', (_name, text) => {
  expect(checkSignIn(text, peer, address).status).toBe('malformed')
})

test('blockReason: only a text that is no sign-in, or a matching one, may be signed', () => {
  const checks: SignInCheck[] = [
    { status: 'none' },
    { status: 'matching', domain: 'a' },
    { status: 'domain_mismatch', domain: 'a' },
    { status: 'address_mismatch', textAddress: '0x' },
    { status: 'malformed' },
  ]
  expect(checks.map((check) => blockReason(check)?.code)).toEqual([undefined, undefined, 4100, 4100, -32602])
  expect(checkSignIn('I like trains', peer, address)).toEqual({ status: 'none' })
})

function readData(data: unknown, more: Partial<SessionRequest> = {}, methods = ['eth_signTypedData_v4']) {
  const eip155 = { ...makeSession().namespaces.eip155, accounts: [`eip155:1:${address}`] as const, methods, events: [] }
  const request = makeRequest({ method: 'eth_signTypedData_v4', params: [address, data], ...more })
  return readSignRequest(request, makeSession({ namespaces: { eip155 } }), [address])
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

test('readSignRequest: typed data is shown as its values, and its hash is what is signed', () => {
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

test('readSignRequest: typed data for another chain, in another form, or without the right to ask is refused', () => {
  expect(dataReason({ ...mail, domain: { ...mail.domain, chainId: 137 } })).toBe(4100)
  expect(dataReason({ ...mail, primaryType: 'Nothing' })).toBe(-32602)
  expect(dataReason('hello')).toBe(-32602)
  expect(dataReason(mail, {}, ['personal_sign'])).toBe(3001)
  expect(dataReason(mail, { params: [`0x${'11'.repeat(20)}`, mail] })).toBe(4100)
  expect(dataReason(mail, { params: [address] })).toBe(-32602)
  expect(dataReason(mail)).toBeUndefined()
})

test('readSignRequest: the account asked for signs, of those the app sees', () => {
  const other = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const ask = (signer: string) =>
    readSignRequest(makeRequest({ params: ['0x61', signer] }), makeSession(), [other, address]).address
  expect(ask(address)).toBe(address)
  expect(() => ask(other)).toThrow(RequestUnsupportedError)
})
