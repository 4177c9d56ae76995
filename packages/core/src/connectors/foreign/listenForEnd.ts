import { readField, readMethod } from '../../platform/readField.ts'

const isEmpty = (accounts: unknown) => readField(accounts, 'length') === 0

/**
 * The events with which wallets report that a page is no longer connected: those of EIP-1193, and `standard:events` of
 * the Wallet Standard.
 */
const ends: Readonly<Record<string, (said: unknown) => boolean>> = {
  disconnect: () => true,
  accountsChanged: isEmpty,
  change: (said) => isEmpty(readField(said, 'accounts')),
}

/**
 * Calls `onEnd` when a wallet reports that the page is no longer connected. Returns the undo. Never throws, even if the
 * emitter does.
 */
export function listenForEnd(emitter: unknown, onEnd: () => void): () => void {
  const undos = Object.entries(ends).map(([name, isEnd]) => {
    const listener = (said: unknown) => {
      if (isEnd(said)) onEnd()
    }
    const undo = attempt(() => (readMethod(emitter, 'on') ?? readMethod(emitter, 'addListener'))?.(name, listener))
    return () =>
      typeof undo === 'function' && undo !== emitter ? undo() : readMethod(emitter, 'removeListener')?.(name, listener)
  })
  return () => undos.forEach(attempt)
}

function attempt(act: () => unknown): unknown {
  try {
    return act()
  } catch {
    return undefined
  }
}
