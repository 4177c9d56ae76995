import { createDappClient } from '@hawser/sign'
import { createTestRelay, createTestWallet } from '@hawser/sign/testing'
import { expect, test } from 'vitest'

test('a wallet that declines is asked again, and signs', async () => {
  const { createWebSocket } = createTestRelay() //      in memory: no port, no network
  const wallet = createTestWallet({ createWebSocket, onProposal: ['reject', 'approve'], onRequest: 'sign' })
  const metadata = { name: 'App', description: '', url: 'https://app.example', icons: [] }
  const dapp = createDappClient({ relayUrl: 'ws://relay.test', metadata, createWebSocket })
  const propose = () =>
    dapp.propose({ optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } } })

  const declined = await propose()
  await wallet.open(declined.pairingUri)
  await expect(declined.approval).rejects.toMatchObject({ code: 'proposal_rejected' })

  const approved = await propose()
  await wallet.open(approved.pairingUri)
  const { topic } = await approved.approval
  const request = { method: 'personal_sign', params: ['0x68656c6c6f', wallet.address] }
  expect(await dapp.request({ topic, chainId: 'eip155:1', request })).toMatch(/^0x[0-9a-f]{130}$/)

  await Promise.all([dapp.stop(), wallet.stop()])
})
