import {
  type AuthenticatingClient,
  createMemoryStorage,
  createSignClient,
  type SignClientOptions,
  type Storage,
} from '@hawser/sign'
import type { OriginClaim, OriginStatus } from '@hawser/sign/origin'
import { randomBytes as systemRandomBytes } from '@noble/hashes/utils.js'
import { createKeyring } from '../accounts/keyring.ts'
import { transition } from '../flow/walletFlow.ts'
import { type EffectRunner, startingState, type WalletEffect, type WalletEvent } from '../flow/walletState.ts'
import { createAccountEffects } from './accountEffects.ts'
import { createAnswerEffects } from './answerEffects.ts'
import { createClientEvents } from './clientEvents.ts'
import { createPairingEffects } from './pairingEffects.ts'
import { createQuestionTimer } from './questionTimer.ts'
import { createSessionNotes } from './sessionNotes.ts'
import { toFailure } from './toFailure.ts'

export type DemoWalletOptions = Pick<SignClientOptions, 'now' | 'randomBytes' | 'createWebSocket'> & {
  /** The relay's URL: `ws://` or `wss://`. */
  readonly relayUrl: string
  /** The wallet's own address, which apps see. */
  readonly url: string
  /** Stores the test accounts and the sessions. Default: memory. */
  readonly storage?: Storage
  readonly copyText?: (text: string) => Promise<void>
  /** Checks that an app is at the address it claims. Without this function no server is asked, and every app is `unknown`. */
  readonly checkOrigin?: (claim: OriginClaim, signal: AbortSignal) => Promise<OriginStatus>
  /** How long a question is on screen before "yes" can answer it, in milliseconds. 0 allows "yes" at once. Default 500. */
  readonly guardMs?: number
  /** How long to wait for a proposal after a link was given, in milliseconds. Default 20,000. */
  readonly proposalWaitMs?: number
  /** Resolves once this wallet is the only one on its storage. Calls `onTakenOver` when another wallet takes over. */
  readonly claim?: (onTakenOver: () => void) => Promise<void>
}

export type DemoWallet = ReturnType<typeof createDemoWallet>

/** A demo wallet without a page. `transition` changes the state; all side effects happen here. */
export function createDemoWallet(options: DemoWalletOptions) {
  const { url, storage = createMemoryStorage(), copyText, checkOrigin, claim, ...others } = options
  const { guardMs = 500, proposalWaitMs = 20_000, ...clientOptions } = others
  const { now = Date.now, randomBytes = systemRandomBytes } = clientOptions
  const listeners = new Set<() => void>()
  let state = startingState
  let isStopped = false
  let opened: AuthenticatingClient | undefined

  const send = (event: WalletEvent): void => {
    if (isStopped) return
    const [next, wanted] = transition(state, event)
    if (next !== state) {
      state = next
      for (const listener of [...listeners]) listener()
    }
    for (const effect of wanted) void run(effect)
  }

  const client = () => opened
  const notes = createSessionNotes(storage, now)
  const sessions = () =>
    opened?.sessions().map((session) => ({ ...session, connectedAt: notes.of(session).connectedAt })) ?? []
  const accountEffects = createAccountEffects({
    keyring: createKeyring({ storage, randomBytes }),
    send,
    client,
    sessions,
  })
  const { accounts } = accountEffects
  const answers = createAnswerEffects({ client, accounts, notes, send })
  const { refuse } = answers
  const firstAddress = () => accounts()[0]?.address
  const pairings = createPairingEffects({ proposalWaitMs, checkOrigin, client, firstAddress, send, refuse })
  const questionTimer = createQuestionTimer({ guardMs, now, send })
  const clientEvents = createClientEvents({ accounts, sessions, notes, send, refuse })

  const stop = async (): Promise<void> => {
    isStopped = true
    questionTimer.stop()
    pairings.cancelPairing()
    await opened?.stop()
  }

  const effects: EffectRunner = {
    ...accountEffects.effects,
    ...answers,
    ...pairings,
    watch: questionTimer.watch,
    async copyAddress({ address }) {
      const isCopied = await (copyText?.(address) ?? Promise.reject(new Error('no clipboard'))).then(
        () => true,
        () => false,
      )
      send({ type: 'copied', address, isCopied })
    },
    stop,
  }

  const run = async (effect: WalletEffect): Promise<void> => {
    // TypeScript cannot see that this function belongs to this effect.
    const runOne = effects[effect.type] as (effect: WalletEffect) => unknown
    await runOne(effect)
  }

  const load = async (): Promise<void> => {
    try {
      await claim?.(() => send({ type: 'takenOver' }))
      if (isStopped) return
      // Loaded before the client, which can have requests: their origin was rated when their app was approved.
      await notes.load()
      const metadata = { name: 'Hawser Demo Wallet', description: 'A test wallet in a web page', url, icons: [] }
      opened = createSignClient({ ...clientOptions, storage, metadata, authenticates: true })
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
    /** Immutable: the same reference until the state changes. */
    getState: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    send,
    /** Closes the socket and clears timers. Afterwards the wallet does nothing. */
    stop,
  }
}
