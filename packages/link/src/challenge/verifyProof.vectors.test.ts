import { readFileSync } from 'node:fs'
import { type AccountId, formatSiweMessage, InvalidSignInMessageError, parseSiweMessage } from '@hawser/wire'
import { expect, test } from 'vitest'
import { ProofInvalidError } from '../errors.ts'
import { parseEip155Account } from '../verifiers/eip155.ts'
import { verifyEip155Signature } from '../verifiers/eip155Signature.ts'
import { isValidAt } from './signInTimes.ts'

// Vectors of the reference implementation; source and licence in test/vectors/siwe/README.md.
const folder = new URL('../../../../test/vectors/siwe/', import.meta.url)
const load = <T>(name: string): [string, T][] =>
  Object.entries<T>(JSON.parse(readFileSync(new URL(`spruceid-${name}.json`, folder), 'utf8')))

type Fields = Parameters<typeof formatSiweMessage>[0] & { chainId: unknown; signature: string; time?: string }
const write = (fields: Fields) => formatSiweMessage({ ...fields, chainId: String(fields.chainId) })
const accountIdOf = ({ chainId, address }: Pick<Fields, 'chainId' | 'address'>): AccountId =>
  `eip155:${String(chainId)}:${address}`

test('all 234 cases are here', () => {
  const names = [
    'parsing_positive',
    'parsing_negative',
    'parsing_negative_objects',
    'invalid_uris',
    'invalid_resources',
  ]
  const characters = ['invalid_chars', 'valid_chars', 'valid_uris', 'valid_resources', 'valid_specification']
  const whole = ['verification_positive', 'verification_negative', 'validation_positive', 'validation_negative']
  const all = [...names, ...characters, ...whole, 'message_objects', 'eip1271']
  expect(all.map((name) => load(name).length).reduce((sum, length) => sum + length)).toBe(234)
})

test.each(load<Fields>('validation_positive'))('validation_positive: %s: the signature is right', async (_, vector) => {
  const account = parseEip155Account(accountIdOf(vector))
  expect(await verifyEip155Signature({ message: write(vector), account, signature: vector.signature })).toBe(account)
})

/** Lists the checks that refuse a vector. Each check runs separately, at the time that the vector is for. */
async function refusalsOf(vector: Fields): Promise<readonly string[]> {
  const now = Date.parse(vector.time ?? '2026-11-22T12:00:00Z')
  const at = (time: number) => new Date(time).toISOString()
  const minute = { issuedAt: at(now), expirationTime: at(now + 60_000), notBefore: undefined }
  expect(isValidAt(minute, now)).toBe(true)
  const refusals = []
  try {
    const message = write(vector)
    const { notBefore, expirationTime = minute.expirationTime } = parseSiweMessage(message)
    const soon = at(Math.min(now + 60_000, Date.parse(expirationTime)))
    if (!isValidAt({ ...minute, expirationTime: soon }, now)) refusals.push('expired')
    if (!isValidAt({ ...minute, notBefore }, now)) refusals.push('not begun')
    await verifyEip155Signature({
      message,
      account: parseEip155Account(accountIdOf(vector)),
      signature: vector.signature,
    })
  } catch (error) {
    if (error instanceof InvalidSignInMessageError) refusals.push('grammar')
    else if (error instanceof ProofInvalidError) refusals.push('signature')
    else throw error
  }
  return refusals
}

test('verification_negative and validation_negative: refuses each for its own mistake', async () => {
  const vectors = ['verification_negative', 'validation_negative'].flatMap((name) => load<Fields>(name))
  const found = await Promise.all(
    vectors.map(async ([title, vector]) => [title, (await refusalsOf(vector)).join(', ')]),
  )
  expect(found).toEqual([
    ['expired message', 'expired'],
    // Domain and nonce are part of the text that the server stored. Other values make another text (createLink.test.ts,
    // verifyProof.test.ts).
    ['domain binding', ''],
    ['custom time', 'expired'],
    ['custom nonce', ''],
    ['malformed signature', 'signature'],
    ['wrong signature', 'signature'],
    ['not yet valid', 'not begun'],
    ['invalid issuedAt', 'grammar'],
    ['invalid notBefore', 'grammar'],
    ['invalid expirationTime', 'grammar'],
    ['expired message', 'expired, signature'],
    ['malformed signature', 'expired, signature'],
    ['wrong signature', 'expired, signature'],
    ['invalid expiration time', 'grammar'],
  ])
})

test.each(load<{ message: string; signature: string }>('eip1271'))(
  'eip1271: %s: the text is read and written again, the signature is not that of a key',
  async (_, { message, signature }) => {
    const parsed = parseSiweMessage(message)
    expect(formatSiweMessage(parsed)).toBe(message)
    const account = parseEip155Account(accountIdOf(parsed))
    await expect(verifyEip155Signature({ message, account, signature })).rejects.toThrow(ProofInvalidError)
  },
)
