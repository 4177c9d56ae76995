import { type AuthenticatingClient, createMemoryStorage, type Storage } from '@hawser/sign'
import type { OriginClaim, OriginStatus } from '@hawser/sign/origin'
import { BaseError, type Reason } from '@hawser/wire'
import { randomBytes as systemRandomBytes } from '@noble/hashes/utils.js'
import { createKeyring } from '../accounts/keyring.ts'
import { transition } from '../flow/walletFlow.ts'
import {
  type Asked,
  type Failure,
  startingState,
  type WalletEffect,
  type WalletEvent,
  type WalletState,
} from '../flow/walletState.ts'
import { createAccountEffects } from './accountEffects.ts'
import { createAnswerEffects } from './answerEffects.ts'
import { createClientEvents } from './clientEvents.ts'
import { createPairingEffects } from './pairingEffects.ts'
import { createQuestionTimer } from './questionTimer.ts'
import { createSessionNotes } from './sessionNotes.ts'
import { openWalletClient, type WalletClientOptions } from './walletClient.ts'

export type DemoWalletOptions = WalletClientOptions & {
  /** Holds the test accounts and the sessions; memory without it. */
  readonly storage?: Storage
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

/**
 * A demo wallet without a page: test accounts, texts and typed data to sign and nothing else. State changes by `transition`;
 * whatever touches the world happens here.
 */
export function createDemoWallet(options: DemoWalletOptions): DemoWallet {
  const { now = Date.now, storage = createMemoryStorage(), guardMs = 500, proposalWaitMs = 20_000 } = options
  const listeners = new Set<() => void>()
  let state = startingState
  let isStopped = false
  let opened: AuthenticatingClient | undefined

  const send = (event: WalletEvent): void => {
    if (isStopped) return
    const [next, effects] = transition(state, event)
    if (next !== state) {
      state = next
      for (const listener of [...listeners]) listener()
    }
    for (const effect of effects) void run(effect)
  }

  const client = () => opened
  const notes = createSessionNotes(storage, now)
  const sessions = () =>
    opened?.sessions().map((session) => ({ ...session, connectedAt: notes.of(session).connectedAt })) ?? []
  const keyring = createKeyring({ storage, randomBytes: options.randomBytes ?? systemRandomBytes })
  const accountEffects = createAccountEffects({ keyring, send, client, sessions, toFailure })
  const { accounts } = accountEffects
  const answers = createAnswerEffects({ client, accounts, notes, send, toFailure })
  const refuse = (asked: Asked, reason: Reason) => void answers.refuse(asked, reason)
  const pairings = createPairingEffects({
    proposalWaitMs,
    checkOrigin: options.checkOrigin,
    client,
    firstAddress: () => accounts()[0]?.address,
    send,
    refuse,
    toFailure,
  })
  const questionTimer = createQuestionTimer({ guardMs, now, send })
  const clientEvents = createClientEvents({ accounts, sessions, notes, send, refuse })

  const copy = async (address: string): Promise<void> => {
    const isCopied = await (options.copyText?.(address) ?? Promise.reject(new Error('no clipboard'))).then(
      () => true,
      () => false,
    )
    send({ type: 'copied', address, isCopied })
  }

  const stop = async (): Promise<void> => {
    isStopped = true
    questionTimer.stop()
    pairings.cancel()
    await opened?.stop()
  }

  const run = async (effect: WalletEffect): Promise<void> => {
    switch (effect.type) {
      case 'pair':
        return pairings.pair(effect.pairingUri)
      case 'cancelPairing':
        return pairings.cancel()
      case 'answer':
        return answers.answer(effect.screen)
      case 'refuse':
        return refuse(effect.asked, effect.reason)
      case 'disconnect':
        return answers.disconnect(effect.topic)
      case 'copyAddress':
        return copy(effect.address)
      case 'addAccount':
        return accountEffects.add()
      case 'importPhrase':
        return accountEffects.importPhrase(effect.text)
      case 'renameAccount':
        return accountEffects.rename(effect.address, effect.name)
      case 'removeAccount':
        return accountEffects.remove(effect.address)
      case 'readPhrase':
        return accountEffects.readPhrase(effect.address)
      case 'renewAccount':
        return accountEffects.renew()
      case 'watch':
        return questionTimer.watch(effect.expiresAt)
      case 'stop':
        return stop()
    }
  }

  const load = async (): Promise<void> => {
    try {
      await options.claim?.(() => send({ type: 'takenOver' }))
      if (isStopped) return
      // Before a client that may have requests: what they are worth was found when their app was approved.
      await notes.load()
      opened = openWalletClient(options, storage)
      clientEvents.follow(opened)
      await opened.ready()
      send({ type: 'relayChanged', relay: opened.relayStatus() })
      await accountEffects.load()
      clientEvents.receivePending(opened)
    } catch (error) {
      send({ type: 'effectFailed', effect: 'load', failure: toFailure(error) })
    }
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

function toFailure(error: unknown): Failure {
  if (error instanceof BaseError) return { code: error.code, message: error.message }
  return { code: 'unexpected', message: 'Something went wrong that should not have. Reload the page and try again.' }
}
