import { createDappClient } from '@hawser/sign'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { expect, onTestFinished, test } from 'vitest'
import { startWorld } from './endToEndWorld.ts'

test('the relay and the wallet of the testing guide answer the code of a page', async () => {
  const { relayUrl, wallet, stop } = await startWorld()
  onTestFinished(stop)
  const metadata = { name: 'App', description: '', url: 'https://app.example', icons: [] }
  const dapp = createDappClient({ relayUrl, metadata, createWebSocket })
  onTestFinished(() => dapp.stop())
  const { pairingUri, approval } = await dapp.propose({
    optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } },
  })

  await wallet.open(pairingUri)
  const { topic } = await approval
  const request = { method: 'personal_sign', params: ['0x68656c6c6f', wallet.address] }
  expect(await dapp.request({ topic, chainId: 'eip155:1', request })).toMatch(/^0x[0-9a-f]{130}$/)
})
