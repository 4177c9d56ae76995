import { describe, expect, expectTypeOf, test } from 'vitest'
import type { AccountId } from '../caip/caip.ts'
import { InvalidLinkBodyError } from '../errors.ts'
import { linkLimits } from './linkApi.ts'
import { type ChallengeRequest, type Proof, parseChallengeRequest, parseProof, purposes } from './linkBodies.ts'

const accountId = 'eip155:1:0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946'
const challengeId = 'ZOYPdptYyUw7Qrlyyp0CC56m'
const signature = `0x${'ab'.repeat(65)}`
const noObjects = [undefined, null, 1, 'text', true, [], [{ purpose: 'link', accountId }]]

/** A body of each purpose, with every field it may have. */
const requests = {
  link: { accountId, walletName: 'My Wallet' },
  signIn: { accountId },
  unlink: { walletId: 'w1' },
  release: { accountId },
  oneTap: { chains: ['eip155:1'], methods: ['personal_sign'] },
} as const
const proofs = {
  link: { challengeId, signature, again: true },
  signIn: { challengeId, signature },
  unlink: { challengeId, signature },
  release: { challengeId, signature },
  oneTap: { challengeId, accountId, signature, walletName: 'W', again: true },
} as const
/** Values that are not a purpose, some of them names of properties that every object inherits. */
const noPurposes = [
  'sign-in',
  'one-tap',
  'Link',
  'link ',
  '',
  'toString',
  '__proto__',
  'constructor',
  ['link'],
  1,
  null,
]

describe.each([
  { name: 'parseChallengeRequest', parse: parseChallengeRequest, bodies: requests },
  { name: 'parseProof', parse: parseProof, bodies: proofs },
])('$name', ({ parse, bodies }) => {
  const refusal = (value: unknown, ...allowed: Parameters<typeof parse>[1][]) => {
    try {
      return parse(value, ...allowed)
    } catch (error) {
      return error
    }
  }

  test.each(purposes)('%s: reads the body, alone and among the purposes of a route', (purpose) => {
    const body = { purpose, ...bodies[purpose] }
    expect(parse(body)).toEqual(body)
    expect(parse(body, purpose)).toEqual(body)
  })

  test.each(purposes)('%s: a route of another purpose refuses it, and names its own', (purpose) => {
    for (const other of purposes.filter((each) => each !== purpose)) {
      const error = refusal({ purpose, ...bodies[purpose] }, other)
      expect(error).toBeInstanceOf(InvalidLinkBodyError)
      expect(error).toMatchObject({ code: 'invalid_link_body', message: `purpose must be "${other}".` })
    }
  })

  test.each(purposes)('%s: refuses a body without it, with two of them or a wrong one', (purpose) => {
    const body = bodies[purpose]
    const all = `purpose must be ${purposes.map((each) => `"${each}"`).join(' or ')}.`
    for (const value of [body, ...noPurposes.map((wrong) => ({ ...body, purpose: wrong })), Object.create({ purpose })])
      expect(refusal(value)).toMatchObject({ code: 'invalid_link_body', message: all })
    const proto = JSON.parse(`{"__proto__":{"purpose":"${purpose}"}}`)
    expect(refusal({ ...body, ...proto })).toMatchObject({ code: 'invalid_link_body' })
    expect(refusal({ ...body, purpose: purposes })).toMatchObject({ message: all })
    expect(refusal({ ...body, purpose, purposes: [purpose] })).toMatchObject({ code: 'invalid_link_body' })
  })

  test.each(purposes)('%s: refuses each field of another purpose, and unknown ones', (purpose) => {
    const own = { purpose, ...bodies[purpose] }
    const others = Object.assign({}, ...Object.values(bodies), { cacao: {}, hostUserId: 'bob', message: 'text' })
    for (const [name, value] of Object.entries(others)) {
      if (name in own) continue
      expect(refusal({ ...own, [name]: value }), name).toBeInstanceOf(InvalidLinkBodyError)
    }
    for (const name of ['__proto__', 'constructor'])
      expect(refusal(JSON.parse(`${JSON.stringify(own).slice(0, -1)},"${name}":{"a":1}}`))).toMatchObject({
        code: 'invalid_link_body',
      })
  })

  test('refuses the body of the API before purposes', () => {
    for (const old of [
      { accountId },
      { accountId, walletName: 'W' },
      { signIn: accountId },
      { release: accountId },
      { unlink: 'w1' },
      { chains: ['eip155:1'], methods: [] },
      { challengeId, signature },
      { challengeId, cacao: {} },
    ])
      expect(refusal(old)).toMatchObject({ message: expect.stringMatching(/^purpose must be /) })
  })

  test.each(noObjects)('refuses %j', (value) => {
    expect(() => parse(value)).toThrow(InvalidLinkBodyError)
  })
})

describe('parseChallengeRequest', () => {
  test('cleans the name of the wallet, which may be absent', () => {
    const asked = { purpose: 'link', accountId }
    expect(parseChallengeRequest(asked)).toEqual({ ...asked, walletName: undefined })
    expect(parseChallengeRequest({ ...asked, walletName: null })).toEqual({ ...asked, walletName: undefined })
    const named = { ...asked, walletName: ' My\u202e Wallet\n' }
    expect(parseChallengeRequest(named)).toEqual({ ...asked, walletName: 'My Wallet' })
  })

  test.each([
    ...(['link', 'signIn', 'release'] as const).flatMap((purpose) =>
      [1, '', 'eip155:1', `${accountId}\n`, [accountId], undefined].map((wrong) => ({ purpose, accountId: wrong })),
    ),
    { purpose: 'unlink', walletId: 1 },
    { purpose: 'unlink', walletId: 'w'.repeat(65) },
    { purpose: 'link', accountId, walletName: 1 },
    { purpose: 'link', accountId, walletName: 'x'.repeat(1025) },
    { purpose: 'oneTap', chains: [], methods: [] },
    { purpose: 'oneTap', chains: ['1'], methods: [] },
    { purpose: 'oneTap', chains: ['eip155:1'] },
    { purpose: 'oneTap', chains: ['eip155:1'], methods: [''] },
  ])('refuses %j', (value) => {
    expect(() => parseChallengeRequest(value)).toThrow(InvalidLinkBodyError)
  })

  test('a route gets the type of its purposes', () => {
    const body = { purpose: 'signIn', accountId }
    expectTypeOf(parseChallengeRequest(body)).toEqualTypeOf<ChallengeRequest>()
    expectTypeOf(parseChallengeRequest(body, 'signIn')).toEqualTypeOf<{
      readonly purpose: 'signIn'
      readonly accountId: AccountId
    }>()
  })
})

describe('parseProof', () => {
  const proof = { purpose: 'link', challengeId } as const

  test('reads a signature as long as a body has room for', () => {
    const long = { ...proof, signature: `0x${'a'.repeat(linkLimits.bodyBytes - 2)}` }
    expect(parseProof(long)).toEqual(long)
  })

  test('reads an answer that names its account, with the old name of its chain too', () => {
    const old = 'eip155:0x1:0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946'
    const given = { purpose: 'oneTap', challengeId, accountId: old, signature }
    expect(parseProof({ ...given, walletName: ' W\n' })).toEqual({ ...given, accountId, walletName: 'W' })
    expect(parseProof({ ...given, again: true })).toMatchObject({ accountId, walletName: undefined, again: true })
  })

  test.each([
    '0x',
    '0X',
    signature.slice(2),
    signature.toUpperCase(),
    `0x${'A'.repeat(86)}==`,
    '-_'.repeat(43),
    '5'.repeat(88),
    `${'A+/z'.repeat(36)}==`,
  ])('reads an empty signature, as of a contract that agreed on chain, or an encoded one: %j', (text) => {
    expect(parseProof({ ...proof, signature: text })).toEqual({ ...proof, signature: text })
  })

  test.each(['\n', '\r\n'])('F20 joins the lines of base64, broken by %j', (lineBreak) => {
    const text = `${'A+/z'.repeat(19)}${lineBreak}${'A+/z'.repeat(3)}==${lineBreak}`
    expect(parseProof({ ...proof, signature: text })).toEqual({ ...proof, signature: `${'A+/z'.repeat(22)}==` })
  })

  test.each([
    { ...proof },
    { purpose: 'link', signature },
    { ...proof, challengeId: '', signature },
    { ...proof, challengeId: challengeId.slice(0, 21), signature },
    { ...proof, challengeId: `${challengeId}' OR 1=1`, signature },
    { ...proof, challengeId: [challengeId], signature },
    { ...proof, signature: '' },
    { ...proof, signature: signature.slice(2, 60) },
    { ...proof, signature: `${signature.slice(2)}===` },
    { ...proof, signature: `${signature.slice(2)}!` },
    { ...proof, signature: `${signature} ${signature}` },
    { ...proof, signature: `0x${'é'.repeat(64)}` },
    { ...proof, signature: `0x${'a'.repeat(linkLimits.bodyBytes)}` },
    { ...proof, signature, again: false },
    { ...proof, signature, again: 'true' },
    { purpose: 'oneTap', challengeId, accountId },
    { purpose: 'oneTap', challengeId, signature },
    { purpose: 'oneTap', challengeId, signature, accountId: 'eip155:1' },
    { purpose: 'oneTap', challengeId, signature, accountId, cacao: {} },
    { purpose: 'signIn', challengeId, signature, again: true },
  ])('refuses %j', (value) => {
    expect(() => parseProof(value)).toThrow(InvalidLinkBodyError)
  })

  test('a route gets the type of its purposes', () => {
    expectTypeOf(parseProof({ ...proof, signature })).toEqualTypeOf<Proof>()
    const ofRoute = parseProof({ ...proof, signature }, 'link', 'oneTap')
    expectTypeOf(ofRoute.purpose).toEqualTypeOf<'link' | 'oneTap'>()
    expectTypeOf(parseProof({ ...proof, signature }, 'link')).toHaveProperty('signature')
  })
})
