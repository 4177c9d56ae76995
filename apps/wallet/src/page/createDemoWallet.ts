import {
  type Asked,
  type AuthenticatingClient,
  createMemoryStorage,
  createSignClient,
  type SessionRequest,
  type Storage,
} from '@hawser/sign'
import { BaseError, createCacao, type Reason, reasons } from '@hawser/wire'
import { hexToBytes, randomBytes as systemRandomBytes } from '@noble/hashes/utils.js'
import { InvalidSeedPhraseError, ProposalMissingError, RequestUnsupportedError } from '../errors.ts'
import type { Address } from './account.ts'
import { createKeyring, type HeldAccount } from './keyring.ts'
import { createSessionTimes } from './sessionTimes.ts'
import { readSignIn, type SignInQuestion } from './signInQuestion.ts'
import { readSignRequest, type SignRequest } from './signRequest.ts'
import { transition } from './walletFlow.ts'
import {
  type AwaitedEffect,
  type Failure,
  startingState,
  type WalletEffect,
  type WalletEvent,
  type WalletState,
} from './walletState.ts'

export type DemoWalletOptions = {
  /** `ws://` or `wss://`. */
  readonly relayUrl: string
  /** The wallet's own address, told to apps. */
  readonly url: string
  /** Holds the test accounts and the sessions; memory without it. */
  readonly storage?: Storage
  /** Epoch milliseconds. */
  readonly now?: () => number
  readonly randomBytes?: (length: number) => Uint8Array
  readonly createWebSocket?: (url: string) => WebSocket
  readonly copyText?: (text: string) => Promise<void>
  /** How long a question stands before it can be answered with yes. 0 arms it at once. Default 500 ms. */
  readonly guardMs?: number
  /** How long to wait for a proposal after a link was given. Default 20 s. */
  readonly proposalWaitMs?: number
  /** Resolves when this wallet is the only one on its storage; calls back when another takes over. */
  readonly claim?: (onTakenOver: () => void) => Promise<void>
}

export type DemoWallet = {
  /** Immutable; the same reference until something changed. */
  getState(): WalletState
  subscribe(listener: () => void): () => void
  send(event: WalletEvent): void
  /** Closes the socket and clears timers. The wallet does nothing after. */
  stop(): Promise<void>
}

// setTimeout takes 32 bits; a question that lives longer than three weeks is not watched.
const maxTimerMs = 2 ** 31 - 1

/**
 * A demo wallet without a page: test accounts, texts and typed data to sign and nothing else. State changes by `transition`; whatever
 * touches the world happens here.
 */
export function createDemoWallet(options: DemoWalletOptions): DemoWallet {
  const { now = Date.now, storage = createMemoryStorage(), guardMs = 500, proposalWaitMs = 20_000 } = options
  const listeners = new Set<() => void>()
  const keyring = createKeyring({ storage, randomBytes: options.randomBytes ?? systemRandomBytes })
  const times = createSessionTimes(storage)
  let state = startingState
  let isStopped = false
  let client: AuthenticatingClient | undefined
  let accounts: readonly HeldAccount[] = []
  let pairing: AbortController | undefined
  let timers: readonly ReturnType<typeof setTimeout>[] = []

  const send = (event: WalletEvent): void => {
    if (isStopped) return
    const [next, effects] = transition(state, event)
    if (next !== state) {
      state = next
      for (const listener of [...listeners]) listener()
    }
    for (const effect of effects) void run(effect)
  }

  const run = async (effect: WalletEffect): Promise<void> => {
    switch (effect.type) {
      case 'pair':
        return pair(effect.pairingUri)
      case 'cancelPairing':
        return pairing?.abort()
      case 'approve':
        return awaited('approve', async (client) => {
          const { acknowledged } = await client.approve({
            proposalId: effect.proposal.id,
            namespaces: effect.grant.namespaces,
          })
          // Whether the app confirms shows in the list of sessions.
          acknowledged.catch(() => {})
        })
      case 'reject':
        return awaited('reject', (client) => client.reject({ proposalId: effect.proposal.id }))
      case 'signIn':
        return awaited('signIn', (client) => signIn(client, signerOf(effect.question.request.address), effect.question))
      case 'decline':
        return awaited('decline', (client) =>
          client.rejectAuthentication({ requestId: effect.question.authentication.id }),
        )
      case 'sign':
        return awaited('sign', async (client) =>
          answer(client, effect.request, { result: sign(signerOf(effect.request.address), effect.request) }),
        )
      case 'refuse':
        return awaited('refuse', (client) => answer(client, effect.request, { error: reasons.userRejectedRequest }))
      case 'rejectUnsupported':
        return unattended((client) => client.reject({ proposalId: effect.proposal.id, reason: effect.reason }))
      case 'declineUnsupported':
        return unattended((client) =>
          client.rejectAuthentication({ requestId: effect.question.authentication.id, reason: effect.reason }),
        )
      case 'answerError':
        return unattended((client) => answer(client, effect.request, { error: effect.reason }))
      case 'disconnect':
        return awaited('disconnect', (client) =>
          client.disconnect({ topic: effect.topic, reason: reasons.userDisconnected }),
        )
      case 'copyAddress':
        return copy(effect.address)
      case 'addAccount':
        return change('addAccount', () => keyring.add())
      case 'importPhrase':
        return change('importPhrase', () => keyring.importPhrase(effect.text))
      case 'readPhrase':
        return readPhrase(effect.address)
      case 'renewAccount':
        return renew()
      case 'watch':
        return watch(effect.expiresAt)
      case 'stop':
        return stop()
    }
  }

  const awaited = async (
    effect: AwaitedEffect,
    action: (client: AuthenticatingClient) => Promise<unknown>,
  ): Promise<void> => {
    if (client === undefined) return
    try {
      await action(client)
      send({ type: 'effectDone', effect })
    } catch (error) {
      send({ type: 'effectFailed', effect, failure: toFailure(error) })
    }
  }

  /** The person has been told already, and the app's own time limit covers an answer that gets lost. */
  const unattended = async (action: (client: AuthenticatingClient) => Promise<unknown>): Promise<void> => {
    if (client !== undefined) await action(client).catch(() => {})
  }

  const pair = async (pairingUri: string): Promise<void> => {
    const attempt = new AbortController()
    pairing = attempt
    const timer = setTimeout(() => attempt.abort(new ProposalMissingError('No proposal came.')), proposalWaitMs)
    try {
      const asked = await client?.pair({ pairingUri, signal: attempt.signal })
      if (asked !== undefined && pairing === attempt) receiveAsked(asked)
    } catch (error) {
      const reason: unknown = attempt.signal.aborted ? attempt.signal.reason : error
      // Given up by the person: the screen has moved on.
      const isGivenUp = attempt.signal.aborted && !(reason instanceof ProposalMissingError)
      if (!isGivenUp && pairing === attempt) send({ type: 'effectFailed', effect: 'pair', failure: toFailure(reason) })
    } finally {
      clearTimeout(timer)
    }
  }

  const receiveAsked = (asked: Asked): void => {
    if (asked.kind === 'proposal') {
      send({ type: 'proposalReceived', proposal: asked })
      return
    }
    const [first] = accounts
    if (first === undefined) return
    try {
      send({ type: 'signInReceived', question: readSignIn(asked, first.address) })
    } catch (error) {
      if (!(error instanceof RequestUnsupportedError)) throw error
      const { reason } = error
      void unattended((client) => client.rejectAuthentication({ requestId: asked.id, reason }))
      throw error
    }
  }

  const copy = async (address: Address): Promise<void> => {
    const isCopied = await (options.copyText?.(address) ?? Promise.reject(new Error('no clipboard'))).then(
      () => true,
      () => false,
    )
    send({ type: 'copied', address, isCopied })
  }

  const showAccounts = (held: readonly HeldAccount[]): void => {
    accounts = held
    const shown = held.map(({ address, origin }) => ({ address, origin }))
    send({ type: 'accountsLoaded', accounts: shown, sessions: client?.sessions() ?? [] })
  }

  const change = async (
    effect: 'addAccount' | 'importPhrase',
    action: () => Promise<readonly HeldAccount[]>,
  ): Promise<void> => {
    try {
      showAccounts(await action())
    } catch (error) {
      if (error instanceof InvalidSeedPhraseError) send({ type: 'importRefused', problem: error.reason })
      else send({ type: 'effectFailed', effect, failure: toFailure(error) })
    }
  }

  const readPhrase = (address: Address): void => {
    const phrase = keyring.phraseOf(address)
    if (phrase !== undefined) send({ type: 'phraseRead', words: phrase.split(' ') })
  }

  const signerOf = (address: Address): HeldAccount => {
    const account = accounts.find((each) => each.address === address)
    if (account === undefined)
      throw new RequestUnsupportedError(
        { code: 4100, message: 'This wallet does not hold that account.' },
        'The account is gone.',
      )
    return account
  }

  const renew = async (): Promise<void> => {
    try {
      // Sessions name the old account. An app that cannot be told now finds out when it asks.
      await Promise.allSettled((client?.sessions() ?? []).map(({ topic }) => client?.disconnect({ topic })))
      showAccounts(await keyring.renew())
    } catch (error) {
      send({ type: 'effectFailed', effect: 'renewAccount', failure: toFailure(error) })
    }
  }

  const watch = (expiresAt: number | undefined): void => {
    clearTimers()
    if (guardMs === 0) send({ type: 'armed' })
    else timers = [setTimeout(() => send({ type: 'armed' }), guardMs)]
    if (expiresAt === undefined || expiresAt - now() > maxTimerMs) return
    timers = [...timers, setTimeout(() => send({ type: 'timeRanOut' }), Math.max(0, expiresAt - now()))]
  }

  const clearTimers = (): void => {
    for (const timer of timers) clearTimeout(timer)
    timers = []
  }

  const showSessions = (): void => {
    if (client === undefined || accounts.length === 0) return
    const sessions = client.sessions()
    send({ type: 'sessionsChanged', sessions })
    void times.keep(sessions, now()).then((connectedAt) => send({ type: 'connectedAtRead', connectedAt }))
  }

  const receive = (request: SessionRequest): void => {
    const session = client?.sessions().find(({ topic }) => topic === request.topic)
    if (client === undefined || session === undefined) return
    try {
      send({ type: 'requestReceived', request: readSignRequest(request, session, addressesOf(accounts)) })
    } catch (error) {
      if (!(error instanceof RequestUnsupportedError)) throw error
      const { reason } = error
      void unattended((client) => answer(client, request, { error: reason }))
    }
  }

  const load = async (): Promise<void> => {
    try {
      await options.claim?.(() => send({ type: 'takenOver' }))
      if (isStopped) return
      const opened = openClient(options, storage)
      client = opened
      opened.on('sessionSettled', showSessions)
      opened.on('sessionAcknowledged', showSessions)
      opened.on('sessionUpdated', showSessions)
      opened.on('sessionExtended', showSessions)
      opened.on('sessionDeleted', showSessions)
      opened.on('sessionExpired', showSessions)
      opened.on('sessionRequest', receive)
      opened.on('relay', ({ status }) => send({ type: 'relayChanged', relay: status }))
      await opened.ready()
      send({ type: 'relayChanged', relay: opened.relayStatus() })
      send({ type: 'connectedAtRead', connectedAt: await times.load() })
      showAccounts(await keyring.load())
      // What came while the page was closed.
      for (const request of opened.pendingRequests()) receive(request)
    } catch (error) {
      send({ type: 'effectFailed', effect: 'load', failure: toFailure(error) })
    }
  }

  const stop = async (): Promise<void> => {
    isStopped = true
    clearTimers()
    pairing?.abort()
    await client?.stop()
  }

  void load()
  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send,
    stop,
  }
}

function openClient(options: DemoWalletOptions, storage: Storage): AuthenticatingClient {
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

function addressesOf(accounts: readonly HeldAccount[]): readonly Address[] {
  return accounts.map(({ address }) => address)
}

function sign(account: HeldAccount, { hex, typedData }: SignRequest): string {
  const bytes = hexToBytes(hex.slice(2))
  return typedData === undefined ? account.signPersonalMessage(bytes) : account.signHash(bytes)
}

async function signIn(client: AuthenticatingClient, account: HeldAccount, question: SignInQuestion): Promise<void> {
  const { authentication, accountId, recap, request } = question
  const signature = account.signPersonalMessage(hexToBytes(request.hex.slice(2)))
  const signed = { request: authentication.request, accountId, signature, ...(recap !== undefined && { recap }) }
  await client.approveAuthentication({ requestId: authentication.id, cacaos: [createCacao(signed)] })
}

function answer(
  client: AuthenticatingClient,
  request: Pick<SignRequest, 'id' | 'topic'>,
  response: { result: unknown } | { error: Reason },
): Promise<void> {
  return client.respond({ topic: request.topic, requestId: request.id, response })
}

function toFailure(error: unknown): Failure {
  if (error instanceof BaseError) return { code: error.code, message: error.message }
  return { code: 'unexpected', message: 'Something went wrong that should not have. Reload the page and try again.' }
}
