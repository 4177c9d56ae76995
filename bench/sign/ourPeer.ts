import { createDappClient, createMemoryStorage, createSignClient } from '@hawser/sign'
import { createWebSocket } from '@hawser/test-kit/createWebSocket'
import { stayOnLoopback } from '../../test/interop/peerProcess.ts'
import { asked, chainId, granted, metadata, request, serveDapp, serveWallet } from './benchPeer.ts'

// Runs our client as the dapp or as the wallet.
stayOnLoopback()
const options = {
  relayUrl: process.env.RELAY_URL ?? '',
  metadata,
  // The other client also stores each step, in a storage of the same kind.
  storage: createMemoryStorage(),
  createWebSocket,
}

if (process.env.ROLE === 'dapp') {
  const dapp = createDappClient(options)
  serveDapp({
    async propose() {
      const { pairingUri, approval } = await dapp.propose({ optionalNamespaces: asked })
      return { uri: pairingUri, settled: approval }
    },
    request: (topic) => dapp.request({ topic, chainId, request }),
    disconnect: (topic) => dapp.disconnect({ topic }),
  })
} else {
  const wallet = createSignClient(options)
  wallet.on('sessionRequest', ({ id, topic }) => {
    wallet.respond({ topic, requestId: id, response: { result: '0xabcd' } }).catch(() => {})
  })
  serveWallet({
    async open(uri) {
      const { id } = await wallet.pair({ pairingUri: uri })
      return () => wallet.approve({ proposalId: id, namespaces: granted })
    },
  })
}
