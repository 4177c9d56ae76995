import { runs } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidNamespacesError } from '../errors.ts'
import { checkProperties, parseProperties } from './properties.ts'
import * as reasons from './reasons.ts'

const asked = { eip155: {}, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': {} }

describe('parseProperties', () => {
  test('R4 keeps texts of a session, and JSON under the requested namespaces and their chains', () => {
    const properties = {
      sessionProperties: { expiry: '1', 'a b': '' },
      scopedProperties: {
        eip155: { walletService: [{ url: 'https://rpc.example', methods: ['wallet_getAssets'] }] },
        'eip155:8453': { atomic: { status: 'supported' }, n: 1, b: true, nothing: null },
        solana: {},
      },
    }
    expect(parseProperties(properties, asked)).toEqual(properties)
    expect(parseProperties(properties, {}, asked)).toEqual(properties)
    expect(parseProperties(properties)).toEqual(properties)
  })

  test('R4 drops malformed ones, and returns nothing for nothing', () => {
    expect(parseProperties({})).toEqual({})
    expect(parseProperties({ sessionProperties: ['a'], scopedProperties: 'b' })).toEqual({})
    expect(
      parseProperties(
        {
          sessionProperties: { a: 'b', c: 1, d: null, e: { f: 'g' } },
          scopedProperties: { eip155: 'text', cosmos: { a: 1 }, 'eip155:1': { a: 1 }, 'eip155:1:0xab': {}, '**': {} },
        },
        asked,
      ),
    ).toEqual({ sessionProperties: { a: 'b' }, scopedProperties: { 'eip155:1': { a: 1 } } })
    expect(parseProperties({ scopedProperties: { eip155: {} } }, {})).toEqual({ scopedProperties: {} })
  })

  test('R4 drops all when they are longer than 16 KiB', () => {
    const text = 'x'.repeat(8_000)
    const properties = { sessionProperties: { text }, scopedProperties: { eip155: { text } } }
    expect(parseProperties(properties, asked)).toEqual(properties)
    const longer = { ...properties, sessionProperties: { text: 'x'.repeat(8_500) } }
    expect(parseProperties(longer, asked)).toEqual({})
    // Dropped entries do not count towards the limit.
    expect(
      parseProperties({ ...properties, scopedProperties: { cosmos: { text: 'x'.repeat(20_000) } } }, asked),
    ).toEqual({
      sessionProperties: { text },
      scopedProperties: {},
    })
  })

  test('R4 keeps a field __proto__ as a field', () => {
    const kept = parseProperties(JSON.parse('{"sessionProperties":{"__proto__":"a"}}'))
    expect(Object.keys(kept.sessionProperties ?? {})).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(kept.sessionProperties)).toBe(Object.prototype)
  })

  test('R4 reads any JSON without an error, the same when read again, up to 16 KiB', () => {
    const scope = fc.constantFrom('eip155', 'eip155:1', 'cosmos', 'solana', '__proto__', '')
    const params = fc.record({
      sessionProperties: fc.oneof(fc.jsonValue(), fc.dictionary(fc.string(), fc.string({ maxLength: 9_000 }))),
      scopedProperties: fc.oneof(fc.jsonValue(), fc.dictionary(scope, fc.dictionary(fc.string(), fc.jsonValue()))),
    })
    fc.assert(
      fc.property(params, (value) => {
        const kept = parseProperties(value, asked)
        expect(parseProperties(kept, asked)).toEqual(kept)
        expect(checkProperties(kept, reasons.invalidSessionProposal, asked)).toEqual(kept)
        for (const key of Object.keys(kept.scopedProperties ?? {})) expect(key).toMatch(/^(eip155|solana)/)
        expect(JSON.stringify(kept).length).toBeLessThanOrEqual(16_384)
      }),
      { numRuns: runs(1000) },
    )
  })
})

test.each([
  ['of a namespace that is not there', { scopedProperties: { cosmos: {} } }],
  ['under a malformed key', { scopedProperties: { EIP155: {} } }],
  ['beyond the room', { sessionProperties: { a: 'x'.repeat(16_384) } }],
  ['beyond the room, scoped', { scopedProperties: { eip155: { a: 'x'.repeat(16_384) } } }],
])('R4 checkProperties: refuses properties %s', (_, properties) => {
  const check = () => checkProperties(properties, reasons.invalidSessionProposal, asked)
  expect(check).toThrow(InvalidNamespacesError)
  expect(check).toThrow(expect.objectContaining({ reason: reasons.invalidSessionProposal }))
})

test('R4 checkProperties: returns the properties that will arrive', () => {
  expect(checkProperties({}, reasons.invalidSessionProposal, asked)).toEqual({})
  const properties = { sessionProperties: { a: 'b' }, scopedProperties: { eip155: { c: [1] } } }
  expect(checkProperties(properties, reasons.invalidSessionProposal, asked)).toEqual(properties)
})
