import { createLinker, type LinkerState } from '@hawser/core'
import type { Namespaces } from '@hawser/wire'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createTestClients } from '../../packages/sign/src/testing/testClients.fixture.ts'

// Real sessions with wallets that lack the method by which their account signs.

const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' as const
const onSolana = `${solana}:8sbwsw9cnbGTy8L4CN8guhQ4fU3T8D4Qiq71f72ECbKe` as const
const onEthereum = 'eip155:1:0x1111111111111111111111111111111111111111' as const
const ofSolana = { chains: [solana], accounts: [onSolana], methods: ['solana_signMessage'], events: [] }
const ofEthereum = { chains: ['eip155:1'], accounts: [onEthereum], methods: ['personal_sign'], events: [] } as const

let house: ReturnType<typeof createTestClients>
beforeEach(() => {
  house = createTestClients()
})
afterEach(() => house.stop())

/** Links with a wallet that has these accounts and refuses to sign with that error. */
async function link(namespaces: Namespaces, error: { readonly code: number; readonly message: string }) {
  const asked: string[] = []
  const linker = createLinker({
    relay: { url: 'wss://relay.example' },
    metadata: { name: 'App', description: '', url: 'https://app.example', icons: [] },
    chains: [solana, 'eip155:1'],
    link: { url: '/link' },
    world: {
      platform: { device: 'desktop', isAndroid: false, isIos: false, isTelegram: false },
      createWebSocket: house.relay.createWebSocket,
      now: house.clock.now,
      fetch: async (input) => {
        if (String(input).endsWith('/proofs'))
          return Response.json({ id: 'w1', accountId: onEthereum, walletName: 'Test', linkedAt: 1 }, { status: 201 })
        const challenge = { challengeId: 'a'.repeat(24), message: 'text', expiresAt: house.clock.now() + 300_000 }
        return Response.json(challenge, { status: 201 })
      },
    },
  })
  onTestFinished(linker.stop)
  house.wallet.on('sessionRequest', ({ id, topic, method }) => {
    asked.push(method)
    const response = method === 'personal_sign' ? { result: '11'.repeat(65) } : { error }
    house.wallet.respond({ topic, requestId: id, response }).catch(() => {})
  })
  const until = (is: (state: LinkerState) => boolean) =>
    new Promise<LinkerState>((resolve) => {
      const look = () => {
        if (!is(linker.getState())) return
        undo()
        resolve(linker.getState())
      }
      const undo = linker.subscribe(look)
      look()
    })
  linker.open()
  const { pairingUri = '' } = await until(
    ({ flow }) => flow.status === 'choosing' && flow.pairing?.relay === 'acknowledged',
  )
  const proposal = await house.wallet.pair({ pairingUri })
  await house.wallet.approve({ proposalId: proposal.id, namespaces })
  await until(({ flow }) => flow.status === 'failed')
  return { linker, asked, until }
}

// anza-xyz/wallet-adapter#171.
test.each([
  [-32601, 'Method not found'],
  [-32004, 'Method not supported'],
  [4200, 'Unsupported method'],
  [1001, 'Invalid method.'],
  [3001, 'Unauthorized method.'],
  [3005, 'Unauthorized chain.'],
  [5100, 'Unsupported chains.'],
  [5101, 'Unsupported methods.'],
  [5103, 'Unsupported accounts.'],
  [10001, 'Unsupported wc_ method.'],
  // reown-com/web-examples, Koniverse/SubWallet-Extension: the protocol's words under the number of formatJsonRpcError.
  [-32000, 'Invalid method.'],
  [-32000, 'Invalid method. solana_signMessage'],
  [-32000, 'Unsupported chains. solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  [-32000, 'Unauthorized method. solana_signMessage'],
  [-32603, 'Signing off chain messages with Ledger is not yet supported'],
])('F17c a wallet that answers %i to a signature cannot sign; Retry asks for another wallet', async (code, message) => {
  const { linker, asked, until } = await link({ solana: ofSolana }, { code, message })
  expect(linker.getState().flow).toMatchObject({
    error: { kind: 'linkRefused', code: 'wallet_cannot_sign' },
    retry: { step: 'wallet' },
  })
  await expect.poll(() => house.wallet.sessions()).toEqual([])
  linker.retry()
  await until(({ flow }) => flow.status === 'choosing' && flow.pairing !== undefined)
  expect(asked).toEqual(['solana_signMessage'])
})

test('F17c asks its account of another network next', async () => {
  const namespaces = { solana: ofSolana, eip155: ofEthereum }
  const { linker, asked, until } = await link(namespaces, { code: -32601, message: 'Method not found' })
  expect(linker.getState().flow).toMatchObject({ retry: { step: 'proof', accountId: onEthereum, insteadOf: onSolana } })
  linker.retry()
  await until(({ flow }) => flow.status === 'linked')
  expect(asked).toEqual(['solana_signMessage', 'personal_sign'])
})

test.each([
  [5000, 'User rejected.'],
  [5002, 'User rejected methods.'],
  [4001, 'User rejected the request.'],
  [-32000, 'User rejected methods.'],
])('F17c a person who answers %i has declined, and is asked again', async (code, message) => {
  const { linker } = await link({ solana: ofSolana }, { code, message })
  expect(linker.getState().flow).toMatchObject({
    error: { kind: 'declined' },
    retry: { step: 'proof', accountId: onSolana },
  })
})
