import { isNight, runs, volume } from '@hawser/test-kit/night'
import { BaseError, decodeBitcoinSignature, decodeSolanaSignature, parseProof } from '@hawser/wire'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SignatureMalformedError } from '../errors.ts'
import { loadSigning } from './loadSigning.ts'

const challengeId = 'a'.repeat(22)
const text = 'app.example wants you to sign in\n\nGrüße, 世界 🚢'
const addresses = {
  eip155: '0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946',
  solana: 'GwAF45zjfyGzUbd3i3hXxzGeuchzEZXwpRYHZM5912F1',
  bip122: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
} as const
type Namespace = keyof typeof addresses
const namespaces: readonly Namespace[] = ['eip155', 'solana', 'bip122']

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Decodes a text in base58 that does not begin with zeros, straight from the definition. */
function decodeBase58(text: string): Uint8Array {
  const number = [...text].reduce((sum, letter) => sum * 58n + BigInt(alphabet.indexOf(letter)), 0n)
  const hex = number.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}

async function signingOf(namespace: Namespace) {
  return (await loadSigning(namespace))(text, addresses[namespace])
}

/** A P2WPKH witness: a DER signature of 71 bytes with its last byte, and a key of 33 bytes. */
const witness = Buffer.from([2, 0x48, 0x30, ...new Array(71).fill(7), 0x21, 2, ...new Array(32).fill(9)])

test('link: eip155 signs with personal_sign: the text in hex before the address', async () => {
  const { request } = await signingOf('eip155')
  expect(request).toEqual({
    method: 'personal_sign',
    params: [`0x${Buffer.from(text).toString('hex')}`, addresses.eip155],
  })
})

test('link: solana signs with solana_signMessage: the text in base58', async () => {
  const { request } = await signingOf('solana')
  expect(request).toEqual({
    method: 'solana_signMessage',
    params: { message: expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]+$/), pubkey: addresses.solana },
  })
  expect(Buffer.from(decodeBase58(Reflect.get(Object(request.params), 'message'))).toString()).toBe(text)
})

test.each([
  // draft-msporny-base58 §5.
  ['Hello World!', '2NEpo7TZRRrLZSi2U'],
  ['The quick brown fox jumps over the lazy dog.', 'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z'],
  ['', ''],
  ['\u0000é', '1Ftc'],
])('link: the bytes of %j in base58', async (message, expected) => {
  const { request } = (await loadSigning('solana'))(message, addresses.solana)
  expect(request.params).toEqual({ message: expected, pubkey: addresses.solana })
})

test('link: names a transaction in place of a Solana signature', async () => {
  const { readSignature } = await signingOf('solana')
  const bytes = Uint8Array.from({ length: 240 }, (_, index) => index)
  for (const answer of [bytes, { signature: Buffer.from(bytes).toString('base64') }])
    expect(() => readSignature(answer)).toThrow('with more than a signature: a transaction?')
})

test('link: base58 text is a Solana signature exactly if it has 64 bytes', async () => {
  const { readSignature } = await signingOf('solana')
  const digits = fc.string({ unit: fc.constantFrom(...alphabet), minLength: 60, maxLength: 90 })
  const texts = fc.oneof(digits, fc.string({ unit: fc.constantFrom(...alphabet), minLength: 86, maxLength: 88 }))
  let accepted = 0
  fc.assert(
    fc.property(fc.nat(64), texts, (ones, digits) => {
      const signature = ('1'.repeat(ones) + digits.slice(Math.round(ones * 1.36))).slice(0, 90)
      const isOne = decodeSolanaSignature(signature) !== undefined
      if (isOne) accepted += 1
      if (isOne) expect(readSignature({ signature })).toBe(signature)
      else expect(() => readSignature({ signature })).toThrow(SignatureMalformedError)
    }),
    { numRuns: runs(5_000) },
  )
  expect(accepted).toBeGreaterThan(100)
})

test('link: base64 text is a Bitcoin signature exactly if it is complete, padded or not', async () => {
  const { readSignature } = await signingOf('bip122')
  const letters = 'ABCXYZabcxyz0189+/='
  const texts = fc.oneof(
    fc.uint8Array({ minLength: 40, maxLength: 80 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    fc.string({ unit: fc.constantFrom(...letters), minLength: 60, maxLength: 100 }),
    fc
      .string({ unit: fc.constantFrom(...letters.slice(0, -1)), minLength: 62, maxLength: 66 })
      .map((text) => `${text}==`),
  )
  fc.assert(
    fc.property(texts, (signature) => {
      fc.pre(!/^(?:smp|[0-9a-fA-F]+$)/.test(signature))
      const bare = signature.replace(/={1,2}$/, '')
      const padded = bare.padEnd(Math.ceil(bare.length / 4) * 4, '=')
      if (padded.length >= 64 && decodeBitcoinSignature(padded) !== undefined)
        expect(readSignature({ signature })).toBe(padded)
      else expect(() => readSignature({ signature })).toThrow(SignatureMalformedError)
    }),
    { numRuns: runs(5_000) },
  )
})

test('link: bip122 signs with signMessage for BIP-322: the text unchanged', async () => {
  const { request } = await signingOf('bip122')
  expect(request).toEqual({
    method: 'signMessage',
    params: { account: addresses.bip122, address: addresses.bip122, message: text, protocol: 'bip322' },
  })
})

test.each([
  ['hex', witness.toString('hex')],
  ['hex in capitals', witness.toString('hex').toUpperCase()],
  ['base64', witness.toString('base64')],
  ['base64 after smp', `smp${witness.toString('base64')}`],
])('link: a signature of Bitcoin in %s becomes base64', async (_, signature) => {
  const { readSignature } = await signingOf('bip122')
  const answer = { address: addresses.bip122, signature, messageHash: 'ab' }
  expect(readSignature(answer)).toBe(witness.toString('base64'))
})

test('link: a Bitcoin wallet may omit its address or use capitals, but not name another', async () => {
  const { readSignature } = await signingOf('bip122')
  const signature = witness.toString('hex')
  for (const rest of [{}, { address: null }, { address: addresses.bip122.toUpperCase() }])
    expect(readSignature({ ...rest, signature })).toBe(witness.toString('base64'))
  for (const address of ['bc1qku0qh0mc00y8tk0n65x2tqw4trlspak0fnjmfz', '', 7, {}])
    expect(() => readSignature({ address, signature })).toThrow(SignatureMalformedError)
})

test.each<[Namespace, unknown]>([
  ['eip155', 'ab'.repeat(20)],
  ['eip155', `0x${'ab'.repeat(65)}a`],
  ['eip155', { address: addresses.eip155 }],
  ['eip155', { publicKey: `0x${'ab'.repeat(65)}` }],
  ['solana', { signature: '1'.repeat(63) }],
  ['solana', { signature: Buffer.alloc(63).toString('base64') }],
  ['solana', { signature: { type: 'Buffer', data: new Array(64).fill(256) } }],
  ['solana', { publicKey: '1'.repeat(64) }],
  ['solana', [['1'.repeat(64), '1'.repeat(64)]]],
  ['bip122', { signature: witness.toString('hex').slice(1) }],
  ['bip122', { signature: `${Buffer.alloc(66, 0xff).toString('base64')}!` }],
  ['bip122', { signature: '' }],
  ['bip122', { signature: 'ab'.repeat(1_000_000) }],
])('link: %s refuses a malformed signature (%#)', async (namespace, answer) => {
  const { readSignature } = await signingOf(namespace)
  await expect((async () => readSignature(answer))()).rejects.toThrow(SignatureMalformedError)
})

const isOfForm: Readonly<Record<Namespace, (signature: string) => boolean>> = {
  eip155: (signature) => /^0x[0-9a-f]*$/.test(signature),
  solana: (signature) => decodeSolanaSignature(signature) !== undefined,
  bip122: (signature) => decodeBitcoinSignature(signature) !== undefined,
}

const signatureText = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), maxLength: 400 }).map((hex) => `0x${hex}`),
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), maxLength: 400 }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 90 }),
  fc.constantFrom(witness.toString('hex'), witness.toString('base64'), '1'.repeat(64), `0x${'0'.repeat(130)}`),
)
const answers = fc.oneof(
  fc.jsonValue(),
  signatureText,
  fc.record({ signature: signatureText }),
  fc.record(
    {
      signature: fc.oneof(signatureText, fc.jsonValue()),
      address: fc.oneof(fc.constantFrom(...Object.values(addresses)), fc.jsonValue()),
      messageHash: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
)

test.each(namespaces)(
  'fuzz: any answer of a wallet of %s is a well-formed signature or an error with a code',
  async (namespace) => {
    const { readSignature } = await signingOf(namespace)
    let accepted = 0
    await fc.assert(
      fc.asyncProperty(answers, async (answer) => {
        let signature: string
        try {
          signature = await readSignature(answer)
        } catch (error) {
          expect(error).toBeInstanceOf(BaseError)
          expect(error).toMatchObject({ code: 'signature_malformed' })
          return
        }
        accepted += 1
        const proof = { purpose: 'link', challengeId, signature }
        expect(parseProof(proof)).toEqual(proof)
        expect(isOfForm[namespace](signature)).toBe(true)
      }),
      { numRuns: volume(200_000, 1_000) },
    )
    expect(accepted).toBeGreaterThan(0)
  },
  isNight ? 3_600_000 : undefined,
)
