import { type LinkedWallet, linkPaths, parseLinkedWallets } from '@hawser/wire'
import type { LinkOutcome } from '../flow/purpose.ts'
import type { FlowFailure } from '../flow/state.ts'
import { createLinkCall, type LinkClientOptions } from './linkClient.ts'
import { createLinkedWalletChanges, type LinkedWalletsEvent } from './linkedWalletChanges.ts'
import type { LinkedWalletsState } from './linkedWalletsState.ts'
import type { WalletImagesOptions } from './walletImages.ts'

/** The host user's linked wallets as the page shows them. */
export type LinkedWallets = {
  handle(event: LinkedWalletsEvent): void
  /** The result of a wallet's signature. */
  tellOutcome(outcome: LinkOutcome): void
}

const noLinkedWallets: LinkedWalletsState = { status: 'idle', wallets: [], error: undefined }

/**
 * Keeps the list. A separate chunk: only a page that shows linked wallets needs it. `linkApi` is undefined if no link
 * API is configured: the list is then empty and ready.
 */
export function createLinkedWallets(options: {
  readonly linkApi: LinkClientOptions | undefined
  readonly signal: AbortSignal
  readonly get: () => LinkedWalletsState
  readonly set: (state: LinkedWalletsState) => void
  /** The visitor's version of an error. */
  readonly toFailure: (error: unknown) => FlowFailure
  /** Where pictures of the wallets come from. Undefined without a registry: then no row has a picture. */
  readonly images: Omit<WalletImagesOptions, 'signal' | 'onImages'> | undefined
}): LinkedWallets {
  const { linkApi, signal, get, set, toFailure, images } = options
  if (linkApi === undefined) {
    const history = { status: 'ready', events: [], before: undefined, error: undefined } as const
    return { handle: () => set({ ...noLinkedWallets, status: 'ready', history }), tellOutcome: () => {} }
  }
  const call = createLinkCall(linkApi)
  // One visitor's requests are not shown to the next one who signs in.
  let visitor = new AbortController()
  signal.addEventListener('abort', () => visitor.abort())
  // The answer to an older request must not overwrite later changes.
  let latest: object | undefined
  let imagesOf: Promise<(names: readonly string[]) => void> | undefined

  function load(): void {
    const asked = {}
    const { signal } = visitor
    latest = asked
    // An existing list stays while it is read again.
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

  /** The list does not wait for its pictures, and is whole without them. */
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
    // A list on its way may still be the one before a change.
    const refresh = () => latest && load()
    return createLinkedWalletChanges({ call, signal: visitor.signal, get, set, toFailure, reload: load, refresh })
  }

  /** The present list belongs to somebody else. The shown parts are read again. */
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
      // A page that has not asked for the list gets all of it when it does.
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

/** The list after a wallet was linked, linked again in its place, or unlinked. */
function withOutcome(
  wallets: readonly LinkedWallet[],
  outcome: Extract<LinkOutcome, { readonly kind: 'link' | 'unlink' }>,
): readonly LinkedWallet[] {
  if (outcome.kind === 'unlink') return wallets.filter(({ id }) => id !== outcome.walletId)
  const { wallet } = outcome
  const isThere = wallets.some(({ id }) => id === wallet.id)
  return isThere ? wallets.map((each) => (each.id === wallet.id ? wallet : each)) : [...wallets, wallet]
}
