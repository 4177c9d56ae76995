import { expect, test } from 'vitest'
import { loadSigning } from './loadSigning.ts'

// rango-exchange/rango-client#845, MetaMask/accounts#248, paulmillr/micro-sol-signer#12: the same 64 bytes in three spellings.
const solana = {
  message: 'Harbour master, this is a field case. 1',
  address: '8sbwsw9cnbGTy8L4CN8guhQ4fU3T8D4Qiq71f72ECbKe',
  base58: '48974CEUJTkeS2LsqNLkWKNLvFS1MHVaXJafRPeF7zoFyGLVmWWTKTXU317nd21Vkq7ohAmXyGXhUj2GzZ9zz4p3',
  base64: 'nDVBVRoeRbQiwAb3b15PjZqGeg4UIl17hTsDBLoN/jScmZiXS1f1uZIq0s7RM5Wa17drkuvnPN1ofjN6663iDA==',
}
const bytes = [...Buffer.from(solana.base64, 'base64')]
const hex = Buffer.from(bytes).toString('hex')

async function readSolana(answer: unknown): Promise<string> {
  return (await loadSigning('solana'))(solana.message, solana.address).readSignature(answer)
}

test('F20a forwards a Solana signature in bare base58 unchanged', async () => {
  expect(await readSolana(solana.base58)).toBe(solana.base58)
})

test('F20b forwards a Solana signature in base64 as base58', async () => {
  expect(await readSolana({ signature: solana.base64 })).toBe(solana.base58)
})

test('F20c forwards a Solana signature in a list of bytes as base58', async () => {
  expect(await readSolana({ signature: bytes })).toBe(solana.base58)
})

/** Returns the ways in which an answer can be wrapped. */
function wrap(value: unknown): readonly (readonly [string, unknown])[] {
  return [
    ['bare', value],
    ['signature', { signature: value, publicKey: 'x' }],
    ['sig', { sig: value }],
    ['result', { result: value }],
    ['result.signature', { id: 1, jsonrpc: '2.0', result: { signature: value } }],
    ['data.signature', { data: { signature: value } }],
    ['signature.signature', { signature: { signature: value } }],
    ['a list of one', [{ signature: value, signedMessage: [1, 2] }]],
    ['signatures', { signatures: [value] }],
    ['null beside', { result: null, signature: value }],
  ]
}

const spellings = (of: readonly number[]): readonly (readonly [string, unknown])[] => {
  const buffer = Buffer.from(of)
  return [
    ['hex', buffer.toString('hex')],
    ['hex with 0x', `0x${buffer.toString('hex')}`],
    ['hex in capitals', `0X${buffer.toString('hex').toUpperCase()}`],
    ['base64', buffer.toString('base64')],
    ['base64 without padding', buffer.toString('base64').replace(/=+$/, '')],
    ['base64url', buffer.toString('base64url')],
    ['base64 before a line break', `${buffer.toString('base64')}\n`],
    ['base64 in lines of 76', `${(buffer.toString('base64').match(/.{1,76}/g) ?? []).join('\n')}\n`],
    ['base64 in lines of 64, with CR', (buffer.toString('base64').match(/.{1,64}/g) ?? []).join('\r\n')],
    ['a list of bytes', of],
    ['a list of signed bytes', of.map((byte) => (byte > 127 ? byte - 256 : byte))],
    ['a typed array', Uint8Array.from(of)],
    ['a buffer', Uint8Array.from(of).buffer],
    ['a typed array as JSON', { ...of }],
    ['a Buffer as JSON', { type: 'Buffer', data: of }],
    ['a typed array as text', String(of)],
    ['a list of bytes as text', JSON.stringify(of)],
    ['an object as text', JSON.stringify({ signature: buffer.toString('base64') })],
  ]
}

test.each(spellings(bytes))('F20 a Solana signature in %s, in any wrapper, becomes base58', async (_, value) => {
  for (const [name, answer] of wrap(value)) expect([name, await readSolana(answer)]).toEqual([name, solana.base58])
})

test('F20 reads a Solana signature with leading zeros in every encoding', async () => {
  const zeros = [...new Array(9).fill(0), ...bytes.slice(9)]
  const expected = await readSolana(zeros)
  expect(expected).toMatch(/^1{9}[^1]/)
  for (const [, answer] of spellings(zeros)) expect(await readSolana(answer)).toBe(expected)
  expect(await readSolana(expected)).toBe(expected)
})

// A BIP-322 witness of P2WPKH, and a signature by a key with v 27.
const witness = [2, 0x48, 0x30, ...new Array(71).fill(7), 0x21, 2, ...new Array(32).fill(9)]
const bitcoinAddress = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
const keyed = [...new Array(64).fill(17), 27]
const personal = `0x${'11'.repeat(64)}1b`

test.each(spellings(witness))('F20 a Bitcoin signature in %s, in any wrapper, becomes base64', async (_, value) => {
  const { readSignature } = (await loadSigning('bip122'))('x', bitcoinAddress)
  const expected = Buffer.from(witness).toString('base64')
  for (const [name, answer] of wrap(value)) expect([name, await readSignature(answer)]).toEqual([name, expected])
})

async function readPersonal(answer: unknown): Promise<string> {
  return (await loadSigning('eip155'))('x', `0x${'22'.repeat(20)}`).readSignature(answer)
}

test.each(spellings(keyed))('F20 an Ethereum signature in %s, in any wrapper, becomes hex', async (_, value) => {
  for (const [name, answer] of wrap(value)) expect([name, await readPersonal(answer)]).toEqual([name, personal])
})

test.each([
  ['v 0', `0x${'11'.repeat(64)}00`, personal],
  ['v 1', `0x${'11'.repeat(64)}01`, `0x${'11'.repeat(64)}1c`],
  ['v 1 without 0x', `${'11'.repeat(64)}01`, `0x${'11'.repeat(64)}1c`],
  ['r, s and v', { r: `0x${'11'.repeat(32)}`, s: `0x${'11'.repeat(32)}`, v: 27 }, personal],
  ['r, s and v as texts', { r: '11'.repeat(32), s: `0x${'11'.repeat(32)}`, v: '0x1b' }, personal],
  [
    'r, s and yParity',
    { signature: { r: `0x${'11'.repeat(32)}`, s: `0x${'11'.repeat(32)}`, yParity: '0x0' } },
    personal,
  ],
  [
    'r that lost its zeros',
    { r: '0x1', s: `0x${'11'.repeat(32)}`, v: '28' },
    `0x${'1'.padStart(64, '0')}${'11'.repeat(32)}1c`,
  ],
  ['r, s, v and the whole', { r: '0x1', s: '0x2', v: 27, serialized: personal }, personal],
  ['EIP-2098', `0x${'11'.repeat(64)}`, `0x${'11'.repeat(64)}`],
  ['capitals', `0x${'AB'.repeat(65)}`, `0x${'ab'.repeat(65)}`],
  [
    'a contract’s, of an approved hash',
    `0x${'00'.repeat(12)}${'22'.repeat(52)}01`,
    `0x${'00'.repeat(12)}${'22'.repeat(52)}01`,
  ],
  ['a contract’s, long', `0x${'ab'.repeat(700)}`, `0x${'ab'.repeat(700)}`],
  // The link API reads 16 KiB. A Coinbase account reaches 10 kB after its third change of owners.
  ['a contract’s, of 16 KiB', `0x${'ab'.repeat(16_384)}`, `0x${'ab'.repeat(16_384)}`],
  ['a contract’s, of 16 KiB, as bytes', new Uint8Array(16_384).fill(0xab), `0x${'ab'.repeat(16_384)}`],
])('F20 forwards an Ethereum signature with %s in the usual encoding', async (_, answer, expected) => {
  expect(await readPersonal(answer)).toBe(expected)
})

test.each([
  ['an object as r', { r: Object.create(null), s: '0x1', v: 27 }],
  [
    'a text that throws',
    {
      r: {
        toString() {
          throw new Error('secret')
        },
      },
      s: '0x1',
      v: 27,
    },
  ],
  ['a number as r', { r: 10, s: '0x1', v: 27 }],
  ['v as a power', { r: '0x1', s: '0x1', v: '1e2' }],
  ['bytes of two kinds', [...new Array(63).fill(200), -1, 27]],
])('T-23 %s is no part of a signature', async (_, answer) => {
  await expect(readPersonal(answer)).rejects.toMatchObject({ code: 'signature_malformed' })
})

test.each([['0x'], ['0X'], [{ signature: '0x' }], [{ result: '0x' }], [{ result: { signature: '0x' } }]])(
  'F18a forwards the answer %j as 0x to the link API, which asks the contract',
  async (answer) => {
    expect(await readPersonal(answer)).toBe('0x')
  },
)

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['no text', ''],
  ['true', true],
  ['a number', 7],
  ['an empty object', {}],
  ['an empty list', []],
  ['a key', { publicKey: hex }],
  ['an error', { error: { code: 4001, data: null } }],
  ['63 bytes', bytes.slice(1)],
  ['65 bytes', [...bytes, 1]],
  ['bytes with a gap', { ...bytes, 3: undefined }],
  ['bytes beyond 255', bytes.map((byte) => byte + 200)],
  ['bytes with parts', bytes.map((byte) => byte + 0.5)],
  ['two signatures', [{ signature: solana.base58 }, { signature: solana.base58 }]],
  ['words', 'I have signed this'],
  ['malformed JSON', `{"signature":${solana.base58}`],
  ['a text without end', '1'.repeat(1_000_000)],
  ['an object without end', JSON.parse(`${'{"result":'.repeat(2_000)}1${'}'.repeat(2_000)}`)],
  [
    'an object that throws on reading',
    new Proxy(
      {},
      {
        get() {
          throw new Error('no')
        },
        ownKeys() {
          throw new Error('no')
        },
      },
    ),
  ],
])('F20 a Solana wallet that answers %s has not signed', async (_, answer) => {
  await expect(readSolana(answer)).rejects.toMatchObject({ code: 'signature_malformed' })
})
