import { readField, readMethod } from '../../platform/readField.ts'

const isEmpty = (accounts: unknown) => readField(accounts, 'length') === 0

/**
 * The events with which wallets report whether a page is connected: those of EIP-1193, and `standard:events` of the
 * Wallet Standard. Each returns whether the connection has ended.
 */
const events: Readonly<Record<string, (said: unknown) => boolean>> = {
  connect: () => false,
  // 1013 (RFC 6455: try again later): the extension has briefly lost its node. The page is still connected.
  disconnect: (said) => readField(said, 'code') !== 1013,
  accountsChanged: isEmpty,
  change: (said) => isEmpty(readField(said, 'accounts')),
}

/**
 * Calls `onEvent` at each event, with `true` if the page is no longer connected. Returns the undo. Never throws, even if
 * the emitter does.
 */
export function listenForDisconnect(emitter: unknown, onEvent: (hasEnded: boolean) => void): () => void {
  const undos = Object.entries(events).map(([name, isEnd]) => {
    const listener = (said: unknown) => onEvent(isEnd(said))
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
