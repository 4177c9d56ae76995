import { formatCaip122Message, type SignInMessage } from '@hawser/wire'
import { describe, expect, test } from 'vitest'
import { createTestWallet, formatHighSTwin, type TestWallet } from '../createTestHost.fixture.ts'
import { ProofInvalidError } from '../errors.ts'
import type { LinkChallenge } from '../records/challenge.ts'
import { createContractClient } from '../verifiers/contractClient.ts'
import { parseLinkAccount } from '../verifiers/linkAccount.ts'
import { createBitcoinWallet, createSolanaWallet } from '../verifiers/testWallets.fixture.ts'
import { verifyProof } from './verifyProof.ts'

const now = Date.UTC(2026, 10, 22, 12)
const minute = 60_000
const site = { domain: 'app.example', uri: 'https://app.example/' }
/** A reach that fails the test if a chain is asked, because no case here needs one. */
const reach = createContractClient({ rpc: undefined, fetch: () => expect.unreachable('asked a chain'), now: () => now })
const wallets: readonly TestWallet[] = [
  createTestWallet(1),
  createSolanaWallet(1),
  createBitcoinWallet(1, 'p2wpkh'),
  createBitcoinWallet(1, 'p2tr'),
]

const fieldsOf = (wallet: TestWallet): SignInMessage => ({
  ...site,
  address: wallet.address,
  statement: 'Link this wallet to the account alice on app.example.',
  chainId: parseLinkAccount(wallet.accountId).reference,
  nonce: '75ErXODuJhURVEi0erG2n9Bw',
  issuedAt: new Date(now - minute).toISOString(),
  expirationTime: new Date(now + 4 * minute).toISOString(),
  notBefore: undefined,
  requestId: 'ZOYPdptYyUw7Qrlyyp0CC56m',
  resources: undefined,
})
const challengeOf = (wallet: TestWallet, message: string, expiresAt = now + 4 * minute): LinkChallenge => ({
  ...{ id: 'ZOYPdptYyUw7Qrlyyp0CC56m', hostUserId: 'alice', purpose: 'link', walletName: undefined },
  ...{ accountId: wallet.accountId, message, expiresAt },
})
/** The wallet signs any text of the row, so a refusal is about the text alone. */
const prove = (wallet: TestWallet, message: string, more: { expiresAt?: number; now?: number; domain?: string } = {}) =>
  verifyProof({
    challenge: challengeOf(wallet, message, more.expiresAt),
    signature: wallet.sign(message),
    ...site,
    ...(more.domain !== undefined && { domain: more.domain }),
    now: more.now ?? now,
    reach,
  })
const textOf = (wallet: TestWallet, change: Partial<SignInMessage> = {}) =>
  formatCaip122Message(parseLinkAccount(wallet.accountId).namespace, { ...fieldsOf(wallet), ...change })

describe.each(wallets)('$name $address', (wallet) => {
  const account = parseLinkAccount(wallet.accountId)

  test('accepts its signature over the text that names it', async () => {
    expect(await prove(wallet, textOf(wallet))).toEqual({
      accountId: wallet.accountId,
      namespace: account.namespace,
      chainId: account.chainId,
      canonicalAddress: account.canonicalAddress,
      method: { eip155: 'eip191', solana: 'ed25519', bip122: 'bip322' }[account.namespace],
      block: undefined,
      evidence: undefined,
    })
  })

  // T-41: domains that could be mistaken for app.example, or for one another.
  test.each([
    'evil.example',
    'sub.app.example',
    'app.example:443',
    'app.example:8443',
    'app.example.',
    'APP.example',
    'https://app.example',
    'app.example@evil.example',
    'evil.example@app.example',
    'xn--pp-fka.example',
    'app.example.evil.example',
  ])('T-41: a text for %s is refused, signed or not', async (domain) => {
    await expect(prove(wallet, textOf(wallet, { domain }))).rejects.toThrow(ProofInvalidError)
    await expect(prove(wallet, textOf(wallet), { domain })).rejects.toThrow(ProofInvalidError)
  })

  test.each<[string, Partial<SignInMessage>]>([
    ['another page (T-41)', { uri: 'https://app.example/other' }],
    ['another request', { requestId: 'AAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['no request', { requestId: undefined }],
    ['no expiration time (T-42)', { expirationTime: undefined }],
    ['a later expiration time (T-42)', { expirationTime: new Date(now + 5 * minute).toISOString() }],
  ])('a text for %s is refused', async (_, change) => {
    await expect(prove(wallet, textOf(wallet, change))).rejects.toThrow(ProofInvalidError)
  })

  test('T-43: a text for another chain than the account’s is refused', async () => {
    const chainId = { eip155: '137', solana: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1', bip122: '0'.repeat(32) }
    const text = textOf(wallet, { chainId: chainId[account.namespace] })
    await expect(prove(wallet, text)).rejects.toThrow(ProofInvalidError)
  })

  test('T-44: a row with a text that is not strict is refused, with anyone’s signature', async () => {
    const text = textOf(wallet)
    for (const other of [`${text}\n`, text.replaceAll('\n', '\r\n'), `${text}\nResources:\n- a b`, '', 'Hello'])
      await expect(prove(wallet, other)).rejects.toThrow(ProofInvalidError)
    for (const stranger of wallets) {
      if (stranger.accountId === wallet.accountId) continue
      await expect(prove(wallet, textOf(stranger))).rejects.toThrow(ProofInvalidError)
    }
  })

  test('T-47: the signature of another wallet is refused, in any namespace', async () => {
    const message = textOf(wallet)
    for (const stranger of [createTestWallet(9), createSolanaWallet(9), createBitcoinWallet(9, 'p2tr')]) {
      const answer = { challenge: challengeOf(wallet, message), signature: stranger.sign(message), ...site, now, reach }
      await expect(verifyProof(answer)).rejects.toThrow(ProofInvalidError)
    }
  })

  test('to the millisecond', async () => {
    const text = textOf(wallet)
    await expect(prove(wallet, text, { now: now + 4 * minute - 1 })).resolves.toMatchObject({ block: undefined })
    await expect(prove(wallet, text, { now: now + 4 * minute })).rejects.toThrow(ProofInvalidError)
    for (const clock of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
      await expect(prove(wallet, text, { now: clock })).rejects.toThrow(ProofInvalidError)
  })
})

describe('T-42: the truth table of the three times', () => {
  const wallet = createTestWallet(1)
  const at = (offset: number) => new Date(now + offset).toISOString()
  const times = {
    absent: () => undefined,
    past: () => at(-minute),
    future: () => at(minute),
    garbage: () => 'soon',
    NaN: () => 'NaN',
    'year 10000': () => '+010000-01-01T00:00:00.000Z',
    'leap second': () => '2026-11-22T12:00:60Z',
    'no zone': () => '2026-11-22T12:00:00',
  } as const
  type Time = keyof typeof times
  const names = Object.keys(times) as readonly Time[]
  const table = names.flatMap((issued) =>
    names.flatMap((expires) => names.map((begins) => ({ issued, expires, begins }) as const)),
  )

  /** Writes a text by hand, because the package's own writer refuses most of these times. */
  const write = (issued: Time, expires: Time, begins: Time) =>
    [
      ...textOf(wallet).split('\nIssued At:').slice(0, 1),
      ...(issued === 'absent' ? [] : [`Issued At: ${times[issued]()}`]),
      ...(expires === 'absent' ? [] : [`Expiration Time: ${times[expires]()}`]),
      ...(begins === 'absent' ? [] : [`Not Before: ${times[begins]()}`]),
      'Request ID: ZOYPdptYyUw7Qrlyyp0CC56m',
    ].join('\n')

  test('512 cases: accepted if issued near now, ending later, and begun or without a start', async () => {
    expect(table).toHaveLength(512)
    const taken: string[] = []
    for (const { issued, expires, begins } of table) {
      const text = write(issued, expires, begins)
      // The row agrees with the text, so that only the times can be wrong.
      const expiresAt = Date.parse(times[expires]() ?? '')
      const result = await prove(wallet, text, { expiresAt }).catch((error: unknown) => error)
      if (result instanceof Error) expect(result).toBeInstanceOf(ProofInvalidError)
      else taken.push(`${issued}, ${expires}, ${begins}`)
    }
    // An issue time one minute ahead is within the clock tolerance. More than five minutes is refused below.
    expect(taken).toEqual([
      'past, future, absent',
      'past, future, past',
      'future, future, absent',
      'future, future, past',
    ])
  }, 60_000)

  test.each([
    ['issued five minutes ago', -5 * minute, minute, true],
    ['issued more than five minutes ago', -5 * minute - 1, minute, false],
    ['issued five minutes ahead', 5 * minute, 6 * minute, true],
    ['issued more than five minutes ahead', 5 * minute + 1, 6 * minute, false],
    ['good for ten minutes', -minute, 9 * minute, true],
    ['good for more than ten minutes', -minute, 9 * minute + 1, false],
    ['good for a century', -minute, 100 * 365 * 24 * 60 * minute, false],
  ])('%s', async (_, issued, expires, isTaken) => {
    const text = textOf(wallet, { issuedAt: at(issued), expirationTime: at(expires) })
    const result = await prove(wallet, text, { expiresAt: now + expires }).catch((error: unknown) => error)
    expect(result instanceof ProofInvalidError).toBe(!isTaken)
  })
})

test('T-45: the twin of a signature is not a second signature', async () => {
  const wallet = createTestWallet(1)
  const message = textOf(wallet)
  const answer = { challenge: challengeOf(wallet, message), ...site, now, reach }
  await expect(verifyProof({ ...answer, signature: formatHighSTwin(wallet.sign(message)) })).rejects.toThrow(
    ProofInvalidError,
  )
})
