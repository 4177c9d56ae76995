import { readFileSync } from 'node:fs'
import { isNight } from '@hawser/test-kit/night'
import type { AccountId } from '@hawser/wire'
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProofInvalidError, UnsupportedAccountError, UnsupportedSignatureError } from '../errors.ts'
import { bitcoinReference, parseBip122Account } from './bip122.ts'
import { verifyBip122Proof } from './bip122Proof.ts'
import { hashBip322Message, hashForP2tr, hashForP2wpkh, hashToSign, hashToSpend } from './bip122Transactions.ts'
import { createBitcoinWallet } from './testWallets.fixture.ts'

// Vectors of the BIP; source and licence in test/vectors/bip322/README.md.
type Vector = { description: string; message: string; address: string; signature: string }
const vectors: {
  transactions: Record<'message' | 'address' | 'message_hash' | 'to_spend_tx_hash' | 'to_sign_tx_hash', string>[]
  simple: { message: string; address: string; bip322_signatures: string[] }[]
  unsupported: Vector[]
  unsupported_addresses: string[]
  error: Vector[]
} = JSON.parse(readFileSync(new URL('../../../../test/vectors/bip322/bip322-vectors.json', import.meta.url), 'utf8'))

const accountOf = (address: string) => parseBip122Account(`bip122:${bitcoinReference}:${address}`)
const verify = ({ message, address, signature }: Omit<Vector, 'description'>) =>
  verifyBip122Proof({ message, account: accountOf(address), signature })
/** Ids are displayed from the last byte to the first. */
const idOf = (hash: Uint8Array) => bytesToHex(hash.toReversed())

describe('vectors of BIP-322', () => {
  test.each(vectors.transactions)('the transactions for "$message"', (vector) => {
    const { message } = vector
    const account = accountOf(vector.address)
    expect(bytesToHex(hashBip322Message(message))).toBe(vector.message_hash)
    expect(idOf(hashToSpend(message, account))).toBe(vector.to_spend_tx_hash)
    expect(idOf(hashToSign(message, account))).toBe(vector.to_sign_tx_hash)
  })

  test.each(vectors.simple)('takes the signatures of "$message" by $address', ({ message, address, ...rest }) => {
    expect(rest.bip322_signatures.length).toBeGreaterThan(0)
    for (const signature of rest.bip322_signatures) {
      const bare = signature.replace(/^smp/, '')
      for (const written of [bare, `smp${bare}`])
        expect(verify({ message, address, signature: written })).toEqual({
          accountId: `bip122:${bitcoinReference}:${address}`,
          namespace: 'bip122',
          chainId: `bip122:${bitcoinReference}`,
          canonicalAddress: address,
          method: 'bip322',
          block: undefined,
          evidence: undefined,
        })
    }
  })

  test.each(vectors.error)('refuses: $description', (vector) => {
    expect(() => verify(vector)).toThrow(ProofInvalidError)
  })

  test.each(vectors.unsupported)('names a whole transaction in its refusal: $description', (vector) => {
    expect(() => verify(vector)).toThrow(UnsupportedSignatureError)
    expect(() => verify({ ...vector, signature: `ful${vector.signature}` })).toThrow(UnsupportedSignatureError)
    expect(() => verify({ ...vector, signature: `pof${vector.signature}` })).toThrow(UnsupportedSignatureError)
  })

  test.each(vectors.unsupported_addresses)('refuses the address of a script, or from before SegWit: %s', (address) => {
    expect(() => accountOf(address)).toThrow(UnsupportedAccountError)
  })
})

describe('parseBip122Account', () => {
  const { address } = createBitcoinWallet(1, 'p2wpkh')

  test('upper case, as in codes, is the same account', () => {
    expect(accountOf(address.toUpperCase())).toEqual(accountOf(address))
    expect(accountOf(address.toUpperCase()).accountId).toBe(`bip122:${bitcoinReference}:${address}`)
  })

  test.each<AccountId>([
    `bip122:12a765e31ffd4059bada1e25190f6e98:${address}`,
    `bip122:000000000933ea01ad0ee984209779ba:${address}`,
    `eip155:1:${address}`,
    `bip122:${bitcoinReference}:${address.slice(0, -1)}`,
  ])('refuses %s', (accountId) => {
    expect(() => parseBip122Account(accountId)).toThrow(UnsupportedAccountError)
  })
})

const message = 'app.example wants you to sign in with your Bitcoin account:\nänd so on'
const encode = (...parts: readonly Uint8Array[]) =>
  Buffer.from([parts.length, ...parts.flatMap((part) => [part.length, ...part])]).toString('base64')
const decode = (signature: string) => new Uint8Array(Buffer.from(signature, 'base64'))

describe.each(['p2wpkh', 'p2tr'] as const)('%s', (kind) => {
  const wallet = createBitcoinWallet(1, kind)
  const account = parseBip122Account(wallet.accountId)
  const signature = wallet.sign(message)
  const check = (other: string, text = message) => verifyBip122Proof({ message: text, account, signature: other })

  test('accepts a key’s signature', () => {
    expect(check(signature).canonicalAddress).toBe(wallet.address)
  })

  test.each<[string, (usual: string) => string]>([
    ['in hex', (usual) => bytesToHex(decode(usual))],
    ['in hex with 0x', (usual) => `0x${bytesToHex(decode(usual))}`],
    ['in hex in capitals', (usual) => bytesToHex(decode(usual)).toUpperCase()],
    ['without its padding', (usual) => usual.replace(/=+$/, '')],
    ['in the URL alphabet', (usual) => usual.replaceAll('+', '-').replaceAll('/', '_')],
    ['with a line end', (usual) => `${usual}\n`],
    ['after the mark of BIP-322 "simple"', (usual) => `smp${usual}`],
  ])('accepts the same signature %s', (_, spell) => {
    expect(check(spell(signature)).canonicalAddress).toBe(wallet.address)
  })

  test('says that the wallet signed the hex of the text', () => {
    const hexText = Buffer.from(message).toString('hex')
    expect(() => check(wallet.sign(hexText))).toThrow(expect.objectContaining({ reason: 'signed_encoded_text' }))
  })

  test.each(['\n', '\r\n'])('F20 reads base64 in lines, broken by %j', (lineBreak) => {
    check(`${signature.slice(0, 76)}${lineBreak}${signature.slice(76)}${lineBreak}`)
  })

  test('one bit turned anywhere in the signature or the text is refused', () => {
    const bytes = decode(signature)
    fc.assert(
      fc.property(fc.nat({ max: bytes.length * 8 - 1 }), (bit) => {
        const turned = bytes.map((byte, index) => (index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))
        expect(() => check(Buffer.from(turned).toString('base64'))).toThrow()
      }),
      { numRuns: isNight ? 500 : 20 },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        fc.pre(text !== message)
        expect(() => check(signature, text)).toThrow(ProofInvalidError)
      }),
      { numRuns: isNight ? 100 : 5 },
    )
  })

  test.each([
    ['by another key', createBitcoinWallet(2, kind).sign(message)],
    [
      'by the same key for its other address',
      createBitcoinWallet(1, kind === 'p2tr' ? 'p2wpkh' : 'p2tr').sign(message),
    ],
    ['with a part too many', encode(...splitOf(signature), new Uint8Array(1))],
    ['with an empty part', encode(...splitOf(signature), new Uint8Array(0))],
    ['with an annex', encode(...splitOf(signature), Uint8Array.of(0x50))],
    ['with a byte behind', Buffer.from([...decode(signature), 0]).toString('base64')],
    ['with a byte less', Buffer.from(decode(signature).slice(0, -1)).toString('base64')],
    [
      'with its number of parts in three bytes',
      Buffer.from([0xfd, decode(signature)[0] ?? 0, 0, ...decode(signature).slice(1)]).toString('base64'),
    ],
    ['without a part', 'AA=='],
    ['of zeros', encode(...splitOf(signature).map((part) => new Uint8Array(part.length)))],
    ['in hex with a byte less', bytesToHex(decode(signature)).slice(0, -2)],
    ['with a letter less', signature.replace(/=+$/, '').slice(0, -1)],
    ['with a space within', `${signature.slice(0, 20)} ${signature.slice(20)}`],
    ['with two prefixes', `smpsmp${signature}`],
    ['with a prefix in capitals', `SMP${signature}`],
  ])('refuses a signature %s', (_, other) => {
    expect(() => check(other)).toThrow(ProofInvalidError)
  })

  test('names a signature from before BIP-322 in its refusal', () => {
    for (let header = 27; header <= 42; header += 1) {
      const legacy = Buffer.from([header, ...new Uint8Array(64).fill(7)]).toString('base64')
      expect(() => check(legacy)).toThrow(UnsupportedSignatureError)
    }
  })

  test('a refusal repeats nothing of the request', () => {
    for (const other of [createBitcoinWallet(2, kind).sign(message), encode(new Uint8Array(70)), 'nonsense']) {
      try {
        check(other)
        expect.unreachable()
      } catch (error) {
        expect(error).toBeInstanceOf(ProofInvalidError)
        expect(String(error)).not.toContain(other.slice(0, 12))
      }
    }
  })
})

function splitOf(signature: string): readonly Uint8Array[] {
  const bytes = decode(signature)
  const parts: Uint8Array[] = []
  for (let at = 1; at < bytes.length; at += 1 + (bytes[at] ?? 0))
    parts.push(bytes.slice(at + 1, at + 1 + (bytes[at] ?? 0)))
  return parts
}

test('names a signature by another address of the wallet: payments or ordinals', () => {
  const [segwit, taproot] = [createBitcoinWallet(1, 'p2wpkh'), createBitcoinWallet(1, 'p2tr')]
  const [second, third] = [createBitcoinWallet(2, 'p2wpkh'), createBitcoinWallet(2, 'p2tr')]
  const errorOf = (asked: typeof segwit, by: typeof segwit, text = message) => {
    try {
      return verifyBip122Proof({ message, account: parseBip122Account(asked.accountId), signature: by.sign(text) })
    } catch (error) {
      return error
    }
  }
  for (const [asked, by, begins] of [
    [taproot, segwit, 'bc1q'],
    [segwit, second, 'bc1q'],
    [segwit, taproot, 'bc1p'],
  ] as const) {
    const error = errorOf(asked, by)
    expect(error).toMatchObject({ code: 'proof_invalid', reason: 'signed_by_other_address' })
    expect(String(error)).toContain(`one that begins with ${begins}`)
  }
  // A Taproot signature does not show its key, nor does a signature over another text show its address.
  for (const error of [
    errorOf(taproot, third),
    errorOf(segwit, second, 'another text'),
    errorOf(taproot, segwit, 'no'),
  ])
    expect(error).toMatchObject({ reason: 'other_account_or_text' })
})

describe('P2WPKH', () => {
  const wallet = createBitcoinWallet(1, 'p2wpkh')
  const account = parseBip122Account(wallet.accountId)
  const check = (signature: string) => verifyBip122Proof({ message, account, signature })
  const publicKey = secp256k1.getPublicKey(wallet.secretKey, true)
  const hash = hashForP2wpkh(message, account.program)
  const sign = () =>
    secp256k1.Signature.fromBytes(secp256k1.sign(hash, wallet.secretKey, { prehash: false }), 'compact')

  test('T-45: the twin with the higher s is refused', () => {
    const { r, s } = sign()
    const twin = new secp256k1.Signature(r, secp256k1.Point.Fn.ORDER - s)
    expect(twin.hasHighS()).toBe(true)
    expect(() => check(encode(Uint8Array.of(...twin.toBytes('der'), 1), publicKey))).toThrow(ProofInvalidError)
    expect(check(encode(Uint8Array.of(...sign().toBytes('der'), 1), publicKey)).method).toBe('bip322')
  })

  test.each([0, 2, 3, 0x81, 0x82, 0x83, 0xff])('the signature hash type %i is refused', (type) => {
    expect(() => check(encode(Uint8Array.of(...sign().toBytes('der'), type), publicKey))).toThrow(ProofInvalidError)
  })

  test('a signature that is not in strict DER is refused', () => {
    const der = sign().toBytes('der')
    const rLength = der[3] ?? 0
    const padded = Uint8Array.of(0x30, der.length - 1, 2, rLength + 1, 0, ...der.slice(4))
    const longForm = Uint8Array.of(0x30, 0x81, der.length - 2, ...der.slice(2))
    const withMore = Uint8Array.of(...der, 0)
    const indefinite = Uint8Array.of(0x30, 0x80, ...der.slice(2), 0, 0)
    for (const bytes of [padded, longForm, withMore, indefinite, sign().toBytes('compact'), der.slice(1)])
      expect(() => check(encode(Uint8Array.of(...bytes, 1), publicKey))).toThrow(ProofInvalidError)
  })

  test('another key that signs for this address is refused', () => {
    const { secretKey } = createBitcoinWallet(2, 'p2wpkh')
    const signature = secp256k1.sign(hash, secretKey, { prehash: false, format: 'der' })
    const other = secp256k1.getPublicKey(secretKey, true)
    for (const shown of [other, publicKey])
      expect(() => check(encode(Uint8Array.of(...signature, 1), shown))).toThrow(ProofInvalidError)
  })

  test('the key uncompressed, or as x alone, is refused', () => {
    const signature = Uint8Array.of(...sign().toBytes('der'), 1)
    for (const other of [secp256k1.getPublicKey(wallet.secretKey, false), publicKey.slice(1)])
      expect(() => check(encode(signature, other))).toThrow(ProofInvalidError)
    expect(() => check(encode(publicKey, signature))).toThrow(ProofInvalidError)
    // Even for the address derived from this key (BIP-143 §restrictions on public key type).
    const long = secp256k1.getPublicKey(wallet.secretKey, false)
    const ofLong = { ...account, program: ripemd160(sha256(long)) }
    const hashOfLong = hashForP2wpkh(message, ofLong.program)
    const der = secp256k1.sign(hashOfLong, wallet.secretKey, { prehash: false, format: 'der' })
    const answer = { message, account: ofLong, signature: encode(Uint8Array.of(...der, 1), long) }
    expect(() => verifyBip122Proof(answer)).toThrow(ProofInvalidError)
  })
})

describe('P2TR', () => {
  const wallet = createBitcoinWallet(1, 'p2tr')
  const account = parseBip122Account(wallet.accountId)
  const check = (signature: string) => verifyBip122Proof({ message, account, signature })
  const sign = (type: 0 | 1) => schnorr.sign(hashForP2tr(message, account.program, type), wallet.outputKey)

  test('both signature hash types are accepted, each in its own form', () => {
    expect(check(encode(sign(0))).method).toBe('bip322')
    expect(check(encode(concatBytes(sign(1), Uint8Array.of(1)))).method).toBe('bip322')
    // A named SIGHASH_DEFAULT, an unnamed SIGHASH_ALL, one passed off as the other, and all other types.
    for (const other of [concatBytes(sign(0), Uint8Array.of(0)), sign(1), concatBytes(sign(0), Uint8Array.of(1))])
      expect(() => check(encode(other))).toThrow(ProofInvalidError)
    for (const type of [2, 3, 0x81, 0x82, 0x83, 0xff])
      expect(() => check(encode(concatBytes(sign(1), Uint8Array.of(type))))).toThrow(ProofInvalidError)
  })

  test('a script path is refused: a script could let anyone sign', () => {
    const controlBlock = concatBytes(Uint8Array.of(0xc0), account.program)
    for (const parts of [
      [Uint8Array.of(0x51), controlBlock],
      [sign(0), Uint8Array.of(0x51), controlBlock],
    ])
      expect(() => check(encode(...parts))).toThrow(ProofInvalidError)
  })

  test('the untweaked key does not sign for its output key', () => {
    const signature = schnorr.sign(hashForP2tr(message, account.program, 0), wallet.secretKey)
    expect(() => check(encode(signature))).toThrow(ProofInvalidError)
  })
})
