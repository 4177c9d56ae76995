import { readFileSync } from 'node:fs'
import { isNight } from '@hawser/test-kit/night'
import type { AccountId } from '@hawser/wire'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProofInvalidError, UnsupportedAccountError } from '../errors.ts'
import { isEd25519Signature, parseSolanaAccount, verifySolanaProof } from './solana.ts'
import { createSolanaWallet } from './testWallets.fixture.ts'

type Vector = { readonly address: string; readonly message: string; readonly signature: string }
const vectors: readonly Vector[] = JSON.parse(
  readFileSync(new URL('../../../../test/vectors/field/signatures.json', import.meta.url), 'utf8'),
).solana
const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const wallet = createSolanaWallet(1)

/** The points of small order in their canonical encodings, and the two others of y = p + 0 and p + 1. */
const smallOrder = [
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '0000000000000000000000000000000000000000000000000000000000000080',
  '0000000000000000000000000000000000000000000000000000000000000000',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]

describe('parseSolanaAccount', () => {
  test('an address has one form', () => {
    expect(parseSolanaAccount(wallet.accountId)).toEqual({
      namespace: 'solana',
      accountId: wallet.accountId,
      chainId,
      reference: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      address: wallet.address,
      canonicalAddress: wallet.address,
    })
  })

  test('F21c the old name of the chain gives the same account under the new name', () => {
    const old = createSolanaWallet(1, '4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ')
    expect(parseSolanaAccount(old.accountId)).toEqual(parseSolanaAccount(wallet.accountId))
  })

  const offCurve = new Uint8Array(32).fill(2)
  test.each<[string, AccountId]>([
    ['an address off the curve, as programs have', `${chainId}:${base58.encode(offCurve)}`],
    ['another namespace', `eip155:1:${wallet.address}`],
    ['a short reference', `solana:mainnet:${wallet.address}`],
    ['31 bytes', `${chainId}:${base58.encode(new Uint8Array(31).fill(7))}`],
    ['a letter changed to one base58 has not', `${chainId}:0${wallet.address.slice(1)}`],
    ['an address of Ethereum', `${chainId}:0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946`],
  ])('refuses %s', (_, accountId) => {
    expect(() => parseSolanaAccount(accountId)).toThrow(UnsupportedAccountError)
  })

  test('refuses keys of small order, and keys with a part of small order', () => {
    for (const point of smallOrder)
      expect(() => parseSolanaAccount(`${chainId}:${base58.encode(hexToBytes(point))}`)).toThrow(
        UnsupportedAccountError,
      )
    const torsion = ed25519.Point.fromHex(smallOrder[4] ?? '')
    const mixed = ed25519.Point.BASE.multiply(5n).add(torsion).toBytes()
    expect(() => parseSolanaAccount(`${chainId}:${base58.encode(mixed)}`)).toThrow(UnsupportedAccountError)
  })
})

describe('verifySolanaProof', () => {
  const account = parseSolanaAccount(wallet.accountId)
  const message = 'one\ntwo é 😀'
  const signature = wallet.sign(message)
  const bytes = base58.decode(signature)
  const check = (other: string, text = message) => verifySolanaProof({ message: text, account, signature: other })

  test('returns the account that signed', () => {
    expect(check(signature)).toEqual({
      accountId: wallet.accountId,
      namespace: 'solana',
      chainId,
      canonicalAddress: wallet.address,
      method: 'ed25519',
      block: undefined,
      evidence: undefined,
    })
  })

  /** s + L: the same signature to verifiers that do not check s (RFC 8032 §8.4). */
  const withLargeS = () => {
    const order = ed25519.Point.Fn.ORDER
    const s = bytes.slice(32).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n) + order
    return concatBytes(bytes.slice(0, 32), hexToBytes(s.toString(16).padStart(64, '0')).toReversed())
  }

  test.each([
    ['by another key', createSolanaWallet(2).sign(message)],
    ['over another text', wallet.sign(`${message} `)],
    ['with s + L (T-45)', base58.encode(withLargeS())],
    ['of 63 bytes', base58.encode(bytes.slice(0, 63))],
    ['of 65 bytes', base58.encode(concatBytes(bytes, Uint8Array.of(0)))],
    ['with a zero before', `1${signature}`],
    ['of zeros', base58.encode(new Uint8Array(64))],
    ['of 63 bytes in hex', bytesToHex(bytes.slice(0, 63))],
    ['of 65 bytes in base64', Buffer.from(concatBytes(bytes, Uint8Array.of(0))).toString('base64')],
    ['with a space within', `${signature.slice(0, 9)} ${signature.slice(9)}`],
    ['of nothing', ''],
  ])('refuses a signature %s', (_, other) => {
    expect(() => check(other)).toThrow(ProofInvalidError)
  })

  test.each([
    ['base58', signature],
    ['base64', Buffer.from(bytes).toString('base64')],
    ['base64 without padding', Buffer.from(bytes).toString('base64').replace('==', '')],
    ['base64url', Buffer.from(bytes).toString('base64url')],
    ['base64 in lines', Buffer.from(bytes).toString('base64').replace(/.{76}/, '$&\r\n')],
    ['hex', bytesToHex(bytes)],
    ['hex with 0x', `0x${bytesToHex(bytes)}`],
    ['hex in capitals', bytesToHex(bytes).toUpperCase()],
    ['base58 with a line end', `${signature}\n`],
  ])('accepts the same 64 bytes in %s', (_, spelling) => {
    expect(check(spelling)).toMatchObject({ method: 'ed25519', accountId: wallet.accountId })
  })

  test.each([
    ['F17a the header of hardware wallets: version, format, length', 0],
    ['F17b the published header: application domain, format, signers, length', 1],
  ])('%s', (_, index) => {
    const vector = vectors[index]
    if (vector === undefined) return expect.unreachable()
    const signer = parseSolanaAccount(`${chainId}:${vector.address}`)
    const proof = { account: signer, signature: vector.signature }
    expect(verifySolanaProof({ ...proof, message: vector.message })).toMatchObject({ method: 'ed25519' })
    expect(() => verifySolanaProof({ ...proof, message: `${vector.message}.` })).toThrow(ProofInvalidError)
  })

  const secretKey = sha256(utf8ToBytes('solana 1'))
  const signBytes = (...parts: readonly Uint8Array[]) => base58.encode(ed25519.sign(concatBytes(...parts), secretKey))
  const domain = concatBytes(Uint8Array.of(0xff), utf8ToBytes('solana offchain'))
  const [own, other] = [ed25519.getPublicKey(secretKey), ed25519.getPublicKey(sha256(utf8ToBytes('other')))]
  const text = utf8ToBytes(message)
  const length = Uint8Array.of(text.length, 0)
  const byte = (...values: readonly number[]) => Uint8Array.from(values)

  test.each([
    ['format 1', signBytes(domain, byte(0, 1), length, text)],
    ['format 2', signBytes(domain, byte(0, 2), length, text)],
    ['format 1 and signers', signBytes(domain, byte(0), new Uint8Array(32), byte(1, 1), own, length, text)],
    ['format 2 and signers', signBytes(domain, byte(0), new Uint8Array(32), byte(2, 1), own, length, text)],
    ['version 1', signBytes(domain, byte(1, 1), own, text)],
  ])('F17 accepts an off-chain message with %s', (_, signed) => {
    expect(check(signed)).toMatchObject({ method: 'ed25519' })
  })

  test.each([
    ['a length that is not the text’s', signBytes(domain, byte(0, 0), byte(text.length + 1, 0), text)],
    ['something behind the text', signBytes(domain, byte(0, 0), length, text, byte(0))],
    ['another signer', signBytes(domain, byte(0), new Uint8Array(32), byte(0, 1), other, length, text)],
    ['a second signer', signBytes(domain, byte(0), new Uint8Array(32), byte(0, 2), own, other, length, text)],
    ['an application', signBytes(domain, byte(0), new Uint8Array(32).fill(1), byte(0, 1), own, length, text)],
    ['a version of the future', signBytes(domain, byte(2, 0), length, text)],
    ['an unknown format', signBytes(domain, byte(0, 3), length, text)],
    ['another domain', signBytes(utf8ToBytes('\u00ffsolana offchain'), byte(0, 0), length, text)],
  ])('F17 refuses an off-chain message with %s', (_, signed) => {
    expect(() => check(signed)).toThrow(ProofInvalidError)
  })

  const plain = 'one\ntwo'
  const plainText = utf8ToBytes(plain)
  const under =
    (...header: readonly Uint8Array[]) =>
    (body: Uint8Array) =>
      signBytes(domain, ...header, byte(body.length & 0xff, body.length >> 8), body)
  const before = (format: number) => under(byte(0, format))
  const published = (format: number) => under(byte(0), new Uint8Array(32), byte(format, 1), own)

  test('F17 accepts plain ASCII with line breaks in format 0, with both headers', () => {
    for (const sign of [before(0), published(0)])
      expect(check(sign(plainText), plain)).toMatchObject({ method: 'ed25519' })
  })

  test.each([
    ['format 0, before', before(0), message],
    ['format 0', published(0), message],
    ['format 0 with a tab', published(0), 'one\ttwo'],
    ['format 1 of 1,233 bytes, before', before(1), 'x'.repeat(1233 - 20)],
    ['format 0 of 1,233 bytes', published(0), 'x'.repeat(1233 - 85)],
    ['format 1 of 1,233 bytes', published(1), 'x'.repeat(1233 - 85)],
  ])('F17 names a header that does not fit the text: %s', (_, sign, signed) => {
    const proof = () => check(sign(utf8ToBytes(signed)), signed)
    expect(proof).toThrow(expect.objectContaining({ code: 'proof_invalid', reason: 'signed_with_wrong_header' }))
    expect(proof).toThrow('header that does not fit')
  })

  test('F17 accepts formats 0 and 1 up to 1,232 bytes, format 2 and version 1 beyond', () => {
    for (const [sign, size] of [
      [before(0), 1232 - 20],
      [published(1), 1232 - 85],
      [published(2), 3000],
    ] as const)
      expect(check(sign(utf8ToBytes('x'.repeat(size))), 'x'.repeat(size))).toMatchObject({ method: 'ed25519' })
    expect(check(signBytes(domain, byte(1, 1), own, utf8ToBytes('x'.repeat(3000))), 'x'.repeat(3000))).toBeDefined()
  })

  /** A memo transaction with the text, which some wallets sign in place of a message. It is never sent, and proves nothing. */
  const memo = (version: readonly number[], signer = own) => {
    const program = base58.decode('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
    const body = [
      byte(...version, 1, 0, 1, 2),
      signer,
      program,
      new Uint8Array(32),
      byte(1, 1, 1, 0, text.length),
      text,
    ]
    const bytes = concatBytes(...body, ...(version.length > 0 ? [byte(0)] : []))
    return concatBytes(byte(1), ed25519.sign(bytes, secretKey), bytes)
  }
  test.each([
    ['base64', Buffer.from(memo([])).toString('base64')],
    ['base64url', Buffer.from(memo([])).toString('base64url')],
    ['base58', base58.encode(memo([]))],
    ['hex', bytesToHex(memo([]))],
    ['base64, of version 0', Buffer.from(memo([0x80])).toString('base64')],
    ['base58, of version 0', base58.encode(memo([0x80]))],
  ])('a signed transaction in %s is named, and proves nothing', (_, given) => {
    expect(() => check(given)).toThrow(expect.objectContaining({ code: 'proof_invalid', reason: 'signed_transaction' }))
  })

  test('its signature alone, one of another account, and other long bytes are not named', () => {
    const reasonOf = (given: string) => {
      try {
        return check(given)
      } catch (error) {
        return error instanceof ProofInvalidError ? error.reason : error
      }
    }
    expect(reasonOf(base58.encode(memo([]).slice(1, 65)))).toBe('other_account_or_text')
    for (const bytes of [
      memo([], other),
      memo([]).slice(0, 80),
      new Uint8Array(200).fill(1),
      new Uint8Array(5000).fill(1),
    ])
      expect(reasonOf(Buffer.from(bytes).toString('base64'))).toBe('signature_length')
  })

  test.each([
    ['the text in base58, as it was asked for', signBytes(utf8ToBytes(base58.encode(text))), 'signed_encoded_text'],
    ['the text in hex', signBytes(utf8ToBytes(bytesToHex(text))), 'signed_encoded_text'],
    ['the text in base64', signBytes(utf8ToBytes(Buffer.from(text).toString('base64'))), 'signed_encoded_text'],
    ['the text with a line break more', signBytes(text, byte(10)), 'signed_altered_text'],
    ['a hash of the text', signBytes(sha256(text)), 'signed_hash_of_text'],
    ['another text', signBytes(utf8ToBytes('Hello')), 'other_account_or_text'],
    ['bytes too few', base58.encode(bytes.slice(0, 63)), 'signature_length'],
  ])('names the mistake: %s', (_, signed, reason) => {
    try {
      check(signed)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({ code: 'proof_invalid', reason })
    }
  })

  test('refuses a signature whose R is of small order, or has a part of it', () => {
    for (const point of smallOrder)
      expect(() => check(base58.encode(concatBytes(hexToBytes(point), bytes.slice(32))))).toThrow(ProofInvalidError)
    // A signature that the equation with cofactor accepts: R = 0, and s = k × secret.
    const { Fn } = ed25519.Point
    const [r, publicKey] = [hexToBytes(smallOrder[0] ?? ''), base58.decode(wallet.address)]
    const hash = sha512(concatBytes(r, publicKey, utf8ToBytes(message)))
    const k = Fn.create(hash.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n))
    const { scalar } = ed25519.utils.getExtendedPublicKey(sha256(utf8ToBytes('solana 1')))
    const forged = concatBytes(r, Fn.toBytes(Fn.mul(k, scalar)))
    expect(ed25519.verify(forged, utf8ToBytes(message), publicKey)).toBe(true)
    expect(() => check(base58.encode(forged))).toThrow(ProofInvalidError)
  })

  test('one bit turned anywhere in the signature or the text is refused', () => {
    fc.assert(
      fc.property(fc.nat({ max: 64 * 8 - 1 }), (bit) => {
        const turned = bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
        expect(() => check(base58.encode(turned))).toThrow(ProofInvalidError)
      }),
      { numRuns: isNight ? 512 : 20 },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        fc.pre(text !== message)
        expect(() => check(signature, text)).toThrow(ProofInvalidError)
      }),
      { numRuns: isNight ? 100 : 5 },
    )
  })
})

describe('Wycheproof: ed25519', () => {
  type Test = { tcId: number; comment: string; msg: string; sig: string; result: 'valid' | 'invalid' }
  const url = new URL('../../../../test/vectors/wycheproof/ed25519_test.json', import.meta.url)
  const { testGroups }: { testGroups: { publicKey: { pk: string }; tests: Test[] }[] } = JSON.parse(
    readFileSync(url, 'utf8'),
  )

  test('judges every case as Wycheproof does', () => {
    const count = { valid: 0, invalid: 0 }
    for (const { publicKey, tests } of testGroups) {
      for (const { tcId, comment, msg, sig, result } of tests) {
        const request = { publicKey: hexToBytes(publicKey.pk), message: hexToBytes(msg), signature: hexToBytes(sig) }
        expect(isEd25519Signature(request), `${tcId} ${comment}`).toBe(result === 'valid')
        count[result] += 1
      }
    }
    expect(count).toEqual({ valid: 88, invalid: 63 })
  })
})
