import { type LinkedWallet, linkPaths, parseLinkedWallets } from '@hawser/wire'
import type { LinkOutcome } from '../flow/purpose.ts'
import type { FlowFailure } from '../flow/state.ts'
import { createLinkCall, type LinkClientOptions } from './linkClient.ts'
import { createLinkedWalletChanges, type LinkedWalletsEvent } from './linkedWalletChanges.ts'
import type { LinkedWalletsState } from './linkedWalletsState.ts'
import type { WalletImagesOptions } from './walletImages.ts'

/** The host user's linked wallets, as the page shows them. */
export type LinkedWallets = {
  handle(event: LinkedWalletsEvent): void
  /** Reports the result of a wallet's signature. */
  tellOutcome(outcome: LinkOutcome): void
}

const noLinkedWallets: LinkedWalletsState = { status: 'idle', wallets: [], error: undefined }

/**
 * Keeps the list of linked wallets. This module is a separate chunk, because only a page that shows linked wallets needs it.
 * `linkApi` is undefined if no link API is configured: the list is then empty and ready.
 */
export function createLinkedWallets(options: {
  readonly linkApi: LinkClientOptions | undefined
  readonly signal: AbortSignal
  readonly get: () => LinkedWalletsState
  readonly set: (state: LinkedWalletsState) => void
  /** Converts an error into the failure for the visitor. */
  readonly toFailure: (error: unknown) => FlowFailure
  /** The source of the wallets' pictures. Undefined without a registry: the list then shows no pictures. */
  readonly images: Omit<WalletImagesOptions, 'signal' | 'onImages'> | undefined
}): LinkedWallets {
  const { linkApi, signal, get, set, toFailure, images } = options
  if (linkApi === undefined) {
    const history = { status: 'ready', events: [], before: undefined, error: undefined } as const
    return { handle: () => set({ ...noLinkedWallets, status: 'ready', history }), tellOutcome: () => {} }
  }
  const call = createLinkCall(linkApi)
  // The next visitor who signs in must not see the answers to this visitor's requests.
  let visitor = new AbortController()
  signal.addEventListener('abort', () => visitor.abort())
  // The answer to an older request must not overwrite later changes.
  let latest: object | undefined
  let imagesOf: Promise<(names: readonly string[]) => void> | undefined

  function load(): void {
    const asked = {}
    const { signal } = visitor
    latest = asked
    // An existing list stays on screen while it is read again.
    if (get().status !== 'ready') set({ ...get(), status: 'loading' })
    const settle = (change: Partial<LinkedWalletsState>) => {
      if (latest !== asked || signal.aborted) return
      latest = undefined
      set({ ...get(), ...change })
    }
    call('GET', linkPaths.wallets, signal, parseLinkedWallets).then(
      (wallets) => {
        settle({ status: 'ready', wallets, error: undefined })
        showImages()
      },
      (error) => settle({ status: 'failed', error: toFailure(error) }),
    )
  }

  /** Adds the pictures to the list, which does not wait for them and is complete without them. */
  function showImages(): void {
    const names = get().wallets.flatMap(({ walletName }) => walletName ?? [])
    if (images === undefined || names.length === 0) return
    imagesOf ??= import('./walletImages.ts').then(({ createWalletImages }) =>
      createWalletImages({ ...images, signal, onImages: (images) => set({ ...get(), images }) }),
    )
    imagesOf.then(
      (show) => show(names),
      () => {
        imagesOf = undefined
      },
    )
  }

  function createChanges(): ReturnType<typeof createLinkedWalletChanges> {
    // A list that is being read can still be the list before a change.
    const refresh = () => latest && load()
    return createLinkedWalletChanges({ call, signal: visitor.signal, get, set, toFailure, reload: load, refresh })
  }

  /** Starts over for another host user, to whom the present list does not belong. The shown parts are read again. */
  function begin(): void {
    const { status, history } = get()
    visitor.abort()
    visitor = new AbortController()
    latest = undefined
    change = createChanges()
    set({ ...noLinkedWallets })
    if (status !== 'idle') load()
    if (history !== undefined) change({ type: 'historyWanted', isOlder: false })
  }

  let change = createChanges()

  return {
    handle(event) {
      if (event.type !== 'linkedWalletsWanted') return change(event)
      set({ ...get(), error: undefined })
      load()
    },
    tellOutcome(outcome) {
      const { status, wallets } = get()
      if (outcome.kind === 'signIn') return begin()
      // A page that has not asked for the list yet will read the whole list when it does.
      if (status === 'idle' || outcome.kind === 'release') return
      if (status === 'ready' && latest === undefined) {
        set({ ...get(), wallets: withOutcome(wallets, outcome) })
        showImages()
        // The server decides which wallet becomes primary next.
        if (outcome.kind === 'unlink') load()
      } else load()
    },
  }
}

/** Returns the list after a wallet was linked, linked again in place, or unlinked. */
function withOutcome(
  wallets: readonly LinkedWallet[],
  outcome: Extract<LinkOutcome, { readonly kind: 'link' | 'unlink' }>,
): readonly LinkedWallet[] {
  if (outcome.kind === 'unlink') return wallets.filter(({ id }) => id !== outcome.walletId)
  const { wallet } = outcome
  const isThere = wallets.some(({ id }) => id === wallet.id)
  return isThere ? wallets.map((each) => (each.id === wallet.id ? wallet : each)) : [...wallets, wallet]
}
