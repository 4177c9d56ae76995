import type { Authentication, Proposal, Session, SessionRequest } from '@hawser/sign'
import type { AuthenticationRequest } from '@hawser/wire'
import type { WalletAccount, WalletAddress } from './accounts/account.ts'
import type { Address } from './accounts/ethereumAccount.ts'

/** Values for the tests of this folder. */

export const testAddress: Address = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23'

/** Addresses from the published vectors in test/vectors/derivation. They belong to no key of these tests. */
export const solanaAddress = '5vftMkHL72JaJG6ExQfGAsT2uGVHpRR7oTNUPMs68Y2N'
export const bitcoinAddress = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
export const solanaChain = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const bitcoinChain = 'bip122:000000000019d6689c085ae165831e93'

function makeAccount(number: number, address: Address, solana: string, bip122: string): WalletAccount {
  const addresses: readonly WalletAddress[] = [
    { namespace: 'eip155', address },
    { namespace: 'solana', address: solana },
    { namespace: 'bip122', address: bip122 },
  ]
  return { address, addresses, number, name: undefined, origin: 'created' }
}

/** Two accounts. The second is the first account of the public phrase of development nodes. */
export const testAccounts: readonly WalletAccount[] = [
  makeAccount(1, testAddress, solanaAddress, bitcoinAddress),
  {
    ...makeAccount(
      2,
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      'GcXbfQ5yY3uxCyBNDPBbR5FjumHf89E7YHXuULfGDBBv',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    ),
    origin: 'imported',
  },
]

export const testAddresses: readonly WalletAddress[] = testAccounts.flatMap(({ addresses }) => addresses)

const metadata = { name: 'Example app', description: '', url: 'https://app.example/page', icons: [] }

export function makeSession(change: Partial<Session> = {}): Session {
  return {
    topic: 'c'.repeat(64),
    pairingTopic: 'a'.repeat(64),
    peer: { publicKey: 'd'.repeat(64), metadata },
    self: { publicKey: 'e'.repeat(64), metadata: { ...metadata, name: 'Hawser Demo Wallet' } },
    role: 'wallet',
    controller: 'e'.repeat(64),
    namespaces: {
      eip155: {
        chains: ['eip155:1'],
        accounts: [`eip155:1:${testAddress}`],
        methods: ['personal_sign'],
        events: [],
      },
    },
    requiredNamespaces: {},
    optionalNamespaces: {},
    expiresAt: 1_795_813_216_000,
    acknowledged: true,
    ...change,
  }
}

export function makeProposal(change: Partial<Proposal> = {}): Proposal {
  return {
    kind: 'proposal',
    id: 1_795_208_116_403_905,
    pairingTopic: 'a'.repeat(64),
    proposer: { publicKey: 'd'.repeat(64), metadata },
    requiredNamespaces: {},
    optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } },
    expiresAt: 1_795_208_416_000,
    ...change,
  }
}

export function makeAuthentication(change: Partial<AuthenticationRequest> = {}): Authentication {
  return {
    kind: 'authentication',
    id: 1_795_208_116_403_906,
    pairingTopic: 'a'.repeat(64),
    requester: { publicKey: 'd'.repeat(64), metadata },
    request: {
      chains: ['eip155:1', 'eip155:10'],
      domain: 'app.example',
      uri: 'https://app.example/',
      nonce: '0123456789abcdef',
      issuedAt: '2026-11-20T20:55:16.000Z',
      statement: 'Link this wallet.',
      methods: ['personal_sign', 'eth_sendTransaction'],
      ...change,
    },
    expiresAt: 1_795_208_416_000,
  }
}

export function makeRequest(change: Partial<SessionRequest> = {}): SessionRequest {
  return {
    id: 1_795_208_117_000_001,
    topic: 'c'.repeat(64),
    chainId: 'eip155:1',
    method: 'personal_sign',
    params: ['0x68656c6c6f', testAddress],
    expiresAt: 1_795_208_417_000,
    ...change,
  }
}

/** The example of EIP-712 (CC0). */
export const mail = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}
