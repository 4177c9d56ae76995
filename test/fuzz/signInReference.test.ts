import { isNight, volume } from '@hawser/test-kit/night'
import { chooseSeed, createRandom } from '@hawser/test-kit/random'
import { InvalidSignInMessageError, parseCaip122Message } from '@hawser/wire'
import { ParsedMessage } from '@spruceid/siwe-parser'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LinkError } from '../../packages/link/src/errors.ts'
import { parseLinkAccount } from '../../packages/link/src/verifiers/linkAccount.ts'
import { alter, createMessage } from './alteredTexts.ts'

// Our ERC-4361 parser against the reference (siwe-parser 3). docs/sign-in-texts.md lists their differences and the reasons.
const count = volume(1_000_000, 3_000)
/** The share of refused texts that also go to the reference parser, which is slow. */
const share = isNight ? 0.05 : 0.01
const seed = chooseSeed('Z-5 reference')

// Capturing a stack for each refusal would cost more than everything else.
const { stackTraceLimit } = Error
beforeAll(() => {
  Error.stackTraceLimit = 0
})
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit
})

/**
 * Returns why we refuse a text, or undefined for a text that can be signed. Checks the text's form and the form of the account
 * in it.
 */
function refusalOf(text: string): string | undefined {
  try {
    const { chainId, address } = parseCaip122Message('eip155', text)
    // Like `link`, this compares the address with the requested account, which is in its EIP-55 form.
    return parseLinkAccount(`eip155:${chainId}:${address}`).address === address ? undefined : 'address'
  } catch (error) {
    if (error instanceof InvalidSignInMessageError || error instanceof LinkError) return error.message
    throw error
  }
}

function isTakenByReference(text: string): boolean {
  try {
    new ParsedMessage(text)
    return true
  } catch {
    return false
  }
}

/** The messages of our refusals for texts that the reference accepts. */
const stricter = [
  /^A sign-in message has 4096 characters at most\.$/,
  /time of the sign-in message|^`(?:issuedAt|expirationTime|notBefore)`/,
  /^The domain of|^`domain`/,
  /^The uri of|resource|^`uri`/,
  /^`chainId`/,
]

test(
  `T-44 Z-5: of ${count} altered sign-in texts accepts none that the reference refuses`,
  () => {
    const random = createRandom(seed)
    const found = { taken: 0, refused: 0, asked: 0, stricter: 0 }
    const faults: string[] = []
    for (let index = 0; index < count; index += 1) {
      const plain = createMessage(random, 'eip155')
      let text = alter(random, plain)
      // Some changes leave the text as it was.
      while (text === plain) text = alter(random, plain)
      const refusal = refusalOf(text)
      found[refusal === undefined ? 'taken' : 'refused'] += 1
      if (refusal === undefined) {
        if (!isTakenByReference(text)) faults.push(`only here: ${JSON.stringify(text)}`)
        continue
      }
      if (!random.chance(share)) continue
      found.asked += 1
      if (!isTakenByReference(text)) continue
      found.stricter += 1
      if (!stricter.some((known) => known.test(refusal))) faults.push(`only there, ${refusal} ${JSON.stringify(text)}`)
    }
    console.log(`Z-5 beside the reference: ${JSON.stringify(found)}`)
    expect(faults.slice(0, 5)).toEqual([])
    expect(found.taken).toBeGreaterThan(count / 20)
    expect(found.asked).toBeGreaterThan(count / 400)
  },
  isNight ? 10_800_000 : 300_000,
)

// The differences one by one, as in docs/sign-in-texts.md.
const text = (part: Readonly<Record<string, string>> = {}) => {
  const fields = {
    domain: 'app.example',
    address: '0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946',
    issuedAt: '2026-11-21T23:59:59Z',
    statement: 'Sign in.',
    uri: 'https://app.example/',
    chainId: '1',
    ...part,
  }
  const lines = [`URI: ${fields.uri}`, 'Version: 1', `Chain ID: ${fields.chainId}`, 'Nonce: 12345678']
  return `${fields.domain} wants you to sign in with your Ethereum account:\n${fields.address}\n\n${fields.statement}\n\n${lines.join('\n')}\nIssued At: ${fields.issuedAt}`
}

test('Z-5: both accept the plain text', () => {
  expect([refusalOf(text()), isTakenByReference(text())]).toEqual([undefined, true])
})

test.each([
  ['a leap second', { issuedAt: '2026-11-21T23:59:60Z' }],
  ['more than 4,096 characters', { statement: 'a'.repeat(4_096) }],
  ['a domain that is a port alone', { domain: ':80' }],
  ['an address of IPv6 that ends in three numbers', { uri: 'http://[::ffff:.2.3.4]/' }],
  ['a number of a chain that begins with 0', { chainId: '01' }],
])('Z-5: refused here, accepted by the reference: %s', (_, part) => {
  expect([refusalOf(text(part)) !== undefined, isTakenByReference(text(part))]).toEqual([true, true])
})
