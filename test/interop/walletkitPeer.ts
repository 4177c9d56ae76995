import { report, requirePackage, serve, stayOnLoopback } from './peerProcess.ts'

// @reown/walletkit 1.2.10 as the wallet (Apache-2.0).
stayOnLoopback()
const { Core } = requirePackage('@walletconnect/core')
const { WalletKit } = requirePackage('@reown/walletkit')
const { buildAuthObject, populateAuthPayload } = requirePackage('@walletconnect/utils')

const core = new Core({
  relayUrl: process.env.RELAY_URL,
  projectId: 'f'.repeat(32),
  logger: 'silent',
  telemetryEnabled: false,
  customStoragePrefix: 'wallet',
})
const wallet = await WalletKit.init({
  core,
  metadata: {
    name: 'Foreign Wallet',
    description: 'a wallet nobody here wrote',
    url: 'https://wallet.example',
    icons: [],
  },
  signConfig: { disableRequestQueue: true },
})

wallet.on('session_proposal', (event: { id: number; params: unknown }) => report('proposal', event.params))
// With this listener WalletKit takes requests to sign in, and then skips the proposals sent along with them.
if (process.env.AUTHENTICATES === 'yes') {
  wallet.on('session_authenticate', (event: unknown) => report('authenticate', event))
}
wallet.on('session_request', (event: unknown) => report('request', event))
wallet.on('session_delete', (event: unknown) => report('deleted', event))
// The event comes from the engine, because WalletKit does not forward it.
wallet.engine.signClient.events.on('session_ping', (event: unknown) => report('ping', event))

serve({
  pair: ({ uri }: { uri: string }) => wallet.pair({ uri }),
  approve: async ({ id, namespaces }: { id: number; namespaces: unknown }) =>
    (await wallet.approveSession({ id, namespaces })).topic,
  reject: ({ id }: { id: number }) => wallet.rejectSession({ id, reason: { code: 5000, message: 'User rejected.' } }),
  /** Follows WalletKit's documentation: narrows the request, and formats the text of one account. */
  formatAuth: ({
    authPayload,
    chains,
    methods,
    iss,
  }: {
    authPayload: unknown
    chains: unknown
    methods: unknown
    iss: string
  }) => {
    const payload = populateAuthPayload({ authPayload, chains, methods })
    return { payload, message: wallet.formatAuthMessage({ request: payload, iss }) }
  },
  approveAuth: async ({
    id,
    signed,
  }: {
    id: number
    signed: { payload: unknown; iss: string; signature: string }[]
  }) => {
    const auths = signed.map(({ payload, iss, signature }) =>
      buildAuthObject(payload, { t: 'eip191', s: signature }, iss),
    )
    const { session } = await wallet.approveSessionAuthenticate({ id, auths })
    return session
  },
  rejectAuth: ({ id }: { id: number }) =>
    wallet.rejectSessionAuthenticate({ id, reason: { code: 5000, message: 'User rejected.' } }),
  respond: ({ topic, response }: { topic: string; response: unknown }) =>
    wallet.respondSessionRequest({ topic, response }),
  emit: ({ topic, event, chainId }: { topic: string; event: unknown; chainId: string }) =>
    wallet.emitSessionEvent({ topic, event, chainId }),
  update: async ({ topic, namespaces }: { topic: string; namespaces: unknown }) => {
    await wallet.updateSession({ topic, namespaces })
  },
  extend: async ({ topic }: { topic: string }) => {
    await wallet.extendSession({ topic })
  },
  ping: ({ topic }: { topic: string }) => wallet.engine.signClient.ping({ topic }),
  disconnect: ({ topic }: { topic: string }) =>
    wallet.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } }),
  sessions: () => Object.keys(wallet.getActiveSessions()),
  isAcknowledged: ({ topic }: { topic: string }) => wallet.getActiveSessions()[topic]?.acknowledged === true,
})
