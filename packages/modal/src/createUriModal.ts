import {
  type ChainId,
  type ClientLinker,
  createLinker,
  type ModalOptions,
  type RegistryOptions,
  type RelayOptions,
} from '@hawser/core'
import { createLinkerModal } from './createModal.ts'
import { createExternalPairing } from './externalPairing.ts'
import { type NamedWallets, withNamedWallets } from './namedWallets.ts'
import type { ShownPairing } from './shownPairing.ts'
import type { Texts } from './texts.ts'
import { mergeTheme, type Theme } from './theme.ts'

export type UriModalOptions = {
  readonly texts?: Texts
  readonly modal: ModalOptions
  /** The modal lists the wallets that support one of these chains, or all wallets if the list is empty. */
  readonly chains: readonly ChainId[]
  readonly registryUrl?: string | undefined
  readonly registryKey?: RegistryOptions['key'] | undefined
  readonly projectId?: string | undefined
  readonly relayReach?: RelayOptions['reach'] | undefined
  readonly namedWallets?: NamedWallets
  readonly now?: () => number
}

/** The modal for pairings that other code made. It shows their URIs and opens wallets with them. */
export type UriModal = {
  /**
   * Shows a pairing, in place of the one on screen.
   * @throws PageFramedError, ModalUnavailableError, NoPageError - when the modal cannot be shown
   */
  open(pairing: ShownPairing, chains?: readonly ChainId[]): Promise<void>
  close(): void
  /** Calls `listener` when the page or the visitor opened or closed the modal. Returns a function that unsubscribes. */
  subscribe(listener: (state: { readonly open: boolean }) => void): () => void
  setTheme(theme: Theme): void
  stop(): void
}

/** Creates a modal that shows given pairings. */
export function createUriModal(options: UriModalOptions): UriModal {
  const { now = Date.now, texts = {}, registryUrl, registryKey, projectId, relayReach, namedWallets } = options
  const listeners = new Set<(state: { readonly open: boolean }) => void>()
  let theme = mergeTheme({}, {})
  let isQueued = false
  let wasOpen = false
  let shown: ShownPairing | undefined
  let current = make(options.chains)

  function make(chains: readonly ChainId[]) {
    const handed = createExternalPairing({ now })
    const plain = createLinker({
      connector: handed.connector,
      // Only the client that made the code knows its relay. If that relay's reach is not the network's, the page passes it.
      relay: { ...(projectId !== undefined && { projectId }), ...(relayReach !== undefined && { reach: relayReach }) },
      ...(registryUrl !== undefined && {
        registry: { url: registryUrl, ...(registryKey !== undefined && { key: registryKey }) },
      }),
      chains,
      modal: { ...options.modal, ...theme },
      // Extensions would connect to this linker, and the client that made the pairing would never know. So the modal looks for
      // no extensions.
      world: { now, extensionScope: new EventTarget() },
    })
    const linker: ClientLinker = {
      ...plain,
      // This linker cannot make another pairing. After an expired one, Retry closes the modal, so that the page can start over.
      retry: () => (handed.isOver() ? plain.close() : plain.retry()),
    }
    const modal = createLinkerModal(namedWallets === undefined ? linker : withNamedWallets(linker, namedWallets), texts)
    modal.subscribe(changed)
    return { handed, modal, chains: chains.join() }
  }

  const isOpen = () => current.modal.getState().flow.status !== 'closed'

  /**
   * Reports a change once the caller's task is done. A caller that closes and reopens at once, as clients do to show a new
   * code, has closed nothing.
   */
  function changed(): void {
    if (isQueued) return
    isQueued = true
    queueMicrotask(() => {
      isQueued = false
      if (isOpen() !== wasOpen) notify(isOpen())
    })
  }

  function notify(open: boolean): void {
    wasOpen = open
    for (const listener of [...listeners]) listener({ open })
  }

  return {
    async open(pairing, chains = options.chains) {
      if (chains.join() !== current.chains) {
        // The lists of a linker are for its chains, so other chains need another linker.
        current.modal.stop()
        current = make(chains)
      }
      const { handed, modal } = current
      handed.setPairing(pairing)
      // Closing first discards the other pairing completely. The modal reopens at once, so the visitor does not see it close.
      if (shown?.pairingUri !== pairing.pairingUri) modal.close()
      shown = pairing
      try {
        await modal.open()
      } catch (error) {
        // The caller waits for the visitor to close the modal, and must not wait forever.
        notify(false)
        throw error
      }
    },
    close: () => current.modal.close(),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setTheme(next) {
      theme = mergeTheme(theme, next)
      current.modal.setTheme(next)
    },
    stop() {
      listeners.clear()
      current.modal.stop()
    },
  }
}
