import { readFileSync } from 'node:fs'
import type { AccountId } from '@hawser/wire'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { createTestWallet, formatHighSTwin } from '../createTestHost.fixture.ts'
import { AccountNotDeployedError, ProofInvalidError, SignaturePendingError } from '../errors.ts'
import { createContractClient } from './contractClient.ts'
import { hashPersonalMessage, parseEip155Account } from './eip155.ts'
import { verifyEip155Proof } from './eip155Proof.ts'
import { formatWords, type Said } from './rpcServer.fixture.ts'

type Vector = { id: string; message: string; address: string; signature: string; usualSpelling: string }
const file = new URL('../../../../test/vectors/field/signatures.json', import.meta.url)
const vectors: { eip155: readonly Vector[] } = JSON.parse(readFileSync(file, 'utf8'))
const [zero, one] = vectors.eip155 as [Vector, Vector]
const now = Date.UTC(2026, 10, 21, 12)

/** Returns a reach that gets this answer for every account. Undefined: no chain is configured, and asking one is a mistake. */
function reachThat(said: Said | undefined, asked: { count: number } = { count: 0 }, code = '0x') {
  return createContractClient({
    rpc: said && { 'eip155:1': ['https://rpc.example/'] },
    now: () => now,
    fetch: async (_, init) => {
      asked.count += 1
      if (String(init?.body).includes('eth_getCode')) return Response.json({ jsonrpc: '2.0', id: 1, result: code })
      return Response.json({ jsonrpc: '2.0', id: 1, result: formatWords(said ?? {}, now) })
    },
  })
}

const prove = (
  message: string,
  address: string,
  signature: string,
  reach = reachThat(undefined),
  allowsPrepared = true,
) => {
  const account = parseEip155Account(`eip155:1:${address}` as AccountId)
  return verifyEip155Proof({ message, account, signature, reach, allowsPrepared })
}

const refusalOf = (proving: Promise<unknown>) =>
  proving.then(
    () => expect.unreachable('taken'),
    (error: unknown) => error,
  )

describe('one signature in every encoding of wallets', () => {
  test.each([
    ['F01a a signature with v 0 is proven by the key of the account', zero],
    ['F01b a signature with v 1 is proven by the key of the account', one],
  ])('%s', async (_, { message, address, signature, usualSpelling }) => {
    for (const spelling of [signature, usualSpelling])
      expect(await prove(message, address, spelling)).toMatchObject({ method: 'eip191', evidence: undefined })
  })

  test('F01c a signature with v 0 or 1 is the key’s: no chain is called', async () => {
    const asked = { count: 0 }
    const reach = reachThat({ wasDeployed: false, agrees: false }, asked)
    for (const { message, address, signature } of [zero, one])
      expect(await prove(message, address, signature, reach)).toMatchObject({ method: 'eip191' })
    expect(asked.count).toBe(0)
  })

  // EIP-2098: the top bit of s replaces v.
  const compact = ({ signature }: Vector) => {
    const s = signature.slice(66, 130)
    const top = (Number.parseInt(s.slice(0, 2), 16) | (signature.endsWith('01') ? 0x80 : 0)).toString(16)
    return `${signature.slice(0, 66)}${top.padStart(2, '0')}${s.slice(2)}`
  }
  test.each<[string, (vector: Vector) => string]>([
    ['without 0x', ({ signature }) => signature.slice(2)],
    ['without 0x, v 27 or 28', ({ usualSpelling }) => usualSpelling.slice(2)],
    ['in capitals', ({ signature }) => `0x${signature.slice(2).toUpperCase()}`],
    ['in capitals throughout', ({ signature }) => signature.toUpperCase()],
    ['in capitals without 0x', ({ usualSpelling }) => usualSpelling.slice(2).toUpperCase()],
    ['compact in 64 bytes (EIP-2098)', compact],
    ['compact without 0x', (vector) => compact(vector).slice(2)],
    ['compact in capitals', (vector) => compact(vector).toUpperCase()],
    ['with a line end', ({ signature }) => `${signature}\n`],
  ])('a signature %s is the same one', async (_, spell) => {
    for (const vector of [zero, one])
      expect(await prove(vector.message, vector.address, spell(vector))).toMatchObject({ method: 'eip191' })
  })

  test.each([
    ['the other v', (signature: string) => signature.replace(/0([01])$/, (_, v) => (v === '0' ? '01' : '00'))],
    [
      'the other parity in 64 bytes',
      (signature: string) => {
        const first = (Number.parseInt(signature.slice(66, 68), 16) | (signature.endsWith('00') ? 0x80 : 0)).toString(
          16,
        )
        return `${signature.slice(0, 66)}${first.padStart(2, '0')}${signature.slice(68, 130)}`
      },
    ],
  ])('stays strict in meaning: %s is refused', async (_, turn) => {
    for (const { message, address, signature } of [zero, one])
      expect(await refusalOf(prove(message, address, turn(signature)))).toMatchObject({
        code: 'proof_invalid',
        reason: 'signature_recovery_byte',
      })
  })
})

describe('a refusal names the wallet’s mistake', () => {
  const wallet = createTestWallet(1)
  const secretKey = keccak_256(Uint8Array.of(1))
  const message = `app.example wants you to sign in with your Ethereum account:\n${wallet.address}\n\nHello.\n\nURI: https://app.example/`
  const utf8 = utf8ToBytes(message)
  const hexOf = (bytes: Uint8Array) => `0x${bytesToHex(bytes)}`
  const signHash = (hash: Uint8Array) => {
    const signature = secp256k1.sign(hash, secretKey, { prehash: false, format: 'recovered' })
    return `${hexOf(signature.subarray(1))}${(27 + (signature[0] ?? 0)).toString(16)}`
  }
  const sign = (what: string | Uint8Array) => signHash(hashPersonalMessage(what))
  const usual = sign(message)

  test.each<[string, string, string]>([
    ['eth_sign without its prefix', signHash(keccak_256(utf8)), 'signed_without_prefix'],
    [
      'the prefix of Tron',
      signHash(hashPersonalMessage(message, '\x19TRON Signed Message:\n')),
      'signed_with_other_prefix',
    ],
    [
      'the prefix of Ethereum twice',
      sign(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${utf8.length}`), utf8)),
      'signed_with_other_prefix',
    ],
    ['the hex of the text, signed as text', sign(hexOf(utf8)), 'signed_encoded_text'],
    ['that without 0x', sign(bytesToHex(utf8)), 'signed_encoded_text'],
    ['base64 of the text', sign(Buffer.from(utf8).toString('base64')), 'signed_encoded_text'],
    ['the text as JSON', sign(JSON.stringify(message)), 'signed_encoded_text'],
    ['the hash of the text as bytes', sign(keccak_256(utf8)), 'signed_hash_of_text'],
    ['the hash of the text as hex', sign(hexOf(keccak_256(utf8))), 'signed_hash_of_text'],
    ['the hash of personal_sign, signed once more', sign(hashPersonalMessage(message)), 'signed_hash_of_text'],
    ['line breaks of Windows', sign(message.replaceAll('\n', '\r\n')), 'signed_altered_text'],
    ['a line break at the end', sign(`${message}\n`), 'signed_altered_text'],
    ['no line breaks', sign(message.replaceAll('\n', ' ')), 'signed_altered_text'],
    [
      'the account in lower case',
      sign(message.replace(wallet.address, wallet.address.toLowerCase())),
      'signed_altered_text',
    ],
    ['another text', sign('Hello'), 'other_account_or_text'],
    ['another account', createTestWallet(2).sign(message), 'other_account_or_text'],
    ['the high-s twin', formatHighSTwin(usual), 'signature_high_s'],
    ['no hex', 'g'.repeat(130), 'signature_not_readable'],
    ['half a byte', usual.slice(0, -1), 'signature_not_readable'],
    ['an invalid v', `${usual.slice(0, -2)}1d`, 'signature_recovery_byte'],
    ['r of zero', `0x${'0'.repeat(64)}${usual.slice(66)}`, 'signature_not_on_curve'],
    ['63 bytes', usual.slice(0, 128), 'contract_not_asked_here'],
    ['nothing but 0x', '0x', 'contract_not_asked_here'],
  ])('%s', async (_, signature, reason) => {
    const error = await refusalOf(prove(message, wallet.address, signature))
    expect(error).toBeInstanceOf(ProofInvalidError)
    expect((error as ProofInvalidError).reason).toBe(reason)
    expect((error as ProofInvalidError).message).toMatch(/^[A-Z].{20,}\.$/)
  })

  test('another account: the message names, in short form, the matching one', async () => {
    const other = createTestWallet(2)
    const error = await refusalOf(prove(message, wallet.address, other.sign(message)))
    expect(String(error)).toContain(`${other.address.slice(0, 6)}…${other.address.slice(-4)}`)
  })

  test('names a mistake of the account’s own key without a call, even if its chain has an RPC', async () => {
    const asked = { count: 0 }
    const reach = reachThat({ agrees: false }, asked)
    const error = await refusalOf(prove(message, wallet.address, signHash(keccak_256(utf8)), reach))
    expect(error).toMatchObject({ code: 'proof_invalid', reason: 'signed_without_prefix' })
    expect(asked.count).toBe(0)
  })
})

describe('a signature for code that the account does not have yet (ERC-8010)', () => {
  // The vectors are built from the draft: inner signature, suffix, its length, and sixteen times 8010.
  const magic = '8010'.repeat(16)
  const message = 'Harbour master'
  const wallet = createTestWallet(1)
  const word = (hex: string) => hex.padStart(64, '0')
  /** An authorization of the account's own key for an attacker's code. The key did not sign the text. */
  const authorization = createTestWallet(1).sign('an authorization').slice(2)
  const suffix = [
    word('1'),
    word('bad'),
    word('0'),
    word('1'),
    authorization.slice(0, 64),
    authorization.slice(64, 128),
  ]
  const wrap = (inner: string) => `0x${inner}${suffix.join('')}${word((suffix.length * 32).toString(16))}${magic}`

  test.each([
    ['around the key’s own signature of the text', wrap(wallet.sign(message).slice(2))],
    ['around no signature at all', wrap('')],
    ['around the authorization', wrap(authorization)],
    ['the ending alone', `0x${magic}`],
    ['in capitals, without 0x', wrap('ab'.repeat(65)).slice(2).toUpperCase()],
  ])('is refused by name, %s; no chain is called', async (_, signature) => {
    const asked = { count: 0 }
    for (const reach of [reachThat({ agrees: true }, asked), reachThat(undefined)]) {
      const error = await refusalOf(prove(message, wallet.address, signature, reach))
      expect(error).toMatchObject({ code: 'proof_invalid', status: 400, reason: 'signature_pre_delegated' })
      expect(String(error)).toContain('Use the account once on this network')
    }
    expect(asked.count).toBe(0)
  })
})

describe('a smart account that does not agree', () => {
  const message = 'Harbour master'
  const address = `0x${'ab'.repeat(20)}`
  const unwrapped = [
    '0x',
    '0X',
    `0x${'ab'.repeat(32)}`,
    `0x${'ab'.repeat(65)}`,
    `0x${'ab'.repeat(96)}`,
    'cd'.repeat(130),
  ]

  test.each(unwrapped)('F22a nothing is deployed at this address on the chain: %.12s…', async (signature) => {
    const reach = reachThat({ agrees: false, wasDeployed: false })
    const error = await refusalOf(prove(message, address, signature, reach))
    expect(error).toBeInstanceOf(AccountNotDeployedError)
    expect(error).toMatchObject({ code: 'account_not_deployed', status: 400 })
    expect(String(error)).toContain('Nothing is deployed at this address on eip155:1')
  })

  test('a key’s signature of another account names the mistake and the missing contract', async () => {
    const reach = reachThat({ agrees: false, wasDeployed: false })
    const error = await refusalOf(prove(message, address, createTestWallet(1).sign(message), reach))
    expect(error).toMatchObject({ code: 'proof_invalid', reason: 'other_account_or_text' })
    expect(String(error)).toContain('Nothing is deployed at this address on eip155:1')
  })

  test.each([...unwrapped, createTestWallet(1).sign(message)])(
    'F18b a contract that says no now has not finished signing: %.12s…',
    async (signature) => {
      const error = await refusalOf(prove(message, address, signature, reachThat({ agrees: false })))
      expect(error).toBeInstanceOf(SignaturePendingError)
      expect(error).toMatchObject({ code: 'signature_pending', status: 409, retryAfterSeconds: 10 })
    },
  )

  test.each<[string, Said, string]>([
    ['gives an answer of another form', { returned: '01'.padStart(64, '0') }, 'contract_answer_malformed'],
    ['takes every call and says nothing', { returned: '' }, 'contract_without_erc1271'],
    ['has no method for it', { returned: undefined }, 'contract_without_erc1271'],
  ])('a contract that %s is refused at once', async (_, said, reason) => {
    for (const signature of ['0x', createTestWallet(1).sign(message)]) {
      const error = await refusalOf(
        prove(message, address, signature, reachThat({ agrees: false, ...said }, undefined, '0x600080fd')),
      )
      expect(error).toMatchObject({ code: 'proof_invalid', status: 400, reason })
    }
  })

  test('a contract that fails without a message, with unavailable code, may still agree', async () => {
    const reach = reachThat({ agrees: false, returned: undefined }, undefined, 'no hex')
    expect(await refusalOf(prove(message, address, '0x', reach))).toMatchObject({ code: 'signature_pending' })
  })

  test('the contract gets the original bytes: to it v 0 and v 27 are two signatures', async () => {
    const bodies: string[] = []
    const reach = createContractClient({
      rpc: { 'eip155:1': ['https://rpc.example/'] },
      now: () => now,
      fetch: async (_, init) => {
        bodies.push(String(init?.body))
        return Response.json({ jsonrpc: '2.0', id: 1, result: formatWords({}, now) })
      },
    })
    const compact = createTestWallet(1).sign(message).slice(2, 130)
    for (const v of ['00', '1b']) {
      const proven = await prove(message, address, `${compact}${v}`.toUpperCase(), reach)
      expect(proven.evidence?.signature).toBe(`0x${compact}${v}`)
    }
    expect(bodies.map((body, index) => body.includes(`${compact}${['00', '1b'][index]}`))).toEqual([true, true])
  })
})
