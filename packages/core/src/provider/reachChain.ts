import { WalletGoneError } from '../errors.ts'
import type { WalletListener } from './connectedWallet.ts'

export type ReachChainOptions = {
  /** Asks the wallet to switch to the chain. Aborted once its answer no longer matters. */
  readonly ask: (signal: AbortSignal) => Promise<unknown>
  /** Whether the wallet has reached the chain, according to any of its reports. */
  readonly isThere: () => boolean
  /** Asks the wallet for its chain; the listeners receive the answer. Undefined if this would prompt the visitor. */
  readonly look?: () => Promise<void>
  readonly listeners: { add(listener: WalletListener): void; remove(listener: WalletListener): void }
  readonly signal: AbortSignal
  readonly setTimer: (callback: () => void, delayMs: number) => () => void
  /** How long a wallet that has agreed may take to switch, in milliseconds. */
  readonly patienceMs: number
}

const lookEveryMs = 1_000

/**
 * Asks a wallet to switch to a chain. Wallets confirm the switch with an answer, an event, an update of the session, or
 * only when asked for the chain: the first sign counts. Resolves to whether the wallet has reached the chain: false
 * when it agreed but did not switch.
 * @throws WalletGoneError, and the errors of `ask` and `signal`
 */
export async function reachChain(options: ReachChainOptions): Promise<boolean> {
  const { ask, isThere, look, listeners, signal, setTimer, patienceMs } = options
  const undos: (() => void)[] = []
  let cancelLook = () => {}
  const over = new AbortController()
  const there = new Promise<boolean>((resolve, reject) => {
    const listener: WalletListener = {
      changed: () => isThere() && resolve(true),
      ended: () => reject(new WalletGoneError('The wallet is not connected any more.')),
    }
    const aborted = () => reject(signal.reason)
    listeners.add(listener)
    signal.addEventListener('abort', aborted)
    undos.push(
      () => listeners.remove(listener),
      () => signal.removeEventListener('abort', aborted),
      () => cancelLook(),
    )
  })
  const lookAgain = () => {
    cancelLook = setTimer(() => {
      void lookOnce()
      lookAgain()
    }, lookEveryMs)
  }
  // A wallet that does not answer the request may still send an event.
  const lookOnce = async () => look?.().catch(() => {})
  const answered = async () => {
    await ask(over.signal)
    if (!isThere()) await lookOnce()
    if (isThere() || over.signal.aborted || patienceMs === 0) return isThere()
    return new Promise<boolean>((resolve) => {
      undos.push(setTimer(() => resolve(isThere()), patienceMs))
    })
  }
  if (look !== undefined) lookAgain()
  try {
    return await Promise.race([there, answered()])
  } finally {
    over.abort()
    for (const undo of undos) undo()
  }
}
