import { parseChallengeResponse, parseLinkedWallet } from '@hawser/wire'
import { type Address, concat, encodeAbiParameters, getCreate2Address, type Hex, hashMessage, keccak256 } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestHost } from '../../packages/link/src/createTestHost.fixture.ts'
import { ProofInvalidError, SignaturePendingError } from '../../packages/link/src/errors.ts'
import { createContractClient } from '../../packages/link/src/verifiers/contractClient.ts'
import { parseEip155Account } from '../../packages/link/src/verifiers/eip155.ts'
import { verifyEip155Proof } from '../../packages/link/src/verifiers/eip155Proof.ts'
import type { ProvenAccount } from '../../packages/link/src/verifiers/provenAccount.ts'
import {
  answering,
  answeringMegabytes,
  burning,
  counter,
  deploying,
  factory,
  invalid,
  magicWord,
  ownedAccount,
  revertingWithMagic,
  word,
} from './accountContracts.ts'
import { type Chain, openChain } from './openChain.ts'
import { addOwnerSelector, endingItself, lendingItself, multicall, ownersAccount } from './ownersContracts.ts'
import { type Anvil, startAnvil } from './startAnvil.ts'

// ERC-6492 where the account has code and rejects the signature: one `eth_call` makes the wrapper's call and then asks again.
// The account has the shape of Coinbase’s; its new owner has not reached this chain yet.

const chainId = 'eip155:31337'
const message = 'app.example wants you to sign in'
const first = privateKeyToAccount(generatePrivateKey())
const second = privateKeyToAccount(generatePrivateKey())
const attacker = privateKeyToAccount(generatePrivateKey())
type Key = typeof first

let anvil: Anvil
let chain: Chain
let entryPoint: Address
let caller: Address
let deployer: Address
let account: Address

const padded = (value: Hex | number): Hex =>
  `0x${(typeof value === 'number' ? value.toString(16) : value.slice(2)).padStart(64, '0')}`

/** Encodes one call for `multicall`. */
const call = (to: Address, data: Hex): Hex => concat([padded(to), padded((data.length - 2) / 2), data])

/** Signs a text as an owner: encodes the owner's index, and a signature over a hash bound to account and chain. */
async function ownerSignature(of: Address, key: Key, index: number, text = message): Promise<Hex> {
  const bound = keccak256(concat([hashMessage(text), padded(of), padded(31_337)]))
  const tuple = [{ type: 'tuple', components: [{ type: 'uint256' }, { type: 'bytes' }] }] as const
  return encodeAbiParameters(tuple, [[BigInt(index), await key.sign({ hash: bound })]])
}

/** Encodes `addOwner` of an account, signed for every chain. */
async function addOwner(of: Address, { key, by = first, index = 1 }: { key: Key; by?: Key; index?: number }) {
  const change = concat([padded(key.address), padded(index)])
  const signature = await by.sign({ hash: keccak256(concat([change, padded(of)])) })
  const parts: Hex[] = [
    `0x${signature.slice(2, 66)}`,
    `0x${signature.slice(66, 130)}`,
    padded(`0x${signature.slice(130)}`),
  ]
  return concat([addOwnerSelector, change, ...parts])
}

/** The call by which a wallet brings that change to a chain: several calls, one of them to the entry point. */
const viaEntryPoint = (of: Address, data: Hex): Hex => call(entryPoint, call(of, data))

function wrap(signature: Hex, data: Hex, address = caller): Hex {
  return serializeErc6492Signature({ address, data, signature })
}

async function prove(address: Address, signature: Hex, allowsPrepared = true): Promise<ProvenAccount> {
  const reach = createContractClient({ rpc: { [chainId]: [anvil.url] }, fetch, now: Date.now })
  const parsed = parseEip155Account(`${chainId}:${address}`)
  return verifyEip155Proof({ message, account: parsed, signature, reach, allowsPrepared })
}

/** Returns the error of a refused proof, so that the output of a failing test contains no signature. */
const refusal = (proof: Promise<ProvenAccount>): Promise<unknown> =>
  proof.then(
    ({ method }) => `accepted by ${method}`,
    (error: unknown) => error,
  )
const isRefused = (error: unknown) => error instanceof ProofInvalidError || error instanceof SignaturePendingError

const newAccount = () => chain.deploy(deploying(ownersAccount(entryPoint), first.address))

beforeAll(async () => {
  anvil = await startAnvil()
  chain = openChain(anvil.url)
  entryPoint = await chain.deploy(deploying(multicall))
  caller = await chain.deploy(deploying(multicall))
  deployer = await chain.deploy(deploying(factory))
  account = await newAccount()
})
afterAll(() => anvil?.stop())

describe('T-48: an account whose new owner has not arrived on this chain', () => {
  test('agrees after the call of its wrapper, which is stored with the link and sent nowhere', async () => {
    const signature = await ownerSignature(account, second, 1)
    const wrapped = wrap(signature, viaEntryPoint(account, await addOwner(account, { key: second })))
    expect(await refusal(prove(account, signature))).toMatchObject({ code: 'signature_pending' })
    const before = await chain.getBlock()
    const { method, evidence } = await prove(account, wrapped)
    expect([method, evidence?.signature === wrapped.toLowerCase()]).toEqual(['eip6492', true])
    const after = await chain.getBlock()
    expect([after.number, after.stateRoot]).toEqual([before.number, before.stateRoot])
    // Asked again without the wrapper, the account still accepts only its first owner.
    expect(await refusal(prove(account, signature))).toMatchObject({ code: 'signature_pending' })
    expect((await prove(account, await ownerSignature(account, first, 0))).method).toBe('eip1271')
  })

  test('is checked again by the same call: the link ends with another owner there', async () => {
    const own = await newAccount()
    const host = await createTestHost({ chains: [chainId], rpc: { [chainId]: [anvil.url] }, now: Date.now })
    const issued = await host.send('/challenges', {
      method: 'POST',
      user: 'alice',
      body: { purpose: 'link', accountId: `${chainId}:${own}` },
    })
    const { challengeId, message: text } = parseChallengeResponse(issued.body)
    const change = viaEntryPoint(own, await addOwner(own, { key: second }))
    const proven = await host.prove('alice', challengeId, wrap(await ownerSignature(own, second, 1, text), change))
    const { id } = parseLinkedWallet(proven.body)
    expect((await host.link.recheckLinkedWallet('alice', id)).status).toBe('active')
    await chain.sendTo(caller, viaEntryPoint(own, await addOwner(own, { key: attacker })))
    expect((await host.link.recheckLinkedWallet('alice', id)).status).toBe('stale')
  })

  test('agrees in its current state once the change has arrived: the wrapper is not stored', async () => {
    const own = await newAccount()
    const change = viaEntryPoint(own, await addOwner(own, { key: second }))
    const signature = await ownerSignature(own, second, 1)
    expect((await prove(own, wrap(signature, change))).method).toBe('eip6492')
    await chain.sendTo(caller, change)
    const { method, evidence } = await prove(own, wrap(signature, change), false)
    expect([method, evidence?.signature === signature]).toEqual(['eip1271', true])
  })

  test('not yet deployed either: one wrapper deploys it and brings the owner', async () => {
    const code = deploying(ownersAccount(entryPoint), first.address)
    const salt = word(7, 32) as Hex
    const address = getCreate2Address({ from: deployer, salt, bytecode: code })
    const signature = await ownerSignature(address, second, 1)
    const create = call(deployer, concat([salt, code]))
    const wrapped = wrap(signature, concat([create, viaEntryPoint(address, await addOwner(address, { key: second }))]))
    expect((await prove(address, wrapped)).method).toBe('eip6492')
    expect(await refusal(prove(address, wrap(signature, create)))).toMatchObject({ reason: 'contract_refused' })
    expect(await chain.getCode({ address })).toBeUndefined()
  })

  test('does not act for a host user so: sign-in, unlinking and release need its current state', async () => {
    const signature = await ownerSignature(account, second, 1)
    const wrapped = wrap(signature, viaEntryPoint(account, await addOwner(account, { key: second })))
    const error = await refusal(prove(account, wrapped, false))
    expect(error).toMatchObject({ code: 'signature_pending', retryAfterSeconds: 10 })
    expect(String(error)).toContain('Use the wallet once on this network')
    expect((await prove(account, wrap(await ownerSignature(account, first, 0), '0x'), false)).method).toBe('eip1271')
  })

  test('whose first owner answers with a wrapper: needs no call, and stores none', async () => {
    const signature = await ownerSignature(account, first, 0)
    const wrapped = wrap(signature, viaEntryPoint(account, await addOwner(account, { key: second })))
    const { method, evidence } = await prove(account, wrapped)
    expect([method, evidence?.signature === signature]).toEqual(['eip1271', true])
  })
})

describe('T-48: a wrapped call makes no account agree that does not agree itself', () => {
  test('an owner without a signature, or signed for another account, by another way or twice', async () => {
    const signature = await ownerSignature(account, attacker, 1)
    const other = await newAccount()
    const good = await addOwner(account, { key: attacker })
    // The entry point's own call is correct here; in each case only the tested part is wrong.
    expect((await prove(account, wrap(signature, viaEntryPoint(account, good)))).method).toBe('eip6492')
    const taken = await newAccount()
    await chain.sendTo(caller, viaEntryPoint(taken, await addOwner(taken, { key: second })))
    const cases: readonly (readonly [string, Address, Hex])[] = [
      ['signed by himself', account, viaEntryPoint(account, await addOwner(account, { key: attacker, by: attacker }))],
      ['for another account', account, viaEntryPoint(account, await addOwner(other, { key: attacker }))],
      ['to another account', account, viaEntryPoint(other, await addOwner(other, { key: attacker }))],
      ['without the entry point', account, call(account, good)],
      ['in the place of one who is there', taken, viaEntryPoint(taken, await addOwner(taken, { key: attacker }))],
    ]
    for (const [name, asked, data] of cases) {
      const answer = wrap(await ownerSignature(asked, attacker, 1), data)
      expect(await refusal(prove(asked, answer)), name).toSatisfy(isRefused)
    }
    // The target of the call is the account itself.
    expect(await refusal(prove(account, wrap(signature, good, account)))).toSatisfy(isRefused)
  })

  test('called contracts: none reaches the account’s storage, its code or our program', async () => {
    // Code that makes the attacker the owner of the account that runs it.
    const usurping = await chain.place(`${padded(attacker.address).replace('0x', '7f')}8060005560015500`)
    const hostile: readonly (readonly [string, Address, Hex])[] = [
      ['answers the magic word', await chain.place(answering(magicWord)), '0x'],
      ['reverts with it', await chain.place(revertingWithMagic), '0x'],
      ['writes its own storage', usurping, '0x'],
      ['runs that code as its own', await chain.place(lendingItself), padded(usurping)],
      [
        'runs the account’s code as its own',
        await chain.place(lendingItself),
        concat([padded(account), addOwnerSelector]),
      ],
      ['ends itself for the account', await chain.place(endingItself), padded(account)],
      ['answers a mebibyte', await chain.place(answeringMegabytes), '0x'],
      ['burns all gas in a loop', await chain.place(burning), '0x'],
      ['burns all gas at once', await chain.place(invalid), '0x'],
      [
        'deploys an account of the attacker',
        deployer,
        concat([word(8, 32) as Hex, deploying(ownersAccount(entryPoint), attacker.address)]),
      ],
      ['deploys one that agrees to all', deployer, concat([word(9, 32) as Hex, deploying(answering(magicWord))])],
      ['is the identity', '0x0000000000000000000000000000000000000004', '0x1626ba7e'],
      ['has no code', attacker.address, '0x00'],
      ['is the account', account, '0x1626ba7e'],
    ]
    const before = await chain.getBlock()
    for (const [name, address, data] of hostile)
      for (const index of [0, 1]) {
        const answer = wrap(await ownerSignature(account, attacker, index), data, address)
        expect(await refusal(prove(account, answer)), name).toMatchObject({ code: 'signature_pending' })
      }
    const after = await chain.getBlock()
    expect([after.number, after.stateRoot]).toEqual([before.number, before.stateRoot])
  })

  test('an account of a key: a call does not change that, and no delegated code counts (EIP-7702)', async () => {
    const owned = await chain.deploy(deploying(ownedAccount, '0x00'))
    const key = privateKeyToAccount(generatePrivateKey())
    const setOwner: Hex = `0x13af4035${padded(attacker.address).slice(2)}`
    const signature = await attacker.signMessage({ message })
    const answer = () => prove(key.address, wrap(signature, call(key.address, setOwner)))
    expect(await refusal(answer())).toSatisfy(isRefused)
    await chain.delegate(key, owned)
    // The account's code accepts any new owner: within the call alone the attacker would be its owner.
    expect(await refusal(answer())).toMatchObject({ code: 'signature_pending' })
    expect((await prove(key.address, await key.signMessage({ message }))).method).toBe('eip191')
    // The same code at an address without a key: an owner that the chain accepts is accepted here.
    expect((await prove(owned, wrap(signature, call(owned, setOwner)))).method).toBe('eip6492')
  })

  test('refuses an account that burns its gas before and after, not "cannot check"', async () => {
    const counted = await chain.deploy(deploying(counter))
    for (const runtime of [burning, invalid, answeringMegabytes, revertingWithMagic]) {
      const error = await refusal(prove(await chain.place(runtime), wrap('0x00', '0x', counted)))
      expect(error).toSatisfy(isRefused)
    }
    expect(Number(await chain.getStorageAt({ address: counted, slot: '0x0' }))).toBe(0)
  })
})

test('accepts the same as viem, over its own contract code', async () => {
  const good = viaEntryPoint(account, await addOwner(account, { key: second }))
  const bad = viaEntryPoint(account, await addOwner(account, { key: attacker, by: attacker }))
  const cases: readonly Hex[] = [
    await ownerSignature(account, second, 1),
    wrap(await ownerSignature(account, second, 1), good),
    wrap(await ownerSignature(account, attacker, 1), good),
    wrap(await ownerSignature(account, attacker, 1), bad),
    wrap(await ownerSignature(account, first, 0), '0x'),
  ]
  const ours = await Promise.all(cases.map((signature) => prove(account, signature).then(Boolean, () => false)))
  const theirs = await Promise.all(
    cases.map((signature) => chain.verifyMessage({ address: account, message, signature })),
  )
  expect(ours).toEqual([false, true, false, false, true])
  expect(theirs).toEqual(ours)
})
