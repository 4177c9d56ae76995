import { createLinker } from '@hawser/core'
import { createTestRelay, createTestWallet } from '@hawser/sign/testing'
import { expect, test, vi } from 'vitest'

test('a wallet that approves is connected', async () => {
  const { createWebSocket } = createTestRelay() // in memory: no port, no network
  const wallet = createTestWallet({ createWebSocket, onProposal: 'approve' })
  const linker = createLinker({
    relay: { url: 'ws://relay.test', reach: 'network' },
    chains: ['eip155:1'],
    metadata: { name: 'App', description: '', url: 'https://app.example', icons: [] },
    world: { createWebSocket },
  })

  linker.open()
  await vi.waitFor(() => expect(linker.getState().pairingUri).toMatch(/^wc:/))
  await wallet.open(linker.getState().pairingUri ?? '')
  await vi.waitFor(() => expect(linker.getState().flow.status).toBe('connected'))

  linker.stop()
  await wallet.stop()
})
