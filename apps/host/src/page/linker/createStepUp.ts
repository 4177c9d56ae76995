import type { Linker, LinkPurpose } from '@hawser/core'

/** The purpose that waits for the visitor's password: linking or unlinking a wallet. */
export type PendingPurpose = Extract<LinkPurpose, { readonly kind: 'link' | 'unlink' }>

export type StepUp = ReturnType<typeof createStepUp>

/** A code lives five minutes, and a visitor who opens the modal must have time to answer it. */
const answerMs = 5 * 60_000

/** Asks for the password before the modal opens, so that no visitor is refused after their wallet has approved. */
export function createStepUp(options: {
  readonly linker: Linker
  /** That of PageData: undefined for a visitor without a password. */
  readonly mayLinkForMs: number | undefined
  /** Epoch milliseconds. */
  readonly now?: () => number
}) {
  const { linker, mayLinkForMs, now = Date.now } = options
  const listeners = new Set<() => void>()
  let goodUntil = now() + (mayLinkForMs ?? Number.POSITIVE_INFINITY)
  let held: PendingPurpose | undefined

  const hold = (next: PendingPurpose | undefined) => {
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
    /** The linker of the page, which holds a purpose back if the password is due. */
    linker: { ...linker, open },
    /** The purpose that waits for the password, or undefined. */
    getHeld: () => held,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Reports that the password was given and counts for `nextMs` milliseconds. The waiting purpose continues. */
    confirmed(nextMs: number) {
      goodUntil = now() + nextMs
      const purpose = takeHeld()
      if (purpose?.kind === 'link') linker.open()
      if (purpose?.kind === 'unlink') linker.unlink(purpose.walletId)
    },
    /** Opens the modal for the waiting purpose without the password: the wallet signs instead. */
    signInstead() {
      const purpose = takeHeld()
      if (purpose !== undefined) linker.open({ purpose })
    },
    cancel: () => hold(undefined),
  }
}
