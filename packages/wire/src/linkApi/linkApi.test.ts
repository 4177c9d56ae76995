import { runs } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidLinkBodyError } from '../errors.ts'
import {
  cleanWalletName,
  linkLimits,
  parseChallengeResponse,
  parseLinkErrorBody,
  parseLinkedWallet,
  parseLinkedWallets,
} from './linkApi.ts'
import { linkRefusalCodes } from './linkRefusalCodes.ts'

const accountId = 'eip155:1:0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946'
const challengeId = 'ZOYPdptYyUw7Qrlyyp0CC56m'
const noObjects = [undefined, null, 1, 'text', true, [], [{ accountId }]]

describe('answers of the host app', () => {
  test('parseChallengeResponse: reads an answer, and ignores fields of later versions', () => {
    const response = { challengeId, message: 'text', expiresAt: 1 }
    expect(parseChallengeResponse({ ...response, later: true })).toEqual(response)
    const longer = { ...response, othersMaySign: true }
    expect(parseChallengeResponse(longer)).toEqual(longer)
    expect(parseChallengeResponse({ ...response, othersMaySign: 'yes' })).toEqual(response)
    const named = { ...response, account: 'Anna Oster #3fa9c1' }
    expect(parseChallengeResponse(named)).toEqual(named)
    for (const account of ['', 'a\nb', 'Zo\u00eb', '\u202e', 'x'.repeat(65), 7, null])
      expect(parseChallengeResponse({ ...response, account })).toEqual(response)
  })
  test.each([
    ...noObjects,
    { challengeId, message: 'text' },
    { challengeId, message: 'text', expiresAt: 1.5 },
    { challengeId, message: 'text', expiresAt: -1 },
    { challengeId, message: 'text', expiresAt: '1' },
    { challengeId, message: 'x'.repeat(linkLimits.messageLength + 1), expiresAt: 1 },
    { challengeId: 'short', message: 'text', expiresAt: 1 },
  ])('parseChallengeResponse: refuses %j', (value) => {
    expect(() => parseChallengeResponse(value)).toThrow(InvalidLinkBodyError)
  })

  test('parseLinkedWallets: reads a list', () => {
    const wallet = { id: 'w', accountId, walletName: 'W', linkedAt: 1 }
    expect(parseLinkedWallet(wallet)).toEqual(wallet)
    const named = { ...wallet, label: 'Savings', isPrimary: true, lastUsedAt: 2, status: 'stale' }
    expect(parseLinkedWallet(named)).toEqual(named)
    expect(parseLinkedWallet({ ...wallet, label: 1, isPrimary: 'yes', lastUsedAt: '2' })).toEqual(wallet)
    expect(parseLinkedWallet({ ...wallet, status: 'of the future' })).toEqual({ ...wallet, status: 're-prove' })
    expect(parseLinkedWallets({ wallets: [wallet, { ...wallet, walletName: undefined }] })).toHaveLength(2)
    expect(parseLinkedWallets({ wallets: [] })).toEqual([])
  })
  test.each([
    ...noObjects,
    { wallets: {} },
    { wallets: [null] },
    { wallets: [{ id: 'w', accountId: 'nothing', linkedAt: 1 }] },
    { wallets: [{ id: 'w'.repeat(65), accountId, linkedAt: 1 }] },
    { wallets: [{ id: 'w', accountId }] },
    { wallets: Array(linkLimits.wallets + 1).fill({ id: 'w', accountId, linkedAt: 1 }) },
  ])('parseLinkedWallets: refuses a malformed list of wallets (%#)', (value) => {
    expect(() => parseLinkedWallets(value)).toThrow(InvalidLinkBodyError)
  })

  test('parseLinkErrorBody: a code of a newer server is link_refused, and its own code the reason', () => {
    for (const code of ['of_the_future', 'constructor', ''])
      expect(parseLinkErrorBody({ code, message: 'No.', reason: 'own' })).toEqual({
        code: 'link_refused',
        message: 'No.',
        reason: code,
      })
    expect(parseLinkErrorBody({ message: 'No.' })).toEqual({ code: 'link_refused', message: 'No.' })
    expect(parseLinkErrorBody({ code: 'handoff_over', message: 'No.', reason: 'time' }).reason).toBe('time')
  })

  test('parseLinkErrorBody: never throws', () => {
    expect(parseLinkErrorBody({ code: 'proof_invalid', message: 'No.' })).toEqual({
      code: 'proof_invalid',
      message: 'No.',
    })
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { code, message } = parseLinkErrorBody(value)
        expect([...linkRefusalCodes, 'link_refused']).toContain(code)
        expect(typeof message).toBe('string')
      }),
    )
  })
})

describe('cleanWalletName', () => {
  test.each([
    ['MetaMask', 'MetaMask'],
    ['  Rabby\u0000 Wallet\r\n', 'Rabby Wallet'],
    ['\u202eksaMateM\u202c', 'ksaMateM'],
    ['Meta\u200bMask\ufeff', 'MetaMask'],
    ['Ｗａｌｌｅｔ', 'Wallet'],
    ['a\ud800b', 'ab'],
    ['e\u200b\u0301', 'é'],
    ['Meta\u3164Mask', 'MetaMask'],
    ['a  b\u00a0 c', 'a b c'],
    ['', undefined],
    // Filler characters count as letters but show nothing.
    ['\u3164\uffa0\u115f\u2800\u034f', undefined],
    ['\u200b \u2029', undefined],
    ['x'.repeat(65), 'x'.repeat(64)],
  ])('%j becomes %j', (text, name) => {
    expect(cleanWalletName(text)).toBe(name)
  })

  test('never cuts a character in two', () => {
    expect(cleanWalletName(`a${'😀'.repeat(40)}`)).toBe(`a${'😀'.repeat(31)}`)
  })

  test('any text becomes one that is safe to show, and cleaning it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const name = cleanWalletName(text)
        if (name === undefined) return
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u)
        expect(name.length).toBeLessThanOrEqual(linkLimits.walletNameLength)
        expect(name).toBe(name.trim())
        expect(cleanWalletName(name)).toBe(name)
      }),
      { numRuns: runs(2000) },
    )
  })
})
