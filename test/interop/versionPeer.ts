import { report, requirePackage, serve, stayOnLoopback } from './peerProcess.ts'

// One version of @walletconnect/sign-client as the dapp and as the wallet, one client each (Apache-2.0).
stayOnLoopback()
const { SignClient } = requirePackage(process.env.PACKAGE ?? '')

const create = (role: string, relayUrl: string | undefined) =>
  SignClient.init({
    relayUrl,
    projectId: 'e'.repeat(32),
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: role,
    // Otherwise the client waits a second between two requests, as if a person had to see each.
    signConfig: { disableRequestQueue: true },
    metadata: { name: `Foreign ${role}`, description: '', url: 'https://app.example', icons: [] },
  })
const [dapp, wallet] = await Promise.all([
  create('dapp', process.env.DAPP_RELAY_URL),
  create('wallet', process.env.WALLET_RELAY_URL),
])

const approvals = new Map<string, () => Promise<{ topic: string }>>()
const proposals = new Map<string, (id: number) => void>()
wallet.on('session_proposal', ({ id, params }: { id: number; params: { pairingTopic: string } }) =>
  proposals.get(params.pairingTopic)?.(id),
)
wallet.on('session_request', ({ id, topic }: { id: number; topic: string }) =>
  wallet
    .respond({ topic, response: { id, jsonrpc: '2.0', result: '0xabcd' } })
    .catch((error: Error) => report('failure', error.message)),
)
/**
 * Rejects when a proposal must have expired. A proposal lives five minutes, but these clients do not always report its outcome
 * to the caller.
 */
const told = <T>(promise: Promise<T>): Promise<T> => {
  const stood = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The wallet stood still for five minutes.')), 310_000).unref()
  })
  return Promise.race([promise, stood])
}

serve({
  propose: async ({ namespaces }: { namespaces: unknown }) => {
    const { uri, approval } = await dapp.connect({ optionalNamespaces: namespaces, requiredNamespaces: {} })
    approvals.set(uri, approval)
    return uri
  },
  settled: async ({ uri }: { uri: string }) => (await approvals.get(uri)?.())?.topic,
  request: (argument: object) => dapp.request(argument),
  disconnect: ({ topic }: { topic: string }) =>
    dapp.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }),
  approve: ({ uri, namespaces }: { uri: string; namespaces: unknown }) => told(approve(uri, namespaces)),
})

async function approve(uri: string, namespaces: unknown): Promise<string> {
  const pairingTopic = uri.slice('wc:'.length, uri.indexOf('@'))
  const proposed = new Promise<number>((resolve) => proposals.set(pairingTopic, resolve))
  await wallet.pair({ uri })
  const { topic, acknowledged } = await wallet.approve({ id: await proposed, namespaces })
  await acknowledged()
  return topic
}
