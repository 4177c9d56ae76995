import { createRelay } from '@hawser/relay'
import { createTestWallet } from '@hawser/sign/testing'
import { WebSocket } from 'ws'

/** Starts a relay in memory on a free port, and a wallet that approves and signs everything. */
export async function startWorld() {
  const relay = createRelay()
  const { url } = await relay.listen({ port: 0, host: '127.0.0.1' })
  const wallet = createTestWallet({ relayUrl: url, createWebSocket: (address) => new WebSocket(address) })
  const stop = async () => {
    await wallet.stop()
    await relay.stop()
  }
  return { relayUrl: url, wallet, stop }
}
