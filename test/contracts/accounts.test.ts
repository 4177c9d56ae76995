import { isNight } from '@hawser/test-kit/night'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type Address, getCreate2Address, type Hex } from 'viem'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestWallet } from '../../packages/link/src/createTestHost.fixture.ts'
import {
  AccountNotDeployedError,
  CannotCheckNowError,
  ProofInvalidError,
  SignaturePendingError,
} from '../../packages/link/src/errors.ts'
import { createContractClient } from '../../packages/link/src/verifiers/contractClient.ts'
import { hashPersonalMessage, parseEip155Account } from '../../packages/link/src/verifiers/eip155.ts'
import { verifyEip155Proof } from '../../packages/link/src/verifiers/eip155Proof.ts'
import type { ProvenAccount } from '../../packages/link/src/verifiers/provenAccount.ts'
import {
  agreeingToNothing,
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
  writing,
} from './accountContracts.ts'
import { type Chain, openChain } from './openChain.ts'
import { type Anvil, anvilAccount, startAnvil } from './startAnvil.ts'

// Contract accounts on a real chain, which must agree with the program of contractProgram.ts.

const owner = createTestWallet(1)
const attacker = createTestWallet(2)
const message = 'app.example wants you to sign in'
const ownerSignature = owner.sign(message)
const chainId = 'eip155:31337'
const salt = word(7, 32)

let anvil: Anvil
let chain: Chain
let account: Address
let deployer: Address
let counted: Address

function prove(address: string, signature: string, text = message): Promise<ProvenAccount> {
  const reach = createContractClient({ rpc: { [chainId]: [anvil.url] }, fetch, now: Date.now })
  const parsed = parseEip155Account(`${chainId}:${address}`)
  return verifyEip155Proof({ message: text, account: parsed, signature, reach, allowsPrepared: false })
}

/**
 * Returns the account that a factory makes of this creation code, and the owner's signature wrapped with the factory's call.
 */
function counterfactual(code: Hex, signature: string, calldata: Hex = `${salt}${code.slice(2)}` as Hex) {
  const address = getCreate2Address({ from: deployer, salt: salt as Hex, bytecode: code })
  const wrapped = serializeErc6492Signature({ address: deployer, data: calldata, signature: signature as Hex })
  return { address, wrapped }
}

/** Returns the error of a refused proof, so that the output of a failing test contains no signature. */
async function refusal(proof: Promise<ProvenAccount>): Promise<unknown> {
  return proof.then(
    ({ method }) => `accepted by ${method}`,
    (error: unknown) => error,
  )
}

/**
 * Reports whether a proof was refused for now. A contract can accept the same answer once its owners have signed (ADR 0040).
 */
function isRefused(error: unknown): boolean {
  return [ProofInvalidError, SignaturePendingError, AccountNotDeployedError].some((kind) => error instanceof kind)
}

beforeAll(async () => {
  anvil = await startAnvil()
  chain = openChain(anvil.url)
  account = await chain.deploy(deploying(ownedAccount, owner.address))
  deployer = await chain.deploy(deploying(factory))
  counted = await chain.deploy(deploying(counter))
})
afterAll(() => anvil?.stop())

describe('EIP-1271', () => {
  test('an account accepts its owner’s signature: reports method, chain and block (T-46)', async () => {
    const block = await chain.getBlockNumber({ cacheTime: 0 })
    const { evidence, ...proven } = await prove(account, ownerSignature)
    expect(proven).toEqual({
      accountId: `${chainId}:${parseEip155Account(`${chainId}:${account}`).address}`,
      namespace: 'eip155',
      chainId,
      canonicalAddress: account.toLowerCase(),
      method: 'eip1271',
      block: String(block),
    })
    expect(evidence?.hash === `0x${bytesToHex(hashPersonalMessage(message))}`).toBe(true)
    expect(evidence?.signature === ownerSignature).toBe(true)
  })

  test('refuses another key, another text and a signature for another account of the owner', async () => {
    expect(await refusal(prove(account, attacker.sign(message)))).toSatisfy(isRefused)
    expect(await refusal(prove(account, ownerSignature, `${message} `))).toSatisfy(isRefused)
    expect(await refusal(prove(attacker.address, ownerSignature))).toSatisfy(isRefused)
  })

  test('T-46: after a change of owner, refuses the old one and accepts the new one', async () => {
    const rotated = await chain.deploy(deploying(ownedAccount, owner.address))
    expect((await prove(rotated, ownerSignature)).method).toBe('eip1271')
    const data: Hex = `0x13af4035${attacker.address.slice(2).padStart(64, '0')}`
    await chain.sendTo(rotated, data)
    expect(await refusal(prove(rotated, ownerSignature))).toSatisfy(isRefused)
    expect((await prove(rotated, attacker.sign(message))).method).toBe('eip1271')
  })

  const zeros = (bytes: number) => '00'.repeat(bytes)
  const pending = { code: 'signature_pending' }
  const malformed = { code: 'proof_invalid', reason: 'contract_answer_malformed' }
  const unimplemented = { code: 'proof_invalid', reason: 'contract_without_erc1271' }
  const wrong: readonly (readonly [string, string, object])[] = [
    ['nothing', '', unimplemented],
    ['the four bytes alone', '1626ba7e', malformed],
    ['31 bytes', magicWord.slice(0, 62), malformed],
    ['33 bytes', `${magicWord}00`, malformed],
    ['two words, the magic one first', `${magicWord}${zeros(32)}`, malformed],
    ['the magic value at the wrong end', `${zeros(28)}1626ba7e`, malformed],
    ['true', `${zeros(31)}01`, malformed],
    ['zero', zeros(32), pending],
    ['all ones', 'ff'.repeat(32), malformed],
    ['ffffffff, as the standard’s example refuses', `ffffffff${zeros(28)}`, pending],
    ['a bit behind the magic value', `${magicWord.slice(0, 63)}1`, malformed],
    ['the value of the older isValidSignature(bytes,bytes)', `20c13b0b${zeros(28)}`, pending],
    ['the magic value as bytes', `${zeros(31)}20${zeros(31)}04${magicWord}`, malformed],
  ]
  test.each(wrong)('T-49: refuses an account that answers %s', async (_, bytes, error) => {
    expect(await refusal(prove(await chain.place(answering(bytes)), ownerSignature))).toMatchObject(error)
  })
  test('a refusal of a multi-owner account, by an error or silently, leaves it open to sign', async () => {
    for (const runtime of [revertingWithMagic, agreeingToNothing, writing])
      expect(await refusal(prove(await chain.place(runtime), ownerSignature))).toMatchObject(pending)
    expect(await refusal(prove(account, attacker.sign(message)))).toMatchObject(pending)
  })
  test('refuses a contract without isValidSignature at once, unless it may have it elsewhere', async () => {
    const without = `5f5ffd${'5b'.repeat(100)}`
    for (const runtime of [counter.replace(/00$/, 'fd'), burning, invalid, without, without.padEnd(0xc000, '0')])
      expect(await refusal(prove(await chain.place(runtime), ownerSignature))).toMatchObject(unimplemented)
    const proxy = `363d3d373d3d3d363d73${(await chain.place(without)).slice(2)}5af43d82803e903d91602b57fd5bf3`
    for (const runtime of [proxy, `${without}1626ba7e`])
      expect(await refusal(prove(await chain.place(runtime), ownerSignature))).toMatchObject(pending)
  })
  test('T-49: accepts an account that answers the magic value in one word', async () => {
    const always = await chain.place(answering(magicWord))
    for (const signature of [ownerSignature, '0x', '0x00', `0x${'ab'.repeat(64)}`, `0x${'ab'.repeat(8_000)}`])
      expect((await prove(always, signature)).method).toBe('eip1271')
  })
  test.each([
    ['reverts with the magic value', revertingWithMagic],
    ['burns all gas in a loop', burning],
    ['burns all gas at once', invalid],
    ['answers a mebibyte that begins with the magic value', answeringMegabytes],
    ['changes the chain before it agrees', writing],
    ['is no code at all', ''],
  ])('T-48, T-49: an account that %s is refused, not "cannot check"', async (_, runtime) => {
    expect(await refusal(prove(await chain.place(runtime), ownerSignature))).toSatisfy(isRefused)
  })
  test('precompiles are not accounts: refuses the identity', async () => {
    for (const last of [1, 2, 3, 4, 5, 6, 9, 10])
      for (const signature of ['0x', ownerSignature])
        expect(await refusal(prove(`0x${last.toString(16).padStart(40, '0')}`, signature))).toSatisfy(isRefused)
  })

  test('asks about an empty signature unchanged: some accounts agree on the chain', async () => {
    const approving = await chain.place(agreeingToNothing)
    expect((await prove(approving, '0x')).method).toBe('eip1271')
    expect(await refusal(prove(approving, '0x00'))).toSatisfy(isRefused)
  })
})

describe('ERC-6492', () => {
  const code = deploying(ownedAccount, owner.address)

  test('a counterfactual account agrees through its factory, and does not exist afterwards', async () => {
    const { address, wrapped } = counterfactual(code, ownerSignature)
    const proven = await prove(address, wrapped)
    expect([proven.method, proven.evidence?.signature === wrapped.toLowerCase()]).toEqual(['eip6492', true])
    expect(await chain.getCode({ address })).toBeUndefined()
    // Without the wrapper the proof cannot be checked.
    expect(await refusal(prove(address, ownerSignature))).toSatisfy(isRefused)
  })

  test('once it is deployed the same wrapped signature is one of ERC-1271', async () => {
    const other = deploying(ownedAccount, owner.address)
    const made: Hex = `${word(9, 32)}${other.slice(2)}` as Hex
    const address = getCreate2Address({ from: deployer, salt: word(9, 32) as Hex, bytecode: other })
    const wrapped = serializeErc6492Signature({ address: deployer, data: made, signature: ownerSignature as Hex })
    expect((await prove(address, wrapped)).method).toBe('eip6492')
    await chain.sendTo(deployer, made)
    const proven = await prove(address, wrapped)
    expect([proven.method, proven.evidence?.signature === ownerSignature]).toEqual(['eip1271', true])
  })

  test('refused: another owner’s signature, another account’s factory call, a key’s address', async () => {
    const { address } = counterfactual(code, ownerSignature)
    const foreign = counterfactual(deploying(ownedAccount, attacker.address), attacker.sign(message))
    for (const [asked, wrapped] of [
      [address, counterfactual(code, attacker.sign(message)).wrapped],
      [address, foreign.wrapped],
      [owner.address, foreign.wrapped],
      [owner.address, counterfactual(code, ownerSignature).wrapped],
    ] as const) {
      expect(await refusal(prove(asked, wrapped))).toSatisfy(isRefused)
    }
    expect((await prove(foreign.address, foreign.wrapped)).method).toBe('eip6492')
  })

  test('to act for a host user, an account agrees in its current state: no earlier call counts', async () => {
    const setOwner: Hex = `0x13af4035${attacker.address.slice(2).padStart(64, '0')}`
    const signature = attacker.sign(message) as Hex
    const prepared = serializeErc6492Signature({ address: account, data: setOwner, signature })
    expect(await refusal(prove(account, prepared))).toSatisfy(isRefused)
  })

  test('T-48: hostile factories change neither state nor block, and are refused', async () => {
    const { address, wrapped } = counterfactual(code, ownerSignature)
    const increment: Hex = '0x'
    const signature = ownerSignature as Hex
    const factories: readonly (readonly [Address, Hex])[] = [
      [counted, increment],
      [await chain.place(burning), '0x00'],
      [await chain.place(invalid), '0x'],
      [await chain.place(revertingWithMagic), '0x'],
      [await chain.place(answering(magicWord)), '0x'],
      [await chain.place(answeringMegabytes), '0x'],
      [anvilAccount, '0x00'],
      ['0x0000000000000000000000000000000000000004', '0x1626ba7e'],
      [account, `0x13af4035${attacker.address.slice(2).padStart(64, '0')}`],
      [deployer, `${salt}${deploying(answering(magicWord)).slice(2)}` as Hex],
      [deployer, `${salt}${'fe'.repeat(6_000)}` as Hex],
    ]
    const before = await chain.getBlock()
    const rounds = isNight ? 1_000 : 20
    for (let round = 0; round < rounds; round += 1) {
      const [hostile, data] = factories[round % factories.length] ?? [counted, increment]
      const proof = serializeErc6492Signature({ address: hostile, data, signature })
      expect(await refusal(prove(address, proof)), `${hostile} ${round}`).toSatisfy(isRefused)
    }
    const after = await chain.getBlock()
    expect([after.number, after.stateRoot]).toEqual([before.number, before.stateRoot])
    expect(Number(await chain.getStorageAt({ address: counted, slot: '0x0' }))).toBe(0)
    // The honest account is still accepted.
    expect((await prove(address, wrapped)).method).toBe('eip6492')
  })

  test('T-48: refuses an account that its factory makes and that then burns all gas', async () => {
    for (const runtime of [burning, invalid, revertingWithMagic, answeringMegabytes]) {
      const { address, wrapped } = counterfactual(deploying(runtime), ownerSignature)
      expect(await refusal(prove(address, wrapped))).toSatisfy(isRefused)
    }
    // A deployed account is asked at once, regardless of its factory.
    const burner = serializeErc6492Signature({
      address: await chain.place(burning),
      data: '0x',
      signature: ownerSignature as Hex,
    })
    expect((await prove(account, burner)).method).toBe('eip1271')
  })
})

test('T-47, T-49: accepts the same as viem, over its own contract code', async () => {
  const code = deploying(ownedAccount, owner.address)
  const { address, wrapped } = counterfactual(code, ownerSignature)
  const always = await chain.place(answering(magicWord))
  const cases: readonly (readonly [Address, string])[] = [
    [account, ownerSignature],
    [account, attacker.sign(message)],
    [account, serializeErc6492Signature({ address: deployer, data: '0x', signature: ownerSignature as Hex })],
    [address, ownerSignature],
    [address, wrapped],
    [address, counterfactual(code, attacker.sign(message)).wrapped],
    [always, '0x'.padEnd(200, 'a')],
    [await chain.place(answering(`${magicWord.slice(0, 63)}1`)), ownerSignature],
    [await chain.place(revertingWithMagic), ownerSignature],
    [owner.address as Address, ownerSignature],
    [owner.address as Address, attacker.sign(message)],
  ]
  const ours = await Promise.all(cases.map(([who, proof]) => prove(who, proof).then(Boolean, () => false)))
  const theirs = await Promise.all(
    cases.map(([who, proof]) => chain.verifyMessage({ address: who, message, signature: proof as Hex })),
  )
  expect(ours).toEqual([true, false, true, false, true, false, true, false, false, true, false])
  expect(theirs).toEqual(ours)
})

test('T-46: the chain of the text decides: refuses an account that is only on another chain', async () => {
  const other = await startAnvil(undefined, 31_338)
  try {
    // The first block's timestamp is too old, so the chain needs a newer block.
    await openChain(other.url).mine({ blocks: 1 })
    const rpc = { [chainId]: [anvil.url], 'eip155:31338': [other.url] }
    const reach = createContractClient({ rpc, fetch, now: Date.now })
    const on = (chain: string) =>
      verifyEip155Proof({
        message,
        account: parseEip155Account(`eip155:${chain}:${account}`),
        signature: ownerSignature,
        reach,
        allowsPrepared: true,
      })
    expect((await on('31337')).chainId).toBe(chainId)
    expect(await refusal(on('31338'))).toSatisfy(isRefused)
    // The endpoint is configured for the other chain by mistake. It reports its real chain, and is not trusted.
    const swapped = createContractClient({ rpc: { 'eip155:31338': [anvil.url] }, fetch, now: Date.now })
    const mistaken = verifyEip155Proof({
      message,
      account: parseEip155Account(`eip155:31338:${account}`),
      signature: ownerSignature,
      reach: swapped,
      allowsPrepared: true,
    })
    expect(await refusal(mistaken)).toBeInstanceOf(CannotCheckNowError)
  } finally {
    await other.stop()
  }
})
