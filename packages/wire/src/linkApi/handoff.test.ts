import { describe, expect, test } from 'vitest'
import {
  formatHandoffToken,
  parseHandoffDigits,
  parseHandoffGrant,
  parseHandoffHop,
  parseHandoffPhoneStatus,
  parseHandoffRequest,
  parseHandoffSecret,
  parseHandoffStart,
  parseHandoffStatus,
  parseHandoffToken,
} from './handoff.ts'

const id = 'a'.repeat(24)
const secret = `${'b'.repeat(41)}-_`
const address = 'https://app.example/api/link/handoff'
const malformed = expect.objectContaining({ code: 'invalid_link_body' })
const refusal = (read: () => unknown) => {
  try {
    return read()
  } catch (error) {
    return error
  }
}

describe('parseHandoffToken', () => {
  test.each([
    `${address}#h=${id}.${secret}`,
    `${address}?h=${id}.${secret}`,
    `${address}?lang=de&h=${id}.${secret}`,
    // Forms that wallets pass on: a query behind the fragment, an encoded dot.
    `${address}#h=${id}.${secret}?_=1`,
    `${address}#h=${id}%2E${secret}`,
  ])('reads the token in %s', (text) => {
    expect(parseHandoffToken(text)).toEqual({ id, secret })
  })

  test.each([address, `${address}#h=${id}`, `${address}#h=${id}.${secret}x`, `${address}#h=${id}.${secret.slice(1)}`])(
    'finds no token in %s',
    (text) => {
      expect(parseHandoffToken(text)).toBeUndefined()
    },
  )

  test('reads what formatHandoffToken writes', () => {
    expect(parseHandoffToken(`${address}#${formatHandoffToken({ id, secret })}`)).toEqual({ id, secret })
  })
})

describe('bodies of requests', () => {
  test('parseHandoffRequest: namespaces or nothing', () => {
    expect(parseHandoffRequest({})).toEqual({ namespaces: undefined })
    expect(parseHandoffRequest({ namespaces: ['eip155', 'solana'] })).toEqual({ namespaces: ['eip155', 'solana'] })
    for (const bad of [
      undefined,
      [],
      { namespaces: [] },
      { namespaces: ['EIP 155'] },
      { namespaces: 'eip155' },
      { id },
    ])
      expect(refusal(() => parseHandoffRequest(bad))).toEqual(malformed)
  })

  test('parseHandoffSecret: 256 bits, and nothing else', () => {
    expect(parseHandoffSecret({ secret })).toEqual({ secret })
    for (const bad of [{}, { secret: 1 }, { secret: `${secret}a` }, { secret, hostUserId: 'bob' }])
      expect(refusal(() => parseHandoffSecret(bad))).toEqual(malformed)
  })

  test('parseHandoffDigits: six digits, with any spacing', () => {
    for (const digits of ['482913', '482 913', '482-913', ' 482913\n'])
      expect(parseHandoffDigits({ digits })).toEqual({ digits: '482913' })
    for (const bad of [{}, { digits: 482913 }, { digits: '48291' }, { digits: '4829131' }, { digits: '48291٣' }])
      expect(refusal(() => parseHandoffDigits(bad))).toEqual(malformed)
  })
})

describe('answers', () => {
  const status = {
    state: 'proven',
    version: 3,
    expiresAt: 9,
    isOpenedOnPhone: true,
    isWithoutWallet: false,
    attemptsLeft: 2,
  }
  const none = { accountId: undefined, walletName: undefined, reason: undefined, wallet: undefined }

  test('are read field by field', () => {
    const start = { id, secret, address: `${address}#h=${id}.${secret}`, expiresAt: 5 }
    expect(parseHandoffStart({ ...start, more: 1 })).toEqual(start)
    const hop = { secret, expiresAt: 5, namespaces: ['eip155', 'solana'], allowsUntested: false, wallets: [] }
    expect(parseHandoffHop(hop)).toEqual(hop)
    expect(parseHandoffHop({ ...hop, wallets: undefined })).toEqual(hop)
    expect(parseHandoffHop({ ...hop, namespaces: ['eip155', 'No!'], allowsUntested: 'yes' })).toEqual({
      ...hop,
      namespaces: ['eip155'],
    })
    const grant = { grant: secret, label: 'alice', domain: 'app.example', chains: ['eip155:1'], expiresAt: 5 }
    expect(parseHandoffGrant(grant)).toEqual(grant)
    expect(parseHandoffStatus(status)).toEqual({ ...none, ...status })
    const wallet = { id: 'w', accountId: 'eip155:1:0xa', linkedAt: 4 }
    expect(parseHandoffStatus({ ...status, state: 'linked', wallet }).wallet).toMatchObject(wallet)
    const shown = { state: 'proven', expiresAt: 9, digits: '012345', reason: undefined }
    expect(parseHandoffPhoneStatus(shown)).toEqual(shown)
    expect(parseHandoffPhoneStatus({ ...shown, state: 'refused', digits: '1', reason: 'declined' })).toEqual({
      state: 'refused',
      expiresAt: 9,
      digits: undefined,
      reason: 'declined',
    })
  })

  test('T-10: reads a host app’s own wallet as a listing, and drops one without a usable link', () => {
    const link = { template: 'https://quay.example/open?url={urlEncoded}', confidence: 'high' }
    const quay = { id: 'quay', name: 'Quay', app: { ios: 'https://apps.apple.com/app/id1' } }
    const good = { ...quay, browser: { ios: link, namespaces: ['eip155'] } }
    const hop = { secret, expiresAt: 5, namespaces: ['eip155'], allowsUntested: false }
    const read = (...wallets: readonly unknown[]) => parseHandoffHop({ ...hop, wallets }).wallets
    expect(read({ ...good, mobile: { native: 'evil://' }, more: 1 })).toEqual([good])
    for (const template of ['javascript:alert(1)//{urlEncoded}', '{url}', 'https://{urlNoScheme}', 'data://x/{url}'])
      expect(read({ ...good, browser: { ios: { ...link, template }, namespaces: ['eip155'] } })).toEqual([])
    expect(read({ ...good, app: { ios: 'https://evil.example/' } })[0]?.app).toEqual({})
    for (const bad of [quay, { ...good, id: 'No!' }, { ...good, name: '' }, null, 'quay', 7])
      expect(read(bad)).toEqual([])
    expect(read(...Array.from({ length: 100 }, (_, index) => ({ ...good, id: `quay-${index}` })))).toHaveLength(64)
    expect(parseHandoffHop({ ...hop, wallets: { 0: good, length: 1 } }).wallets).toEqual([])
  })

  test('that lack a required field are refused', () => {
    for (const read of [
      parseHandoffStart,
      parseHandoffHop,
      parseHandoffGrant,
      parseHandoffStatus,
      parseHandoffPhoneStatus,
    ])
      for (const bad of [undefined, null, [], {}, { ...status, state: 'finished' }, { state: 'proven', version: 1 }])
        expect(
          refusal(() => read(bad)),
          read.name,
        ).toEqual(malformed)
    expect(refusal(() => parseHandoffStart({ id, secret, expiresAt: 1 }))).toEqual(malformed)
  })
})
