import { createLinker, type LinkerState } from '@hawser/core'
import { createTestRelay, createTestWallet } from '@hawser/sign/testing'
import { expect, test } from 'vitest'

test('a wallet that approves is connected', async () => {
  const { createWebSocket } = createTestRelay() // in memory: no port, no network
  const wallet = createTestWallet({ createWebSocket, onProposal: 'approve' })
  const linker = createLinker({
    relay: { url: 'ws://relay.test', reach: 'network' },
    chains: ['eip155:1'],
    metadata: { name: 'App', description: '', url: 'https://app.example', icons: [] },
    world: { createWebSocket },
  })
  const until = (isReached: (state: LinkerState) => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (isReached(linker.getState())) resolve()
      }
      linker.subscribe(look)
      look()
    })

  linker.open()
  await until(({ pairingUri }) => pairingUri !== undefined)
  await wallet.open(linker.getState().pairingUri ?? '')
  await until(({ flow }) => flow.status === 'connected')

  expect(linker.getState().flow).toMatchObject({ connection: { walletName: 'Test Wallet' } })
  linker.stop()
  await wallet.stop()
})
