import { RequestRejectedError } from '@hawser/sign'
import type { AccountId, ChainId, LinkedWallet, SessionNamespace } from '@hawser/wire'
import { expect, test } from 'vitest'
import type { PairingConnector } from '../connectors/pairingConnector.ts'
import { WalletCannotSignError } from '../errors.ts'
import { createTimers } from '../platform/timers.fixture.ts'
import { createScriptedConnector, sessionOf, start } from './linker.fixture.ts'

const address = '0x1111111111111111111111111111111111111111'
const onMainnet: AccountId = `eip155:1:${address}`
const onBase: AccountId = `eip155:8453:${address}`
const onSolana: AccountId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:8sbwsw9cnbGTy8L4CN8guhQ4fU3T8D4Qiq71f72ECbKe'
const solanaChain: ChainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

const refuse = (status: number, body: object) => Response.json({ message: 'x', ...body }, { status })

type Signed = Parameters<PairingConnector['signMessage']>[0]

/** Opens a page whose wallet shares these accounts. The wallet and the link API answer as the test says. */
async function prove(params: {
  readonly accounts: readonly AccountId[]
  readonly chains: readonly ChainId[]
  readonly sign?: (params: Signed) => Promise<string>
  readonly answer?: (accountId: AccountId, proof: object) => Response | undefined
  readonly lifetimeMs?: number
  readonly othersMaySign?: true
}) {
  const { accounts, chains, sign = async () => '0x01', answer, lifetimeMs = 300_000, othersMaySign } = params
  const timers = createTimers()
  const { connector, pairings, ended } = createScriptedConnector(timers)
  const challenges: AccountId[] = []
  const proofs: object[] = []
  const signed: Signed[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body = JSON.parse(String(init?.body))
    if (!String(input).endsWith('/proofs')) {
      challenges.push(body.accountId)
      const challengeId = `challenge${challenges.length}`.padEnd(24, '0')
      return Response.json(
        { challengeId, message: 'text', expiresAt: timers.now() + lifetimeMs, othersMaySign, account: 'alice' },
        { status: 201 },
      )
    }
    proofs.push(body)
    const accountId = challenges.at(-1) ?? onMainnet
    const wallet: LinkedWallet = { id: 'w1', accountId, walletName: 'Wallet', linkedAt: 1 }
    return answer?.(accountId, body) ?? Response.json(wallet, { status: 201 })
  }
  const signMessage = (asked: Signed) => {
    signed.push(asked)
    return sign(asked)
  }
  const { linker } = await start({ timers, linkUrl: '/link', fetch, chains, connector: { ...connector, signMessage } })
  linker.send({ type: 'opened' })
  const namespace: SessionNamespace = { chains, accounts, methods: [], events: [] }
  const session = { ...sessionOf('topic-1'), namespaces: { eip155: namespace } }
  const [accountId = onMainnet] = accounts
  pairings[0]?.approve({ session, accountId })
  const settled = async () => {
    do await timers.advance(500)
    while (!['linked', 'failed', 'choosing'].includes(linker.getState().flow.status))
    return linker.getState().flow
  }
  const retry = () => {
    linker.send({ type: 'retried' })
    return settled()
  }
  return { linker, timers, pairings, ended, challenges, proofs, signed, settled, retry }
}

const cannotSign = async () => {
  throw new WalletCannotSignError('x')
}

test('F17c a wallet that cannot sign is not asked again: Retry leads to another wallet', async () => {
  const { settled, retry, ended, signed, pairings } = await prove({
    accounts: [onSolana],
    chains: [solanaChain],
    sign: cannotSign,
  })
  expect(await settled()).toMatchObject({
    status: 'failed',
    error: { kind: 'linkRefused', code: 'wallet_cannot_sign' },
    retry: { step: 'wallet' },
  })
  expect(ended).toEqual(['session-of-topic-1'])
  expect(await retry()).toMatchObject({ status: 'choosing' })
  expect([signed.length, pairings.length]).toEqual([1, 2])
})

test('F17c a wallet that cannot sign with one account is asked with that of another network', async () => {
  const { settled, retry, signed } = await prove({
    accounts: [onSolana, onMainnet],
    chains: [solanaChain, 'eip155:1'],
    sign: ({ accountId }) => (accountId === onSolana ? cannotSign() : Promise.resolve('0x01')),
  })
  expect(await settled()).toMatchObject({
    error: { code: 'wallet_cannot_sign' },
    retry: { step: 'proof', accountId: onMainnet, insteadOf: onSolana },
  })
  expect(await retry()).toMatchObject({ status: 'linked', wallet: { accountId: onMainnet } })
  expect(signed.map(({ accountId }) => accountId)).toEqual([onSolana, onMainnet])
})

test('F17c a visitor who declined to sign is asked again, with the same account', async () => {
  const { settled } = await prove({
    accounts: [onMainnet, onSolana],
    chains: ['eip155:1', solanaChain],
    sign: () => Promise.reject(new RequestRejectedError({ code: 5000, message: '' })),
  })
  expect(await settled()).toMatchObject({ error: { kind: 'declined' }, retry: { step: 'proof', accountId: onMainnet } })
})

test.each([
  ['account_not_deployed', {}],
  ['proof_invalid', {}],
  ['proof_invalid', { reason: 'contract_refused' }],
  ['proof_invalid', { reason: 'contract_not_asked_here' }],
  ['proof_invalid', { reason: 'contract_without_erc1271' }],
])('F22b after %s %j the address’s other chain is offered, and proven', async (code, more) => {
  const { settled, retry, challenges } = await prove({
    accounts: [onMainnet, onBase],
    chains: ['eip155:1', 'eip155:8453'],
    answer: (accountId) => (accountId === onBase ? undefined : refuse(400, { code, ...more })),
  })
  expect(await settled()).toMatchObject({
    error: { kind: 'linkRefused', code },
    retry: { step: 'proof', accountId: onBase, insteadOf: onMainnet },
  })
  expect(await retry()).toMatchObject({ status: 'linked', wallet: { accountId: onBase } })
  expect(challenges).toEqual([onMainnet, onBase])
})

test('F22b a signature of another key is requested again on the same chain', async () => {
  const { settled } = await prove({
    accounts: [onMainnet, onBase],
    chains: ['eip155:1', 'eip155:8453'],
    answer: () => refuse(400, { code: 'proof_invalid', reason: 'other_account_or_text' }),
  })
  expect(await settled()).toMatchObject({ retry: { step: 'proof', accountId: onMainnet, insteadOf: undefined } })
})

test('F22b a contract that is on no granted chain leads to another wallet in the end', async () => {
  const { settled, retry, challenges } = await prove({
    accounts: [onMainnet, onBase, 'eip155:8453:0x2222222222222222222222222222222222222222'],
    chains: ['eip155:1', 'eip155:8453'],
    answer: () => refuse(400, { code: 'account_not_deployed' }),
  })
  await settled()
  expect(await retry()).toMatchObject({ error: { code: 'account_not_deployed' }, retry: { step: 'wallet' } })
  expect(challenges).toEqual([onMainnet, onBase])
})

test('F22b an account on a chain that the page does not use is not offered', async () => {
  const { settled } = await prove({
    accounts: [onMainnet, onBase],
    chains: ['eip155:1'],
    answer: () => refuse(400, { code: 'account_not_deployed' }),
  })
  expect(await settled()).toMatchObject({ retry: { step: 'wallet' } })
})

test('F18b checks a wallet that has not finished signing again, without a new signature', async () => {
  let checks = 0
  const { settled, retry, proofs, signed, timers } = await prove({
    accounts: [onMainnet, onBase],
    chains: ['eip155:1', 'eip155:8453'],
    sign: async () => '0x',
    answer: () => {
      checks += 1
      return checks < 3 ? refuse(409, { code: 'signature_pending' }) : undefined
    },
  })
  const before = timers.now()
  expect(await settled()).toMatchObject({
    error: { kind: 'linkRefused', code: 'signature_pending' },
    retry: { step: 'proof', accountId: onMainnet, keepsProof: true, insteadOf: undefined },
  })
  expect(await retry()).toMatchObject({ status: 'failed', retry: { keepsProof: true, expiresAt: before + 300_000 } })
  expect(await retry()).toMatchObject({ status: 'linked' })
  expect(proofs.map((proof) => Reflect.get(proof, 'signature'))).toEqual(['0x', '0x', '0x'])
  expect([signed.length, new Set(proofs.map((proof) => Reflect.get(proof, 'challengeId'))).size]).toEqual([1, 1])
})

test('F02b after a minute the state says that a wallet may need others, and until when', async () => {
  let sign: (signature: string) => void = () => {}
  const { linker, timers, signed, settled } = await prove({
    accounts: [onMainnet],
    chains: ['eip155:1'],
    sign: () => new Promise((resolve) => (sign = resolve)),
    lifetimeMs: 86_400_000,
  })
  const expiresAt = timers.now() + 86_400_000
  await timers.advance(59_999)
  expect(linker.getState().flow).toMatchObject({ status: 'proving', step: 'signature', expiresAt, isLong: false })
  await timers.advance(1)
  expect(linker.getState().flow).toMatchObject({
    status: 'proving',
    step: 'signature',
    expiresAt,
    isLong: true,
    account: 'alice',
  })
  expect(signed[0]?.expiresAt).toBe(expiresAt)
  sign('0x01')
  expect(await settled()).toMatchObject({ status: 'linked' })
})

test('if the host app gives others time to sign, the state says so at once', async () => {
  const { linker, timers, signed } = await prove({
    accounts: [onMainnet],
    chains: ['eip155:1'],
    sign: () => new Promise(() => {}),
    lifetimeMs: 86_400_000,
    othersMaySign: true,
  })
  const expiresAt = timers.now() + 86_400_000
  await timers.advance(0)
  expect(linker.getState().flow).toMatchObject({
    status: 'proving',
    step: 'signature',
    expiresAt,
    isLong: true,
    account: 'alice',
  })
  expect(signed[0]?.expiresAt).toBe(expiresAt)
})

test('F02b a wallet that signs within a minute leaves no timer', async () => {
  const { settled, linker, timers } = await prove({ accounts: [onMainnet], chains: ['eip155:1'] })
  expect(await settled()).toMatchObject({ status: 'linked' })
  linker.send({ type: 'closed' })
  expect(timers.open()).toBe(0)
})
