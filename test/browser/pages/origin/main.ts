import { createDappClient, createPairing, createPairingKey, type Pairing, type ProposedPairing } from '@hawser/sign'
import { type AuthenticationRequest, originStatementProperty } from '@hawser/wire'

/** The claims that the test has the page make about itself. */
export type Claim = {
  readonly relayUrl: string
  readonly url: string
  readonly statement?: string
  readonly authentication?: AuthenticationRequest
}

// An app made for this test: it speaks the protocol, and claims anything on command.
let pairing: Pairing | undefined
let client: ReturnType<typeof createDappClient> | undefined
let proposed: ProposedPairing | undefined

const asker = {
  /** Makes the next pairing and returns its topic, before anything is proposed on it. */
  async pair(isOneTap: boolean): Promise<string> {
    const key = await createPairingKey((length) => crypto.getRandomValues(new Uint8Array(length)))
    pairing = createPairing({ key, now: Date.now, ...(isOneTap && { methods: ['wc_sessionAuthenticate'] }) })
    return pairing.topic
  },
  /** Returns the link of that pairing, once the relay has the proposal. */
  async propose({ relayUrl, url, statement, authentication }: Claim): Promise<string> {
    await client?.stop()
    client = createDappClient({ relayUrl, metadata: { name: 'Example app', description: '', url, icons: [] } })
    proposed = await client.propose({
      ...(pairing && { pairing }),
      optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } },
      ...(statement !== undefined && { sessionProperties: { [originStatementProperty]: statement } }),
      ...(authentication && { authentication }),
    })
    proposed.approval.catch(() => {})
    proposed.cacaos.catch(() => {})
    await proposed.published
    return proposed.pairingUri
  },
  /** Has the wallet sign a text; returns `signed`, or `refused` with the error's code. */
  async sign(text: string): Promise<string> {
    const session = await proposed?.approval
    const account = Object.values(session?.namespaces ?? {}).flatMap(({ accounts }) => accounts)[0] ?? ''
    const address = account.split(':')[2] ?? ''
    const bytes = new TextEncoder().encode(text.replace('{address}', address))
    const hex = `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    const request = { method: 'personal_sign', params: [hex, address] }
    return (client ?? createClientMissing())
      .request({ topic: session?.topic ?? '', chainId: 'eip155:1', request })
      .then(
        () => 'signed',
        (error: { readonly reason?: { readonly code: number } }) => `refused ${error.reason?.code}`,
      )
  },
}

function createClientMissing(): never {
  throw new Error('Nothing was proposed.')
}

Reflect.set(window, 'asker', asker)
