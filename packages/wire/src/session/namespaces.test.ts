import { readFileSync } from 'node:fs'
import { runs } from '@hawser/test-kit/night'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidNamespacesError } from '../errors.ts'
import {
  accountsOf,
  chainsOf,
  checkGranted,
  checkNamespaces,
  namespacesOfChain,
  parseNamespaces,
  parseOptionalNamespaces,
  parseProposalNamespaces,
} from './namespaces.ts'
import * as reasons from './reasons.ts'

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

const parseBoth = (proposal: unknown, session: unknown) =>
  checkGranted(parseProposalNamespaces(proposal), parseNamespaces(session))
const { eip155 } = granted
const solana = { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], methods: [], events: [] }

/**
 * The rows of the protocol's validation table (WalletConnect sign/namespaces, test cases), each with the cases that break it.
 */
const table: Readonly<Record<string, readonly (readonly [string, () => unknown, number])[]>> = {
  'proposal: chains empty': [
    ['under a namespace', () => parseProposalNamespaces({ eip155: { ...asked.eip155, chains: [] } }), 5100],
    ['under a chain', () => parseProposalNamespaces({ 'eip155:1': { ...asked.eip155, chains: [] } }), 5100],
    ['left out under a namespace', () => parseProposalNamespaces({ eip155: { methods: [], events: [] } }), 5100],
    ['null', () => parseProposalNamespaces({ eip155: { ...asked.eip155, chains: null } }), 5100],
  ],
  'chain not CAIP-2': [
    ['a number', () => parseProposalNamespaces({ eip155: { ...asked.eip155, chains: ['42'] } }), 5100],
    ['among others', () => parseProposalNamespaces({ eip155: { ...asked.eip155, chains: ['eip155:1', ''] } }), 5100],
    ['no array', () => parseProposalNamespaces({ eip155: { ...asked.eip155, chains: 'eip155:1' } }), 5100],
    ['no text', () => parseProposalNamespaces({ eip155: { ...asked.eip155, chains: [1] } }), 5100],
    ['in a session', () => checkNamespaces({ eip155: { ...eip155, chains: ['42'] } }), 5100],
  ],
  'chain of another namespace': [
    ['in a proposal', () => parseProposalNamespaces({ eip155: { ...asked.eip155, chains: ['solana:1'] } }), 5100],
    ['beside a chain key', () => parseProposalNamespaces({ 'eip155:1': { ...eip155, chains: ['eip155:10'] } }), 5100],
    ['that begins alike', () => parseProposalNamespaces({ eip155: { ...asked.eip155, chains: ['eip155x:1'] } }), 5100],
    ['in a session', () => checkNamespaces({ eip155: { ...eip155, chains: ['solana:1'] } }), 5100],
  ],
  'key not CAIP-2': [
    ['**', () => parseProposalNamespaces({ '**': { methods: [], events: [] } }), 5104],
    ['empty', () => parseProposalNamespaces({ '': asked.eip155 }), 5104],
    ['an account id', () => parseProposalNamespaces({ [`eip155:1:${address}`]: asked.eip155 }), 5104],
    ['__proto__', () => parseProposalNamespaces(JSON.parse('{"__proto__":{"methods":[],"events":[]}}')), 5104],
    ['in a session', () => parseNamespaces({ EIP155: eip155 }), 5104],
  ],
  'invalid proposal in general': [
    ['an array', () => parseProposalNamespaces([]), 1006],
    ['a text', () => parseProposalNamespaces('eip155'), 1006],
    ['a namespace that is no object', () => parseProposalNamespaces({ eip155: [] }), 1006],
    ['too many namespaces', () => parseProposalNamespaces(namespacesOf(33, asked.eip155)), 1006],
    ['methods that are no array', () => parseProposalNamespaces({ eip155: { ...asked.eip155, methods: 'm' } }), 5101],
    ['methods that are no texts', () => parseProposalNamespaces({ eip155: { ...asked.eip155, methods: [1] } }), 5101],
    ['methods missing', () => parseProposalNamespaces({ eip155: { chains: ['eip155:1'], events: [] } }), 5101],
    ['events missing', () => parseProposalNamespaces({ eip155: { chains: ['eip155:1'], methods: [] } }), 5102],
  ],
  'session: accounts empty': [
    ['none', () => parseNamespaces({ eip155: { ...eip155, accounts: [] } }), 5001],
    ['missing', () => parseNamespaces({ eip155: { methods: [], events: [] } }), 5001],
    ['in one of two', () => checkNamespaces({ ...granted, 'eip155:10': { ...eip155, accounts: [] } }), 5001],
  ],
  'session: account not CAIP-10': [
    ['an address', () => parseNamespaces({ eip155: { ...eip155, accounts: [address] } }), 5001],
    ['a chain', () => parseNamespaces({ eip155: { ...eip155, accounts: ['eip155:1'] } }), 5001],
    ['no text', () => parseNamespaces({ eip155: { ...eip155, accounts: [{}] } }), 5001],
  ],
  'session: chain without account': [
    ['another one', () => parseBoth(asked, { eip155: { ...eip155, accounts: [`eip155:10:${address}`] } }), 5001],
    [
      'listed only',
      () => parseBoth({ eip155: { ...asked.eip155, chains: ['eip155:1', 'eip155:10'] } }, { eip155 }),
      5001,
    ],
    ['under its own key', () => parseBoth({ 'eip155:10': { methods: [], events: [] } }, granted), 5001],
  ],
  'session: methods missing': [
    ['in a session', () => checkNamespaces({ eip155: { accounts: eip155.accounts, events: [] } }), 5002],
    ['a required one', () => parseBoth(asked, { eip155: { ...eip155, methods: ['eth_sign'] } }), 5002],
    ['a required one, on one of two chains', () => parseBoth(askedOnTwo, grantedOnTwo({ methods: [] })), 5002],
  ],
  'session: events missing': [
    ['in a session', () => checkNamespaces({ eip155: { accounts: eip155.accounts, methods: [] } }), 5003],
    ['a required one', () => parseBoth(asked, { eip155: { ...eip155, events: [] } }), 5003],
    ['a required one, on one of two chains', () => parseBoth(askedOnTwo, grantedOnTwo({ events: [] })), 5003],
  ],
  'session: account of another namespace': [
    [
      'under a namespace',
      () => parseNamespaces({ eip155: { ...eip155, accounts: ['cosmos:cosmoshub-2:cosmos1'] } }),
      5103,
    ],
    ['under a chain', () => parseNamespaces({ 'eip155:10': eip155 }), 5103],
    ['under one that begins alike', () => parseNamespaces({ eip15: eip155 }), 5103],
  ],
  'session: namespace missing': [
    ['all of them', () => parseNamespaces({}), 5000],
    ['a required one', () => parseBoth({ ...asked, solana }, granted), 5000],
    ['one that begins alike', () => parseBoth({ eip1559: { ...solana, chains: ['eip1559:1'] } }, granted), 5000],
  ],
  'session in general': [
    ['an array', () => parseNamespaces([]), 1005],
    ['a namespace that is no object', () => parseNamespaces({ eip155: null }), 1005],
    ['of an update', () => parseNamespaces(undefined, reasons.invalidUpdateRequest), 1003],
  ],
}

function namespacesOf(count: number, entry: object) {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`ns-${index}`, entry]))
}
const askedOnTwo = { eip155: { ...asked.eip155, chains: ['eip155:1', 'eip155:10'] } }
/** Both chains have an account; the first has the fields that the second lacks. */
function grantedOnTwo(second: object) {
  return { 'eip155:1': eip155, 'eip155:10': { ...eip155, accounts: [`eip155:10:${address}`], ...second } }
}

describe.each(Object.entries(table))('R4 namespaces, row of the table: %s', (_, cases) => {
  test.each(cases)('%s', (_name, run, expected) => {
    expect(code(run)).toBe(expected)
  })
})

type Vectors = Readonly<Record<'caip2_accept' | 'caip2_reject' | 'caip10_accept' | 'caip10_reject', readonly string[]>>
const vectors: Vectors = JSON.parse(
  readFileSync(new URL('../../../../test/vectors/caip/caip-vectors.json', import.meta.url), 'utf8'),
)

test.each(vectors.caip2_accept)('R4 CAIP-2 %s is a chain under its namespace and a separate key', (chain) => {
  const entry = { methods: [], events: [] }
  const [namespace = ''] = chain.split(':')
  expect(parseProposalNamespaces({ [namespace]: { ...entry, chains: [chain] } })).toHaveProperty([namespace])
  expect(parseProposalNamespaces({ [chain]: entry })).toEqual({ [chain]: entry })
  expect(chainsOf(chain, entry)).toEqual([chain])
})

test.each(vectors.caip2_reject)('R4 CAIP-2 %j is refused as a chain with 5100, as a key with 5104', (chain) => {
  expect(code(() => parseProposalNamespaces({ eip155: { ...asked.eip155, chains: [chain] } }))).toBe(5100)
  // "eip155" alone is a namespace without chains.
  const expected = chain === 'eip155' ? 5100 : 5104
  expect(code(() => parseProposalNamespaces({ [chain]: { methods: [], events: [] } }))).toBe(expected)
})

test.each(vectors.caip10_accept)('R4 CAIP-10 %s is under its chain and its namespace', (account) => {
  const [namespace = '', reference = ''] = account.split(':')
  for (const key of [namespace, `${namespace}:${reference}`]) {
    const session = parseNamespaces({ [key]: { accounts: [account], methods: [], events: [] } })
    expect(accountsOf(session)).toEqual([account])
    expect(namespacesOfChain(session, `${namespace}:${reference}`)).toHaveLength(1)
  }
})

// The last vector is a checksum case: the grammar lets it through, the verifier of link refuses it.
test.each(vectors.caip10_reject.slice(0, -1))('R4 CAIP-10 %j is refused as an account with 5001', (account) => {
  expect(code(() => parseNamespaces({ eip155: { ...eip155, accounts: [account] } }))).toBe(5001)
})

test('R4 parseProposalNamespaces: reads namespaces and whole chain ids as keys', () => {
  expect(parseProposalNamespaces(asked)).toEqual(asked)
  expect(parseProposalNamespaces({})).toEqual({})
  const entry = { methods: [], events: [] }
  expect(parseProposalNamespaces({ 'eip155:1': entry })).toEqual({ 'eip155:1': entry })
  expect(parseProposalNamespaces({ 'eip155:1': { ...entry, chains: ['eip155:1'] } })).toHaveProperty(['eip155:1'])
})

test('R4 parseNamespaces: reads a session with chains, without, and with an empty list of them', () => {
  expect(parseNamespaces(granted)).toEqual(granted)
  const chains = ['eip155:1', 'eip155:10']
  expect(parseNamespaces({ eip155: { ...eip155, chains } })).toEqual({ eip155: { ...eip155, chains } })
  expect(parseNamespaces({ eip155: { ...eip155, chains: [] } })).toEqual(granted)
})

// CAIP-10 allows no underscore, but user-friendly addresses of TON and names of NEAR contain it, and wallets grant them as they are.
test.each([
  ['ton:-239', 'UQ_m7Rn-aG3KXkEcpqxGQHdTj_DFwYXvuk4e9O8nq_xTb2sD'],
  ['near:mainnet', 'harbour_master.near'],
  ['radix:1', 'account_rdx168fghy4kapzfnwpmq7t7753425lwklk65r82ys7pz2xzleehk2ap0k'],
  ['hedera:mainnet', '0.0.1234567-abcde'],
  ['ever:42', '0%3A38d4c6ef92bd7ff4426eb232af3ff87bea525eff112f93eb28069e54bca89e4b'],
])('parseNamespaces: an account on %s has the address %s', (chain, address) => {
  const [key = '', reference = ''] = chain.split(':')
  const read = { [key]: { accounts: [`${chain}:${address}`], methods: [], events: [] } }
  expect(parseNamespaces(read)).toEqual(read)
  expect(checkNamespaces(read)).toEqual(read)
  expect(namespacesOfChain(parseNamespaces(read), `${key}:${reference}`)).toHaveLength(1)
})

test.each(['eip155:1:0x_', 'ton:-239:a b', 'ton:-239:a:b', 'ton:-239:', 'ton:-239:a/b', `ton:-239:${'a'.repeat(129)}`])(
  'parseNamespaces: %s is no account',
  (account) => {
    const [key = ''] = account.split(':')
    expect(code(() => parseNamespaces({ [key]: { accounts: [account], methods: [], events: [] } }))).toBe(5001)
  },
)

test('R4 parseNamespaces: ten accounts on each of four hundred chains', () => {
  const accounts = Array.from(
    { length: 4000 },
    (_, index) => `eip155:${index % 400}:0x${String(index).padStart(40, '0')}`,
  )
  expect(accountsOf(parseNamespaces({ eip155: { ...eip155, accounts } }))).toHaveLength(4000)
})

test('checkGranted: without requirements every session satisfies', () => {
  expect(code(() => parseBoth({}, granted))).toBeUndefined()
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
    'the chain in two entries, which have the rest together',
    { eip155: { ...granted.eip155, events: [] }, 'eip155:1': { ...granted.eip155, methods: [] } },
    undefined,
  ],
  [
    'the rest in an entry without an account on the chain',
    {
      eip155: { ...granted.eip155, methods: [] },
      'eip155:10': { ...granted.eip155, accounts: [`eip155:10:${address}`] },
    },
    5002,
  ],
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

const solanaAddress = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'
test.each([
  ['eip155:1', `eip155:0x1:${address}`],
  ['eip155:137', `eip155:0x89:${address}`],
  ['eip155:1', `eip155:01:${address}`],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', `solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ:${solanaAddress}`],
  ['solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${solanaAddress}`],
])('F21 checkGranted: the required chain %s has the account %s', (chain, account) => {
  const [namespace = ''] = chain.split(':')
  const rights = { methods: ['sign'], events: [] }
  const session = parseNamespaces({ [namespace]: { ...rights, accounts: [account] } })
  expect(code(() => checkGranted({ [namespace]: { ...rights, chains: [chain] as never } }, session))).toBeUndefined()
  expect(code(() => checkGranted({ [chain]: rights }, session))).toBeUndefined()
  expect(code(() => checkGranted({ [`${namespace}:2`]: rights }, session))).toBe(5001)
})

test('namespacesOfChain and accountsOf: read a session', () => {
  const session = parseNamespaces({
    ...granted,
    'eip155:10': { accounts: [`eip155:10:${address}`], methods: ['eth_sign'], events: [] },
  })
  expect(accountsOf(session)).toEqual([`eip155:1:${address}`, `eip155:10:${address}`])
  expect(namespacesOfChain(session, 'eip155:1').flatMap((entry) => entry.methods)).toEqual(['personal_sign'])
  expect(namespacesOfChain(session, 'eip155:10').flatMap((entry) => entry.methods)).toEqual(['eth_sign'])
  expect(namespacesOfChain(session, 'eip155:100')).toEqual([])
  expect(namespacesOfChain(session, 'solana:1')).toEqual([])
})

test('parsers: read any value or refuse it with a number', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      code(() => parseProposalNamespaces(value))
      code(() => parseNamespaces({ eip155: value }))
    }),
    { numRuns: runs(3000) },
  )
})

describe('F03a a peer’s readers skip unusable values, and the strict ones refuse:', () => {
  const { accounts, methods, events } = eip155
  test.each<[string, unknown]>([
    ['an odd key', { ...granted, EIP155: eip155 }],
    ['an entry that is null', { ...granted, solana: null }],
    ['an entry without accounts', { ...granted, solana: { accounts: [], methods, events } }],
    ['a malformed account', { eip155: { ...eip155, accounts: ['0x12', ...accounts] } }],
    ['an address of another kind', { eip155: { ...eip155, accounts: [...accounts, 'eip155:1:not-an-address'] } }],
    ['an account of another namespace', { eip155: { ...eip155, accounts: ['cosmos:hub:abc', ...accounts] } }],
    ['a list of methods with a number', { eip155: { ...eip155, methods: [1, ...methods] } }],
    ['more namespaces than there may be', { ...granted, ...namespacesOf(33, {}) }],
  ])('%s in a session', (_, value) => {
    expect(parseNamespaces(value)).toEqual(granted)
    expect(code(() => checkNamespaces(value))).toBeGreaterThan(1000)
  })

  test.each<[string, unknown]>([
    ['an odd key', { ...asked, '**': asked.eip155 }],
    ['an entry that is a text', { ...asked, solana: 'solana' }],
    ['an entry without chains', { ...asked, solana: { methods: [], events: [] } }],
    ['a malformed chain', { eip155: { ...asked.eip155, chains: ['1', 'eip155:1'] } }],
    ['a method that is null', { eip155: { ...asked.eip155, methods: [null, 'personal_sign'] } }],
  ])('%s in a proposal', (_, value) => {
    expect(parseOptionalNamespaces(value)).toEqual(asked)
    expect(code(() => parseProposalNamespaces(value))).toBeGreaterThan(1000)
  })

  test('missing lists are empty', () => {
    expect(parseNamespaces({ eip155: { accounts } })).toEqual({ eip155: { accounts, methods: [], events: [] } })
    const { chains } = asked.eip155
    expect(parseOptionalNamespaces({ eip155: { chains, methods: null } })).toEqual({
      eip155: { chains, methods: [], events: [] },
    })
    for (const value of [undefined, null, 'eip155', [], 7]) expect(parseOptionalNamespaces(value)).toEqual({})
  })

  test('the result shares no list with the input', () => {
    const given = structuredClone(granted)
    const read = parseNamespaces(given)
    given.eip155.accounts.length = 0
    given.eip155.methods.push('eth_sign')
    expect(read).toEqual(granted)
  })
})
