import type { ChainId, ModalOptions } from '@hawser/core'
import { PairingExpiredError } from '@hawser/core'
import { createUriModal, type UriModalOptions } from './createUriModal.ts'
import { parseShownPairing } from './shownPairing.ts'
import type { Texts } from './texts.ts'
import { completeNativeLinks, readThemeVariables } from './walletConnectOptions.ts'

/** The looks, under the reference's names (`--wcm-…`) or Hawser's (`--hawser-…`). */
export type WalletConnectModalTheme = {
  readonly themeMode?: ModalOptions['themeMode'] | undefined
  readonly themeVariables?: Readonly<Record<string, string>> | undefined
}

/** The reference's options (D4), and Hawser's own: the source of wallets, and the language. */
export type WalletConnectModalConfig = Omit<ModalOptions, 'themeMode' | 'themeVariables' | 'variant'> &
  WalletConnectModalTheme &
  Pick<UriModalOptions, 'registryUrl' | 'registryKey' | 'projectId'> &
  Texts & {
    /**
     * The wallets that your client's relay reaches, as for `createLinker`. Default: `network`, the wallets of the stores.
     * @example
     * new WalletConnectModal({ relayReach: ['our-wallet'] })
     */
    readonly relayReach?: UriModalOptions['relayReach']
    readonly chains?: readonly ChainId[] | undefined
    /** Accepted because the reference accepts it. This option has no effect. */
    readonly enableAuthMode?: boolean
  }

/**
 * The API of the reference modal around Hawser's. Other code makes the pairing and receives the wallet's answer; this modal
 * shows the pairing's URI. A class, because other code constructs the reference with `new`. Its functions need no `this`:
 * frameworks wrap objects in proxies that reach no private field, and pages destructure the modal.
 */
export class WalletConnectModal {
  /**
   * Shows a pairing URI, in place of the one on screen. Settles once the modal is on screen or closed.
   * @throws InvalidPairingUriError, PairingExpiredError, PageFramedError, ModalUnavailableError, NoPageError
   */
  readonly openModal: (pairing: { uri: string; chains?: readonly ChainId[] | undefined }) => Promise<void>
  /** Closes the modal. Does nothing if it is closed. */
  readonly closeModal: () => void
  /** Calls `listener` when the page or the visitor opened or closed the modal. Returns a function that unsubscribes. */
  readonly subscribeModal: (listener: (state: { readonly open: boolean }) => void) => () => void
  /** Changes the looks at once, even while the modal is open. */
  readonly setTheme: (theme: WalletConnectModalTheme) => void
  /** Closes the modal and removes everything that it added to the page. */
  readonly stop: () => void

  constructor(config: WalletConnectModalConfig = {}) {
    const { chains = [], registryUrl, registryKey, projectId, relayReach, ...rest } = config
    const { locale, messages, themeMode, themeVariables, enableAuthMode: _, ...options } = rest
    const modal = createUriModal({
      chains,
      registryUrl,
      registryKey,
      projectId,
      relayReach,
      texts: { locale, messages },
      modal: {
        ...options,
        ...(options.mobileWallets && { mobileWallets: completeNativeLinks(options.mobileWallets) }),
        ...(options.desktopWallets && { desktopWallets: completeNativeLinks(options.desktopWallets) }),
        ...(themeMode && { themeMode }),
        ...(themeVariables && { themeVariables: readThemeVariables(themeVariables) }),
      },
    })
    this.openModal = async ({ uri, chains }) => {
      const pairing = parseShownPairing(uri, Date.now())
      if (pairing.expiresAt <= Date.now()) throw new PairingExpiredError('This pairing link is over. Make a new one.')
      await modal.open(pairing, chains)
    }
    this.closeModal = () => modal.close()
    this.subscribeModal = (listener) => modal.subscribe(listener)
    this.setTheme = ({ themeMode, themeVariables }) =>
      modal.setTheme({ themeMode, ...(themeVariables && { themeVariables: readThemeVariables(themeVariables) }) })
    this.stop = () => modal.stop()
  }
}
