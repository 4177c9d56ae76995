import { requirePackage, stayOnLoopback } from '../../test/interop/peerProcess.ts'
import { asked, chainId, granted, metadata, request, serveDapp, serveWallet } from './benchPeer.ts'

// @walletconnect/sign-client 2.21.8 as the dapp or as the wallet (Apache-2.0).
stayOnLoopback()
const { SignClient } = requirePackage('@walletconnect/sign-client')
const client = await SignClient.init({
  relayUrl: process.env.RELAY_URL,
  projectId: 'e'.repeat(32),
  logger: 'silent',
  telemetryEnabled: false,
  customStoragePrefix: process.env.ROLE,
  // Otherwise the client waits a second between two requests, as if a person had to see each.
  signConfig: { disableRequestQueue: true },
  metadata,
})
process.on('unhandledRejection', () => {})

if (process.env.ROLE === 'dapp') {
  serveDapp({
    async propose() {
      const { uri, approval } = await client.connect({ optionalNamespaces: asked })
      return { uri, settled: approval() }
    },
    request: (topic) => client.request({ topic, chainId, request }),
    disconnect: (topic) => client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }),
  })
} else {
  const proposals = new Map<string, (id: number) => void>()
  client.on('session_proposal', ({ id, params }: { id: number; params: { pairingTopic: string } }) =>
    proposals.get(params.pairingTopic)?.(id),
  )
  client.on('session_request', ({ id, topic }: { id: number; topic: string }) =>
    client.respond({ topic, response: { id, jsonrpc: '2.0', result: '0xabcd' } }).catch(() => {}),
  )
  serveWallet({
    async open(uri) {
      const proposed = new Promise<number>((resolve) =>
        proposals.set(uri.slice('wc:'.length, uri.indexOf('@')), resolve),
      )
      await client.pair({ uri })
      const id = await proposed
      return () => client.approve({ id, namespaces: granted })
    },
  })
}
