import { type AuthenticatingClient, createSignClient, type Storage } from '@hawser/sign'

export type WalletClientOptions = {
  /** `ws://` or `wss://`. */
  readonly relayUrl: string
  /** The wallet's own address, told to apps. */
  readonly url: string
  /** Epoch milliseconds. */
  readonly now?: () => number
  readonly randomBytes?: (length: number) => Uint8Array
  readonly createWebSocket?: (url: string) => WebSocket
}

/** The protocol client of this wallet. */
export function openWalletClient(options: WalletClientOptions, storage: Storage): AuthenticatingClient {
  const { relayUrl, url, now, randomBytes, createWebSocket } = options
  return createSignClient({
    relayUrl,
    storage,
    authenticates: true,
    metadata: { name: 'Hawser Demo Wallet', description: 'A test wallet in a web page', url, icons: [] },
    ...(now && { now }),
    ...(randomBytes && { randomBytes }),
    ...(createWebSocket && { createWebSocket }),
  })
}
