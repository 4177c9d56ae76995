import { type ChainId, chainsOf, type Namespaces, namespaceOf, type Reason, reasons } from '@hawser/wire'
import { createSignClient, type SignClient } from '../client/createSignClient.ts'
import type { SignClientOptions } from '../client/signClientOptions.ts'
import { ChainNotGrantedError, UnknownSessionError } from '../errors.ts'
import type { Proposal, Session, SessionRequest } from '../records/records.ts'
import { createMemoryStorage } from '../records/storage.ts'
import { grantNamespaces, type SupportedNamespace } from '../responder/grantNamespaces.ts'
import type { ChangedSession } from '../responder/sessionController.ts'
import { answerRequest } from './answerRequest.ts'
import { holdBackSettlement } from './holdBackSettlement.ts'
import { createTestAccount } from './testAccount.ts'
import { type OnProposal, type OnRequest, readScript, type TestWalletScript } from './testWalletScript.ts'

export type TestWalletOptions = TestWalletScript &
  Partial<Omit<SignClientOptions, 'createWebSocket'>> & {
    /** From `createTestRelay`. For a real relay, set `relayUrl` too. */
    readonly createWebSocket: NonNullable<SignClientOptions['createWebSocket']>
  }

/** A wallet that follows its script. */
export type TestWallet = {
  /** The address of the wallet's account. */
  readonly address: `0x${string}`
  /** The wallet's client, for actions that no script has. A new client after `restart`. */
  client(): SignClient
  /** Opens a pairing link and treats its proposal as the script says. Resolves to the session if the script approves. */
  open(pairingUri: string): Promise<Session | undefined>
  /** The requests that the wallet received, in order. */
  readonly requests: readonly SessionRequest[]
  /** Changes the grants of the newest session. */
  update(namespaces: Namespaces): Promise<ChangedSession>
  /** Extends the newest session to seven days from now. */
  extend(): Promise<ChangedSession>
  /** Sends the dapp an event in the newest session, on the session's first chain. */
  emit(event: { readonly name: string; readonly data: unknown }): Promise<void>
  /** Ends the newest session. */
  end(reason?: Reason): Promise<void>
  /** Stops the wallet without a message to its peers. The wallet's stored data remains. */
  die(): Promise<void>
  /** Starts the wallet again after it died, with its stored data. */
  restart(): void
  stop(): Promise<void>
}

/**
 * Creates a wallet for the tests of a dapp.
 * @example
 * const wallet = createTestWallet({ createWebSocket: relay.createWebSocket })
 * const session = await wallet.open(pairingUri)
 */
export function createTestWallet(options: TestWalletOptions): TestWallet {
  const { createWebSocket, storage = createMemoryStorage(), supported, ...rest } = options
  const account = createTestAccount(options.secretKey ?? '11'.repeat(32))
  const nextProposal = readScript<OnProposal>(options.onProposal, 'approve')
  const nextRequest = readScript<OnRequest>(options.onRequest, 'sign')
  const requests: SessionRequest[] = []
  let isHeldBack = false
  let client = start()

  function start(): SignClient {
    const started = createSignClient({
      relayUrl: 'ws://relay.test',
      metadata: { name: 'Test Wallet', description: '', url: 'https://wallet.example', icons: [] },
      ...rest,
      storage,
      createWebSocket: (url) => holdBackSettlement(createWebSocket(url), () => isHeldBack),
    })
    started.on('sessionRequest', (request) => {
      // The dapp must notice an answer that does not arrive, and tests check it there.
      answer(started, request).catch(() => {})
    })
    return started
  }

  async function answer(asked: SignClient, request: SessionRequest): Promise<void> {
    requests.push(request)
    const act = nextRequest()
    if (act === 'die') return asked.stop()
    if (act === 'ignore') return
    const response = await answerRequest(act, request, account)
    await asked.respond({ topic: request.topic, requestId: request.id, response })
  }

  function grant(proposal: Proposal): Namespaces {
    return grantNamespaces({ proposal, supported: supported ?? { eip155: supportAll(proposal, account.address) } })
  }

  function newest(): Session {
    const session = client.sessions().at(-1)
    if (session === undefined) throw new UnknownSessionError('The test wallet has no session.')
    return session
  }

  return {
    address: account.address,
    client: () => client,
    requests,
    async open(pairingUri) {
      const proposal = await client.pair({ pairingUri })
      const act = nextProposal()
      if (act === 'ignore') return undefined
      if (act === 'die') return void (await client.stop())
      if (act === 'reject') return void (await client.reject({ proposalId: proposal.id }))
      isHeldBack = act === 'dieBeforeSettle'
      const { session } = await client.approve({ proposalId: proposal.id, namespaces: grant(proposal) })
      if (!isHeldBack) return session
      isHeldBack = false
      return void (await client.stop())
    },
    update: async (namespaces) => client.update({ topic: newest().topic, namespaces }),
    extend: async () => client.extend({ topic: newest().topic }),
    async emit(event) {
      const { topic, namespaces } = newest()
      const [chainId] = Object.entries(namespaces).flatMap(([key, namespace]) => chainsOf(key, namespace))
      if (chainId === undefined) throw new ChainNotGrantedError('The session of the test wallet has no chain.')
      await client.emit({ topic, chainId, event })
    },
    end: async (reason = reasons.userDisconnected) => client.disconnect({ topic: newest().topic, reason }),
    die: () => client.stop(),
    restart() {
      client = start()
    },
    stop: () => client.stop(),
  }
}

/** Supports everything that the dapp requests in `eip155`, on one account. */
function supportAll({ requiredNamespaces, optionalNamespaces }: Proposal, address: `0x${string}`): SupportedNamespace {
  const asked = [requiredNamespaces, optionalNamespaces]
    .flatMap((namespaces) => Object.entries(namespaces))
    .filter(([key]) => namespaceOf(key) === 'eip155')
  const chains: readonly ChainId[] = asked.flatMap(([key, namespace]) => chainsOf(key, namespace))
  return {
    chains,
    methods: asked.flatMap(([, { methods }]) => methods),
    events: asked.flatMap(([, { events }]) => events),
    accounts: [...new Set(chains)].map((chain) => `${chain}:${address}` as const),
  }
}
