import { report, requirePackage, serve, stayOnLoopback } from './peerProcess.ts'

// @walletconnect/sign-client 2.21.8 as the dapp (Apache-2.0).
stayOnLoopback()
const { SignClient } = requirePackage('@walletconnect/sign-client')

const dapp = await SignClient.init({
  relayUrl: process.env.RELAY_URL,
  projectId: 'e'.repeat(32),
  logger: 'silent',
  telemetryEnabled: false,
  customStoragePrefix: 'dapp',
  metadata: { name: 'Foreign App', description: 'an app nobody here wrote', url: 'https://app.example', icons: [] },
})

for (const name of [
  'session_event',
  'session_delete',
  'session_update',
  'session_extend',
  'session_ping',
  'proposal_expire',
]) {
  dapp.on(name, (event: unknown) => report(name, event))
}

serve({
  connect: async ({ namespaces }: { namespaces: unknown }) => {
    const { uri, approval } = await dapp.connect({ optionalNamespaces: namespaces })
    approval().then(
      (session: unknown) => report('settled', session),
      (error: { code?: number; message?: string }) => report('refused', { code: error.code, message: error.message }),
    )
    return uri
  },
  authenticate: async (params: object) => {
    const { uri, response } = await dapp.authenticate(params)
    response().then(
      (answer: unknown) => report('authenticated', answer),
      (error: unknown) => report('refused', String(error)),
    )
    return uri
  },
  request: (argument: object) => dapp.request(argument),
  ping: ({ topic }: { topic: string }) => dapp.ping({ topic }),
  disconnect: ({ topic }: { topic: string }) =>
    dapp.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } }),
  sessions: () => dapp.session.getAll().map((session: { topic: string }) => session.topic),
})
