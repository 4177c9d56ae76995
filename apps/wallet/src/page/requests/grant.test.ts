import { checkGranted, type ProposalNamespaces, parseNamespaces, parseProposalNamespaces } from '@hawser/wire'
import { expect, test } from 'vitest'
import { bitcoinChain, solanaChain, testAddresses } from '../wallet.fixture.ts'
import { grantProposal, offeredAddresses } from './grant.ts'

const address = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'

function grant(requiredNamespaces: ProposalNamespaces, optionalNamespaces: ProposalNamespaces = {}) {
  return grantProposal({ requiredNamespaces, optionalNamespaces }, [{ namespace: 'eip155', address }])
}

test('grantProposal: grants what is requested and supported, and names what it withholds', () => {
  const result = grant(
    {},
    {
      eip155: {
        chains: ['eip155:1', 'eip155:8453'],
        methods: ['personal_sign', 'eth_sendTransaction'],
        events: ['chainChanged', 'message'],
      },
      solana: { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], methods: ['solana_signMessage'], events: [] },
    },
  )
  expect(result).toEqual({
    status: 'granted',
    chains: ['eip155:1', 'eip155:8453'],
    methods: ['personal_sign'],
    withheld: ['eth_sendTransaction'],
    namespaces: {
      eip155: {
        chains: ['eip155:1', 'eip155:8453'],
        accounts: [`eip155:1:${address}`, `eip155:8453:${address}`],
        methods: ['personal_sign'],
        events: ['chainChanged'],
      },
    },
  })
})

const both = {
  eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] },
  solana: { chains: [solanaChain], methods: ['solana_signMessage', 'solana_signTransaction'], events: [] },
  bip122: { chains: [bitcoinChain], methods: ['signMessage', 'sendTransfer'], events: ['accountsChanged'] },
} as const
const [ethereum, solana, bitcoin] = testAddresses
if (ethereum === undefined || solana === undefined || bitcoin === undefined) throw new Error('There must be three.')

test('grantProposal: every requested ecosystem gets its own addresses and its own method', () => {
  const result = grantProposal({ requiredNamespaces: {}, optionalNamespaces: both }, [ethereum, solana, bitcoin])
  expect(result).toMatchObject({
    status: 'granted',
    withheld: ['solana_signTransaction', 'sendTransfer'],
    namespaces: {
      eip155: { accounts: [`eip155:1:${ethereum.address}`], methods: ['personal_sign'] },
      solana: { accounts: [`${solanaChain}:${solana.address}`], methods: ['solana_signMessage'] },
      bip122: {
        accounts: [`${bitcoinChain}:${bitcoin.address}`],
        methods: ['signMessage'],
        events: ['accountsChanged'],
      },
    },
  })
})

test('grantProposal: drops an ecosystem without a shared address, with its methods', () => {
  const result = grantProposal({ requiredNamespaces: {}, optionalNamespaces: both }, [solana])
  expect(result).toMatchObject({
    status: 'granted',
    chains: [solanaChain],
    withheld: ['solana_signTransaction', 'sendTransfer'],
  })
  if (result.status === 'granted') expect(Object.keys(result.namespaces)).toEqual(['solana'])
})

test('grantProposal: refuses a required ecosystem without a shared address with 5103', () => {
  const required = { bip122: { ...both.bip122, methods: ['signMessage'] } }
  const result = grantProposal({ requiredNamespaces: required, optionalNamespaces: both }, [ethereum])
  expect(result).toEqual({
    status: 'refused',
    reason: expect.objectContaining({ code: 5103 }),
    missing: [bitcoinChain],
  })
})

test.each([
  [
    'another chain of Bitcoin’s kind',
    { bip122: { chains: ['bip122:12a765e31ffd4059bada1e25190f6e98'], methods: ['signMessage'], events: [] } },
  ],
  [
    'a method under another ecosystem',
    { eip155: { chains: ['eip155:1'], methods: ['solana_signMessage'], events: [] } },
  ],
  ['transactions of Solana', { solana: { chains: [solanaChain], methods: ['solana_signTransaction'], events: [] } }],
] as const)('grantProposal: does not grant %s', (_name, optionalNamespaces) => {
  expect(grantProposal({ requiredNamespaces: {}, optionalNamespaces }, testAddresses).status).toBe('refused')
})

test('offeredAddresses: those of the requested ecosystems', () => {
  const offered = (optionalNamespaces: ProposalNamespaces) =>
    offeredAddresses({ requiredNamespaces: {}, optionalNamespaces }, [ethereum, solana, bitcoin])
  expect(offered(both)).toEqual([ethereum, solana, bitcoin])
  expect(offered({ solana: both.solana })).toEqual([solana])
  expect(offered({ [solanaChain]: { methods: [], events: [] } })).toEqual([solana])
  expect(offered({ solana: { chains: ['solana:mainnet'], methods: [], events: [] } })).toEqual([])
})

test('grantProposal: never grants more than requested', () => {
  const result = grant({ eip155: { chains: ['eip155:1'], methods: [], events: [] } })
  expect(result).toMatchObject({ status: 'granted', methods: [], namespaces: { eip155: { methods: [], events: [] } } })
})

test.each<[string, ProposalNamespaces]>([
  ['a namespace', { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['accountsChanged'] } }],
  ['a chain as key', { 'eip155:10': { methods: ['personal_sign'], events: [] } }],
  [
    'both',
    {
      eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] },
      'eip155:10': { methods: [], events: [] },
    },
  ],
])('grantProposal: its grant for %s satisfies the protocol’s own checks', (_name, required) => {
  const result = grant(parseProposalNamespaces(required))
  if (result.status !== 'granted') throw new Error('refused')
  checkGranted(required, parseNamespaces(result.namespaces))
})

test('grantProposal: grants a chain that is requested by itself by itself', () => {
  const result = grant({}, { 'eip155:10': { methods: ['personal_sign'], events: [] } })
  expect(result).toMatchObject({
    status: 'granted',
    chains: ['eip155:10'],
    namespaces: { 'eip155:10': { accounts: [`eip155:10:${address}`], methods: ['personal_sign'] } },
  })
})

test('grantProposal: names missing requirements', () => {
  const solana = { chains: ['solana:mainnet'], methods: ['solana_signMessage'], events: [] } as const
  expect(grant({ solana })).toMatchObject({ status: 'refused', missing: ['solana:mainnet'] })
  const methods = ['personal_sign', 'eth_sendTransaction']
  expect(grant({ 'eip155:1': { methods, events: [] } })).toMatchObject({ missing: ['eth_sendTransaction'] })
  expect(grant({}, { 'eip155:1': { methods: ['eth_sign'], events: [] } })).toMatchObject({ missing: ['eth_sign'] })
})

test.each<[string, number, ProposalNamespaces, ProposalNamespaces]>([
  ['requires another ecosystem', 5100, { solana: { chains: ['solana:mainnet'], methods: [], events: [] } }, {}],
  [
    'requires a chain that eip155 cannot have',
    5100,
    { eip155: { chains: ['eip155:0x1'], methods: [], events: [] } },
    {},
  ],
  ['names no chain', 5100, { eip155: { methods: ['personal_sign'], events: [] } }, {}],
  ['asks for nothing', 5100, {}, {}],
  ['asks for other ecosystems only', 5100, {}, { solana: { chains: ['solana:mainnet'], methods: [], events: [] } }],
  [
    'requires a transaction method',
    5101,
    { eip155: { chains: ['eip155:1'], methods: ['personal_sign', 'eth_sendTransaction'], events: [] } },
    {},
  ],
  [
    'asks for other methods only',
    5101,
    {},
    { eip155: { chains: ['eip155:1'], methods: ['eth_sendTransaction'], events: [] } },
  ],
  [
    'requires an unknown event',
    5102,
    { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['message'] } },
    {},
  ],
])('grantProposal: refuses an app that %s with %i', (_name, code, required, optional) => {
  expect(grant(required, optional)).toMatchObject({ status: 'refused', reason: { code } })
})
