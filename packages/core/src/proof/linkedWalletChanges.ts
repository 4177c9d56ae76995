import { type LinkedWallet, linkPaths, parseLinkedWallet, parseWalletHistory, type WalletChange } from '@hawser/wire'
import type { FlowFailure } from '../flow/state.ts'
import type { LinkCall } from './linkClient.ts'
import type { LinkedWalletsState, LinkHistoryState, WalletAction } from './linkedWalletsState.ts'

/** The actions of a page on its list of linked wallets. */
export type LinkedWalletsEvent =
  /** Reads the list. */
  { readonly type: 'linkedWalletsWanted' } | LinkedWalletChangeEvent

type LinkedWalletChangeEvent =
  /** Removes the link. If the API requires the wallet's signature for that, the action fails with `proof_required`. */
  | { readonly type: 'unlinked'; readonly id: string }
  /** Gives a wallet a label (undefined removes it), or makes it the primary one. */
  | { readonly type: 'walletChanged'; readonly id: string; readonly change: WalletChange }
  /** Reads the history from its latest event, or with `isOlder` the events that precede the oldest one shown. */
  | { readonly type: 'historyWanted'; readonly isOlder: boolean }
  /** Removes the failure of an action on this wallet, once the visitor has read it. */
  | { readonly type: 'walletFailureRead'; readonly id: string }

type LinkedWalletChangesOptions = {
  readonly call: LinkCall
  readonly signal: AbortSignal
  readonly get: () => LinkedWalletsState
  readonly set: (state: LinkedWalletsState) => void
  /** Converts an error into the failure for the visitor. */
  readonly toFailure: (error: unknown) => FlowFailure
  /** Reads the list again. */
  readonly reload: () => void
  /** Reads the list again if a read is in progress, because that read can still return the earlier state. */
  readonly refresh: () => void
}

type Wallets = readonly LinkedWallet[]

const isPrimary = (wallet: LinkedWallet) => wallet.isPrimary === true

const historyPage = 25
const noHistory: LinkHistoryState = { status: 'loading', events: [], before: undefined, error: undefined }

/** Creates the handler that carries out a page's actions on its linked wallets. */
export function createLinkedWalletChanges(
  options: LinkedWalletChangesOptions,
): (event: LinkedWalletChangeEvent) => void {
  const { call, signal, get, set, toFailure } = options
  let latestHistory: object | undefined

  function setAction(id: string, action: WalletAction | undefined): void {
    const { [id]: _, ...others } = get().actions ?? {}
    set({ ...get(), actions: action === undefined ? others : { ...others, [id]: action } })
  }

  /** Runs an action. `ask` resolves to a function that applies the server's answer to the list. */
  async function act(
    id: string,
    kind: WalletAction['kind'],
    ask: (path: string) => Promise<(wallets: Wallets) => Wallets>,
  ): Promise<void> {
    const action: WalletAction = { kind, status: 'running' }
    // A later action on the same wallet replaces this action on screen.
    const end = (next: WalletAction | undefined) => get().actions?.[id] === action && setAction(id, next)
    setAction(id, action)
    try {
      const apply = await ask(`${linkPaths.wallets}/${encodeURIComponent(id)}`)
      if (signal.aborted) return
      const before = get().wallets
      const wallets = apply(before)
      set({ ...get(), wallets })
      end(undefined)
      // The server decides which wallet becomes primary next.
      if (before.some(isPrimary) && wallets.length > 0 && !wallets.some(isPrimary)) options.reload()
      else options.refresh()
    } catch (cause) {
      if (signal.aborted) return
      const error = toFailure(cause)
      end({ kind, status: 'failed', error })
      // The server might have done it without an answer, or the list might be outdated.
      if (error.code === 'link_unavailable' || error.code === 'not_found') options.reload()
    }
  }

  async function unlink(path: string, id: string): Promise<(wallets: Wallets) => Wallets> {
    await call('DELETE', path, signal, () => {})
    return (wallets) => wallets.filter((wallet) => wallet.id !== id)
  }

  async function change(path: string, asked: WalletChange): Promise<(wallets: Wallets) => Wallets> {
    const body = 'label' in asked ? { label: asked.label ?? null } : asked
    const changed = await call('PATCH', path, signal, parseLinkedWallet, body)
    const isOnlyPrimary = 'isPrimary' in asked && changed.isPrimary === true
    return (wallets) =>
      wallets.map((wallet) =>
        wallet.id === changed.id ? changed : isOnlyPrimary ? { ...wallet, isPrimary: false } : wallet,
      )
  }

  async function readHistory(isOlder: boolean): Promise<void> {
    const { history: shown = noHistory } = get()
    const before = isOlder ? shown.before : undefined
    if (isOlder && before === undefined) return
    const asked = {}
    latestHistory = asked
    // The answer to an older request must not overwrite the answer to a later one.
    const show = (next: Partial<LinkHistoryState>) => {
      if (latestHistory !== asked || signal.aborted) return
      set({ ...get(), history: { ...(get().history ?? noHistory), error: undefined, ...next } })
    }
    show({ status: 'loading' })
    const query = `limit=${historyPage}${before === undefined ? '' : `&before=${before}`}`
    try {
      const page = await call('GET', `${linkPaths.history}?${query}`, signal, parseWalletHistory)
      const events = isOlder ? [...shown.events, ...page.events] : page.events
      show({ status: 'ready', events, before: page.before })
    } catch (cause) {
      show({ status: 'failed', error: toFailure(cause) })
    }
  }

  return (event) => {
    switch (event.type) {
      case 'unlinked':
        void act(event.id, 'unlink', (path) => unlink(path, event.id))
        break
      case 'walletChanged':
        void act(event.id, 'label' in event.change ? 'rename' : 'setPrimary', (path) => change(path, event.change))
        break
      case 'historyWanted':
        void readHistory(event.isOlder)
        break
      case 'walletFailureRead':
        if (get().actions?.[event.id]?.status === 'failed') setAction(event.id, undefined)
    }
  }
}
