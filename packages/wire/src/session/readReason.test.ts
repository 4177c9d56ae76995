import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReason } from './readReason.ts'

describe('F09 readReason finds the number and the words of', () => {
  test.each<[string, unknown, number, string]>([
    ['a numbered reason', { code: 5000, message: 'User rejected.' }, 5000, 'User rejected.'],
    ['a reason with a number of its own', { code: 3, message: 'execution reverted' }, 3, 'execution reverted'],
    ['a number alone', 4001, 4001, ''],
    ['a number as text', { code: '4001' }, 4001, ''],
    ['a text that is a number', '5000', 5000, ''],
    ['a text', ' Declined by the user ', 5000, 'Declined by the user'],
    ['another word for it', 'Transaction cancelled', 5000, 'Transaction cancelled'],
    ['words that say nothing', 'Something broke', -32603, 'Something broke'],
    [
      'a method that is not offered',
      { message: 'the method eth_sign is not supported' },
      -32601,
      'the method eth_sign is not supported',
    ],
    ['the protocol’s words', 'Unauthorized method. eth_sign', -32601, 'Unauthorized method. eth_sign'],
    ['its words under a vague number', { code: -32000, message: 'Invalid method.' }, -32601, 'Invalid method.'],
    ['a vague number of another fault', { code: -32000, message: 'nonce too low' }, -32000, 'nonce too low'],
    ['a vague number of a no', { code: -32000, message: 'User rejected.' }, -32000, 'User rejected.'],
    // The sample wallets of the Swift and the Kotlin SDK, which many wallets copy, answer so for their button "Reject".
    ['the Swift sample wallet’s no', { code: 0, message: '' }, 5000, ''],
    ['the same with empty data', { code: 0, message: ' ', data: null }, 5000, ''],
    ['the Kotlin sample wallet’s no', { code: 500, message: 'Kotlin Wallet Error' }, 5000, 'Kotlin Wallet Error'],
    // MetaMask/metamask-mobile#13415, and a wallet that declines so.
    ['a number of JSON-RPC without its sign', { code: 32603, message: 'Invalid chainId' }, -32601, 'Invalid chainId'],
    ['the same for a no', { code: 32603, message: 'User rejected tx' }, -32603, 'User rejected tx'],
    ['the same as text', { code: '32601', message: 'x' }, -32601, 'x'],
    ['the same around a number', { code: 32000, message: 'x', data: { code: 4001 } }, 4001, 'x'],
    ['a number beside those', { code: 31999, message: 'x' }, 31999, 'x'],
    [
      'a chain that is not known',
      { code: -32603, message: 'Unrecognized chain ID "0x14a34". Try adding the chain first.' },
      -32601,
      'Unrecognized chain ID "0x14a34". Try adding the chain first.',
    ],
    [
      'a node’s words about a chain',
      { code: -32000, message: 'invalid chain id for signer: have 1 want 137' },
      -32000,
      'invalid chain id for signer: have 1 want 137',
    ],
    ['0 with words of another fault', { code: 0, message: 'nonce too low' }, 0, 'nonce too low'],
    ['0 with the protocol’s words', { code: 0, message: 'Unsupported method' }, -32601, 'Unsupported method'],
    ['500 with words of another fault', { code: 500, message: 'Internal error' }, 500, 'Internal error'],
    ['500 with the protocol’s words', { code: 500, message: 'Method not supported' }, -32601, 'Method not supported'],
    ['500 around a number', { code: 500, message: 'x', data: { code: 4902 } }, 4902, 'x'],
    ['500 without words', { code: 500, message: '' }, 500, ''],
    ['wrong parameters', { code: -32000, message: 'Invalid method parameters' }, -32000, 'Invalid method parameters'],
    ['the words of a contract', { code: -32000, message: 'reverted: unsupported' }, -32000, 'reverted: unsupported'],
    ['a number that says more', { code: 3, message: 'Unsupported token' }, 3, 'Unsupported token'],
    ['the name of an error', { name: 'UserRejectedRequestError' }, 5000, 'UserRejectedRequestError'],
    ['something thrown', Object.assign(new Error('No.'), { code: 4001 }), 4001, 'No.'],
    ['an error in an error', { error: { error: { error: { code: 4001, message: 'No.' } } } }, 4001, 'No.'],
    ['the data of an error', { code: -32603, message: 'x', data: { code: 4001 } }, 4001, 'x'],
    ['its cause', { message: 'x', cause: { code: 4001, message: 'No.' } }, 4001, 'x'],
    ['the inside of ethers', { code: 'UNKNOWN_ERROR', info: { error: { code: 4001 } } }, 4001, 'UNKNOWN_ERROR'],
    ['a link that came back', { errorCode: '4001', errorMessage: 'No.' }, 4001, 'No.'],
    ['a list', ['No.', { code: 4001 }], 4001, 'No.'],
    ['JSON as text', '{"code":4001,"message":"No."}', 4001, 'No.'],
    [
      'JSON as the message',
      { code: -32000, message: '{"code":4902,"message":"Unknown chain"}' },
      4902,
      'Unknown chain',
    ],
    ['text that begins like JSON', '{rejected}', 5000, '{rejected}'],
    [
      'the more exact of two numbers',
      { code: -32603, message: 'x', data: { originalError: { code: 4902 } } },
      4902,
      'x',
    ],
    ['true', true, -32603, ''],
  ])('%s', (_, value, code, message) => {
    expect(readReason(value)).toMatchObject({ code, message })
  })
})

test.each([undefined, null, false, '', '  ', {}, [], { code: null }, { message: '' }, { code: Number.NaN }, '0x'])(
  'F09 readReason: finds nothing in %j',
  (value) => {
    expect(readReason(value)).toBeUndefined()
  },
)

test('F09 readReason: limits words and data, and does not take a revert’s bytes for words', () => {
  expect(readReason('x'.repeat(5000))?.message).toHaveLength(1024)
  expect(readReason({ code: 3, message: '', data: '0x08c379a0' })).toEqual({ code: 3, message: '', data: '0x08c379a0' })
  expect(readReason({ code: 3, message: 'No.', data: 'x'.repeat(40_000) })).toEqual({ code: 3, message: 'No.' })
  const ring: Record<string, unknown> = { message: 'No.' }
  ring.error = ring
  ring.data = ring
  expect(readReason(ring)).toEqual({ code: -32603, message: 'No.' })
})

test('F09 readReason: reads any value without an error', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const reason = readReason(value)
      if (reason === undefined) return
      expect(Number.isSafeInteger(reason.code)).toBe(true)
      expect(reason.message.length).toBeLessThanOrEqual(1024)
    }),
    { numRuns: 500 },
  )
})
