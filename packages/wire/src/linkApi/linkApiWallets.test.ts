import { describe, expect, test } from 'vitest'
import { InvalidLinkBodyError } from '../errors.ts'
import { parseHistoryQuery, parseWalletChange, parseWalletHistory } from './linkApiWallets.ts'

const accountId = 'eip155:1:0xe5A12547fe4E872D192E3eCecb76F2Ce1aeA4946'
const noObjects = [undefined, null, 1, 'text', true, [], [{ label: 'x' }]]

describe('parseWalletChange', () => {
  test.each([
    [{ label: 'Savings' }, { label: 'Savings' }],
    [{ label: ' My\u202e  savings\n' }, { label: 'My savings' }],
    [{ label: 'x'.repeat(64) }, { label: 'x'.repeat(64) }],
    [{ label: null }, { label: undefined }],
    [{ isPrimary: true }, { isPrimary: true }],
  ])('reads %j', (value, change) => {
    expect(parseWalletChange(value)).toEqual(change)
  })
  test.each([
    ...noObjects,
    {},
    { label: '' },
    { label: ' \u3164 ' },
    { label: 1 },
    { label: ['x'] },
    { label: 'x'.repeat(65) },
    { label: 'x'.repeat(1025) },
    { isPrimary: false },
    { isPrimary: 1 },
    { isPrimary: null },
    { label: 'Savings', isPrimary: true },
    { label: 'Savings', hostUserId: 'somebody' },
    { label: 'Savings', accountId },
    { isPrimary: true, status: 'active' },
  ])('T-43 T-51: refuses %j', (value) => {
    expect(() => parseWalletChange(value)).toThrow(InvalidLinkBodyError)
  })
})

describe('parseHistoryQuery', () => {
  test.each([
    ['', { before: undefined, limit: 20 }],
    ['limit=1', { before: undefined, limit: 1 }],
    ['before=9007199254740991&limit=100', { before: Number.MAX_SAFE_INTEGER, limit: 100 }],
  ])('reads %j', (query, page) => {
    expect(parseHistoryQuery(new URLSearchParams(query))).toEqual(page)
  })
  test.each([
    'limit=0',
    'limit=101',
    'limit=',
    'limit=1e1',
    'limit=+1',
    'limit=1&limit=2',
    'before=0',
    'before=-1',
    'before=1.5',
    'before=9007199254740992',
    'before=99999999999999999999',
    'user=bob',
    'hostUserId=bob',
  ])('T-51: refuses %j', (query) => {
    expect(() => parseHistoryQuery(new URLSearchParams(query))).toThrow(InvalidLinkBodyError)
  })
})

describe('parseWalletHistory', () => {
  const event = { number: 2, type: 'linked', at: 1, accountId, walletName: 'W' } as const
  test('reads a page, and ignores fields and types of later versions', () => {
    const page = { events: [event, { ...event, number: 1, walletName: undefined }], before: 1 }
    expect(parseWalletHistory({ ...page, later: true })).toEqual(page)
    const later = { ...event, type: 'toString' }
    expect(parseWalletHistory({ events: [later, event], before: 1 })).toEqual({ events: [event], before: 1 })
    expect(parseWalletHistory({ events: [] })).toEqual({ events: [], before: undefined })
  })
  test.each([
    ...noObjects,
    { events: {} },
    { events: [null] },
    { events: [{ ...event, number: 0 }] },
    { events: [{ ...event, type: 1 }] },
    { events: [{ ...event, at: -1 }] },
    { events: [{ ...event, accountId: 'nothing' }] },
    { events: Array(101).fill(event) },
  ])('refuses a malformed page (%#)', (value) => {
    expect(() => parseWalletHistory(value)).toThrow(InvalidLinkBodyError)
  })
})
