import {
  type AuthenticatingClient,
  createMemoryStorage,
  createSignClient,
  type SessionRequest,
  type Storage,
} from '@hawser/sign'
import type { OriginClaim, OriginStatus } from '@hawser/sign/origin'
import { BaseError } from '@hawser/wire'
import { randomBytes as systemRandomBytes } from '@noble/hashes/utils.js'
import { RequestUnsupportedError } from '../../errors.ts'
import { addressesOf, type HeldAccount } from '../accounts/account.ts'
import { createKeyring } from '../accounts/keyring.ts'
import { transition } from '../flow/walletFlow.ts'
import {
  type Failure,
  startingState,
  type WalletEffect,
  type WalletEvent,
  type WalletState,
} from '../flow/walletState.ts'
import { readSignRequest } from '../requests/signRequest.ts'
import { createAccountEffects } from './accountEffects.ts'
import { createAnswerEffects } from './answerEffects.ts'
import { createPairingEffects } from './pairingEffects.ts'
import { createSessionOrigins } from './sessionOrigins.ts'
import { createSessionTimes } from './sessionTimes.ts'

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
  /** Whether who asks is who it says it is. Without it nobody is asked, and every app is `unknown`. */
  readonly checkOrigin?: (claim: OriginClaim, signal: AbortSignal) => Promise<OriginStatus>
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
 * A demo wallet without a page: test accounts, texts and typed data to sign and nothing else. State changes by `transition`;
 * whatever touches the world happens here.
 */
export function createDemoWallet(options: DemoWalletOptions): DemoWallet {
  const { now = Date.now, storage = createMemoryStorage(), guardMs = 500, proposalWaitMs = 20_000 } = options
  const listeners = new Set<() => void>()
  const keyring = createKeyring({ storage, randomBytes: options.randomBytes ?? systemRandomBytes })
  const times = createSessionTimes(storage)
  const origins = createSessionOrigins(storage)
  let state = startingState
  let isStopped = false
  let client: AuthenticatingClient | undefined
  let accounts: readonly HeldAccount[] = []
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
        return pairings.pair(effect.pairingUri)
      case 'cancelPairing':
        return pairings.cancel()
      case 'approve':
      case 'reject':
      case 'signIn':
      case 'decline':
      case 'sign':
      case 'refuse':
      case 'rejectUnsupported':
      case 'declineUnsupported':
      case 'answerError':
      case 'disconnect':
        return answers.run(effect)
      case 'copyAddress':
        return copy(effect.address)
      case 'addAccount':
      case 'importPhrase':
      case 'renameAccount':
      case 'removeAccount':
      case 'readPhrase':
      case 'renewAccount':
        return runAccountEffect(effect)
      case 'watch':
        return watch(effect.expiresAt)
      case 'stop':
        return stop()
    }
  }

  const answers = createAnswerEffects({ client: () => client, accounts: () => accounts, origins, send, toFailure })

  const pairings = createPairingEffects({
    proposalWaitMs,
    checkOrigin: options.checkOrigin,
    client: () => client,
    firstAddress: () => accounts[0]?.address,
    send,
    decline: (requestId, reason) => void answers.decline(requestId, reason),
    toFailure,
  })

  const copy = async (address: string): Promise<void> => {
    const isCopied = await (options.copyText?.(address) ?? Promise.reject(new Error('no clipboard'))).then(
      () => true,
      () => false,
    )
    send({ type: 'copied', address, isCopied })
  }

  const showAccounts = (held: readonly HeldAccount[]): void => {
    accounts = held
    const shown = held.map(({ signers: _, ...account }) => account)
    send({ type: 'accountsLoaded', accounts: shown, sessions: client?.sessions() ?? [] })
  }

  const runAccountEffect = createAccountEffects({
    keyring,
    send,
    accounts: () => accounts,
    showAccounts,
    async endSessions(isOver) {
      const over = (client?.sessions() ?? []).filter(isOver)
      await Promise.allSettled(over.map(({ topic }) => client?.disconnect({ topic })))
    },
    toFailure,
  })

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
    void origins.keep(sessions).catch(() => {})
    void times.keep(sessions, now()).then((connectedAt) => send({ type: 'connectedAtRead', connectedAt }))
  }

  const receive = (request: SessionRequest): void => {
    const session = client?.sessions().find(({ topic }) => topic === request.topic)
    if (client === undefined || session === undefined) return
    try {
      send({
        type: 'requestReceived',
        request: readSignRequest(request, session, addressesOf(accounts), origins.of(session)),
      })
    } catch (error) {
      if (!(error instanceof RequestUnsupportedError)) throw error
      void answers.refuse(request, error.reason)
    }
  }

  const load = async (): Promise<void> => {
    try {
      await options.claim?.(() => send({ type: 'takenOver' }))
      if (isStopped) return
      // Before a client that may have requests: what they are worth was found when their app was approved.
      await origins.load()
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
    pairings.cancel()
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

function toFailure(error: unknown): Failure {
  if (error instanceof BaseError) return { code: error.code, message: error.message }
  return { code: 'unexpected', message: 'Something went wrong that should not have. Reload the page and try again.' }
}
