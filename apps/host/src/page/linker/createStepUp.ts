import type { Linker, LinkPurpose } from '@hawser/core'

/** The purpose that waits for the visitor's password: a wallet is to be linked, or unlinked. */
export type HeldPurpose = Extract<LinkPurpose, { readonly kind: 'link' | 'unlink' }>

export type StepUp = ReturnType<typeof createStepUp>

/** A code lives five minutes: a visitor who opens the modal must have time to answer it. */
const answerMs = 5 * 60_000

/**
 * Asks for the password before the modal opens, so that nobody is refused after their wallet has approved. `mayLinkForMs` as in
 * PageData: undefined for a visitor who has no password.
 */
export function createStepUp(options: {
  readonly linker: Linker
  readonly mayLinkForMs: number | undefined
  /** Epoch milliseconds. */
  readonly now?: () => number
}) {
  const { linker, mayLinkForMs, now = Date.now } = options
  const listeners = new Set<() => void>()
  let goodUntil = now() + (mayLinkForMs ?? Number.POSITIVE_INFINITY)
  let held: HeldPurpose | undefined

  const hold = (next: HeldPurpose | undefined) => {
    held = next
    for (const listener of listeners) listener()
  }
  const takeHeld = () => {
    const taken = held
    hold(undefined)
    return taken
  }
  const open: Linker['open'] = (options) => {
    const purpose = options?.purpose ?? ({ kind: 'link' } as const)
    // The server has just refused to unlink without a signature or the password.
    const isDue = purpose.kind === 'unlink' || (purpose.kind === 'link' && now() > goodUntil - answerMs)
    if (isDue && mayLinkForMs !== undefined && !linker.getState().isFramed) hold(purpose)
    else linker.open(options)
  }
  return {
    /** The linker of the page: it holds back what the password is due for. */
    linker: { ...linker, open },
    /** The action that waits for the password; undefined when none does. */
    getHeld: () => held,
    /** Calls back after every change. Returns the undo. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** The password was given, and counts for so long. The action that waited goes on. */
    confirmed(nextMs: number) {
      goodUntil = now() + nextMs
      const purpose = takeHeld()
      if (purpose?.kind === 'link') linker.open()
      if (purpose?.kind === 'unlink') linker.unlink(purpose.walletId)
    },
    /** The wallet signs for the action that waited: the modal opens without the password. */
    signInstead() {
      const purpose = takeHeld()
      if (purpose !== undefined) linker.open({ purpose })
    },
    cancel: () => hold(undefined),
  }
}
