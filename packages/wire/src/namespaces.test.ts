import fc from 'fast-check'
import { expect, test } from 'vitest'
import { InvalidNamespacesError } from './errors.ts'
import { accountsOf, checkGranted, namespacesOfChain, parseNamespaces, parseProposalNamespaces } from './namespaces.ts'

const address = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb'
const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] } }
const granted = { eip155: { accounts: [`eip155:1:${address}`], methods: ['personal_sign'], events: ['chainChanged'] } }

function code(run: () => unknown): number | undefined {
  try {
    run()
  } catch (error) {
    if (error instanceof InvalidNamespacesError) return error.reason.code
    throw error
  }
  return undefined
}

test('R4 parseProposalNamespaces: reads namespaces and whole chain ids as keys', () => {
  expect(parseProposalNamespaces(asked)).toEqual(asked)
  expect(parseProposalNamespaces({})).toEqual({})
  expect(parseProposalNamespaces({ 'eip155:1': { methods: [], events: [] } })).toEqual({
    'eip155:1': { methods: [], events: [] },
  })
})

test.each([
  ['no object', [], 1006],
  ['a namespace that is no object', { eip155: [] }, 1006],
  ['empty chains', { eip155: { chains: [], methods: [], events: [] } }, 5100],
  ['chains that are no CAIP-2', { eip155: { chains: ['42'], methods: [], events: [] } }, 5100],
  ['chains that are no array', { eip155: { chains: 'eip155:1', methods: [], events: [] } }, 5100],
  ['a chain of another namespace', { eip155: { chains: ['solana:1'], methods: [], events: [] } }, 5100],
  ['a chain beside a chain key', { 'eip155:1': { chains: ['eip155:10'], methods: [], events: [] } }, 5100],
  ['a key that is no CAIP-2', { '**': { methods: [], events: [] } }, 5104],
  ['a key __proto__', JSON.parse('{"__proto__":{"methods":[],"events":[]}}'), 5104],
  ['methods that are no array', { eip155: { methods: 'personal_sign', events: [] } }, 5101],
  ['methods that are no texts', { eip155: { methods: [1], events: [] } }, 5101],
  ['events missing', { eip155: { methods: [] } }, 5102],
])('R4 parseProposalNamespaces: refuses %s with its number', (_, value, expected) => {
  expect(code(() => parseProposalNamespaces(value))).toBe(expected)
})

test.each([
  ['nothing', {}, 5000],
  ['no accounts', { eip155: { accounts: [], methods: [], events: [] } }, 5001],
  ['an account that is no CAIP-10', { eip155: { accounts: [address], methods: [], events: [] } }, 5001],
  [
    'an account of another namespace',
    { eip155: { accounts: ['cosmos:cosmoshub-2:cosmos1'], methods: [], events: [] } },
    5103,
  ],
  [
    'an account of another chain than its key',
    { 'eip155:1': { accounts: [`eip155:10:${address}`], methods: [], events: [] } },
    5103,
  ],
  ['methods missing', { eip155: { accounts: [`eip155:1:${address}`], events: [] } }, 5002],
  ['events missing', { eip155: { accounts: [`eip155:1:${address}`], methods: [] } }, 5003],
])('R4 parseNamespaces: refuses %s with its number', (_, value, expected) => {
  expect(code(() => parseNamespaces(value))).toBe(expected)
})

const required = parseProposalNamespaces(asked)
test.each([
  [
    'more than asked',
    {
      eip155: {
        ...granted.eip155,
        accounts: [`eip155:1:${address}`, `eip155:10:${address}`],
        methods: ['personal_sign', 'eth_sign'],
      },
    },
    undefined,
  ],
  ['the chain under its own key', { 'eip155:1': granted.eip155 }, undefined],
  [
    'another namespace only',
    {
      solana: {
        accounts: ['solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'],
        methods: [],
        events: [],
      },
    },
    5000,
  ],
  ['another chain only', { eip155: { ...granted.eip155, accounts: [`eip155:10:${address}`] } }, 5001],
  ['a method less', { eip155: { ...granted.eip155, methods: [] } }, 5002],
  ['an event less', { eip155: { ...granted.eip155, events: [] } }, 5003],
])('checkGranted: %s', (_, value, expected) => {
  expect(code(() => checkGranted(required, parseNamespaces(value)))).toBe(expected)
})

test('namespacesOfChain and accountsOf: read a session', () => {
  const session = parseNamespaces({
    ...granted,
    'eip155:10': { accounts: [`eip155:10:${address}`], methods: ['eth_sign'], events: [] },
  })
  expect(accountsOf(session)).toEqual([`eip155:1:${address}`, `eip155:10:${address}`])
  expect(namespacesOfChain(session, 'eip155:10').flatMap((entry) => entry.methods)).toEqual([
    'personal_sign',
    'eth_sign',
  ])
  expect(namespacesOfChain(session, 'solana:1')).toEqual([])
})

test('parsers: any value is read or refused with a number', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      code(() => parseProposalNamespaces(value))
      code(() => parseNamespaces({ eip155: value }))
    }),
    { numRuns: 3000 },
  )
})
