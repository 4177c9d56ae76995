import { describe, expect, test } from 'vitest'
import { InvalidLinkBodyError } from './errors.ts'
import { parseUnlinkChallengeRequest, parseWalletChange } from './linkApiWallets.ts'

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

describe('parseUnlinkChallengeRequest', () => {
  test('reads who signs', () => expect(parseUnlinkChallengeRequest({ accountId })).toEqual({ accountId }))
  test.each([...noObjects, {}, { accountId: 1 }, { accountId: 'eip155:1' }, { accountId, hostUserId: 'somebody' }])(
    'T-43 T-51: refuses %j',
    (value) => {
      expect(() => parseUnlinkChallengeRequest(value)).toThrow(InvalidLinkBodyError)
    },
  )
})
