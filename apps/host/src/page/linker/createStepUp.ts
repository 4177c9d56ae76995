import type { Linker, LinkPurpose } from '@hawser/core'

/** The purpose that waits for the visitor's password: a wallet is to be linked, or unlinked. */
export type HeldPurpose = Extract<LinkPurpose, { readonly kind: 'link' | 'unlink' }>

/** Asks for the password before the modal opens, so that nobody is refused after their wallet has approved. */
export type StepUp = {
  /** The linker of the page: it holds back what the password is due for. */
  readonly linker: Linker
  /** The waiting purpose; undefined when nothing waits. */
  getHeld(): HeldPurpose | undefined
  /** Calls back after every change. Returns the undo. */
  subscribe(listener: () => void): () => void
  /** The password was given, and counts for so long: the waiting purpose is done. */
  confirmed(mayLinkForMs: number): void
  /** Has the wallet sign for the waiting purpose instead: the modal opens without the password. */
  signInstead(): void
  cancel(): void
}

/** A code lives five minutes: a visitor who opens the modal must have time to answer it. */
const answerMs = 5 * 60_000

/** Holds back what a linker is sent. `mayLinkForMs` as in PageData: undefined for a visitor who has no password. */
export function createStepUp(options: {
  readonly linker: Linker
  readonly mayLinkForMs: number | undefined
  /** Epoch milliseconds. */
  readonly now?: () => number
}): StepUp {
  const { linker, mayLinkForMs, now = Date.now } = options
  const listeners = new Set<() => void>()
  let goodUntil = now() + (mayLinkForMs ?? Number.POSITIVE_INFINITY)
  let held: HeldPurpose | undefined

  const hold = (next: HeldPurpose | undefined) => {
    held = next
    for (const listener of listeners) listener()
  }
  /** An unlinking by signature follows a refusal: the server requires a signature or the password. */
  const isDue = ({ kind }: LinkPurpose) =>
    mayLinkForMs !== undefined && (kind === 'unlink' || (kind === 'link' && now() > goodUntil - answerMs))
  const takeHeld = () => {
    const taken = held
    hold(undefined)
    return taken
  }
  return {
    linker: {
      ...linker,
      open(options) {
        const purpose = options?.purpose ?? ({ kind: 'link' } as const)
        const isHeld = isDue(purpose) && !linker.getState().isFramed
        if (isHeld && (purpose.kind === 'link' || purpose.kind === 'unlink')) hold(purpose)
        else linker.open(options)
      },
    },
    getHeld: () => held,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    confirmed(nextMs) {
      goodUntil = now() + nextMs
      const purpose = takeHeld()
      if (purpose?.kind === 'link') linker.open()
      if (purpose?.kind === 'unlink') linker.unlink(purpose.walletId)
    },
    signInstead() {
      const purpose = takeHeld()
      if (purpose !== undefined) linker.open({ purpose })
    },
    cancel: () => hold(undefined),
  }
}
