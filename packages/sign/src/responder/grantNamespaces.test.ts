import { isNight, runs } from '@hawser/test-kit/night'
import {
  type AccountId,
  accountsOf,
  type ChainId,
  checkGranted,
  InvalidNamespacesError,
  namespacesOfChain,
  type ProposalNamespaces,
  parseNamespaces,
} from '@hawser/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTestClients } from '../testing/testClients.fixture.ts'
import { grantNamespaces, type SupportedNamespace } from './grantNamespaces.ts'

const first = '0x1111111111111111111111111111111111111111'
const second = '0x2222222222222222222222222222222222222222'
const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const eip155: SupportedNamespace = {
  chains: ['eip155:1', 'eip155:10', 'eip155:137'],
  methods: ['personal_sign', 'eth_sendTransaction'],
  events: ['chainChanged', 'accountsChanged'],
  // No account on 137.
  accounts: [`eip155:1:${second}`, `eip155:1:${first}`, `eip155:10:${first}`],
}

function grant(requiredNamespaces: ProposalNamespaces, optionalNamespaces: ProposalNamespaces = {}, supported = {}) {
  return grantNamespaces({ proposal: { requiredNamespaces, optionalNamespaces }, supported: { eip155, ...supported } })
}

/** Returns the thrown code, and the names of the missing parts. */
function refusal(run: () => unknown): { code: number; missing: readonly string[] } | undefined {
  try {
    run()
  } catch (error) {
    if (error instanceof InvalidNamespacesError) return { code: error.reason.code, missing: error.missing }
    throw error
  }
  return undefined
}

test('R4 grantNamespaces: grants what is asked and supported, accounts in the wallet’s order', () => {
  const asked = {
    eip155: {
      chains: ['eip155:10', 'eip155:1', 'eip155:56', 'eip155:137'],
      methods: ['personal_sign', 'eth_sign'],
      events: ['chainChanged', 'message'],
    },
    solana: { chains: [mainnet], methods: ['solana_signMessage'], events: [] },
  } as const
  expect(grant({}, asked)).toEqual({
    eip155: {
      chains: ['eip155:10', 'eip155:1'],
      accounts: eip155.accounts,
      methods: ['personal_sign'],
      events: ['chainChanged'],
    },
  })
})

test('R4 grantNamespaces: puts required and optional parts together under their key', () => {
  const required = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } as const
  const optional = {
    eip155: { chains: ['eip155:10'], methods: ['personal_sign', 'eth_sendTransaction'], events: ['chainChanged'] },
    'eip155:1': { methods: ['personal_sign'], events: ['accountsChanged'] },
  } as const
  expect(grant(required, optional)).toEqual({
    eip155: {
      chains: ['eip155:1', 'eip155:10'],
      accounts: eip155.accounts,
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: ['chainChanged'],
    },
    'eip155:1': {
      chains: ['eip155:1'],
      accounts: [`eip155:1:${second}`, `eip155:1:${first}`],
      methods: ['personal_sign'],
      events: ['accountsChanged'],
    },
  })
})

test('R4 grantNamespaces: each namespace has its own methods', () => {
  const solana: SupportedNamespace = {
    chains: [mainnet],
    methods: ['solana_signMessage'],
    events: [],
    accounts: [`${mainnet}:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv`],
  }
  const methods = ['personal_sign', 'solana_signMessage']
  const asked = {
    eip155: { chains: ['eip155:1'], methods, events: [] },
    solana: { chains: [mainnet], methods, events: [] },
  } as const
  const granted = grant({}, asked, { solana })
  expect(granted).toMatchObject({
    eip155: { methods: ['personal_sign'] },
    solana: { methods: ['solana_signMessage'], accounts: solana.accounts },
  })
})

test('R4 grantNamespaces: approve accepts its result, and the dapp gets it', async () => {
  const house = createTestClients()
  const methods = ['personal_sign', 'eth_sign']
  const proposed = await house.dapp.propose({
    requiredNamespaces: { 'eip155:10': { methods: ['personal_sign'], events: [] } },
    optionalNamespaces: { eip155: { chains: ['eip155:1', 'eip155:5'], methods, events: [] } },
  })
  const proposal = await house.wallet.pair({ pairingUri: proposed.pairingUri })
  const namespaces = grantNamespaces({ proposal, supported: { eip155 } })
  await house.wallet.approve({ proposalId: proposal.id, namespaces })
  const session = await proposed.approval
  expect(session.namespaces).toEqual(namespaces)
  expect(Object.keys(namespaces)).toEqual(['eip155:10', 'eip155'])
  await house.stop()
})

const entry = { methods: [], events: [] }
describe('R4 grantNamespaces: refuses with its number', () => {
  test.each<[string, number, readonly string[], ProposalNamespaces, ProposalNamespaces]>([
    ['a required chain beyond the wallet', 5100, ['eip155:56'], { 'eip155:56': entry }, {}],
    ['a required namespace beyond the wallet', 5100, [mainnet], { solana: { ...entry, chains: [mainnet] } }, {}],
    ['a required chain without an account', 5103, ['eip155:137'], { 'eip155:137': entry }, {}],
    [
      'a required method beyond the wallet',
      5101,
      ['eth_sign'],
      { 'eip155:1': { ...entry, methods: ['personal_sign', 'eth_sign'] } },
      {},
    ],
    ['a required event beyond the wallet', 5102, ['message'], { 'eip155:1': { ...entry, events: ['message'] } }, {}],
    ['nothing asked', 5100, [], {}, {}],
    [
      'optional chains beyond the wallet only',
      5100,
      ['eip155:56', mainnet],
      {},
      { 'eip155:56': entry, [mainnet]: entry },
    ],
    ['optional chains without an account only', 5100, ['eip155:137'], {}, { 'eip155:137': entry }],
    ['a namespace that names no chain', 5100, [], { eip155: entry }, {}],
    ['a malformed key', 5104, [], {}, { EIP155: entry }],
  ])('%s: %i', (_, code, missing, required, optional) => {
    expect(refusal(() => grant(required, optional))).toEqual({ code, missing })
  })

  test('a wallet’s support is given by namespace', () => {
    const asked = { 'eip155:1': entry }
    expect(refusal(() => grant(asked, {}, { 'eip155:1': eip155 }))).toEqual({ code: 5104, missing: ['eip155:1'] })
    const accounts = ['eip155:1:'] as const
    expect(refusal(() => grant(asked, {}, { eip155: { ...eip155, accounts } }))?.code).toBe(5001)
  })
})

// A small world, so that requests and supported parts often overlap.
const chains: readonly ChainId[] = ['eip155:1', 'eip155:10', 'eip155:137', 'solana:main', 'solana:test', 'cosmos:hub']
const namespaces = ['eip155', 'solana', 'cosmos']
const rights = ['a', 'b', 'c', 'd']
const most = <Item>(items: readonly Item[]) => fc.subarray([...items], { minLength: Math.ceil(items.length / 2) })
const askedUnder = (key: string, atMost: number): fc.Arbitrary<ProposalNamespaces[string]> => {
  const own = chains.filter((chain) => chain.startsWith(`${key}:`))
  return fc.record({
    ...(own.length > 0 && { chains: fc.subarray(own, { minLength: 1 }) }),
    methods: fc.subarray(rights, { maxLength: atMost }),
    events: fc.subarray(rights, { maxLength: atMost }),
  })
}
const proposalNamespaces = (keysAtMost: number, rightsAtMost: number) =>
  fc
    .subarray([...namespaces, ...chains], { maxLength: keysAtMost })
    .chain(
      (keys): fc.Arbitrary<ProposalNamespaces> =>
        fc.record(Object.fromEntries(keys.map((key) => [key, askedUnder(key, rightsAtMost)]))),
    )
const accountOn = (chain: ChainId, digit: string): AccountId =>
  `${chain}:${chain.startsWith('eip155:') ? '0x' : ''}${digit.repeat(40)}`
const supportedNamespaces = fc.subarray(namespaces, { minLength: 2 }).chain(
  (keys): fc.Arbitrary<Record<string, SupportedNamespace>> =>
    fc.record(
      Object.fromEntries(
        keys.map((key) => {
          const own = chains.filter((chain) => chain.startsWith(`${key}:`))
          const accounts = own.flatMap((chain) => ['1', '2'].map((digit) => accountOn(chain, digit)))
          return [
            key,
            fc.record({ chains: most(own), accounts: most(accounts), methods: most(rights), events: most(rights) }),
          ]
        }),
      ),
    ),
)

/** Lists every request separately: the rights on one chain, under one key. */
function list(asked: ProposalNamespaces) {
  return Object.entries(asked).flatMap(([key, { chains = [key as ChainId], methods, events }]) =>
    chains.map((chain) => ({ key, chain, methods, events })),
  )
}

test('R4 grantNamespaces: grants everything allowed and no more, or throws its number', () => {
  const runs = isNight ? 50_000 : 500
  let granted = 0
  fc.assert(
    fc.property(
      proposalNamespaces(2, 1),
      proposalNamespaces(3, 4),
      supportedNamespaces,
      (required, optional, supported) => {
        const of = (chain: string) => supported[chain.split(':')[0] ?? '']
        const knows = (chain: ChainId) => of(chain)?.chains.includes(chain) === true
        const holds = (chain: ChainId) =>
          of(chain)?.accounts.some((account) => account.startsWith(`${chain}:`)) === true
        const wanted = list(required)
        const every = [...wanted, ...list(optional)]
        const expected = !wanted.every(({ chain }) => knows(chain))
          ? 5100
          : !wanted.every(({ chain }) => holds(chain))
            ? 5103
            : !wanted.every(({ chain, methods }) => methods.every((method) => of(chain)?.methods.includes(method)))
              ? 5101
              : !wanted.every(({ chain, events }) => events.every((event) => of(chain)?.events.includes(event)))
                ? 5102
                : every.some(({ chain }) => knows(chain) && holds(chain))
                  ? undefined
                  : 5100
        const run = () =>
          grantNamespaces({ proposal: { requiredNamespaces: required, optionalNamespaces: optional }, supported })
        expect(refusal(run)?.code).toBe(expected)
        if (expected !== undefined) return
        granted += 1
        const session = parseNamespaces(JSON.parse(JSON.stringify(run())))
        expect(session).toEqual(run())
        checkGranted(required, session)
        // No more than the request under the key, and no more than the wallet supports.
        for (const [key, entry] of Object.entries(session)) {
          const asked = every.filter((each) => each.key === key)
          for (const chain of entry.chains ?? []) expect(asked.some((each) => each.chain === chain)).toBe(true)
          for (const account of entry.accounts) {
            expect(entry.chains?.some((chain) => account.startsWith(`${chain}:`))).toBe(true)
            expect(of(key)?.accounts).toContain(account)
          }
          for (const name of ['methods', 'events'] as const) {
            for (const right of entry[name]) {
              expect(asked.some((each) => each[name].includes(right))).toBe(true)
              expect(of(key)?.[name]).toContain(right)
            }
          }
        }
        // Everything that was requested and that the wallet supports.
        for (const { key, chain, methods, events } of every.filter(({ chain }) => knows(chain) && holds(chain))) {
          expect(namespacesOfChain(session, chain)).toContain(session[key])
          for (const method of methods.filter((name) => of(chain)?.methods.includes(name)))
            expect(session[key]?.methods).toContain(method)
          for (const event of events.filter((name) => of(chain)?.events.includes(name)))
            expect(session[key]?.events).toContain(event)
          for (const account of of(chain)?.accounts.filter((id) => id.startsWith(`${chain}:`)) ?? [])
            expect(accountsOf(session)).toContain(account)
        }
      },
    ),
    { numRuns: runs },
  )
  // The world is small enough for both outcomes to be frequent.
  expect(granted).toBeGreaterThan(runs / 10)
  expect(granted).toBeLessThan(runs * 0.9)
})

test('R4 grantNamespaces: grants or throws a number, with any input', () => {
  const anyEntry = fc.record({
    chains: fc.array(fc.constantFrom<ChainId>('eip155:1', 'eip155:10', mainnet), { maxLength: 3 }),
    methods: fc.array(fc.string(), { maxLength: 3 }),
    events: fc.array(fc.string(), { maxLength: 3 }),
  })
  const any = fc.dictionary(
    fc.oneof(fc.constantFrom('eip155', 'eip155:1', '__proto__', 'constructor'), fc.string()),
    anyEntry,
  )
  fc.assert(
    fc.property(any, any, (required, optional) => {
      refusal(() => grant(required, optional))
    }),
    { numRuns: runs(1000) },
  )
})
